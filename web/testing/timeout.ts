/** How long tests wait for something to appear; see `vite.config.ts`. */
import { configure } from '@testing-library/svelte'
import { vi } from 'vitest'

const PATIENCE_MS = 10_000

configure({ asyncUtilTimeout: PATIENCE_MS })

const { waitFor } = vi
vi.waitFor = (callback, options) => waitFor(callback, options ?? PATIENCE_MS)

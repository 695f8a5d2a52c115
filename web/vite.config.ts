import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { font } from './font.ts'
import { serviceWorker } from './service-worker.ts'
import { BREAKPOINTS, HEIGHTS } from './src/ui/breakpoints.ts'

// The server of the game, while the page itself comes from Vite (`npm run dev`).
const server = process.env.INGENIOUS_SERVER ?? 'http://127.0.0.1:8000'

/**
 * Defines the breakpoints in every style sheet. Lightning CSS resolves `@custom-media` within one file only, and the style
 * of each component is a file of its own.
 */
function breakpoints(): Plugin {
  const media = [
    ...Object.entries(BREAKPOINTS).map(
      ([name, px]) => `@custom-media --up-to-${name} (max-width: ${px - 1}px); @custom-media --above-${name} (min-width: ${px}px);`,
    ),
    ...Object.entries(HEIGHTS).map(([name, px]) => `@custom-media --as-low-as-${name} (max-height: ${px - 1}px);`),
  ]
  return {
    name: 'breakpoints',
    enforce: 'pre',
    transform: { filter: { id: /\.css$/ }, handler: (code) => ({ code: media.join(' ') + code, map: null }) },
  }
}

export default defineConfig({
  plugins: [font(), breakpoints(), svelte(), svelteTesting(), serviceWorker()],
  // Without targets: what older browsers need is added once, when the build minifies.
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true }, targets: {} } },
  build: {
    outDir: '../src/ingenious/server/site',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the page's policy allows nothing inline
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  // One window for all tests of a process: to make one for each file takes four times as long.
  // On a busy machine a text that loads on demand may take longer than the second that is usual.
  test: {
    environment: 'happy-dom',
    include: ['src/**/*.test.ts'],
    isolate: false,
    setupFiles: ['testing/timeout.ts'],
    testTimeout: 30_000,
  },
})

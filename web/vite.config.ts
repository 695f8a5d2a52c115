import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'
import { font } from './font.ts'

// The server of the game, while the page itself comes from Vite (`npm run dev`).
const server = process.env.INGENIOUS_SERVER ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [font(), svelte(), svelteTesting()],
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
    setupFiles: ['src/lib/patience.ts'],
    testTimeout: 30_000,
  },
})

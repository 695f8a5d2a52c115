/** Builds the service worker as one file beside the pages, with the list of all files of this version. */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const SOURCE = 'src/worker/worker.ts'
const FILE = 'worker.js'
/** Of the files in public/, those that pages need; the rest is for the system on which the app is installed. */
const PUBLIC = ['icon.svg', 'icons/192.png', 'icons/badge.png', 'manifest.webmanifest', 'theme.js']
/** Data such as lessons is cached when a page loads it. */
const isOnDemand = (name: string): boolean => name.endsWith('.json') || name.endsWith('.txt')

export function serviceWorker(): Plugin {
  const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      this.emitFile({ type: 'chunk', id: path(SOURCE), fileName: FILE })
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const { [FILE]: worker, 'index.html': page, ...others } = bundle
        if (worker?.type !== 'chunk' || page?.type !== 'asset') this.error('there is no worker, or no page')
        // Not every browser runs a worker that is a module.
        if (worker.imports.length) this.error(`the worker imports ${worker.imports.join(', ')}; it has to be one file`)
        const missing = PUBLIC.filter((name) => !readdirSync(path('public'), { recursive: true }).map(String).includes(name))
        if (missing.length) this.error(`public/ has no ${missing.join(', ')}`)
        const entry = Object.values(others).find((file) => file.type === 'chunk' && file.isEntry)
        const names = Object.keys(others).sort()
        const version = createHash('sha256')
        for (const name of names) version.update(`${name}\0`)
        for (const text of [page.source, worker.code, ...PUBLIC.map((name) => readFileSync(path(`public/${name}`)))]) version.update(text)
        const site = {
          version: version.digest('hex').slice(0, 12),
          entry: entry?.fileName,
          files: [...names.filter((name) => !isOnDemand(name)), ...PUBLIC].map((name) => `/${name}`),
          onDemand: names.filter(isOnDemand).map((name) => `/${name}`),
        }
        worker.code = `const __SITE__=${JSON.stringify(site)};${worker.code}`
      },
    },
  }
}

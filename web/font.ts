/** The font of the pages and of PNG pictures: Inter, reduced to the characters and weights that they use. */

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
// @ts-expect-error: the package has no types
import subset from 'subset-font'
import type { Plugin } from 'vite'

const PACKAGE = 'node_modules/@fontsource-variable/inter'
const SOURCE = `${PACKAGE}/files/inter-latin-wght-normal.woff2`
const FOLDER = 'node_modules/.font' // app.css and index.html name the file in it
const PICTURES = '../src/ingenious/picture'
const WEIGHTS = { min: 400, max: 800 }

const between = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, k) => String.fromCodePoint(first + k)).join('')

/** What English, German and French are written with. A name in other letters is shown in a font of the system. */
const CHARACTERS = between(0x20, 0x7e) + between(0xa0, 0xff) + 'ŒœŸ–—‘’‚“”„•…‹›€−→\u2009\u202f'

/** Write the font for the pages before anything asks for it, and for the package that draws pictures. */
export function font(): Plugin {
  const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url))
  const cut = (targetFormat: string): Promise<Uint8Array> =>
    subset(readFileSync(path(SOURCE)), CHARACTERS, { targetFormat, variationAxes: { wght: WEIGHTS } })
  return {
    name: 'font',
    async config() {
      mkdirSync(path(FOLDER), { recursive: true })
      writeFileSync(path(`${FOLDER}/inter.woff2`), await cut('woff2'))
    },
    // The SIL Open Font License asks that it goes with the font.
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'assets/inter-license.txt', source: readFileSync(path(`${PACKAGE}/LICENSE`)) })
    },
    // resvg, which draws the PNG pictures, does not read WOFF2.
    async writeBundle() {
      writeFileSync(path(`${PICTURES}/inter.ttf`), await cut('truetype'))
      copyFileSync(path(`${PACKAGE}/LICENSE`), path(`${PICTURES}/inter-license.txt`))
    },
  }
}

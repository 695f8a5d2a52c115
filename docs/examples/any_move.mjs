// A bot without a library, for every game: it plays any legal move. To run it: node any_move.mjs
import { createInterface } from 'node:readline'

for await (const line of createInterface({ input: process.stdin })) {
  const { legal } = JSON.parse(line)
  const entry = legal[Math.floor(Math.random() * legal.length)] // your own idea goes here
  console.log(JSON.stringify({ entry }))
}

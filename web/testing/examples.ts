/** A small page of rules for tests. */

import type { ExampleStep, RulesPage } from '../src/net/wire'

const pegs = (red: number): number[][] => [
  [red, 0, 0, 0, 0, 0],
  [0, 0, 0, 0, 0, 0],
]

const step = (values: Partial<ExampleStep>): ExampleStep => ({
  note: '',
  seat: null,
  decision: null,
  drawn: [],
  refused: null,
  story: [],
  position: { kind: 'tiles', pegs: pegs(0), ranked_by: pegs(0), ranks: [1, 1], due: 1, centre: 'RRB', drawn: '', pool: 120, unseen: [] },
  ...values,
})

export const sample: RulesPage = {
  page: 'tiles',
  language: 'en',
  title: 'Tile Challenge',
  rules: ['I4', 'I5'],
  sections: [
    {
      id: 'start',
      heading: '',
      blocks: [{ kind: 'text', html: '<p>Draw tiles, unlike in <a href="/rules/classic">classic</a>.</p>' }],
    },
    {
      id: 'a-turn',
      heading: 'A turn',
      blocks: [
        { kind: 'text', html: '<p id="I4">Draw or score. <small class="rule">I4, <span id="I5">I5</span></small></p>' },
        {
          kind: 'example',
          id: 'example-1',
          title: 'Example: a draw',
          rules: {
            game: 'tiles',
            edition: '2010',
            goal: 7,
            win: 7,
            bonus: [7],
            sides: [[0], [1]],
            hidden: false,
            held: 0,
            rolls: 0,
            laps: 1,
            areas: [],
          },
          steps: [
            step({}),
            step({
              seat: 0,
              decision: { free: 'B', seat: 0 },
              refused: { rule: 'I7', message: 'a free score must be one of your lowest symbols' },
              note: 'Blue is Ada’s best.',
            }),
            step({
              seat: 0,
              decision: { draw: true, seat: 0 },
              drawn: ['R'],
              story: [['TileDrawn', { seat: 0, symbol: 'R' }]],
              note: 'A red star.',
            }),
          ],
        },
      ],
    },
  ],
}

/** Every sentence about what happens in the seven games, in three languages, for an ear to read. */

import { afterAll, describe, expect, it } from 'vitest'
import type { Game, StoryEvent } from '../net/wire'
import { LANGUAGES } from '../app/prefs.svelte'
import { joinSentences } from '../i18n/sentences'
import { describeStory } from './tell'
import told from './stories.json'
import { load, t } from '../i18n/catalogue.svelte'

const stories = told.stories as unknown as Record<Game, StoryEvent[][]>
/** What happens too rarely to be found by playing. */
const RARE: StoryEvent[][] = [
  [['BonusLapsed', { seat: 1, count: 1, why: 'B12' }]],
  [['BonusLapsed', { seat: 1, count: 2, why: 'B12' }]],
  [['WentOut', { seat: 1, symbol: 'R', repeated: true, to_centre: 'RG', bonus_lost: 1, why: 'I5' }]],
  [['TokenTaken', { seat: 1, symbol: 'O', from_opponent: true }]],
  [['Ended', { reason: 'instant-win', why: 'B16' }]],
  [['Ended', { reason: 'stalled', why: 'G8' }]],
]
/** Two marks in a row, a space before one, a name that was not filled in, or a word that is no text. */
const WRONG = /[.!?…;:,][.;,]|\s[.,]|[{}]|undefined|\bnull\b| {2}/u

const names = (seat: number): string => (seat === 0 ? t('you') : (['Nora', 'Ben', 'Ines'][seat - 1] ?? ''))
const said = (story: StoryEvent[]): string => joinSentences(...describeStory(story, names))

afterAll(() => load('en'))

describe.each(LANGUAGES)('what happens, in %s', (language) => {
  it.each([...(Object.keys(stories) as Game[]), 'rare'] as const)('is said of %s', async (game) => {
    await load(language)
    const sentences = (game === 'rare' ? RARE : stories[game]).map(said)
    expect(sentences.filter((one) => WRONG.test(one))).toEqual([])
    expect(sentences).toMatchSnapshot()
  })
})

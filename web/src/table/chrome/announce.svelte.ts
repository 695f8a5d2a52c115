/** Announces to screen readers what happens at a table; the frame announces whose turn it is. */

import { untrack } from 'svelte'
import { describeStory } from '../../text/tell'
import type { StoryEvent } from '../../net/wire'
import type { TableState } from '../state.svelte'

/** Announce each story once, followed by the sentences of `more`. Call it during component initialization. */
export function announce(here: TableState, more: (story: StoryEvent[]) => string[] = () => []): void {
  $effect(() => {
    const stories = here.lastStories
    untrack(() => {
      const sentences = stories.flatMap((story) => [...describeStory(story, (seat) => here.name(seat)), ...more(story)])
      if (sentences.length) here.announcement = sentences.join(' ')
    })
  })
}

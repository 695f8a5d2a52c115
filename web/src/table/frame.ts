/** The frame around what is played: that of a table, unless a page has another one. */

import { type Component, type ComponentProps, getContext, setContext } from 'svelte'
import GameFrame from './GameFrame.svelte'

type Frame = Component<ComponentProps<typeof GameFrame>>

const KEY = Symbol('frame')

export const provideFrame = (frame: Frame): Frame => setContext(KEY, frame)
export const frame = (): Frame => getContext<Frame | undefined>(KEY) ?? GameFrame

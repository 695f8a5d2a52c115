/** Follows one pointer from press to release, for dragging and tapping. */

export interface Following {
  /** It went farther than a tap, or stayed longer: from now on it drags. False: it shall not. */
  begin?: (event: PointerEvent) => boolean
  move?: (x: number, y: number) => void
  /** Let go after dragging. */
  drop?: (x: number, y: number) => void
  /** Let go without dragging. */
  tap?: (event: PointerEvent) => void
  /** The browser took it, or it was given up. */
  cancel?: () => void
}

/** How far a pointer may tremble and still tap. */
const SLACK = { mouse: 5, pen: 8, touch: 10 } as const
/** How long a finger rests before it drags without moving. */
const REST = 260

/** Follow the pointer of this event; the function ends it early. */
export function followPointer(down: PointerEvent, handlers: Following, rests = false): () => void {
  const kind = down.pointerType === 'touch' || down.pointerType === 'pen' ? down.pointerType : 'mouse'
  const element = down.currentTarget as Element | null
  let dragging = false
  let frame = 0
  let last = down
  const timer = rests ? setTimeout(() => start(last), REST) : undefined

  const start = (event: PointerEvent): void => {
    clearTimeout(timer)
    if (dragging) return
    if (handlers.begin && !handlers.begin(event)) {
      stop()
      return
    }
    dragging = true
    handlers.move?.(event.clientX, event.clientY)
  }
  const moved = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) return
    last = event
    if (!dragging) {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > SLACK[kind]) start(event)
      return
    }
    // One step per frame, however often the pointer reports.
    frame ||= requestAnimationFrame(() => {
      frame = 0
      handlers.move?.(last.clientX, last.clientY)
    })
  }
  const up = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) return
    const dragged = dragging
    stop()
    if (!dragged) {
      handlers.tap?.(event)
      return
    }
    handlers.move?.(event.clientX, event.clientY)
    handlers.drop?.(event.clientX, event.clientY)
  }
  const lost = (event: PointerEvent): void => {
    if (event.pointerId !== down.pointerId) return
    end()
  }
  const key = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !dragging) return
    event.stopPropagation()
    end()
  }
  const stop = (): void => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    dragging = false
    removeEventListener('pointermove', moved)
    removeEventListener('pointerup', up)
    removeEventListener('pointercancel', lost)
    removeEventListener('keydown', key, true)
  }
  const end = (): void => {
    stop()
    handlers.cancel?.()
  }

  try {
    element?.setPointerCapture(down.pointerId)
  } catch {
    // The pointer is gone already.
  }
  addEventListener('pointermove', moved)
  addEventListener('pointerup', up)
  addEventListener('pointercancel', lost)
  addEventListener('keydown', key, true)
  return end
}

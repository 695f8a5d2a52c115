"""Layout problems of a page, measured in the browser: in three languages on six screens."""

import json
from collections.abc import Sequence

from playwright.sync_api import Page, ViewportSize, WebSocketRoute

from ingenious.bots.hints import Hint, write_hint
from ingenious.bots.reasons import reason
from ingenious.record import Entry
from ingenious.rulebook import LANGUAGES
from ingenious.table.events import Event
from testkit.browser.chromium import resize
from testkit.cases import SOAK

from .conditions import state_of

SCREENS: tuple[ViewportSize, ...] = (
    {"width": 1440, "height": 900},
    {"width": 820, "height": 1180},
    {"width": 844, "height": 390},
    {"width": 390, "height": 844},
    {"width": 360, "height": 640},
    {"width": 320, "height": 568},
)


def some_screens(number: int) -> tuple[ViewportSize, ...]:
    """The screens for one of several similar pages: all, or the smallest and one of the others.

    In `make test` the others take turns, page by page.
    """
    others = SCREENS[:-1]
    return SCREENS if SOAK else (others[number % len(others)], SCREENS[-1])


SPEAK = """async (language) => {
    const frame = () => new Promise(requestAnimationFrame)
    const kept = JSON.parse(localStorage.getItem('ingenious') ?? '{}')
    localStorage.setItem('ingenious', JSON.stringify({ ...kept, language }))
    dispatchEvent(new StorageEvent('storage'))
    while (document.documentElement.lang !== language) await frame()
    for (let k = 0; k < 2; k += 1) await frame()
}"""
"""Changes the language of a page."""

COUNT_REQUESTS = """
    const fetch = window.fetch
    window.unanswered = 0
    window.fetch = async (...all) => {
        window.unanswered += 1
        try { return await fetch(...all) } finally { window.unanswered -= 1 }
    }
"""
"""Counts the requests of the page that are not answered yet."""

MEASURE = """async ([languages, sheets]) => {
    const LEAST = 44
    if (!window.empty) {
        // Drawings keep their size without their parts, and take less time.
        window.empty = new CSSStyleSheet()
        empty.replaceSync('svg > * { display: none !important }')
        document.adoptedStyleSheets.push(empty)
    }
    const frame = () => new Promise(requestAnimationFrame)
    const still = async () => {
        for (let k = 0, before = -1; k < 300; k += 1) {
            await frame()
            const now = window.unanswered ? -1 : document.body.textContent.length
            if (now >= 0 && now === before) return
            before = now
        }
    }
    const speak = async (language) => {
        if (document.documentElement.lang === language) return await still()
        const kept = JSON.parse(localStorage.getItem('ingenious') ?? '{}')
        localStorage.setItem('ingenious', JSON.stringify({ ...kept, language }))
        dispatchEvent(new StorageEvent('storage'))
        while (document.documentElement.lang !== language) await frame()
        await still()
    }
    const seen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: false })
        && !one.closest('.hidden, svg, [inert]')
    const words = (one) => one.textContent.trim().replace(/\\s+/g, ' ').slice(0, 40)
    const name = (one) => {
        const called = one.dataset.testid ?? one.getAttribute('aria-label') ?? words(one)
        const kind = String(one.className).replace(/ ?svelte-\\w+/g, '')
        return `${one.localName}.${kind} "${called}"`
    }
    const isWord = (node) => node.nodeType === 3 && node.data.trim() !== ''
    const text = (one) => [...one.childNodes].some(isWord)
    // A link in a sentence is as high as its line.
    const inline = (one) => {
        const around = one.parentElement
        const flows = getComputedStyle(one).display.startsWith('inline')
        return flows && (one.localName === 'a' || one.matches('.link')) && text(around)
    }
    // The target of a control includes its labels and pseudo-elements.
    const small = (one) => {
        const boxes = [one, ...(one.labels ?? [])].map((part) => part.getBoundingClientRect())
        if (boxes.some((box) => Math.min(box.width, box.height) >= LEAST - 0.5)) return false
        one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
        const { left, top, width, height } = one.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        const hits = (dx, dy) => {
            const hit = document.elementFromPoint(x + dx, y + dy)
            if (!hit) return false
            return hit === one || one.contains(hit) || hit.closest('label')?.control === one
        }
        const reach = LEAST / 2 - 1
        const spans = (dx, dy) => {
            // The control need not be in the middle of its target.
            let n = 0
            for (const way of [1, -1]) for (let k = way > 0 ? 0 : 1; k <= 2 * reach; k += 1) {
                if (!hits(dx * way * k, dy * way * k)) break
                n += 1
            }
            return n >= LEAST - 1
        }
        if (!hits(0, 0)) return false // something covers it
        return !(spans(1, 0) && spans(0, 1))
    }
    // A row that scrolls sideways may be longer than its container.
    const isInRow = (one, place) => {
        const around = one.parentElement
        if (!around || one === place || around === place) return false
        return /auto|scroll/.test(getComputedStyle(around).overflowX) || isInRow(around, place)
    }
    const CONTROLS = 'button, a[href], input, select, textarea, summary, .segments label'
    const wrong = () => {
        const found = []
        const extra = document.scrollingElement.scrollWidth - document.documentElement.clientWidth
        if (extra > 0) found.push(`the page scrolls sideways by ${extra} px`)
        for (const one of document.querySelectorAll('body *:not(svg, svg *)')) {
            // What is one pixel wide is for screen readers only.
            if (one.clientWidth < 2 || one.scrollWidth <= one.clientWidth + 1) continue
            if (!text(one)) continue
            if (getComputedStyle(one).overflowX !== 'hidden' || !seen(one)) continue
            found.push(`cut: ${name(one)}`)
        }
        // Of several open sheets, the one on top.
        const open = [...document.querySelectorAll('[role=dialog].sheet')].filter(seen).at(-1)
        for (const one of document.querySelectorAll(CONTROLS)) {
            if (!seen(one) || (open && !open.contains(one))) continue
            const box = one.getBoundingClientRect()
            const place = one.closest('.segments, .card, [popover], main, header') ?? document.body
            const around = (place === one ? document.body : place).getBoundingClientRect()
            // A quiet button may overlap the edge by its padding, so that its text is aligned.
            const slack = one.matches('.quiet') ? 16 : 1
            const out = box.right > around.right + slack || box.left < around.left - slack
            if (out && !isInRow(one, place)) found.push(`outside: ${name(one)}`)
            if (one.matches(':disabled') || inline(one) || !small(one)) continue
            found.push(`${Math.round(box.width)} x ${Math.round(box.height)} px: ${name(one)}`)
        }
        return found
    }
    // Several parts of a page may have this sheet; open the one whose part is visible.
    const folded = (one) =>
        one !== null && (getComputedStyle(one).display === 'none' || folded(one.parentElement))
    const shown = async (sheet) => {
        const all = [...document.querySelectorAll(`[id^=${sheet}-][popover]`)]
        const one = all.find(({ parentElement }) => !folded(parentElement))
        one?.showPopover()
        await frame() // its content is rendered after it opens
        await still()
        return one ? () => one.hidePopover() : null
    }
    // On a phone it is opened from the menu.
    const unfold = async (sheet) => {
        const found = await shown(sheet)
        if (found) return found
        const below = await shown('menu')
        const above = await shown(sheet)
        if (!below || !above) throw new Error(`there is no sheet ${sheet}`)
        return () => [above, below].forEach((close) => close())
    }
    const all = []
    const [x, y] = [scrollX, scrollY]
    for (const language of languages) {
        await speak(language)
        for (const sheet of [null, ...sheets]) {
            const close = sheet && (await unfold(sheet))
            let found = wrong()
            // The layout may take some frames to adapt to the size of the screen.
            for (let k = 0; k < 20 && found.length; k += 1) {
                await frame()
                found = wrong()
            }
            close?.()
            const where = [language, innerWidth, ...(sheet ? [sheet] : [])].join(' ')
            all.push(...found.map((one) => `${where}: ${one}`))
            scrollTo(x, y)
        }
    }
    return all
}"""
"""Lists, for each language, what is cut off, outside of its container or too small to tap."""


def page_problems(
    page: Page, sheets: Sequence[str] = (), screens: Sequence[ViewportSize] = SCREENS
) -> list[str]:
    """The layout problems of a page and its sheets, on these screens, in every language."""
    found = []
    languages = [*LANGUAGES]
    for screen in screens:
        resize(page, screen)
        found += page.evaluate(MEASURE, [languages, [*sheets]])
        languages.reverse()  # the next screen starts with the language that is shown now
    return found


def answer_hints(page: Page, events: list[Event]) -> None:
    """Answer the page's requests for hints in place of the bots, which would take long."""
    hints = [write_hint(hint) for hint in _long_hints(events)]

    def connect(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def on_message(text: str | bytes) -> None:
            message = json.loads(text)
            if message.get("do") == "hint":
                route.send(json.dumps({"type": "hints", "id": message["id"], "hints": hints}))
            else:
                server.send(text)

        route.on_message(on_message)

    page.route_web_socket("**/*", connect)


def _long_hints(events: list[Event]) -> list[Hint]:
    """Three hints with long reasons."""
    rules, state = state_of(events)
    names = tuple(f"Player {seat}" for seat in range(rules.players))
    found = dict[str, Hint]()
    for decision in list(rules.legal(state))[:60]:
        given = reason(rules, state, decision, names)
        entry = Entry(state.seat, decision)
        hint = Hint(entry, decision, 0.574, 7.3, given.text, given.said, 3, "chance")
        found.setdefault(given.text, hint)
    longest = sorted(found, key=len, reverse=True)[:3]
    return [found[text] for text in longest]

"""Sounds: how they are made, when they are heard, and what silences them; celebrations."""

import base64
import time
from typing import Any

import numpy as np
from playwright.sync_api import Page, expect

from ingenious.bots import at_random, greedy
from ingenious.rules.events import CalledIngenious, Ended
from ingenious.server.http.static import SITE
from testkit.browser.player import Player
from testkit.browser.prepared import play_until
from testkit.browser.tables import open_table

from .conditions import can_call_ingenious, can_win, make_placement, placements, state_of
from .conftest import OpenAsHost, Visit

SOUNDS = (
    *("place", "line", "ingenious", "bonus", "swap", "card", "dice"),
    *("bust", "win", "loss", "level", "tick", "turn"),
)
RATE = 24_000
SLOT_S = 2
"""The time that each sound is given, longer than the longest of them."""

RENDER = """async ([files, cues, seconds, rate]) => {
    const modules = await Promise.all(files.map((file) => import(`/assets/${file}`)))
    let context
    window.AudioContext = class extends OfflineAudioContext {
        constructor() {
            super(1, seconds * rate, rate)
            context = this
        }
    }
    modules.find(({ play }) => play).play(cues)
    const bytes = new Uint8Array((await context.startRendering()).getChannelData(0).buffer)
    let text = ''
    for (let at = 0; at < bytes.length; at += 4096) {
        text += String.fromCharCode(...bytes.subarray(at, at + 4096))
    }
    return btoa(text)
}"""
"""Renders sounds as samples instead of playing them."""

Samples = np.ndarray[tuple[int], np.dtype[np.float64]]


def _render(page: Page, cues: list[dict[str, Any]], seconds: float) -> Samples:
    files = [file.name for file in (SITE / "assets").glob("player-*.js")]
    encoded: str = page.evaluate(RENDER, [files, cues, seconds, RATE])
    return np.frombuffer(base64.b64decode(encoded), dtype="<f4").astype(np.float64)


def _a_weighted(samples: Samples) -> Samples:
    """The samples as loud as ears hear their frequencies (A-weighting, IEC 61672)."""
    squares = np.fft.rfftfreq(len(samples), 1 / RATE) ** 2
    weights = 1.2589 * 12194**2 * squares**2
    weights /= (squares + 20.6**2) * (squares + 12194**2)
    weights /= np.sqrt((squares + 107.7**2) * (squares + 737.9**2))
    return np.fft.irfft(np.fft.rfft(samples) * weights, len(samples))


def _loudness(samples: Samples) -> float:
    """The loudness of the loudest tenth of a second, in decibels."""
    window = RATE // 10
    sums = np.concatenate([[0], np.cumsum(_a_weighted(samples) ** 2)])
    return float(10 * np.log10((sums[window:] - sums[:-window]).max() / window))


def test_sounds_are_short_soft_and_equally_loud(visit: Visit) -> None:
    page = visit()
    page.add_init_script("localStorage.setItem('ingenious', '{\"volume\": 100}')")
    page.goto("/")
    cues: list[dict[str, Any]] = [
        {"sound": sound, "at": 1000 * SLOT_S * slot} for slot, sound in enumerate(SOUNDS)
    ]
    # A placement with ten lines that calls "Ingenious!".
    start = 1000 * SLOT_S * len(SOUNDS)
    cues += [{"sound": "place", "at": start}]
    cues += [{"sound": "line", "at": start + 160 + 54 * k, "step": k} for k in range(10)]
    cues += [{"sound": "ingenious", "at": start + 850}, {"sound": "bonus", "at": start + 1550}]
    samples = _render(page, cues, SLOT_S * (len(SOUNDS) + 2))
    slots = dict(zip(SOUNDS, np.split(samples, len(SOUNDS) + 2), strict=False))
    assert np.abs(samples).max() < 0.95  # nothing is clipped, even at the highest volume
    loudness = {sound: _loudness(part) for sound, part in slots.items()}
    assert max(loudness.values()) - min(loudness.values()) < 6, loudness
    for sound, part in slots.items():
        loud = np.abs(part) > 0.001 * np.abs(part).max()
        assert np.nonzero(loud)[0][-1] / RATE < 1.6, sound
        # Each begins and ends at silence: no step that would be heard as a click.
        assert np.abs(part[: RATE // 10_000]).max() < 0.02, sound
        assert np.abs(part[-RATE // 10 :]).max() < 1e-4, sound


HEARD = """() => performance.getEntriesByType('mark')
    .flatMap(({ name }) => name.startsWith('sound:') ? [name.slice(6)] : [])"""

WATCH_CELEBRATION = """
    window.celebrations = []
    window.vibrations = 0
    navigator.vibrate = () => { window.vibrations += 1; return true }
    const watch = () => {
        const shown = document.querySelector('[data-testid=celebration]')
        if (shown && window.celebrations.at(-1)?.shown !== shown) {
            const ends = shown.getAnimations({ subtree: true })
                .map(({ effect }) => effect.getComputedTiming().endTime)
            const box = shown.firstElementChild.getBoundingClientRect()
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
            const isHit = shown.contains(document.elementFromPoint(x, y))
            window.celebrations.push({ shown, longest: Math.max(...ends), isHit })
        }
        requestAnimationFrame(watch)
    }
    document.addEventListener('DOMContentLoaded', watch)
"""
"""Records each celebration: how long it lasts, and whether it would take a click."""

CELEBRATIONS = "() => window.celebrations.map(({ longest, isHit }) => [longest, isHit])"


def _heard(player: Player) -> list[str]:
    sounds: list[str] = player.page.evaluate(HEARD)
    return sounds


LOADED = """() => performance.getEntriesByType('resource')
    .some(({ name }) => /\\/(player|cues)-[^/]*\\.js$/.test(name))"""
"""Whether the page has loaded what makes sounds."""


def _watch(page: Page) -> None:
    page.add_init_script(WATCH_CELEBRATION)


def test_a_move_is_heard_and_celebrated_until_sounds_are_off(open_as_host: OpenAsHost) -> None:
    events = play_until("classic", 3, can_call_ingenious)
    player = open_as_host(events, "touch", prepare=_watch, touch=True, still=False, size="phone")
    player.wait()
    page = player.page
    number = player.view()["number"]
    place = placements(*state_of(events), CalledIngenious)[0]
    lines = sum(_lines(state_of(events), place))
    assert lines >= 1
    make_placement(player, place)
    player.wait(number + 1)
    assert _heard(player) == ["place", *["line"] * lines, "ingenious", "bonus"]
    assert page.evaluate("window.vibrations") == 1
    # The celebration is over in time, and does not take clicks.
    page.wait_for_function("() => window.celebrations.length === 1")
    [[longest, is_hit]] = page.evaluate(CELEBRATIONS)
    assert (longest <= 1500, is_hit) == (True, False)
    expect(player.element("celebration")).to_have_count(0)

    before = _heard(player)
    player.element("menu").tap()
    page.get_by_role("button", name="Settings").tap()
    page.get_by_text("Sounds", exact=True).tap()
    expect(page.get_by_test_id("volume")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    player.wait(player.decide())
    assert _heard(player) == before


def _lines(position: tuple[Any, Any], place: Any) -> list[int]:
    """How many lines each half of a placement scores."""
    game, state = position
    events = game.events(state, place)
    return [sum(ray > 0 for ray in event.rays) for event in events if hasattr(event, "rays")]


def test_a_win_is_heard_but_not_celebrated_with_less_motion(open_as_host: OpenAsHost) -> None:
    events = play_until("duel", 2, can_win, (greedy, at_random))
    player = open_as_host(events, prepare=_watch)
    player.wait()
    make_placement(player, placements(*state_of(events), Ended)[0])
    expect(player.element("result")).to_have_attribute("data-look", "win")
    player.page.wait_for_function(f"() => ({HEARD})().at(-1) === 'win'")
    player.page.wait_for_timeout(500)
    assert _heard(player)[-1] == "win"
    assert player.page.evaluate(CELEBRATIONS) == []
    assert player.page.evaluate("window.vibrations") == 0


def test_a_lesson_is_heard_until_sounds_are_off(visit: Visit) -> None:
    page = visit("/learn", size="desktop")
    link = page.get_by_role("link", name="Lines and gaps")
    link.wait_for()
    assert not page.evaluate(LOADED)
    link.click()
    page.get_by_test_id("answer-4").wait_for()
    page.wait_for_function(LOADED)
    player = Player(page, "")
    page.get_by_test_id("answer-4").click()
    page.wait_for_function(f"() => ({HEARD})().length === 3")
    assert _heard(player) == ["line"] * 3
    page.get_by_test_id("next").click()
    player.place_tile(0, (1, -1), 1)  # one green, and not four
    page.get_by_test_id("again").wait_for()
    assert _heard(player)[3:] == ["place", "line"]

    before = _heard(player)
    page.get_by_role("button", name="Settings").click()
    page.get_by_text("Sounds", exact=True).click()
    expect(page.get_by_test_id("volume")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_test_id("again").click()
    player.place_tile(0, (1, -1), 1)
    page.get_by_test_id("again").wait_for()
    assert _heard(player) == before


LOG_AUDIO = """
    window.AudioContext = new Proxy(AudioContext, {
        construct(target, args) {
            console.info(`audio: ${navigator.userActivation.hasBeenActive}`)
            return new target(...args)
        },
    })
    const mark = performance.mark.bind(performance)
    performance.mark = (name) => {
        console.info(name)
        return mark(name)
    }
"""


def test_the_page_is_silent_until_it_is_touched(visit: Visit) -> None:
    page = visit(name="Ada", worker=True)  # blocking it would be reported here, too
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.add_init_script(LOG_AUDIO)
    clock = {"kind": "move", "seconds": 10}
    seats = [{}, {"kind": "bot", "level": 1}]
    table, _ = open_table(page, "classic", seats, start=0, clock=clock, begin=True)
    # Playwright's own scripts count as gestures, so the page is not asked for anything yet.
    page.goto(f"/table/{table}")
    page.wait_for_timeout(3_000)
    assert messages == []
    page.mouse.click(5, 5)
    since = time.monotonic()
    while len(messages) < 2 and time.monotonic() < since + 5:  # then a bot would decide
        page.wait_for_timeout(100)
    assert messages[0] == "audio: true"
    assert set(messages[1:]) == {"sound:tick"}

"""Adds pictures to the rules pages of the site: the boards, and the position of every example.

The pages themselves stay plain Markdown, because the terminal prints them too.
"""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

from ingenious.picture import Marks, Words, draw_parts
from ingenious.picture.board import DrawnBoard
from ingenious.picture.canvas import Canvas, style
from ingenious.picture.pieces import card
from ingenious.picture.scores import DuelBoard, ScoreBoard, Track
from ingenious.picture.shapes import number
from ingenious.record.notation import parse_move
from ingenious.record.position import parse_position
from ingenious.rulebook.examples import MoveLine, parse_example
from ingenious.rules import AnyGame, AnyState, BoardState
from ingenious.rules.areas import AREAS, LAST_COLUMN
from ingenious.rules.board import RADIUS, empty_board
from ingenious.rules.moves import Draw, Outcome, Place, Reroll
from ingenious.rules.scoreboards import DOUBLE_LENGTH, TRACK_END

EXAMPLE = re.compile(r"^```example\n(.*?)^```$", re.DOTALL | re.MULTILINE)

WORDS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text("utf-8")
)

PLAYERS = ("Ada", "Ben", "Cleo", "Dan")
BOARD_SCALE, SCALE = 0.6, 0.8
PANEL = 400.0


def _board(radius: int) -> str:
    canvas, board = Canvas("page"), DrawnBoard(empty_board(radius), Marks())
    width, height = board.size()
    board.draw(canvas, 0, 0)
    return canvas.svg(width, height, size=BOARD_SCALE * width)


def _scores(board: ScoreBoard | DuelBoard, width: float = PANEL) -> str:
    canvas = Canvas("page")
    board.draw(canvas, 0, 0, width)
    return canvas.svg(width, board.height, size=SCALE * width)


def _card_table(words: dict[str, str]) -> str:
    """Where the cards lie with two players: two in front of each, and how they move (G4)."""
    canvas, width, wide, gap = Canvas("page"), 620.0, 56.0, 12.0
    high = 1.4 * wide
    height = 4 * high + 90
    middle = height / 2
    canvas.rect(0, 0, width, height, "mata", rx=16, stroke="line")
    dashed = style(stroke="onmat2", stroke_dasharray="5 5")
    canvas.path(f"M120 {number(middle)}H{number(width - 120)}", "none", **dashed)
    rows = (
        ("BP", words["outer"].format(name=PLAYERS[1]), -2 * high - 1.5 * gap),
        ("OG", words["inner"], -high - gap),
        ("RY", words["inner"], gap),
        ("GB", words["outer"].format(name=PLAYERS[0]), high + 1.5 * gap),
    )
    for pair, label, y in rows:
        card(canvas, pair, 170, middle + y, wide)
        canvas.text(242, middle + y + high / 2, label, 16, "onmat", font_weight=600)
    for start, way in ((-1.5 * high, 1), (1.5 * high, -1)):
        tip = middle + start + way * high
        head = f"M149 {number(tip - 6 * way)}L155 {number(tip)}L161 {number(tip - 6 * way)}"
        shaft = f"M155 {number(middle + start)}V{number(tip)}"
        canvas.path(shaft + head, "none", stroke="onmat", stroke_width=2)
    for x, word in ((24.0, "deck"), (width - wide - 24, "discards")):
        card(canvas, "?", x, middle - high / 2, wide)
        centred = style(text_anchor="middle", font_weight=600)
        canvas.text(x + wide / 2, middle + high / 2 + 16, words[word], 16, "onmat", **centred)
    return canvas.svg(width, height, size=SCALE * width)


# After the paragraph that first names the rule.
PICTURES: dict[str, Callable[[dict[str, str]], str]] = {
    "B2": lambda _: _board(max(RADIUS.values())),
    "B10": lambda _: _scores(ScoreBoard("", (18, 11, 8, 13, 9, 4), Track(TRACK_END))),
    "D2": lambda _: _scores(
        ScoreBoard("", (23, 14, 18, 20, 9, 27), Track(DOUBLE_LENGTH[-1])), 1.75 * PANEL
    ),
    "E1": lambda _: _scores(
        DuelBoard(PLAYERS[:2], (9, -3, 2, 0, -6, 4), (0, None, None, None, None, None))
    ),
    "F1": lambda _: _scores(ScoreBoard("", (3, 2, 3, 1, 3, 0), Track(LAST_COLUMN, AREAS))),
    "G2": _card_table,
}


def with_pictures(text: str, language: str) -> str:
    """A rules page with its pictures."""
    words = WORDS[language]
    found = EXAMPLE.sub(lambda match: f"{_example(match[1], words)}\n\n{match[0]}", text)
    for rule, draw in PICTURES.items():
        found = _insert(found, rule, _figure([draw(words)], words[rule]))
    return found


def _insert(text: str, rule: str, figure: str) -> str:
    """Add a figure after the block that first names a rule; a page without it stays as it is."""
    named = re.search(rf"\({rule}\)|\({rule},|, {rule}\)", text)
    if named is None:
        return text
    end = text.index("\n\n", named.end())
    return f"{text[:end]}\n\n{figure}{text[end:]}"


def _example(text: str, words: dict[str, str]) -> str:
    rules, state, place = _first_decision(text)
    spoken = {name: words[name] for name in ("lowest", "hand", "centre", "drawn")}
    table, boards = draw_parts(
        rules,
        state,
        theme="page",
        names=PLAYERS[: rules.players],
        marks=Marks(gains=place),
        words=Words(**spoken),
        scales=(BOARD_SCALE, SCALE),
    )
    pegs = state.standing.pegs if isinstance(state, BoardState) else state.pegs
    mine = state.seat % len(pegs)
    shown = [board for k, board in enumerate(boards) if k == mine or any(pegs[k])]
    return _figure([table, *shown])


def _first_decision(text: str) -> tuple[AnyGame, AnyState, Place | None]:
    """The position in which an example makes its first decision; rolls and draws come before it."""
    example = parse_example(text)
    rules, state = parse_position(example.position)
    seat = state.seat
    for line in example.lines:
        if not isinstance(line, MoveLine):
            continue
        move = parse_move(line.text)
        if isinstance(move, Place):
            return rules, state, move
        if not isinstance(move, Outcome | Draw | Reroll):
            break
        after = rules.apply(state, move)
        if after.seat != seat:
            break
        state = after
    return rules, state, None


def _figure(drawings: list[str], caption: str = "") -> str:
    below = f"<figcaption>{caption}</figcaption>" if caption else ""
    return f'<figure class="drawn">{"".join(map(str.strip, drawings))}{below}</figure>'

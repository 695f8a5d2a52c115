"""Adds pictures to the rules pages of the site: the boards, and the position of every example.

The pages themselves stay plain Markdown, because the terminal prints them too.
"""

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

from ingenious.record.notation import parse_move
from ingenious.record.position import parse_position
from ingenious.rulebook.examples import MoveLine, parse_example
from ingenious.rules import AnyGame, AnyState
from ingenious.rules.areas import AREAS, LAST_COLUMN
from ingenious.rules.board import RADIUS, empty_board
from ingenious.rules.moves import Draw, Outcome, Place, Reroll
from ingenious.rules.scoreboards import DOUBLE_LENGTH, TRACK_END
from scripts.drawing import board, card_table, definitions, duel_board, position, score_board

EXAMPLE = re.compile(r"^```example\n(.*?)^```$", re.DOTALL | re.MULTILINE)

WORDS: dict[str, dict[str, str]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text("utf-8")
)

# After the paragraph that first names the rule.
PICTURES: dict[str, Callable[[dict[str, str]], str]] = {
    "B2": lambda _: board(empty_board(max(RADIUS.values()))),
    "B10": lambda _: score_board((18, 11, 8, 13, 9, 4), TRACK_END, ""),
    "D2": lambda _: score_board((23, 14, 18, 20, 9, 27), DOUBLE_LENGTH[-1], ""),
    "E1": lambda _: duel_board((9, -3, 2, 0, -6, 4), (0, None, None, None, None, None)),
    "F1": lambda _: score_board((3, 2, 3, 1, 3, 0), LAST_COLUMN, "", AREAS),
    "G2": card_table,
}


def with_pictures(text: str, language: str) -> str:
    """A rules page with its pictures."""
    words = WORDS[language]
    found = EXAMPLE.sub(lambda match: f"{_example(match[1], words)}\n\n{match[0]}", text)
    for rule, draw in PICTURES.items():
        found = _insert(found, rule, _figure([draw(words)], words[rule]))
    return f"{found}\n{definitions()}\n" if found != text else text


def _insert(text: str, rule: str, figure: str) -> str:
    """Add a figure after the block that first names a rule; a page without it stays as it is."""
    named = re.search(rf"\({rule}\)|\({rule},|, {rule}\)", text)
    if named is None:
        return text
    end = text.index("\n\n", named.end())
    return f"{text[:end]}\n\n{figure}{text[end:]}"


def _example(text: str, words: dict[str, str]) -> str:
    rules, state, place = _first_decision(text)
    return _figure(position(rules, state, place, words))


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
    return f'<figure class="drawn">{"".join(drawings)}{below}</figure>'

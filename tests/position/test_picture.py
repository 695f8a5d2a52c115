"""Pictures: every position of every game draws all of its pieces."""

import re
from importlib import import_module
from math import hypot
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from ingenious import NotationError
from ingenious.picture import png
from ingenious.position import Position
from ingenious.position.unknown import hands_of
from ingenious.rules import AnyState, BoardState, CardState, DiceState, TileState
from ingenious.rules.moves import Place
from testkit.cases import SOAK
from testkit.modes import MODES, moves, recorded


def shapes(picture: str) -> int:
    """How many symbols a picture shows: only they are scaled."""
    root = ElementTree.fromstring(picture)
    return sum("scale(" in element.get("transform", "") for element in root.iter())


def symbols(state: AnyState) -> int:
    """How many symbols lie on the table, on racks and in hands."""
    hands = sum(len(piece) for hand in hands_of(state) for piece in hand if piece != "?")
    match state:
        case BoardState():
            return hands + sum(cell != "." for cell in state.board.cells)
        case CardState():
            return hands + sum(2 * len(cards) for cards in state.faceup)
        case DiceState():
            return sum(map(len, state.dice))
        case TileState():
            return len(state.centre) + len(state.drawn)


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", MODES)
def test_every_position_draws_all_of_its_pieces(mode: tuple[str, int]) -> None:
    position = Position.new(*mode)
    boards = {"duel": 1, "team": 2}.get(mode[0], mode[1])
    for number, (_, move) in enumerate(moves(position.rules, Random(4))):
        position = position.play(move)
        if SOAK or number % 17 == 0:
            picture = position.svg(theme="dark" if number % 2 else "light")
            assert shapes(picture) == symbols(position.state) + 6 * boards
    known = position.redact(0)
    assert shapes(known.svg()) == symbols(known.state) + 6 * boards


def test_marks_on_a_board() -> None:
    position = Position.of(recorded("classic", 2, seed=3, stop_after=12))
    plain = position.svg()
    assert "<text" in plain
    marked = position.svg(
        gains=position.placed[-1],
        ghosts=["RG H8-H9"],
        labels={"H8": "0.53"},
        arrows=[("H8", "H12")],
        coordinates=True,
        names=["Ada & Ben", "<Cy>"],
        width=300,
    )
    root = ElementTree.fromstring(marked)
    assert root.get("width") == "300"
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert {"0.53", "H", "8", "Ada & Ben", "<Cy>"} <= set(texts)
    assert shapes(marked) == shapes(plain) + 2
    assert position._repr_svg_().startswith("<svg")
    assert "Seat 1" not in position.svg(scores=False)


def test_marks_must_be_spaces_and_placements() -> None:
    position = Position.new("classic", seed=1)
    with pytest.raises(NotationError, match="a space must be a letter"):
        position.svg(labels={"Z9": "x"})
    with pytest.raises(NotationError, match="the board of this game has no space"):
        position.svg(labels={"A1": "x"})
    with pytest.raises(NotationError, match="the board of this game has no space"):
        position.svg(gains="RG A8-A9")
    with pytest.raises(NotationError, match="this is not a placement"):
        position.svg(ghosts=["keep"])
    with pytest.raises(ValueError, match="classic needs 2 names, not 1"):
        position.svg(names=["Ada"])
    for option, says in {
        "names": "the names must be a list, not 'Ab'",
        "ghosts": "ghosts must be a list of placements, not 'Ab'",
        "labels": "labels must be a dictionary of spaces and texts such as {'H8': '?'}, not 'Ab'",
        "frame": "frame must be a width and a height, such as (640, 480), not 'Ab'",
    }.items():
        wrong: Any = {option: "Ab"}
        with pytest.raises(TypeError, match=re.escape(says)):
            position.svg(**wrong)


def test_the_length_of_a_line_does_not_cover_a_coordinate() -> None:
    position, tried = Position.new("classic", seed=1), 0
    assert isinstance(position.state, BoardState)
    for move in position.legal:
        if not isinstance(move, Place) or not any(position.state.board.gain_of(move)):
            continue
        root = ElementTree.fromstring(position.svg(gains=move, coordinates=True, scores=False))
        texts = [element for element in root.iter() if element.tag.endswith("text")]
        for circle in (element for element in root.iter() if element.tag.endswith("circle")):
            x, y, radius = (float(circle.get(name, "")) for name in ("cx", "cy", "r"))
            for text in (text for text in texts if text.get("font-weight") == "500"):
                wide = 0.3 * len(text.text or "") * float(text.get("font-size", ""))
                away_x = max(0.0, abs(float(text.get("x", "")) - x) - wide)
                assert hypot(away_x, float(text.get("y", "")) - y) > radius + 1
                tried += 1
    assert tried


def test_pictures_of_both_themes_can_be_in_one_document() -> None:
    position = Position.new("dice", seed=1)
    ids = [
        {
            found
            for element in ElementTree.fromstring(picture).iter()
            if (found := element.get("id"))
        }
        for picture in (position.svg(theme="light"), position.svg(theme="dark"))
    ]
    assert ids[0]
    assert not ids[0] & ids[1]


@pytest.mark.parametrize("mode", MODES)
def test_long_names_are_cut_off(mode: tuple[str, int]) -> None:
    names = ["Wolfgang" * 10, *"ABC"][: mode[1]]
    picture = Position.new(*mode, seed=1).svg(names=names)
    assert names[0] not in picture
    assert "Wolfga" in picture


def test_a_narrow_picture_has_its_score_boards_below() -> None:
    position = Position.new("classic", seed=1)
    wide, narrow = (ElementTree.fromstring(position.svg(width=width)) for width in (400, 399))
    assert float(wide.get("width", "")) > float(wide.get("height", ""))
    assert float(narrow.get("width", "")) < float(narrow.get("height", ""))


@pytest.mark.parametrize("mode", MODES)
def test_a_picture_in_a_frame_has_its_size(mode: tuple[str, int]) -> None:
    root = ElementTree.fromstring(Position.new(*mode, seed=1).svg(frame=(600, 315)))
    assert (root.get("width"), root.get("height")) == ("600", "315")
    _, _, width, height = map(float, root.get("viewBox", "").split())
    assert width / height == pytest.approx(600 / 315, rel=1e-3)


ROOT = Path(__file__).parent.parent.parent
SHEET = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30">{}</svg>'


def size(picture: bytes) -> tuple[int, int]:
    """The width and the height of a picture in PNG."""
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    return int.from_bytes(picture[16:20]), int.from_bytes(picture[20:24])


def test_a_picture_in_png_has_the_width_that_was_asked_for() -> None:
    position = Position.new("classic", seed=1)
    assert size(position.png(width=300))[0] == 300
    assert size(png(position.svg(), width=300))[0] == 300
    assert size(png(SHEET.format(""))) == (60, 30)


def test_texts_in_png_need_no_font_of_the_system() -> None:
    blank = png(SHEET.format(""))
    for text in ("8", "Ä", "−", "–"):
        for weight in (500, 800):
            style = f'x="5" y="25" font-size="20" font-weight="{weight}"'
            written = png(SHEET.format(f'<text {style} font-family="Inter">{text}</text>'))
            assert len(written) > len(blank)


def test_the_font_has_the_characters_that_need_no_other_font() -> None:
    source = (ROOT / "web" / "font.ts").read_text("utf-8")
    (more,) = re.findall(r"between\(0xa0, 0xff\) \+ '(.+)'", source)
    others = import_module("ingenious.picture.png").OTHER_LETTERS
    found = {letter for letter in map(chr, range(256, 0x3000)) if not others.search(letter)}
    assert found <= set(more)


def test_without_resvg_an_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("ingenious.picture.png"), "IS_AVAILABLE", False)
    with pytest.raises(ModuleNotFoundError, match=r"pip install 'ingenious\[pictures\]'"):
        Position.new("dice", seed=1).png()


def test_what_a_picture_cannot_be_is_refused() -> None:
    position = Position.new("duel", seed=1)
    for width in (0, -5, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="the size of a picture must be above 0"):
            position.svg(width=width)
    with pytest.raises(ValueError, match="the size of a picture must be above 0"):
        position.svg(frame=(100, 0))
    with pytest.raises(ValueError, match="a picture in PNG is part of no page"):
        position.png(theme="page")
    with pytest.raises(NotationError, match="the board of this game has no space A1"):
        position.svg(arrows=[("H8", "A1")])
    no_pairs: Any
    for no_pairs in ["H8H9"], [("H8",)], ("H8", "H9"), [8]:
        with pytest.raises(NotationError, match=r"an arrow must be two spaces like \('H8', 'H9'\)"):
            position.svg(arrows=no_pairs)
    misspelled: Any = {"coordinate": True}
    with pytest.raises(TypeError, match="a picture has no option 'coordinate'"):
        position.svg(**misspelled)


def test_characters_that_xml_cannot_contain_are_replaced() -> None:
    picture = Position.new("duel").svg(names=["Ada\x00", "\ud800Ben"])
    texts = {element.text for element in ElementTree.fromstring(picture).iter()}
    assert {"Ada\ufffd", "\ufffdBen"} <= texts

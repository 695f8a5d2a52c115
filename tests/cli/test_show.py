"""`ingenious show`: prints any position of a recorded game, safely."""

import json
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ingenious.record import Record, parse, redact, to_json
from ingenious.record.position import parse_position, write_board
from ingenious.rules import PLAYERS
from ingenious.rules.board import empty_board
from ingenious.terminal.draw import ENDING_WORDS, status
from testkit.positions import play
from tests.cli.conftest import Command
from tests.cli.processes import run


def record_of(games: Path, name: str, number: int = -1) -> dict[str, Any]:
    values: dict[str, Any] = json.loads((games / name).read_text().splitlines()[number])
    return values


def write_file(folder: Path, values: dict[str, Any]) -> Path:
    file = folder / "record.jsonl"
    file.write_text(json.dumps(values) + "\n")
    return file


COLOURS = {"FORCE_COLOR": "1", "COLORTERM": "truecolor", "COLUMNS": "120"}

EMPTY_BOARD = """\
C8       R · · · · G 13
D7      · · · · · · · 13
E6     · · · · · · · · 13
F5    · · · · · · · · · 13
G4   · · · · · · · · · · 13
H3  P · · · · · · · · · B 13
I3   · · · · · · · · · · 12
J3    · · · · · · · · · 11
K3     · · · · · · · · 10
L3      · · · · · · · 9
M3       Y · · · · O 8
"""

AT_THE_OPENING = {
    "classic": ["R ●··················  0", "bag: 108 tiles", "must place a tile"],
    "solo": ["random 1: none", "bag: 120 tiles", "random 1 draws 1 next"],
    "team": ["random 1 & random 3", "random 2 & random 4", "bag: 96 tiles"],
    "duel": ["◀ random 1   random 2 ▶", "R  ·········●········· ", "bag: 108 tiles"],
    "cards": ["R ●│···│···│····  0", "face up", "hand", "deck: 44 cards   discards: 0 cards"],
    "dice": ["R ●│···│···│····  0", "dice", " rolls 4 next"],
    "tiles": ["R ●·······  0", "centre", "drawn   none", "pool    123 tiles: "],
}


@pytest.mark.parametrize("name", PLAYERS)
def test_the_opening(name: str, ingenious: Command, games: Path) -> None:
    record = record_of(games, name)
    shown = ingenious("show", games / name, "--at", 0)
    assert (shown.status, shown.err) == (0, "")
    assert shown.out.startswith(
        f"{name} for {len(record['seats'])}, edition {record['edition']}"
        f"   move 0 of {len(record['log'])}\n"
    )
    for part in AT_THE_OPENING[name]:
        assert part in shown.out


def test_the_board_names_its_spaces(ingenious: Command, games: Path) -> None:
    _, _, *rows = ingenious("show", games / "duel", "--at", 0).out.splitlines()
    assert [row[:28].rstrip() for row in rows[:11]] == EMPTY_BOARD.splitlines()


@pytest.mark.parametrize("at", [1, 2])
def test_the_tile_just_placed_stays_marked_through_the_draw(at: int, games: Path) -> None:
    placed, drawn = record_of(games, "duel")["log"][:2]
    assert "draw" in drawn
    shown = run("show", games / "duel", "--at", at, env=os.environ | COLOURS).stdout
    underlined = re.findall(rb"\x1b\[1;4;[\d;]*m([ROYGBP])", shown)
    assert sorted(b"".join(underlined).decode()) == sorted(placed["place"])


@pytest.mark.parametrize("name", PLAYERS)
def test_the_middle_and_the_last_entry(name: str, ingenious: Command, games: Path) -> None:
    record = record_of(games, name)
    log = record["log"]
    for at in range(1, len(log), len(log) // 5):
        shown = ingenious("show", games / name, "--at", at)
        assert (shown.status, shown.err) == (0, "")
        first = shown.out.splitlines()[0]
        assert f"   move {at} of {len(log)}   {record['seats'][log[at - 1]['seat']]}: " in first
        assert "Over" not in shown.out


@pytest.mark.rules("G8")
def test_a_standstill_has_a_winner() -> None:
    position = """
game: cards 2
phase: play
idle: 39
hand 0: RO OY
faceup 0: RB GB
faceup 1: GB RP
pegs 0: 3 3 3 3 3 0
pegs 1: 0 2 3 3 3 3
"""
    game, state = play(position, "play RO")
    over, first, second = status(game, state, ["Ada", "Ben"]).plain.splitlines()
    assert over == (
        "Over: no peg has moved for too long, and no player has all six pegs on 7; "
        "the player in first place wins."
    )
    assert first.startswith("1. Ada ")
    assert second.startswith("2. Ben ")


@pytest.mark.parametrize("name", PLAYERS)
def test_the_end(name: str, ingenious: Command, games: Path) -> None:
    record = record_of(games, name)
    entries, reason = len(record["log"]), record["result"]["reason"]
    shown = ingenious("show", games / name)
    assert shown == ingenious("show", games / name, "--at", entries)
    assert shown.status == 0
    over = shown.out.index(f"\n\nOver: {ENDING_WORDS[reason]}.\n1. random ")
    lines = shown.out[over:].splitlines()
    ranks = record["result"]["ranks"]
    for rank, seat in zip(ranks, record["seats"], strict=True):
        place = rank if name != "team" else min(rank, 2)
        assert any(line.startswith(f"{place}. ") and f"{seat} " in line for line in lines)


FULL = """
board:
     R R R R R G
    R R R R R R R
   R R R R R R R R
  R R R R R R R R R
 R R R R R R R R R R
P R R R R R R R R R B
 R R R R R R R R R R
  R R R R R R R R R
   R R R R R R R R
    R R R R R R R
     Y R R R R O
"""


def status_of(position: str) -> list[str]:
    game, state = parse_position(position)
    return status(game, state, ["Ada", "Ben", "Cleo", "Dov"]).plain.splitlines()


@pytest.mark.rules("D6")
def test_the_losing_team_is_second() -> None:
    rows = "\n".join(write_board(empty_board(7)))
    position = f"game: team 4\nphase: over\nending: resigned 1\nboard:\n{rows}"
    assert status_of(position)[1:] == ["1. Ada & Cleo", "2. Ben & Dov (resigned)"]


@pytest.mark.rules("E4")
@pytest.mark.parametrize(
    ("pegs", "first", "second"),
    [
        ("1 2 3 4 -1 -2", "1. Ada (4 pegs)", "2. Ben (2 pegs)"),
        ("1 0 0 0 0 0", "1. Ada (1 peg)", "2. Ben (0 pegs)"),
        (
            "2 5 9 -2 -4 -9",
            "1. Ada (3 pegs, from the lowest up 2, 5)",
            "2. Ben (3 pegs, from the lowest up 2, 4)",
        ),
        (
            "2 5 9 -3 -4 -9",
            "1. Ben (3 pegs, from the lowest up 3)",
            "2. Ada (3 pegs, from the lowest up 2)",
        ),
        ("2 5 9 -2 -5 -9", "1. Ada (3 pegs)", "1. Ben (3 pegs)"),
    ],
)
def test_a_duel_shows_what_decided_it(pegs: str, first: str, second: str) -> None:
    position = f"game: duel 2\nphase: over\npegs 0: {pegs}\nending: board-full{FULL}"
    assert status_of(position)[1:] == [first, second]


@pytest.mark.rules("A4")
def test_equal_lowest_pegs_show_the_next_ones() -> None:
    pegs = "pegs 0: 3 9 3 9 9 9\npegs 1: 3 4 18 18 18 18"
    position = f"game: classic 2\nphase: over\n{pegs}\nending: board-full{FULL}"
    assert status_of(position)[1:] == ["1. Ben (lowest 3, 4)", "2. Ada (lowest 3, 3)"]


@pytest.mark.parametrize("width", ["20", "40", "80", "200"])
@pytest.mark.parametrize("name", PLAYERS)
def test_a_terminal_of_any_width(
    name: str, width: str, ingenious: Command, games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    shown = ingenious("show", games / name)
    assert shown.status == 0
    assert max(map(len, shown.out.splitlines())) <= max(int(width), 80)


def test_the_game_of_a_file_is_counted_from_1(ingenious: Command, games: Path) -> None:
    for number in (1, 2, 3):
        entries = len(record_of(games, "tiles", number - 1)["log"])
        shown = ingenious("show", games / "tiles", "--game", number)
        assert f"move {entries} of {entries}" in shown.out


def test_the_last_game_of_a_file_is_shown_by_default(ingenious: Command, games: Path) -> None:
    assert ingenious("show", games / "tiles") == ingenious("show", games / "tiles", "--game", 3)
    assert ingenious("show", games / "match") == ingenious("show", games / "match", "--game", 6)


def test_the_games_of_a_match_are_counted_one_by_one(ingenious: Command, games: Path) -> None:
    names = []
    for number in range(1, 7):
        names.append(ingenious("show", games / "match", "--game", number).out.split(maxsplit=1)[0])
    assert names == ["cards", "dice", "tiles"] * 2


EXAMPLES = Path(__file__).parent.parent.parent / "docs" / "examples"


@pytest.mark.rules("J2")
def test_the_last_game_of_a_match_shows_how_the_match_ended(ingenious: Command) -> None:
    """Before J2 the leader who resigned had won; since then they have lost."""
    game = ["Over: one side resigned.", "1. Ben", "2. Ada (resigned)", ""]
    before = ingenious("show", EXAMPLES / "match-resigned-before.jsonl", "--game", 2)
    assert before.out.splitlines()[-7:] == [
        *game,
        "The match is over.",
        "1. Ada (8 victory points)",
        "2. Ben (5 victory points)",
    ]
    after = ingenious("show", EXAMPLES / "match-resigned.jsonl", "--game", 2)
    assert after.out.splitlines()[-7:] == [
        *game,
        "The match is over: one side resigned.",
        "1. Ben (5 victory points)",
        "2. Ada (8 victory points, resigned)",
    ]
    first = ingenious("show", EXAMPLES / "match-resigned.jsonl", "--game", 1)
    earlier = ingenious("show", EXAMPLES / "match-resigned.jsonl", "--game", 2, "--at", 3)
    assert "The match" not in first.out + earlier.out


@pytest.mark.rules("J1")
def test_an_unfinished_match_shows_the_standing(ingenious: Command, tmp_path: Path) -> None:
    values = json.loads((EXAMPLES / "match.jsonl").read_text("utf-8"))
    shown = ingenious("show", EXAMPLES / "match.jsonl", "--game", len(values["games"]))
    assert "\nThe match is over.\n1. " in shown.out
    values["challenges"].append("cards")
    shown = ingenious("show", write_file(tmp_path, values), "--game", len(values["games"]))
    assert "\nThe match after 3 of 4 challenges:\n1. " in shown.out
    values["ranks"] = values["ranks"][::-1]
    shown = ingenious("show", write_file(tmp_path, values), "--game", len(values["games"]))
    assert (shown.status, "The match" in shown.out) == (1, False)
    assert shown.err.startswith("ingenious show: ranks should be ")


def test_a_wrong_entry_of_an_earlier_game_is_reported_without_a_position(
    ingenious: Command, tmp_path: Path
) -> None:
    values = json.loads((EXAMPLES / "match.jsonl").read_text("utf-8"))
    values["games"][0]["log"][3]["seat"] = 1 - values["games"][0]["log"][3]["seat"]
    shown = ingenious("show", write_file(tmp_path, values), "--game", len(values["games"]))
    assert shown.status == 1
    assert shown.err.startswith("ingenious show: game 1: move 4: ")
    assert "--at" not in shown.err


def test_an_unfinished_challenge_shows_no_ranks_of_the_match(
    ingenious: Command, tmp_path: Path
) -> None:
    values = json.loads((EXAMPLES / "match.jsonl").read_text("utf-8"))
    running = values["games"][-1]
    running["log"], running["result"] = running["log"][:4], None
    del running["dealer"]
    shown = ingenious("show", write_file(tmp_path, values), "--game", len(values["games"]))
    assert (shown.status, "The match" in shown.out) == (0, False)


def test_a_game_that_does_not_exist_is_refused(ingenious: Command, games: Path) -> None:
    file = games / "duel"
    shown = ingenious("show", file, "--game", 4)
    assert (shown.status, shown.out) == (1, "")
    assert shown.err == f"ingenious show: there is no game 4: {file} has 3 games\n"


def test_an_entry_that_does_not_exist_is_refused(ingenious: Command, games: Path) -> None:
    entries = len(record_of(games, "duel", 2)["log"])
    shown = ingenious("show", games / "duel", "--at", 10_000)
    assert (shown.status, shown.out) == (1, "")
    assert shown.err == (
        f"ingenious show: --at must be from 0 to {entries} in this game, not 10000\n"
    )


@pytest.mark.parametrize("command", ["show", "hint"])
@pytest.mark.parametrize(
    ("option", "value", "needed"),
    [
        ("--at", "last", "expected a whole number, 0 or more, not 'last'"),
        ("--at", -1, "expected a whole number, 0 or more, not '-1'"),
        ("--game", "last", "expected a whole number, 1 or more, not 'last'"),
        ("--game", 0, "expected a whole number, 1 or more, not '0'"),
        ("--game", -1, "expected a whole number, 1 or more, not '-1'"),
        ("--game", 10**30, "expected a whole number, 1 or more with at most 12 digits, not '10"),
    ],
)
def test_an_invalid_number_is_refused(
    command: str, option: str, value: object, needed: str, ingenious: Command, games: Path
) -> None:
    shown = ingenious(command, games / "duel", option, value)
    assert (shown.status, shown.out) == (2, "")
    assert f"error: argument {option}: {needed}" in shown.err


def test_a_broken_rule_is_reported_with_the_position_before_it(
    ingenious: Command, games: Path, tmp_path: Path
) -> None:
    record = record_of(games, "duel")
    record["log"][5]["seat"] = 7
    file = write_file(tmp_path, record)
    shown = ingenious("show", file)
    assert (shown.status, shown.out) == (1, "")
    assert shown.err.startswith(f"ingenious show: {file}:1: move 6: it is seat ")
    assert shown.err.endswith("; --at 5 shows the position before it\n")
    assert ingenious("show", file, "--at", 5).status == 0


def test_an_invalid_line_is_reported_and_counted(
    ingenious: Command, games: Path, tmp_path: Path
) -> None:
    record = record_of(games, "duel")
    record["log"][5] = "a move"
    file = tmp_path / "mixed"
    good = (games / "duel").read_bytes().splitlines()[1]
    file.write_bytes(b"\n".join([b"\xff", json.dumps(record).encode(), b"[", good]))
    for number, says in [
        (1, "this is not UTF-8 text, at byte 0 of the line"),
        (2, "move 6: an entry should be an object, not 'a move'"),
        (3, "this is not JSON: Expecting value at column 2"),
    ]:
        shown = ingenious("show", file, "--game", number)
        assert shown == (1, "", f"ingenious show: {file}:{number}: {says}\n")
    assert ingenious("show", file, "--game", 4).status == 0


@pytest.mark.parametrize("name", ["classic", "cards"])
@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_redacted_record_shows_what_the_seat_knows(
    name: str, seat: int | None, ingenious: Command, games: Path, tmp_path: Path
) -> None:
    whole = parse(json.dumps(record_of(games, name)))
    assert isinstance(whole, Record)
    running = replace(whole, log=whole.log[:8], result=None)
    shown = ingenious("show", write_file(tmp_path, json.loads(to_json(redact(running, seat)))))
    assert (shown.status, shown.err) == (0, "")
    everything = ingenious("show", write_file(tmp_path, json.loads(to_json(running))))
    assert shown.out.count("?") > everything.out.count("?") == 0
    stock = r"(bag|deck): \d+ (tile|card)s?"
    found, expected = re.search(stock, shown.out), re.search(stock, everything.out)
    assert found is not None
    assert expected is not None
    assert found[0] == expected[0]
    assert shown.out.splitlines()[-1] == everything.out.splitlines()[-1]


def test_a_file_that_cannot_be_read_is_reported(ingenious: Command, tmp_path: Path) -> None:
    shown = ingenious("show", tmp_path / "missing")
    assert (shown.status, shown.out) == (2, "")
    assert shown.err.endswith("missing: No such file or directory\n")
    (tmp_path / "empty").touch()
    assert "empty contains no records" in ingenious("show", tmp_path / "empty").err


HOSTILE = [
    "\x1b[2J\x1b[H",
    "\x1b]0;title\x07",
    "\x9b31m",
    "line\nline\r",
    "\ud800 \udfff",
    "\u202eright to left\u2066",
    "\x00\x7f\b",
]


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("at", ["0", "1000"])
def test_hostile_names_never_reach_the_terminal(
    name: str, at: str, ingenious: Command, games: Path, tmp_path: Path
) -> None:
    record = record_of(games, name)
    at = str(min(int(at), len(record["log"])))
    for hostile in HOSTILE:
        record["seats"] = [f"{hostile}{seat}" for seat in range(len(record["seats"]))]
        shown = ingenious("show", write_file(tmp_path, record), "--at", at)
        assert shown.status == 0
        assert all(line.isprintable() for line in shown.out.split("\n"))
        clean = "".join(letter if letter.isprintable() else "?" for letter in hostile)
        assert f"{clean}0" in shown.out


def test_hostile_names_never_reach_a_terminal_with_colours(games: Path, tmp_path: Path) -> None:
    record = record_of(games, "duel")
    for hostile in HOSTILE[:3]:
        record["seats"] = [hostile, "[bold red]Ben[/]"]
        shown = run("show", write_file(tmp_path, record), env=os.environ | COLOURS)
        assert shown.returncode == 0
        assert b"\x1b[" in shown.stdout
        assert hostile.encode("utf-8", "surrogatepass") not in shown.stdout
        assert b"\x07" not in shown.stdout
        assert b"[bold red]Ben[/]" in shown.stdout


def test_a_long_name_is_cut(ingenious: Command, games: Path, tmp_path: Path) -> None:
    record = record_of(games, "duel")
    record["seats"][0] = "Ada" * 1000
    shown = ingenious("show", write_file(tmp_path, record))
    assert "AdaAdaAdaAdaAdaAdaAdaAd…" in shown.out
    assert "AdaAdaAdaAdaAdaAdaAdaAda" not in shown.out


def test_a_terminal_without_unicode(games: Path) -> None:
    shown = run("show", games / "duel", env=os.environ | {"PYTHONIOENCODING": "ascii"})
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert b"\n\nOver: no more tiles can be placed.\n1. " in shown.stdout

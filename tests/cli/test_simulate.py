"""`ingenious simulate`: plays whole games that are reproducible and valid."""

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from ingenious.rules import PLAYERS
from testkit.modes import MODES
from tests.cli.conftest import Command, Start
from tests.cli.processes import TIMEOUT_S, has_lines, run, wait_until


def records(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize("policy", ["random", "greedy"])
@pytest.mark.parametrize("mode", [*MODES, ("match", 2), ("match", 3), ("match", 4)])
def test_every_game_is_played_and_its_record_is_valid(
    mode: tuple[str, int], policy: str, ingenious: Command, tmp_path: Path
) -> None:
    name, players = mode
    file = tmp_path / "games.jsonl"
    played = ingenious("simulate", name, "--players", players, "--policy", policy, "--out", file)
    assert played == (0, "", "")
    assert ingenious("verify", file) == (0, "1 of 1 record is valid\n", "")
    (record,) = records(file.read_text())
    for game in record["games"] if name == "match" else [record]:
        assert game["result"] is not None
        assert game["seats"] == [f"{policy} {seat + 1}" for seat in range(players)]


@pytest.mark.parametrize("name", [*PLAYERS, "match"])
def test_the_same_seed_gives_the_same_bytes(name: str, ingenious: Command, tmp_path: Path) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    for file in (first, again):
        ingenious("simulate", name, "--games", 2, "--seed", "winter", "--out", file)
    other = ingenious("simulate", name, "--games", 2, "--seed", "summer").out
    assert first.read_bytes() == again.read_bytes()
    assert (
        first.read_bytes()
        == ingenious("simulate", name, "--games", 2, "--seed", "winter").out.encode()
    )
    assert set(other.splitlines()).isdisjoint(first.read_text().splitlines())


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_the_same_seed_gives_the_same_bytes_in_every_process(policy: str) -> None:
    games = ("simulate", "match", "--seed", "7", "--policy", policy)
    one, two = (
        run(*games, env=os.environ | {"PYTHONHASHSEED": seed}).stdout for seed in ("1", "2")
    )
    assert one == two
    assert one.endswith(b"\n")


def test_each_game_has_its_own_seed_whatever_the_number_of_games(ingenious: Command) -> None:
    three = ingenious("simulate", "tiles", "--games", 3).out.splitlines()
    five = ingenious("simulate", "tiles", "--games", 5).out.splitlines()
    assert five[:3] == three
    assert len(set(five)) == 5
    assert len({record["dealer"]["seed"] for record in records("\n".join(five))}) == 5


@pytest.mark.parametrize("seed", ["", "0", "Zoë", "a b", "\udcff", "-1"])
def test_a_seed_is_any_text(seed: str, ingenious: Command) -> None:
    played = ingenious("simulate", "dice", f"--seed={seed}")
    assert played.status == 0
    assert len(records(played.out)) == 1


@pytest.mark.rules("A2")
@pytest.mark.parametrize("start", [0, 1, 2])
def test_the_starting_seat_can_be_chosen(start: int, ingenious: Command) -> None:
    out = ingenious("simulate", "classic", "--players", 3, "--games", 4, "--start", start + 1).out
    assert [record["start"] for record in records(out)] == [start] * 4
    assert all("drew_start" not in record["dealer"] for record in records(out))


@pytest.mark.rules("A2")
def test_the_starting_seat_is_drawn_by_default(ingenious: Command) -> None:
    games = records(ingenious("simulate", "tiles", "--players", 2, "--games", 16).out)
    assert {record["start"] for record in games} == {0, 1}
    assert all(record["dealer"]["drew_start"] for record in games)


@pytest.mark.rules("J1")
@pytest.mark.parametrize("start", [0, 2])
def test_the_start_rotates_in_a_match(start: int, ingenious: Command) -> None:
    out = ingenious("simulate", "match", "--players", 3, "--start", start + 1).out
    (match,) = records(out)
    assert [game["game"] for game in match["games"]] == ["cards", "dice", "tiles"]
    assert [game["start"] for game in match["games"]] == [start, (start + 1) % 3, (start + 2) % 3]


@pytest.mark.rules("J1")
def test_the_starting_seats_of_a_match_can_be_chosen(ingenious: Command, tmp_path: Path) -> None:
    options = ("simulate", "match", "--players", 3, "--challenges", "dice,tiles,dice,dice")
    (same,) = records(ingenious(*options, "--starts", "same", "--start", 3).out)
    assert (same["starts"], same["challenges"]) == ("same", ["dice", "tiles", "dice", "dice"])
    assert [game["start"] for game in same["games"]] == [2] * 4
    file = tmp_path / "drawn"
    ingenious(*options, "--starts", "drawn", "--games", 3, "--out", file)
    drawn = [game for match in records(file.read_text()) for game in match["games"]]
    assert all(game["dealer"]["drew_start"] for game in drawn)
    assert {game["start"] for game in drawn} == {0, 1, 2}
    assert ingenious("verify", file).status == 0


def test_the_challenges_of_a_match_can_be_chosen(ingenious: Command) -> None:
    (match,) = records(ingenious("simulate", "match", "--challenges", "tiles,tiles,dice").out)
    assert [game["game"] for game in match["games"]] == ["tiles", "tiles", "dice"]
    assert match["games"][0]["log"] != match["games"][1]["log"]


@pytest.mark.rules("B17")
@pytest.mark.parametrize("name", ["classic", "solo", "team"])
def test_the_edition_can_be_chosen(name: str, ingenious: Command) -> None:
    (usual,) = records(ingenious("simulate", name).out)
    (old,) = records(ingenious("simulate", name, "--edition", "2004").out)
    assert (usual["edition"], old["edition"]) == ("2023", "2004")
    assert old["log"] == usual["log"]


@pytest.mark.rules("H2")
def test_the_opening_roll_can_be_left_out(ingenious: Command, tmp_path: Path) -> None:
    file = tmp_path / "dice"
    assert ingenious("simulate", "dice", "--no-opening-roll", "--out", file).status == 0
    assert ingenious("simulate", "match", "--no-opening-roll").status == 0
    (record,) = records(file.read_text())
    assert (record["options"], record["deal"]) == ({"opening_roll": False}, {})
    assert ingenious("verify", file).status == 0


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("", "the following arguments are required: GAME"),
        ("chess", "invalid choice: 'chess' (choose from"),
        ("classic --players 5", "classic is for 2, 3 or 4 players, not 5"),
        ("classic --players 0", "expected a whole number, 1 or more, not '0'"),
        ("classic --players two", "expected a whole number, 1 or more, not 'two'"),
        ("solo --players 2", "solo is for 1 player, not 2"),
        ("match --players 1", "cards is for 2, 3 or 4 players, not 1"),
        ("classic --games 0", "expected a whole number, 1 or more, not '0'"),
        ("classic --games -1", "expected a whole number, 1 or more, not '-1'"),
        ("classic --games 1.0", "expected a whole number, 1 or more, not '1.0'"),
        (
            "classic --games 1000000000000000",
            "expected a whole number, 1 or more with at most 12 digits, not",
        ),
        ("classic --policy clever", "invalid choice: 'clever' (choose from"),
        ("classic --edition 1999", "invalid choice: '1999' (choose from"),
        ("duel --edition 2004", "the edition of duel must be '2023', not '2004'"),
        ("match --edition 2023", "the edition of cards must be '2010', not '2023'"),
        ("classic --start 3", "--start must be a seat from 1 to 2, not 3"),
        ("classic --start 0", "expected a whole number, 1 or more, not '0'"),
        ("classic --start -1", "expected a whole number, 1 or more, not '-1'"),
        ("match --start 3", "--start must be a seat from 1 to 2, not 3"),
        ("classic --no-opening-roll", "--no-opening-roll only applies to the Dice Challenge"),
        (
            "match --challenges cards,tiles --no-opening-roll",
            "--no-opening-roll only applies to the Dice",
        ),
        (
            "match --challenges cards,duel",
            "the challenges of a match must be from cards, dice, tiles, not 'cards,duel'",
        ),
        ("match --challenges cards", "a match must have 2 to 12 challenges, not 1"),
        (f"match --challenges {','.join(['dice'] * 13)}", "2 to 12 challenges, not 13"),
        ("dice --starts same", "--starts only applies to a match"),
        ("match --starts next", "invalid choice: 'next' (choose from"),
        (
            "match --challenges=",
            "the challenges of a match must be from cards, dice, tiles, not ''",
        ),
        ("duel --bots 9", "--bots: '9' is neither a bot nor a command; the bots are 1, 2,"),
        ("duel --bots 1,2,3", "duel is for 2 players, not 3"),
        (
            "classic --players 3 --bots 1,2",
            "--bots must name one bot for all seats, or 3, one for each seat, not 2",
        ),
        ("match --bots denial", "denial only plays the board games, not cards"),
        ("duel --bots 1 --bots 2", "argument --bots: give all bots at once, separated by commas"),
        ("duel --bots 1 --policy greedy", "argument --policy: not allowed with argument --bots"),
        ("duel --jobs 0", "expected a whole number, 1 or more, not '0'"),
        ("classic --colour red", "unrecognized arguments: --colour red"),
    ],
)
def test_wrong_options_say_what_is_allowed(
    options: str, says: str, ingenious: Command, tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    wrong = ingenious("simulate", *options.split(), "--out", file)
    assert (wrong.status, wrong.out) == (2, "")
    assert says in wrong.err
    assert not file.exists()


def test_a_file_that_cannot_be_written_is_reported(ingenious: Command, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing" / "games.jsonl"):
        wrong = ingenious("simulate", "dice", "--out", path)
        assert (wrong.status, wrong.out) == (2, "")
        assert wrong.err.startswith(f"ingenious simulate: cannot write {path}: ")
        assert wrong.err.endswith("; 0 complete records written\n")


def test_an_existing_file_is_replaced(ingenious: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("x" * 100_000)
    assert ingenious("simulate", "tiles", "--out", file).status == 0
    assert len(records(file.read_text())) == 1


@pytest.mark.parametrize(
    ("options", "jobs"), [(("duel", "--policy", "greedy"), 3), (("match", "--bots", "random"), 2)]
)
def test_the_number_of_processes_does_not_change_the_games(
    options: tuple[str, ...], jobs: int, ingenious: Command, tmp_path: Path
) -> None:
    one, file = ingenious("simulate", *options, "--games", 5).out, tmp_path / "games"
    done = run("simulate", *options, "--games", 5, "--jobs", jobs, "--out", file)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert file.read_text() == one


def test_a_bot_for_all_seats_is_a_policy(ingenious: Command) -> None:
    by_policy = ingenious("simulate", "team", "--policy", "greedy")
    assert ingenious("simulate", "team", "--bots", "greedy") == by_policy
    assert ingenious("simulate", "team", "--bots", "greedy, greedy,greedy,greedy") == by_policy


def test_every_seat_can_have_another_bot(ingenious: Command, program: str, tmp_path: Path) -> None:
    file, other = tmp_path / "games", tmp_path / "other"
    bots = f"1,greedy,{program}"
    played = ingenious("simulate", "cards", "--bots", bots, "--games", 2, "--out", file)
    assert played == (0, "", "")
    for record in records(file.read_text()):
        first, second, third = record["seats"]
        assert (first, second) == ("Newcomer 1", "greedy 2")
        assert third == f"{program} 3"
    assert ingenious("verify", file).out == "2 of 2 records are valid\n"
    run("simulate", "cards", "--bots", bots, "--games", 2, "--jobs", 2, "--out", other)
    assert other.read_text() == file.read_text()


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_program_without_an_answer_ends_the_command(jobs: int, ingenious: Command) -> None:
    program = f"{sys.executable} -c 'print({{}})'"
    wrong = ingenious(
        *("simulate", "duel", "--bots", f'random,"{program}"', "--games", 2, "--jobs", jobs)
    )
    assert (wrong.status, wrong.out) == (1, "")
    assert wrong.err.startswith(f"ingenious simulate: {program} 2 at move ")
    assert wrong.err.endswith("; 0 complete records written\n")


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_processes_end_with_the_command(
    sent: signal.Signals, start_command: Start, tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    process = start_command(
        *("simulate", "dice", "--games", 10**6, "--jobs", 2, "--out", file), process_group=0
    )
    wait_until(has_lines(file, 3))
    process.send_signal(sent)
    _, stderr = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == (130 if sent == signal.SIGINT else -sent)
    assert stderr.startswith(b"interrupted: ") == (sent == signal.SIGINT)

    def is_gone() -> bool:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return True
        return False

    wait_until(is_gone)

"""`ingenious arena`: tournaments, reported as a table and as JSON."""

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command, Start
from tests.cli.processes import TIMEOUT_S, has_lines, run, wait_until

BOTS = ("--bots", "greedy,random")
ONE_JOB = ("--jobs", 1)

ANSWERS_ONCE = """
import json
from random import Random

from ingenious.bots import at_random
from ingenious.bots.engine_protocol import read_question, write_answer
from ingenious.bots.determinize import determinized_state

record, seat, _ = read_question(input())
decision = at_random(record.game, determinized_state(record, lambda n: 0), Random(0))
print(json.dumps({"entry": write_answer(seat, decision)}), flush=True)
while input():
    print(json.dumps({"error": "no more"}), flush=True)
"""


def without_times(report: dict[str, Any]) -> dict[str, Any]:
    for bot in report["bots"]:
        del bot["ms"]
    del report["seconds"]
    return report


def test_the_table(ingenious: Command) -> None:
    shown = ingenious("arena", "dice", *BOTS, "--games", 5, *ONE_JOB)
    assert (shown.status, shown.err) == (0, "")
    lines = [line.strip() for line in shown.out.splitlines() if line.strip()]
    heads = " ".join(lines[0].split())
    assert heads == "bot Elo 95 % score 95 % won/tied/lost ms"
    assert lines[2].startswith("greedy ")
    assert lines[3].startswith("random ")
    assert lines[4] == "dice for 2, seed 0: 3 of 3 groups, 6 games"
    assert lines[5] == "Elo: random is 0; a fair share is 50 % of the points"


def test_the_table_of_several_bots_shows_each_pairing(ingenious: Command) -> None:
    shown = ingenious("arena", "dice", "--bots", "random,greedy,random", "--games", 2, *ONE_JOB)
    assert shown.status == 0
    assert "random #2" in shown.out
    assert "score against" in shown.out
    assert "3 of 3 groups, 6 games" in shown.out


def test_solo_tournaments_compare_the_lowest_peg(ingenious: Command) -> None:
    shown = ingenious("arena", "solo", *BOTS, "--games", 3, *ONE_JOB)
    assert shown.status == 0
    assert "lowest peg" in shown.out
    assert "ahead: compared with random on the same deals" in shown.out
    assert "Elo" not in shown.out
    single = ingenious("arena", "solo", "--bots", "random", "--games", 1, *ONE_JOB)
    assert single.status == 0
    assert "on the same deals" not in single.out
    row = next(line for line in single.out.splitlines() if line.startswith(" random"))
    assert row.split()[2] == "?"  # the interval of one number


def test_the_whole_report_as_json(ingenious: Command) -> None:
    arguments = (
        "arena",
        "dice",
        "--players",
        3,
        *BOTS,
        "--games",
        4,
        "--seed",
        "a b",
        "--json",
        "-",
    )
    result = ingenious(*arguments, *ONE_JOB)
    assert result.status == 0
    assert "a fair share is 33.3 % of the points" in result.err
    report = json.loads(result.out)
    assert report["format"] == "ingenious-arena/1"
    assert report["command"] == (
        "ingenious arena dice --players 3 --bot greedy --bot random --games 4 --seed 'a b'"
    )
    assert (report["game"], report["players"], report["ended"]) == ("dice", 3, "complete")
    assert (report["planned_groups"], report["sprt"], report["encounters"]) == (2, None, [])
    assert report["anchor"] == {"bot": "random", "elo": 0}
    assert set(report["machine"]) == {"python", "numba", "numpy", "architecture", "cores"}
    best, worst = report["bots"]
    assert (best["name"], worst["name"]) == ("greedy", "random")
    assert (best["games"], worst["games"]) == (6, 12)
    assert best["won"] + best["tied"] + best["lost"] == 6
    assert best["score"]["interval"][0] <= best["score"]["value"] <= best["score"]["interval"][1]
    assert best["elo"]["interval"][0] < best["elo"]["value"] < best["elo"]["interval"][1]
    assert best["decisions"] > 0
    assert best["ms"]["mean"] > 0
    assert best["ms"]["95th percentile"] > 0
    first, second = report["groups"]
    assert (first["number"], second["number"]) == (0, 1)
    assert len(first["seed"]) == 64
    assert first["seed"] != second["seed"]
    seats = [game["sides"].index("greedy") for game in first["games"]]
    assert sorted(seats) == [0, 1, 2]
    assert all(sum(game["points"]) == pytest.approx(1) for game in first["games"])


def test_the_same_seed_is_the_same_tournament_on_more_processes(
    ingenious: Command, tmp_path: Path
) -> None:
    reports = []
    for jobs in (1, 2):
        file = tmp_path / f"{jobs}.json"
        arguments = ("--games", 40, "--sprt", "0,300", "--jobs", jobs, "--json", file)
        done = ingenious("arena", "dice", *BOTS, *arguments)
        assert done.status == 0
        assert "greedy is stronger than random by more than 0" in done.out
        reports.append(without_times(json.loads(file.read_text())))
    assert reports[0] == reports[1]
    assert reports[0]["ended"] == "decided"
    assert reports[0]["sprt"]["verdict"] == "elo1"
    assert reports[0]["sprt"]["groups"] == len(reports[0]["groups"]) < 20


def test_elo_may_be_measured_from_any_bot(ingenious: Command) -> None:
    arguments = ("dice", *BOTS, "--games", 2, *ONE_JOB)
    shown = ingenious("arena", *arguments, "--anchor", "greedy=1000")
    assert "Elo: greedy is 1000" in shown.out


def test_the_records_are_valid(ingenious: Command, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    done = ingenious("arena", "cards", *BOTS, "--games", 4, *ONE_JOB, "--records", file)
    assert done.status == 0
    assert ingenious("verify", file) == (0, "4 of 4 records are valid\n", "")
    games = [json.loads(line) for line in file.read_text().splitlines()]
    assert [game["seats"] for game in games] == [["greedy", "random"], ["random", "greedy"]] * 2
    assert games[0]["deal"] == games[1]["deal"] != games[2]["deal"]
    assert games[0]["start"] == games[1]["start"]


def test_a_program_can_play(ingenious: Command, program: str) -> None:
    done = ingenious("arena", "dice", "--bots", "random", "--bot", program, "--games", 2, *ONE_JOB)
    assert done.status == 0
    assert "forfeited" not in done.out


def test_a_program_that_cannot_play_is_refused(ingenious: Command) -> None:
    wrong = ingenious("arena", "duel", "--bots", "true,random", *ONE_JOB)
    assert (wrong.status, wrong.out) == (2, "")
    assert wrong.err == "ingenious arena: true cannot play duel: the process ended\n"


def test_a_program_that_stops_answering_forfeits(ingenious: Command, tmp_path: Path) -> None:
    """The program answers only its first question, which is the same in every process."""
    file, program = tmp_path / "games.jsonl", tmp_path / "once.py"
    program.write_text(ANSWERS_ONCE)
    done = ingenious(
        *("arena", "duel", "--bot", f"{sys.executable} {program}", "--bots", "random"),
        *(*ONE_JOB, "--games", 2, "--records", file),
    )
    assert done.status == 0
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    move = len(lines[0]["log"])  # the last one is that it resigned
    reason = "it reported an error: 'no more'"
    assert f"forfeited 2 games, first game 1 (group 1) at move {move}: {reason}" in " ".join(
        done.out.split()
    )
    assert ingenious("verify", file).status == 0
    assert sorted(line["forfeit"]["seat"] for line in lines) == [0, 1]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("chess --bots 1,2", "invalid choice: 'chess'"),
        ("classic", "classic needs at least two bots, for example --bots 5,4"),
        ("classic --bots random", "classic needs at least two bots"),
        ("solo", "solo needs at least one bot"),
        ("classic --players 5 --bots random,random", "classic is for 2, 3 or 4 players, not 5"),
        ("team --players 2 --bots random,random", "team is for 4 players, not 2"),
        ("duel --bots random,nobody-knows-it", "'nobody-knows-it' is neither a bot nor a command"),
        ("duel --bots random,", "'' is neither a bot nor a command"),
        ("duel --bots 6,random", "'6' is neither a bot nor a command"),
        ("duel --bots random,random --games 0", "expected a whole number, 1 or more, not '0'"),
        ("duel --bots random,random --seconds -1", "from 0 to 1000000, not '-1'"),
        ("duel --bots random,random --seconds nan", "from 0 to 1000000, not 'nan'"),
        ("duel --bots random,random --playouts x", "expected a whole number, 0 or more, not 'x'"),
        ("duel --bots random,random --sprt 5", "the smaller one first, not '5'"),
        ("duel --bots random,random --sprt 5,0", "the smaller one first, not '5,0'"),
        ("duel --bots random,random --sprt 0,1e6", "two numbers from -5000 to 5000"),
        ("duel --bots random,random --seconds 1e10", "from 0 to 1000000, not '1e10'"),
        ("dice --bots points,greedy", "points only plays the board games, not dice"),
        ("duel --bots random,random,greedy --sprt 0,5", "--sprt needs exactly two bots"),
        ("solo --bots random,random --sprt 0,5", "--sprt needs exactly two bots, in a game with"),
        (
            "duel --bots random,greedy --anchor luck=5",
            "--anchor must be one of the bots with its Elo",
        ),
        ("duel --bots random,greedy --anchor greedy=x", "its Elo, for example greedy=0"),
        ("duel --bots random,greedy --anchor greedy=nan", "--anchor must be one of the bots"),
        ("duel --bots random,greedy --jobs 0", "expected a whole number, 1 or more, not '0'"),
        ("duel --bots random,greedy --json - --records -", "cannot both write to standard output"),
        ("duel --bots random,greedy --json /missing/x", "cannot write /missing/x: No such file"),
        ("duel --bots random,greedy --ray 127.0.0.1:1", "no Ray cluster at 127.0.0.1:1: "),
    ],
)
def test_wrong_options_say_what_is_allowed(options: str, says: str, ingenious: Command) -> None:
    wrong = ingenious("arena", *options.split())
    assert (wrong.status, wrong.out) == (2, "")
    assert says in wrong.err
    assert "Traceback" not in wrong.err


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_tournament_prints_the_table_so_far(
    jobs: int, start_command: Start, tmp_path: Path
) -> None:
    records, report = tmp_path / "records", tmp_path / "report"
    files = ("--records", records, "--json", report)
    out = (tmp_path / "out").open("wb")
    with out:
        process = start_command(
            "arena", "dice", *BOTS, "--games", 10**6, "--jobs", jobs, *files, stdout=out
        )
    wait_until(has_lines(records, 4))
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=TIMEOUT_S)
    assert (process.returncode, stderr) == (130, b"interrupted\n")
    assert b"of 500000 groups" in (tmp_path / "out").read_bytes()
    values = json.loads(report.read_text())
    assert values["ended"] == "interrupted"
    assert len(values["groups"]) >= 2


def test_a_terminal_shows_the_progress() -> None:
    done = run(
        "arena", "dice", *BOTS, "--games", 6, *ONE_JOB, env=os.environ | {"FORCE_COLOR": "1"}
    )
    assert done.returncode == 0
    assert b"0 of 3 groups" in done.stderr
    assert b"3 of 3 groups" in done.stdout


def test_without_ray_the_error_says_how_to_install_it(
    ingenious: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    wrong = ingenious("arena", "dice", *BOTS, "--ray", "local")
    assert (wrong.status, wrong.out) == (2, "")
    assert wrong.err == (
        "ingenious arena: Ray is not installed; run: pip install 'ingenious[ray]'\n"
    )


def test_a_local_ray_cluster_plays_the_same_tournament(
    ingenious: Command, tmp_path: Path, ray_environment: dict[str, str]
) -> None:
    here, there = tmp_path / "here.json", tmp_path / "there.json"
    arguments = ("arena", "dice", *BOTS, "--games", 6)
    assert ingenious(*arguments, *ONE_JOB, "--json", here).status == 0
    done = run(*arguments, "--jobs", 2, "--ray", "local", "--json", there, env=ray_environment)
    assert done.returncode == 0, done.stderr
    assert without_times(json.loads(there.read_text())) == without_times(
        json.loads(here.read_text())
    )


@pytest.mark.rules("H2", "B17")
def test_options_of_the_rulebooks_can_be_chosen(ingenious: Command, tmp_path: Path) -> None:
    options = ("--bots", "greedy,random", "--games", 2, *ONE_JOB, "--json", "-")
    dice = ingenious("arena", "dice", "--no-opening-roll", *options, "--records", tmp_path / "dice")
    assert dice.status == 0
    report = json.loads(dice.out)
    assert report["options"] == {"opening_roll": False}
    assert " --no-opening-roll " in report["command"]
    records = [json.loads(line) for line in (tmp_path / "dice").read_text().splitlines()]
    assert {json.dumps(record["deal"]) for record in records} == {"{}"}
    assert ingenious("verify", tmp_path / "dice").status == 0
    classic = ingenious("arena", "classic", "--edition", 2004, *options)
    assert json.loads(classic.out)["edition"] == "2004"
    wrong = ingenious("arena", "cards", "--no-opening-roll", *options)
    assert (wrong.status, wrong.out) == (2, "")
    assert "cards has no option opening_roll" in wrong.err

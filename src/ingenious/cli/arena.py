"""`ingenious arena`: play bots against each other and rate them."""

import argparse
import json
import math
import shlex
import sys
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass

from rich.console import Console
from rich.live import Live

from ..arena.processes import on_processes
from ..arena.ray_pool import on_ray
from ..arena.render import render
from ..arena.report import report
from ..arena.roster import warm_up_player
from ..arena.sprt import Sprt
from ..arena.standings import Anchor, Standings
from ..arena.tournament import Arena, ArenaError, Group, Groups, Setting, Tournament
from ..bots.baselines import BASELINES, can_play
from ..bots.engine_protocol import Forfeit, Program
from ..bots.players import player
from ..bots.question import Budget
from ..kernel.cores import cores
from ..rules import PLAYERS, AnyGame, UnknownGame, game
from .console import output_console
from .errors import PROGRAM, CommandError
from .files import WholeLines
from .options import (
    add_bots_option,
    add_game_options,
    positive_number,
    seconds,
    whole_number,
)

DEFAULT_GAMES = 100
MAX_ELO = 5000
REDRAW_S = 0.25
"""How often the table is drawn while games are played."""


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the description and the options of the command."""
    parser.description = "Play bots against each other, every deal from every seat, and rate them."
    parser.add_argument("game", metavar="GAME", choices=list(PLAYERS), help=", ".join(PLAYERS))
    parser.add_argument(
        "--players",
        type=positive_number,
        metavar="N",
        help="number of players (default: the fewest)",
    )
    add_game_options(parser, "play the Dice Challenge without the opening roll")
    _add_bot_options(parser)
    parser.add_argument(
        "--games",
        type=positive_number,
        default=DEFAULT_GAMES,
        metavar="K",
        help="games at each table, or of each bot in solo; rounded up to whole groups"
        f" (default: {DEFAULT_GAMES})",
    )
    parser.add_argument(
        "--seed",
        default="0",
        metavar="S",
        help="any text; the same seed always gives the same deals",
    )
    _add_rating_options(parser)
    parser.add_argument(
        "--jobs",
        type=positive_number,
        metavar="J",
        help="number of processes (default: one per core)",
    )
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on the Ray cluster with this address; 'local' starts one on this machine",
    )
    parser.add_argument(
        "--json", metavar="FILE", help="write all results as JSON ('-': standard output)"
    )
    parser.add_argument("--records", metavar="FILE", help="write the records of all games")
    parser.set_defaults(run=run)


def _add_bot_options(parser: argparse.ArgumentParser) -> None:
    add_bots_option(parser, "levels 1 to 5, names of baselines, or commands, separated by commas")
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="COMMAND",
        help="one more bot, which may contain commas; can be given several times",
    )
    parser.add_argument("--seconds", type=seconds, metavar="S", help="thinking time per decision")
    parser.add_argument("--playouts", type=whole_number, metavar="P", help="playouts per decision")


def _add_rating_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sprt",
        type=_two_elos,
        metavar="ELO0,ELO1",
        help="stop as soon as it is clear whether the first of two bots is ELO0 or ELO1 stronger",
    )
    parser.add_argument(
        "--anchor",
        metavar="BOT=ELO",
        help="the bot whose Elo is fixed (default: the last bot, at 0)",
    )


def _two_elos(text: str) -> tuple[float, float]:
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        elo0, elo1 = math.nan, math.nan
    if not -MAX_ELO <= elo0 < elo1 <= MAX_ELO:
        raise argparse.ArgumentTypeError(
            f"expected two numbers from {-MAX_ELO} to {MAX_ELO}, the smaller one first, "
            f"not {text!r}"
        )
    return elo0, elo1


@dataclass(frozen=True, slots=True)
class _Plan:
    """What the options ask for, after they have been checked."""

    tournament: Tournament
    standings: Standings
    arena: Arena
    command: str


def run(arguments: argparse.Namespace) -> int:
    """Play the games, show the table, and write results and records."""
    try:
        plan = _plan(arguments)
        with ExitStack() as stack:
            records = _opened(stack, arguments.records)
            results_file = _opened(stack, arguments.json)
            began, status = time.monotonic(), 0
            try:
                with closing(_play_and_show(plan)) as groups:
                    for group in groups:
                        _write_records(records, group)
            except KeyboardInterrupt:
                status = 130
            except ArenaError as error:
                if not plan.tournament.groups:
                    raise
                print(f"{PROGRAM} arena: {error}", file=sys.stderr)
                status = 1
            # Standard output may be used for the results.
            _show(plan, to_stderr="-" in (arguments.records, arguments.json))
            if results_file is not None:
                seconds = time.monotonic() - began
                results = report(plan.tournament, plan.standings, plan.command, seconds)
                results_file.write(json.dumps(results))
    except (ArenaError, UnknownGame) as error:
        raise CommandError(error) from error
    if status == 130:
        print("interrupted", file=sys.stderr)
    return status


def _plan(arguments: argparse.Namespace) -> _Plan:
    """Check the options before anything is played or written."""
    options = {"opening_roll": False} if arguments.no_opening_roll else {}
    rules = game(arguments.game, arguments.players, arguments.edition, options)
    sides = len(rules.sides)
    specs = (*arguments.bots, *arguments.bot)
    if len(specs) < min(sides, 2):
        raise ArenaError(
            f"{rules.name} needs at least {'two bots' if sides > 1 else 'one bot'}, "
            "for example --bots 5,4"
        )
    if arguments.sprt is not None and (sides == 1 or len(specs) != 2):
        raise ArenaError("--sprt needs exactly two bots, in a game with opponents")
    if arguments.json == arguments.records == "-":
        raise ArenaError("--json and --records cannot both write to standard output")
    for spec in specs:
        if spec in BASELINES and not can_play(spec, rules):
            raise ArenaError(f"{spec} only plays the board games, not {rules.name}")
    budget = Budget(arguments.seconds, arguments.playouts)
    setting = Setting(
        game=rules.name,
        players=rules.players,
        specs=specs,
        names=_names(rules, specs, budget),
        budget=budget,
        seed=arguments.seed,
        keeps_records=arguments.records is not None,
        edition=rules.edition,
        opening_roll=not arguments.no_opening_roll,
    )
    test = None
    if arguments.sprt is not None:
        elo0, elo1 = arguments.sprt
        test = Sprt(elo0, elo1, sides)
    return _Plan(
        tournament=Tournament.of(setting, arguments.games, test),
        standings=Standings(setting, _anchor(arguments.anchor, setting)),
        arena=_arena(arguments.ray, arguments.jobs),
        command=_command(arguments, setting),
    )


def _names(rules: AnyGame, specs: tuple[str, ...], budget: Budget) -> tuple[str, ...]:
    """The names of the bots; a repeated bot gets a number after its name.

    A program that cannot answer the first question of a game is refused.
    """
    names: list[str] = []
    for spec in specs:
        try:
            with closing(player(spec, budget)) as bot:
                name = bot.name
                if isinstance(bot, Program) and spec not in specs[: len(names)]:
                    warm_up_player(rules, bot, 0)
        except ValueError as error:
            raise ArenaError(str(error)) from error
        except Forfeit as error:
            raise ArenaError(f"{spec} cannot play {rules.name}: {error}") from error
        repeats = sum(known == name or known.startswith(f"{name} #") for known in names)
        names.append(f"{name} #{repeats + 1}" if repeats else name)
    return tuple(names)


def _anchor(text: str | None, setting: Setting) -> Anchor:
    if text is None:
        return Anchor(len(setting.specs) - 1)
    name, _, written = text.rpartition("=")
    for bot, known in enumerate(zip(setting.specs, setting.names, strict=True)):
        if name in known:
            try:
                elo = float(written)
            except ValueError:
                break
            if math.isfinite(elo):
                return Anchor(bot, elo)
    raise ArenaError(
        f"--anchor must be one of the bots with its Elo, for example {setting.specs[-1]}=0"
    )


def _arena(ray: str | None, jobs: int | None) -> Arena:
    if ray is not None:
        return on_ray(ray, jobs)
    return on_processes(jobs or cores())


def _command(arguments: argparse.Namespace, setting: Setting) -> str:
    """The command that plays this again."""
    words = ["ingenious", "arena", setting.game, "--players", str(setting.players)]
    for spec in setting.specs:
        words += ["--bot", spec]
    if arguments.no_opening_roll:
        words.append("--no-opening-roll")
    for option in ("edition", "games", "seed", "seconds", "playouts", "anchor"):
        if (value := getattr(arguments, option)) is not None:
            words += [f"--{option}", str(value)]
    if arguments.sprt is not None:
        words.append("--sprt={:g},{:g}".format(*arguments.sprt))
    return shlex.join(words)


def _opened(stack: ExitStack, path: str | None) -> WholeLines | None:
    return None if path is None else stack.enter_context(WholeLines(path))


def _write_records(records: WholeLines | None, group: Group) -> None:
    if records is not None:
        for played in group.games:
            assert played.record is not None, "the setting asks for records"
            records.write(played.record)


def _play_and_show(plan: _Plan) -> Groups:
    """The groups as they are counted; a terminal shows a table that is updated."""
    console = Console(stderr=True)
    live = Live(console=console, transient=True, auto_refresh=False)
    groups = plan.tournament.play(plan.arena)
    with ExitStack() as stack:
        stack.enter_context(closing(groups))
        if console.is_terminal:
            stack.enter_context(live)
            live.update(render(plan.tournament, plan.standings), refresh=True)
        drawn = time.monotonic()
        for group in groups:
            plan.standings.add(group)
            yield group
            if live.is_started and time.monotonic() > drawn + REDRAW_S:
                live.update(render(plan.tournament, plan.standings), refresh=True)
                drawn = time.monotonic()


def _show(plan: _Plan, *, to_stderr: bool) -> None:
    """Print the final table."""
    output_console(stderr=to_stderr).print(render(plan.tournament, plan.standings))

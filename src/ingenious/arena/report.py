"""A tournament as JSON values."""

from dataclasses import asdict
from typing import Any

from .. import __version__
from ..perf.machine import machine
from .ratings import Estimate
from .sprt import ALPHA, BETA, LOWER, UPPER, Sprt
from .standings import Encounter, Standing, Standings
from .tournament import Group, Tournament

FORMAT = "ingenious-arena/1"


def report(
    tournament: Tournament, standings: Standings, command: str, seconds: float
) -> dict[str, Any]:
    """Everything that is known of a tournament; without the times, the same for the same seed."""
    setting = tournament.setting
    return {
        "format": FORMAT,
        "command": command,
        "version": __version__,
        "machine": machine(),
        "game": setting.game,
        "players": setting.players,
        "edition": setting.rules.edition,
        "options": dict(setting.rules.options),
        "seed": setting.seed,
        "budget": asdict(setting.budget),
        "seconds": round(seconds, 3),
        "ended": _ended(tournament),
        "planned_groups": tournament.planned,
        "anchor": {"bot": setting.names[standings.anchor.bot], "elo": standings.anchor.elo},
        "bots": [_bot(tournament, row) for row in standings.rows()],
        "encounters": [_encounter(tournament, pair) for pair in standings.encounters()],
        "sprt": None if tournament.test is None else _sprt(tournament.test),
        "groups": [_group(tournament, group) for group in tournament.groups],
    }


def _ended(tournament: Tournament) -> str:
    if tournament.is_decided:
        return "decided"
    return "complete" if len(tournament.groups) == tournament.planned else "interrupted"


def _estimate(estimate: Estimate | None) -> dict[str, Any] | None:
    if estimate is None:
        return None
    known = float("-inf") < estimate.low
    interval = [round(estimate.low, 5), round(estimate.high, 5)] if known else None
    return {"value": round(estimate.value, 5), "interval": interval}


def _bot(tournament: Tournament, row: Standing) -> dict[str, Any]:
    return {
        "name": tournament.setting.names[row.bot],
        "bot": tournament.setting.specs[row.bot],
        "games": row.balance.games,
        **(_solo(row) if tournament.setting.sides == 1 else _contest(row)),
        "decisions": row.decisions,
        "ms": {"mean": row.mean_ms, "95th percentile": row.late_ms},
        "forfeits": row.forfeits,
        "first_forfeit": row.first_forfeit,
    }


def _contest(row: Standing) -> dict[str, Any]:
    return {
        **asdict(row.balance),
        "score": _estimate(row.share),
        "elo": _estimate(row.elo),
    }


def _solo(row: Standing) -> dict[str, Any]:
    return {"lowest": _estimate(row.lowest), "ahead": _estimate(row.ahead)}


def _encounter(tournament: Tournament, pair: Encounter) -> dict[str, Any]:
    return {
        "bots": [tournament.setting.names[bot] for bot in pair.bots],
        "games": pair.balance.games,
        **asdict(pair.balance),
        "score": _estimate(pair.share),
        "elo": _estimate(pair.elo),
    }


def _sprt(test: Sprt) -> dict[str, Any]:
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": ALPHA,
        "beta": BETA,
        "groups": test.groups,
        "log_likelihood_ratio": round(test.ratio, 5),
        "bounds": [round(LOWER, 5), round(UPPER, 5)],
        "verdict": test.verdict,
    }


def _group(tournament: Tournament, group: Group) -> dict[str, Any]:
    names = tournament.setting.names
    return {
        "number": group.number,
        "seed": tournament.setting.secret(group.number).hex(),
        "start": group.games[0].start,
        "games": [
            {
                "sides": [names[bot] for bot in game.lineup],
                "points": list(game.points),
                "lowest": list(game.lowest),
                "reason": game.reason,
            }
            for game in group.games
        ],
    }

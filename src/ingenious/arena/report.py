"""A tournament as JSON values."""

from dataclasses import asdict

from .. import __version__
from ..perf.machine import machine
from ..record.model import JsonObject
from .ratings import Estimate
from .sprt import ALPHA, BETA, LOWER_BOUND, UPPER_BOUND, Sprt
from .standings import BotStanding, Encounter, Standings
from .tournament import Group, Tournament

FORMAT = "ingenious-arena/1"


def report(
    tournament: Tournament, standings: Standings, command: str, seconds: float
) -> JsonObject:
    """All results of a tournament; except for the times, they depend only on the seed."""
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


def _estimate(estimate: Estimate | None) -> JsonObject | None:
    if estimate is None:
        return None
    interval = [round(estimate.low, 5), round(estimate.high, 5)] if estimate.is_known else None
    return {"value": round(estimate.value, 5), "interval": interval}


def _bot(tournament: Tournament, row: BotStanding) -> JsonObject:
    return {
        "name": tournament.setting.names[row.bot],
        "bot": tournament.setting.specs[row.bot],
        "games": row.balance.games,
        **(_solo(row) if tournament.setting.sides == 1 else _contest(row)),
        "decisions": row.decisions,
        "ms": {"mean": row.mean_ms, "95th percentile": row.late_ms},
        "forfeits": row.forfeits,
        "first_forfeit": None if row.first_forfeit is None else asdict(row.first_forfeit),
    }


def _contest(row: BotStanding) -> JsonObject:
    return {
        **asdict(row.balance),
        "score": _estimate(row.share),
        "elo": _estimate(row.elo),
    }


def _solo(row: BotStanding) -> JsonObject:
    return {"lowest": _estimate(row.lowest), "ahead": _estimate(row.ahead)}


def _encounter(tournament: Tournament, pair: Encounter) -> JsonObject:
    return {
        "bots": [tournament.setting.names[bot] for bot in pair.bots],
        "games": pair.balance.games,
        **asdict(pair.balance),
        "score": _estimate(pair.share),
        "elo": _estimate(pair.elo),
    }


def _sprt(test: Sprt) -> JsonObject:
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": ALPHA,
        "beta": BETA,
        "groups": test.groups,
        "log_likelihood_ratio": round(test.ratio, 5),
        "bounds": [round(LOWER_BOUND, 5), round(UPPER_BOUND, 5)],
        "verdict": test.verdict,
    }


def _group(tournament: Tournament, group: Group) -> JsonObject:
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

"""Reasons in English. The words are in `english.json`, which the pages use too."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from ...rules.game import Sides
from ...rules.symbols import COLOUR_NAMES
from . import parts
from .parts import Gains, ReasonPart

Chances = parts.RollsBetter | parts.RollsLeft | parts.HasNoRisk | parts.GoesOut | parts.Risks
Pieces = parts.HasNoLowest | parts.ExchangesFinished | parts.Keeps | parts.ShowsLowest
Scoring = parts.Scores | parts.ScoresNothing | parts.ScoresWild | parts.Loses | parts.EarnsBonus
Prospects = parts.SetsUp | parts.LeavesOpen | parts.HopesFor
Points = Scoring | parts.Pulls | parts.TakesTokens | Prospects

MAX_NAME_CHARS = 24
MAX_NAMED_COLOURS = 2
"""Up to this many colours are named; more are only counted."""

CATALOGUE: Mapping[str, str] = json.loads(
    files(__package__).joinpath("english.json").read_text(encoding="utf-8")
)
_PLACEHOLDER = re.compile(r"\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}")


def text_of(key: str, **values: object) -> str:
    """The text of a key. `{name}` is a value; `{n|one|many #}` picks singular or plural."""

    def fill(found: re.Match[str]) -> str:
        name, one, many = found.groups()
        if one is None:
            return str(values[name])
        form: str = one if values[name] == 1 else many
        return form.replace("#", str(values[name]))

    return _PLACEHOLDER.sub(fill, CATALOGUE[f"reason.{key}"])


def _list(words: Sequence[str]) -> str:
    if len(words) < 3:
        return " and ".join(words)
    return f"{', '.join(words[:-1])}, and {words[-1]}"


def _colours(symbols: str) -> str:
    return _list([COLOUR_NAMES[symbol] for symbol in symbols])


def _gain(symbol: str, points: int, *, is_lowest: bool = False) -> str:
    text = text_of("gain", points=points, colour=COLOUR_NAMES[symbol])
    return text_of("lowest", gain=text) if is_lowest else text


def _gains(gains: Gains, lowest: str = "") -> str:
    return _list([_gain(symbol, points, is_lowest=symbol in lowest) for symbol, points in gains])


@dataclass(frozen=True, slots=True)
class English:
    """Writes reasons for a seat, with the names of the players."""

    seat: int
    sides: Sides
    names: Sequence[str]

    def text(self, part: ReasonPart) -> str:
        """A part of a reason, without a full stop."""
        match part:
            case parts.Wins():
                return text_of("wins")
            case parts.Ends():
                return self._ending(part)
            case parts.TakesAway(seat, symbol, points):
                return text_of("away", gain=_gain(symbol, points), name=self._called([seat]))
            case parts.OpensNothing(seats):
                return text_of("opens", names=self._called(seats))
            case parts.Clears(symbol, seat):
                colour = COLOUR_NAMES[symbol]
                return text_of("clears", colour=colour, name=self._called([seat]))
            case parts.GivesUp():
                return text_of("resigns")
            case _ if isinstance(part, Points):
                return _points(part)
            case _ if isinstance(part, Pieces):
                return _pieces(part)
            case _:
                return _chances(part)

    def _called(self, seats: Sequence[int]) -> str:
        """The names of all players on the sides of these seats."""
        sides = [side for side in self.sides if any(seat in side for seat in seats)]
        return _list([self._name(seat) for side in sides for seat in side])

    def _name(self, seat: int) -> str:
        name = self.names[seat] or f"seat {seat + 1}"
        return name if len(name) <= MAX_NAME_CHARS else f"{name[: MAX_NAME_CHARS - 1]}…"

    def _ending(self, part: parts.Ends) -> str:
        ends = text_of("stalled" if part.ending == "stalled" else "full")
        if len(self.sides) < 2:
            return ends
        own = next(side for side in self.sides if self.seat in side)
        others = [seat for seat in part.winners if seat not in own]
        if self.seat not in part.winners:
            return f"{ends}, {text_of('lose', names=self._called(others))}"
        return f"{ends}, {text_of('share' if others else 'win')}"


def _points(part: Points) -> str:
    match part:
        case parts.Scores(gains, lowest):
            return text_of("scores", gains=_gains(gains, lowest))
        case parts.ScoresNothing():
            return text_of("nothing")
        case parts.EarnsBonus(symbols, bonus):
            return text_of(f"bonus.{bonus}", colours=_colours(symbols), n=len(symbols))
        case parts.Pulls(symbols, to):
            return text_of(f"pulls.{to}", colours=_colours(symbols))
        case parts.TakesTokens(symbols):
            return text_of("tokens", colours=_colours(symbols), n=len(symbols))
        case parts.SetsUp(symbol, points, is_lowest):
            return text_of("sets", gain=_gain(symbol, points, is_lowest=is_lowest))
        case parts.LeavesOpen(symbol, points):
            return text_of("leaves", gain=_gain(symbol, points, is_lowest=True))
        case parts.HopesFor(symbol, points, is_lowest):
            return text_of("hopes", gain=_gain(symbol, points, is_lowest=is_lowest))
        case parts.ScoresWild(symbols):
            return text_of("wild", colours=_colours(symbols))
        case parts.Loses(points, hole, ""):
            return text_of("loses", n=points, hole=hole)
        case parts.Loses(points, _, blockers) if len(blockers) > MAX_NAMED_COLOURS:
            return text_of("loses.many", n=points, k=len(blockers))
        case parts.Loses(points, _, blockers):
            return text_of("loses.low", n=points, colours=_colours(blockers))


def _pieces(part: Pieces) -> str:
    match part:
        case parts.HasNoLowest(pieces, lowest):
            return text_of(f"exchanges.{pieces}", colours=_colours(lowest))
        case parts.ExchangesFinished(symbols, tiles):
            return text_of("finished", colours=_colours(symbols), n=tiles)
        case parts.Keeps(pieces, (), draws):
            return text_of(f"draws.{pieces}", n=draws)
        case parts.Keeps(pieces, gains):
            return text_of(f"keeps.{pieces}", gains=_gains(gains))
        case parts.ShowsLowest(symbols):
            return text_of("shows", colours=_colours(symbols))


def _chances(part: Chances) -> str:
    match part:
        case parts.RollsBetter(rolls, 1):
            return text_of("rolls.most" if rolls else "rolls.few")
        case parts.RollsBetter(rolls, of):
            return text_of("rolls", n=rolls, of=of)
        case parts.RollsLeft(rolls):
            return text_of("left", n=rolls)
        case parts.HasNoRisk():
            return text_of("safe")
        case parts.GoesOut(times, _, True):
            return text_of("out.surely" if times else "out.never")
        case parts.GoesOut(times, 1):
            return text_of("out.mostly" if times else "out.hardly")
        case parts.GoesOut(times, of):
            return text_of("out", n=times, of=of)
        case parts.Risks(points, bonus):
            return text_of("risks.bonus" if bonus else "risks", n=points)

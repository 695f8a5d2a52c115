"""Reasons in English. The words are in `english.json`, which the pages use too."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from ...rules.game import Sides
from .parts import (
    Clears,
    EarnsBonus,
    Ends,
    ExchangesFinished,
    Gains,
    GivesUp,
    GoesOut,
    HasNoLowest,
    HasNoRisk,
    HopesFor,
    Keeps,
    Loses,
    OpensNothing,
    Pulls,
    ReasonPart,
    Risks,
    RollsBetter,
    RollsLeft,
    Scores,
    ScoresNothing,
    ScoresWild,
    SetsUp,
    ShowsLowest,
    TakesAway,
    TakesTokens,
    Wins,
)

MAX_NAME_CHARS = 24
MAX_NAMED_COLOURS = 2
"""More colours than these are counted, not named."""

COLOUR_NAMES = {
    "R": "red",
    "O": "orange",
    "Y": "yellow",
    "G": "green",
    "B": "blue",
    "P": "purple",
}

WORDS: Mapping[str, str] = json.loads(
    files(__package__).joinpath("english.json").read_text(encoding="utf-8")
)
_PLACEHOLDER = re.compile(r"\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}")


def text_of(key: str, **values: object) -> str:
    """The text of a key. `{name}` is a value; `{n|one|many #}` is one of two forms by a number."""

    def fill(found: re.Match[str]) -> str:
        name, one, many = found.groups()
        if one is None:
            return str(values[name])
        form: str = one if values[name] == 1 else many
        return form.replace("#", str(values[name]))

    return _PLACEHOLDER.sub(fill, WORDS[f"reason.{key}"])


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
    """Tells reasons to a seat, with the names of the players."""

    seat: int
    sides: Sides
    names: Sequence[str]

    def text(self, part: ReasonPart) -> str:
        """A part of a reason, without a full stop."""
        match part:
            case Wins():
                return text_of("wins")
            case Ends():
                return self._ending(part)
            case TakesAway(seat, symbol, points):
                return text_of("away", gain=_gain(symbol, points), name=self._called([seat]))
            case OpensNothing(seats):
                return text_of("opens", names=self._called(seats))
            case Clears(symbol, seat):
                colour = COLOUR_NAMES[symbol]
                return text_of("clears", colour=colour, name=self._called([seat]))
            case GivesUp():
                return text_of("resigns")
            case RollsBetter() | RollsLeft() | HasNoRisk() | GoesOut() | Risks():
                return _chances(part)
            case HasNoLowest() | ExchangesFinished() | Keeps() | ShowsLowest():
                return _pieces(part)
            case _:
                return _points(part)

    def _called(self, seats: Sequence[int]) -> str:
        """The names of all players on the sides of these seats."""
        sides = [side for side in self.sides if any(seat in side for seat in seats)]
        return _list([self._name(seat) for side in sides for seat in side])

    def _name(self, seat: int) -> str:
        name = self.names[seat] or f"seat {seat}"
        return name if len(name) <= MAX_NAME_CHARS else f"{name[: MAX_NAME_CHARS - 1]}…"

    def _ending(self, part: Ends) -> str:
        ends = text_of("stalled" if part.ending == "stalled" else "full")
        if len(self.sides) < 2:
            return ends
        own = next(side for side in self.sides if self.seat in side)
        others = [seat for seat in part.winners if seat not in own]
        if self.seat not in part.winners:
            return f"{ends}, {text_of('lose', names=self._called(others))}"
        return f"{ends}, {text_of('share' if others else 'win')}"


Points = (
    Scores
    | ScoresNothing
    | EarnsBonus
    | Pulls
    | TakesTokens
    | SetsUp
    | Loses
    | ScoresWild
    | HopesFor
)


def _points(part: Points) -> str:
    match part:
        case Scores(gains, lowest):
            return text_of("scores", gains=_gains(gains, lowest))
        case ScoresNothing():
            return text_of("nothing")
        case EarnsBonus(symbols, bonus):
            return text_of(f"bonus.{bonus}", colours=_colours(symbols), n=len(symbols))
        case Pulls(symbols, to):
            return text_of(f"pulls.{to}", colours=_colours(symbols))
        case TakesTokens(symbols):
            return text_of("tokens", colours=_colours(symbols), n=len(symbols))
        case SetsUp(symbol, points, is_lowest):
            return text_of("sets", gain=_gain(symbol, points, is_lowest=is_lowest))
        case HopesFor(symbol, points, is_lowest):
            return text_of("hopes", gain=_gain(symbol, points, is_lowest=is_lowest))
        case ScoresWild(symbols):
            return text_of("wild", colours=_colours(symbols))
        case Loses(points, hole, ""):
            return text_of("loses", n=points, hole=hole)
        case Loses(points, _, blockers) if len(blockers) > MAX_NAMED_COLOURS:
            return text_of("loses.many", n=points, k=len(blockers))
        case Loses(points, _, blockers):
            return text_of("loses.low", n=points, colours=_colours(blockers))


def _pieces(part: HasNoLowest | ExchangesFinished | Keeps | ShowsLowest) -> str:
    match part:
        case HasNoLowest(pieces, lowest):
            return text_of(f"exchanges.{pieces}", colours=_colours(lowest))
        case ExchangesFinished(symbols, tiles):
            return text_of("finished", colours=_colours(symbols), n=tiles)
        case Keeps(pieces, (), draws):
            return text_of(f"draws.{pieces}", n=draws)
        case Keeps(pieces, gains):
            return text_of(f"keeps.{pieces}", gains=_gains(gains))
        case ShowsLowest(symbols):
            return text_of("shows", colours=_colours(symbols))


def _chances(part: RollsBetter | RollsLeft | HasNoRisk | GoesOut | Risks) -> str:
    match part:
        case RollsBetter(rolls, 1):
            return text_of("rolls.most" if rolls else "rolls.few")
        case RollsBetter(rolls, of):
            return text_of("rolls", n=rolls, of=of)
        case RollsLeft(rolls):
            return text_of("left", n=rolls)
        case HasNoRisk():
            return text_of("safe")
        case GoesOut(times, _, True):
            return text_of("out.surely" if times else "out.never")
        case GoesOut(times, 1):
            return text_of("out.mostly" if times else "out.hardly")
        case GoesOut(times, of):
            return text_of("out", n=times, of=of)
        case Risks(points, bonus):
            return text_of("risks.bonus" if bonus else "risks", n=points)

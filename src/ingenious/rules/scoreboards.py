"""The score boards of the board games: pegs that advance, or in the duel a tug of war."""

from dataclasses import dataclass

from .events import CalledIngenious, PegMoved, Story, TokenTaken
from .game import Pegs, Sides, from_lowest, lowest, with_item
from .symbols import ORDER, SYMBOLS, Pieces, show_any

TRACK_END = 18  # B10
DOUBLE_LENGTH = (TRACK_END, 2 * TRACK_END)  # D2
TUG_END = 9  # E1


@dataclass(frozen=True, slots=True)
class Standing:
    """All pegs on all score boards, and the seats that hold the duel's tokens.

    The duel has one board, seen from seat 0, whose side is positive.
    """

    pegs: tuple[Pegs, ...]
    tokens: tuple[int | None, ...] = (None,) * 6


@dataclass(frozen=True, slots=True)
class RuleIds:
    """The rule ids of a score board; by default those of classic."""

    bonus: str = "B11"
    swap: str = "B13"
    full: str = "B15"
    win: str = "B16"


@dataclass(frozen=True, slots=True)
class PegBoards:
    """Boards on which pegs only advance. Seat s uses board s modulo `boards`.

    At `stops` the scoring of one half ends, and a bonus placement is earned: at 18 (B10, B11), on
    the double-length board also at 36 (D3, D4).
    """

    boards: int
    stops: tuple[int, ...] = (TRACK_END,)
    ids: RuleIds = RuleIds()

    def sides(self, players: int) -> Sides:
        """The seats that share a board."""
        return tuple(tuple(range(board, players, self.boards)) for board in range(self.boards))

    def new(self) -> Standing:
        """All pegs on 0."""
        return Standing(((0,) * 6,) * self.boards)

    def score(
        self, standing: Standing, seat: int, symbol: str, points: int, story: Story
    ) -> tuple[Standing, bool]:
        """Score one half; the second value says whether the peg reached a stop: "Ingenious!"."""
        if not points:
            return standing, False
        colour, board = ORDER[symbol], seat % self.boards
        pegs = standing.pegs[board]
        start = pegs[colour]
        end, ingenious = self.peg_after(standing, seat, symbol, points)
        if story is not None:
            lost = start + points - end
            why = "" if not lost else "B10" if self.stops == (TRACK_END,) else "D3"
            story.append(PegMoved(seat, symbol, start, end, lost, why))
            if ingenious:
                story.append(CalledIngenious(seat, symbol, self.ids.bonus))
        moved = with_item(standing.pegs, board, with_item(pegs, colour, end))
        return Standing(moved, standing.tokens), ingenious

    def peg_after(
        self, standing: Standing, seat: int, symbol: str, points: int
    ) -> tuple[int, bool]:
        """Where these points move a peg, as the seat sees it, and whether it reaches a stop."""
        start = standing.pegs[seat % self.boards][ORDER[symbol]]
        end = self._advance(start, points)
        return end, end != start and end in self.stops

    def _advance(self, peg: int, points: int) -> int:
        """The place of a peg after these points: never past the next stop (B10, D3)."""
        for stop in self.stops:
            if peg < stop:
                return min(peg + points, stop)
        return peg

    def order_can_matter(self, standing: Standing, seat: int, symbol: str, most: int) -> bool:
        """Whether `order_matters` can be true for a double whose halves score at most `most`."""
        peg = standing.pegs[seat % self.boards][ORDER[symbol]]
        return any(peg < stop < peg + 2 * most for stop in self.stops[:-1])

    def order_matters(self, standing: Standing, seat: int, symbol: str, a: int, b: int) -> bool:
        """Whether scoring the half worth b before the one worth a moves the peg elsewhere (D3)."""
        peg = standing.pegs[seat % self.boards][ORDER[symbol]]
        return self._advance(self._advance(peg, a), b) != self._advance(self._advance(peg, b), a)

    def has_won(self, standing: Standing, seat: int) -> bool:
        """Whether all six pegs are at the end of their tracks."""
        return min(standing.pegs[seat % self.boards]) == self.stops[-1]

    def tiles_to_swap(self, standing: Standing, seat: int, rack: Pieces) -> Pieces:
        """The whole rack if it shows none of the lowest colours, else nothing."""
        return () if show_any(rack, lowest(standing.pegs[seat % self.boards])) else rack

    def pegs(self, standing: Standing, seat: int) -> Pegs:
        """The pegs that count for a seat."""
        return standing.pegs[seat % self.boards]

    def scores(self, standing: Standing, players: int) -> tuple[Pegs, ...]:
        """The pegs that count for each seat."""
        return tuple([self.pegs(standing, seat) for seat in range(players)])

    def ranked_by(self, standing: Standing, players: int) -> tuple[tuple[int, ...], ...]:
        """The lowest peg, then the next (A4)."""
        return from_lowest(self.scores(standing, players))


@dataclass(frozen=True, slots=True)
class TugOfWar:
    """The duel's board: one peg per colour, pulled between two seats (E)."""

    stops = (TUG_END,)
    ids = RuleIds("E2", "E3", "E4", "E5")

    def sides(self, players: int) -> Sides:
        """Each seat has its side of the board."""
        return tuple((seat,) for seat in range(players))

    def new(self) -> Standing:
        """All pegs in the middle."""
        return Standing(((0,) * 6,))

    def score(
        self, standing: Standing, seat: int, symbol: str, points: int, story: Story
    ) -> tuple[Standing, bool]:
        """Pull a peg (E1); on 9, take its token and earn a bonus unless the seat has it (E2)."""
        if not points:
            return standing, False
        colour, pegs, tokens = ORDER[symbol], standing.pegs[0], standing.tokens
        holder = tokens[colour]
        end, ingenious = self.peg_after(standing, seat, symbol, points)
        if story is not None:
            start = self._seen(pegs, seat)[colour]
            lost = start + points - end
            story.append(PegMoved(seat, symbol, start, end, lost, "E1" if lost else ""))
            if ingenious:
                story.append(CalledIngenious(seat, symbol, self.ids.bonus))
                story.append(TokenTaken(seat, symbol, from_opponent=holder is not None))
        moved = with_item(pegs, colour, end if seat == 0 else -end)
        tokens = with_item(tokens, colour, seat) if ingenious else tokens
        return Standing((moved,), tokens), ingenious

    def peg_after(
        self, standing: Standing, seat: int, symbol: str, points: int
    ) -> tuple[int, bool]:
        """Where these points pull a peg, as the seat sees it, and whether it takes the token."""
        colour = ORDER[symbol]
        start = standing.pegs[0][colour] if seat == 0 else -standing.pegs[0][colour]
        end = min(start + points, TUG_END)
        return end, end == TUG_END != start and standing.tokens[colour] != seat

    def has_won(self, standing: Standing, seat: int) -> bool:
        """Whether all six pegs are on the seat's side (E5)."""
        return min(self._seen(standing.pegs[0], seat)) > 0

    def tiles_to_swap(self, standing: Standing, seat: int, rack: Pieces) -> Pieces:
        """The tiles that show a colour whose peg is on the seat's own 9 (E3)."""
        pegs = self._seen(standing.pegs[0], seat)
        finished = "".join(s for s, peg in zip(SYMBOLS, pegs, strict=True) if peg == TUG_END)
        return tuple(tile for tile in rack if show_any((tile,), finished))

    def pegs(self, standing: Standing, seat: int) -> Pegs:
        """The pegs seen from a seat."""
        return self._seen(standing.pegs[0], seat)

    def scores(self, standing: Standing, players: int) -> tuple[Pegs, ...]:
        """The pegs seen from each seat."""
        return tuple([self.pegs(standing, seat) for seat in range(players)])

    def ranked_by(self, standing: Standing, players: int) -> tuple[tuple[int, ...], ...]:
        """How many pegs are on the seat's side, then those pegs from the lowest up (E4)."""
        sides = [sorted(peg for peg in pegs if peg > 0) for pegs in self.scores(standing, players)]
        return tuple([(len(side), *side) for side in sides])

    @staticmethod
    def _seen(pegs: Pegs, seat: int) -> Pegs:
        return pegs if seat == 0 else tuple(-peg for peg in pegs)

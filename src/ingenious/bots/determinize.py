"""Determinizing: extends what a seat knows of a game to a possible complete game.

Every hidden piece that a seat was dealt or drew is a slot to be filled. A piece that the seat shows
later, by placing, playing, swapping or discarding it, fills one of the slots that it had by then;
slots that are still hidden at the end are filled at random.

A piece can be drawn unless it is out: on a rack or in a hand, on the table, or set aside. Pieces
come back only when swapped tiles are put into the bag (B13, E3) and when the discards become the
deck (G7). Just before that, at a *peak*, most pieces are out. So it is enough to check at every
peak, and at the end, that no more pieces are out than the box contains. The deck is empty at its
peaks: there the union of the hidden hands is known exactly, and so is what they drew between one
peak and the next.
"""

from bisect import insort
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice
from typing import TypeVar

from ..position.tiling import Pick
from ..record import Entry, Record, RecordError, replay
from ..record.model import Deal, Hidden, is_hidden, seen
from ..rules import AnyState, BoardGame
from ..rules.board import empty_board
from ..rules.moves import Chance, Discard, Place, Play, Swap
from ..rules.symbols import CANONICAL, Pieces

T = TypeVar("T")

MAX_DISPLACEMENTS = 3000
"""How many displacements are tried before a record counts as impossible."""


def determinize(record: Record, pick: Pick) -> Record:
    """A complete record, without a dealer, that redacts to this one; a complete one is unchanged.

    Raises `RecordError` if what was seen is impossible. It does not check that moves are legal:
    `replay` does.
    """
    if record.view == "whole":
        return record
    left = iter(_Assignment(_Constraints(record), pick).fill() if record.game.hides_draws else ())
    return replace(
        record,
        deal=_complete_deal(record.deal, left),
        log=tuple([_complete_entry(entry, left) for entry in record.log]),
        dealer=None,
        view="whole",
    )


def determinized_state(record: Record, pick: Pick) -> AnyState:
    """The last state of a determinized record; raises `RecordError` if it breaks a rule."""
    (state,) = deque(replay(determinize(record, pick)), maxlen=1)
    return state


def _complete_deal(deal: Deal, left: Iterator[str]) -> Deal:
    return {
        name: tuple([_complete_group(group, left) for group in groups])
        for name, groups in deal.items()
    }


def _complete_entry(entry: Entry, left: Iterator[str]) -> Entry:
    if not isinstance(entry.outcome, int):
        return entry
    return replace(entry, outcome=_complete_group(entry.outcome, left))


def _complete_group(group: Pieces | Hidden, left: Iterator[str]) -> Pieces:
    return tuple(islice(left, group)) if isinstance(group, int) else group


@dataclass(frozen=True, slots=True)
class _Shown:
    """A hidden seat showed a piece, after a number of peaks and of drawn slots."""

    seat: int
    piece: str
    peaks: int
    drawn: int
    entry: int


@dataclass(frozen=True, slots=True)
class _SwapRule:
    """A duel swap that takes all tiles of these kinds, so the seat kept none of them (E3)."""

    seat: int
    kinds: frozenset[str]
    drawn: int
    entry: int


class _Constraints:
    """What a redacted record says about hidden pieces: slots, pieces shown later, and limits.

    Slots are numbered in the order in which they were drawn. `since` has the number of peaks before
    each of them, and slots of the same `age` can trade their pieces. `limits` has for every peak,
    and for the end, how many pieces of each kind can be hidden.
    """

    def __init__(self, record: Record) -> None:
        game = record.game
        opening = game.awaits(game.new(record.start))
        assert isinstance(opening, Chance), "where draws are hidden, something is dealt"
        self.slots: list[list[int]] = [[] for _ in range(game.players)]
        self.since: list[int] = []
        self.age: list[int] = []
        self.shown: list[_Shown] = []
        self.kept: list[_SwapRule] = []
        self.limits: list[Counter[str]] = []
        self.entries = len(record.log)
        self._record = record
        self._available = Counter(opening.source)  # pieces not known to be out
        for part in game.deal_parts:
            for owner, group in enumerate(record.deal[part.name]):
                self._draw(owner, group)
        self._knows_draws = not isinstance(game, BoardGame)
        if isinstance(game, BoardGame):
            self._follow_board(game)
        else:
            self._follow_cards()
        self.limits.append(self._available)
        if self._knows_draws:
            self.limits = self._drawn_between_peaks()
        self._check_limits()

    def _entries(self) -> Iterator[tuple[int, Entry]]:
        for number, entry in enumerate(self._record.log):
            if not 0 <= entry.seat < len(self.slots):
                raise RecordError(f"there is no seat {entry.seat}", number, "A2")
            yield number, entry

    def _follow_board(self, game: BoardGame) -> None:
        duel = _DuelBoard(game) if game.name == "duel" else None
        for number, entry in self._entries():
            seat, decision = entry.seat, entry.decision
            if isinstance(decision, Place):
                self._show(seat, (CANONICAL[decision.tile],), number)
                if duel is not None:
                    duel.place(seat, decision)
            elif isinstance(decision, Swap):
                self._show(seat, decision.tiles, number)
                if duel is not None:
                    kinds = duel.kinds_to_swap(seat)
                    self.kept.append(_SwapRule(seat, kinds, len(self.since), number))
            if entry.outcome is not None:
                self._draw(seat, entry.outcome)
            if isinstance(decision, Swap):
                self._put_back(decision.tiles)

    def _follow_cards(self) -> None:
        faceup = [[*seen(cards)] for cards in self._record.deal["faceup"]]
        deck, discards = self._available.total() - len(self.since), list[str]()
        for number, entry in self._entries():
            seat, decision, drawn = entry.seat, entry.decision, entry.outcome
            if isinstance(decision, Play):
                card = CANONICAL[decision.card]
                self._show(seat, (card,), number)
                faceup[seat].append(card)
                discards.append(faceup[seat].pop(0))
            elif isinstance(decision, Discard):
                self._show(seat, decision.cards, number)
                discards += decision.cards
            if drawn is None:
                continue
            size = drawn if isinstance(drawn, int) else len(drawn)
            if size > deck + len(discards):
                raise RecordError(f"fewer than {size} cards are left to draw", number, "G7")
            if size < deck:
                self._draw(seat, drawn)
            else:
                first, rest = _split(drawn, deck)
                self._draw(seat, first)
                self._put_back(discards)
                self._draw(seat, rest)
                deck, discards = deck + len(discards), []
            deck -= size

    def _draw(self, seat: int, drawn: Pieces | Hidden) -> None:
        """Pieces are drawn: visible ones leave less room for others, hidden ones are slots."""
        if isinstance(drawn, tuple):
            self._available.subtract(drawn)
            return
        first = len(self.since)
        self.slots[seat].extend(range(first, first + drawn))
        self.since += drawn * [len(self.limits)]
        self.age += drawn * [len(self.limits) + len(self.kept)]

    def _show(self, seat: int, pieces: Pieces, number: int) -> None:
        """Pieces of a hidden seat become visible; the viewer's own were visible when drawn."""
        if is_hidden(seat, self._record.view):
            at = len(self.limits), len(self.since), number
            self.shown += [_Shown(seat, piece, *at) for piece in pieces]
            self._available.subtract(pieces)

    def _put_back(self, pieces: Sequence[str]) -> None:
        """A peak, after which these can be drawn again."""
        self.limits.append(self._available.copy())
        self._available.update(pieces)

    def _drawn_between_peaks(self) -> list[Counter[str]]:
        """What hidden hands drew from the deck up to each peak; after the last one, at most."""
        drawn = [limit.copy() for limit in self.limits]
        for now, before in zip(drawn[1:], self.limits, strict=False):
            now.subtract(before)
        for shown in self.shown:
            drawn[shown.peaks][shown.piece] += 1
        return drawn

    def _check_limits(self) -> None:
        for limit in self.limits:
            for piece, number in limit.items():
                if number < 0:
                    raise RecordError(f"more {piece} are visible at once than the box contains")

    def reach(self, slot: int, peaks: int) -> range:
        """The limits to which a piece in this slot counts, if it is shown after `peaks` peaks."""
        since = self.since[slot]
        return range(since, since + 1 if self._knows_draws else peaks)

    def barred(self, slot: int, seat: int, entry: int) -> frozenset[str]:
        """The kinds that cannot be in the slot: the seat would have swapped them earlier (E3)."""
        if not self.kept:
            return frozenset()
        return frozenset[str]().union(
            *[
                kept.kinds
                for kept in self.kept
                if kept.seat == seat and slot < kept.drawn and kept.entry < entry
            ]
        )


def _split(drawn: Pieces | Hidden, at: int) -> tuple[Pieces | Hidden, Pieces | Hidden]:
    return (at, drawn - at) if isinstance(drawn, int) else (drawn[:at], drawn[at:])


class _DuelBoard:
    """The duel's board and pegs, which decide what a swap takes (E3)."""

    def __init__(self, game: BoardGame) -> None:
        self._scoring = game.scoring
        self._board = empty_board(game.radius)
        self._standing = game.scoring.new()

    def place(self, seat: int, move: Place) -> None:
        """Place a tile; one off the board is ignored here, because the rules will refuse it."""
        if move.at not in self._board.layout.edge_numbers:
            return
        for symbol, points in zip(move.tile, self._board.gain_of(move), strict=True):
            self._standing, _ = self._scoring.score(self._standing, seat, symbol, points, None)
        self._board = self._board.place(move)

    def kinds_to_swap(self, seat: int) -> frozenset[str]:
        """The kinds of tiles that a swap takes completely."""
        kinds = tuple(dict.fromkeys(CANONICAL.values()))
        return frozenset(self._scoring.tiles_to_swap(self._standing, seat, kinds))


class _Assignment:
    """Assigns pieces to slots; it consumes the lists of the constraints.

    The slot of a shown piece matters only for the limits: the older the slot, the longer the piece
    was out. With one hidden seat the oldest possible slot is always right: if a solution has the
    piece in a younger slot, the two can trade. With several hidden seats that is not always so;
    then other pieces are displaced and assigned to another slot.
    """

    def __init__(self, constraints: _Constraints, pick: Pick) -> None:
        self._constraints = constraints
        self._pick = pick
        self._limits = constraints.limits
        self._free = constraints.slots
        self._all = [slots.copy() for slots in constraints.slots]
        self._filled: dict[int, _Shown] = {}
        self._displacements: Counter[_Shown] = Counter()

    def fill(self) -> list[str]:
        """The pieces of all slots, in their order."""
        waiting = deque(self._constraints.shown)
        while waiting:
            shown = waiting.popleft()
            slots = self._free_slots(shown)
            if slots:
                self._put(shown, slots[self._pick(len(slots))])
                continue
            slot, others = self._slot_by_displacing(shown)
            waiting.extendleft([self._take_out(other) for other in others])
            self._put(shown, slot)
        pieces = {slot: shown.piece for slot, shown in self._filled.items()} | self._rest()
        return [pieces[slot] for slot in range(len(pieces))]

    def _free_slots(self, shown: _Shown) -> list[int]:
        """The oldest free slots that can take the piece; they have the same age."""
        age, found = self._constraints.age, list[int]()
        for slot in self._free[shown.seat]:
            if slot >= shown.drawn or (found and age[slot] != age[found[0]]):
                break
            if self._is_open(shown, slot) and not self._exhausted_limits(shown, slot):
                found.append(slot)
        return found

    def _is_open(self, shown: _Shown, slot: int) -> bool:
        return shown.piece not in self._constraints.barred(slot, shown.seat, shown.entry)

    def _exhausted_limits(self, shown: _Shown, slot: int) -> list[int]:
        """The limits that leave no room for the piece in this slot."""
        reach = self._constraints.reach(slot, shown.peaks)
        return [at for at in reach if self._limits[at][shown.piece] <= 0]

    def _slot_by_displacing(self, shown: _Shown) -> tuple[int, list[int]]:
        """A slot for the piece, and the slots from which it displaces others."""
        self._displacements[shown] += 1
        ways = [
            (slot, others)
            for slot in self._all[shown.seat]
            if slot < shown.drawn
            and self._is_open(shown, slot)
            and (others := self._others(shown, slot))
        ]
        if not ways or self._displacements.total() > MAX_DISPLACEMENTS:
            raise RecordError(f"seat {shown.seat} cannot have had {shown.piece}", shown.entry)
        return self._easiest(ways, lambda way: sum([self._hardness(slot) for slot in way[1]]))

    def _others(self, shown: _Shown, slot: int) -> list[int]:
        """The slots to be emptied if the piece goes here; none if that cannot help."""
        others = [slot] if slot in self._filled else []
        for at in self._exhausted_limits(shown, slot):
            alike = [
                other
                for other, filled in self._filled.items()
                if filled.piece == shown.piece
                and at in self._constraints.reach(other, filled.peaks)
            ]
            if not alike:
                return []
            if not set(alike) & set(others):
                others.append(self._easiest(alike, self._hardness))
        return others

    def _hardness(self, slot: int) -> int:
        """How many times the piece in this slot has found no free slot."""
        return 1 + self._displacements[self._filled[slot]]

    def _easiest(self, choices: list[T], hardness: Callable[[T], int]) -> T:
        levels = [hardness(choice) for choice in choices]
        least = min(levels)
        easy = [choice for choice, level in zip(choices, levels, strict=True) if level == least]
        return easy[self._pick(len(easy))]

    def _put(self, shown: _Shown, slot: int) -> None:
        self._filled[slot] = shown
        self._free[shown.seat].remove(slot)
        for at in self._constraints.reach(slot, shown.peaks):
            self._limits[at][shown.piece] -= 1

    def _take_out(self, slot: int) -> _Shown:
        shown = self._filled.pop(slot)
        insort(self._free[shown.seat], slot)
        for at in self._constraints.reach(slot, shown.peaks):
            self._limits[at][shown.piece] += 1
        return shown

    def _rest(self) -> dict[int, str]:
        """Pieces for the free slots, the oldest first, which have the least choice."""
        constraints, pieces = self._constraints, dict[int, str]()
        owned = [(slot, seat) for seat, slots in enumerate(self._free) for slot in slots]
        for slot, seat in sorted(owned):
            limits = [self._limits[at] for at in constraints.reach(slot, len(self._limits))]
            barred = constraints.barred(slot, seat, constraints.entries)
            kinds = [kind for kind in limits[0] if kind not in barred]
            pieces[slot] = self._any(kinds, [min([lim[kind] for lim in limits]) for kind in kinds])
            for limit in limits:
                limit[pieces[slot]] -= 1
        return pieces

    def _any(self, kinds: list[str], numbers: list[int]) -> str:
        """A random kind, weighted by the numbers of pieces."""
        *_, total = upto = list(accumulate(numbers))
        if not total:
            raise RecordError("there are not enough pieces left for those that are hidden")
        at = self._pick(total)
        return next(kind for kind, last in zip(kinds, upto, strict=True) if at < last)

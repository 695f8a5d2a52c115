"""Ingenious itself: the base game, solo, team and duel (sections B to E)."""

from collections import Counter
from functools import cache

from .game import Game, new_pegs
from .shape import (
    SYMBOLS,
    Refused,
    as_sorted_list,
    list_of,
    lowest_symbols,
    need,
    ordered,
    pairs,
    shows_any,
    take,
    two_letters,
    whole,
    whole_row,
)

Space = tuple[int, int]

DIRECTIONS: tuple[Space, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
# B1: white area for one and two players, light grey for three, dark grey for four.
RADIUS = {1: 5, 2: 5, 3: 6, 4: 7}
PRINTED: dict[Space, str] = {  # B2
    (0, -5): "R",
    (5, -5): "G",
    (5, 0): "B",
    (0, 5): "O",
    (-5, 5): "Y",
    (-5, 0): "P",
}
RACK = 6  # B4


def full_bag() -> Counter[str]:
    """B3: the 15 pairs of different symbols six times each, the doubles five times."""
    bag: Counter[str] = Counter()
    for number, one in enumerate(SYMBOLS):
        bag[one + one] = 5
        for other in SYMBOLS[number + 1 :]:
            bag[one + other] = 6
    return bag


def within(space: Space, radius: int) -> bool:
    q, r = space
    return max(abs(q), abs(r), abs(q + r)) <= radius


@cache
def all_spaces(radius: int) -> dict[Space, None]:
    """In order, with fast membership tests."""
    span = range(-radius, radius + 1)
    return {(q, r): None for q in span for r in span if within((q, r), radius)}


def step(space: Space, direction: Space) -> Space:
    return (space[0] + direction[0], space[1] + direction[1])


@cache
def neighbours(space: Space) -> list[Space]:
    return [step(space, direction) for direction in DIRECTIONS]


def line_length(symbols: dict[Space, str], start: Space, direction: Space, colour: str) -> int:
    """B8: the unbroken line of the colour that begins at the neighbouring space."""
    count = 0
    space = step(start, direction)
    while symbols.get(space) == colour:
        count += 1
        space = step(space, direction)
    return count


def half_points(symbols: dict[Space, str], here: Space, other: Space, colour: str) -> int:
    """B8: five directions, never the one that leads to the other half."""
    points = 0
    for direction in DIRECTIONS:
        if step(here, direction) != other:
            points += line_length(symbols, here, direction, colour)
    return points


def read_space(value: object) -> Space:
    q, r = whole_row(value, 2, "a space of at")
    return (q, r)


class BoardGame(Game):
    """Classic and team; solo and duel override some methods below."""

    refuse_swap = "the rack shows one of the lowest colours"
    swap_rule = "B13"

    def __init__(self, kind: str, players: int, start: int, racks: object) -> None:
        super().__init__(players, start)
        self.kind = kind
        self.radius = RADIUS[players]
        self.spaces = all_spaces(self.radius)
        self.symbols: dict[Space, str] = dict(PRINTED)
        self.pegs = [new_pegs() for _ in range(self.sides())]
        self.turns_begun = [0] * players
        self.owed = 0  # bonus placements still to be made this turn
        self.bonuses_this_turn = 0
        self.stage = "place"
        self.bag = full_bag()
        self.racks: list[Counter[str]] = [Counter() for _ in range(players)]
        self.handlers = {"place": self.place, "draw": self.draw, "swap": self.swap}
        self.deal(racks)

    def deal(self, racks: object) -> None:
        for seat, rack in enumerate(list_of(racks, self.players, "racks")):
            tiles = pairs(list_of(rack, RACK, "a rack", "B4"), "a rack's tile")
            take(self.bag, tiles, "the bag", "B3")
            self.racks[seat] = Counter(tiles)

    # Sides and pegs.

    def side(self, seat: int) -> int:
        return seat % 2 if self.kind == "team" else seat  # D1

    def pegs_of(self, seat: int) -> dict[str, int]:
        return self.pegs[self.side(seat)]

    def double_length(self) -> bool:
        return self.kind in ("team", "solo")  # C2, D2

    def top(self) -> int:
        return 36 if self.double_length() else 18

    def move(self, seat: int, colour: str, points: int) -> int:
        """Score one half; the number of bonus placements that it earns."""
        pegs = self.pegs_of(seat)
        before = pegs[colour]
        # D3: one half never carries a peg across 18, so its limit is the next end of a board half.
        limit = 18 if before < 18 else self.top()
        pegs[colour] = min(limit, before + points)
        if before + points > limit and limit == 18 and self.double_length():
            self.notes["points forfeited at 18 (D3)"] += 1
        return 1 if before < limit and pegs[colour] == limit else 0  # B11, D4

    def has_won(self, seat: int) -> bool:
        return all(value == self.top() for value in self.pegs_of(seat).values())  # B16, C3, D6

    # The board.

    def is_empty(self, space: Space) -> bool:
        return space in self.spaces and space not in self.symbols

    def is_full(self) -> bool:
        """B15: no two adjacent empty spaces are left."""
        for space in self.spaces:
            if self.is_empty(space) and any(self.is_empty(near) for near in neighbours(space)):
                return False
        return True

    def touches_free_symbol(self, one: Space, other: Space) -> bool:
        """B7: a printed symbol next to the tile, and no other tile touching that symbol yet."""
        for printed in PRINTED:
            around = neighbours(printed)
            taken = any(space in self.symbols and space not in PRINTED for space in around)
            if not taken and (one in around or other in around):
                return True
        return False

    def first_placement(self, seat: int) -> bool:
        return self.turns_begun[seat] == 0

    # The entries.

    def place(self, entry: dict[str, object]) -> None:
        if self.stage != "place":
            raise Refused("a draw is due before the next placement", rule="B5")
        seat = self.turn
        tile = two_letters(entry["place"], "place")
        at = list_of(need(entry, "at", "the placement"), 2, "at")
        one, other = read_space(at[0]), read_space(at[1])
        first = 0
        if "first" in entry:
            first = whole(entry["first"], "first")
            if first not in (0, 1):
                raise Refused("first must be 0 or 1", rule="B9")
        if self.racks[seat][ordered(tile)] <= 0:
            raise Refused(f"seat {seat} has no {tile}", rule="B5")
        self.must_fit(seat, one, other)
        gains = [
            half_points(self.symbols, one, other, tile[0]),
            half_points(self.symbols, other, one, tile[1]),
        ]
        if "gain" in entry and whole_row(entry["gain"], 2, "gain") != gains:
            raise Refused(f"gain must be {gains}", rule="B8")
        self.racks[seat][ordered(tile)] -= 1
        self.symbols[one], self.symbols[other] = tile[0], tile[1]
        self.score_halves(seat, tile, gains, first)

    def must_fit(self, seat: int, one: Space, other: Space) -> None:
        if other not in neighbours(one):
            raise Refused("the two spaces are not adjacent", rule="B6")
        for space in (one, other):
            if not within(space, self.radius):
                raise Refused("a space is outside the boundary", rule="B6")
            if space in self.symbols:
                raise Refused("a space is not empty", rule="B6")
        if self.first_placement(seat) and not self.touches_free_symbol(one, other):
            raise Refused(
                "a first tile touches a printed symbol that no tile touches yet", rule="B7"
            )

    def score_halves(self, seat: int, tile: str, gains: list[int], first: int) -> None:
        if self.owed > 0:
            self.owed -= 1
        for half in (first, 1 - first):
            earned = self.move(seat, tile[half], gains[half])
            self.owed += earned
            self.bonuses_this_turn += earned
            self.notes["bonus placements earned"] += earned
        self.turns_begun[seat] += 1
        self.after_placement(seat)

    def after_placement(self, seat: int) -> None:
        """A3: a win comes before a full board, and both before any bonus placement."""
        if self.has_won(seat):
            self.winner = self.side(seat)
            self.reason = "instant-win"
            self.notes["instant win"] += 1
            if self.is_full():
                self.notes["instant win on a full board (A3)"] += 1
        elif self.is_full():
            self.reason = "board-full"
            self.notes["board full"] += 1
            if self.owed > 0:
                self.notes["board full with bonuses owed (B15)"] += 1
        elif self.owed > 0 and self.racks[seat].total() > 0:
            if self.owed > 1:
                self.notes["two or more bonuses owed at once"] += 1
        else:
            self.end_placing(seat)

    def end_placing(self, seat: int) -> None:
        if self.owed > 0:
            self.notes["bonus lapsed on an empty rack (B12)"] += 1
            self.owed = 0
        if self.racks[seat].total() == 0:
            self.notes["empty rack refilled (B13)"] += 1
        if self.swappable(seat):
            self.notes["swap allowed"] += 1
        self.stage = "refill"

    def swappable(self, seat: int) -> list[str]:
        """The tiles that a swap would exchange; none if no swap is allowed (B13, D5)."""
        rack = as_sorted_list(self.racks[seat])
        low = lowest_symbols(self.pegs_of(seat))
        if any(shows_any(tile, low) for tile in rack):
            return []
        return rack  # an empty rack is just refilled

    def draw(self, entry: dict[str, object]) -> None:
        self.must_be_refilling()
        rack = self.racks[self.turn]
        tiles = pairs(list_of(entry["draw"], RACK - rack.total(), "draw", "B14"), "a drawn tile")
        take(self.bag, tiles, "the bag", "B14")
        rack.update(tiles)
        self.end_turn()

    def swap(self, entry: dict[str, object]) -> None:
        self.must_be_refilling()
        rack = self.racks[self.turn]
        due = self.swappable(self.turn)
        if not due:
            raise Refused(f"no swap here: {self.refuse_swap}", rule=self.swap_rule)
        shown = pairs(entry["swap"], "a tile shown")
        if sorted(shown) != sorted(due):
            raise Refused(f"a swap exchanges exactly {due}", rule=self.swap_rule)
        take(rack, shown, "the rack", self.swap_rule)
        drawn = list_of(
            need(entry, "draw", "the swap"), RACK - rack.total(), "draw", self.swap_rule
        )
        tiles = pairs(drawn, "a drawn tile")
        take(self.bag, tiles, "the bag", self.swap_rule)
        rack.update(tiles)
        self.bag.update(shown)  # B13: only now, so none of them can have been drawn
        self.notes["swap"] += 1
        if len(shown) < RACK - 1:
            self.notes["swap of fewer than five tiles"] += 1
        self.end_turn()

    def must_be_refilling(self) -> None:
        if self.stage != "refill":
            raise Refused("a placement is due before any draw", rule="B5")

    def end_turn(self) -> None:
        self.notes[f"turn with {self.bonuses_this_turn} bonuses"] += 1
        self.bonuses_this_turn = 0
        self.stage = "place"
        self.next_seat()


class SoloGame(BoardGame):
    """C: one tile drawn, placed, scored, then the next; no rack, no swap, no bonus placements."""

    def __init__(self, start: int) -> None:
        super().__init__("solo", 1, start, [])
        self.stage = "refill"
        self.handlers = {"place": self.place, "draw": self.draw}

    def deal(self, racks: object) -> None:
        pass  # C1: nothing is dealt

    def move(self, seat: int, colour: str, points: int) -> int:
        super().move(seat, colour, points)
        return 0  # C2

    def end_placing(self, seat: int) -> None:
        self.stage = "refill"

    def draw(self, entry: dict[str, object]) -> None:
        if self.stage != "refill":
            raise Refused("the tile drawn must be placed first", rule="C1")
        tiles = pairs(list_of(entry["draw"], 1, "draw", "C1"), "a drawn tile")
        take(self.bag, tiles, "the bag", "C1")
        self.racks[0].update(tiles)
        self.stage = "place"


class DuelGame(BoardGame):
    """E: one shared score board; `line` is each peg's column as seat 0 sees it, 9 to -9."""

    refuse_swap = "no tile shows a colour that stands on the player's own 9"
    swap_rule = "E3"

    def __init__(self, players: int, start: int, racks: object) -> None:
        super().__init__("duel", players, start, racks)
        self.line = new_pegs()
        self.tokens: dict[str, int | None] = dict.fromkeys(SYMBOLS)

    def pegs_of(self, seat: int) -> dict[str, int]:
        sign = 1 if seat == 0 else -1
        return {symbol: sign * self.line[symbol] for symbol in SYMBOLS}

    def top(self) -> int:
        return 9

    def move(self, seat: int, colour: str, points: int) -> int:
        before = self.pegs_of(seat)[colour]
        after = min(9, before + points)  # E1
        self.line[colour] = after if seat == 0 else -after
        if before == 9 or after < 9:
            return 0
        if self.tokens[colour] == seat:
            self.notes["back on 9 with the token held (E2)"] += 1
            return 0
        if self.tokens[colour] is not None:
            self.notes["token taken from the opponent (E2)"] += 1
        self.tokens[colour] = seat
        return 1

    def has_won(self, seat: int) -> bool:
        return all(value >= 1 for value in self.pegs_of(seat).values())  # E5

    def swappable(self, seat: int) -> list[str]:
        mine = [symbol for symbol, value in self.pegs_of(seat).items() if value == 9]
        return [tile for tile in as_sorted_list(self.racks[seat]) if shows_any(tile, mine)]

    def stands_better(self, one: int, other: int) -> bool:
        """E4: more pegs on the own side; with equal numbers, those pegs from the lowest up."""
        mine = sorted(value for value in self.pegs_of(one).values() if value > 0)
        theirs = sorted(value for value in self.pegs_of(other).values() if value > 0)
        if len(mine) != len(theirs):
            return len(mine) > len(theirs)
        return mine > theirs

"""The Tile Challenge (section I)."""

from collections import Counter

from .game import Game, new_pegs
from .shape import SYMBOLS, Refused, letter, letters, list_of, lowest_symbols, must_be_true, take

CENTRE = 3  # I1


class TileGame(Game):
    def __init__(self, players: int, start: int, centre: object) -> None:
        super().__init__(players, start)
        self.target = 5 if players == 4 else 7  # I2
        self.pegs = [new_pegs() for _ in range(players)]
        self.pool: Counter[str] = Counter(dict.fromkeys(SYMBOLS, 21))  # I1
        self.centre = letters(list_of(centre, CENTRE, "centre", "I1"), "a tile of the centre")
        self.drawn: list[str] = []  # before the player, this turn
        self.owed = 0  # bonus turns still to come
        take(self.pool, self.centre, "the pool", "I1")
        self.handlers = {
            "refill": self.refill,
            "draw": self.draw,
            "score": self.score,
            "free": self.free,
        }

    def pegs_of(self, seat: int) -> dict[str, int]:
        return self.pegs[seat]

    def missing(self) -> int:
        """I3: how many tiles the centre lacks.

        It can lack some only at the beginning of a turn: it shrinks when a turn ends, and no tile
        is drawn before it is filled.
        """
        return max(0, CENTRE - len(self.centre))

    def refill(self, entry: dict[str, object]) -> None:
        if self.missing() == 0:
            raise Refused("the centre lacks no tile", rule="I3")
        tiles = letters(list_of(entry["refill"], self.missing(), "refill", "I3"), "a refilled tile")
        take(self.pool, tiles, "the pool", "I3")
        self.centre.extend(tiles)
        self.note_pool()

    def must_be_filled(self) -> None:
        if self.missing() > 0:
            raise Refused("the centre must be refilled first", rule="I3")

    def note_pool(self) -> None:
        if self.pool.total() == 0:
            self.notes["pool emptied (I9)"] += 1

    def draw(self, entry: dict[str, object]) -> None:
        self.must_be_filled()
        symbol = letter(entry["draw"], "draw")
        take(self.pool, [symbol], "the pool", "I9" if self.pool.total() == 0 else "I4")
        is_bust = symbol in self.drawn or symbol not in self.centre  # I5
        self.drawn.append(symbol)
        self.note_pool()
        if is_bust:
            self.centre.extend(self.drawn)
            self.notes["bust (I5)"] += 1
            if self.owed > 0:
                self.notes["bonus turns lost by a bust (I5)"] += 1
            self.owed = 0
            self.drawn = []
            self.next_seat()

    def score(self, entry: dict[str, object]) -> None:
        must_be_true(entry["score"], "score")
        if not self.drawn:
            raise Refused("nothing was drawn to score", rule="I4")
        if self.pool.total() == 0:
            self.notes["score with an empty pool (I9)"] += 1
        self.notes[f"score of {len(self.drawn)} drawn"] += 1
        taken = [symbol for symbol in self.centre if symbol in self.drawn]
        self.centre = [symbol for symbol in self.centre if symbol not in self.drawn]
        self.count(self.drawn + taken)

    def free(self, entry: dict[str, object]) -> None:
        self.must_be_filled()
        symbol = letter(entry["free"], "free")
        if self.drawn:
            raise Refused("no free score once a tile was drawn", rule="I4")
        if symbol not in lowest_symbols(self.pegs[self.turn]):
            raise Refused("a free score is one of the lowest symbols", rule="I7")
        if symbol not in self.centre:
            raise Refused("the symbol is not in the centre", rule="I7")
        self.notes["free score"] += 1
        if self.pool.total() == 0:
            self.notes["free score with an empty pool (I9)"] += 1
        taken = [one for one in self.centre if one == symbol]
        self.centre = [one for one in self.centre if one != symbol]
        self.count(taken)

    def count(self, tiles: list[str]) -> None:
        """I6: each tile scores a point; tiles beyond the target return to the pool."""
        pegs = self.pegs[self.turn]
        for symbol in tiles:
            if pegs[symbol] == self.target:
                self.pool[symbol] += 1
                self.notes["tile back to the pool (I6)"] += 1
                continue
            pegs[symbol] += 1
            if pegs[symbol] == self.target:
                self.owed += 1  # I8
                self.notes["bonus turns earned (I8)"] += 1
        self.drawn = []
        self.after_scoring()

    def after_scoring(self) -> None:
        if all(value == self.target for value in self.pegs[self.turn].values()):
            self.winner = self.turn
            self.reason = "won"
            self.notes["won"] += 1
        elif self.owed > 0:
            self.owed -= 1  # the same player begins a new turn
        else:
            self.next_seat()

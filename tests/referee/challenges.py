"""The Card and the Dice Challenge with the score board they share (sections F to H)."""

from collections import Counter

from .game import Game, new_pegs
from .shape import (
    SYMBOLS,
    Refused,
    as_list,
    as_object,
    as_sorted_list,
    letter,
    letters,
    list_of,
    lowest_symbols,
    need,
    ordered,
    pairs,
    shows_any,
    take,
    two_letters,
    whole,
)

HAND = 6  # G2
DICE_EACH = {2: 4, 3: 3, 4: 2}  # H1


def step_allowed(pegs: dict[str, int], column: int) -> bool:
    """F2: whether a peg may enter the column now."""
    if column > 10:
        return False
    if column >= 7:
        return all(value >= 4 for value in pegs.values())
    if column >= 4:
        return all(value >= 1 for value in pegs.values())
    return True


def advance(pegs: dict[str, int], symbol: str, points: int) -> int:
    """F2: move one column at a time and lose the rest; the number of steps made."""
    steps = 0
    while steps < points and step_allowed(pegs, pegs[symbol] + 1):
        pegs[symbol] += 1
        steps += 1
    return steps


class ColumnGame(Game):
    """F: six pegs for each player on the columns 0 to 10."""

    def __init__(self, players: int, start: int) -> None:
        super().__init__(players, start)
        self.pegs = [new_pegs() for _ in range(players)]
        self.owed = 0  # bonus turns still to come

    def pegs_of(self, seat: int) -> dict[str, int]:
        return self.pegs[seat]

    def score(self, symbol: str, points: int) -> int:
        """Score for the player whose turn it is, and add the bonus turns of pegs on 10 (F3)."""
        pegs = self.pegs[self.turn]
        before = pegs[symbol]
        steps = advance(pegs, symbol, points)
        if steps < points:
            self.notes["points lost (F2)"] += 1
        if before == 0 and pegs[symbol] >= 4:
            self.notes["a last peg opens 4-6 for itself (F2)"] += 1
        if before < 10 and pegs[symbol] == 10:
            self.owed += 1
            self.notes["bonus turns earned (F3)"] += 1
        return steps

    def has_won(self) -> bool:
        return all(value >= 7 for value in self.pegs[self.turn].values())  # F4

    def win(self) -> None:
        self.winner = self.turn
        self.reason = "won"
        self.notes["won"] += 1
        if self.owed > 0:
            self.notes["won with a bonus owed (A3)"] += 1


def full_deck() -> Counter[str]:
    """G1: each pair of different symbols four times."""
    deck: Counter[str] = Counter()
    for number, one in enumerate(SYMBOLS):
        for other in SYMBOLS[number + 1 :]:
            deck[one + other] = 4
    return deck


class CardGame(ColumnGame):
    def __init__(self, players: int, start: int, hands: object, faceup: object) -> None:
        super().__init__(players, start)
        self.deck = full_deck()
        self.discards: Counter[str] = Counter()
        self.hands: list[Counter[str]] = []
        self.faceup: list[list[str]] = []
        self.stage = "play"
        self.plays_without_move = 0
        self.handlers = {"play": self.play, "discard": self.discard, "draw": self.draw}
        for hand in list_of(hands, players, "hands"):
            cards = pairs(list_of(hand, HAND, "a hand", "G2"), "a card of a hand")
            take(self.deck, cards, "the deck", "G1")
            self.hands.append(Counter(cards))
        for row in list_of(faceup, players, "faceup"):
            cards = pairs(
                list_of(row, 2 if players == 2 else 1, "the face-up cards", "G2"), "a face-up card"
            )
            take(self.deck, cards, "the deck", "G1")
            self.faceup.append(cards)

    def on_table(self, symbol: str) -> int:
        """G3: the face-up cards that show the symbol."""
        return sum(1 for row in self.faceup for card in row if symbol in card)

    def play(self, entry: dict[str, object]) -> None:
        if self.stage != "play":
            raise Refused("the hand must be refilled first", rule="G6")
        written = two_letters(entry["play"], "play")
        card = ordered(written)
        first = written[0]
        if "first" in entry:
            first = letter(entry["first"], "first")
        if first not in written:
            raise Refused("first must be a letter of the card", rule="G3")
        take(self.hands[self.turn], [card], "the hand", "G3")
        second = written[1] if first == written[0] else written[0]
        moved = 0
        for symbol in (first, second):
            moved += self.score(symbol, self.on_table(symbol))
        self.lay_down(card)
        self.plays_without_move = 0 if moved else self.plays_without_move + 1
        self.after_play()

    def lay_down(self, card: str) -> None:
        """G4: the oldest card of the row is discarded, and the new one added."""
        row = self.faceup[self.turn]
        self.discards[row.pop(0)] += 1
        row.append(card)

    def after_play(self) -> None:
        if self.has_won():
            self.win()
        elif self.plays_without_move >= 20 * self.players:
            self.reason = "stalled"  # G8
            self.notes["stalled (G8)"] += 1
        elif self.owed > 0 and self.hands[self.turn].total() > 0:
            self.owed -= 1  # G5: the next play comes at once, without a refill
        else:
            self.owed = 0
            self.stage = "refill"
            if self.hands[self.turn].total() == 0:
                self.notes["empty hand refilled (G6)"] += 1
            if self.may_discard():
                self.notes["discard allowed"] += 1

    def may_discard(self) -> bool:
        """G6: the hand has none of the lowest colours; an empty hand is only refilled."""
        hand = as_sorted_list(self.hands[self.turn])
        low = lowest_symbols(self.pegs[self.turn])
        return bool(hand) and not any(shows_any(card, low) for card in hand)

    def discard(self, entry: dict[str, object]) -> None:
        if self.stage != "refill" or not self.may_discard():
            raise Refused("the hand may not be discarded here", rule="G6")
        hand = self.hands[self.turn]
        if sorted(pairs(entry["discard"], "a card discarded")) != as_sorted_list(hand):
            raise Refused("the whole hand is discarded", rule="G6")
        self.discards.update(hand)
        self.hands[self.turn] = Counter()
        self.stage = "refill after discard"
        self.notes["discard"] += 1

    def draw(self, entry: dict[str, object]) -> None:
        if self.stage == "play":
            raise Refused("a card must be played before any draw", rule="G3")
        hand = self.hands[self.turn]
        cards = pairs(list_of(entry["draw"], HAND - hand.total(), "draw", "G6"), "a drawn card")
        for number, card in enumerate(cards):
            take(self.deck, [card], "the deck", "G7")
            hand[card] += 1
            self.renew_deck(last=number == len(cards) - 1)
        self.stage = "play"
        self.next_seat()

    def renew_deck(self, last: bool) -> None:
        """G7: as soon as the deck is empty, so later discards are not in it."""
        if self.deck.total() > 0:
            return
        self.deck, self.discards = self.discards, Counter()
        self.notes["deck renewed"] += 1
        self.notes["deck renewed " + ("by a draw's last card" if last else "inside a draw")] += 1


class DiceGame(ColumnGame):
    def __init__(self, players: int, start: int, dice: object, opening_roll: bool) -> None:
        super().__init__(players, start)
        self.each = DICE_EACH[players]
        self.dice: list[list[str]] = [[] for _ in range(players)]  # H2: no dice are rolled yet
        self.rolls = 0
        self.handlers = {"roll": self.roll, "resolve": self.resolve}
        if opening_roll:
            for seat, row in enumerate(list_of(dice, players, "dice")):
                self.dice[seat] = letters(list_of(row, self.each, "dice of a seat", "H1"), "a die")

    def roll(self, entry: dict[str, object]) -> None:
        if self.rolls == 3:
            raise Refused("the third roll counts", rule="H3")
        self.dice[self.turn] = letters(list_of(entry["roll"], self.each, "roll", "H1"), "a die")
        self.rolls += 1
        if self.rolls > 1:
            self.notes["re-roll"] += 1

    def resolve(self, entry: dict[str, object]) -> None:
        if self.rolls == 0:
            raise Refused("the dice must be rolled first", rule="H3")
        used: set[int] = set()
        scores: list[tuple[str, int]] = []
        for item in as_list(entry["resolve"], "resolve"):
            scores.append(self.read_use(as_object(item, "an item of resolve"), used))
        if len(used) != self.each:
            raise Refused("every die is used", rule="H4")
        for symbol, points in scores:
            self.score(symbol, points)
        self.rolls = 0
        if self.has_won():
            self.win()
        elif self.owed > 0:
            self.owed -= 1  # H5: a whole turn with fresh rolls
        else:
            self.next_seat()

    def read_use(self, item: dict[str, object], used: set[int]) -> tuple[str, int]:
        """H4: one match or one wild score as (symbol, points); marks the dice as used."""
        if ("match" in item) == ("wild" in item):
            raise Refused("an item of resolve is either a match or a wild score", rule="H4")
        if "match" in item:
            symbol = self.use_die(item["match"], used)
            return symbol, self.matching(symbol)
        shown = [self.use_die(index, used) for index in as_list(item["wild"], "wild")]
        chosen = letter(need(item, "as", "the wild score"), "as")
        if len(shown) < 2 or len(set(shown)) != 1:
            raise Refused("a wild score takes two or more dice with one symbol", rule="H4")
        self.notes[f"wild score of {len(shown)}"] += 1
        return chosen, len(shown) - 1

    def use_die(self, index: object, used: set[int]) -> str:
        number = whole(index, "the number of a die")
        if not 0 <= number < self.each:
            raise Refused("there is no such die", rule="H4")
        if number in used:
            raise Refused("a die is used twice", rule="H4")
        used.add(number)
        return self.dice[self.turn][number]

    def matching(self, symbol: str) -> int:
        """H4: the dice of the other players that show the symbol."""
        points = 0
        for seat in range(self.players):
            if seat != self.turn:
                points += self.dice[seat].count(symbol)
        return points

"""Chance from a seed: as documented, stable forever, fair, and impossible to steer."""

import hmac
import struct
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingenious.record import Dealer, Recorder
from ingenious.rules import boardgame, cards, game
from ingenious.rules.moves import Chance, Outcome, Reroll, Resolve
from ingenious.rules.symbols import PAIRS, SYMBOLS, pile

SEED = bytes(range(32))


def words_of(seed: bytes, number: int) -> Iterator[int]:
    """The words of an outcome, as the documentation of the dealer tells them."""
    for block in count():
        message = b"ingenious-dealer/1" + struct.pack(">QQ", number, block)
        yield from struct.unpack(">8I", hmac.new(seed, message, sha256).digest())


def number_below(n: int, words: Iterator[int]) -> int:
    """A word modulo n; words from the last, incomplete run of n are passed over."""
    while True:
        word = next(words)
        if word // n < 2**32 // n:
            return word % n


def plain_outcome(seed: bytes, number: int, chance: Chance) -> tuple[str, ...]:
    words = words_of(seed, number)
    if chance.repeats:
        return tuple(
            chance.source[number_below(len(chance.source), words)] for _ in range(chance.count)
        )
    left, drawn = list(chance.source), list[str]()
    while len(drawn) < chance.count:
        if not left:
            left = list(chance.renewal)
        drawn.append(left.pop(number_below(len(left), words)))
    return tuple(drawn)


def drawing(n: int, source: tuple[str, ...], renewal: tuple[str, ...] = ()) -> Chance:
    return Chance("draw", "B14", 0, n, source, renewal)


def rolling(n: int) -> Chance:
    return Chance("roll", "H3", 0, n, SYMBOLS, repeats=True)


SEEDS = st.binary(min_size=32, max_size=32)
NUMBERS = st.integers(0, 2**64 - 1)
PILES = st.lists(st.sampled_from(PAIRS), min_size=1, max_size=30).map(pile)


@given(SEEDS, NUMBERS, PILES, st.lists(st.sampled_from(PAIRS), max_size=30).map(pile), st.data())
def test_a_draw_is_what_the_documentation_says(
    seed: bytes, number: int, source: tuple[str, ...], renewal: tuple[str, ...], data: st.DataObject
) -> None:
    chance = drawing(data.draw(st.integers(1, len(source) + len(renewal))), source, renewal)
    outcome = Dealer(seed).outcome(number, chance)
    assert outcome == Outcome(plain_outcome(seed, number, chance))
    assert Counter(outcome.pieces) <= Counter(source + renewal)


@given(SEEDS, NUMBERS, st.integers(1, 40))
def test_a_roll_is_what_the_documentation_says(seed: bytes, number: int, dice: int) -> None:
    chance = rolling(dice)
    assert Dealer(seed).outcome(number, chance).pieces == plain_outcome(seed, number, chance)


@pytest.mark.rules("A2")
@given(SEEDS, st.integers(1, 4))
def test_a_starting_seat_is_outcome_0(seed: bytes, players: int) -> None:
    assert Dealer(seed).start(players) == number_below(players, words_of(seed, 0))


def test_words_that_would_favour_low_numbers_are_passed_over() -> None:
    n = 3 * 2**30  # a quarter of all words lie beyond the last whole run
    seeds = [bytes([seed]) * 32 for seed in range(64)]
    firsts = [next(words_of(seed, 0)) for seed in seeds]
    assert any(word >= n for word in firsts), "no seed shows the case"
    for seed in seeds:
        assert Dealer(seed).start(n) == number_below(n, words_of(seed, 0))


def test_the_first_word_beyond_the_last_whole_run_is_passed_over() -> None:
    seeds = [bytes([seed]) * 32 for seed in range(16)]
    large = [seed for seed in seeds if next(words_of(seed, 0)) > 2**31]
    assert large, "no seed shows the case"
    for seed in large:
        n = next(words_of(seed, 0))  # fits once into 2**32, so that 0 to n - 1 are the only run
        assert Dealer(seed).start(n) == number_below(n, words_of(seed, 0))


def test_the_commitment_is_the_hash_of_the_seed() -> None:
    assert Dealer(SEED).commit == sha256(SEED).hexdigest()
    assert Dealer(bytes(32)).commit == (
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    )


@pytest.mark.parametrize("size", [0, 1, 31, 33, 64, 65])
def test_a_seed_has_32_bytes(size: int) -> None:
    """A longer key HMAC would hash, to what is published; a shorter one it would fill up."""
    with pytest.raises(ValueError, match=f"a seed must have 32 bytes, not {size}"):
        Dealer(bytes(size))


def test_a_seed_is_no_text() -> None:
    with pytest.raises(TypeError, match="a seed must be bytes"):
        Dealer("a" * 32)  # type: ignore[arg-type]  # what a caller without a type checker might write


def test_a_dealer_of_a_text() -> None:
    assert Dealer.of("a seed") == Dealer(sha256(b"a seed").digest())
    assert "seed=" not in repr(Dealer.of("a seed"))


KNOWN = [
    (bytes(32), 1, drawing(6, boardgame.BOX), "BP GG RP YB BP OG"),
    (bytes(32), 2, drawing(6, boardgame.BOX), "YP BB OP GB YY RP"),
    (SEED, 1, drawing(12, boardgame.BOX), "PP OG YG GB OY YY OP YB OG RB OG GG"),
    (SEED, 41, drawing(1, ("RR",)), "RR"),
    (SEED, 7, drawing(5, ("RO", "RY"), cards.BOX), "RY RO GB OG OY"),
    (SEED, 1, rolling(9), "O Y Y O R B Y O R"),
    (SEED, 2, rolling(4), "O G G G"),
    (b"x" * 32, 2**32, rolling(12), "P P B G G Y R G R G P R"),
]
"""Outcomes that must stay what they are: every record with a seed depends on them."""


@pytest.mark.parametrize(("seed", "number", "chance", "pieces"), KNOWN)
def test_known_outcomes_never_change(seed: bytes, number: int, chance: Chance, pieces: str) -> None:
    assert " ".join(Dealer(seed).outcome(number, chance).pieces) == pieces


def test_known_starting_seats_never_change() -> None:
    seats = [Dealer(bytes([seed]) * 32).start(4) for seed in range(16)]
    assert "".join(map(str, seats)) == "0221330310132233"


def even(counts: Counter[str], total: int, kinds: int) -> bool:
    """Whether all kinds came, none a fifth more or less often than its share."""
    share = total / kinds
    return len(counts) == kinds and all(abs(n - share) < share / 5 for n in counts.values())


def test_every_seat_starts_equally_often() -> None:
    seats = Counter(str(Dealer(n.to_bytes(32, "big")).start(3)) for n in range(3000))
    assert even(seats, 3000, 3)


def test_every_die_shows_every_symbol_equally_often() -> None:
    rolls = [Dealer(n.to_bytes(32, "big")).outcome(5, rolling(4)).pieces for n in range(3000)]
    for die in range(4):
        assert even(Counter(roll[die] for roll in rolls), 3000, 6)


def test_every_piece_comes_equally_often_in_every_place() -> None:
    letters = tuple(SYMBOLS)
    draws = [
        Dealer(n.to_bytes(32, "big")).outcome(3, drawing(6, letters)).pieces for n in range(3000)
    ]
    assert all(pile(draw) == letters for draw in draws)
    for place in range(6):
        assert even(Counter(draw[place] for draw in draws), 3000, 6)


@pytest.mark.rules("G7")
@given(SEEDS, st.integers(0, 6))
def test_the_deck_is_renewed_in_the_middle_of_a_draw(seed: bytes, left: int) -> None:
    deck, discards = ("RO",) * left, ("GB", "GB", "GB", "YP", "YP", "YP")
    pieces = Dealer(seed).outcome(1, drawing(6, deck, discards)).pieces
    assert pieces[:left] == deck
    assert Counter(pieces[left:]) <= Counter(discards)
    assert len(pieces) == 6


@pytest.mark.parametrize("decision", range(0, 200, 9))
def test_another_placement_brings_the_same_tile(decision: int) -> None:
    rules = game("classic", 2)
    first, other = (Recorder(rules, ["Ada", "Ben"], dealer=Dealer(SEED)) for _ in range(2))
    first.play(rules.legal(first.state)[0])
    other.play(rules.legal(other.state)[decision])
    drawn = [recorder.record().log[-1].outcome for recorder in (first, other)]
    assert drawn[0] == drawn[1] == Dealer(SEED).outcome(2, drawing(1, first_bag())).pieces


def first_bag() -> tuple[str, ...]:
    """What is in the bag when the racks are dealt."""
    recorder = Recorder(game("classic", 2), ["Ada", "Ben"], dealer=Dealer(SEED))
    bag: tuple[str, ...] = recorder.state.bag
    return bag


@pytest.mark.rules("H3")
def test_a_roll_does_not_depend_on_its_seat_or_reason() -> None:
    rules = game("dice", 2)
    again, on = (Recorder(rules, ["Ada", "Ben"], start=0, dealer=Dealer(SEED)) for _ in range(2))
    again.play(Reroll())
    on.play(next(move for move in rules.legal(on.state) if isinstance(move, Resolve)))
    mine, yours = again.record().log[-1], on.record().log[-1]
    assert (mine.seat, yours.seat) == (0, 1)
    assert mine.outcome == yours.outcome == Dealer(SEED).outcome(3, rolling(4)).pieces

"""The Card Challenge (G)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from . import areas
from .errors import IllegalMove
from .events import (
    Dealt,
    DeckRenewed,
    Drew,
    FaceUpReplaced,
    Matched,
    Played,
    Shown,
    Story,
    TurnBegan,
)
from .game import DealPart, Ending, Game, Pegs, end, lowest, refuse_move, with_item
from .moves import Chance, Decision, Discard, Keep, Move, Outcome, Play, Turn
from .symbols import CANONICAL, PAIRS, Pieces, pile, show_any, spell, take

BOX = pile(4 * PAIRS)  # G1
HAND_SIZE = 6
IDLE_PLAYS_EACH = 20  # G8: plays for each player

Phase = Literal["deal", "play", "discard", "draw", "over"]
"""What the Card Challenge waits for."""


@dataclass(frozen=True, slots=True)
class CardState:
    """A position of the Card Challenge."""

    hands: tuple[Pieces, ...]
    faceup: tuple[Pieces, ...]  # for each seat, the card nearest the centre first
    deck: Pieces
    discards: Pieces
    pegs: tuple[Pegs, ...]
    seat: int
    due: int  # plays to be made now, bonus turns included
    idle: int  # plays in a row in which no peg moved
    phase: Phase
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class CardChallenge(Game[CardState]):
    """The rules of the Card Challenge for two to four players."""

    players: int

    name = "cards"
    edition = "2010"

    @property
    def faceup_each(self) -> int:
        """The number of face-up cards of each player: two with two players (G2)."""
        return 2 if self.players == 2 else 1

    @property
    def deal_parts(self) -> tuple[DealPart, ...]:
        """Hidden hands, then the face-up cards, the one nearer to the centre first (G2)."""
        hands = DealPart("hands", self.players, HAND_SIZE, "G2", hidden=True)
        return (hands, DealPart("faceup", self.players, self.faceup_each, "G2"))

    @property
    def hides_draws(self) -> bool:
        """Hands are hidden."""
        return True

    def opening(self, start: int) -> CardState:
        """The full deck; next hands and face-up cards are dealt, both seat by seat."""
        nothing: tuple[Pieces, ...] = ((),) * self.players
        pegs = ((0,) * 6,) * self.players
        return CardState(nothing, nothing, BOX, (), pegs, start, 1, 0, "deal")

    def awaits(self, state: CardState) -> Turn | Chance | None:
        """A play, a choice about the hand, the deal or a draw."""
        match state.phase:
            case "play":
                return Turn(state.seat, "play", "G3")
            case "discard":
                return Turn(state.seat, "discard", "G6")
            case "draw":
                missing = HAND_SIZE - len(state.hands[state.seat])
                return Chance("draw", "G6", state.seat, missing, state.deck, state.discards)
            case "deal":
                return Chance("deal", "G2", None, self.deal_size(), BOX)
            case _:  # over
                return None

    def legal(self, state: CardState) -> Sequence[Decision]:
        """Each card of the hand in both orders; or discarding and keeping the hand."""
        hand = state.hands[state.seat]
        if state.phase == "play":
            return [Play(spelled) for card in dict.fromkeys(hand) for spelled in (card, card[::-1])]
        if state.phase == "discard":
            return (Discard(hand), Keep())
        return ()

    def scores(self, state: CardState) -> tuple[Pegs, ...]:
        """Six pegs for each seat."""
        return state.pegs

    def step(self, state: CardState, move: Move, story: Story) -> CardState:
        phase = state.phase
        if isinstance(move, Outcome):
            deal_or_draw = self._deal if phase == "deal" else self._draw
            return deal_or_draw(state, move.pieces, story)
        if phase == "play" and isinstance(move, Play):
            return self._play(state, move.card, story)
        if phase == "discard" and isinstance(move, Discard | Keep):
            return self._discard_or_keep(state, move, story)
        if phase == "draw" and isinstance(move, Discard):
            raise IllegalMove("G6", f"seat {state.seat} cannot discard its hand now")
        raise refuse_move(self.awaits(state), move)

    def _deal(self, state: CardState, cards: Pieces, story: Story) -> CardState:
        deck = take(state.deck, cards, "G1", "the deck")
        dealt, each = HAND_SIZE * self.players, self.faceup_each
        hands = tuple(pile(cards[at : at + HAND_SIZE]) for at in range(0, dealt, HAND_SIZE))
        faceup = tuple(cards[at : at + each] for at in range(dealt, len(cards), each))
        if story is not None:
            story += [Dealt(faceup), TurnBegan(state.seat)]
        return replace(state, hands=hands, faceup=faceup, deck=deck, phase="play")

    def _play(self, state: CardState, spelled: str, story: Story) -> CardState:
        """Score both symbols in the order written (G3), then replace a face-up card (G4)."""
        seat = state.seat
        hand = state.hands[seat]
        card = CANONICAL.get(spelled)
        if card is None or card not in hand:
            raise IllegalMove("G3", f"seat {seat} has no card {spelled}; it holds {spell(hand)}")
        if story is not None:
            story.append(Played(seat, spelled))
        pegs, due = state.pegs[seat], state.due - 1
        for symbol in spelled:
            by = _showing(state.faceup, symbol)
            if story is not None:
                story.append(Matched(seat, symbol, by))
            pegs, ingenious = areas.score(pegs, seat, symbol, len(by), story)
            due += ingenious
        gone, *stay = state.faceup[seat]
        faceup = (*stay, card)
        if story is not None:
            story.append(FaceUpReplaced(seat, gone, faceup))
        after = replace(
            state,
            hands=with_item(state.hands, seat, take(hand, (card,), "G3", "the hand")),
            faceup=with_item(state.faceup, seat, faceup),
            discards=pile((*state.discards, gone)),
            pegs=with_item(state.pegs, seat, pegs),
            due=due,
            idle=0 if pegs != state.pegs[seat] else state.idle + 1,
        )
        if areas.has_won(pegs):
            return end(after, Ending("won"), "F4", story)
        if after.idle >= IDLE_PLAYS_EACH * self.players:
            return end(after, Ending("stalled"), "G8", story)
        if due:
            if story is not None:
                story.append(TurnBegan(seat, bonus=True))
            return after
        return replace(after, phase="discard" if _may_discard(after) else "draw")

    def _discard_or_keep(self, state: CardState, move: Discard | Keep, story: Story) -> CardState:
        seat = state.seat
        if isinstance(move, Keep):
            return replace(state, phase="draw")
        hand = state.hands[seat]
        if sorted(move.cards) != sorted(hand):
            raise IllegalMove(
                "G6", f"the whole hand must be discarded: {spell(hand)}, not {spell(move.cards)}"
            )
        if story is not None:
            story.append(Shown(seat, hand, "G6"))
        return replace(
            state,
            hands=with_item(state.hands, seat, ()),
            discards=pile(state.discards + hand),
            phase="draw",
        )

    def _draw(self, state: CardState, cards: Pieces, story: Story) -> CardState:
        """Draw up to six; an empty deck is renewed from the discards at once (G7)."""
        seat, left = state.seat, len(state.deck)
        deck = take(state.deck, cards[:left], "G7", "the deck")
        discards = state.discards
        if not deck:
            deck, discards = take(discards, cards[left:], "G7", "the renewed deck"), ()
        after = (seat + 1) % self.players
        if story is not None:
            story.append(Drew(seat, min(left, len(cards))))
            if len(cards) >= left:
                story.append(DeckRenewed(len(state.discards)))
            if len(cards) > left:
                story.append(Drew(seat, len(cards) - left))
            story.append(TurnBegan(after))
        return replace(
            state,
            hands=with_item(state.hands, seat, pile(state.hands[seat] + cards)),
            deck=deck,
            discards=discards,
            seat=after,
            due=1,
            phase="play",
        )


def _showing(faceup: tuple[Pieces, ...], symbol: str) -> tuple[tuple[int, int], ...]:
    """The face-up cards that show the symbol, as (seat, place)."""
    return tuple(
        (seat, place)
        for seat, cards in enumerate(faceup)
        for place, card in enumerate(cards)
        if symbol in card
    )


def _may_discard(state: CardState) -> bool:
    """Whether the hand has cards and none shows one of the seat's lowest colours (G6)."""
    hand, colours = state.hands[state.seat], lowest(state.pegs[state.seat])
    return bool(hand) and not show_any(hand, colours)

"""`Position`: the rules of a game, its state, and what is unknown, as one value."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, TypedDict, Unpack, overload

from ..picture import Marks, Theme, draw, png
from ..record import Dealer, NotationError, Record, RecordError
from ..record.errors import check_text
from ..record.model import join_deal
from ..record.notation import parse_space, write_move
from ..record.position import parse_lines, write_position
from ..record.position_lines import Lines
from ..record.replay import moves_of
from ..rules import AnyGame, AnyState, BoardState, IllegalMove, Options, Pegs, Result, game
from ..rules.events import Event
from ..rules.moves import Chance, Decision, Move, Outcome, Place, Space, Turn
from ..rules.symbols import UNKNOWN, Pieces
from ..rules.words import pluralize
from . import unknown
from .check import check_position
from .moves import read_move
from .one_line import read_line, write_line
from .tiling import Pick

Seed: TypeAlias = int | str | bytes
"""A number or a text, or the 32 bytes of a dealer."""


class UnknownPieces(ValueError):
    """The answer depends on pieces that are not known in this position."""


class PictureOptions(TypedDict, total=False):
    """How a picture is drawn; every option can be left out."""

    theme: Theme
    width: float  # in pixels
    frame: tuple[float, float]  # a width and a height instead; the picture is centred
    names: Sequence[str]  # of the players
    scores: bool  # False leaves out the score boards of a board game
    gains: Place | str  # a placement, drawn with the lines that it scores
    ghosts: Iterable[Place | str]  # placements to draw faintly
    labels: Mapping[str, str]  # spaces and their texts
    arrows: Iterable[tuple[str, str]]  # from one space to another
    coordinates: bool  # the letters of rows and the numbers of diagonals


@dataclass(frozen=True, slots=True, repr=False)
class Position:
    """A position of any game: play a move, and get the next one.

    Positions are values: equal if their rules and their states are. With a dealer, every outcome of
    chance follows by itself; without one, `awaits` says which outcome is due, and `play` takes it.
    """

    rules: AnyGame
    state: AnyState
    dealer: Dealer | None = field(default=None, compare=False)
    outcomes: int = field(default=0, compare=False)  # dealt so far
    placed: tuple[Place, ...] = field(default=(), compare=False)  # the tiles on the board, if known

    @classmethod
    def new(
        cls,
        name: str,
        players: int | None = None,
        *,
        seed: Seed | None = None,
        start: int | None = None,
        edition: str | None = None,
        options: Options | None = None,
    ) -> "Position":
        """The opening of a game; with a seed, after the deal.

        A seed is a number or a text, or the 32 bytes of a dealer. Without `start`, the seed decides
        which seat begins; without a seed, seat 0 does.
        """
        rules = game(name, players, edition, options)
        dealer = None if seed is None else _dealer_of(seed)
        if start is None:
            start = 0 if dealer is None else dealer.start(rules.players)
        return cls(rules, rules.new(start), dealer).dealt()

    @classmethod
    def parse(cls, text: str) -> "Position":
        """The position of a text, drawn or in one line.

        Racks, hands and the bag may be unknown: `?6`, or left out of a drawn position. Raises
        `NotationError` if it cannot be read, or if it contradicts the rules: too many pieces of a
        kind, a board that the other tiles cannot form, an ending that it does not show. It may
        still be a position to which no moves lead.
        """
        check_text(text, "a position")
        is_drawn = "\n" in text.strip() or text.lstrip().startswith("game:")
        lines = Lines(text, unknown=True) if is_drawn else read_line(text.strip())
        rules, state = parse_lines(lines)
        check_position(rules, state)
        return cls(rules, state)

    @classmethod
    def of(cls, record: Record, at: int | None = None) -> "Position":
        """The position of a record after `at` entries; by default, after the last one.

        In a redacted record, what the seat did not know is unknown. The position has no seed, even
        if the record has one: `Line.of` goes on with it. Raises `RecordError` at the entry that
        breaks a rule.
        """
        if not isinstance(record, Record):
            raise TypeError(
                "this must be a record, such as `read` yields from a file or a match has in its "
                f"`games`, not {type(record).__name__}"
            )
        entries = len(record.log)
        at = entries if at is None else at
        if not 0 <= at <= entries:
            raise ValueError(f"at must be from 0 to {entries}, not {at}")
        position = cls(record.game, record.game.new(record.start))
        played: int | None = None
        try:
            if record.game.deal_parts:
                position = position._after(Outcome(join_deal(record.game, record.deal)))
            for number, entry in enumerate(record.log[:at]):
                played = number
                for move in moves_of(entry, position.awaits):
                    position = position._after(move)
        except IllegalMove as error:
            raise RecordError(error.message, played, error.rule) from None
        return position

    @property
    def turn(self) -> int | None:
        """The seat that has to decide; None if chance comes next, or the game is over."""
        awaited = self.awaits
        return awaited.seat if isinstance(awaited, Turn) else None

    @property
    def awaits(self) -> Turn | Chance | None:
        """What comes next: a decision, an outcome of chance, or nothing once the game is over."""
        return self.rules.awaits(self.state)

    @property
    def legal(self) -> "LegalMoves":
        """Every decision of the seat to move, each once; made on demand.

        Raises `UnknownPieces` if the seat's own pieces are unknown.
        """
        return LegalMoves(self)

    @property
    def is_known(self) -> bool:
        """Whether every piece is known."""
        return unknown.is_known(self.state)

    @property
    def racks(self) -> tuple[Pieces, ...]:
        """The rack of each seat, or its hand of cards; an unknown piece is `?`."""
        return unknown.hands_of(self.state)

    @property
    def scores(self) -> tuple[Pegs, ...]:
        """Six pegs for each seat, seen from its own side."""
        return self.rules.scores(self.state)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The ranks at the end of the game; before that, what they would be now."""
        return self.rules.ranks(self.state)

    @property
    def result(self) -> Result | None:
        """The result once the game is over."""
        return self.rules.result(self.state)

    def read(self, move: Move | str) -> Move:
        """The move of a text, in any case, with or without hyphens; it may be illegal.

        Raises `NotationError` if it is not a move, and `IllegalMove` if it can never be legal. A
        move is returned as it is.
        """
        if isinstance(move, str):
            return read_move(self.rules, self.state, move)
        if not isinstance(move, Move):
            raise TypeError(f"a move must be a text or a Move, not {type(move).__name__}")
        return move

    def is_legal(self, move: Decision | str) -> bool:
        """Whether the rules allow a decision, or its text, here; resigning counts too.

        Raises `UnknownPieces` if the seat's own pieces are unknown.
        """
        return move in self.legal

    def play(self, move: Move | str) -> "Position":
        """The position after a move; raises `IllegalMove`, or `NotationError` for a wrong text."""
        return self._after(self.read(move)).dealt()

    def events(self, move: Move | str) -> tuple[Event, ...]:
        """What a move does, step by step, without the outcomes of chance that follow it."""
        story: list[Event] = []
        unknown.play(self.rules, self.state, self.read(move), story)
        return tuple(story)

    def redact(self, seat: int | None) -> "Position":
        """The position as a seat, or a spectator (None), knows it; it has no seed any more."""
        if seat is not None and not 0 <= seat < self.rules.players:
            raise ValueError(f"there is no seat {seat}")
        if not self.rules.hides_draws:
            return replace(self, dealer=None, outcomes=0)
        others = [other for other in range(self.rules.players) if other != seat]
        return Position(
            self.rules, unknown.hide(self.rules, self.state, others), placed=self.placed
        )

    def with_seed(self, seed: Seed) -> "Position":
        """The same position with a seed, which generates all outcomes of chance from now on.

        Raises `UnknownPieces` unless every piece is known: `fill` deals the unknown ones.
        """
        if not self.is_known:
            raise UnknownPieces("some pieces are unknown; fill the position first")
        return replace(self, dealer=_dealer_of(seed), outcomes=0).dealt()

    def fill(self, pick: Pick) -> "Position":
        """A position without unknown pieces: they are dealt with the random numbers of `pick`."""
        return replace(self, state=unknown.fill(self.rules, self.state, pick))

    @property
    def line(self) -> str:
        """The position in one line."""
        return write_line(str(self))

    def svg(self, **options: Unpack[PictureOptions]) -> str:
        """A picture in SVG; `PictureOptions` has the options. The last tile placed is marked."""
        for name in options.keys() - PictureOptions.__annotations__.keys():
            raise TypeError(f"a picture has no option {name!r}")
        _check_options(options)
        gains = options.get("gains")
        marks = Marks(
            tiles=self.placed,
            last=self.placed[-1] if self.placed else None,
            gains=None if gains is None else self._placement(gains),
            ghosts=tuple(map(self._placement, options.get("ghosts", ()))),
            labels={self._space(name): text for name, text in options.get("labels", {}).items()},
            arrows=tuple(map(self._arrow, options.get("arrows", ()))),
            coordinates=options.get("coordinates", False),
        )
        return draw(
            self.rules,
            self.state,
            theme=options.get("theme", "light"),
            size=options.get("frame", options.get("width")),
            names=options.get("names"),
            scores=options.get("scores", True),
            marks=marks,
        )

    def png(self, **options: Unpack[PictureOptions]) -> bytes:
        """The same picture in PNG; raises `ModuleNotFoundError` without the extra `pictures`."""
        if options.get("theme") == "page":
            raise ValueError("a picture in PNG is part of no page; its theme is light or dark")
        return png(self.svg(**options))

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return self.svg(width=720)

    def _placement(self, move: Place | str) -> Place:
        made = self.read(move)
        if not isinstance(made, Place):
            raise NotationError(f"this is not a placement: {move!r}")
        for space in made.at:
            self._check_space(space, str(space))
        return made

    def _arrow(self, pair: Any) -> tuple[Space, Space]:
        match pair:
            case [start, end]:
                return self._space(start), self._space(end)
            case _:
                raise NotationError(f"an arrow must be two spaces like ('H8', 'H9'), not {pair!r}")

    def _space(self, name: str) -> Space:
        space = parse_space(name)
        self._check_space(space, name)
        return space

    def _check_space(self, space: Space, name: str) -> None:
        if not isinstance(self.state, BoardState) or space not in self.state.board.layout.index:
            raise NotationError(f"the board of this game has no space {name}")

    def __str__(self) -> str:
        """The position as a drawn text."""
        return write_position(self.rules, self.state)

    def __repr__(self) -> str:
        return f"Position.parse({self.line!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return Position, (self.rules, self.state, self.dealer, self.outcomes, self.placed)

    def _after(self, move: Move) -> "Position":
        state = unknown.play(self.rules, self.state, move)
        dealt = self.outcomes + isinstance(move, Outcome)
        placed = (*self.placed, move) if isinstance(move, Place) else self.placed
        return Position(self.rules, state, self.dealer, dealt, placed)

    def dealt(self) -> "Position":
        """The position after the outcomes that are due; without a dealer, the position itself."""
        position = self
        while self.dealer is not None and isinstance(awaited := position.awaits, Chance):
            position = position._after(self.dealer.outcome(position.outcomes + 1, awaited))
        return position


def _check_options(options: PictureOptions) -> None:
    """Refuse values that would be misread, or fail without saying why."""
    if isinstance(ghosts := options.get("ghosts"), str):
        raise TypeError(f"ghosts must be a list of placements, not {ghosts!r}")
    if not isinstance(labels := options.get("labels", {}), Mapping):
        raise TypeError(
            f"labels must be a dictionary of spaces and texts such as {{'H8': '?'}}, not {labels!r}"
        )
    frame: object = options.get("frame", (1, 1))
    if not isinstance(frame, tuple) or len(frame) != 2:
        raise TypeError(f"frame must be a width and a height, such as (640, 480), not {frame!r}")


def _dealer_of(seed: Seed) -> Dealer:
    return Dealer(seed) if isinstance(seed, bytes) else Dealer.of(str(seed))


class LegalMoves(Sequence[Decision]):
    """The legal decisions of a position, made on demand.

    `in` asks the rules. So it also accepts the text of a move, another spelling of the same
    placement, and resigning, which is legal but never listed. Type checkers want only decisions
    before `in`; `Position.is_legal` takes a text, too.
    """

    __slots__ = ("_moves", "_position")

    def __init__(self, position: Position) -> None:
        self._position = position
        awaited = position.awaits
        if isinstance(awaited, Turn):
            hands = unknown.hands_of(position.state)
            if hands and UNKNOWN in hands[awaited.seat]:
                raise UnknownPieces(f"the pieces of seat {awaited.seat} are not known")
        self._moves = position.rules.legal(position.state)

    def __len__(self) -> int:
        return len(self._moves)

    @overload
    def __getitem__(self, index: int) -> Decision: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Decision]: ...
    def __getitem__(self, index: int | slice) -> Decision | Sequence[Decision]:
        if isinstance(index, slice):
            return [self._moves[number] for number in range(*index.indices(len(self)))]
        return self._moves[index]

    def __iter__(self) -> Iterator[Decision]:
        return iter(self._moves)

    def __contains__(self, move: object) -> bool:
        try:
            if isinstance(move, str):
                move = self._position.read(move)
            if isinstance(move, Decision):
                self._position.events(move)
        except (IllegalMove, NotationError):
            return False
        return isinstance(move, Decision)

    def __repr__(self) -> str:
        shown = [write_move(move) for move in self[:5]] + ["…"] * (len(self) > 5)
        return f"<{pluralize(len(self), 'move')}{': ' if shown else ''}{', '.join(shown)}>"

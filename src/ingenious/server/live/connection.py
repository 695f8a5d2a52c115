"""One socket at one table: receives messages, runs commands, sends news and views."""

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from functools import partial
from time import monotonic

import msgspec
from msgspec import UNSET, UnsetType
from starlette.websockets import WebSocket

from ...bots.coach import MAX_ADVICE
from ...store import Unavailable
from ...table import AppliedEvent, Private, Sender, commands, messages, visibility
from ...table.events import GameStarted, TakebackApplied
from ...table.view.decision import from_doc
from ...table.view.news import EncodedNews, to_story
from ...table.visibility import Viewer
from .. import metrics
from ..clock import now
from ..http.connection_slots import BEFORE_GAME, IN_GAME, SPECTATOR
from ..http.endpoint import STORE_UNAVAILABLE, to_problem
from ..http.errors import Problem
from ..http.rate_limit import Bucket
from ..http.timeouts import PROTOCOL, TimeoutSocketProtocol
from ..identity import People, Person
from ..wire import (
    CoachMessage,
    DoneMessage,
    HintsMessage,
    PresenceMessage,
    PreviewMessage,
    RefusedMessage,
    ServerMessage,
    TableMessage,
    UpdateMessage,
)
from .live_table import LiveTable, NoSuchTable
from .outbox import Outbox
from .questions import Question, Questions
from .service import TableService

MAX_RECEIVED_MESSAGES = 64
"""Messages that wait to be handled; with more, the socket is not read."""

CLOSE_TRY_AGAIN = 1013
CLOSE_NOT_TEXT = 1003
CLOSE_NOT_ALLOWED = 1008
"""Close codes of the WebSocket protocol."""

log = logging.getLogger(__name__)

encode = msgspec.json.Encoder().encode


class Connection:
    """The socket of a person, or of an anonymous spectator."""

    def __init__(
        self,
        socket: WebSocket,
        service: TableService,
        people: People,
        table: str,
        person: Person | None,
    ) -> None:
        self._socket = socket
        # If the application runs with other protocols, nothing is known about the connection.
        self._protocol: TimeoutSocketProtocol | None = socket.scope.get("state", {}).get(PROTOCOL)
        self._service = service
        self._people = people
        self._table = table
        self._person = person
        self._person_id = person.id if person else ""
        self._viewer: Viewer = None
        self._shown_seat: int | None = None  # the seat whose hand a shared screen shows
        self._held_shown: AppliedEvent | None = None  # a decision that only this client knows
        self._outbox = Outbox()
        self._wake = asyncio.Event()
        self._close_reason: tuple[int, str] | None = None  # the code and the reason

    _live: LiveTable  # set once the client may watch it

    @property
    def person_id(self) -> str:
        """The person's id; empty for an anonymous spectator."""
        return self._person_id

    @property
    def last_heard(self) -> float:
        """When the client was last heard from, on the monotonic clock."""
        return self._protocol.last_heard if self._protocol is not None else monotonic()

    @property
    def has_answered(self) -> bool:
        """Whether the client was heard from since the socket opened."""
        return self._protocol is None or self._protocol.has_answered

    def ping(self) -> None:
        """Ping the client now."""
        if self._protocol is not None:
            self._protocol.ping()

    async def check(self, invite: str) -> None:
        """Check that the client may watch: raises `NoSuchTable`, `Private`, `Unavailable`."""
        async with self._service.locked(self._table) as live:
            is_invited = self._people.is_invited(live.id, invite)
            visibility.check_watch(live.table, self._person_id, is_invited=is_invited)
            self._live = live

    def priority(self) -> int:
        """The priority of its slot; see `connection_slots`."""
        table = self._live.table
        is_running = table.phase in ("playing", "between")
        if self._person_id and table.held_by(self._person_id):
            return IN_GAME if is_running else BEFORE_GAME
        is_host = bool(self._person_id) and table.host == self._person_id
        return BEFORE_GAME if is_host and not is_running else SPECTATOR

    async def serve(self, after: int | None, rate: float) -> None:
        """Send the table and its news, and handle messages until the socket closes.

        `rate` is the number of commands, and of questions, that are accepted per second.
        """
        try:
            async with self._service.locked(self._table, after or 0, self._person_id) as live:
                self._live = live
                self._viewer = self._current_viewer(live)
                self._send(self._table_message(live, self._news_after(live, after)))
                live.watchers.add(self)
                if self._protocol is not None:
                    self._protocol.on_return = partial(self._returned, live)
                if self.has_answered:
                    self._returned(live)
                else:
                    self.ping()
                self._service.bots.ask(live)  # bots rest while there are no watchers
        except (NoSuchTable, Unavailable) as error:
            log.warning("cannot show a table", extra={"table": self._table, "why": str(error)})
            await self._socket.close(CLOSE_TRY_AGAIN, STORE_UNAVAILABLE)
            return
        metrics.OPEN_SOCKETS.inc()
        questions = Questions(self._answer, self._refuse, Bucket(rate, 2 * rate))
        received: asyncio.Queue[str | None] = asyncio.Queue(MAX_RECEIVED_MESSAGES)
        sender = asyncio.create_task(self._send_messages())
        listener = asyncio.create_task(self._receive_messages(received))
        worker = asyncio.create_task(
            self._handle_messages(received, questions, Bucket(rate, 2 * rate))
        )
        try:
            await asyncio.wait((listener, worker), return_when=asyncio.FIRST_COMPLETED)
            # Commands that arrived before the socket closed are still run.
            goes_on = not worker.done() and listener.exception() is None
        except asyncio.CancelledError:
            goes_on = False
            raise
        finally:
            metrics.OPEN_SOCKETS.dec()
            live.watchers.discard(self)
            if self._protocol is not None:
                self._protocol.on_return = None
            if self.has_answered:
                self._service.presence.on_disconnect(live, self._person_id, self.last_heard)
                self._service.silence.check(live)
            questions.close()
            sender.cancel()
            listener.cancel()
            if not goes_on:
                worker.cancel()
            ended = await asyncio.gather(worker, listener, sender, return_exceptions=True)
        for outcome in ended[:2]:
            if isinstance(outcome, Exception):
                raise outcome

    def _returned(self, live: LiveTable, before: float = 0.0) -> None:
        """The client was heard from, first or after a silence that began at `before`."""
        self._service.silence.on_return(live, self, before)
        if not before:
            self._service.presence.on_connect(live, self._person_id)
            self._service.silence.check(live)

    async def _receive_messages(self, received: "asyncio.Queue[str | None]") -> None:
        """Receive messages until the socket closes, even while a command runs."""
        while (message := await self._socket.receive())["type"] != "websocket.disconnect":
            if (text := message.get("text")) is None:
                await self._socket.close(CLOSE_NOT_TEXT, "messages must be text")
                break
            await received.put(text)
        if self._protocol is not None and self._protocol.is_stopping:
            self._service.silence.is_stopping = True
        await received.put(None)

    async def _handle_messages(
        self, received: "asyncio.Queue[str | None]", questions: Questions, bucket: Bucket
    ) -> None:
        """Run commands one after the other; questions are only started."""
        while (text := await received.get()) is not None:
            try:
                message = messages.decode_message(text)
            except msgspec.DecodeError as error:
                await asyncio.sleep(bucket.wait())
                self._refuse(messages.id_of(text), Problem(422, "malformed", str(error)))
                continue
            if isinstance(message, Question):
                questions.ask(message)
                # Let the sender task run, or many refusals in a row would fill the outbox.
                await asyncio.sleep(0)
                continue
            await asyncio.sleep(bucket.wait())
            await self._or_refuse(message, self._handle(message))

    # Sending

    def notify(self, live: LiveTable, news: Sequence[AppliedEvent], origin: object) -> None:
        """Send news and the view, or the whole table if the client sees through another seat."""
        if not self._may_watch(live):
            self._close(CLOSE_NOT_ALLOWED, "the game has begun, and only seated players may watch")
            return
        done: messages.Id | UnsetType = UNSET
        if isinstance(origin, _PendingCommand) and origin.connection is self:
            done = origin.id
        before, self._viewer = self._viewer, self._current_viewer(live)
        message: TableMessage | UpdateMessage
        news = [item for item in news if item.is_for(self._viewer)]
        if self._viewer != before:
            message = self._table_message(live, news, done)
        elif not news:
            return
        else:
            views = live.views
            is_whole = _needs_whole_record(live, news)
            talks = is_whole and live.table.settings.talk
            message = UpdateMessage(
                news=self._news_for_client(live, news),
                view=views.view(self._viewer, self._person_id),
                now=now(),
                record=views.record(self._viewer) if is_whole else UNSET,
                messages=views.messages(self._viewer, self._person_id) if talks else UNSET,
                done=done,
            )
        if isinstance(origin, _PendingCommand) and done is not UNSET:
            origin.is_acknowledged = True
        self._send(message)

    def notify_absent(self, live: LiveTable) -> None:
        """Send which seats are absent."""
        self._send(PresenceMessage(absent=self._absent(live)))

    def _absent(self, live: LiveTable) -> tuple[int, ...] | None:
        """The absent seats, without those of this client."""
        if live.absent is None:
            return None
        own = live.table.held_by(self._person_id) if self._person_id else []
        return tuple(seat for seat in live.absent if seat not in own)

    def make_room(self) -> None:
        """Close the socket because another client needs its slot."""
        self._close(CLOSE_TRY_AGAIN, "the connection was closed to make room for a player")

    def disconnect(self) -> None:
        """Close the socket; the client may reconnect."""
        self._close(CLOSE_TRY_AGAIN, "please reconnect")

    def _may_watch(self, live: LiveTable) -> bool:
        """Whether the client may still watch; an invitation counts until the game begins."""
        if live.table.phase == "gathering":
            return True
        try:
            visibility.check_watch(live.table, self._person_id)
        except Private:
            return False
        return True

    def _current_viewer(self, live: LiveTable) -> Viewer:
        """The seat through which the client sees; a shared screen shows a hand only on its turn."""
        if not visibility.has_turn(live.table, self._shown_seat):
            self._shown_seat = None
        return visibility.viewer_of(live.table, self._person_id, self._shown_seat)

    def _news_after(self, live: LiveTable, after: int | None) -> list[AppliedEvent]:
        """The events after a number, in this player's numbering."""
        seats = live.table.seats_of(self._person_id)
        return [
            item
            for item in live.table.news
            if after is not None and item.count.for_seats(seats) > after
            if item.is_for(self._viewer)
        ]

    def _news_for_client(
        self, live: LiveTable, news: Sequence[AppliedEvent]
    ) -> tuple[EncodedNews, ...]:
        """News for this client; also notes which held decision it knows."""
        seats, views, shown = live.table.seats_of(self._person_id), live.views, self._held_shown
        encoded = tuple(
            views.news(item, self._viewer, seats, knows_held=item.reveals(shown)) for item in news
        )
        held = live.table.held
        self._held_shown = held if held is not None and held.is_for(self._viewer) else None
        return encoded

    def _table_message(
        self,
        live: LiveTable,
        news: Sequence[AppliedEvent] = (),
        done: messages.Id | UnsetType = UNSET,
    ) -> TableMessage:
        """The whole table, with recent news."""
        table, viewer, person_id = live.table, self._viewer, self._person_id
        return TableMessage(
            table=live.id,
            settings=table.settings,
            record=live.views.record(viewer),
            news=self._news_for_client(live, news),
            view=live.views.view(viewer, person_id),
            absent=self._absent(live),
            now=now(),
            messages=live.views.messages(viewer, person_id) if table.settings.talk else UNSET,
            invite=self._people.invite(live.id)
            if visibility.is_member(table, person_id)
            else UNSET,
            done=done,
        )

    def _send(self, message: ServerMessage) -> None:
        if self._close_reason is not None:
            return
        if self._outbox.put(encode(message)):
            self._wake.set()
        else:
            metrics.SOCKETS_DROPPED.labels("slow").inc()
            self._close(CLOSE_TRY_AGAIN, "the client reads too slowly; please reconnect")

    def _close(self, code: int, reason: str) -> None:
        self._close_reason = code, reason
        self._outbox.clear()
        self._wake.set()

    async def _send_messages(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._outbox:
                await self._socket.send_text(self._outbox.take().decode())
            if self._close_reason is not None:
                await self._socket.close(*self._close_reason)
                return

    # Handling messages

    async def _or_refuse(self, message: messages.Message, work: Awaitable[None]) -> None:
        """Handle a message, and send a refusal if that fails."""
        try:
            await work
        except Exception as error:  # unknown ones are bugs
            known = to_problem(error)
            if known is None:
                raise
            self._refuse(message.id, known)

    def _refuse(self, id_: messages.Id, error: Problem) -> None:
        metrics.REFUSALS.labels(error.rule or error.code).inc()
        self._send(
            RefusedMessage(
                id=id_,
                code=error.code,
                error=error.why,
                rule=error.rule,
                number=error.number,
                again=True if error.status == 503 else UNSET,
            )
        )

    async def _answer(self, question: Question) -> None:
        if isinstance(question, messages.Preview):
            await self._or_refuse(question, self._preview(question))
        elif isinstance(question, messages.AskCoach):
            await self._or_refuse(question, self._coach(question))
        else:
            await self._or_refuse(question, self._hint(question))

    async def _handle(self, message: messages.Message) -> None:
        if isinstance(message, messages.Look):
            await self._look(message.id, message.seat)
        elif not isinstance(message, Question):
            await self._command(message)

    async def _hint(self, message: messages.AskHint) -> None:
        find = self._service.bots.hints.find
        hints = await find(self._table, self._person_id, message, lambda: self._viewer)
        self._send(HintsMessage(id=message.id, hints=hints))

    async def _coach(self, message: messages.AskCoach) -> None:
        advise = self._service.bots.hints.advise
        advice = await advise(self._table, self._person_id, message, lambda: self._viewer)
        left = MAX_ADVICE - len(message.said) - (advice is not None)
        self._send(CoachMessage(id=message.id, advice=advice, left=max(0, left)))

    async def _command(self, message: messages.Command) -> None:
        person, pending = self._person, _PendingCommand(self, message.id)
        if person is None:
            raise Problem(401, "nobody", "spectators cannot do that; choose a name first")
        invite = message.invite if isinstance(message, messages.Sit) else ""
        is_invited = bool(invite) and self._people.is_invited(self._table, invite)
        sender = Sender(person.id, person.name, self._viewer, is_invited)
        number = await self._service.execute(self._table, message, sender, pending)
        if not pending.is_acknowledged:
            self._send(DoneMessage(id=message.id, number=number))

    async def _preview(self, message: messages.Preview) -> None:
        async with self._service.locked(self._table) as live:
            visibility.check_preview(live.table, self._person_id, message.seat, self._viewer)
            checked = commands.check_decision(
                live.table.game, from_doc(message.decision, message.seat)
            )
        self._send(PreviewMessage(id=message.id, story=to_story(checked.story)))

    async def _look(self, id_: messages.Id, seat: int) -> None:
        async with self._service.locked(self._table) as live:
            visibility.check_look(live.table, self._person_id, seat)
            self._shown_seat = seat
            self._viewer = self._current_viewer(live)
            self._send(self._table_message(live, done=id_))


class _PendingCommand:
    """A command of this connection, acknowledged with the update that it causes."""

    __slots__ = ("connection", "id", "is_acknowledged")

    def __init__(self, connection: Connection, id_: messages.Id) -> None:
        self.connection = connection
        self.id = id_
        self.is_acknowledged = False


def _needs_whole_record(live: LiveTable, news: Sequence[AppliedEvent]) -> bool:
    """Whether the client needs the whole record again, because entries alone do not suffice."""
    if any(isinstance(item.event, GameStarted | TakebackApplied) for item in news):
        return True
    return live.table.game is not None and live.table.turn is None

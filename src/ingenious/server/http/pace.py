"""Limits the CPU time that the server spends on what one address sends.

Everything that a client sends takes time of the server's one thread, even what it refuses. So the
time spent on each address is counted. When an address has used up its share, its connections are
not read until it has time again. Meanwhile its data waits in the system's buffers, and all other
addresses are served.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from functools import partial
from time import monotonic, thread_time

from .. import metrics
from .rate_limit import Bucket

PIECE_BYTES = 2 * 1024
"""Parsed at a time. As short frames this takes some milliseconds."""

MAX_BUFFERED_BYTES = 256 * 1024
"""Per connection, while its address has no time left."""

MAX_ADDRESSES = 10_000

BURST_S = 0.1
"""An address may use this much at once; such a delay is not noticeable."""

MAX_DEBT_S = 1.0
"""An address can owe this much at most."""

CONNECTION_S, REQUEST_S, MESSAGE_S = 0.0002, 0.0005, 0.001
"""Estimated cost of each, apart from parsing it."""


class AddressPace:
    """The time left to one address, and its connections that wait for more."""

    def __init__(self, share: float, clock: Callable[[], float] = monotonic) -> None:
        self._share = share
        self._time = Bucket(share, BURST_S, clock)
        self._waiting: deque[PacedReader] = deque()
        self._timer: asyncio.TimerHandle | None = None

    def spend(self, seconds: float) -> None:
        """Count time that was or will be spent on this address."""
        if self._time.debt() * self._share < MAX_DEBT_S:
            self._time.spend(seconds)

    @property
    def has_time(self) -> bool:
        """Whether a connection of the address may be read now."""
        return not self._waiting and not self._time.debt()

    def wait(self, reader: "PacedReader") -> None:
        """Resume a connection when the address has time again, in the order of the calls."""
        self._waiting.append(reader)
        self._set_timer()

    def _set_timer(self) -> None:
        if self._timer is None and self._waiting:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._time.debt(), self._serve_next)

    def _serve_next(self) -> None:
        self._timer = None
        while self._waiting and not self._time.debt():
            self._waiting.popleft().go_on()
        self._set_timer()


class Pace:
    """The pace of every address, the least recently used forgotten first."""

    def __init__(self, share: float, clock: Callable[[], float] = monotonic) -> None:
        self._share = share  # of the time of one core, for one address
        self._clock = clock
        self._addresses: OrderedDict[str, AddressPace] = OrderedDict()

    def of(self, address: str) -> AddressPace:
        """The pace of an address; `address` is a key as the limits use it."""
        found = self._addresses.pop(address, None) or AddressPace(self._share, self._clock)
        self._addresses[address] = found
        if len(self._addresses) > MAX_ADDRESSES:
            self._addresses.popitem(last=False)
        return found


class PacedReader:
    """Passes on what one connection receives, in pieces and at the pace of its address.

    Without a pace, as for a proxy in front of the server, nothing waits.
    """

    def __init__(self, transport: asyncio.Transport, pace: AddressPace | None) -> None:
        self._transport = transport
        self._pace = pace
        self._parse: Callable[[bytes], None]
        self._is_paused: Callable[[], bool]
        self._rest = bytearray()  # received, not passed on yet
        self._task: Callable[[], None] | None = None  # waits too, and runs first
        self._is_parsing = False
        self.is_waiting = False

    def serve(self, parse: Callable[[bytes], None], is_paused: Callable[[], bool]) -> None:
        """Pass data on to a protocol; `is_paused` says whether it does not want to read now."""
        self._parse = parse
        self._is_paused = is_paused
        self._rest.clear()

    def receive(self, data: bytes) -> None:
        """Pass on data now, or when the address has time for it."""
        self._rest += data
        if not self.is_waiting:
            self._pass_on()
        elif len(self._rest) > MAX_BUFFERED_BYTES:
            metrics.SOCKETS_DROPPED.labels("flood").inc()
            self._transport.abort()
        elif not self._transport.is_closing():
            self._transport.pause_reading()  # the protocol has resumed it for its own reasons

    def run(self, task: Callable[[], None]) -> None:
        """Run a task that parses earlier data, when the address has time for it."""
        if self._is_parsing or not (self.is_waiting or self._must_wait()):
            self._measured(task)
        else:
            self._task = task
            self._wait()

    def charge(self, seconds: float) -> None:
        """Count time that the address will need."""
        if self._pace is not None:
            self._pace.spend(seconds)

    def go_on(self) -> None:
        """Pass on one piece of what has waited; called when the address has time."""
        self.is_waiting = False
        task, self._task = self._task, None
        if task is not None and not self._transport.is_closing():
            self._measured(task)
        elif not self._transport.is_closing():
            self._pass_on_piece()
        self._pass_on()
        if not self.is_waiting and not self._transport.is_closing() and not self._is_paused():
            self._transport.resume_reading()

    def _pass_on(self) -> None:
        while self._rest and not self._transport.is_closing():
            if self._must_wait():
                self._wait()
                return
            self._pass_on_piece()

    def _pass_on_piece(self) -> None:
        piece = bytes(self._rest[:PIECE_BYTES])
        del self._rest[:PIECE_BYTES]
        self._measured(partial(self._parse, piece))

    def _must_wait(self) -> bool:
        return self._pace is not None and not self._pace.has_time

    def _wait(self) -> None:
        if self._pace is not None and not self.is_waiting and not self._transport.is_closing():
            self.is_waiting = True
            self._transport.pause_reading()
            self._pace.wait(self)

    def _measured(self, task: Callable[[], None]) -> None:
        if self._pace is None or self._is_parsing:
            task()
            return
        self._is_parsing, before = True, thread_time()
        try:
            task()
        finally:
            self._is_parsing = False
            self._pace.spend(thread_time() - before)

"""A client, a router and a server in three network namespaces; the router can stop forwarding.

A silent network closes and refuses no connection: packets are lost, and TCP sends them again.
Namespaces need root. They are removed when the program ends, also if it fails.
"""

import contextlib
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

CLIENT_NET, SERVER_NET, CONTROL_NET = "10.213.1", "10.213.2", "10.213.3"


class NotRoot(Exception):
    """Only root can make network namespaces."""


class Network:
    """The three namespaces, and a control link by which this process reaches the server."""

    def __init__(self, tag: str) -> None:
        self.client, self.router, self.server = (f"ing-{tag}-{part}" for part in "crs")
        self._links = [f"ing{tag}{part}" for part in ("c0", "c1", "s0", "s1", "k0", "k1")]
        self.server_address = f"{SERVER_NET}.2"
        self.control_address = f"{CONTROL_NET}.2"

    def create(self) -> None:
        """Create the namespaces and connect them."""
        c0, c1, s0, s1, k0, k1 = self._links
        for name in (self.client, self.router, self.server):
            _ip("netns", "add", name)
            _ip("-n", name, "link", "set", "lo", "up")
        self._link((self.client, c0, f"{CLIENT_NET}.2"), (self.router, c1, f"{CLIENT_NET}.1"))
        self._link((self.server, s0, f"{SERVER_NET}.2"), (self.router, s1, f"{SERVER_NET}.1"))
        self._link((self.server, k0, f"{CONTROL_NET}.2"), ("", k1, f"{CONTROL_NET}.1"))
        _ip("-n", self.client, "route", "add", "default", "via", f"{CLIENT_NET}.1")
        _ip("-n", self.server, "route", "add", f"{CLIENT_NET}.0/24", "via", f"{SERVER_NET}.1")
        self.forward(True)

    def forward(self, enabled: bool) -> None:
        """Make the router forward packets, or drop them all."""
        setting = f"net.ipv4.ip_forward={int(enabled)}"
        _run("ip", "netns", "exec", self.router, "sysctl", "-qw", setting)

    def inside(self, namespace: str, *command: str) -> list[str]:
        """The command that runs another one inside a namespace."""
        return ["ip", "netns", "exec", namespace, *command]

    def remove(self) -> None:
        """Remove the namespaces and links that exist."""
        for name in (self.client, self.router, self.server):
            with contextlib.suppress(subprocess.CalledProcessError):
                _ip("netns", "del", name)
        with contextlib.suppress(subprocess.CalledProcessError):
            _ip("link", "del", self._links[-1])

    def _link(self, *ends: tuple[str, str, str]) -> None:
        (_, first, _), (_, second, _) = ends
        _ip("link", "add", first, "type", "veth", "peer", "name", second)
        for namespace, link, address in ends:
            inside = ["-n", namespace] if namespace else []
            if namespace:
                _ip("link", "set", link, "netns", namespace)
            _ip(*inside, "addr", "add", f"{address}/24", "dev", link)
            _ip(*inside, "link", "set", link, "up")


@contextmanager
def network() -> Iterator[Network]:
    """A network for the duration of the context; raises `NotRoot`."""
    if os.geteuid() != 0:
        raise NotRoot("network namespaces need root")
    found = Network(str(os.getpid() % 100_000))
    try:
        found.create()
        yield found
    finally:
        found.remove()


def _ip(*arguments: str) -> None:
    _run("ip", *arguments)


def _run(*command: str) -> None:
    subprocess.run(command, check=True, stderr=subprocess.PIPE)

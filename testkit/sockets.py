"""Bare TCP connections to a server, and what its metrics and its process show of them."""

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx

from testkit.server_process import ServerProcess

HOSTILE = "127.0.0.66"


def connected(server: ServerProcess, data: bytes = b"") -> socket.socket:
    """A bare connection, over which something was sent."""
    bare = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    bare.sendall(data)
    return bare


def heard(bare: socket.socket) -> bytes:
    """Everything that comes until the other side ends the connection."""
    found = b""
    with bare, suppress(ConnectionResetError):
        while data := bare.recv(65536):
            found += data
    return found


def post(path: str, *headers: str) -> bytes:
    """The head of a request whose body is to follow."""
    lines = [f"POST {path} HTTP/1.1", "Host: x", "Content-Type: application/json", *headers]
    return "\r\n".join([*lines, "", ""]).encode()


@contextmanager
def bare_connections(
    server: ServerProcess, count: int, source: str
) -> Iterator[list[socket.socket]]:
    """Connections over which nothing is sent."""
    with ExitStack() as stack:
        held = []
        for _ in range(count):
            bare = socket.create_connection(("127.0.0.1", server.port), 30, (source, 0))
            held.append(stack.enter_context(bare))
        yield held


def seconds_of_cpu(server: ServerProcess) -> float:
    """The CPU time that a server has used."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def dropped(server: ServerProcess) -> float:
    """How many connections the server has closed because it heard nothing."""
    text = httpx.get(server.url + "/metrics").text
    lines = [line for line in text.splitlines() if 'dropped_total{why="silent"}' in line]
    return sum(float(line.rpartition(" ")[2]) for line in lines)

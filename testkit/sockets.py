"""Bare TCP connections to a server, and what they cost it."""

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx

from testkit.server_process import ServerProcess

HOSTILE_ADDRESS = "127.0.0.66"


def connect(server: ServerProcess, data: bytes = b"") -> socket.socket:
    """Open a connection and send something."""
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=30)
    connection.sendall(data)
    return connection


def read_to_end(connection: socket.socket) -> bytes:
    """Everything received until the server closes the connection."""
    received = b""
    with connection, suppress(ConnectionResetError):
        while data := connection.recv(65536):
            received += data
    return received


def post_head(path: str, *headers: str) -> bytes:
    """The head of a POST request, without its body."""
    lines = [f"POST {path} HTTP/1.1", "Host: x", "Content-Type: application/json", *headers]
    return "\r\n".join([*lines, "", ""]).encode()


@contextmanager
def idle_connections(
    server: ServerProcess, count: int, local_address: str
) -> Iterator[list[socket.socket]]:
    """Connections over which nothing is sent."""
    address = ("127.0.0.1", server.port)
    with ExitStack() as stack:
        yield [
            stack.enter_context(socket.create_connection(address, 30, (local_address, 0)))
            for _ in range(count)
        ]


def cpu_seconds(server: ServerProcess) -> float:
    """The CPU time that a server has used."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def silent_disconnects(server: ServerProcess) -> float:
    """How many connections the server has closed because they were silent."""
    text = httpx.get(server.url + "/metrics").text
    lines = [line for line in text.splitlines() if 'dropped_total{why="silent"}' in line]
    return sum(float(line.rpartition(" ")[2]) for line in lines)

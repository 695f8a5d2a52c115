"""The settings of a server: options of the command, or environment variables."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from .logs import LOG_LEVELS

VARIABLE_PREFIX = "INGENIOUS_"
"""An option `--log-level` is also the variable `INGENIOUS_LOG_LEVEL`."""

AWAY_AFTER_S = 4
"""A player without a connection for this long is shown as away.

Reloading a page takes a second or two, and a phone that changes networks three: neither should be
reported.
"""

MIN_SECRET_LENGTH = 16
"""Characters. Anyone who guesses the secret can sign in as anyone."""

POSITIVE_SETTINGS = (
    "workers",
    "guests_per_minute",
    "tables_per_minute",
    "reading_per_minute",
    "requests_per_second",
    "messages_per_second",
    "tables_per_person",
    "tables_per_address",
    "sockets",
    "sockets_per_address",
    "cpu_per_address",
    "away_after",
)


def data_folder() -> Path:
    """The default folder for games."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "ingenious"


@dataclass(frozen=True, slots=True)
class Config:
    """All settings of a server."""

    host: str = "127.0.0.1"
    port: int = 8000
    data: str = field(default_factory=lambda: str(data_folder()))
    database: str = ""  # a postgresql:// address; empty for a file in the data folder
    broker: str = ""  # a redis:// address; empty for none
    workers: int = 1
    bots: int = 0  # bot processes; 0 for one less than the cores
    programs: str = ""  # NAME=COMMAND, one a line: programs that may be seated
    origins: str = ""  # allowed origins besides our own, separated by spaces
    proxies: str = "127.0.0.1"  # trusted proxies, which report the client's address
    secret: str = ""  # signs cookies; empty to create and store one
    secure: bool = False  # whether browsers must use HTTPS
    log_level: str = "info"
    guests_per_minute: int = 30  # from one address
    tables_per_minute: int = 60  # opened from one address
    reading_per_minute: int = 6  # seconds for the records, replays and previews of one address
    requests_per_second: int = 50  # from one address, sockets aside
    messages_per_second: int = 30  # from one socket
    tables_per_person: int = 50  # that are not over
    tables_per_address: int = 500  # that are not over, of the last day
    sockets: int = 10_000  # of one process
    sockets_per_address: int = 500  # and as many other connections
    cpu_per_address: int = 20  # percent of a core, for what is sent from one address
    away_after: int = AWAY_AFTER_S  # seconds without a connection

    @property
    def store(self) -> str:
        """The address of the store."""
        return self.database or str(Path(self.data) / "games.sqlite")

    @property
    def is_alone(self) -> bool:
        """Whether no other process is expected to serve the same tables."""
        return self.workers == 1 and not self.database and not self.broker

    @property
    def bot_workers(self) -> int:
        """The bot processes of each worker of the server."""
        cores = os.cpu_count() or 1
        return max(1, (self.bots or cores - 1) // self.workers)

    @property
    def commands(self) -> dict[str, str]:
        """The programs that may be seated, by name."""
        lines = [line.partition("=") for line in self.programs.splitlines() if line.strip()]
        return {name.strip(): command.strip() for name, _, command in lines}

    def checked(self) -> "Config":
        """Return the settings if they are valid; raises `ValueError`."""
        if not 0 <= self.port <= 65535:
            raise ValueError(f"--port must be from 0 to 65535, not {self.port}")
        for name in POSITIVE_SETTINGS:
            if getattr(self, name) < 1:
                raise ValueError(f"{option(name)} must be 1 or more, not {getattr(self, name)}")
        if 0 < len(self.secret) < MIN_SECRET_LENGTH:
            raise ValueError(
                f"{variable('secret')} must have at least {MIN_SECRET_LENGTH} characters, "
                f"preferably random ones (openssl rand -hex 32), not {len(self.secret)}; "
                "leave it empty to let the server create and store one"
            )
        if self.bots < 0:
            raise ValueError(f"--bots must be 0 or more, not {self.bots}")
        if self.log_level not in LOG_LEVELS:
            levels = f"{', '.join(LOG_LEVELS[:-1])} or {LOG_LEVELS[-1]}"
            raise ValueError(f"--log-level must be {levels}, not {self.log_level!r}")
        if self.database and not self.database.startswith(("postgresql://", "postgres://")):
            raise ValueError("--database must be an address that begins with postgresql://")
        if self.broker and not self.broker.startswith(("redis://", "rediss://", "unix://")):
            raise ValueError("--broker must be an address that begins with redis://")
        for line in filter(str.strip, self.programs.splitlines()):
            name, equals, command = line.partition("=")
            if not (name.strip() and equals and command.strip()):
                raise ValueError(f"--programs needs NAME=COMMAND on each line, not {line!r}")
        return self

    def to_environment(self) -> dict[str, str]:
        """The settings as environment variables, for the workers."""
        return {variable(f.name): _to_text(getattr(self, f.name)) for f in fields(self)}


def option(name: str) -> str:
    """The option of the command for a setting."""
    return "--" + name.replace("_", "-")


def variable(name: str) -> str:
    """The name of the variable for an option."""
    return VARIABLE_PREFIX + name.upper()


def from_environment(environment: Mapping[str, str] | None = None) -> Config:
    """The settings from environment variables; raises `ValueError`."""
    given = os.environ if environment is None else environment
    values: dict[str, Any] = {}
    for setting in fields(Config):
        text = given.get(variable(setting.name))
        if text is not None:
            values[setting.name] = _parse(variable(setting.name), text, setting.type)
    return Config(**values)


def _to_text(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _parse(name: str, text: str, kind: object) -> object:
    if kind is bool:
        if text.lower() not in ("0", "1", "false", "true", "no", "yes"):
            raise ValueError(f"{name} must be 0 or 1, not {text!r}")
        return text.lower() in ("1", "true", "yes")
    if kind is int:
        if not text.isascii() or not text.isdigit():
            raise ValueError(f"{name} must be a whole number, not {text!r}")
        return int(text)
    return text

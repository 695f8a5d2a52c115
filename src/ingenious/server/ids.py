"""The ids of tables."""

import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256


def new_id() -> str:
    """A new id that cannot be guessed."""
    return _encode(secrets.token_bytes(9))


def next_id(table: str) -> str:
    """The id of the table for a table's rematch."""
    return _encode(sha256(b"rematch:" + table.encode()).digest()[:9])


def is_id(text: str) -> bool:
    """Whether a text could be the id of a table."""
    return 1 <= len(text) <= 40 and all(c.isascii() and (c.isalnum() or c in "-_") for c in text)


def _encode(value: bytes) -> str:
    text = urlsafe_b64encode(value).decode()
    # On a command line, a leading hyphen would look like an option.
    return "0" + text[1:] if text.startswith("-") else text

"""The ids of tables."""

import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256


def new_id() -> str:
    """The id of a table: nobody can guess it."""
    return secrets.token_urlsafe(9)


def next_id(table: str) -> str:
    """The id of the table for a table's rematch."""
    digest = sha256(b"rematch:" + table.encode()).digest()
    return urlsafe_b64encode(digest[:9]).decode()


def is_id(text: str) -> bool:
    """Whether a text could be the id of a table."""
    return 1 <= len(text) <= 40 and all(c.isascii() and (c.isalnum() or c in "-_") for c in text)

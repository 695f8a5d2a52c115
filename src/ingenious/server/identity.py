"""The identity of people and programs.

A guest has a signed cookie with an id and a chosen name; nothing is stored. A program has the same
in a token, which expires and can be revoked. All other code uses only the `id`, so accounts could
be added here alone.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256

from itsdangerous import BadSignature, URLSafeSerializer

COOKIE = "ingenious_guest"
SECURE_COOKIE = "__Host-" + COOKIE
"""The name with `--secure`: browsers accept it only over HTTPS, and only from this host."""

MAX_TOKEN_CHARACTERS = 512
"""A longer cookie or token is refused."""


@dataclass(frozen=True, slots=True)
class Person:
    """A person or a program: a permanent id and a chosen name."""

    id: str
    name: str


def cookie_names(secure: bool) -> tuple[str, str]:
    """The name of a guest's cookie, and the one it had before `--secure` changed."""
    return (SECURE_COOKIE, COOKIE) if secure else (COOKIE, SECURE_COOKIE)


class People:
    """Signs and verifies cookies, tokens and invitations."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._cookies = URLSafeSerializer(secret, salt="guest")
        self._tokens = URLSafeSerializer(secret, salt="token")

    @staticmethod
    def new_guest(name: str) -> Person:
        """A new guest."""
        return Person("g" + secrets.token_urlsafe(12), name)

    @staticmethod
    def new_program(name: str) -> Person:
        """A new program."""
        return Person("p" + secrets.token_urlsafe(12), name)

    def cookie(self, person: Person) -> str:
        """The cookie of a guest."""
        return str(self._cookies.dumps([person.id, person.name]))

    @staticmethod
    def is_program(id_: str) -> bool:
        """Whether an id is that of a program with a token."""
        return id_.startswith("p")

    def token(self, person: Person, expires: int) -> str:
        """The token that identifies a program until a time in milliseconds since 1970."""
        return str(self._tokens.dumps([person.id, person.name, expires]))

    def from_cookie(self, cookie: str | None) -> Person | None:
        """The guest of a cookie; None if it was not signed here."""
        return _person_of(self._cookies, cookie)

    def from_token(self, token: str | None, at: int) -> Person | None:
        """The program of a token; None if it was not signed here, or has expired at that time."""
        return _person_of(self._tokens, token, at)

    def invite(self, table: str) -> str:
        """The invitation to a table, which lets its holder take a seat if it is not listed."""
        digest = hmac.digest(self._secret, b"invite:" + table.encode(), sha256)
        return urlsafe_b64encode(digest[:12]).decode()

    def fingerprint(self, address: str) -> str:
        """A keyed hash of an address: equal for equal addresses, and not reversible by others."""
        digest = hmac.digest(self._secret, b"address:" + address.encode(), sha256)
        return urlsafe_b64encode(digest[:12]).decode()

    def is_invited(self, table: str, invite: str | None) -> bool:
        """Whether an invitation is for this table."""
        given = (invite or "").encode("utf-8", "replace")
        return hmac.compare_digest(self.invite(table).encode(), given)


def _person_of(serializer: URLSafeSerializer, text: str | None, at: int = 0) -> Person | None:
    if not text or len(text) > MAX_TOKEN_CHARACTERS:
        return None
    try:
        id_, name, *expires = serializer.loads(text)
    except (BadSignature, TypeError, ValueError):
        return None
    if expires and at >= expires[0]:  # cookies and the tokens of earlier versions do not expire
        return None
    return Person(id_, name)

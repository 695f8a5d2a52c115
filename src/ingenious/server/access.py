"""Who may watch a table and who may sit down at it."""

from ..table import Table
from .answers import Problem
from .people import People


class Forbidden(Exception):
    """Somebody may not even look at this."""


class Access:
    """Decides by seats, invitations and the settings of a table."""

    def __init__(self, people: People) -> None:
        self._people = people

    def invite(self, id_: str) -> str:
        """What allows to take a seat at a table."""
        return self._people.invite(id_)

    def check_watch(self, id_: str, table: Table, who: str, invite: str = "") -> None:
        """Raise `Forbidden` where only those at the table may see what goes on.

        Whoever is invited may look before the game begins, and once it is over everybody may.
        """
        if table.settings.spectators or table.phase == "over":
            return
        if who and (table.host == who or table.held_by(who)):
            return
        if table.phase == "gathering" and self._people.is_invited(id_, invite):
            return
        raise Forbidden("this table is private: only seated players may watch")

    def check_act(self, id_: str, table: Table, who: str, invite: str) -> None:
        """Raise `Forbidden` for a stranger to a private table, however they ask.

        A refusal by the table itself would reveal its number and its seats.
        """
        if not self._people.is_invited(id_, invite):
            self.check_watch(id_, table, who)

    def check_sit(self, id_: str, table: Table, who: str, seat: int, invite: str) -> None:
        """Raise `Problem` without an invitation, unless the table is listed or the seat theirs."""
        if table.settings.listed or table.host == who or seat in table.held_by(who):
            return
        if not self._people.is_invited(id_, invite):
            why = "this table needs an invitation; use its invitation link to sit down"
            raise Problem(409, "uninvited", why)

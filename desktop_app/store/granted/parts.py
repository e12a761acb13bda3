"""The parts of the store that a program with a grant reads by."""

from __future__ import annotations

from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

from desktop_app.model.grant import Grant
from desktop_app.store.granted.database import GrantedDatabase
from desktop_app.store.granted.mails import Whose
from desktop_app.store.parts import Parts

if TYPE_CHECKING:
    from desktop_app.store.base.db import Database
    from desktop_app.store.contacts.found_people import FoundPeople
    from desktop_app.store.mail.finder import Finder
    from desktop_app.store.mail.people import People

_COLUMNS = ("subject", "sender", "recipient", "cc", "bcc", "body", "filename", "list", "delivered")


def columns_of(grant: Grant) -> tuple[str, ...]:
    """The columns of the index whose words may be found; empty for all of them."""
    hidden = {
        name
        for name, shown in (
            ("subject", grant.subjects),
            ("body", grant.texts),
            ("filename", grant.sees_files),
        )
        if not shown
    }
    return tuple(name for name in _COLUMNS if name not in hidden) if hidden else ()


class GrantedParts(Parts):
    """Every part over one `GrantedDatabase`: none of them can read more, or write."""

    db: GrantedDatabase

    def __init__(self, db: GrantedDatabase, whose: Whose) -> None:
        self.db, self._whose = db, whose

    @cached_property
    def finder(self) -> Finder:
        from desktop_app.store.mail.finder import Finder

        columns = columns_of(self._whose.grant)
        accounts = self._whose.accounts
        return Finder(self.db, self.accounts, among=accounts, columns=columns, begins=True)

    def counted_people(self) -> People:
        """The people, counted for the next look at them: nobody else waits for that."""
        from desktop_app.store.mail.people import People

        self.db.count_people()
        return People(self.db, among=self._whose.accounts)

    def counted_found_people(self) -> FoundPeople:
        """As `counted_people`."""
        from desktop_app.store.contacts.found_people import FoundPeople

        self.db.count_people()
        return FoundPeople(self.db, among=self._whose.accounts)


MOST = 8
"""Views of one file that are kept ready: the sessions of one program share one."""


class GrantedViews:
    """Views of one profile, made once while each is among the last ones that were asked for."""

    def __init__(self, db: Database) -> None:
        self._db, self._guard = db, Lock()
        self._ready: dict[Whose, GrantedParts] = {}

    def of(self, whose: Whose) -> GrantedParts:
        """The parts for a program."""
        with self._guard:
            parts = self._ready.pop(whose, None)
            if parts is None:
                parts = GrantedParts(GrantedDatabase(self._db, whose), whose)
            self._ready[whose] = parts
            while len(self._ready) > MOST:
                del self._ready[next(iter(self._ready))]
        return parts

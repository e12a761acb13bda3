"""A process that is killed at one of its writes, in the middle of a test.

What a killed process leaves is what SQLite has committed: so the write that is hit is rolled back
or is the last one, and nothing is written behind it, by no `finally` either. Real processes are
killed in tests/end_to_end.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from desktop_app.store.base.db import Database


class Killed(BaseException):
    """The process is not there any more."""


class Death:
    """Kills at the `left`-th step from now; 0 is never. Who is dead writes nothing any more."""

    def __init__(self) -> None:
        self.left = 0
        self.before = self.dead = False

    def step(self, *, before: bool) -> None:
        if self.dead:
            raise Killed
        if self.left and before == self.before:
            self.left -= 1
            if not self.left:
                self.comes()

    def comes(self) -> None:
        """Killed now."""
        self.left, self.dead = 0, True
        raise Killed

    def begins(self, left: int, before: bool) -> None:
        """Killed at so many writes from now, before or behind it."""
        self.left, self.before = left, before

    def over(self) -> None:
        """Nobody is to be killed any more."""
        self.left, self.dead = 0, False

    @contextmanager
    def waits(self) -> Iterator[None]:
        """Nobody is killed meanwhile."""
        left, self.left = self.left, 0
        try:
            yield
        finally:
            self.left = left


DEATH = Death()
TRANSACTION, PUT = Database._transaction, Database.put


@contextmanager
def _transaction(db: Database) -> Iterator[Any]:
    if DEATH.dead:
        raise Killed
    with TRANSACTION(db) as connection:
        yield connection
        DEATH.step(before=True)
    DEATH.step(before=False)


def _put(db: Database, *given: Any, **more: Any) -> None:
    if db.writing:
        return PUT(db, *given, **more)
    DEATH.step(before=True)
    PUT(db, *given, **more)
    return DEATH.step(before=False)


@contextmanager
def dying() -> Iterator[None]:
    """Every write of a database asks `DEATH` meanwhile."""
    with (
        patch.object(Database, "_transaction", _transaction),
        patch.object(Database, "put", _put),
    ):
        yield

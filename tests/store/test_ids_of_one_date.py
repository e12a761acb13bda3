"""Mails of one date: the next free id takes as many queries however many there are already."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.model.changes import Changes
from desktop_app.store.rows.expected import ExpectedMail
from desktop_app.store.rows.ids import IdAllocator
from desktop_app.store.store import Store
from tests.store.mails import add, mail

DATE = 1_700_000_000


class Counting:
    """Connection that counts its queries."""

    def __init__(self, connection: Any) -> None:
        self._connection, self.queries = connection, 0

    def execute(self, *given: Any) -> Any:
        self.queries += 1
        return self._connection.execute(*given)


@pytest.mark.parametrize("stored", [1, 30, 300])
def test_a_free_id_behind_any_number_of_taken_ones_is_one_look(store: Store, stored: int) -> None:
    add(store, *(mail(id=f"{n}@x", date=DATE) for n in range(stored)))
    with store.db.write(Changes()) as connection:
        counting = Counting(connection)
        allocator = IdAllocator(counting, ExpectedMail(connection))  # type: ignore[arg-type]
        assert allocator.allocate(DATE) == DATE + stored
        assert allocator.allocate(DATE) == DATE + stored + 1
        assert counting.queries <= 6

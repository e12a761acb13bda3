"""Numbers by which a row is named to a program, drawn at random: they tell of no other row."""

from __future__ import annotations

import secrets

import apsw

BELOW = 1_000_000_000
"""Nine digits at most, which a person can still read out."""


def drawn_number(connection: apsw.Connection, table: str) -> int:
    """A number from 1 that no row of `table` has as its `id`."""
    while True:
        number = 1 + secrets.randbelow(BELOW - 1)
        if connection.execute(f"SELECT 1 FROM {table} WHERE id = ?", (number,)).get is None:
            return number

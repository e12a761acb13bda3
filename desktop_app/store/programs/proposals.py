"""Proposals of programs that have a bound on them, counted over the last day."""

from __future__ import annotations

from desktop_app.model.changes import Changes
from desktop_app.model.errors import Refused
from desktop_app.model.grant import DAY
from desktop_app.store.base.db import Database


class Proposals:
    def __init__(self, db: Database) -> None:
        self._db = db

    def add(self, program: str, what: str, *, now: float, most: int) -> None:
        """Notes that the program proposed `what`, once. Raises `Refused` where it has proposed
        `most` others in the last 24 hours."""
        with self._db.write(Changes()) as connection:
            run = connection.execute
            run("DELETE FROM proposed WHERE at <= ?", (now - DAY,))
            before = run(
                "SELECT count(*) FROM proposed WHERE client = ? AND what <> ?", (program, what)
            ).get
            if before >= most:
                oldest = run("SELECT min(at) FROM proposed WHERE client = ?", (program,)).get
                hours = max(1, round((oldest + DAY - now) / 3600 + 0.5))
                raise Refused(
                    f"This program may propose {most} drafts a day, and has done so.",
                    next_step=f"The next one is possible in about {hours} hours.",
                )
            run("INSERT OR IGNORE INTO proposed VALUES (?, ?, ?)", (program, what, now))

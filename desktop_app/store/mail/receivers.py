"""Receiving servers of accounts, learned from the newest mail of each.

A server writes its findings about the sender into every mail; `mail.senders.authentication` says
how they are told from what a sender can write. What was learned is forgotten with the process.
"""

from __future__ import annotations

from desktop_app.mail.senders.authentication import learned, writes_below
from desktop_app.search.flags import FLAG
from desktop_app.store.base.compressed import decompressed
from desktop_app.store.base.db import Database

SAMPLE, LARGEST = 60, 300_000
"""Newest mails that are read, and the bytes above which one is left out."""

KNOWN_FOR, UNKNOWN_FOR = 600.0, 30.0
"""Seconds for which an answer counts, one way and the other."""

_OWN = FLAG["SENT"] | FLAG["DRAFT"]
_NEWEST = """
    SELECT r.data FROM state s JOIN message m USING (id) JOIN raw r USING (id)
    JOIN account a ON a.key = s.account
    WHERE a.id = ?1 AND s.size <= ?2 AND s.flags & ?3 = 0 AND m.source_id <> ''
    ORDER BY s.id DESC LIMIT ?4
"""


class Receivers:
    def __init__(self, db: Database) -> None:
        self._db = db
        self._known: dict[str, tuple[float, str, bool]] = {}

    def of(self, account_id: str) -> str:
        """The domain of the server that receives the account's mail, empty where its mail does not
        tell, or has come from files."""
        return self._learned(account_id)[0]

    def writes_below(self, account_id: str) -> bool:
        """Whether that server writes its results below Received fields of its own."""
        return self._learned(account_id)[1]

    def _learned(self, account_id: str) -> tuple[str, bool]:
        now = self._db.clock()
        until, server, below = self._known.get(account_id, (0.0, "", False))
        if now < until <= now + KNOWN_FOR:
            return server, below
        with self._db.reading() as connection:
            rows = connection.execute(_NEWEST, (account_id, LARGEST, _OWN, SAMPLE))
            heads = [decompressed(data) for (data,) in rows]
        server = learned(heads)
        below = bool(server) and writes_below(heads, server)
        known_for = KNOWN_FOR if server else UNKNOWN_FOR
        self._known[account_id] = (now + known_for, server, below)
        return server, below

"""Claims on the copies of drafts at the accounts' servers: who has one in hand, and what was put.

The sync owns a draft's copy while the draft is open, the postman while it is sent. Whoever changes
a copy claims it first; the other waits. A claim is for a time, because a killed process can't give
it up; what is taken over then is left alone at the server and cleared away by the sync.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import apsw

from desktop_app.model.changes import Changes
from desktop_app.model.draft import DraftState
from desktop_app.model.draft_link import DraftLink
from desktop_app.store.base.db import Database
from desktop_app.store.drafts.draft_links import put_link


class Holder(StrEnum):
    SYNC = "sync"
    POSTMAN = "postman"


SECONDS = {Holder.SYNC: 120.0, Holder.POSTMAN: 900.0}
"""How long a claim holds. The postman's is given up at each of its starts."""


@dataclass(frozen=True, slots=True)
class Claim:
    """`taken_over`: another holder did not give it up in time, and may still be at work."""

    draft_id: str
    token: str
    taken_over: bool = False


class DraftClaims:
    """Claims on the drafts of every account. Times are in seconds since the epoch."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def claim(
        self,
        account_id: str,
        draft_id: str,
        holder: Holder,
        *,
        states: Iterable[DraftState],
        revision: int = 0,
        digest: bytes = b"",
    ) -> Claim | None:
        """Claim a draft that is in one of `states`, at `revision` (0: at any). None where it is
        not, or another has it. `digest` is noted as that of a copy that will be put."""
        with self._db.write(Changes()) as connection:
            now = self._db.clock()
            held = connection.execute(
                "SELECT until FROM draft_claim WHERE draft_id = ?", (draft_id,)
            ).get
            # A claim from beyond its whole time was made before the clock was set back.
            if held is not None and now < held <= now + max(SECONDS.values()):
                return None
            if not _is_in(connection, draft_id, states, revision):
                return None
            claim = Claim(draft_id, uuid.uuid4().hex, taken_over=held is not None)
            connection.execute(
                "INSERT OR REPLACE INTO draft_claim (draft_id, account_id, holder, token, until)"
                " VALUES (?, ?, ?, ?, ?)",
                (draft_id, account_id, holder, claim.token, now + SECONDS[holder]),
            )
            if digest:
                connection.execute(
                    "INSERT OR IGNORE INTO draft_copy (account_id, draft_id, digest)"
                    " VALUES (?, ?, ?)",
                    (account_id, draft_id, digest),
                )
            return claim

    def release(self, claim: Claim) -> None:
        """Give a claim up; one that was taken over meanwhile is not ours to give."""
        with self._db.write(Changes()) as connection:
            _release(connection, claim)

    def settle(self, account_id: str, link: DraftLink, claim: Claim) -> bool:
        """Keep the link of a copy that was put and give up the claim, in one transaction. False,
        with nothing kept, where the claim was taken over meanwhile."""
        with self._db.write(Changes(drafts=True)) as connection:
            if not _release(connection, claim):
                return False
            put_link(connection, account_id, link)
            return True

    def release_all(self, holder: Holder) -> None:
        """Give up what an earlier process of this holder has left; there must be no other."""
        with self._db.write(Changes()) as connection:
            connection.execute("DELETE FROM draft_claim WHERE holder = ?", (holder,))

    def knows(self, draft_id: str, digest: bytes) -> bool:
        """Whether such a copy of the draft was put at the server from here."""
        rows = self._db.rows(
            "SELECT 1 FROM draft_copy WHERE draft_id = ? AND digest = ?", (draft_id, digest)
        )
        return bool(rows)


def _is_in(
    connection: apsw.Connection, draft_id: str, states: Iterable[DraftState], revision: int
) -> bool:
    row = connection.execute(
        "SELECT state, revision FROM draft WHERE id = ?", (draft_id,)
    ).fetchone()
    return row is not None and row[0] in {str(s) for s in states} and revision in {0, row[1]}


def _release(connection: apsw.Connection, claim: Claim) -> bool:
    connection.execute(
        "DELETE FROM draft_claim WHERE draft_id = ? AND token = ?", (claim.draft_id, claim.token)
    )
    return connection.changes() == 1

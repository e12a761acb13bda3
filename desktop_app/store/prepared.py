"""Prepared answers: which mails want one, which were prepared for, and what is withdrawn.

A mail is noted before anything is prepared for it, so that nothing is prepared twice, whatever
happens meanwhile. Only a proposal that nobody has edited is withdrawn; it can be restored.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import apsw

from desktop_app.model.changes import Changes
from desktop_app.model.draft import DraftState
from desktop_app.model.message import MessageId, SystemLabel
from desktop_app.model.prepared import WantsAnswer
from desktop_app.model.triage import Kind
from desktop_app.search.flags import FLAG
from desktop_app.search.triage_condition import counted
from desktop_app.store.db import Database
from desktop_app.store.triage_due import LEFT_OUT

ANSWERED = "Withdrawn: you have answered."
BY_OTHERS = "Withdrawn: a newer mail has come in this conversation."
TROUBLE = "Trouble: "
"""How the outcome begins where the model failed: that mail may be tried again."""

OLDEST_REMINDED = 30 * 86_400
"""Seconds after which nobody is reminded any more by itself."""
NOT_WANTED = "Withdrawn: this conversation needs no reply any more."

_WANTING = """
    SELECT t.message, t.thread, a.id FROM triage t CROSS JOIN state s ON s.id = t.message
    JOIN account a ON a.key = s.account
    WHERE t.kind = {kind} AND s.flags & {left_out} = 0 AND {counted}
    AND a.sample <= ?2
    AND NOT EXISTS (SELECT 1 FROM prepared p WHERE p.message = t.message
                    AND NOT (p.outcome LIKE 'Trouble: %' AND p.begun <= ?1))
    AND NOT EXISTS (SELECT 1 FROM draft d JOIN state m ON m.id = d.reply_to_id
                    WHERE m.thread = t.thread AND d.state IN ('proposed', 'edited', 'approved'))
    AND NOT EXISTS (SELECT 1 FROM triage_due u WHERE u.thread = t.thread)
    ORDER BY t.message DESC
"""
_OVERDUE = """
    SELECT t.message, t.thread, a.id FROM triage t CROSS JOIN state s ON s.id = t.message
    JOIN account a ON a.key = s.account
    WHERE t.kind = {kind} AND s.flags & {left_out} = 0 AND {counted} AND a.sample = 0
    AND t.message < ?1 AND t.message > ?2
    AND NOT EXISTS (SELECT 1 FROM prepared p WHERE p.message = t.message)
    AND NOT EXISTS (SELECT 1 FROM draft d JOIN state m ON m.id = d.reply_to_id
                    WHERE m.thread = t.thread AND d.state IN ('proposed', 'edited', 'approved'))
    AND NOT EXISTS (SELECT 1 FROM triage_due u WHERE u.thread = t.thread)
    ORDER BY t.message DESC
"""
_OPEN = """
    SELECT p.message, p.draft_id, coalesce(d.state, ''), coalesce(s.thread, 0),
           EXISTS (SELECT 1 FROM triage t WHERE t.thread = s.thread AND t.message = p.message
                   AND t.kind IN ({kinds})),
           EXISTS (SELECT 1 FROM triage_due u WHERE u.thread = s.thread),
           (SELECT max(m.id) FROM state m WHERE m.thread = s.thread
            AND m.flags & {left_out} = 0)
    FROM prepared p LEFT JOIN draft d ON d.id = p.draft_id LEFT JOIN state s ON s.id = p.message
    WHERE p.draft_id <> '' AND p.outcome = ''
"""


class Prepared:
    def __init__(self, db: Database) -> None:
        self._db = db

    def wanting(
        self, accounts: Iterable[str], *, tried_before: float, sample: bool = False
    ) -> list[WantsAnswer]:
        """The mails that want an answer, in these accounts, the newest first; those of the sample
        mailbox only with `sample`. A mail for which the model failed is among them when that was
        before `tried_before` (seconds since the epoch)."""
        query = _WANTING.format(
            kind=int(Kind.NEEDS_REPLY),
            left_out=LEFT_OUT,
            counted=counted(Kind.NEEDS_REPLY, self._db.clock()),
        )
        among = frozenset(accounts)
        found = self._db.values(lambda row: WantsAnswer(*row), query, (tried_before, int(sample)))
        return [each for each in found if each.account_id in among]

    def overdue(self, accounts: Iterable[str], *, before: float) -> list[WantsAnswer]:
        """The person's own mails that nobody has answered, sent before `before` (seconds since the
        epoch) and not a month before that, the newest first; each once."""
        query = _OVERDUE.format(
            kind=int(Kind.WAITING),
            left_out=LEFT_OUT,
            counted=counted(Kind.WAITING, self._db.clock()),
        )
        among = frozenset(accounts)
        span = (before, before - OLDEST_REMINDED)
        found = self._db.values(lambda row: WantsAnswer(*row), query, span)
        return [each for each in found if each.account_id in among]

    def since(self, moment: float) -> int:
        """For how many mails an answer was begun since then (seconds since the epoch)."""
        rows = self._db.rows("SELECT count(*) FROM prepared WHERE begun > ?", (moment,))
        return int(rows[0][0])

    def begin(self, mail: WantsAnswer, *, now: float) -> bool:
        """Notes that an answer is being prepared; False where somebody else has begun."""
        with self._db.write(Changes()) as connection:
            before = connection.total_changes()
            connection.execute(
                "INSERT INTO prepared (message, account_id, begun) VALUES (?, ?, ?)"
                " ON CONFLICT (message) DO UPDATE SET begun = excluded.begun, outcome = ''"
                " WHERE prepared.outcome LIKE 'Trouble: %'",
                (mail.message, mail.account_id, now),
            )
            return connection.total_changes() > before

    def failed(self, message: MessageId, sentence: str) -> None:
        """Notes that the model failed: the mail may be tried again."""
        self.end(message, outcome=f"{TROUBLE}{sentence}")

    def end(self, message: MessageId, *, draft_id: str = "", outcome: str = "") -> None:
        """Notes the draft that came of it, or why there is none."""
        with self._db.write(Changes(drafts=True)) as connection:
            connection.execute(
                "UPDATE prepared SET draft_id = ?, outcome = ? WHERE message = ?",
                (draft_id, outcome, message),
            )

    def withdraw(self) -> int:
        """Moves unedited proposals that nobody needs any more to Ignored, with the reason; how
        many."""
        kinds = f"{int(Kind.NEEDS_REPLY)}, {int(Kind.WAITING)}"
        query = _OPEN.format(kinds=kinds, left_out=LEFT_OUT)
        rows: list[Any] = self._db.rows(query)
        stale = [row for row in rows if not row[5] and (not row[4] or row[2] != _PROPOSED)]
        if not stale:
            return 0
        withdrawn = 0
        with self._db.write(Changes(drafts=True)) as connection:
            for message, draft_id, state, _, _, _, newest in stale:
                reason = _reason(connection, message, newest) if state == _PROPOSED else "Settled."
                connection.execute(
                    "UPDATE prepared SET outcome = ? WHERE message = ?", (reason, message)
                )
                before = connection.total_changes()
                connection.execute(
                    "UPDATE draft SET state = ?, updated = ?, asks_to_send = 0"
                    " WHERE id = ? AND state = ?",
                    (str(DraftState.IGNORED), int(self._db.clock()), draft_id, _PROPOSED),
                )
                withdrawn += connection.total_changes() - before
        return withdrawn

    def reasons(self, draft_ids: Iterable[str]) -> dict[str, str]:
        """Why drafts were withdrawn, by draft."""
        wanted = frozenset(draft_ids)
        rows = self._db.rows(
            "SELECT draft_id, outcome FROM prepared WHERE draft_id <> '' AND outcome LIKE 'With%'"
        )
        return {draft_id: reason for draft_id, reason in rows if draft_id in wanted}


_PROPOSED = str(DraftState.PROPOSED)


def _reason(connection: apsw.Connection, message: MessageId, newest: MessageId | None) -> str:
    if newest is None or newest <= message:
        return NOT_WANTED
    sent = connection.execute(
        "SELECT 1 FROM state WHERE id = ? AND flags & ?", (newest, FLAG[SystemLabel.SENT])
    ).get
    return ANSWERED if sent else BY_OTHERS

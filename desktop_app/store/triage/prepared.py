"""Prepared answers: which mails want one, which were prepared for, and what is withdrawn.

A mail is noted before anything is prepared for it. It is done with when a draft came of it or the
model said why it needs none; else it is tried again, after pauses that grow. Only a proposal that
nobody has edited is withdrawn; it can be restored.
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
from desktop_app.store.base.db import Database
from desktop_app.store.rows.triage_due import LEFT_OUT

ANSWERED = "Withdrawn: you have answered."
BY_OTHERS = "Withdrawn: a newer mail has come in this conversation."
TROUBLE = "Trouble: "
"""How the outcome begins where the model failed: that mail may be tried again."""

PAUSES = (600.0, 3_600.0, 14_400.0, 86_400.0)
"""Seconds before a mail is tried again for which nothing came, by the number of tries."""

_UNDONE = "(p.draft_id = '' AND (p.outcome = '' OR p.outcome LIKE 'Trouble: %'))"
"""Nothing came of it: the model failed, or the program ended meanwhile."""

_PASSED_BY = f"""
    SELECT 1 FROM prepared p WHERE p.message = t.message
    AND (NOT {_UNDONE} OR p.again > ?1 OR EXISTS
         (SELECT 1 FROM draft d WHERE d.reply_to_id = p.message
          AND d.created >= CAST(p.begun AS INTEGER)))
"""
"""Done with, not yet to be tried again, or its draft was made and only not noted any more."""

OLDEST_REMINDED = 30 * 86_400
"""Seconds after which nobody is reminded any more by itself."""
NOT_WANTED = "Withdrawn: this conversation needs no reply any more."

_WANTING = """
    SELECT t.message, t.thread, a.id FROM triage t CROSS JOIN state s ON s.id = t.message
    JOIN account a ON a.key = s.account
    WHERE t.kind = {kind} AND s.flags & {left_out} = 0 AND {counted}
    AND a.sample <= ?2
    AND NOT EXISTS ({passed_by})
    AND NOT EXISTS (SELECT 1 FROM draft d JOIN state m ON m.id = d.reply_to_id
                    WHERE m.thread = t.thread AND d.state IN ('proposed', 'edited', 'approved'))
    AND NOT EXISTS (SELECT 1 FROM triage_due u WHERE u.thread = t.thread)
    ORDER BY t.message DESC
"""
_OVERDUE = """
    SELECT t.message, t.thread, a.id FROM triage t CROSS JOIN state s ON s.id = t.message
    JOIN account a ON a.key = s.account
    WHERE t.kind = {kind} AND s.flags & {left_out} = 0 AND {counted} AND a.sample = 0
    AND t.message < ?2 AND t.message > ?3
    AND NOT EXISTS ({passed_by})
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
        self, accounts: Iterable[str], *, at: float, sample: bool = False
    ) -> list[WantsAnswer]:
        """The mails that want an answer, in these accounts, the newest first; those of the sample
        mailbox only with `sample`. A mail for which nothing came is among them when its pause is
        over `at` that moment (seconds since the epoch; infinity for all)."""
        query = _WANTING.format(
            kind=int(Kind.NEEDS_REPLY),
            left_out=LEFT_OUT,
            counted=counted(Kind.NEEDS_REPLY, self._db.clock()),
            passed_by=_PASSED_BY,
        )
        among = frozenset(accounts)
        found = self._db.values(lambda row: WantsAnswer(*row), query, (at, int(sample)))
        return [each for each in found if each.account_id in among]

    def overdue(self, accounts: Iterable[str], *, before: float, at: float) -> list[WantsAnswer]:
        """The person's own mails that nobody has answered, sent before `before` (seconds since the
        epoch) and not a month before that, the newest first; each once. `at` as in `wanting`."""
        query = _OVERDUE.format(
            kind=int(Kind.WAITING),
            left_out=LEFT_OUT,
            counted=counted(Kind.WAITING, self._db.clock()),
            passed_by=_PASSED_BY,
        )
        among = frozenset(accounts)
        span = (at, before, before - OLDEST_REMINDED)
        found = self._db.values(lambda row: WantsAnswer(*row), query, span)
        return [each for each in found if each.account_id in among]

    def since(self, moment: float) -> int:
        """Of how many mails begun since then (seconds since the epoch) a draft came, or why they
        need none."""
        query = f"SELECT count(*) FROM prepared p WHERE begun > ? AND NOT {_UNDONE}"
        rows = self._db.rows(query, (moment,))
        return int(rows[0][0])

    def begin(self, mail: WantsAnswer, *, now: float, at: float) -> bool:
        """Notes that an answer is being prepared `now`; False where the mail is done with, or its
        pause is not over `at` that moment."""
        with self._db.write(Changes()) as connection:
            tried = "SELECT tries FROM prepared WHERE message = ?"
            tries = int(connection.execute(tried, (mail.message,)).get or 0)
            before = connection.total_changes()
            connection.execute(
                "INSERT INTO prepared AS p (message, account_id, begun, tries, again)"
                " VALUES (?1, ?2, ?3, 1, ?4) ON CONFLICT (message) DO UPDATE SET"
                " begun = ?3, outcome = '', tries = tries + 1, again = ?4"
                f" WHERE {_UNDONE} AND again <= ?5",
                (mail.message, mail.account_id, now, now + _pause(tries), at),
            )
            return connection.total_changes() > before

    def failed(self, message: MessageId, sentence: str) -> None:
        """Notes that nothing came of the mail: it is tried again when its pause is over."""
        self.end(message, outcome=f"{TROUBLE}{sentence}")

    def model_failed(self, message: MessageId, sentence: str, *, now: float) -> None:
        """As `failed`, where the mail is not to blame: its pause does not grow."""
        with self._db.write(Changes()) as connection:
            connection.execute(
                "UPDATE prepared SET outcome = ?, tries = max(0, tries - 1), again = ?"
                " WHERE message = ?",
                (f"{TROUBLE}{sentence}", now + PAUSES[0], message),
            )

    def forget(self, message: MessageId) -> None:
        """The preparation was called off: the mail is as if it had not been begun."""
        self._db.put(Changes(), "DELETE FROM prepared WHERE message = ?", (message,))

    def end(self, message: MessageId, *, draft_id: str = "", outcome: str = "") -> None:
        """Notes the draft that came of it, or why there is none."""
        with self._db.write(Changes(drafts=True)) as connection:
            connection.execute(
                "UPDATE prepared SET draft_id = ?, outcome = ? WHERE message = ?",
                (draft_id, outcome, message),
            )

    def announce(self) -> None:
        """Tells subscribers that it has changed whether anything can be prepared."""
        self._db.announce(Changes(drafts=True))

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


def _pause(tries: int) -> float:
    return PAUSES[min(tries, len(PAUSES) - 1)]


_PROPOSED = str(DraftState.PROPOSED)


def _reason(connection: apsw.Connection, message: MessageId, newest: MessageId | None) -> str:
    if newest is None or newest <= message:
        return NOT_WANTED
    sent = connection.execute(
        "SELECT 1 FROM state WHERE id = ? AND flags & ?", (newest, FLAG[SystemLabel.SENT])
    ).get
    return ANSWERED if sent else BY_OTHERS

"""What comes back later: conversations that are snoozed, reminded of, or muted.

That a mail is, and until when, are labels of it (model/coming_back.py). Every step is one
transaction and finds out by the labels whether it is still to be done: whoever repeats it, another
process or the next start, changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from operator import itemgetter

from desktop_app.model.changes import Changes
from desktop_app.model.coming_back import (
    ASK,
    BACK,
    MUTED,
    REMINDED,
    SNOOZED,
    Returned,
    Why,
    moment_of,
    timed,
    without,
)
from desktop_app.model.message import TIMED, MessageId, ThreadId
from desktop_app.search.flags import FLAG
from desktop_app.store.base.binding import integers
from desktop_app.store.base.db import Database
from desktop_app.store.mail.later_rows import (
    AWAY,
    INBOX,
    OUT,
    UNREAD,
    Edits,
    due,
    forgotten,
    heeded,
    is_over,
    latest_due,
    mails_of,
    moments,
    not_reminded,
    note_back,
    to_snooze,
    without_past,
    woken,
)
from desktop_app.store.mail.messages import Messages
from desktop_app.store.rows.label_changes import Labelled, Relabelled, read_labelled

_CHANGES = Changes(messages=True, labels=True, later=True)


@dataclass(frozen=True, slots=True)
class CameBack:
    """Conversations that a step brought back, with why."""

    threads: Mapping[ThreadId, Why]


class Later:
    """Of every account."""

    def __init__(self, db: Database, messages: Messages) -> None:
        self._db, self._messages = db, messages

    # What the person says

    def snooze(self, threads: Iterable[ThreadId], until: float) -> Relabelled:
        """Takes conversations out of the inbox until a moment (seconds since the epoch), or with 0
        until somebody answers. One that is snoozed gets the new moment; one in trash or spam stays
        as it is."""
        at = frozenset({timed(BACK, until)} if until else ())

        def edit(mail: Labelled) -> frozenset[str]:
            return (without(mail.labels, BACK) - {INBOX}) | at | {SNOOZED}

        return self._edit(threads, to_snooze, edit)

    def end_snooze(self, threads: Iterable[ThreadId]) -> Relabelled:
        """Puts snoozed conversations back into the inbox."""

        def snoozed(mails: list[Labelled]) -> list[Labelled]:
            return [mail for mail in mails if SNOOZED in mail.labels]

        def edit(mail: Labelled) -> frozenset[str]:
            return (without(mail.labels, BACK) - {SNOOZED}) | {INBOX}

        return self._edit(threads, snoozed, edit)

    def remind(self, message: MessageId, at: float) -> Relabelled:
        """Reminds of a sent mail at a moment (seconds since the epoch) if nobody has answered by
        then; a reminder of its conversation that was there before goes."""
        with self._db.write(_CHANGES) as connection:
            thread = connection.execute("SELECT thread FROM state WHERE id = ?", (message,)).get
            mails = mails_of(connection, [int(thread)] if thread else [])
            edits = {m.id: not_reminded(m.labels) for each in mails.values() for m in each}
            if message in edits:
                edits[message] |= {REMINDED, timed(ASK, at)}
            return self._write(edits)

    def forget_reminders(self, threads: Iterable[ThreadId]) -> Relabelled:
        """Takes the reminders of conversations away."""
        return self._edit(threads, list, lambda mail: not_reminded(mail.labels))

    # What happens

    def next_moment(self) -> int | None:
        """The next moment at which something comes back, in seconds since the epoch."""
        with self._db.reading() as connection:
            return min((at for _, at, _ in moments(connection)), default=None)

    def due(self, now: float) -> dict[str, int]:
        """The accounts that have something due, each with its latest moment that is over."""
        with self._db.reading() as connection:
            return latest_due(connection, now)

    def bring_back(self, now: float, *, but: Collection[str] = ()) -> CameBack:
        """Brings back what is due, `but` of these accounts: snoozed conversations into the inbox,
        unread, and those with a reminder that nobody has answered."""
        with self._db.reading() as connection:
            if not due(connection, now, but):
                return CameBack({})
        with self._db.write(_CHANGES) as connection:
            over = read_labelled(connection, due(connection, now, but))
            edits = {mail.id: without_past(mail.labels, now) for mail in over}
            back: dict[ThreadId, tuple[Labelled, Why]] = {}
            for mail in over:
                if SNOOZED in mail.labels - edits[mail.id] and not mail.labels & AWAY:
                    edits[mail.id] |= {INBOX}
                    back[mail.thread] = (mail, Why.SNOOZE)
            for mail in over:
                if REMINDED in mail.labels - edits[mail.id]:
                    shown = _reminding(mails_of(connection, [mail.thread])[mail.thread], mail)
                    if not shown.labels & AWAY:
                        edits[shown.id] = edits.get(shown.id, shown.labels) | {INBOX}
                        back[mail.thread] = (shown, Why.REMINDER)
            for newest, _ in back.values():
                edits[newest.id] |= {UNREAD}
            self._write(edits)
            found = {thread: why for thread, (_, why) in back.items()}
            note_back(connection, found, now)
        return CameBack(found)

    def settle(self, now: float) -> CameBack:
        """Ends the snooze of conversations into whose inbox something came, a new mail or the
        conversation itself by somebody's hand, and forgets what is over."""
        with self._db.reading() as connection:
            if not woken(connection) and not forgotten(connection):
                return CameBack({})
        with self._db.write(_CHANGES) as connection:
            edits: Edits = {}
            back: dict[ThreadId, Why] = {}
            for mail in read_labelled(connection, woken(connection)):
                edits[mail.id] = without(mail.labels, BACK) - {SNOOZED}
                if INBOX not in mail.labels and not mail.labels & AWAY:
                    edits[mail.id] |= {INBOX}
                    back[mail.thread] = Why.SNOOZE
            self._write(edits)
            note_back(connection, back, now)
            connection.executemany(
                "DELETE FROM came_back WHERE thread = ?",
                [(thread,) for thread in forgotten(connection)],
            )
        return CameBack(back)

    def news(self, most: int) -> tuple[MessageId, ...]:
        """The oldest mails that came into such conversations and were not looked at."""
        rows = self._db.rows("SELECT message FROM later_news ORDER BY message LIMIT ?", (most,))
        return tuple(id_ for (id_,) in rows)

    def heed(self, message: MessageId, *, answers: bool = False, alone: bool = False) -> bool:
        """What follows from a mail that came: an answer of somebody's ends the reminder, mail in a
        muted conversation leaves the inbox unless it is to the person alone, and what is no answer
        wakes nothing that waits for one. Whether anything changed."""
        with self._db.write(_CHANGES) as connection:
            connection.execute("DELETE FROM later_news WHERE message = ?", (message,))
            for new in read_labelled(connection, [message]):
                mails = mails_of(connection, [new.thread])[new.thread]
                edits = heeded(new, mails, answers=answers, alone=alone)
                return bool(self._write(edits).changes)
        return False

    # Reminders of what has not left yet

    def want_reminder(self, draft_id: str, account_id: str, seconds: float) -> None:
        """Reminds of a draft so many seconds after it has left; 0 takes that back."""
        with self._db.write(Changes(later=True)) as connection:
            connection.execute("DELETE FROM reminder_wanted WHERE draft_id = ?", (draft_id,))
            if seconds > 0:
                connection.execute(
                    "INSERT INTO reminder_wanted (draft_id, account_id, seconds) VALUES (?, ?, ?)",
                    (draft_id, account_id, int(seconds)),
                )

    def wanted_reminder(self, draft_id: str) -> int:
        """After how many seconds the person wants to be reminded of a draft; 0 for never."""
        rows = self._db.rows("SELECT seconds FROM reminder_wanted WHERE draft_id = ?", (draft_id,))
        return int(rows[0][0]) if rows else 0

    def wanted_reminders(self) -> dict[str, int]:
        """The seconds of every draft."""
        return dict(self._db.rows("SELECT draft_id, seconds FROM reminder_wanted"))

    # What is asked

    def coming(self, until: float) -> dict[ThreadId, int]:
        """The conversations that come back by their moment until then, the first one first."""
        with self._db.reading() as connection:
            keys = {key: at for key, at, _ in moments(connection) if at <= until}
            rows = connection.execute(
                "SELECT s.thread, m.label FROM message_label m JOIN state s ON s.id = m.message"
                " WHERE m.label IN (SELECT value FROM carray(?))",
                (integers(keys),),
            )
            found: dict[ThreadId, int] = {}
            for thread, key in rows:
                found[thread] = min(found.get(thread, keys[key]), keys[key])
        return dict(sorted(found.items(), key=itemgetter(1)))

    def muted(self, threads: Iterable[ThreadId]) -> frozenset[ThreadId]:
        """Those of the conversations that are muted."""
        with self._db.reading() as connection:
            rows = connection.execute(
                "SELECT id FROM thread WHERE id IN (SELECT value FROM carray(?))"
                f" AND flags & {FLAG[MUTED]}",
                (integers(set(threads)),),
            )
            return frozenset(id_ for (id_,) in rows)

    def snoozed_until(self, threads: Iterable[ThreadId]) -> dict[ThreadId, int]:
        """The moments of those of the conversations that are snoozed; 0 for *until an answer*."""
        with self._db.reading() as connection:
            found: dict[ThreadId, int] = {}
            for thread, mails in mails_of(connection, threads).items():
                labels = [m.labels for m in mails if SNOOZED in m.labels]
                if labels and not any(INBOX in m.labels for m in mails):
                    ats = [moment_of(label, BACK) for each in labels for label in each]
                    found[thread] = min((at for at in ats if at is not None), default=0)
            return found

    def returned(self, threads: Iterable[ThreadId]) -> dict[ThreadId, Returned]:
        """When and why those of the conversations came back that did."""
        with self._db.reading() as connection:
            rows = connection.execute(
                "SELECT thread, at, why FROM came_back"
                " WHERE thread IN (SELECT value FROM carray(?))",
                (integers(set(threads)),),
            )
            return {thread: Returned(at, Why(why)) for thread, at, why in rows}

    def nudges(self) -> tuple[ThreadId, ...]:
        """Conversations that came back by a reminder whose draft is still to be made."""
        return tuple(t for (t,) in self._db.rows("SELECT thread FROM came_back WHERE nudge = 1"))

    def nudged(self, thread: ThreadId) -> None:
        """The draft has been made, or none can be."""
        with self._db.write(Changes()) as connection:
            connection.execute("UPDATE came_back SET nudge = 0 WHERE thread = ?", (thread,))

    def forget_moments(self, now: float) -> None:
        """Forgets labels of moments that are over and that no mail has; at Gmail a day later, for
        another computer may be about to use one."""
        from desktop_app.store.mail.remote_labels import queue_delete

        with self._db.write(Changes(labels=True)) as connection:
            for kind in TIMED:
                rows = connection.execute(
                    "SELECT id FROM label WHERE id >= ?1 || '/' AND id < ?1 || '0' AND total <= 0",
                    (kind[:-1],),
                ).fetchall()
                gone = [(str(id_),) for (id_,) in rows if is_over(str(id_), kind, now)]
                connection.executemany("DELETE FROM label WHERE id = ? AND total <= 0", gone)
                there = connection.execute(
                    "SELECT account_id, name FROM remote_label"
                    " WHERE name >= ?1 || '/' AND name < ?1 || '0' AND wanted = ''"
                    " AND NOT EXISTS (SELECT 1 FROM label WHERE id = name AND total > 0)",
                    (kind[:-1],),
                ).fetchall()
                for account_id, name in there:
                    if is_over(str(name), kind, now - 86_400):
                        queue_delete(connection, str(account_id), str(name))

    # Inside

    def _edit(
        self,
        threads: Iterable[ThreadId],
        choose: Callable[[list[Labelled]], list[Labelled]],
        edit: Callable[[Labelled], frozenset[str]],
    ) -> Relabelled:
        with self._db.write(_CHANGES) as connection:
            chosen = [m for mails in mails_of(connection, threads).values() for m in choose(mails)]
            return self._write({mail.id: edit(mail) for mail in chosen})

    def _write(self, edits: Edits) -> Relabelled:
        return self._messages.edit(edits, lambda mail: edits[mail.id])


def _reminding(mails: list[Labelled], sent: Labelled) -> Labelled:
    """The mail by which a conversation comes back: the newest that somebody else wrote, or the sent
    one itself."""
    others = [mail for mail in mails if not mail.labels & OUT]
    return others[-1] if others else sent

"""Rows of what comes back later: which mails, which moments, and what follows from a new mail."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

import apsw

from desktop_app.model.coming_back import (
    ASK,
    BACK,
    MUTED,
    REMINDED,
    SNOOZED,
    Why,
    moment_of,
    without,
)
from desktop_app.model.message import TIMED, MessageId, SystemLabel, ThreadId
from desktop_app.search.flags import FLAG
from desktop_app.store.base.binding import integers, texts
from desktop_app.store.rows.label_changes import Labelled, read_labelled
from desktop_app.store.rows.later_news import free_second

INBOX, UNREAD = str(SystemLabel.INBOX), str(SystemLabel.UNREAD)
AWAY = frozenset({str(SystemLabel.TRASH), str(SystemLabel.SPAM)})
_NO_PLACE = AWAY | {str(SystemLabel.DRAFT)}
OUT = _NO_PLACE | {str(SystemLabel.SENT)}
"""Labels of mail that nobody else has sent here, or that was thrown away."""

Edits = dict[MessageId, frozenset[str]]
"""The labels that mails are to have."""

# The sign after `/` is `0`.
_OF_A_KIND = "SELECT id, key FROM label WHERE id >= ?1 || '/' AND id < ?1 || '0' AND total > 0"


def mails_of(
    connection: apsw.Connection, threads: Iterable[ThreadId]
) -> dict[ThreadId, list[Labelled]]:
    """The mails of conversations, each oldest first."""
    rows: list[Any] = connection.execute(
        "SELECT id FROM state WHERE thread IN (SELECT value FROM carray(?))",
        (integers(set(threads)),),
    ).fetchall()
    found: dict[ThreadId, list[Labelled]] = {}
    for mail in read_labelled(connection, (id_ for (id_,) in rows)):
        found.setdefault(mail.thread, []).append(mail)
    return found


def to_snooze(mails: list[Labelled]) -> list[Labelled]:
    """The mails of a conversation that a snooze is about: those in the inbox, else those that are
    snoozed, else the newest that somebody sent, else the newest."""
    here = [mail for mail in mails if not mail.labels & _NO_PLACE]
    inbox = [mail for mail in here if INBOX in mail.labels]
    snoozed = [mail for mail in here if SNOOZED in mail.labels]
    received = [mail for mail in here if not mail.labels & OUT]
    return [*inbox, *snoozed] or received[-1:] or here[-1:]


def not_reminded(labels: frozenset[str]) -> frozenset[str]:
    return without(labels, ASK) - {REMINDED}


def without_past(labels: frozenset[str], now: float) -> frozenset[str]:
    """The labels of a mail without what is over by now."""
    for kind, standing in ((BACK, SNOOZED), (ASK, REMINDED)):
        ats = [at for label in labels if (at := moment_of(label, kind)) is not None]
        if standing not in labels or (ats and min(ats) <= now):
            labels = without(labels, kind) - {standing}
    return labels


def moments(connection: apsw.Connection) -> list[tuple[int, int, str]]:
    """(label, moment, kind) of every moment that a mail waits for."""
    found = []
    for kind in TIMED:
        for id_, key in connection.execute(_OF_A_KIND, (kind[:-1],)):
            at = moment_of(id_, kind)
            if at is not None:
                found.append((int(key), at, kind))
    return found


def due(connection: apsw.Connection, now: float, but: Collection[str] = ()) -> list[MessageId]:
    """The mails with a moment that is over, but of these accounts."""
    keys = {key for key, at, _ in moments(connection) if at <= now}
    if not keys:
        return []
    rows = connection.execute(
        "SELECT DISTINCT m.message FROM message_label m JOIN label l ON l.key = m.label"
        " JOIN account a ON a.key = l.account WHERE m.label IN (SELECT value FROM carray(?))"
        " AND a.id NOT IN (SELECT value FROM carray(?))",
        (integers(keys), texts(but)),
    )
    return [id_ for (id_,) in rows]


def latest_due(connection: apsw.Connection, now: float) -> dict[str, int]:
    """The latest moment that is over, by account."""
    over = {key: at for key, at, _ in moments(connection) if at <= now}
    found: dict[str, int] = {}
    rows = connection.execute(
        "SELECT l.key, a.id FROM label l JOIN account a ON a.key = l.account"
        " WHERE l.key IN (SELECT value FROM carray(?))",
        (integers(over),),
    )
    for key, account in rows:
        found[account] = max(found.get(account, 0), over[key])
    return found


def woken(connection: apsw.Connection) -> list[MessageId]:
    """Snoozed mails of conversations that have something in the inbox, or that were thrown away."""
    rows = connection.execute(
        "SELECT m.message FROM label l JOIN message_label m ON m.label = l.key"
        " JOIN state s ON s.id = m.message JOIN thread t ON t.id = s.thread"
        f" WHERE l.flag = {FLAG[SNOOZED]} AND (t.flags & {FLAG[INBOX]} OR s.flags & {bits(AWAY)})"
    )
    return [id_ for (id_,) in rows]


def forgotten(connection: apsw.Connection) -> list[ThreadId]:
    """Conversations that came back and have left the inbox since, or had newer mail."""
    rows = connection.execute(
        "SELECT c.thread FROM came_back c LEFT JOIN thread t ON t.id = c.thread"
        f" WHERE t.id IS NULL OR t.flags & {FLAG[INBOX]} = 0 OR t.newest > c.at"
    )
    return [thread for (thread,) in rows]


def note_back(connection: apsw.Connection, back: Mapping[ThreadId, Why], now: float) -> None:
    """Notes what came back at `now`, the last one on top."""
    for thread, why in back.items():
        connection.execute(
            "INSERT OR REPLACE INTO came_back (thread, at, why, nudge) VALUES (?, ?, ?, ?)",
            (thread, free_second(connection, int(now)), str(why), int(why is Why.REMINDER)),
        )


def heeded(
    new: Labelled,
    mails: list[Labelled],
    *,
    answers: bool,
    alone: bool,
) -> Edits:
    """What follows from a mail that came into a conversation of `mails`."""
    edits: Edits = {}
    reminded = [m for m in mails if REMINDED in m.labels and m.id < new.id]
    waits = [m for m in mails if SNOOZED in m.labels and m.id < new.id]
    by_time = any(label.startswith(BACK) for m in waits for label in m.labels)
    if (reminded or (waits and not by_time)) and not new.labels & OUT:
        if answers:
            edits = {mail.id: not_reminded(mail.labels) for mail in reminded}
        elif waits and not by_time and INBOX in new.labels:
            edits[new.id] = (new.labels - {INBOX}) | {SNOOZED}
    muted = any(MUTED in mail.labels for mail in mails if mail.id != new.id)
    if muted and INBOX in new.labels and MUTED not in new.labels and not alone:
        edits[new.id] = (edits.get(new.id, new.labels) - {INBOX}) | {MUTED}
    return edits


def is_over(label: str, kind: str, now: float) -> bool:
    at = moment_of(label, kind)
    return at is None or at <= now


def bits(labels: Iterable[str]) -> int:
    return sum(FLAG[label] for label in labels)

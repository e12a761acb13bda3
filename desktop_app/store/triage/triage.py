"""Triage of the conversations: one verdict each, judged in portions, corrected by the person."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import apsw

from desktop_app.mail.words.mail_signs import MailSigns, read_signs
from desktop_app.mail.words.triage import Person, classify, names_of
from desktop_app.model.changes import Changes
from desktop_app.model.errors import NotFound
from desktop_app.model.message import MessageId, SystemLabel, ThreadId
from desktop_app.model.triage import OPEN_DAYS, Kind, Reason, Verdict
from desktop_app.search.flags import FLAG
from desktop_app.search.triage_condition import counted
from desktop_app.store.base.binding import integers, texts
from desktop_app.store.base.compressed import decompressed
from desktop_app.store.base.db import Database
from desktop_app.store.mail.accounts import Accounts, names, number
from desktop_app.store.rows.triage_due import LEFT_OUT, mark_due
from desktop_app.store.rows.triage_verdicts import read_verdicts, verdict_of

_CHANGES = Changes(triage=True)
_DAY = 86_400
_MOST_MAILS = 8
"""Newest mails of a conversation that are read: who writes more than that asks again."""

_MOST_OLD_MAILS = 2
_SENT = FLAG[SystemLabel.SENT]
_DUE = """
    SELECT d.thread, d.newest, d.mark, t.account
    FROM triage_due d JOIN thread t ON t.id = d.thread
"""
_NEWEST = (
    "SELECT s.id, s.flags, r.data FROM state s JOIN raw r USING (id)"
    f" WHERE s.thread = ? AND s.flags & {LEFT_OUT} = 0 ORDER BY s.id DESC LIMIT ?"
)
_DUE_AMONG = """
    SELECT count(*) FROM triage_due d JOIN thread t ON t.id = d.thread
    WHERE t.account IN ({accounts})
"""


@dataclass(frozen=True, slots=True)
class Correction:
    """What the person had said before of one conversation and of its sender; None: nothing. With
    it a correction is taken back."""

    thread: ThreadId
    account_id: str
    message: MessageId
    kind: int | None
    sender: str = ""
    news: int | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """How many conversations were judged, and whether one is judged otherwise than before."""

    number: int
    changed: bool


@dataclass(frozen=True, slots=True)
class _Due:
    thread: ThreadId
    newest: MessageId
    mark: int
    account: int


class Triage:
    """The verdicts of every account."""

    def __init__(self, db: Database, accounts: Accounts) -> None:
        self._db = db
        self._accounts = accounts

    def due(self, among: frozenset[str] | None = None) -> int:
        """The number of conversations that are not judged yet, in the accounts `among` or in
        all."""
        if among is None:
            return int(self._db.rows("SELECT count(*) FROM triage_due")[0][0])
        with self._db.reading() as connection:
            keys = [str(key) for key, id_ in names(connection).items() if id_ in among]
            return int(connection.execute(_DUE_AMONG.format(accounts=", ".join(keys))).get)

    def judge(self, most: int) -> Judged:
        """Judges the newest `most` conversations that are due. They are read and judged outside
        the transaction that writes the verdicts. Whoever calls it announces `Changes(triage)`: a
        list is not read again for each of hundreds of portions."""
        return self._judge(f"{_DUE} ORDER BY d.newest DESC LIMIT ?", most)

    def judge_now(self, thread_id: ThreadId) -> None:
        """Judges one conversation, so that a list is right at once after a press."""
        if self._judge(f"{_DUE} WHERE d.thread = ?", thread_id).changed:
            self._db.announce(_CHANGES)

    def _judge(self, query: str, value: int) -> Judged:
        with self._db.reading() as connection:
            rows: list[Any] = connection.execute(query, (value,)).fetchall()
            verdicts = {due: self._judged(connection, due) for due in (_Due(*r) for r in rows)}
        return Judged(len(verdicts), self._write(verdicts))

    def _judged(self, connection: apsw.Connection, due: _Due) -> Verdict | None:
        account_id = names(connection).get(due.account, "")
        accounts = [a for a in self._accounts.list() if a.id == account_id]
        if not accounts:
            return None
        own = accounts[0].own_keys
        recent = due.newest >= self._db.clock() - OPEN_DAYS * _DAY
        most = _MOST_MAILS if recent else _MOST_OLD_MAILS
        rows = connection.execute(_NEWEST, (due.thread, most)).fetchall()
        mails = [
            read_signs(decompressed(data), id_, own, sent=bool(flags & _SENT), whole=recent)
            for id_, flags, data in reversed(rows)
        ]
        if not mails:
            return None
        said = _said(connection, mails)
        if said is not None:
            return said
        addresses = [identity.address for identity in accounts[0].identities]
        person = _person(connection, (due.account, account_id), mails, own, names_of(addresses))
        return classify(mails, person)

    def _write(self, verdicts: dict[_Due, Verdict | None]) -> bool:
        """Whether one of them is another than before."""
        if not verdicts:
            return False
        before = self._rows(due.thread for due in verdicts)
        after = {
            due.thread: verdict
            for due, verdict in verdicts.items()
            if verdict is not None and verdict.kind is not Kind.OTHER
        }
        changed = [due for due in verdicts if before.get(due.thread) != after.get(due.thread)]
        with self._db.write(Changes(), flushed=False) as connection:
            connection.executemany(
                "DELETE FROM triage_due WHERE thread = ? AND mark = ?",
                [(due.thread, due.mark) for due in verdicts],
            )
            connection.executemany(
                "DELETE FROM triage WHERE thread = ?", [(due.thread,) for due in changed]
            )
            rows = [
                (due.thread, int(v.kind), v.message, str(v.reason), int(v.said))
                for due in changed
                if (v := after.get(due.thread)) is not None
            ]
            connection.executemany(
                "INSERT INTO triage (thread, kind, message, reason, said)"
                " SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM thread WHERE id = ?1)",
                rows,
            )
        return bool(changed)

    def _rows(self, threads: Iterable[ThreadId]) -> dict[ThreadId, Verdict]:
        with self._db.reading() as connection:
            return read_verdicts(connection, threads)

    def verdicts(self, ids: Iterable[MessageId]) -> dict[MessageId, Verdict]:
        """The verdicts of which these messages are the deciding ones."""
        with self._db.reading() as connection:
            rows = connection.execute(
                "SELECT s.thread, t.kind, t.message, t.reason, t.said FROM state s"
                " JOIN triage t ON t.thread = s.thread AND t.message = s.id"
                " WHERE s.id IN (SELECT value FROM carray(?))",
                (integers(set(ids)),),
            )
            return {row[2]: verdict_of(row) for row in rows}

    def of_thread(self, thread_id: ThreadId) -> Verdict | None:
        """None for a conversation that wants nothing."""
        return self._rows((thread_id,)).get(thread_id)

    def counts(self, kind: Kind, *, before: float = 0.0) -> dict[str, int]:
        """How many conversations of a kind its list has, by account; with `before`, of those only
        whose deciding mail is older (seconds since the epoch)."""
        with self._db.reading() as connection:
            query = (
                "SELECT s.account, count(*) FROM triage t CROSS JOIN state s ON s.id = t.message"
                f" WHERE t.kind = {int(kind)} AND t.message < ?1"
                f" AND s.flags & {LEFT_OUT} = 0 AND {counted(kind, self._db.clock())}"
                " GROUP BY s.account"
            )
            known = names(connection)
            latest = int(before) if before else 2**62
            return {known[account]: n for account, n in connection.execute(query, (latest,))}

    def correct(self, thread_id: ThreadId, kind: Kind) -> Correction:
        """Keeps what the person says of a conversation. Of news its sender is remembered, and of
        a sender of news that the person wants, too. Raises NotFound for the account."""
        with self._db.write(_CHANGES) as connection:
            account_id, newest, data = _newest_of(connection, thread_id)
            own = self._accounts.own_keys(account_id)
            sender = read_signs(data, newest, own, whole=False).sender.key
            row = connection.execute("SELECT kind FROM triage WHERE thread = ?", (thread_id,)).get
            remembers = kind is Kind.NEWS or (kind is Kind.NEEDS_REPLY and row == Kind.NEWS)
            before = Correction(
                thread_id,
                account_id,
                newest,
                connection.execute("SELECT kind FROM triage_said WHERE message = ?", (newest,)).get,
                sender if remembers and sender not in own else "",
                connection.execute(
                    "SELECT news FROM triage_sender WHERE account_id = ? AND sender = ?",
                    (account_id, sender),
                ).get,
            )
            said = Correction(
                thread_id, account_id, newest, int(kind), before.sender, int(kind is Kind.NEWS)
            )
            self._put(connection, said)
        return before

    def take_back(self, before: Correction) -> None:
        """Puts back what was said before a correction. Raises NotFound for the account."""
        with self._db.write(_CHANGES) as connection:
            number(connection, before.account_id)
            self._put(connection, before)

    def _put(self, connection: apsw.Connection, said: Correction) -> None:
        run = connection.execute
        run("DELETE FROM triage_said WHERE message = ?", (said.message,))
        if said.kind is not None:
            run(
                "INSERT INTO triage_said (message, account_id, kind) VALUES (?, ?, ?)",
                (said.message, said.account_id, said.kind),
            )
        if said.sender:
            run(
                "DELETE FROM triage_sender WHERE account_id = ? AND sender = ?",
                (said.account_id, said.sender),
            )
            if said.news is not None:
                run(
                    "INSERT INTO triage_sender (account_id, sender, news) VALUES (?, ?, ?)",
                    (said.account_id, said.sender, said.news),
                )
        mark_due(connection, (said.thread,))

    def judge_again(self, threads: Iterable[ThreadId]) -> None:
        """Has conversations judged again, by the next portions."""
        with self._db.write(Changes(triage=True)) as connection:
            mark_due(connection, threads)


def _newest_of(connection: apsw.Connection, thread_id: ThreadId) -> tuple[str, int, bytes]:
    row: Any = connection.execute(
        "SELECT s.account, s.id, r.data FROM state s JOIN raw r USING (id)"
        f" WHERE s.thread = ? AND s.flags & {LEFT_OUT} = 0 ORDER BY s.id DESC LIMIT 1",
        (thread_id,),
    ).fetchone()
    if row is None:
        raise NotFound("This conversation is not here any more.")
    account, newest, data = row
    return names(connection)[account], newest, decompressed(data)


def _said(connection: apsw.Connection, mails: Sequence[MailSigns]) -> Verdict | None:
    """What the person has said of the conversation, while no mail has come since."""
    newest = mails[-1].id
    kind = connection.execute("SELECT kind FROM triage_said WHERE message = ?", (newest,)).get
    return None if kind is None else Verdict(Kind(kind), Reason.SAID, newest, said=True)


def _person(
    connection: apsw.Connection,
    account: tuple[int, str],
    mails: Sequence[MailSigns],
    own: frozenset[str],
    called: frozenset[str],
) -> Person:
    key, account_id = account
    senders = texts({mail.sender.key for mail in mails if mail.sender.key})
    written: list[Any] = connection.execute(
        "SELECT key FROM person WHERE account = ?1 AND written > 0"
        " AND key IN (SELECT value FROM carray(?2))",
        (key, senders),
    ).fetchall()
    told: list[Any] = connection.execute(
        "SELECT sender, news FROM triage_sender WHERE account_id = ?1"
        " AND sender IN (SELECT value FROM carray(?2))",
        (account_id, senders),
    ).fetchall()
    return Person(
        own,
        called,
        written_to=frozenset(sender for (sender,) in written),
        news_from=frozenset(sender for sender, news in told if news),
        wanted_from=frozenset(sender for sender, news in told if not news),
    )

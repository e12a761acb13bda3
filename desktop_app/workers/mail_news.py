"""News of mail: which new mail one is told of, as one notice a conversation or one of several, and
when a notice is taken back. Nothing is stored: what was there at the start is no news.
"""

from __future__ import annotations

from collections.abc import Iterable

from desktop_app.model.clock import Clock
from desktop_app.store.mail.arrivals import Arrived
from desktop_app.store.store import Store
from desktop_app.workers.notice_acts import NoticeActs, NoticeBoard
from desktop_app.workers.notice_rules import NoticeRules, Whose
from desktop_app.workers.notice_words import MAILS, Told, of_conversation, of_mails

RECENT_SECONDS = 3600.0
"""Older mail is no news, whenever it comes."""

AHEAD_SECONDS = 86_400.0
"""Mail that says it was written later than that from now on is no news either."""

BACK_SECONDS = 60.0
"""A clock that goes back by more was set: what is there then is no news."""

MOST_SINGLE = 3
"""Conversations that have a notice each; more have one together."""

MOST_READ = 50
"""Mails that are read for the words of one look."""


class MailNews:
    """Used by one thread."""

    def __init__(
        self,
        store: Store,
        rules: NoticeRules,
        board: NoticeBoard,
        acts: NoticeActs,
        *,
        clock: Clock,
    ) -> None:
        self._store, self._rules, self._board, self._acts = store, rules, board, acts
        self._clock = clock
        self._looked = 0.0
        self._floors: dict[str, float] = {}
        self._known: set[int] = set()
        self._told: dict[int, list[int]] = {}
        self._together = False

    def begin(self, now: float) -> None:
        """News is what comes from `now` on (seconds since the epoch)."""
        self._looked = now
        self._floors = {account.id: now for account in self._store.accounts.list()}
        self._known = {mail.id for mail in self._store.arrivals.unread(now, now + AHEAD_SECONDS)}

    def look(self, *, quiet: bool) -> None:
        """Take back what is no news any more, and tell what is new. While it is `quiet`, nothing is
        told of what comes, and neither is it later."""
        self._take_back()
        now = self._clock()
        if now < self._looked - BACK_SECONDS:
            self.begin(now)
        self._looked = now
        fresh = self._fresh(now)
        if fresh and not quiet and (wanted := self._wanted(fresh)) and not self._board.quiet():
            self._tell(wanted)

    def put_away(self, key: str) -> None:
        """A notice is not shown any more: its mails are not told of again."""
        if key == MAILS:
            self._told.clear()
            self._together = False
        else:
            self._told.pop(int(key.partition(":")[2]), None)

    def newest(self, thread: int) -> int:
        """The newest mail of a conversation that was told of; 0 where none was."""
        return max(self._told.get(thread, ()), default=0)

    # What is new

    def _fresh(self, now: float) -> list[Arrived]:
        """Mail that was not there at the last look; of a new account what comes from now on."""
        accounts = self._store.accounts.list()
        self._floors = {account.id: self._floors.get(account.id, now) for account in accounts}
        since = max(now - RECENT_SECONDS, min(self._floors.values(), default=now))
        found = self._store.arrivals.unread(since, now + AHEAD_SECONDS)
        fresh = [
            mail
            for mail in found
            if mail.id not in self._known and mail.id >= self._floors.get(mail.account_id, now)
        ]
        self._known = {mail.id for mail in found} | {id_ for id_ in self._known if id_ >= since}
        return fresh

    def _wanted(self, fresh: list[Arrived]) -> list[Arrived]:
        """Those that the rules tell of, and that are not before the person's eyes anyway."""
        if self._acts.sees("inbox"):
            return []
        muted = set(self._acts.muted({mail.thread_id for mail in fresh}))
        rules = {mail.account_id: self._rules.whose(mail.account_id) for mail in fresh}
        known = self._from_known(mail.id for mail in fresh if rules[mail.account_id] is Whose.KNOWN)
        return [
            mail
            for mail in fresh
            if mail.thread_id not in muted
            and (rules[mail.account_id] is Whose.ALL or mail.id in known)
        ]

    def _from_known(self, ids: Iterable[int]) -> set[int]:
        """Those from people to whom the person has written."""
        mails = self._store.messages.get_many(list(ids))
        written = self._store.people.written_to({a.key for mail in mails for a in mail.from_})
        return {mail.id for mail in mails if any(a.key in written for a in mail.from_)}

    # What is told

    def _tell(self, wanted: list[Arrived]) -> None:
        """`wanted` are in order, the newest first."""
        for mail in reversed(wanted):
            self._told.setdefault(mail.thread_id, []).insert(0, mail.id)
        if self._together or len(self._told) > MOST_SINGLE:
            self._tell_together()
            return
        shows, snooze = self._rules.shows, self._acts.snooze is not None
        for thread in dict.fromkeys(mail.thread_id for mail in wanted):
            words = self._words(self._told[thread])
            shown = bool(words) and self._board.show(
                of_conversation(thread, words, shows, snooze=snooze)
            )
            if not shown:
                del self._told[thread]

    def _tell_together(self) -> None:
        if not self._together:
            for thread in self._told:
                self._board.take_back(f"thread:{thread}")
        newest = sorted((ids[0] for ids in self._told.values()), reverse=True)
        count = sum(len(ids) for ids in self._told.values())
        self._together = self._board.show(of_mails(count, self._words(newest), self._rules.shows))
        if not self._together:
            self._told.clear()

    def _take_back(self) -> None:
        """What was read, archived, answered or deleted, here or elsewhere, is no news."""
        if not self._told:
            return
        still = self._store.arrivals.still_new(id_ for ids in self._told.values() for id_ in ids)
        for thread, ids in list(self._told.items()):
            left = [id_ for id_ in ids if id_ in still]
            if left:
                self._told[thread] = left
                continue
            del self._told[thread]
            if not self._together:
                self._board.take_back(f"thread:{thread}")
        if self._together and not self._told:
            self._together = False
            self._board.take_back(MAILS)

    def _words(self, ids: Iterable[int]) -> list[Told]:
        clean = self._acts.clean
        found = self._store.messages.get_many(list(ids)[:MOST_READ])
        return [
            Told(clean(m.from_[0].name or m.from_[0].email) if m.from_ else "", clean(m.subject))
            for m in found
        ]

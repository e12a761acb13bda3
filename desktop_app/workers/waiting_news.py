"""News of what waits for the person: drafts of others, requests, mail that was not sent, sign-ins.

Each is told once, when it begins to wait. What begins in quiet hours is told when they are over, if
it still waits then. A notice is taken back when nothing of it waits any more.
"""

from __future__ import annotations

from collections.abc import Collection

from desktop_app.model.notice import Notice
from desktop_app.store.store import Store
from desktop_app.workers.notice_acts import NoticeActs, NoticeBoard
from desktop_app.workers.notice_rules import NoticeRules
from desktop_app.workers.notice_words import (
    REQUESTS,
    REVIEW,
    Told,
    of_drafts,
    of_not_sent,
    of_requests,
    of_sign_in,
)

OUTBOX, SIGN_IN = "outbox", "sign-in"
_KINDS = (REVIEW, REQUESTS, OUTBOX, SIGN_IN)
_TOGETHER = frozenset({REVIEW, REQUESTS})
"""Kinds that have one notice, however many wait."""

_SEEN_AT = {REVIEW: "review", REQUESTS: "review"}
"""Places where it is before the person's eyes; the others are told in the window wherever it is."""


class WaitingNews:
    """Used by one thread."""

    def __init__(
        self, store: Store, rules: NoticeRules, board: NoticeBoard, acts: NoticeActs
    ) -> None:
        self._store, self._rules, self._board, self._acts = store, rules, board, acts
        self._known: dict[str, set[str]] = {kind: set() for kind in _KINDS}
        self._told: dict[str, set[str]] = {kind: set() for kind in _KINDS}
        self._drafts: dict[str, str] = {}
        self.withheld = False
        """Whether something is to be told when it is quiet no more."""

    def begin(self) -> None:
        """What waits already is no news."""
        self._known = {kind: set(ids) for kind, ids in self._waiting().items()}

    def look(self, *, quiet: bool) -> None:
        """Take back what does not wait any more, and tell what is new."""
        self.withheld = False
        for kind, ids in self._waiting().items():
            self._take_back(kind, ids)
            fresh = [id_ for id_ in ids if id_ not in self._known[kind]]
            if fresh and self._is_wanted(kind):
                if quiet or self._board.quiet():
                    self.withheld = True
                    continue
                self._known[kind] = set(ids)
                self._tell(kind, fresh)
            self._known[kind] = set(ids)

    def put_away(self, key: str) -> None:
        """A notice is not shown any more."""
        self._told.get(key, set()).clear()

    def draft_of(self, key: str) -> str:
        """The draft that a notice is about; empty for several, and for none."""
        if key == REVIEW and len(self._told[REVIEW]) == 1:
            return next(iter(self._told[REVIEW]))
        return next((draft for id_, draft in self._drafts.items() if _key(OUTBOX, id_) == key), "")

    def _waiting(self) -> dict[str, list[str]]:
        """Ids of what waits, by kind, the newest last."""
        arrivals = self._store.arrivals
        self._drafts = {f"{state}:{id_}": draft for id_, draft, state in arrivals.not_sent()}
        return {
            REVIEW: arrivals.to_review(),
            REQUESTS: [str(id_) for id_ in arrivals.requests()],
            OUTBOX: list(self._drafts),
            SIGN_IN: list(self._acts.asks()),
        }

    def _is_wanted(self, kind: str) -> bool:
        return self._rules.of_review if kind in _TOGETHER else self._rules.of_trouble

    def _take_back(self, kind: str, ids: Collection[str]) -> None:
        done = self._told[kind] - set(ids)
        self._told[kind] -= done
        if kind not in _TOGETHER:
            for id_ in done:
                self._board.take_back(_key(kind, id_))
        elif done and not self._told[kind]:
            self._board.take_back(kind)

    def _tell(self, kind: str, fresh: list[str]) -> None:
        if self._acts.sees(_SEEN_AT.get(kind, "")):
            return
        self._told[kind] |= set(fresh)
        for notice in self._notices(kind, fresh):
            self._board.show(notice)

    def _notices(self, kind: str, fresh: list[str]) -> list[Notice]:
        shows, count, clean = self._rules.shows, len(self._told[kind]), self._acts.clean
        if kind == REVIEW:
            return [of_drafts(count, self._words(fresh[-1]), shows)]
        if kind == REQUESTS:
            asker = self._store.requests.get(int(fresh[-1])).call.asker.author
            return [of_requests(count, clean(asker.name) or "the assistant", shows)]
        if kind == SIGN_IN:
            names = self._acts.asks()
            return [of_sign_in(id_, clean(names.get(id_, "")), shows) for id_ in fresh]
        return [of_not_sent(id_, self._words(self._drafts[id_]), shows) for id_ in fresh]

    def _words(self, draft_id: str) -> Told:
        content, clean = self._store.drafts.get(draft_id).content, self._acts.clean
        who = content.to[0].name or content.to[0].email if content.to else ""
        return Told(clean(who), clean(content.subject))


def _key(kind: str, id_: str) -> str:
    """The key of a notice that is about one thing."""
    return id_ if kind == OUTBOX else f"{kind}:{id_}"

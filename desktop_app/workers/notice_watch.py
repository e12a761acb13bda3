"""Notice watch: tells the desktop what is new as the store changes, and does what is pressed.

One thread, which sleeps until something changes or is pressed. Nothing here sends.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from functools import partial

from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock
from desktop_app.model.errors import Cancelled, KnownError
from desktop_app.model.loop import Loop
from desktop_app.model.notice import Press
from desktop_app.model.wish import Want, Wish
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.workers.mail_news import MailNews
from desktop_app.workers.notice_acts import NoticeActs, NoticeBoard
from desktop_app.workers.notice_rules import NoticeRules
from desktop_app.workers.notice_words import MAILS
from desktop_app.workers.waiting_news import WaitingNews

_log = logging.getLogger(__name__)
FIRST_SECONDS = 1.5
"""The first moments belong to the window."""

SETTLE_SECONDS = 1.0
"""What comes within that time of one another is told at once."""

_OF_MAIL = ("messages", "labels", "accounts", "later")
_OF_WAITING = ("drafts", "outbox", "accounts")


class NoticeWatch:
    """Thread of the process that keeps the profile, with a window or without one. `first` and
    `settle` are in seconds."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        board: NoticeBoard,
        acts: NoticeActs,
        *,
        clock: Clock,
        first: float = FIRST_SECONDS,
        settle: float = SETTLE_SECONDS,
    ) -> None:
        self.acts = acts
        self._store, self._settings, self._board, self._clock = store, settings, board, clock
        self._first, self._settle = first, settle
        self._rules = NoticeRules(settings, clock=clock)
        self._mail = MailNews(store, self._rules, board, acts, clock=clock)
        self._waiting = WaitingNews(store, self._rules, board, acts)
        self._thread = Loop("notices", self._loop)
        self._changes: deque[Changes] = deque()
        self._heard: deque[tuple[str, Press | None]] = deque()
        self._started = 0.0

    def start(self) -> None:
        self._started = self._clock()
        self._board.begin(self._on_press, self._on_gone, self._on_quiet)
        self._store.subscribe(self._on_change)
        self._settings.watch(self._on_setting)
        self._thread.start()

    def shutdown(self) -> None:
        self._thread.end()
        self._board.shutdown()
        self._thread.ended()

    # What wakes it

    def _on_change(self, changes: Changes) -> None:
        if any(getattr(changes, kind) for kind in (*_OF_MAIL, *_OF_WAITING)):
            self._changes.append(changes)
            self._thread.wake()

    def _on_setting(self, key: str) -> None:
        """A pause or quiet hours may be over, what was not wanted may be."""
        if key.startswith("notices."):
            self._on_change(Changes(drafts=True))

    def _on_press(self, key: str, press: Press) -> None:
        self._heard.append((key, press))
        self._thread.wake()

    def _on_gone(self, key: str) -> None:
        self._heard.append((key, None))
        self._thread.wake()

    def _on_quiet(self) -> None:
        """The desktop may let itself be disturbed again."""
        if self._waiting.withheld:
            self._on_change(Changes(drafts=True))

    # Its thread

    def _loop(self) -> None:
        if not self._thread.pause(self._first):
            return
        self._try(self.begin)
        while self._thread.rest(self._quiet_left()):
            self._try(self.answer)
            if self._changes or self._waiting.withheld:
                if not self._thread.pause(self._settle):
                    return
                self._try(self.look)
                self._try(self.answer)

    def _quiet_left(self) -> float | None:
        """How long it sleeps at most: to the end of the quiet, where something is withheld."""
        return (self._rules.quiet_for() or None) if self._waiting.withheld else None

    def _try(self, work: Callable[[], object]) -> None:
        """What goes wrong keeps no later notice from coming."""
        try:
            work()
        except Cancelled:
            return
        except KnownError as error:
            _log.warning("Notices: %s %s", error.sentence, error.details)
        except Exception:  # noqa: BLE001 - whatever it was, the next change is told
            _log.exception("Notices")

    def begin(self) -> None:
        """What is there at the start is no news."""
        self._mail.begin(self._started)
        self._waiting.begin()

    def look(self) -> None:
        """Tell what is new, and take back what is no news any more."""
        changes = Changes()
        while self._changes:
            changes |= self._changes.popleft()
        quiet = self._rules.quiet_for() > 0
        if any(getattr(changes, kind) for kind in _OF_MAIL):
            self._try(lambda: self._mail.look(quiet=quiet))
        if self._waiting.withheld or any(getattr(changes, kind) for kind in _OF_WAITING):
            self._waiting.look(quiet=quiet)

    # What is pressed

    def answer(self) -> None:
        """Do what was pressed, and forget what is shown no more."""
        while self._heard:
            key, press = self._heard.popleft()
            if press is not None:
                self._try(partial(self._do, key, press))
                self._board.take_back(key)
            self._put_away(key)

    def _put_away(self, key: str) -> None:
        if key == MAILS or key.startswith("thread:"):
            self._mail.put_away(key)
        else:
            self._waiting.put_away(key)

    def _do(self, key: str, press: Press) -> None:
        kind, _, id_ = key.partition(":")
        if kind == "thread":
            self._do_mail(int(id_), press)
        elif kind == MAILS:
            self.acts.wish(Wish(Want.PLACE, place="inbox"))
        elif kind == "sign-in":
            self.acts.wish(Wish())
        elif draft := self._waiting.draft_of(key):
            self.acts.wish(Wish(Want.REVIEW, draft_id=draft))
        else:
            self.acts.wish(Wish(Want.PLACE, place="review"))

    def _do_mail(self, thread: int, press: Press) -> None:
        if press is Press.ARCHIVE:
            self.acts.archive(thread)
        elif press is Press.SNOOZE and self.acts.snooze is not None:
            self.acts.snooze(thread)
        elif press is Press.REPLY:
            newest = self._mail.newest(thread)
            draft = self.acts.reply(newest) if newest else ""
            shown = Wish(Want.CONVERSATION, thread_id=thread)
            self.acts.wish(Wish(Want.REVIEW, draft_id=draft) if draft else shown)
        else:
            self.acts.wish(Wish(Want.CONVERSATION, thread_id=thread))

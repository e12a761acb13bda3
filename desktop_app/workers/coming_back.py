"""What comes back later: at its moment, with an answer, or once a draft has left. One thread of the
process that has the window.

It goes by the clock on the wall: what was due while the computer slept comes back when it wakes; a
clock that is set back makes it wait. A step that was cut short is done by the next look.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from desktop_app.mail.words.mail_signs import MailSigns, read_signs
from desktop_app.model.changes import Changes
from desktop_app.model.clock import Clock
from desktop_app.model.errors import Cancelled, KnownError, NotFound
from desktop_app.model.loop import Loop
from desktop_app.model.message import MessageId, SystemLabel, ThreadId
from desktop_app.model.outbox import OutboxState
from desktop_app.store.store import Store

_log = logging.getLogger(__name__)
LONGEST_SECONDS = 30.0
"""How long it rests at most while something is to come back: a clock that was set, and a computer
that slept, are noticed after that. With nothing to come back it does not wake by itself."""

AGAIN_SECONDS = 30.0
"""When it is tried again after an error."""

SERVER_SECONDS = 60.0
"""How long what is due waits for the first look at its server after that. Offline it comes back
then."""

PORTION = 50


class ComingBack:
    """`nudge` makes the draft that asks for an answer in a conversation; it may raise
    `KnownError`. `look` has the server of an account looked at soon. `steady` is a clock that is
    never set."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock,
        nudge: Callable[[ThreadId], object],
        look: Callable[[str], object] = bool,
        steady: Clock = time.monotonic,
    ) -> None:
        self._store, self._clock, self._nudge, self._look = store, clock, nudge, look
        self._steady = steady
        self._first_seen: dict[str, float] = {}
        self._untidy = True
        self._thread = Loop("coming back", self._loop)

    def start(self) -> None:
        self._store.subscribe(self._on_change)
        self._thread.wake()
        self._thread.start()

    def shutdown(self) -> None:
        self._thread.shutdown()

    def _on_change(self, changes: Changes) -> None:
        if (
            changes.messages
            or changes.labels
            or changes.later
            or changes.outbox
            or changes.accounts
        ):
            self._thread.wake()

    def _loop(self) -> None:
        going = self._thread.rest()
        while going:
            self._thread.heed()
            going = self._thread.rest(self.work())

    def work(self) -> float | None:
        """Do what is due; after how many seconds to look again, None for not before something
        changes."""
        try:
            self._heed_news()
            self._begin_reminders()
            self._store.later.settle(self._clock())
            waits = self._waiting_for_server()
            if self._store.later.bring_back(self._clock(), but=waits).threads or self._untidy:
                self._store.later.forget_moments(self._clock())
                self._untidy = False
            self._draft_nudges()
            at = self._store.later.next_moment()
            if waits:
                return SERVER_SECONDS / 4
        except Cancelled:
            return None
        except KnownError as error:
            _log.warning("What comes back later can't be looked at now: %s", error)
            return AGAIN_SECONDS
        if at is None:
            return None
        return min(max(at - self._clock(), 0.1), LONGEST_SECONDS)

    def _waiting_for_server(self) -> frozenset[str]:
        """Accounts with something due whose server has not been looked at since: another computer
        may have brought it back, and the person may have done with it. They are waited for a while
        after that is first seen."""
        steady, synced = self._steady(), self._store.sync_state.get
        late = {
            a for a, at in self._store.later.due(self._clock()).items() if 0 < synced(a).synced < at
        }
        for account in late - self._first_seen.keys():
            self._look(account)
        self._first_seen = {a: self._first_seen.get(a, steady) for a in late}
        return frozenset(a for a in late if steady - self._first_seen[a] < SERVER_SECONDS)

    def _heed_news(self) -> None:
        while found := self._store.later.news(PORTION):
            for message in found:
                signs = self._signs(message)
                self._store.later.heed(
                    message,
                    answers=signs is not None and is_answer(signs),
                    alone=signs is not None and self._to_person_alone(message, signs),
                )

    def _signs(self, id_: MessageId) -> MailSigns | None:
        """None for a mail that is gone."""
        store = self._store
        try:
            message = store.messages.get(id_)
            own = store.accounts.own_keys(message.account_id)
            raw = store.messages.raw(id_)
        except NotFound:
            return None
        sent = str(SystemLabel.SENT) in message.labels
        return read_signs(raw, id_, own, sent=sent, whole=False)

    def _to_person_alone(self, id_: MessageId, signs: MailSigns) -> bool:
        """Whether a person wrote to this person and to nobody else."""
        account = self._store.messages.get(id_).account_id
        own = self._store.accounts.own_keys(account)
        people = {address.key for address in (*signs.to, *signs.cc) if address.key}
        return signs.bulk is None and bool(people) and people <= own

    def _begin_reminders(self) -> None:
        """Reminders that were wanted of drafts, once those have left and lie in Sent."""
        store = self._store
        for draft_id, seconds in store.later.wanted_reminders().items():
            try:
                store.drafts.get(draft_id)
            except NotFound:
                store.later.want_reminder(draft_id, "", 0)
                continue
            entry = store.outbox.for_draft(draft_id)
            if entry is None or entry.state is not OutboxState.SENT:
                continue
            found = store.messages.by_rfc822_id(entry.account_id, entry.rfc822_message_id)
            sent = [mail for mail in found if str(SystemLabel.SENT) in mail.labels]
            if sent:
                with store.one_commit():
                    store.later.remind(sent[-1].id, sent[-1].date + seconds)
                    store.later.want_reminder(draft_id, entry.account_id, 0)

    def _draft_nudges(self) -> None:
        for thread in self._store.later.nudges():
            try:
                self._nudge(thread)
            except KnownError as error:
                _log.info("No draft asks for the answer: %s", error)
            self._store.later.nudged(thread)


def is_answer(signs: MailSigns) -> bool:
    """Whether somebody else has answered: no program, no list, no notice that mail came back."""
    automatic = signs.auto_reply or signs.no_reply
    return not (signs.own or automatic or (signs.bulk is not None and not signs.people_talk))

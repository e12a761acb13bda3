"""Snooze, reminders and mute at random: nothing early, nothing twice, nothing lost.

The clock jumps ahead and back, the zone and its summer time change, the program ends and starts,
two processes have the profile open, steps are undone.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from desktop_app.mail.message.parse import parse as parse_mail
from desktop_app.model.changes import Changes
from desktop_app.search.parser import parse
from desktop_app.store.mail.later import CameBack, Later
from desktop_app.store.store import Store
from desktop_app.workers.coming_back import ComingBack
from tests.store.mails import account, raw_mail, removed

BRING_BACK = Later.bring_back
START = 1_790_000_040
HOUR, DAY = 3_600, 86_400
ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu")
NAMES = ("a", "b", "c")
Conversations = st.sampled_from(NAMES)


@dataclass
class Expected:
    """One conversation as it has to be. `until` is None where it is not snoozed, 0 for an answer;
    `ask` the moment of its reminder, None for none."""

    inbox: bool = True
    until: int | None = None
    ask: int | None = None
    muted: bool = False


class Walk(RuleBasedStateMachine):
    """What comes back later; `first` is the earliest moment its clock is set to."""

    first = START

    def set_up(self) -> None:
        self.zone = os.environ.get("TZ")
        self.folder = Path(tempfile.mkdtemp(prefix="later", dir=_memory()))
        self.now = self.first
        self.mails = 0
        self.store = Store(self.folder / "p", clock=lambda: self.now)
        self.store.accounts.add(account())
        self.store.accounts.add(account("other"))
        self.expected = {name: Expected() for name in NAMES}
        self.last: tuple[str, Expected, str] | None = None
        self.threads: dict[str, int] = {}
        for name in NAMES:
            own = "Alex Morgan <alex@fernhill.example>"
            sent = self._add(name, f"{name}-0@x", "", sender=own, to="dana@x", labels={"SENT"})
            self._add(name, f"{name}-1@x", f"{name}-0@x", labels={"INBOX"})
            self.threads[name] = self.store.messages.get(sent).thread_id
        self.sent = {
            name: self.store.threads.get(self.threads[name]).messages[0].id for name in NAMES
        }
        self._work()

    def _add(
        self,
        name: str,
        id_: str,
        references: str,
        *,
        labels: set[str],
        sender: str = "Dana Lee <dana@x>",
        to: str = "alex@fernhill.example, team@x",
        headers: tuple[str, ...] = (),
    ) -> int:
        self.mails += 1
        raw = raw_mail(
            f"Words of {name}.",
            id=id_,
            references=references,
            sender=sender,
            to=to,
            headers=headers,
            date=START - DAY + self.mails,
        )
        return self.store.messages.add("local", [parse_mail(raw)], labels=[frozenset(labels)]).ids[
            0
        ]

    def _work(self, store: Store | None = None) -> None:
        worker = ComingBack(store or self.store, clock=lambda: self.now, nudge=lambda _: None)
        worker.work()
        worker.work()
        for each in self.expected.values():
            if each.until and each.until <= self.now:
                each.inbox, each.until = True, None
            if each.ask and each.ask <= self.now:
                each.inbox, each.until, each.ask = True, None, None

    def _said(self, name: str, work: Callable[[], Any], after: Expected) -> None:
        before = replace(self.expected[name])
        changes = work().changes
        if changes:
            key = self.store.undos.keep(changes, now=self.now)
            self.last = (name, before, key)
        self.expected[name] = after

    # The person

    @rule(name=Conversations, ahead=st.integers(2, 4000))
    def snooze(self, name: str, ahead: int) -> None:
        at = self.now + ahead * 60 + 7
        until = -(-at // 60) * 60
        after = replace(self.expected[name], inbox=False, until=until)
        self._said(name, lambda: self.store.later.snooze([self.threads[name]], at), after)

    @rule(name=Conversations)
    def snooze_until_an_answer(self, name: str) -> None:
        after = replace(self.expected[name], inbox=False, until=0)
        self._said(name, lambda: self.store.later.snooze([self.threads[name]], 0), after)

    @rule(name=Conversations)
    def end_snooze(self, name: str) -> None:
        before = self.expected[name]
        after = replace(before, inbox=True, until=None) if before.until is not None else before
        self._said(name, lambda: self.store.later.end_snooze([self.threads[name]]), replace(after))

    @rule(name=Conversations, ahead=st.integers(2, 4000))
    def remind(self, name: str, ahead: int) -> None:
        at = -(-(self.now + ahead * 60) // 60) * 60
        after = replace(self.expected[name], ask=at)
        self._said(name, lambda: self.store.later.remind(self.sent[name], at), after)

    @rule(name=Conversations)
    def archive(self, name: str) -> None:
        self._change(name, set(), {"INBOX"}, replace(self.expected[name], inbox=False))

    @rule(name=Conversations)
    def mute(self, name: str) -> None:
        after = replace(self.expected[name], inbox=False, until=None, muted=True)
        self._change(name, {"LATER_MUTED"}, {"INBOX", "LATER_SNOOZED"}, after)

    @rule(name=Conversations)
    def follow_again(self, name: str) -> None:
        self._change(name, set(), {"LATER_MUTED"}, replace(self.expected[name], muted=False))

    def _change(self, name: str, add: set[str], remove: set[str], after: Expected) -> None:
        ids = [m.id for m in self.store.threads.get(self.threads[name]).messages]
        self._said(
            name,
            lambda: self.store.messages.modify(ids, add=frozenset(add), remove=frozenset(remove)),
            after,
        )

    @precondition(lambda self: self.last is not None)
    @rule()
    def undo(self) -> None:
        assert self.last is not None
        name, before, key = self.last
        self.store.messages.take_back(self.store.undos.take(key))
        self.expected[name], self.last = before, None

    # The world

    @rule(name=Conversations)
    def mail_comes(self, name: str) -> None:
        self._comes(name, answers=True)
        each = self.expected[name]
        each.ask = None
        if not each.muted:
            each.inbox, each.until = True, None

    @rule(name=Conversations)
    def an_automatic_reply_comes(self, name: str) -> None:
        self._comes(name, answers=False)
        each = self.expected[name]
        if not each.muted and each.until != 0:
            each.inbox, each.until = True, None

    def _comes(self, name: str, *, answers: bool) -> None:
        headers = () if answers else ("Auto-Submitted: auto-replied",)
        id_ = f"{name}-{self.mails}@x"
        self._add(name, id_, f"{name}-1@x", labels={"INBOX", "UNREAD"}, headers=headers)
        self.last = None
        self._work()

    @rule(seconds=st.integers(1, 9 * DAY))
    def time_passes(self, seconds: int) -> None:
        self.now += seconds
        self.last = None
        self._work()

    @rule(off=st.sampled_from((-59, -1, 0, 1)))
    def a_moment_is_near(self, off: int) -> None:
        at = self.store.later.next_moment()
        if at is not None and at + off > self.now:
            self.now = at + off
            self.last = None
            self._work()

    @rule(seconds=st.integers(1, 30 * DAY))
    def the_clock_is_set_back(self, seconds: int) -> None:
        self.set_wall(-min(seconds, int(self.now) - self.first))
        self.last = None
        self._work()

    def set_wall(self, seconds: float) -> None:
        self.now += int(seconds)

    @rule(zone=st.sampled_from(ZONES))
    def the_zone_changes(self, zone: str) -> None:
        os.environ["TZ"] = zone
        time.tzset()
        self._work()

    @rule()
    def the_program_starts_anew(self) -> None:
        self.open_again()
        self._work()

    def open_again(self) -> None:
        self.store.close()
        self.store = Store(self.folder / "p", clock=lambda: self.now)

    @rule()
    def another_process_does_it(self) -> None:
        other = Store(self.folder / "p", clock=lambda: self.now)
        self._work(other)
        other.close()
        self.store.poll_foreign_changes()

    @rule()
    def another_account_is_removed(self) -> None:
        if any(each.id == "other" for each in self.store.accounts.list()):
            removed(self.store, "other")
        self._work()

    # What holds

    @invariant()
    def all_are_where_they_are_expected(self) -> None:
        if not getattr(self, "threads", None):
            return
        inbox = {row.id for row in self.store.finder.threads(parse("in:inbox"), limit=99)}
        snoozed = self.store.finder.threads(parse("in:snoozed"), limit=99)
        assert not inbox & {row.id for row in snoozed}
        later = self.store.later
        for name, each in self.expected.items():
            thread = self.threads[name]
            assert (thread in inbox) is each.inbox, (name, each)
            until = later.snoozed_until([thread]).get(thread)
            assert until == each.until, (name, each, until)
            assert bool(later.muted([thread])) is each.muted, (name, each)
        moments = [m for e in self.expected.values() for m in (e.until, e.ask) if m]
        standing = later.next_moment()
        assert standing is None or standing <= min(moments, default=standing)
        assert not moments or standing is not None

    def teardown(self) -> None:
        if getattr(self, "store", None) is not None:
            self.store.close()
            shutil.rmtree(self.folder)
        if self.zone is None:
            os.environ.pop("TZ", None)
        else:
            os.environ["TZ"] = self.zone
        time.tzset()


class Machine(Walk):
    @initialize()
    def begin(self) -> None:
        self.set_up()


def _memory() -> str | None:
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


Machine.TestCase.settings = settings(
    max_examples=12,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
TestNothingIsEarlyTwiceOrLost = Machine.TestCase


def _forgotten(later: Later, message: int, **_: bool) -> bool:
    with later._db.write(Changes()) as connection:
        connection.execute("DELETE FROM later_news WHERE message = ?", (message,))
    return False


def replaced_settings() -> settings:
    """Without the search for the smallest case, which nobody reads here."""
    return settings(
        Machine.TestCase.settings,
        max_examples=300,
        phases=(Phase.generate,),
        print_blob=False,
        report_multiple_bugs=False,
    )


def _early(later: Later, now: float, **more: Any) -> CameBack:
    return BRING_BACK(later, now + 60, **more)


FAULTS: dict[str, tuple[str, Any]] = {
    "a minute early": ("desktop_app.store.mail.later.Later.bring_back", _early),
    "again and again": ("desktop_app.store.mail.later.without", lambda labels, kind: labels),
    "asleep when mail comes": ("desktop_app.store.mail.later.Later.settle", lambda *_: None),
    "woken by a program": ("desktop_app.workers.coming_back.is_answer", lambda _: True),
    "muted mail comes": ("desktop_app.store.mail.later.Later.heed", _forgotten),
}


SLOW = ("again and again", "muted mail comes")
QUICK = tuple(fault for fault in FAULTS if fault not in SLOW)


@pytest.mark.parametrize(
    "fault", [*QUICK, *(pytest.param(fault, marks=pytest.mark.campaign) for fault in SLOW)]
)
def test_a_planted_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*FAULTS[fault])
    with pytest.raises((AssertionError, ExceptionGroup)):
        run_state_machine_as_test(Machine, settings=replaced_settings())

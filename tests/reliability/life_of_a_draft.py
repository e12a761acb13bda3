"""The life of a draft as a machine of states: two processes, a server with faults, cuts anywhere.

`python -m tests.reliability.life_of_a_draft [--examples N] [--steps N]`

Hypothesis writes, saves, approves, takes back, lets time pass and lets one of two postmen work. Any
of these can be cut off at any call on the disk, as by a kill or by a power cut; then the program
starts again. What was acknowledged has to be there, and the server counts.
"""

from __future__ import annotations

import argparse
import logging
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.draft import Author, DraftContent, DraftState, Origin, SendPermit
from desktop_app.model.errors import Conflict, KnownError, Refused
from desktop_app.model.outbox import NOT_SENT, OutboxEntry, OutboxState, Receipt
from desktop_app.store.store import Store
from desktop_app.workers.postman import Postman
from tests.fakes.house import DANA, ME, NOW
from tests.fakes.senders import Fault, FaultySender
from tests.reliability.desk import scratch
from tests.reliability.disk import Disk, contents, cut, laid_out, watched
from tests.reliability.figures import Figures

PERSON = Author(Origin.USER)
WHO, WHICH = st.integers(0, 1), st.integers(0, 2)
PROGRAM = Author(Origin.MCP, "Claude")
UNDO_SECONDS = 10.0
EXAMPLES, STEPS = 1000, 50


@dataclass
class Server(FaultySender):
    """The world: what it took is told to the disk's journal, in the order of things."""

    tell: Callable[[str], None] = lambda _: None

    def send(self, entry: OutboxEntry) -> Receipt:
        before = len(self.delivered)
        try:
            return super().send(entry)
        finally:
            for taken in self.delivered[before:]:
                self.tell(f"delivered {taken}")


@dataclass
class Known:
    """What somebody was told of one draft. `bodies` are those that it may have now: one, or two
    after a cut in the middle of a save."""

    bodies: set[str]
    approvals: list[str] = field(default_factory=list)
    """Message ids of presses on Send that were acknowledged, or cut off."""
    taken_back: set[str] = field(default_factory=set)
    """Of those, what was acknowledged to be taken back."""


class Life(RuleBasedStateMachine):
    """Two processes on one profile, and what they have told."""

    def __init__(self) -> None:
        super().__init__()
        logging.disable(logging.CRITICAL)
        self.folder = Path(tempfile.mkdtemp(dir=scratch()))
        self.server = Server()
        self.known: dict[str, Known] = {}
        self.now = NOW
        self.count = 0
        self.stack = ExitStack()
        self.profile = self.folder / "0"
        with closing(Store(self.profile)) as store:
            store.accounts.add(Account("work", LOCAL, "Work", (Identity(ME),)))
        self._start()

    def clock(self) -> float:
        return self.now

    # The program

    def _start(self) -> None:
        """Both processes; the first has the window, so it recovers what was interrupted."""
        self.before = contents(self.profile)
        self.disk: Disk = self.stack.enter_context(watched(self.profile))
        self.server.tell = self.disk.said
        self.stores = [Store(self.profile, clock=self.clock) for _ in range(2)]
        self.postmen = [
            Postman(store, clock=self.clock, senders=lambda _: self.server, monotonic=self.clock)
            for store in self.stores
        ]
        first = self.stores[0].outbox
        first.recover()
        for entry in first.in_state([OutboxState.UNCERTAIN]):
            self.postmen[0].settle(entry.id)

    def _end(self) -> None:
        for store in self.stores:
            store.close()
        self.stack.close()

    def teardown(self) -> None:
        self._end()
        shutil.rmtree(self.folder)
        logging.disable(logging.NOTSET)

    def _cut(self, act: Callable[[], object], place: float, view: str) -> None:
        """Does something, and is cut off at a place (0 to 1) of what it did to the disk."""
        begun = len(self.disk.journal)
        with suppress(KnownError):
            act()
        steps = begun + round(place * (len(self.disk.journal) - begun))
        files, said = cut(self.before, self.disk.journal, steps, view)
        later = [words for words in said[1] if words.startswith("delivered ")]
        self._end()
        self.count += 1
        self.profile = laid_out(files, self.folder / str(self.count))
        kept = len(self.server.delivered) - len(later)
        del self.server.delivered[kept:]
        self._start()

    # What is done

    @initialize()
    def first(self) -> None:
        self.write(0, "first")

    @rule(who=WHO, words=st.text(alphabet="abc ", max_size=9))
    @precondition(lambda self: len(self.known) < 3)
    def write(self, who: int, words: str) -> None:
        content = DraftContent(ME, to=(DANA,), subject="Budget", body=words)
        draft = self.stores[who].drafts.create(
            "work", PROGRAM, content, state=DraftState.PROPOSED, now=self.now
        )
        self.known[draft.id] = Known({words})

    @rule(who=WHO, which=WHICH, words=st.text("xyz ", max_size=9))
    def save(self, who: int, which: int, words: str) -> None:
        self._save(who, self._draft(which), words)

    def _save(self, who: int, draft_id: str, words: str) -> None:
        drafts = self.stores[who].drafts
        with suppress(Refused):
            draft = drafts.get(draft_id)
            content = replace(draft.content, body=words)
            drafts.save(draft_id, draft.revision, content, PERSON, now=self.now)
            self.known[draft_id].bodies = {words}

    @rule(who=WHO, which=WHICH)
    def save_over_a_newer_one(self, who: int, which: int) -> None:
        draft = self.stores[1 - who].drafts.get(self._draft(which))
        if draft.revision < 2 or draft.state not in {DraftState.PROPOSED, DraftState.EDITED}:
            return
        try:
            content = replace(draft.content, body="stale")
            self.stores[who].drafts.save(
                draft.id, draft.revision - 1, content, PERSON, now=self.now
            )
        except Conflict:
            return
        raise AssertionError("a stale save was taken")

    @rule(who=WHO, which=WHICH)
    def approve(self, who: int, which: int) -> None:
        self._approve(who, self._draft(which))

    def _approve(self, who: int, draft_id: str) -> None:
        store, known = self.stores[who], self.known[draft_id]
        draft = store.drafts.get(draft_id)
        message_id = f"{len(known.approvals)}.{draft_id}@fernhill.example"
        known.approvals.append(message_id)
        with suppress(Refused, Conflict):
            store.outbox.approve(
                draft,
                SendPermit(draft.id, draft.revision, draft.digest, message_id),
                mime=f"Subject: Budget\r\n\r\n{draft.content.body}\r\n".encode(),
                rfc822_message_id=message_id,
                recipients=[DANA.email],
                send_after=self.now + UNDO_SECONDS,
                now=self.now,
            )

    @rule(who=WHO, which=WHICH)
    def take_back(self, who: int, which: int) -> None:
        self._take_back(who, self._draft(which))

    def _take_back(self, who: int, draft_id: str) -> None:
        outbox = self.stores[who].outbox
        entry = outbox.for_draft(draft_id)
        if entry is not None:
            with suppress(Refused):
                outbox.undo(entry.id)
                self.known[draft_id].taken_back.add(entry.rfc822_message_id)

    @rule(who=WHO, which=WHICH)
    def set_aside_and_back(self, who: int, which: int) -> None:
        drafts = self.stores[who].drafts
        with suppress(Refused):
            drafts.ignore(self._draft(which), now=self.now)
            drafts.restore(self._draft(which), now=self.now)

    @rule(
        who=WHO,
        which=WHICH,
        fault=st.sampled_from(list(Fault)),
        visible=st.booleans(),
        regret=st.booleans(),
    )
    def send(self, who: int, which: int, fault: Fault, visible: bool, regret: bool) -> None:
        """A press, the undo time, an attempt, and perhaps an undo that comes too late."""
        self.server.fault, self.server.visible = fault, visible
        self._approve(who, self._draft(which))
        self.now += UNDO_SECONDS
        self.work(1 - who)
        if regret:
            self._take_back(who, self._draft(which))

    @rule(seconds=st.sampled_from([1.0, UNDO_SECONDS, 3600.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @rule(fault=st.sampled_from(list(Fault)), visible=st.booleans())
    def weather(self, fault: Fault, visible: bool) -> None:
        self.server.fault, self.server.visible = fault, visible

    @rule(who=WHO)
    def work(self, who: int) -> None:
        with suppress(KnownError):
            self.postmen[who].work()

    @rule(
        what=st.sampled_from(["save", "approve", "take back", "work", "work", "nothing"]),
        who=WHO,
        which=WHICH,
        place=st.floats(0, 1),
        view=st.sampled_from(["kill", "power"]),
    )
    @precondition(lambda self: bool(self.known))
    def cut_off(self, what: str, who: int, which: int, place: float, view: str) -> None:
        draft_id = self._draft(which)
        known = self.known[draft_id]
        before, taken_back = set(known.bodies), set(known.taken_back)
        acts: dict[str, Callable[[], object]] = {
            "save": lambda: self._save(who, draft_id, f"cut {self.count}"),
            "approve": lambda: self._approve(who, draft_id),
            "take back": lambda: self._take_back(who, draft_id),
            "work": self.postmen[who].work,
            "nothing": lambda: None,
        }
        self._cut(acts[what], place, view)
        known.bodies |= before  # whether it was saved, nobody was told
        known.taken_back = taken_back

    def _draft(self, which: int) -> str:
        return list(self.known)[which % len(self.known)]

    # What holds

    @invariant()
    def what_was_told_is_there(self) -> None:
        for draft_id, known in self.known.items():
            for store in self.stores:
                draft = store.drafts.get(draft_id)
                assert draft.content.body in known.bodies, "a save that was told is missing"
            known.bodies = {draft.content.body}

    @invariant()
    def nothing_leaves_twice_or_unasked(self) -> None:
        for draft_id, known in self.known.items():
            left = [m for m in self.server.delivered if m.endswith(f".{draft_id}@fernhill.example")]
            assert len(left) == len(set(left)), "one press, two mails"
            assert set(left) <= set(known.approvals), "it left without a press"
            assert not set(left) & known.taken_back, "it was taken back, and left"

    @invariant()
    def what_is_said_of_it_is_so(self) -> None:
        outbox = self.stores[0].outbox
        for entry in outbox.in_state(list(OutboxState)):
            left = entry.rfc822_message_id in self.server.delivered
            state = self.stores[0].drafts.get(entry.draft_id).state
            newest = outbox.for_draft(entry.draft_id)
            if entry.state is OutboxState.SENT:
                assert left, "called sent, and it is not there"
            if entry.state in {*NOT_SENT, OutboxState.UNDONE}:
                assert not left, f"called {entry.state}, and it left"
            if newest is not None and newest.id == entry.id:
                open_ = state in {DraftState.PROPOSED, DraftState.EDITED, DraftState.IGNORED}
                given_back = entry.state in {*NOT_SENT, OutboxState.UNDONE}
                assert open_ == given_back, f"the draft is {state}, the mail {entry.state}"


def lives(examples: int, steps: int, *, shrink: bool = True) -> None:
    """Raises where something did not hold; Hypothesis then tells the shortest life it found."""
    run_state_machine_as_test(
        Life,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            derandomize=not shrink,
            verbosity=Verbosity.normal if shrink else Verbosity.quiet,
            print_blob=False,
            report_multiple_bugs=False,
            phases=[Phase.generate, Phase.shrink] if shrink else [Phase.generate],
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def figures() -> Figures:
    """A thousand lives."""
    try:
        lives(EXAMPLES, STEPS)
    except AssertionError as error:
        return Figures(f"lives, until: {str(error).splitlines()[0]}", 1)
    return Figures(f"{EXAMPLES:,} lives of up to {STEPS} steps", 0)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.reliability.life_of_a_draft")
    parser.add_argument("--examples", type=int, default=EXAMPLES)
    parser.add_argument("--steps", type=int, default=STEPS)
    given = parser.parse_args()
    lives(given.examples, given.steps)
    print(f"{given.examples} lives of up to {given.steps} steps: all of it held")
    return 0


if __name__ == "__main__":
    sys.exit(main())

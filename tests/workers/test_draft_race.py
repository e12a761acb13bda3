"""The sync uploads a draft while the postman sends it: whichever comes second, at whichever step of
the first, one mail goes out, it is what was approved, and nothing is left at the server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

import apsw
import pytest

from desktop_app.accounts.base import Sender
from desktop_app.accounts.draft_box import DraftLinks
from desktop_app.accounts.google.message_equality import same_mail
from desktop_app.mail.drafts.compose import compose
from desktop_app.mail.drafts.reopen import reopen
from desktop_app.model.account import Account, Identity
from desktop_app.model.changes import Changes
from desktop_app.model.draft import Author, Draft, DraftContent, DraftState, Origin
from desktop_app.model.outbox import OutboxEntry, OutboxState
from desktop_app.store.base.db import Database
from desktop_app.store.drafts.draft_claims import SECONDS, DraftClaims, Holder
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.store.store import Store
from desktop_app.workers.postman import Postman
from desktop_app.workers.sync_drafts import DraftSync
from tests.depths import one_in
from tests.fakes.draft_box import MemoryBox
from tests.fakes.google.draft_post import DraftPost, FilingSender
from tests.fakes.house import DANA, ME, NOW
from tests.fakes.new_profile import new_profile
from tests.fakes.pressing import press_send

ACCOUNT = Account("g", "google", "Gmail", (Identity(ME, default=True),))
PERSON = Author(Origin.USER, "")
_numbers = count(1)
MOST_STEPS = 60


class Killed(BaseException):
    """Stands for the end of the process: nothing after it runs."""


@dataclass
class Steps:
    """Each network call, before and after it took effect, and each commit is a step. At step `at`
    `then` is run, once; a process that has ended takes no further step."""

    at: int = 0
    then: Callable[[], object] = str
    taken: int = 0
    dead: bool = False
    names: list[str] = field(default_factory=list)

    def __call__(self, name: str) -> None:
        if self.dead:
            raise Killed
        self.taken += 1
        self.names.append(name)
        if self.taken == self.at:
            then, self.then, self.at = self.then, str, 0
            then()

    def begin(self, at: int, then: Callable[[], object]) -> None:
        self.at, self.then, self.taken, self.dead = at, then, 0, False
        self.names.clear()

    def kill(self) -> None:
        self.dead = True
        raise Killed


class Desk:
    """One account with its server, its sync, its postman, and one draft at a time."""

    def __init__(self, profile: Path) -> None:
        self.now, self.gmail = NOW, True
        self.store = Store(new_profile(profile), clock=lambda: self.now)
        self.store.accounts.add(ACCOUNT)
        self.links = self.store.draft_links("g")
        self.steps = Steps()
        self.begin_anew()
        _watch_commits(self.store.db, self.steps)

    def begin_anew(self) -> None:
        self.box = MemoryBox(before=self.steps, after=self.steps)
        self.post = DraftPost(self.box, self.steps)

    def write(self, uploaded: str) -> Draft:
        """A draft: never uploaded, uploaded as it is, or uploaded before its last edit."""
        content = DraftContent(from_=ME, to=(DANA,), subject=f"Plan {next(_numbers)}", body="one")
        draft = self.store.drafts.create(
            "g", PERSON, content, state=DraftState.EDITED, now=self.now
        )
        self.now += 10
        if uploaded != "never":
            self.sync()
        if uploaded == "before the last edit":
            draft = self.store.drafts.save(
                draft.id, draft.revision, replace(content, body="two"), PERSON, now=self.now
            )
        self.now += 10
        return draft

    def sync(self) -> None:
        DraftSync(self.store, ACCOUNT, self.box, clock=lambda: self.now).run()

    def press(self, draft: Draft) -> OutboxEntry:
        return press_send(self.store, self.store.drafts.get(draft.id), now=self.now)

    def postman(self) -> Postman:
        return Postman(
            self.store,
            clock=lambda: self.now,
            senders=lambda account: self.sender(self.store.draft_links(account.id)),
        )

    def sender(self, links: DraftLinks) -> Sender:
        return self.post.sender(links) if self.gmail else FilingSender(self.post, links)

    def send(self, draft: Draft) -> None:
        self.press(draft)
        self.postman().work()

    def start_again(self) -> None:
        self.store.outbox.recover()
        self.store.draft_claims.release_all(Holder.POSTMAN)

    def settle(self) -> None:
        """Time passes, and both go on."""
        for _ in range(3):
            self.now += SECONDS[Holder.SYNC] + 1
            postman = self.postman()
            for entry in self.store.outbox.in_state([OutboxState.UNCERTAIN]):
                postman.settle(entry.id)
            postman.work()
            self.sync()

    def check(self, draft: Draft, where: str) -> None:
        assert len(self.post.sent) == 1, f"sent {len(self.post.sent)} times: {where}"
        entry = self.store.outbox.for_draft(draft.id)
        assert entry is not None
        kept = self.store.outbox.get(entry.id).mime or self.approved(draft)
        assert same_mail(kept, self.post.sent[0]), where
        assert self.store.drafts.get(draft.id).state is DraftState.SENT, where
        left = [reopen(d.raw, from_=ME).content.subject for d in self.box.drafts.values()]
        assert left == [], f"left at the server: {where}"
        assert self.store.drafts.in_state(OPEN_STATES) == [], f"a second draft here: {where}"
        assert self.store.db.rows("SELECT * FROM draft_claim") == [], where
        assert self.links.list() == (), where

    def approved(self, draft: Draft) -> bytes:
        """The bytes of a filed mail are gone from the outbox: the draft has the same words."""
        return compose(
            draft.content,
            message_id="x@fernhill.example",
            date=self.now,
            read_attachment=self.store.drafts.read_file,
        )


def _watch_commits(db: Database, steps: Steps) -> None:
    real = db.write

    @contextmanager
    def write(changes: Changes, **more: Any) -> Iterator[apsw.Connection]:
        joins = db.writing
        if steps.dead:
            raise Killed
        with real(changes, **more) as connection:
            yield connection
        if not joins:
            steps("commit")

    db.write = write  # type: ignore[method-assign]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path)
    yield made
    made.store.close()


UPLOADED = ("never", "as it is", "before the last edit")
BOTH = ("the sync is first", "the postman is first")


def _first_and_second(
    desk: Desk, order: str, draft: Draft
) -> tuple[Callable[[], object], Callable[[], object]]:
    if order == "the sync is first":
        return desk.sync, lambda: desk.send(draft)
    desk.press(draft)
    return desk.postman().work, desk.sync


@one_in(4)
@pytest.mark.parametrize("uploaded", UPLOADED)
@pytest.mark.parametrize("order", BOTH)
@pytest.mark.parametrize("gmail", [True, False], ids=["gmail", "imap"])
def test_the_second_comes_at_any_step_of_the_first(
    desk: Desk, order: str, uploaded: str, gmail: bool
) -> None:
    reached, desk.gmail = 0, gmail
    for at in range(1, MOST_STEPS):
        desk.begin_anew()
        draft = desk.write(uploaded)
        first, second = _first_and_second(desk, order, draft)
        desk.steps.begin(at, second)
        first()
        if desk.steps.at:  # the first takes no such step: all of its steps were tried
            break
        reached = at
        desk.settle()
        desk.check(draft, f"{order}, uploaded {uploaded}, step {at} of {desk.steps.names}")
    assert reached >= (7 if order == "the postman is first" else 1)


@one_in(4)
@pytest.mark.parametrize("uploaded", UPLOADED)
@pytest.mark.parametrize("order", BOTH)
@pytest.mark.parametrize("gmail", [True, False], ids=["gmail", "imap"])
def test_the_first_ends_at_any_step_and_the_second_follows(
    desk: Desk, order: str, uploaded: str, gmail: bool
) -> None:
    """The process is killed; a new one goes on, and the person presses again where the mail came
    back."""
    desk.gmail = gmail
    for at in range(1, MOST_STEPS):
        desk.begin_anew()
        draft = desk.write(uploaded)
        first, second = _first_and_second(desk, order, draft)
        desk.steps.begin(at, desk.steps.kill)
        try:
            first()
        except Killed:
            desk.steps.begin(0, str)
        else:
            break
        desk.start_again()
        second()
        desk.settle()
        if desk.store.drafts.get(draft.id).state in OPEN_STATES:
            desk.send(draft)
            desk.settle()
        where = f"{order}, uploaded {uploaded}, killed at step {at}"
        entry = desk.store.outbox.for_draft(draft.id)
        if entry is not None and entry.state is OutboxState.UNCERTAIN:
            assert len(desk.post.sent) <= 1, where
            left = OutboxState.SENT if desk.post.sent else OutboxState.FAILED
            desk.store.outbox.finish(entry.id, left)  # the person decides
            desk.settle()
            if left is OutboxState.FAILED:
                desk.send(draft)
                desk.settle()
        desk.check(draft, where)


def test_a_sync_whose_claim_was_taken_over_can_not_change_what_is_sent(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its upload takes longer than it may, and ends between the postman's look and its send."""
    draft = desk.write("before the last edit")
    late: list[Callable[[], object]] = []
    real = desk.box.put

    def slow(mime: bytes, *, remote_id: str = "", thread_id: str = "") -> object:
        desk.box.put = real  # type: ignore[method-assign]
        desk.now += SECONDS[Holder.SYNC] + 1
        late.append(lambda: real(mime.replace(b"two", b"old"), remote_id=remote_id))
        desk.steps.begin(0, str)
        desk.post.step = lambda name: late.pop()() if name == "send" and late else None
        desk.send(draft)
        return real(mime, remote_id=remote_id, thread_id=thread_id)

    desk.box.put = slow  # type: ignore[method-assign,assignment]
    desk.sync()
    desk.settle()
    assert late == []
    assert len(desk.post.sent) == 1
    assert b"two" in desk.post.sent[0]
    assert desk.store.drafts.get(draft.id).state is DraftState.SENT


def test_a_copy_that_was_written_on_at_the_server_is_kept(desk: Desk) -> None:
    """What is left of a sent draft is deleted only as it was put there."""
    draft = desk.write("never")
    desk.steps.begin(2, desk.steps.kill)  # the upload's answer is lost
    with pytest.raises(Killed):
        desk.sync()
    desk.steps.begin(0, str)
    desk.box.put(b"X-Draftdesk-Draft: " + draft.id.encode() + b"; 1\r\nSubject: More\r\n\r\nMore")
    desk.now += SECONDS[Holder.SYNC] + 1
    desk.send(draft)
    desk.settle()
    assert [d.content.subject for d in desk.store.drafts.in_state(OPEN_STATES)] == ["More"]


def test_without_claims_a_second_draft_is_found(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fault planted again: nobody waits for the other, and copies are not known again."""
    real = DraftClaims.claim

    def anyone(self: DraftClaims, *given: Any, **more: Any) -> object:
        with self._db.write(Changes()) as connection:
            connection.execute("DELETE FROM draft_claim")
        return real(self, *given, **{**more, "states": tuple(DraftState), "revision": 0})

    monkeypatch.setattr(DraftClaims, "claim", anyone)
    monkeypatch.setattr(DraftClaims, "knows", lambda *_: False)
    with pytest.raises(AssertionError):
        test_the_second_comes_at_any_step_of_the_first(desk, BOTH[0], "never", gmail=True)


def test_the_draft_of_a_mail_that_the_person_calls_sent_is_cleared_away(desk: Desk) -> None:
    draft = desk.write("as it is")
    entry = desk.press(draft)
    desk.store.outbox.claim(entry.id, "")
    desk.store.outbox.finish(entry.id, OutboxState.UNCERTAIN)
    desk.sync()
    assert len(desk.box.drafts) == 1
    desk.store.outbox.finish(entry.id, OutboxState.SENT)
    desk.sync()
    assert desk.box.drafts == {}
    assert desk.links.list() == ()
    assert desk.store.drafts.in_state(OPEN_STATES) == []

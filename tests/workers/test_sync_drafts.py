"""Drafts move both ways, one for one; two edits at once are both kept; a broken pass is whole
after the next."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from desktop_app.mail.drafts.reopen import reopen
from desktop_app.mail.message.parse import parse
from desktop_app.model.account import Account, Identity
from desktop_app.model.draft import Author, Draft, DraftContent, DraftState, Origin
from desktop_app.model.errors import Unavailable
from desktop_app.model.message import ParsedMessage
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.store.store import Store
from desktop_app.workers.draft_report import DraftReport
from desktop_app.workers.sync_drafts import DraftSync
from tests.depths import examples
from tests.fakes.draft_box import Failing, MemoryBox
from tests.fakes.house import DANA, ME, NOW, TestHouse, mail
from tests.fakes.new_profile import new_profile

ACCOUNT = Account("g", "google", "Gmail", (Identity(ME, default=True),))
PERSON = Author(Origin.USER, "")
CONTENT = DraftContent(from_=ME, to=(DANA,), subject="Plan", body="one")


class Desk:
    """One account with its box, and a clock."""

    def __init__(self, store: Store) -> None:
        self.store, self.box, self.now = store, MemoryBox(), NOW
        store.accounts.add(ACCOUNT)

    def sync(self) -> DraftReport:
        self.now += 10
        return DraftSync(self.store, ACCOUNT, self.box, clock=lambda: self.now).run()

    def write(self, content: DraftContent = CONTENT) -> Draft:
        return self.store.drafts.create("g", PERSON, content, state=DraftState.EDITED, now=self.now)

    def edit(self, draft_id: str, body: str) -> Draft:
        draft = self.store.drafts.get(draft_id)
        return self.store.drafts.save(
            draft_id, draft.revision, replace(draft.content, body=body), PERSON, now=self.now
        )

    def open(self) -> list[Draft]:
        return self.store.drafts.in_state(OPEN_STATES, account_id="g")

    def there(self) -> list[str]:
        """The words of each draft on the server."""
        return sorted(
            reopen(d.raw, from_=ME, like=CONTENT).content.body for d in self.box.drafts.values()
        )

    def here(self) -> list[str]:
        return sorted(d.content.body for d in self.open())


@pytest.fixture
def desk(house: TestHouse) -> Desk:
    return Desk(house.store)


def test_one_draft_there_however_many_revisions(desk: Desk) -> None:
    draft = desk.write()
    assert desk.sync() == DraftReport(pushed=1)
    (remote_id,) = desk.box.drafts
    for body in ("two", "three"):
        desk.edit(draft.id, body)
        assert desk.sync() == DraftReport(pushed=1)
    assert list(desk.box.drafts) == [remote_id]
    assert desk.there() == ["three"]
    assert desk.sync() == DraftReport()


def test_what_is_being_typed_waits_until_it_is_quiet(desk: Desk) -> None:
    draft = desk.write()
    desk.now += 1
    sync = DraftSync(desk.store, ACCOUNT, desk.box, clock=lambda: desk.now)
    assert sync.run() == DraftReport()
    desk.now += 10
    assert sync.run() == DraftReport(pushed=1)
    assert desk.store.draft_links("g").get(draft.id) is not None


def test_it_is_known_whether_a_draft_waits_to_go_up(desk: Desk) -> None:
    links = desk.store.draft_links("g")
    assert not links.waiting()
    draft = desk.write()
    assert links.waiting()
    desk.sync()
    assert not links.waiting()
    desk.edit(draft.id, "two")
    assert links.waiting()
    desk.store.drafts.ignore(draft.id, now=desk.now)
    assert not links.waiting()


def test_an_empty_draft_stays_here(desk: Desk) -> None:
    desk.write(DraftContent(from_=ME))
    assert desk.sync() == DraftReport()


def test_a_draft_from_the_web_comes_here_with_its_files(desk: Desk) -> None:
    raw = mail("Re: Plan", body="from the web", to=str(DANA))
    desk.box.put(raw)
    assert desk.sync() == DraftReport(pulled=1)
    (draft,) = desk.open()
    assert (draft.content.subject, draft.content.body) == ("Re: Plan", "from the web")
    assert desk.sync() == DraftReport()
    assert len(desk.box.drafts) == 1


def test_an_edit_in_the_web_becomes_the_next_revision(desk: Desk) -> None:
    draft = desk.write()
    desk.sync()
    (remote_id,) = desk.box.drafts
    desk.box.edit(remote_id, b"one", b"won")
    assert desk.sync() == DraftReport(pulled=1)
    (after,) = desk.open()
    assert (after.id, after.content.body) == (draft.id, "won")
    assert [v.author.name for v in desk.store.drafts.versions(draft.id)] == ["", "the web"]
    assert desk.sync() == DraftReport()


def test_two_edits_at_once_are_both_kept(desk: Desk) -> None:
    draft = desk.write()
    desk.sync()
    (remote_id,) = desk.box.drafts
    desk.box.edit(remote_id, b"one", b"theirs")
    desk.edit(draft.id, "ours")
    report = desk.sync()
    assert report.kept_both == 1
    desk.sync()
    assert desk.here() == desk.there() == ["ours", "theirs"]
    assert desk.store.drafts.get(draft.id).content.body == "ours"


def test_the_same_edit_on_both_sides_is_one(desk: Desk) -> None:
    draft = desk.write()
    desk.sync()
    (remote_id,) = desk.box.drafts
    desk.box.edit(remote_id, b"one", b"same")
    desk.edit(draft.id, "same")
    desk.sync()
    assert desk.here() == desk.there() == ["same"]


def test_what_is_deleted_or_ignored_here_goes_there(desk: Desk) -> None:
    first, second = desk.write(), desk.write(replace(CONTENT, body="two"))
    desk.sync()
    desk.store.drafts.delete(first.id)
    desk.store.drafts.ignore(second.id, now=desk.now)
    assert desk.sync() == DraftReport(deleted=2)
    assert desk.box.drafts == {}


def test_what_is_deleted_there_is_put_aside_here_and_can_be_had_back(desk: Desk) -> None:
    draft = desk.write()
    desk.sync()
    desk.box.drafts.clear()
    assert desk.sync() == DraftReport(deleted=1)
    assert desk.store.drafts.get(draft.id).state is DraftState.IGNORED
    desk.store.drafts.restore(draft.id, now=desk.now)
    assert desk.sync() == DraftReport(pushed=1)


def test_a_draft_deleted_there_and_edited_here_goes_up_again(desk: Desk) -> None:
    draft = desk.write()
    desk.sync()
    desk.box.drafts.clear()
    desk.edit(draft.id, "still wanted")
    desk.sync()
    assert desk.there() == ["still wanted"]


def test_an_edit_there_of_what_was_ignored_here_is_kept(desk: Desk) -> None:
    draft = desk.write()
    desk.sync()
    (remote_id,) = desk.box.drafts
    desk.store.drafts.ignore(draft.id, now=desk.now)
    desk.box.edit(remote_id, b"one", b"wanted after all")
    desk.sync()
    assert desk.here() == ["wanted after all"]


def test_an_edit_there_is_not_lost_with_a_link_that_a_crash_has_lost(desk: Desk) -> None:
    draft = desk.write()
    desk.box.after = Failing(2)
    with suppress(Unavailable):
        desk.sync()
    desk.box.after = str
    assert desk.store.draft_links("g").get(draft.id) is None
    (remote_id,) = desk.box.drafts
    desk.box.edit(remote_id, b"one", b"edited there")
    desk.sync()
    desk.sync()
    assert desk.here() == desk.there() == ["edited there"]
    assert desk.store.drafts.get(draft.id).content.body == "edited there"


def test_a_reply_is_filed_in_its_thread(desk: Desk) -> None:
    message = desk.store.messages.add("g", [_parsed()], source_ids=["gm7"]).ids[0]
    desk.store.drafts.create(
        "g", PERSON, CONTENT, state=DraftState.EDITED, now=desk.now, reply_to_id=message
    )
    desk.sync()
    (remote,) = desk.box.drafts.values()
    assert remote.thread_id == "thread of gm7"


def _parsed() -> ParsedMessage:
    return parse(mail("Plan", body="Is it all right?"))


@pytest.mark.parametrize("side", ["before", "after"])
@pytest.mark.parametrize("at", range(1, 9))
def test_a_pass_that_breaks_anywhere_is_made_good_by_the_next(
    desk: Desk, side: str, at: int
) -> None:
    """Every call fails once, before or after it took effect; the outcome is the same."""
    kept, changed, gone = (desk.write(replace(CONTENT, body=b)) for b in ("a", "b", "c"))
    desk.sync()
    desk.box.put(mail("Web", body="w", to=str(DANA)))
    remote = desk.store.draft_links("g").get(changed.id)
    assert remote is not None
    desk.box.edit(remote.remote_id, b"\r\nb", b"\r\nb there")
    desk.edit(kept.id, "a here")
    desk.store.drafts.delete(gone.id)
    setattr(desk.box, side, Failing(at))
    with suppress(Unavailable):
        desk.sync()
    setattr(desk.box, side, str)
    desk.sync()
    desk.sync()
    assert desk.here() == desk.there() == ["a here", "b there", "w"]
    assert desk.sync() == DraftReport()


class Walk(RuleBasedStateMachine):
    """Anybody writes anywhere, calls fail; nothing that was written last is ever lost."""

    def __init__(self) -> None:
        super().__init__()
        import tempfile
        from pathlib import Path

        self.folder = tempfile.TemporaryDirectory()
        self.store = Store(new_profile(Path(self.folder.name)))
        self.desk = Desk(self.store)
        self.number = 0

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    def word(self) -> str:
        self.number += 1
        return f"word{self.number}"

    @rule()
    def write_here(self) -> None:
        body = self.word()
        self.desk.write(replace(CONTENT, body=body))

    @rule()
    def write_there(self) -> None:
        body = self.word()
        self.desk.box.put(mail("Plan", body=body, to=str(DANA)))

    @precondition(lambda self: self.desk.open())
    @rule(data=st.data())
    def edit_here(self, data: st.DataObject) -> None:
        draft = data.draw(st.sampled_from(self.desk.open()))
        body = self.word()
        self.desk.edit(draft.id, body)

    @precondition(lambda self: self.desk.box.drafts)
    @rule(data=st.data())
    def edit_there(self, data: st.DataObject) -> None:
        remote_id = data.draw(st.sampled_from(sorted(self.desk.box.drafts)))
        old = reopen(self.desk.box.drafts[remote_id].raw, from_=ME, like=CONTENT).content.body
        body = self.word()
        self.desk.box.edit(remote_id, old.encode(), body.encode())

    @rule(at=st.integers(1, 12), side=st.sampled_from(["before", "after"]))
    def sync_badly(self, at: int, side: str) -> None:
        setattr(self.desk.box, side, Failing(at))
        with suppress(Unavailable):
            self.desk.sync()
        setattr(self.desk.box, side, str)

    @rule()
    def sync(self) -> None:
        for _ in range(3):
            self.desk.sync()
        assert self.desk.here() == self.desk.there()
        assert self.desk.sync() == DraftReport()

    @invariant()
    def nothing_is_lost(self) -> None:
        everywhere = {*self.desk.here(), *self.desk.there()}
        everywhere |= {
            v.content.body for d in self.desk.open() for v in self.store.drafts.versions(d.id)
        }
        last = f"word{self.number}"
        assert not self.number or last in everywhere


Walk.TestCase.settings = settings(max_examples=examples(40), stateful_step_count=20, deadline=None)
TestWalk = Walk.TestCase

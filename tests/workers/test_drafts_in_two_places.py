"""A draft that is written in here and in another mail program: no text of either is lost, and each
names the other."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from desktop_app.mail.drafts.compose import new_message_id
from desktop_app.mail.drafts.reopen import reopen
from desktop_app.model.draft import Draft, DraftState
from desktop_app.model.outbox import OutboxState
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.workers.draft_report import DraftReport
from desktop_app.workers.sync_drafts import DraftSync
from tests.depths import one_in
from tests.fakes.house import DANA, ME, TestHouse, mail
from tests.fakes.pressing import press_send
from tests.workers.test_draft_race import Desk as RaceDesk
from tests.workers.test_sync_drafts import ACCOUNT, CONTENT, Desk, Walk


@pytest.fixture
def desk(house: TestHouse) -> Desk:
    return Desk(house.store)


def rewritten_there(desk: Desk, draft: Draft, body: str, how: str) -> None:
    """The draft as another mail program keeps it: in place, as Gmail does, or as a new message
    without our header, as programs do on an IMAP server."""
    link = desk.store.draft_links("g").get(draft.id)
    assert link is not None
    there = desk.box.drafts[link.remote_id]
    if how == "in place":
        desk.box.edit(link.remote_id, draft.content.body.encode(), body.encode())
        return
    del desk.box.drafts[link.remote_id]
    name = new_message_id(ME.email.partition("@")[2], draft.id)
    more = f"In-Reply-To: <{draft.content.in_reply_to}>\r\n" if draft.content.in_reply_to else ""
    desk.box.put(
        mail(
            "Another subject" if how == "same name" else draft.content.subject,
            body,
            from_=str(ME),
            to="sam@lee.example" if how == "same answer" else str(DANA),
            message_id=name if how == "same name" else "theirs@other.example",
            more=more,
        )
    )
    assert there.remote_id not in desk.box.drafts


HOW = ["in place", "same name", "same answer", "same letter"]


def written(desk: Desk, how: str) -> Draft:
    answered = "asked@x.example" if how == "same answer" else CONTENT.in_reply_to
    draft = desk.write(replace(CONTENT, in_reply_to=answered))
    desk.sync()
    return draft


def texts(desk: Desk) -> set[str]:
    """Every text that is kept here or there."""
    everything = desk.store.drafts.in_state([*DraftState])
    kept = {v.content.body for d in everything for v in desk.store.drafts.versions(d.id)}
    return kept | set(desk.there())


@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("how", HOW)
def test_what_was_changed_there_alone_is_the_next_version(desk: Desk, how: str, times: int) -> None:
    draft = written(desk, how)
    for number in range(times):
        now = desk.store.drafts.get(draft.id)
        rewritten_there(desk, now, f"theirs {number}", how)
        desk.sync()
        if how == "same name":
            break  # the subject is theirs from then on, and the next message another one
    (found,) = desk.open()
    assert found.id == draft.id
    assert found.content.body.startswith("theirs")
    assert desk.store.drafts.versions(draft.id)[0].content.body == "one"
    assert desk.store.draft_links("g").beside(draft.id) == ()
    assert desk.sync() == DraftReport()
    assert len(desk.box.drafts) == 1


@pytest.mark.parametrize("how", HOW)
def test_what_was_changed_in_both_places_is_two_drafts_that_name_each_other(
    desk: Desk, how: str
) -> None:
    """As after a day offline here."""
    draft = written(desk, how)
    ours = desk.edit(draft.id, "ours")
    rewritten_there(desk, draft, "theirs", how)
    assert desk.sync().kept_both == 1
    desk.sync()
    assert desk.here() == ["ours", "theirs"]
    assert sorted(desk.there()) == ["ours", "theirs"]
    (their,) = [d for d in desk.open() if d.id != draft.id]
    links = desk.store.draft_links("g")
    assert links.beside(draft.id) == ((their.id, True),)
    assert links.beside(their.id) == ((draft.id, False),)
    assert desk.store.drafts.get(draft.id).content == ours.content
    assert desk.sync() == DraftReport()


@pytest.mark.parametrize("how", HOW)
def test_what_was_changed_there_while_it_waits_to_be_sent_is_kept_beside(
    desk: Desk, how: str
) -> None:
    draft = written(desk, how)
    entry = press_send(desk.store, draft, now=desk.now)
    rewritten_there(desk, draft, "theirs", how)
    desk.sync()
    after = desk.store.outbox.get(entry.id)
    assert (after.mime, after.state) == (entry.mime, entry.state), "what was approved is sent"
    (their,) = desk.store.drafts.in_state(OPEN_STATES)
    assert their.content.body == "theirs"
    assert desk.store.draft_links("g").beside(draft.id) == ((their.id, True),)
    assert desk.there() == ["theirs"]
    assert desk.sync() == DraftReport()


@pytest.mark.parametrize("undone", [False, True])
def test_what_waits_and_was_changed_nowhere_stays_alone(desk: Desk, undone: bool) -> None:
    draft = written(desk, "in place")
    entry = press_send(desk.store, draft, now=desk.now)
    assert desk.sync() == DraftReport()
    if undone:
        desk.store.outbox.undo(entry.id)
        assert desk.sync() == DraftReport()
    assert len(desk.box.drafts) == 1
    assert desk.store.draft_links("g").beside(draft.id) == ()


@pytest.mark.parametrize("edited", [False, True])
def test_what_was_deleted_there_is_no_other_draft(desk: Desk, edited: bool) -> None:
    """A draft that has nothing to do with it came at the same time."""
    draft = written(desk, "same letter")
    desk.box.drafts.clear()
    desk.box.put(mail("Something else", "new", from_=str(ME), to=str(DANA)))
    if edited:
        desk.edit(draft.id, "ours")
    desk.sync()
    desk.sync()
    state = desk.store.drafts.get(draft.id).state
    assert state is (DraftState.EDITED if edited else DraftState.IGNORED)
    assert desk.there() == (["new", "ours"] if edited else ["new"])


def test_of_two_that_may_be_it_neither_is_taken_for_the_other(desk: Desk) -> None:
    first, second = desk.write(), desk.write(replace(CONTENT, body="two"))
    desk.sync()
    desk.box.drafts.clear()
    desk.box.put(mail("Plan", "theirs", from_=str(ME), to=str(DANA)))
    desk.sync()
    assert desk.here() == ["theirs"]
    for draft, body in ((first, "one"), (second, "two")):
        kept = desk.store.drafts.get(draft.id)
        assert (kept.state, kept.content.body) == (DraftState.IGNORED, body)


@one_in(7)
@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("here", ["nothing", "edited", "approved", "ignored", "deleted"])
@pytest.mark.parametrize("there", ["nothing", "edited", "deleted"])
def test_no_text_is_lost_whatever_happened_in_both_places(
    desk: Desk, how: str, here: str, there: str
) -> None:
    draft = written(desk, how)
    wanted = set() if here == "deleted" else {"one"}
    if there == "edited":
        rewritten_there(desk, draft, "theirs", how)
        wanted.add("theirs")
    elif there == "deleted":
        desk.box.drafts.clear()
    if here == "edited":
        desk.edit(draft.id, "ours")
        wanted ^= {"one", "ours"}  # the same hand goes on in one version
    elif here == "approved":
        press_send(desk.store, draft, now=desk.now)
    elif here == "ignored":
        desk.store.drafts.ignore(draft.id, now=desk.now)
    elif here == "deleted":
        desk.store.drafts.delete(draft.id)
    for _ in range(3):
        desk.sync()
    assert wanted <= texts(desk)
    assert DraftSync(desk.store, ACCOUNT, desk.box, clock=lambda: desk.now).run() == DraftReport()


@pytest.mark.parametrize("gmail", [True, False], ids=["Gmail", "SMTP"])
@pytest.mark.parametrize("seen", [False, True])
def test_what_was_changed_there_just_before_it_was_sent_stays_a_draft(
    tmp_path: Path, gmail: bool, seen: bool
) -> None:
    """What is approved is sent as it was shown, whatever the server's copy says by then."""
    race = RaceDesk(tmp_path / "profile")
    race.gmail = gmail
    draft = race.write("as it is")
    entry = race.press(draft)
    (remote_id,) = race.box.drafts
    race.box.edit(remote_id, b"one", b"theirs")
    race.now += 10
    if seen:
        race.sync()
    race.postman().work()
    for _ in range(3):
        race.now += 10
        race.sync()
    assert [b"one" in raw and b"theirs" not in raw for raw in race.post.sent] == [True]
    assert race.store.outbox.get(entry.id).state is OutboxState.SENT
    (their,) = race.store.drafts.in_state(OPEN_STATES)
    assert their.content.body == "theirs"
    assert race.links.beside(their.id) == ((draft.id, False),)
    assert len(race.box.drafts) == 1
    race.store.close()


class WalkInTwoPlaces(Walk):
    """As the other walk; the other program replaces drafts too, as programs do on an IMAP server,
    and mail is approved and taken back."""

    @precondition(lambda self: self.desk.box.drafts)
    @rule(data=st.data())
    def replace_there(self, data: st.DataObject) -> None:
        remote_id = data.draw(st.sampled_from(sorted(self.desk.box.drafts)))
        body = self.word()
        del self.desk.box.drafts[remote_id]
        self.desk.box.put(mail("Plan", body=body, from_=str(ME), to=str(DANA)))

    @precondition(lambda self: self.desk.open())
    @rule(data=st.data(), meanwhile=st.booleans())
    def approve_and_take_back(self, data: st.DataObject, meanwhile: bool) -> None:
        draft = data.draw(st.sampled_from(self.desk.open()))
        entry = press_send(self.store, draft, now=self.desk.now)
        link = self.store.draft_links("g").get(draft.id)
        if meanwhile and link is not None and link.remote_id in self.desk.box.drafts:
            there = self.desk.box.drafts[link.remote_id]
            old = reopen(there.raw, from_=ME, like=CONTENT).content.body
            self.desk.box.edit(link.remote_id, old.encode(), self.word().encode())
        self.desk.sync()
        self.store.outbox.undo(entry.id)


WalkInTwoPlaces.TestCase.settings = settings(max_examples=25, stateful_step_count=15, deadline=None)
TestWalkInTwoPlaces = WalkInTwoPlaces.TestCase


@pytest.mark.parametrize("how", HOW)
def test_what_is_written_on_there_does_not_leave_later(desk: Desk, how: str) -> None:
    """It is a draft again, with what was written there, and the person is asked."""
    draft = written(desk, how)
    entry = press_send(desk.store, draft, now=desk.now, scheduled=desk.now + 86_400)
    desk.sync()
    assert desk.store.outbox.get(entry.id).state is OutboxState.SCHEDULED
    rewritten_there(desk, draft, "written on there", how)
    desk.sync()
    assert desk.store.outbox.get(entry.id).state is OutboxState.HELD
    assert "Another mail program" in desk.store.outbox.get(entry.id).last_error
    assert draft.id in desk.store.outbox.not_sent()
    assert {draft.content.body, "written on there"} <= texts(desk)


def test_what_is_deleted_or_sent_there_does_not_leave_later(desk: Desk) -> None:
    draft = written(desk, "in place")
    entry = press_send(desk.store, draft, now=desk.now, scheduled=desk.now + 86_400)
    desk.box.drafts.clear()
    for _ in range(3):
        desk.sync()
    assert desk.store.outbox.get(entry.id).state is OutboxState.HELD
    assert "Look in Sent first" in desk.store.outbox.get(entry.id).last_error
    assert draft.id in desk.store.outbox.not_sent()

"""Our drafts in Gmail and Gmail's here, through the real client library and the proxy."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.accounts.google.drafts import GmailDrafts
from desktop_app.accounts.google.session import GoogleSession
from desktop_app.mail.drafts.reopen import reopen
from desktop_app.mail.message.parse import parse
from desktop_app.model.account import Account, Identity
from desktop_app.model.draft import Author, Draft, DraftContent, DraftState, Origin
from desktop_app.model.errors import NotFound, Unavailable
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.workers.sync_drafts import DraftSync
from tests.depths import one_in
from tests.fakes.google.emulator import Mail
from tests.fakes.google.faults import Fault, Kind
from tests.fakes.google.proxy import Google
from tests.fakes.house import DANA, ME, NOW, TestHouse, mail

PERSON = Author(Origin.USER)
ACCOUNT = Account("g", "google", "Gmail", (Identity(ME, default=True),))
CONTENT = DraftContent(from_=ME, to=(DANA,), subject="Plan", body="one")


class Desk:
    def __init__(self, house: TestHouse, served: Google, session: GoogleSession) -> None:
        house.store.accounts.add(ACCOUNT)
        self.house, self.served, self.now = house, served, NOW
        self.box = GmailDrafts(session)
        for there in self.box.list():
            self.box.delete(there.remote_id)

    def sync(self) -> None:
        self.now += 10
        DraftSync(self.house.store, ACCOUNT, self.box, clock=lambda: self.now).run()

    def write(self, content: DraftContent = CONTENT, **more: Any) -> Draft:
        return self.house.store.drafts.create(
            "g", PERSON, content, state=DraftState.EDITED, now=self.now, **more
        )

    def edit(self, draft: Draft, body: str) -> None:
        draft = self.house.store.drafts.get(draft.id)
        content = replace(draft.content, body=body)
        self.house.store.drafts.save(draft.id, draft.revision, content, PERSON, now=self.now)

    def here(self) -> list[str]:
        open_ = self.house.store.drafts.in_state(OPEN_STATES, account_id="g")
        return sorted(d.content.body for d in open_)

    def there(self) -> list[str]:
        raws = [self.box.get(d.remote_id).raw for d in self.box.list()]
        return sorted(reopen(raw, from_=ME, like=CONTENT).content.body for raw in raws)

    def edit_in_the_web(self, old: bytes, new: bytes) -> None:
        """Through the proxy, which gives the draft's message a new id as Gmail does."""
        (remote,) = self.box.list()
        raw = self.box.get(remote.remote_id).raw.replace(old, new)
        self.box.put(raw, remote_id=remote.remote_id, thread_id=remote.thread_id)


@pytest.fixture
def desk(house: TestHouse, served: Google, session: GoogleSession) -> Desk:
    return Desk(house, served, session)


def test_one_draft_in_gmail_however_many_revisions(desk: Desk) -> None:
    draft = desk.write()
    desk.sync()
    (first,) = desk.box.list()
    desk.edit(draft, "two")
    desk.sync()
    (second,) = desk.box.list()
    assert first.remote_id == second.remote_id
    assert desk.here() == desk.there() == ["two"]


def test_an_edit_in_the_web_comes_back(desk: Desk) -> None:
    desk.write()
    desk.sync()
    desk.edit_in_the_web(b"one", b"won")
    desk.sync()
    assert desk.here() == desk.there() == ["won"]


def test_two_edits_at_once_are_both_kept(desk: Desk) -> None:
    draft = desk.write()
    desk.sync()
    desk.edit_in_the_web(b"one", b"theirs")
    desk.edit(draft, "ours")
    desk.sync()
    desk.sync()
    assert desk.here() == desk.there() == ["ours", "theirs"]


def test_a_reply_is_in_its_thread_with_its_references_read_back(desk: Desk) -> None:
    raw = mail("Plan", message_id="plan@lee.example")
    there = desk.served.emulator.insert(Mail(raw))
    stored = desk.house.store.messages.add("g", [parse(raw)], source_ids=[str(there["id"])])
    desk.write(
        replace(
            CONTENT,
            subject="Re: Plan",
            in_reply_to="plan@lee.example",
            references=("plan@lee.example",),
        ),
        reply_to_id=stored.ids[0],
    )
    desk.sync()
    (remote,) = desk.box.list()
    assert remote.thread_id == there["threadId"]
    assert parse(desk.box.get(remote.remote_id).raw).references == ("plan@lee.example",)


def test_deleted_on_one_side_is_gone_on_both(desk: Desk) -> None:
    draft = desk.write()
    desk.sync()
    desk.house.store.drafts.delete(draft.id)
    desk.sync()
    assert desk.there() == []
    desk.write(replace(CONTENT, body="again"))
    desk.sync()
    (remote,) = desk.box.list()
    desk.served.emulator.call("DELETE", f"drafts/{remote.remote_id}")
    desk.sync()
    assert desk.here() == []


METHODS = ("drafts.list", "drafts.get", "drafts.create", "drafts.update")


@one_in(4)
@pytest.mark.parametrize("kind", [Kind.RESET, Kind.REPLY_LOST, Kind.REPLY_CUT])
@pytest.mark.parametrize("method", METHODS)
def test_a_pass_that_breaks_is_made_good_by_the_next(desk: Desk, method: str, kind: Kind) -> None:
    draft = desk.write()
    desk.sync()
    desk.edit(draft, "two")
    desk.write(replace(CONTENT, body="other"))
    desk.served.proxy.fail(Fault(f"gmail.users.{method}", kind, times=9))
    with suppress(Unavailable):
        desk.sync()
    desk.served.proxy.faults.clear()
    for _ in range(3):
        desk.sync()
    assert desk.here() == desk.there() == ["other", "two"]


def test_one_that_is_gone_is_told_as_such(desk: Desk) -> None:
    with pytest.raises(NotFound):
        desk.box.get("r-none")
    assert not desk.box.exists("r-none")
    desk.box.delete("r-none")
    assert desk.box.thread_of("none") == ""

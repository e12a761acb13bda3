"""Who always gets a copy: a recipient of each new draft, in sight, to be taken off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from desktop_app.mail.message.parse import parse
from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import Badge, Draft, DraftState, Origin
from desktop_app.model.errors import BadInput
from desktop_app.tools.person import draft_review, mail_accounts
from desktop_app.tools.verbs import create_draft, draft_forward, draft_reply
from tests.fakes.house import TestHouse, mail
from tests.sure import there
from tests.tools.asking import answer, cards

TEAM, ARCHIVE = Address("Team", "team@fernhill.example"), Address("", "archive@away.example")


@pytest.fixture
def copied(house: TestHouse) -> TestHouse:
    params = mail_accounts.UpdateAccount(account="work", cc=(TEAM,), bcc=(ARCHIVE,))
    house.runner().call(mail_accounts.UPDATE_ACCOUNT, params).unwrap()
    return house


def message(house: TestHouse, **more: str) -> str:
    raw = mail("Plan", from_="Dana <dana@x.example>", message_id="plan@x", **more)
    return str(house.store.messages.add("work", [parse(raw)], labels=[frozenset({"INBOX"})]).ids[0])


def new(house: TestHouse, runner: Any) -> Any:
    del house
    return runner.call(
        create_draft.TOOL, create_draft.CreateDraft(to=("dana@x.example",), body="Hi")
    )


def reply(house: TestHouse, runner: Any) -> Any:
    params = draft_reply.DraftReply(message_id=message(house), body="Yes.")
    return runner.call(draft_reply.TOOL, params)


def forward(house: TestHouse, runner: Any) -> Any:
    params = draft_forward.DraftForward(message_id=message(house), to=("sam@x.example",))
    return runner.call(draft_forward.TOOL, params)


Way = Callable[[TestHouse, Any], Any]
WAYS = pytest.mark.parametrize("way", [new, reply, forward])
ORIGINS = pytest.mark.parametrize("origin", [Origin.USER, Origin.ASSISTANT, Origin.MCP])


def stored(house: TestHouse, done: Any) -> Draft:
    return house.store.drafts.get(done.unwrap().draft_id)


@WAYS
@ORIGINS
def test_each_new_draft_has_them_and_says_so(copied: TestHouse, way: Way, origin: Origin) -> None:
    done = way(copied, copied.runner(origin))
    content = stored(copied, done).content
    assert (content.cc, content.bcc) == ((TEAM,), (ARCHIVE,))
    saved = done.unwrap()
    assert (saved.cc, saved.bcc) == (("Team <team@fernhill.example>",), ("archive@away.example",))


@ORIGINS
def test_in_the_review_they_say_why_they_are_there_and_raise_no_check(
    copied: TestHouse, origin: Origin
) -> None:
    draft = stored(copied, new(copied, copied.runner(origin)))
    params = draft_review.ReviewDraft(draft_id=draft.id)
    review = copied.runner().call(draft_review.REVIEW_DRAFT, params).unwrap()
    badges = {r.address.key: r.badges for r in review.recipients}
    assert badges["team@fernhill.example"] == badges["archive@away.example"] == (Badge.ALWAYS,)
    said = " ".join(c.text for c in review.checks)
    assert "archive@away.example" not in said
    assert "Team" not in said


def test_nobody_is_there_twice(copied: TestHouse) -> None:
    params = create_draft.CreateDraft(to=("TEAM@fernhill.example",), cc=("archive@away.example",))
    content = stored(copied, copied.runner().call(create_draft.TOOL, params)).content
    keys = [a.key for a in content.recipients]
    assert sorted(keys) == ["archive@away.example", "team@fernhill.example"]


def test_who_is_taken_off_stays_off(copied: TestHouse) -> None:
    draft = stored(copied, reply(copied, copied.runner()))
    content = replace(draft.content, cc=(), bcc=())
    saved = copied.store.drafts.save(draft.id, draft.revision, content, draft.author, now=1.0)
    params = draft_review.SwitchReply(
        draft_id=draft.id, base_revision=saved.revision, reply_all=True
    )
    copied.runner().call(draft_review.SWITCH_REPLY, params).unwrap()
    assert copied.store.drafts.get(draft.id).content.bcc == ()


def test_another_account_has_its_own(copied: TestHouse) -> None:
    home = Address("", "copy@home.example")
    identity = Identity(Address("Alex", "alex@home.example"), default=True)
    copied.store.accounts.add(Account("home", LOCAL, "Home", (identity,), bcc=(home,)))
    draft = stored(copied, new(copied, copied.runner()))
    params = draft_review.SwitchSender(
        draft_id=draft.id, base_revision=draft.revision, address="alex@home.example"
    )
    moved = stored(copied, copied.runner().call(draft_review.SWITCH_SENDER, params)).content
    assert (moved.cc, moved.bcc) == ((), (home,))


def test_a_name_and_identities_are_saved_without_them(copied: TestHouse) -> None:
    params = mail_accounts.UpdateAccount(account="work", name="Other")
    copied.runner().call(mail_accounts.UPDATE_ACCOUNT, params).unwrap()
    account = copied.store.accounts.get("work")
    assert (account.cc, account.bcc) == ((TEAM,), (ARCHIVE,))
    wrong = mail_accounts.UpdateAccount(account="work", bcc=(Address("", "no address"),))
    with pytest.raises(BadInput):
        copied.runner().call(mail_accounts.UPDATE_ACCOUNT, wrong).unwrap()


def test_the_same_request_again_is_the_same_draft_whatever_is_set_since(house: TestHouse) -> None:
    runner = house.runner(Origin.MCP, "P", caller="p")

    def ask() -> str:
        params = create_draft.CreateDraft(to=("d@x.example",), body="Hi", request_key="k")
        return str(runner.call(create_draft.TOOL, params).unwrap().draft_id)

    first = ask()
    params = mail_accounts.UpdateAccount(account="work", bcc=(ARCHIVE,))
    house.runner().call(mail_accounts.UPDATE_ACCOUNT, params).unwrap()
    assert ask() == first


def test_the_card_of_a_request_shows_them_before_it_is_allowed(copied: TestHouse) -> None:
    copied.settings.change("policy.mcp_draft", "ask")
    asked = new(copied, copied.runner(Origin.MCP, "P", caller="p"))
    (card,) = cards(copied)
    draft = there(card.draft)
    assert (draft.to, draft.cc, draft.bcc) == (
        ("dana@x.example",),
        ("Team <team@fernhill.example>",),
        ("archive@away.example",),
    )
    answer(copied, asked.request_id, allow=True)
    (stored_draft,) = copied.store.drafts.in_state((DraftState.PROPOSED,))
    assert stored_draft.content.bcc == (ARCHIVE,)

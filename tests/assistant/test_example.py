"""A first start has one proposal to look at, truthfully made and unable to leave the computer."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.app import build
from desktop_app.assistant.starter.starter import StarterAssistant
from desktop_app.house import House
from desktop_app.model.draft import Draft, DraftState, Origin
from desktop_app.settings import Settings
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import draft_lists
from desktop_app.tools.person.draft_review import REVIEW_DRAFT, ReviewDraft


def started(profile: Path) -> tuple[House, list[Draft]]:
    house = build(profile)
    house.first_start.start()
    house.first_start.shutdown()
    return house, list(house.store.drafts.in_state(OPEN_STATES))


def test_a_first_start_has_one_proposal_of_the_starter_assistants(tmp_path: Path) -> None:
    house, drafts = started(tmp_path)
    [draft] = drafts
    assert (draft.author.origin, draft.author.name) == (Origin.ASSISTANT, StarterAssistant.NAME)
    assert (draft.proposed, draft.state) == (True, DraftState.PROPOSED)
    assert [a.email for a in draft.content.to] == ["dana.lee@northgate-offices.example"]
    assert draft.content.body.startswith("Hi Dana,\n\nThank you for the draft.")
    assert draft.sources
    page = house.runner().call(draft_lists.DRAFTS_PAGE, NoParams()).unwrap()
    assert [row.id for row in page.to_review] == [draft.id]
    house.shutdown()


def test_it_reaches_no_server_and_can_be_written_as_nobody_else(tmp_path: Path) -> None:
    house, [draft] = started(tmp_path)
    account = house.store.accounts.get(draft.account_id)
    assert account.sample
    able = house.ports.accounts.capabilities(account)
    assert (able.delivers, able.server_drafts, able.syncs) == (False, False, False)
    review = house.runner().call(REVIEW_DRAFT, ReviewDraft(draft_id=draft.id)).unwrap()
    assert review.identities == account.identities
    assert not review.delivers
    everyone = (*draft.content.to, *draft.content.cc, draft.content.from_)
    assert {a.domain.rpartition(".")[2] for a in everyone} == {"example"}
    house.shutdown()


def test_a_second_start_proposes_nothing_more(tmp_path: Path) -> None:
    started(tmp_path)[0].shutdown()
    house, drafts = started(tmp_path)
    assert len(drafts) == 1
    house.shutdown()


@pytest.mark.parametrize("key", ["policy.assistant_draft", "policy.assistant_read"])
def test_what_the_person_forbids_is_not_done(tmp_path: Path, key: str) -> None:
    Settings(tmp_path, {}).change(key, "deny")
    house, drafts = started(tmp_path)
    assert drafts == []
    assert house.store.messages.count() > 0
    house.shutdown()

"""Drafts: revisions, versions, states, and how long what is ignored is kept."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.model.draft import Author, Draft, DraftContent, DraftState, Origin, SendPermit
from desktop_app.model.errors import Conflict, NotFound, Refused
from desktop_app.store.drafts.draft_versions import RUNNING_SECONDS
from desktop_app.store.drafts.drafts import IGNORED_DAYS
from tests.fakes.house import DANA, ME, NOW, TestHouse

ASSISTANT = Author(Origin.ASSISTANT, "Starter assistant")
PERSON = Author(Origin.USER)
DAY = 86_400


def make(house: TestHouse, author: Author = ASSISTANT) -> Draft:
    state = DraftState.EDITED if author is PERSON else DraftState.PROPOSED
    content = DraftContent(ME, to=(DANA,), subject="Budget", body="one")
    return house.store.drafts.create("work", author, content, state=state, now=NOW)


def write(
    house: TestHouse, draft: Draft, body: str, *, at: float, author: Author = PERSON
) -> Draft:
    content = replace(draft.content, body=body)
    return house.store.drafts.save(draft.id, draft.revision, content, author, now=at)


def test_saving_the_same_content_makes_no_revision(house: TestHouse) -> None:
    draft = make(house)
    same = house.store.drafts.save(draft.id, 1, draft.content, PERSON, now=NOW)
    assert same.revision == 1


def test_a_stale_revision_changes_nothing(house: TestHouse) -> None:
    draft = make(house)
    write(house, draft, "two", at=NOW)
    with pytest.raises(Conflict):
        write(house, draft, "three", at=NOW)
    assert house.store.drafts.get(draft.id).content.body == "two"


def test_quick_saves_by_one_author_are_one_version(house: TestHouse) -> None:
    draft = make(house)
    two = write(house, draft, "two", at=NOW + 1)
    three = write(house, two, "three", at=NOW + 2)
    write(house, three, "four", at=NOW + 3 + RUNNING_SECONDS)
    bodies = [v.content.body for v in house.store.drafts.versions(draft.id)]
    assert bodies == ["one", "three", "four"]


def test_the_persons_edit_never_replaces_the_proposal_among_the_versions(house: TestHouse) -> None:
    draft = make(house)
    write(house, draft, "mine", at=NOW + 1)
    authors = [v.author for v in house.store.drafts.versions(draft.id)]
    assert authors == [ASSISTANT, PERSON]


def test_an_edit_withdraws_the_request_to_send(house: TestHouse) -> None:
    draft = make(house)
    asked = house.store.drafts.ask_to_send(draft.id, 1, ASSISTANT)
    assert asked.asks_to_send
    assert asked.asked_by == ASSISTANT
    after = write(house, asked, "two", at=NOW)
    assert not after.asks_to_send
    assert after.asked_by is None


def test_what_is_ignored_can_be_restored_for_thirty_days_and_is_then_gone(
    house: TestHouse,
) -> None:
    draft = make(house)
    house.store.drafts.ignore(draft.id, now=NOW)
    for day in range(IGNORED_DAYS + 1):
        house.store.days.note(NOW + day * DAY)
        house.store.drafts.forget_ignored()
        assert house.store.drafts.get(draft.id).state is DraftState.IGNORED
    house.store.days.note(NOW + (IGNORED_DAYS + 1) * DAY)
    house.store.drafts.forget_ignored()
    with pytest.raises(NotFound):
        house.store.drafts.get(draft.id)


@pytest.mark.parametrize(
    ("author", "state"), [(ASSISTANT, DraftState.PROPOSED), (PERSON, DraftState.EDITED)]
)
def test_what_is_restored_is_what_it_was(
    house: TestHouse, author: Author, state: DraftState
) -> None:
    draft = make(house, author)
    house.store.drafts.ignore(draft.id, now=NOW)
    assert house.store.drafts.restore(draft.id, now=NOW).state is state


@pytest.mark.parametrize(
    ("author", "state"), [(ASSISTANT, DraftState.PROPOSED), (PERSON, DraftState.EDITED)]
)
def test_an_undone_send_leaves_the_draft_as_it_was(
    house: TestHouse, author: Author, state: DraftState
) -> None:
    draft = make(house, author)
    entry = house.store.outbox.approve(
        draft, SendPermit(draft.id, 1, draft.digest, "n"), mime=b"x", rfc822_message_id="m",
        recipients=["dana@lee.example"], send_after=NOW, now=NOW,
    )  # fmt: skip
    assert house.store.drafts.get(draft.id).state is DraftState.APPROVED
    with pytest.raises(Refused):
        house.store.drafts.delete(draft.id)
    house.store.outbox.undo(entry.id)
    assert house.store.drafts.get(draft.id).state is state

"""The strip of a draft says what is true of it."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.tools.person import draft_review
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.review.draft_status import status_of
from tests.fakes.house import TestHouse, mail
from tests.ui.draft_builders import propose, revise


def review(house: TestHouse, draft_id: str) -> Review:
    params = draft_review.ReviewDraft(draft_id=draft_id)
    return house.runner().call(draft_review.REVIEW_DRAFT, params).unwrap()


def write(house: TestHouse, draft_id: str, body: str) -> None:
    draft = house.store.drafts.get(draft_id)
    house.runner().call(
        draft_review.SAVE_DRAFT,
        draft_review.SaveDraft(
            draft_id=draft_id,
            base_revision=draft.revision,
            content=replace(draft.content, body=body),
        ),
    )


def text(house: TestHouse, draft_id: str) -> str:
    return status_of(review(house, draft_id), house.now).text


def test_edited_by_you_is_said_only_while_it_is_so(house: TestHouse) -> None:
    for n in range(3):
        house.add(mail(f"Mail {n}", message_id=f"{n}@x"))
    draft = propose(house)
    assert "edited" not in text(house, draft.id)
    write(house, draft.id, "Mine")
    assert "edited by you" in text(house, draft.id)
    write(house, draft.id, draft.content.body)
    assert "edited" not in text(house, draft.id)
    write(house, draft.id, "Mine again")
    revise(house, draft.id, "The assistant's")
    assert "edited" not in text(house, draft.id)

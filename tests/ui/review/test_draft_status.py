"""The strip of a draft says what is true of it."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.model.draft import Author, Origin
from desktop_app.tools.person import draft_review
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.review.draft.draft_status import status_of
from tests.fakes.house import TestHouse, mail
from tests.ui.draft_builders import own_reply, propose, revise


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
    assert "edited by you" in text(house, draft.id)
    (change,) = house.store.drafts.changes.of_draft(draft.id)
    now = house.store.drafts.get(draft.id)
    house.store.drafts.changes.take(
        change.id, now.revision, change.content, change.content, last=True, now=house.now
    )
    assert "edited by you" in text(house, draft.id)


def test_every_hand_in_a_draft_is_named(house: TestHouse) -> None:
    for n in range(3):
        house.add(mail(f"Mail {n}", message_id=f"{n}@x"))
    draft = own_reply(house, "Mine")
    assert text(house, draft.id).startswith("Your draft, version 1. Not sent")
    for number, name in enumerate(("Claude", "Other"), start=2):
        author = Author(Origin.MCP, name, name)
        content = replace(draft.content, body=f"By {name}")
        change = house.store.drafts.changes.propose(
            draft.id, draft.revision, content, author, now=house.now
        )
        draft = house.store.drafts.changes.take(
            change.id, draft.revision, content, content, last=True, now=house.now
        )
        assert f"version {number}" in text(house, draft.id)
    assert "Your draft, changed by Claude over MCP and Other over MCP," in text(house, draft.id)


def test_who_asks_to_send_is_named_where_somebody_else_wrote(house: TestHouse) -> None:
    for n in range(3):
        house.add(mail(f"Mail {n}", message_id=f"{n}@x"))
    own, proposed = own_reply(house, "Mine"), propose(house)
    for draft in (own, proposed):
        author = Author(Origin.MCP, "Claude", "claude")
        house.store.drafts.ask_to_send(draft.id, draft.revision, author)
        assert "Claude over MCP asks to send it." in text(house, draft.id)
    house.store.drafts.ask_to_send(proposed.id, 1, proposed.author)
    assert "and asks to send it" in text(house, proposed.id)

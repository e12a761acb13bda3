"""One press, one permit, for exactly what is shown."""

from __future__ import annotations

from dataclasses import replace

import pytest

from desktop_app.model.draft import Origin
from desktop_app.model.errors import Refused
from desktop_app.tools.person import draft_review
from desktop_app.tools.person.draft_review import Review
from desktop_app.tools.verbs import create_draft, send_draft
from desktop_app.ui.review.send_permit import mint
from tests.fakes.house import TestHouse


def review_of(house: TestHouse) -> Review:
    runner = house.runner()
    made = runner.call(
        create_draft.TOOL,
        create_draft.CreateDraft(to=("dana@lee.example",), subject="Hi", body="x"),
    ).unwrap()
    return runner.call(
        draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=made.draft_id)
    ).unwrap()


def test_a_press_on_what_is_stored_sends_it(house: TestHouse) -> None:
    review = review_of(house)
    permit = mint(review, review.draft.content)
    params = send_draft.SendDraft(draft_id=permit.draft_id, revision=permit.revision)
    queued = house.runner().call(send_draft.TOOL, params, permit=permit).unwrap()
    assert house.store.outbox.get(queued.outbox_id).digest == review.digest


def test_a_press_on_anything_else_makes_no_permit(house: TestHouse) -> None:
    review = review_of(house)
    content = review.draft.content
    for shown in (
        replace(content, body="y"),
        replace(content, subject="Hi!"),
        replace(content, bcc=content.to),
        replace(content, quoted="> more"),
        replace(content, signature="someone else"),
        replace(content, formatted_signature="<div>someone <b>else</b></div>"),
        replace(content, signature_below=True),
    ):
        with pytest.raises(Refused):
            mint(review, shown)


def test_every_press_is_another(house: TestHouse) -> None:
    review = review_of(house)
    one, two = (mint(review, review.draft.content) for _ in range(2))
    assert one.nonce != two.nonce
    assert one.nonce not in repr(one)


def test_a_press_is_good_for_the_person_alone(house: TestHouse) -> None:
    review = review_of(house)
    permit = mint(review, review.draft.content)
    params = send_draft.SendDraft(draft_id=permit.draft_id, revision=permit.revision)
    runner = house.runner(Origin.ASSISTANT, "Starter assistant")
    runner.call(send_draft.TOOL, params)
    assert house.store.outbox.for_draft(permit.draft_id) is None

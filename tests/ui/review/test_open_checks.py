"""A mail that is only just being written is not told what it lacks; one that was pressed is."""

from __future__ import annotations

import pytest

from desktop_app.model.address import Address
from desktop_app.model.draft import Author, DraftContent, DraftState, Origin
from desktop_app.tools.person.draft_review import REVIEW_DRAFT, Review, ReviewDraft
from desktop_app.ui.review.draft.open_checks import told_checks
from desktop_app.ui.review.sheet.checks import CheckRow
from tests.fakes.house import ME, TestHouse
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_mail

LACKS = {"no_subject", "no_recipient", "no_text"}


def review(house: TestHouse, *to: str, body: str = "", origin: Origin = Origin.USER) -> Review:
    content = DraftContent(ME, to=tuple(Address("", email) for email in to), body=body)
    draft = house.store.drafts.create(
        "work", Author(origin, "a"), content, state=DraftState.EDITED, now=house.now
    )
    return house.runner().call(REVIEW_DRAFT, ReviewDraft(draft_id=draft.id)).unwrap()


def told(review: Review, *typing: str, pressed: bool = False) -> set[str]:
    return {check.code for check in told_checks(review, typing, pressed=pressed)}


def test_what_a_begun_mail_lacks_is_told_once_send_was_pressed(house: TestHouse) -> None:
    begun = review(house)
    assert not LACKS & told(begun)
    assert LACKS & told(begun, pressed=True) == LACKS
    assert {"no_subject", "no_recipient"} <= told(review(house, body="Hello"))


def test_a_proposal_is_never_just_begun(house: TestHouse) -> None:
    assert told(review(house, origin=Origin.ASSISTANT)) >= {"no_recipient", "no_text"}


@pytest.mark.parametrize("pressed", [True, False])
def test_an_address_is_no_mistake_while_it_is_typed(house: TestHouse, pressed: bool) -> None:
    one = review(house, "dana@", body="Hello")
    assert "invalid_recipient" in told(one, pressed=pressed)
    assert "invalid_recipient" in told(one, "sam@", pressed=pressed)
    assert "invalid_recipient" not in told(one, "dana@", pressed=pressed)


def test_the_review_tells_it_once_one_writes_elsewhere(driver: WindowDriver) -> None:
    pane = open_review(driver, own_mail(driver.house, subject="Plan", body="Hello"))
    entry = pane.page.envelope.to.entry
    entry.setFocus()
    driver.qtbot.keyClicks(entry, "dana@")
    driver.until(lambda: "invalid_recipient" in {c.code for c in pane.form.review.checks})
    shown = pane.page.checks

    def rows() -> set[str]:
        return {row.check.code for row in shown.findChildren(CheckRow) if row.isVisible()}

    assert "invalid_recipient" not in rows()
    pane.page.body.setFocus()
    driver.qtbot.keyClicks(pane.page.body, "!")
    driver.until(lambda: "invalid_recipient" in rows())

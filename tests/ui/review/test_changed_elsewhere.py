"""A draft that another mail program wrote in: the review says so and where, and has both texts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtWidgets import QAbstractButton

from desktop_app.model.draft import Draft, DraftState
from desktop_app.model.outbox import OutboxState
from desktop_app.store.drafts.draft_links import BESIDE
from desktop_app.tools.answers.draft_place import DraftPlace, Kept
from desktop_app.tools.person import draft_review
from tests.fakes.pressing import press_send
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import ELSEWHERE, edit_elsewhere, open_review, own_reply, stored
from tests.ui.review.test_pane import press_button, said, type_into

PLACE = "Drafts on your mail server"


@pytest.fixture(autouse=True)
def _drafts_are_at_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    def place(*_: Any) -> DraftPlace:
        return DraftPlace(Kept.ON_ITS_WAY, PLACE)

    monkeypatch.setattr(draft_review, "draft_place", place)


def versions(driver: WindowDriver, draft: Draft) -> list[str]:
    return [v.content.body for v in driver.house.store.drafts.versions(draft.id)]


def own(driver: WindowDriver) -> Draft:
    return own_reply(driver.house, "Hello Dana")


def place_of(driver: WindowDriver, draft: Draft) -> str:
    return f"{PLACE} ({driver.house.store.accounts.get(draft.account_id).name})"


@pytest.mark.parametrize("away", [False, True], ids=["open", "away"])
@pytest.mark.parametrize("times", [1, 3])
def test_it_says_where_and_the_earlier_text_can_be_had_back(
    driver: WindowDriver, away: bool, times: int
) -> None:
    draft = own(driver)
    pane = None if away else open_review(driver, draft)
    for number in range(times):
        driver.house.now += 100
        edit_elsewhere(driver.house, draft.id, f"Theirs {number}")
    pane = pane or open_review(driver, draft)
    driver.until(lambda: pane.page.body.text() == f"Theirs {times - 1}")
    driver.until(lambda: "Another mail program changed this draft in " in said(pane))
    assert place_of(driver, draft) in said(pane)
    assert "came here at" in said(pane)
    press_button(pane, "Take the earlier one")
    driver.until(lambda: stored(driver, draft).content.body == "Hello Dana")
    assert {"Hello Dana", f"Theirs {times - 1}"} <= set(versions(driver, draft))


def test_who_has_pressed_in_a_strip_that_goes_is_in_the_text(driver: WindowDriver) -> None:
    draft = own(driver)
    edit_elsewhere(driver.house, draft.id, "Theirs")
    pane = open_review(driver, draft)
    driver.window.activateWindow()
    driver.until(lambda: "Another mail program changed this draft in " in said(pane))
    [fine] = [b for b in pane.findChildren(QAbstractButton) if b.text() == "Fine"]
    fine.setFocus()
    driver.until(fine.hasFocus)
    fine.click()
    driver.until(pane.page.body.hasFocus)


def test_a_formatted_text_can_be_had_back_too(driver: WindowDriver) -> None:
    draft = own(driver)
    pane = open_review(driver, draft)
    content = replace(draft.content, body="<p>Theirs</p>", content_type="text/html")
    driver.house.store.drafts.save(
        draft.id, draft.revision, content, ELSEWHERE, now=driver.house.now
    )
    driver.until(lambda: "Another mail program changed this draft" in said(pane))
    press_button(pane, "Take the earlier one")
    driver.until(lambda: stored(driver, draft).content == draft.content)
    driver.until(lambda: pane.page.body.text() == "Hello Dana")


@pytest.mark.parametrize("take", [False, True])
def test_while_typing_both_texts_stay_and_either_can_be_had(
    driver: WindowDriver, take: bool
) -> None:
    draft = own(driver)
    pane = open_review(driver, draft)
    type_into(driver, pane, ", thank you")
    edit_elsewhere(driver.house, draft.id, "Theirs")
    driver.until(lambda: "while you typed" in said(pane))
    driver.until(lambda: stored(driver, draft).content.body == "Hello Dana, thank you")
    if take:
        press_button(pane, "Take the other one")
        driver.until(lambda: stored(driver, draft).content.body == "Theirs")
        assert pane.page.body.text() == "Theirs"
    assert {"Hello Dana, thank you", "Theirs"} <= set(versions(driver, draft))


@pytest.mark.parametrize("typing", [False, True])
def test_deleted_there_while_it_is_open_nothing_typed_is_lost(
    driver: WindowDriver, typing: bool
) -> None:
    draft = own(driver)
    pane = open_review(driver, draft)
    if typing:
        type_into(driver, pane, ", thank you")
    driver.house.store.drafts.ignore(draft.id, now=driver.house.now)
    if typing:
        driver.until(lambda: stored(driver, draft).content.body == "Hello Dana, thank you")
        assert stored(driver, draft).state is DraftState.EDITED
        driver.until(lambda: "It is back, with your text" in said(pane))
    else:
        driver.until(lambda: "deleted or sent in " in said(pane))
        assert place_of(driver, draft) in said(pane)
        press_button(pane, "Restore")
        driver.until(lambda: stored(driver, draft).state is DraftState.EDITED)
        driver.until(lambda: "deleted or sent in " not in said(pane))


def test_typed_in_a_draft_that_was_put_aside_and_left_at_once_it_is_stored(
    driver: WindowDriver,
) -> None:
    draft = own(driver)
    pane = open_review(driver, draft)
    type_into(driver, pane, ", thank you")
    driver.house.store.drafts.ignore(draft.id, now=driver.house.now)
    pane.back()
    driver.until(lambda: stored(driver, draft).content.body == "Hello Dana, thank you")
    assert stored(driver, draft).state is DraftState.EDITED


def beside(driver: WindowDriver, draft: Draft) -> Draft:
    """What the sync makes of a draft that was changed in two places."""
    return driver.house.store.drafts.create(
        draft.account_id,
        ELSEWHERE,
        replace(draft.content, body="Theirs"),
        state=DraftState.EDITED,
        now=driver.house.now,
        request_key=f"remote/{draft.account_id}/r1/m1{BESIDE}{draft.id}",
    )


def test_changed_in_two_places_each_draft_names_the_other(driver: WindowDriver) -> None:
    draft = own(driver)
    pane = open_review(driver, draft)
    their = beside(driver, draft)
    driver.until(lambda: "Another mail program changed this draft too in " in said(pane))
    assert place_of(driver, draft) in said(pane)
    press_button(pane, "Show the other one")
    driver.until(lambda: "This is what another mail program wrote in " in said(pane))
    assert pane.page.body.text() == "Theirs"
    assert "What you have here is a draft of its own." in said(pane)
    press_button(pane, "Show the other one")
    driver.until(lambda: pane.page.body.text() == "Hello Dana")
    driver.house.store.drafts.delete(their.id)
    driver.until(lambda: "Another mail program" not in said(pane))


def test_changed_while_it_waits_to_be_sent_it_says_so(driver: WindowDriver) -> None:
    draft = own(driver)
    entry = press_send(driver.house.store, stored(driver, draft), now=driver.house.now, delay=600)
    their = beside(driver, draft)
    pane = open_review(driver, draft)
    driver.until(lambda: "Another mail program changed this draft too in " in said(pane))
    assert "Waiting in the outbox." in said(pane)
    press_button(pane, "Show the other one")
    driver.until(lambda: "What you approved waits to be sent." in said(pane))
    assert driver.house.store.outbox.get(entry.id).state is OutboxState.QUEUED
    assert stored(driver, their).content.body == "Theirs"

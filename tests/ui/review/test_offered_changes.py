"""Changes that others propose, as the person sees and answers them in the review."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QFrame, QLabel, QPushButton

from desktop_app.model.draft import Draft, Origin
from desktop_app.model.draft_change import ChangeState
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import draft_lists
from desktop_app.tools.verbs import update_draft
from desktop_app.ui.drafts.draft_rows import rows_of
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_mail, own_reply, stored
from tests.ui.review.test_pane import press_button, said, type_into

BODY = "Hello Dana,\n\nwe come on Monday.\n\nThe door is open at nine.\n\nAlex"


def program_changes(driver: WindowDriver, draft: Draft, **fields: Any) -> None:
    now = driver.house.store.drafts.get(draft.id)
    params = update_draft.UpdateDraft(draft_id=draft.id, base_revision=now.revision, **fields)
    program = driver.house.runner(Origin.MCP, "Claude", caller="claude")
    program.call(update_draft.TOOL, params).unwrap()


def cards(pane: Any) -> list[QFrame]:
    found = pane.page.offers.findChildren(QFrame)
    return [f for f in found if f.accessibleName() == "Proposed change" and f.isVisibleTo(pane)]


def words(pane: Any) -> str:
    """All that the cards say."""
    labels = [label for card in cards(pane) for label in card.findChildren(QLabel)]
    return " | ".join(label.accessibleName() or label.text() for label in labels)


def state(driver: WindowDriver, draft: Draft) -> ChangeState:
    return driver.house.store.drafts.changes.of_draft(draft.id)[-1].state


def test_a_hidden_copy_that_a_program_wants_stands_on_the_card_and_not_in_the_mail(
    driver: WindowDriver,
) -> None:
    draft = own_reply(driver.house, BODY)
    pane = open_review(driver, draft)
    program_changes(driver, draft, bcc=("mallory@drop.example",))
    driver.until(lambda: len(cards(pane)) == 1)
    assert "Claude over MCP proposes a change to this draft" in words(pane)
    assert "mallory@drop.example" in words(pane)
    assert pane.page.content() == stored(driver, draft).content == draft.content
    assert "Your draft, version 1" in said(pane)
    press_button(pane, "Refuse all")
    driver.until(lambda: not cards(pane))
    assert state(driver, draft) is ChangeState.REFUSED
    assert stored(driver, draft).content == draft.content


def test_parts_are_taken_and_refused_one_by_one_and_typed_words_stay(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, BODY)
    pane = open_review(driver, draft)
    wish = BODY.replace("Monday", "Tuesday").replace("nine", "ten")
    program_changes(driver, draft, body=wish, cc=("sam@reed.example",))
    driver.until(lambda: len(cards(pane)) == 1)
    type_into(driver, pane, " Smith")
    driver.until(lambda: stored(driver, draft).content.body.endswith("Alex Smith"))
    press_button(pane, "Take")  # the first part: Cc
    driver.until(lambda: len(stored(driver, draft).content.cc) == 1)
    driver.until(lambda: "2 places" in words(pane))
    press_button(pane, "Take")  # Monday
    driver.until(lambda: "Tuesday" in stored(driver, draft).content.body)
    driver.until(lambda: "1 place" in words(pane))
    press_button(pane, "Refuse")  # nine
    driver.until(lambda: not cards(pane))
    body = BODY.replace("Monday", "Tuesday") + " Smith"
    assert stored(driver, draft).content.body == pane.page.body.text() == body
    assert state(driver, draft) is ChangeState.TAKEN_IN_PART
    driver.until(lambda: "Your draft, changed by Claude over MCP" in said(pane))


def test_what_was_taken_can_be_taken_back(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, BODY)
    pane = open_review(driver, draft)
    program_changes(driver, draft, body="Something else.")
    driver.until(lambda: len(cards(pane)) == 1)
    press_button(pane, "Take all")
    driver.until(lambda: pane.page.body.text() == "Something else.")
    driver.until(lambda: "You took a change by Claude over MCP" in said(pane))
    press_button(pane, "Take the earlier one")
    driver.until(lambda: stored(driver, draft).content.body == BODY)


def test_nothing_is_sent_before_the_words_that_were_taken_have_been_seen(
    driver: WindowDriver,
) -> None:
    driver.window.resize(900, 600)
    draft = own_reply(driver.house, BODY)
    pane = open_review(driver, draft)
    program_changes(driver, draft, body="\n".join(f"Line {n}" for n in range(300)))
    driver.until(lambda: len(cards(pane)) == 1)
    assert pane.form.action_bar.send_button.isEnabled()
    press_button(pane, "Take all")
    driver.until(lambda: "Line 299" in pane.page.body.text())
    driver.until(lambda: pane.form.words_seen.settled)
    assert not pane.form.action_bar.send_button.isEnabled()


def test_a_change_that_waits_is_told_in_the_lists_and_in_the_conversation(
    driver: WindowDriver,
) -> None:
    draft = own_mail(driver.house, to=("dana@lee.example",), subject="Plan", body=BODY)
    program_changes(driver, draft, body="Something else.")
    page = driver.house.runner().call(draft_lists.DRAFTS_PAGE, NoParams()).unwrap()
    assert [d.id for d in page.to_review] == [draft.id]
    assert [d.id for d in page.mine] == [draft.id]
    assert driver.house.store.drafts.count(proposed=True) == 1
    assert driver.house.store.drafts.count(proposed=False) == 1
    for tab in ("review", "mine"):
        (row,) = rows_of(page, driver.house.now)[tab]
        assert row.state.startswith("Claude over MCP proposes a change. Your draft")
        assert row.loud


def test_a_program_s_name_and_words_are_shown_as_text(driver: WindowDriver) -> None:
    draft = own_reply(driver.house, BODY)
    pane = open_review(driver, draft)
    program_changes(driver, draft, subject="<b>You sent this already</b>")
    driver.until(lambda: len(cards(pane)) == 1)
    shown = [label.text() for label in cards(pane)[0].findChildren(QLabel)]
    assert not any("<b>You sent" in text and "&lt;b&gt;" not in text for text in shown)
    assert {b.text() for b in cards(pane)[0].findChildren(QPushButton)} == {
        "Take",
        "Refuse",
        "Take all",
        "Refuse all",
    }


def test_rows_name_every_hand(driver: WindowDriver) -> None:
    draft = own_mail(driver.house, to=("dana@lee.example",), subject="Plan", body=BODY)
    program_changes(driver, draft, body="Something else.")
    (change,) = driver.house.store.drafts.changes.of_draft(draft.id)
    driver.house.store.drafts.changes.take(
        change.id, 1, change.content, change.content, last=True, now=driver.house.now
    )
    page = driver.house.runner().call(draft_lists.DRAFTS_PAGE, NoParams()).unwrap()
    (row,) = rows_of(page, driver.house.now)["mine"]
    assert row.state == "Your draft, changed by Claude over MCP, not sent"

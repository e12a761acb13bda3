"""Drafts are found by the search, and opened in the review from what it finds."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop_app.model.draft import Origin
from desktop_app.tools.person import draft_search
from tests.fakes.house import TestHouse
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import own_mail, own_reply, propose
from tests.ui.mailbox.test_organiser import said


def found(driver: WindowDriver) -> list[str]:
    return [row.snippet for row in driver.conversations.further.drafts.model.rows]


def shown(driver: WindowDriver) -> str:
    labels = driver.conversations.states.findChildren(QLabel)
    return " ".join(each.text() for each in labels if each.isVisible())


def search(driver: WindowDriver, query: str) -> None:
    driver.bench.navigation.show_search(query)
    driver.until(lambda: driver.bench.selection.place == query)


@pytest.mark.parametrize("query", ["is:draft", "in:drafts", "hyacinths", "to:dana hyacinths"])
def test_a_draft_is_found_and_opened_in_the_review(driver: WindowDriver, query: str) -> None:
    draft = own_reply(driver.house, "The hyacinths bloom.")
    search(driver, query)
    hits = driver.conversations.further.drafts
    driver.until(lambda: found(driver) == ["The hyacinths bloom."])
    assert hits.divider.text() == "In your drafts (1)"
    assert hits.model.rows[0].who.startswith("Draft, to ")
    assert "Found in drafts only" in shown(driver)
    assert "One draft below." in shown(driver)
    assert "No mail found" not in shown(driver)
    hits.view.setFocus()
    driver.qtbot.keyClick(hits.view, Qt.Key.Key_Return)
    driver.until(lambda: driver.bench.selection.draft == draft.id)
    assert driver.bench.selection.reviewing


def test_a_proposal_says_that_it_waits_for_review(driver: WindowDriver) -> None:
    propose(driver.house, "The hyacinths bloom.")
    search(driver, "hyacinths")
    driver.until(lambda: bool(found(driver)))
    assert driver.conversations.further.drafts.model.rows[0].who.startswith("To review, to ")


def test_a_draft_that_goes_leaves_what_was_found(driver: WindowDriver) -> None:
    draft = own_mail(driver.house, to=("dana@lee.example",), subject="Bulbs", body="hyacinths")
    search(driver, "hyacinths")
    driver.until(lambda: bool(found(driver)))
    driver.house.store.drafts.delete(draft.id)
    driver.until(lambda: not found(driver))
    assert "No mail found" in shown(driver)
    assert driver.conversations.further.drafts.isHidden()
    assert said(driver) == ""


def test_a_folder_shows_no_drafts_below(driver: WindowDriver) -> None:
    own_reply(driver.house, "The hyacinths bloom.")
    search(driver, "hyacinths")
    driver.until(lambda: bool(found(driver)))
    search(driver, "in:inbox")
    driver.until(lambda: not found(driver))


def test_the_search_of_drafts_is_the_persons_alone(house: TestHouse) -> None:
    for origin in (Origin.ASSISTANT, Origin.MCP):
        assert origin not in draft_search.SEARCH_DRAFTS.origins

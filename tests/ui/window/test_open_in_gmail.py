"""*Open in Gmail* in the window: on messages, drafts and proposals that Gmail has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QPushButton

from desktop_app.assistant.transcript import Opens, Proposal, Reference, ToolFinished
from desktop_app.model.draft import Draft, Origin
from desktop_app.model.sign_in import Permission
from desktop_app.tools.verbs import create_draft
from desktop_app.ui.assistant.cards import ProposalCard
from desktop_app.ui.assistant.tool_row import ToolRow
from desktop_app.ui.bench.references import open_draft_in_gmail, open_page, open_reference
from desktop_app.ui.widgets.strips import Strip
from tests.fakes.gmail_account import PAGES, add_gmail, add_mail, push
from tests.fakes.house import TestHouse, mail
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review

OpenWindow = Callable[..., WindowDriver]
EVENT = "https://www.google.com/calendar/event?eid=" + "c3RhbmR1cA" * 20


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the system's browser was handed."""
    found: list[str] = []

    def open_url(url: Any) -> bool:
        found.append(url.toString())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    return found


def draft_at_gmail(house: TestHouse) -> Draft:
    params = create_draft.CreateDraft(to=("dana@lee.example",), subject="Plan", account="gm")
    saved: Any = house.runner(Origin.ASSISTANT, "A").call(create_draft.TOOL, params).unwrap()
    return house.store.drafts.get(saved.draft_id)


def offered(driver: WindowDriver, name: str) -> bool:
    action = driver.bench.actions.action(name)
    return bool(action.isVisible() and action.isEnabled())


def test_a_message_of_gmail_s_opens_there(
    house: TestHouse, open_window: OpenWindow, opened: list[str]
) -> None:
    add_gmail(house, "read")
    add_mail(house, mail("At Gmail"), "19f7")
    driver = open_window()
    driver.open_first()
    assert offered(driver, "open_in_gmail")
    driver.bench.actions.trigger("open_in_gmail")
    assert opened == [f"{PAGES}#all/19f7"]


def test_mail_that_is_not_at_gmail_does_not_offer_it(
    house: TestHouse, open_window: OpenWindow
) -> None:
    house.add(mail("Here"))
    driver = open_window()
    driver.open_first()
    assert not driver.bench.actions.action("open_in_gmail").isVisible()
    assert not driver.bench.actions.action("draft_in_gmail").isVisible()


def test_the_review_says_gmail_drafts_once_it_is_true_and_opens_the_newest_address(
    house: TestHouse, open_window: OpenWindow, opened: list[str]
) -> None:
    add_gmail(house, "read", "write")
    draft = draft_at_gmail(house)
    driver = open_window()
    pane = open_review(driver, draft)
    assert strip_text(pane).endswith("Not sent, saved on this computer.")
    assert not offered(driver, "draft_in_gmail")
    push(house, draft, "19f8")
    driver.until(lambda: strip_text(pane).endswith("Not sent, saved in Gmail Drafts."))
    driver.until(lambda: offered(driver, "draft_in_gmail"))
    push(house, draft, "19f9")
    driver.bench.actions.trigger("draft_in_gmail")
    driver.until(lambda: bool(opened))
    assert opened == [f"{PAGES}#drafts?compose=19f9"]
    entries = [a.text() for a in pane.form.action_bar.more.menu().actions() if a.isVisible()]
    assert "Open draft in Gmail" in entries


def strip_text(pane: Any) -> str:
    """The strip of the draft's status."""
    strips = [s.label.text() for s in pane.page.findChildren(Strip) if s.isVisible()]
    return next((text for text in strips if "Not sent" in text), "")


def test_without_the_permission_the_review_asks_for_it(
    house: TestHouse, open_window: OpenWindow
) -> None:
    add_gmail(house, "read")
    driver = open_window()
    asked: list[tuple[str, tuple[Permission, ...]]] = []
    driver.bench.navigation.sign_in_wanted.disconnect()  # the dialog is looked at elsewhere
    driver.bench.navigation.sign_in_wanted.connect(lambda a, p: asked.append((a, p)))
    pane = open_review(driver, draft_at_gmail(house))
    said = [check.text for check in pane.form.review.checks]
    assert any("keep its drafts in Gmail" in text for text in said)
    buttons = [b for b in pane.page.checks.findChildren(QPushButton) if b.text() == "Allow…"]
    buttons[0].click()
    assert asked == [("gm", (Permission.WRITE,))]


def test_the_list_of_drafts_says_where_they_are_and_opens_them(
    house: TestHouse, open_window: OpenWindow, opened: list[str]
) -> None:
    add_gmail(house, "read", "write")
    draft = draft_at_gmail(house)
    push(house, draft)
    driver = open_window()
    driver.bench.navigation.show_drafts("review")
    pane = driver.window.frame.show_drafts()
    driver.until(lambda: bool(pane.list.count()))
    row = pane._rows["review"][0]
    assert row.in_gmail
    assert "saved in Gmail Drafts" in row.sentence
    open_draft_in_gmail(driver.bench, draft.id)
    driver.until(lambda: bool(opened))
    assert opened == [f"{PAGES}#drafts?compose=19f8"]


def test_a_proposal_offers_gmail_only_where_gmail_has_the_draft_or_will(
    house: TestHouse, open_window: OpenWindow, opened: list[str]
) -> None:
    add_gmail(house, "read", "write")
    draft = draft_at_gmail(house)
    driver = open_window()
    card = ProposalCard(driver.bench.theme, Proposal(draft.id, 1, "Plan", "Dana"))
    assert [b.text() for b in card.findChildren(QPushButton)] == ["Review"]
    card.show_proposal(Proposal(draft.id, 2, "Plan", "Dana", in_gmail=True))
    assert card.in_gmail is not None
    assert card.in_gmail.accessibleName() == "Open in Gmail: Plan"
    card.gmail_wanted.connect(lambda id_: open_draft_in_gmail(driver.bench, id_))
    card.in_gmail.click()
    driver.until(lambda: bool(opened))
    assert opened == [f"{PAGES}#drafts"]


@pytest.mark.parametrize(
    "url",
    ["http://docs.google.com/d/1", "file:///etc/passwd", "javascript:alert(1)", "https://", "",
     "data:text/html,x", "vbscript:x", " //x"],
)  # fmt: skip
def test_only_https_leaves_for_the_browser(url: str, opened: list[str]) -> None:
    if open_page(url):
        assert opened == ["https://x"]  # a browser would read it so too
    else:
        assert opened == []


def test_a_file_and_an_event_that_were_found_open_from_their_row(
    driver: WindowDriver, opened: list[str]
) -> None:
    row = ToolRow(driver.bench.theme, "Looked at the calendar")
    row.opened.connect(lambda reference: open_reference(driver.bench, reference))
    row.finish(ToolFinished("1", "1 found", (Reference(Opens.WEB, EVENT, "Standup, 09:30"),)))
    results(row)[0].click()
    assert opened == [EVENT]


def test_a_name_that_tells_of_another_host_is_asked_about_first(
    driver: WindowDriver, opened: list[str]
) -> None:
    target = "https://docs.google.example/d/1"
    row = ToolRow(driver.bench.theme, "Searched Drive")
    row.opened.connect(lambda reference: open_reference(driver.bench, reference))
    row.finish(ToolFinished("1", "1 found", (Reference(Opens.WEB, target, "www.mybank.com"),)))
    results(row)[0].click()
    assert opened == []
    (strip,) = row.findChildren(Strip)
    assert "mybank.com" in strip.label.text()
    next(b for b in strip.findChildren(QPushButton) if b.text().startswith("Open")).click()
    assert opened == [target]


def results(row: ToolRow) -> list[QPushButton]:
    return [b for b in row.findChildren(QPushButton) if b.property("role") == "result"]

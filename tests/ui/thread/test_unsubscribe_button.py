"""Leaving a list in the window: nothing by itself, one press after a question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QPushButton

from desktop_app.mail.message.unsubscribe import WaysOff
from desktop_app.model.draft import Origin
from desktop_app.model.errors import NotFound
from desktop_app.tools.catalogue import listed
from desktop_app.tools.person import unsubscribing
from desktop_app.ui.thread.unsubscribe_button import UnsubscribeButton
from tests.fakes.house import TestHouse, mail
from tests.mail.message.test_unsubscribe import ONE_CLICK, SIGNED
from tests.ui.conftest import WindowDriver

Show = Callable[..., WindowDriver]
TOLD: list[str] = []


def tell(url: str) -> None:
    TOLD.append(url)


@pytest.fixture
def show(
    house: TestHouse, open_window: Callable[..., WindowDriver], monkeypatch: pytest.MonkeyPatch
) -> Show:
    TOLD.clear()

    def shown(more: str, labels: frozenset[str] = frozenset({"INBOX"})) -> WindowDriver:
        house.add(mail("News", "Words.", more=more), labels)
        runner = house.runner()
        services = runner._services
        monkeypatch.setattr(
            runner,
            "_services",
            replace(services, ports=replace(house.ports, unsubscribe=tell)),
        )
        driver = open_window(runner)
        driver.until(lambda: bool(driver.rows()))
        driver.open_first()
        return driver

    return shown


def button(driver: WindowDriver) -> UnsubscribeButton:
    found: UnsubscribeButton
    [found] = driver.thread.findChildren(UnsubscribeButton)
    return found


def question(driver: WindowDriver) -> QMessageBox:
    def found() -> list[QMessageBox]:
        return [b for b in driver.window.findChildren(QMessageBox) if b.isVisible()]

    driver.until(lambda: bool(found()))
    return found()[0]


def press(box: QMessageBox, words: str) -> None:
    next(b for b in box.findChildren(QPushButton) if b.text() == words).click()


def test_one_press_after_a_question_that_names_the_host(show: Show) -> None:
    driver = show(f"List-Unsubscribe: <https://news.example/off>\r\n{ONE_CLICK}{SIGNED}")
    driver.until(button(driver).isVisible)
    button(driver).click()
    box = question(driver)
    assert box.text() == "Unsubscribe at news.example?"
    assert TOLD == []
    press(box, "Unsubscribe")
    driver.until(lambda: TOLD == ["https://news.example/off"])
    assert driver.window.toasts.toast.text.text().startswith("news.example was told.")


def test_a_mail_to_the_list_is_a_draft(show: Show) -> None:
    driver = show("List-Unsubscribe: <mailto:off@news.example?subject=leave>\r\n")
    driver.until(button(driver).isVisible)
    driver.bench.actions.trigger("unsubscribe")
    driver.until(lambda: driver.house.store.drafts.count(proposed=False) == 1)
    assert driver.house.store.outbox.count_open() == 0
    assert TOLD == []


def test_a_page_is_opened_after_a_question(show: Show, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    driver = show("List-Unsubscribe: <https://news.example/off>\r\n")
    driver.until(button(driver).isVisible)
    button(driver).click()
    box = question(driver)
    assert opened == []
    press(box, "Open page")
    assert opened == ["https://news.example/off"]
    assert TOLD == []


def test_mail_of_no_list_has_no_button_and_says_so(show: Show) -> None:
    driver = show("")
    driver.until(lambda: driver.bench.calls.jobs.idle)
    assert not button(driver).isVisible()
    driver.bench.actions.trigger("unsubscribe")
    toast = driver.window.toasts.toast
    driver.until(toast.isVisible)
    assert toast.text.text() == "This mail names no list that could be left."


def test_spam_is_never_told_that_somebody_reads_it(house: TestHouse) -> None:
    more = f"List-Unsubscribe: <https://news.example/off>\r\n{ONE_CLICK}{SIGNED}"
    message = house.add(mail("News", "Words.", more=more), frozenset({"SPAM"}))
    ask = unsubscribing.OfMessage(message_id=message.id)
    assert house.runner().call(unsubscribing.FIND_WAYS_OFF, ask).unwrap() == WaysOff()
    with pytest.raises(NotFound):
        house.runner().call(unsubscribing.UNSUBSCRIBE, ask)


@pytest.mark.parametrize("origin", [Origin.ASSISTANT, Origin.MCP])
def test_no_model_can_leave_a_list_or_answer_an_invitation(
    house: TestHouse, origin: Origin
) -> None:
    names = {tool.name for tool in listed(origin)}
    assert "ask_to_unsubscribe" in names  # which asks, see tests/tools/test_leaving_lists.py
    assert not names & {"unsubscribe", "answer_invitation", "open_attachment", "check_calendar"}

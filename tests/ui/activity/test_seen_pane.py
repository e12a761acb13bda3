"""Mail that assistants saw: by conversation, narrowed to one who saw it and to a week."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QDialog, QLineEdit

from desktop_app.model.draft import Origin
from desktop_app.tools.person.seen_mail import SeenConversation, SeenMail
from desktop_app.ui.activity.seen_pane import SeenPane, note, sentence
from tests.fakes.house import NOW
from tests.ui.conftest import WindowDriver


def open_pane(driver: WindowDriver) -> Any:
    driver.bench.actions.trigger("seen")
    driver.until(lambda: bool(driver.window.findChildren(SeenPane)))
    (pane,) = driver.window.findChildren(SeenPane)
    driver.until(lambda: pane.states._reading is None)
    return pane


def close(driver: WindowDriver) -> None:
    for dialog in driver.window.findChildren(QDialog):
        dialog.close()


def test_what_a_program_was_given_is_listed_and_a_row_opens_it(driver: WindowDriver) -> None:
    driver.house.runner(Origin.MCP).call_by_name("search_messages", {"query": "in:inbox"})
    pane = open_pane(driver)
    driver.until(lambda: pane.list.count() > 0)
    opened: list[int] = []
    driver.bench.navigation.thread_wanted.connect(lambda thread, _: opened.append(thread))
    pane.list.itemActivated.emit(pane.list.item(0))
    assert len(opened) == 1
    close(driver)


def test_it_is_narrowed_to_who_saw_it_and_to_a_week(driver: WindowDriver) -> None:
    driver.house.runner(Origin.MCP).call_by_name("search_messages", {"query": "in:inbox"})
    pane = open_pane(driver)
    driver.until(lambda: pane.list.count() > 0 and pane.who.count() == 2)
    pane.who.setCurrentIndex(1)
    pane.who.activated.emit(1)
    driver.until(lambda: pane.states._reading is None)
    assert pane.who.currentIndex() == 1
    assert pane.list.count() > 0
    pane.time.setCurrentIndex(2)
    pane.time.activated.emit(2)
    driver.until(lambda: pane.list.count() == 0)
    assert pane.who.count() == 2
    close(driver)


def test_a_person_of_a_row_is_never_shown_again(driver: WindowDriver) -> None:
    driver.house.runner(Origin.MCP).call_by_name("search_messages", {"query": "in:inbox"})
    pane = open_pane(driver)
    driver.until(lambda: pane.list.count() > 0)
    pane.list.setCurrentRow(-1)
    assert not pane.never.isEnabled()
    pane.list.setCurrentRow(0)
    assert pane.never.isEnabled()
    pane.never.click()
    (question,) = pane.findChildren(QDialog)
    who = question.findChild(QLineEdit).text()
    question.accept()
    clients = driver.house.store.bridge_clients
    driver.until(lambda: all(each.grant.never == (who,) for each in clients.list()))
    driver.until(lambda: pane.note.text().startswith(f"No program is shown mail with {who}"))
    close(driver)


def test_a_row_is_a_sentence() -> None:
    each = SeenConversation(7, "Lease\nrenewal", ("Dana Lee", "Sam"), 2, NOW)
    assert sentence(each, NOW).startswith("Lease renewal — Dana Lee, Sam, 2 mails, last ")


def test_what_is_gone_is_said() -> None:
    assert note(SeenMail((), (), False, 1)) == "1 mail that was given is not here any more."
    assert note(SeenMail((), (), False, 0)) == ""

"""The question of a program that asks to be let in, in the window."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from desktop_app.mcp_bridge.questions import Questions, Wanted
from desktop_app.model.bridge import LOCAL_PROGRAM, BridgeClient
from desktop_app.model.changes import Changes
from desktop_app.model.grant import EVERYTHING, ONLY_OPENED, SECRETARY
from desktop_app.model.wish import Want, Wish
from desktop_app.tools.person.letting_in import AskingPrograms
from desktop_app.ui.review.press_guard import HeldSend
from desktop_app.ui.settings.bridge_clients import came_in
from desktop_app.ui.settings.grant_form import SECRETARYS
from desktop_app.ui.settings.let_in_dialog import (
    ENDED,
    FOLDERS,
    TODAY,
    UNTIL_TAKEN,
    AskingRows,
    LetInDialog,
)
from desktop_app.ui.window import program_wishes
from desktop_app.ui.window.carried_wishes import carry_out
from tests.fakes.house import NOW
from tests.ui.conftest import WindowDriver
from tests.ui.window.test_presence import Stay, has_tray, stay

__all__ = ["has_tray", "stay"]
"""Fixtures of the window's presence."""


def wanted(name: str = "Claude Code", *, origin: str = "https://client.example/c") -> Wanted:
    redirect = "http://127.0.0.1:3000/callback"
    return Wanted(origin, origin + name, name, origin, redirect, "c" * 43, "http://127.0.0.1:1/mcp")


def questions(driver: WindowDriver) -> Questions:
    asked = driver.house.bridge.questions
    assert isinstance(asked, Questions)
    return asked


def opened(
    driver: WindowDriver, asked: Wanted | None = None, *, rested: bool = True
) -> LetInDialog:
    """The dialog of a question, as a wish opens it."""
    made = questions(driver).ask(asked or wanted(), "http://127.0.0.1:1")
    carry_out(driver.window, Wish(Want.LET_IN, question=made.id))
    driver.until(lambda: bool(driver.window.findChildren(LetInDialog)))
    [dialog] = driver.window.findChildren(LetInDialog)
    driver.until(dialog.isVisible)
    if rested:
        driver.until(dialog.refuse.isEnabled)
    return dialog


def clients(driver: WindowDriver) -> list[BridgeClient]:
    return [each for each in driver.house.store.bridge_clients.list() if each.origin]


def text(dialog: LetInDialog) -> str:
    return " ".join(label.text() for label in dialog.findChildren(QLabel))


def test_a_press_lets_in_with_what_is_shown(driver: WindowDriver) -> None:
    dialog = opened(driver)
    shown = text(dialog)
    assert "“Claude Code” asks to be let in" in shown
    assert "This name is said at client.example." in shown
    assert "a program on this computer (127.0.0.1)" in shown
    assert [box.isChecked() for box in dialog.accounts.values()] == [True]
    assert "Sees mail of conversations you opened" in dialog.said.text()
    assert "Holds until" in dialog.said.text()
    dialog.let_in.click()
    driver.until(lambda: bool(clients(driver)))
    [client] = clients(driver)
    assert (client.name, client.accounts) == ("Claude Code", ("work",))
    assert (client.grant.opened, client.grant.ends) == (ONLY_OPENED.opened, NOW + 3600)
    assert not questions(driver).open()
    driver.until(lambda: not driver.window.findChildren(LetInDialog))


def test_who_is_never_shown_is_not_shown_to_a_new_one_either(driver: WindowDriver) -> None:
    clients_of = driver.house.store.bridge_clients
    clients_of.set_grant(LOCAL_PROGRAM, EVERYTHING.never_again("dana@lee.example"))
    dialog = opened(driver)
    assert "never mail with dana@lee.example" in dialog.said.text()
    dialog.let_in.click()
    driver.until(lambda: bool(clients(driver)))
    assert clients(driver)[0].grant.never == ("dana@lee.example",)


def test_how_long_and_what_are_chosen(driver: WindowDriver) -> None:
    dialog = opened(driver)
    for choice, title in ((dialog.preset, SECRETARYS), (dialog.long, UNTIL_TAKEN)):
        choice.setCurrentText(title)
        choice.activated.emit(choice.currentIndex())
    assert dialog.grant() == SECRETARY
    assert "Holds" not in dialog.said.text()
    dialog.long.setCurrentText(TODAY)
    assert NOW < dialog.grant().ends <= NOW + 86_400
    assert not dialog.folder.isVisible()
    dialog.preset.setCurrentText(FOLDERS)
    dialog.preset.activated.emit(dialog.preset.currentIndex())
    assert dialog.folder.isVisible()
    assert dialog.grant().labels == (dialog.folder.currentData(),)
    for box in dialog.accounts.values():
        box.setChecked(False)
    assert not dialog.let_in.isEnabled()


def test_refuse_and_closing(driver: WindowDriver) -> None:
    dialog = opened(driver)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    driver.until(lambda: not driver.window.findChildren(LetInDialog))
    assert len(questions(driver).open()) == 1
    dialog = opened(driver)
    dialog.refuse.click()
    driver.until(lambda: not questions(driver).open())
    assert not clients(driver)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_no_key_on_its_way_lets_in(driver: WindowDriver, key: Qt.Key) -> None:
    dialog = opened(driver)
    for widget in (dialog, *dialog.accounts.values(), dialog.preset):
        QTest.keyClick(widget, key)
        QTest.keyClick(widget, key, Qt.KeyboardModifier.ControlModifier)
    assert not clients(driver)
    assert dialog.isVisible()
    QTest.keyClick(dialog.let_in, Qt.Key.Key_Space)
    driver.until(lambda: bool(clients(driver)))


def test_a_press_counts_once_it_has_been_there(driver: WindowDriver) -> None:
    dialog = opened(driver, rested=False)
    held = HeldSend.of_application()
    held.shut_out(True)
    try:
        assert not dialog.let_in.isEnabled()
        dialog.let_in.clicked.emit()
        dialog.refuse.clicked.emit()
        assert len(questions(driver).open()) == 1
    finally:
        held.shut_out(False)
    driver.until(dialog.let_in.isEnabled)


def test_a_question_that_has_ended_says_so(driver: WindowDriver) -> None:
    dialog = opened(driver)
    questions(driver).end()
    driver.house.store.announce(Changes(bridge=True))
    driver.until(lambda: dialog.trouble.text() == ENDED)
    assert not dialog.let_in.isEnabled()
    assert not dialog.refuse.isEnabled()


def test_who_comes_late_lets_nobody_in(driver: WindowDriver) -> None:
    dialog = opened(driver)
    questions(driver).end()
    dialog.let_in.click()
    driver.until(lambda: "does not ask any more" in dialog.trouble.text())
    assert not clients(driver)


def test_strange_names_stay_names(driver: WindowDriver) -> None:
    dialog = opened(driver, wanted("<b>You</b> are safe", origin="registered"))
    labels = [each for each in dialog.findChildren(QLabel) if "safe" in each.text()]
    assert [each.textFormat() for each in labels] == [Qt.TextFormat.PlainText]
    assert "It says itself that this is its name." in text(dialog)


def test_one_at_a_time_and_the_settings_list_them(driver: WindowDriver) -> None:
    dialog = opened(driver)
    other = questions(driver).ask(wanted("Other"), "http://127.0.0.1:1")
    carry_out(driver.window, Wish(Want.LET_IN, question=other.id))
    rows = AskingRows(driver.bench)
    driver.qtbot.addWidget(rows)
    rows.show_asking(AskingPrograms(questions(driver).open()))
    told = [each.text() for each in rows.findChildren(QLabel)]
    assert told == [f"“{name}” asks to be let in." for name in ("Claude Code", "Other")]
    assert driver.window.findChildren(LetInDialog) == [dialog]


def test_what_a_program_asks_is_offered_to_who_works_here(
    stay: Stay, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = stay.driver
    monkeypatch.setattr(program_wishes, "would_interrupt", lambda _: True)
    made = questions(driver).ask(wanted(), "http://127.0.0.1:1")
    told: list[str] = []
    driver.bench.navigation.toast_wanted.connect(lambda said, _: told.append(said))
    stay.presence.ask(Wish(Want.LET_IN, question=made.id, asked_by="Claude Code"))
    assert told == ["Claude Code asks to be let in."]
    assert not driver.window.findChildren(LetInDialog)


def test_cards_say_who_asked() -> None:
    said = [came_in(BridgeClient("1", "a", origin=each)) for each in ("", "registered")]
    assert said == ["", "It asked over HTTP."]
    assert "client.example" in came_in(BridgeClient("1", "a", origin="https://client.example/c"))

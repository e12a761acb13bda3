"""What is typed before a mail is there goes into it, and nowhere else."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.model.errors import Refused
from desktop_app.ui.type_ahead import TypeAhead
from tests.ui.conftest import Desk

Key, Modifier = Qt.Key, Qt.KeyboardModifier


def handle(desk: Desk) -> QWindow:
    """Where the system delivers keys: shortcuts are looked up on the way."""
    desk.window.activateWindow()
    found = desk.window.windowHandle()
    found.requestActivate()
    desk.qtbot.waitUntil(desk.window.isActiveWindow)
    return found


def type_text(window: QWindow, text: str) -> None:
    for sign in text:
        QTest.keyClick(window, sign)


def to_of(desk: Desk) -> list[str]:
    desk.until(lambda: desk.window.frame.shown("review"))
    review = desk.window.frame.pane("review")
    desk.until(lambda: review._saver is not None)
    return [address.email for address in review.sheet.envelope.to.addresses()]


def ahead(desk: Desk) -> TypeAhead:
    assert desk.window.fittings is not None
    return desk.window.fittings.writer._ahead


def test_all_that_is_typed_after_the_key_is_in_the_mail(desk: Desk) -> None:
    desk.open_first()
    before = desk.rows()
    window = handle(desk)
    QTest.keyClick(window, Key.Key_C)
    type_text(window, "eve#@example.orgx")
    QTest.keyClick(window, Key.Key_Backspace)
    for _ in range(3):
        QTest.keyClick(window, Key.Key_Tab)
    type_text(window, "Stairs!")
    assert to_of(desk) == ["eve#@example.org"]
    review = desk.window.frame.pane("review")
    assert review.sheet.envelope.subject.text() == "Stairs!"
    assert desk.rows() == before, "a key has acted on the list"
    type_text(window, "?")
    assert review.sheet.envelope.subject.text() == "Stairs!?", "it is held no longer"
    assert desk.window.frame.shown("review")


def test_an_answer_begins_with_what_was_typed(desk: Desk) -> None:
    desk.open_first()
    window = handle(desk)
    QTest.keyClick(window, Key.Key_R)
    type_text(window, "See you")
    to_of(desk)
    assert desk.window.frame.pane("review").sheet.body.toPlainText().startswith("See you")


def test_commands_are_left_alone(desk: Desk) -> None:
    window = handle(desk)
    done: list[str] = []
    desk.bench.actions.on("all_accounts", lambda: done.append("all"))
    desk.bench.actions.on("back", lambda: done.append("back"))
    ahead(desk).hold()
    QTest.keyClick(window, Key.Key_0, Modifier.ControlModifier)
    QTest.keyClick(window, Key.Key_U)
    assert done == ["all"]
    ahead(desk).drop()
    QTest.keyClick(window, Key.Key_U)
    assert done == ["all", "back"]


def test_the_key_that_asked_for_the_mail_may_be_held_down(desk: Desk) -> None:
    window = handle(desk)
    ahead(desk).hold()
    for repeated in (True, True, False):
        press = QKeyEvent(QEvent.Type.KeyPress, Key.Key_C, Modifier.NoModifier, "c", repeated)
        QApplication.sendEvent(window, press)
    desk.window.search.entry.setFocus()
    ahead(desk).give()
    assert desk.window.search.entry.text() == "c"


def test_a_press_of_the_mouse_chooses_another_place(desk: Desk) -> None:
    window = handle(desk)
    ahead(desk).hold()
    type_text(window, "abc")
    QTest.mouseClick(window, Qt.MouseButton.LeftButton, pos=QPoint(5, window.height() - 5))
    desk.window.search.entry.setFocus()
    ahead(desk).give()
    type_text(window, "x")
    assert desk.window.search.entry.text() == "x"


def test_a_window_that_qt_remakes_meanwhile_loses_nothing(desk: Desk) -> None:
    """As it does for the first web view."""
    window = QWindow()

    remade = SimpleNamespace(windowHandle=lambda: window)
    waiting = TypeAhead(cast("QWidget", remade), desk.window)
    waiting.hold()
    type_text(window, "abc")
    shiboken6.delete(window)
    handle(desk)
    desk.window.search.entry.setFocus()
    waiting.give()
    assert desk.window.search.entry.text() == "abc"


def test_nothing_typed_ahead_presses_a_button(desk: Desk) -> None:
    window = handle(desk)
    pressed: list[bool] = []
    button = desk.window.search.save
    button.clicked.connect(lambda: pressed.append(True))
    ahead(desk).hold()
    type_text(window, " x")
    desk.window.search.entry.setText("from:dana")
    button.show()
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.setFocus()
    assert button.hasFocus()
    ahead(desk).give()
    assert pressed == []
    QTest.keyClick(window, Key.Key_Space)
    assert pressed == [True], "the control: the key would have pressed it"


def test_a_mail_that_cannot_be_had_leaves_the_keys_to_the_list(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = handle(desk)

    def refuse(*_: object, **__: object) -> object:
        raise Refused("No.")

    monkeypatch.setattr(desk.bench.calls._runner, "call", refuse)
    QTest.keyClick(window, Key.Key_C)
    type_text(window, "abc")
    desk.until(lambda: ahead(desk)._handle is None)
    done: list[str] = []
    desk.bench.actions.on("back", lambda: done.append("back"))
    QTest.keyClick(window, Key.Key_U)
    assert done == ["back"]


def test_another_draft_that_was_on_its_way_gets_nothing(desk: Desk) -> None:
    window = handle(desk)
    assert desk.window.fittings is not None
    writer = desk.window.fittings.writer
    ahead(desk).hold()
    writer._opened = "new"
    type_text(window, "abc")
    desk.window.search.entry.setFocus()
    desk.bench.navigation.writing_shown.emit("older", True)
    assert desk.window.search.entry.text() == ""
    desk.bench.navigation.writing_shown.emit("new", True)
    assert desk.window.search.entry.text() == "abc"

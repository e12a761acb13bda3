"""The end of the desktop's session ends the program in order."""

from __future__ import annotations

from typing import cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from desktop_app.ui.window.told_to_end import heed_session


class Desktop(QObject):
    """The signal of QGuiApplication that a test can't emit: it takes a session of the desktop."""

    commitDataRequest = Signal(object)  # noqa: N815  # as Qt spells it


def test_the_desktop_has_its_answer_before_the_program_ends(qtbot: QtBot) -> None:
    desktop, ended = Desktop(), list[str]()
    heed_session(cast("QGuiApplication", desktop), lambda: ended.append("ended"), desktop)
    desktop.commitDataRequest.emit(None)
    assert ended == []
    qtbot.waitUntil(lambda: ended == ["ended"])

"""A draft whose spelling is checked with small dictionaries, and what a test looks at of it."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QAction, QTextCursor
from PySide6.QtWidgets import QMenu

from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_mail

ENGLISH = "please read the tabel and the lettr"


def all_checked(driver: WindowDriver, pane: Any) -> None:
    driver.until(lambda: pane.spelling.checking.idle)


def marked(pane: Any) -> list[str]:
    return [mark.word for _, mark in pane.spelling.marks.all()]


def in_subject(pane: Any) -> list[str]:
    subject = pane.page.envelope.subject
    return [subject.text()[start:end] for start, end in subject.misspelt]


def opened(driver: WindowDriver, body: str, subject: str = "") -> Any:
    pane = open_review(driver, own_mail(driver.house, subject=subject, body=body))
    all_checked(driver, pane)
    return pane


def menu_at(driver: WindowDriver, pane: Any, word: str) -> QMenu:
    """The menu that a press of the menu key opens with the caret behind a word."""
    body = pane.page.body
    caret = QTextCursor(body.document())
    caret.setPosition(body.text().index(word) + len(word))
    body.setTextCursor(caret)
    menu: QMenu = pane.spelling.menus.open(body.cursorRect().center())
    driver.until(menu.isVisible)
    return menu


def entries(menu: QMenu) -> list[str]:
    return [a.text() for a in menu.actions() if a.isVisible() and not a.isSeparator()]


def press(menu: QMenu, text: str) -> None:
    found: list[QAction] = [a for a in menu.actions() if a.text() == text and a.isVisible()]
    assert found, entries(menu)
    found[0].trigger()
    menu.close()

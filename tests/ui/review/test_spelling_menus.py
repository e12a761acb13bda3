"""Menus of misspelt words: what may be meant, words of one's own, the language of a paragraph."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu

from desktop_app.ui.review.spelling import menus
from desktop_app.ui.review.spelling.word_menu import BY_ITSELF, LOOKING, NONE
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_mail
from tests.ui.review.spelling_driver import (
    ENGLISH,
    all_checked,
    entries,
    in_subject,
    marked,
    menu_at,
    opened,
    press,
)

pytestmark = pytest.mark.usefixtures("dictionaries")


def test_a_suggestion_is_put_in_and_ctrl_z_takes_it_back(driver: WindowDriver) -> None:
    pane = opened(driver, "")
    body = pane.page.body
    body.setFocus()
    driver.qtbot.keyClicks(body, ENGLISH)
    all_checked(driver, pane)
    menu = menu_at(driver, pane, "tabel")
    of_word = ["table", "Add to dictionary", "Ignore here", "Language of this paragraph"]
    assert entries(menu)[:4] == of_word
    press(menu, "table")
    assert body.text() == ENGLISH.replace("tabel", "table")
    all_checked(driver, pane)
    assert marked(pane) == ["lettr"]
    body.undo()
    assert body.text() == ENGLISH
    all_checked(driver, pane)
    assert marked(pane) == ["tabel", "lettr"]
    body.undo()
    assert body.text() != ENGLISH, "what was typed before can be undone too"


def test_the_menu_has_what_the_editor_offers_and_the_switch_below(driver: WindowDriver) -> None:
    pane = opened(driver, ENGLISH)
    names = [name.replace("&", "") for name in entries(menu_at(driver, pane, "please"))]
    assert any(name.startswith("Copy") for name in names)
    assert names[-2:] == ["Language of this paragraph", "Check spelling"]
    assert "Add to dictionary" not in names


def test_shift_f10_and_the_menu_key_open_the_menu_at_the_caret(driver: WindowDriver) -> None:
    pane = opened(driver, ENGLISH, "A lettr to you")
    for widget, where in ((pane.page.body, 19), (pane.page.envelope.subject, 5)):
        widget.setFocus()
        if where == 19:
            caret = widget.textCursor()
            caret.setPosition(where)
            widget.setTextCursor(caret)
        else:
            widget.setCursorPosition(where)
        place = widget.cursorRect().center()
        for ask in (
            lambda w=widget: driver.qtbot.keyClick(
                w, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier
            ),
            lambda w=widget, p=place: QApplication.sendEvent(
                w,
                QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, p, w.mapToGlobal(p)),
            ),
        ):
            ask()
            driver.until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
            menu = QApplication.activePopupWidget()
            assert isinstance(menu, QMenu)
            assert "Add to dictionary" in entries(menu)
            menu.close()
            driver.until(lambda: QApplication.activePopupWidget() is None)


def test_a_word_of_the_subject_is_corrected_and_undone(driver: WindowDriver) -> None:
    pane = opened(driver, "", "A 😀 lettr to you")
    subject = pane.page.envelope.subject
    subject.setCursorPosition(7)
    menu = pane.spelling.menus.open_line(subject.cursorRect().center())
    driver.until(menu.isVisible)
    press(menu, "letter")
    assert subject.text() == "A 😀 letter to you"
    all_checked(driver, pane)
    assert in_subject(pane) == []
    subject.undo()
    assert subject.text() == "A 😀 lettr to you"


def test_a_word_that_was_added_is_right_everywhere_and_in_the_file(driver: WindowDriver) -> None:
    pane = opened(driver, f"{ENGLISH}\nthe tabel", "please read the tabel")
    press(menu_at(driver, pane, "tabel"), "Add to dictionary")
    driver.until(lambda: marked(pane) == ["lettr"] and in_subject(pane) == [])
    assert (driver.house.profile / "words.txt").read_text("utf-8") == "tabel\n"
    assert marked(opened(driver, "please read the tabel and not the lettr")) == ["lettr"]


def test_a_word_that_was_ignored_is_right_in_this_draft_alone(driver: WindowDriver) -> None:
    draft = own_mail(driver.house, body=f"{ENGLISH} tabel", subject="please read the tabel")
    pane = open_review(driver, draft)
    all_checked(driver, pane)
    press(menu_at(driver, pane, "tabel"), "Ignore here")
    assert (marked(pane), in_subject(pane)) == (["lettr"], [])
    pane.page.body.insertPlainText(" tabel, ")
    all_checked(driver, pane)
    assert marked(pane) == ["lettr"]
    assert "tabel" in marked(opened(driver, ENGLISH))
    pane = open_review(driver, draft)
    all_checked(driver, pane)
    assert "tabel" not in marked(pane)
    assert not (driver.house.profile / "words.txt").exists()


def test_the_language_of_a_paragraph_can_be_said_and_found_again(driver: WindowDriver) -> None:
    pane = opened(driver, "das ist nicht das Haus")
    assert marked(pane) == []

    def say(name: str) -> None:
        menu = menu_at(driver, pane, "nicht")
        choice = next(a.menu() for a in menu.actions() if a.text().startswith("Language"))
        assert isinstance(choice, QMenu)
        assert entries(choice) == [BY_ITSELF, "German", "English"]
        press(choice, name)
        menu.close()
        all_checked(driver, pane)

    say("English")
    assert len(marked(pane)) == 5
    say(BY_ITSELF)
    assert marked(pane) == []


def test_suggestions_that_come_late_fill_lines_that_are_there(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    pane = opened(driver, ENGLISH)
    monkeypatch.setattr(menus, "WAIT_MS", 0)
    waiting: list[Callable[[tuple[str, ...]], object]] = []
    monkeypatch.setattr(pane.spelling.menus, "_suggest", lambda _, done: waiting.append(done))
    menu = menu_at(driver, pane, "tabel")
    shown = entries(menu)
    assert shown[0] == LOOKING
    add = next(a for a in menu.actions() if a.text() == "Add to dictionary")
    before = menu.actionGeometry(add)
    waiting[0](("table",))
    assert entries(menu)[0] == "table"
    assert menu.actionGeometry(add) == before, "nothing has moved under the pointer"
    menu.close()
    menu = menu_at(driver, pane, "tabel")
    waiting[1](())
    assert entries(menu)[0] == NONE
    menu.close()
    waiting[1](("table",))


def test_a_mail_that_cant_be_changed_has_the_editors_menu_alone(driver: WindowDriver) -> None:
    pane = opened(driver, ENGLISH, "A lettr to you")
    pane.page.set_read_only(True)
    assert "Add to dictionary" not in entries(menu_at(driver, pane, "tabel"))
    subject = pane.page.envelope.subject
    menu = pane.spelling.menus.open_line(QPoint(subject.width() // 2, 4))
    assert "Add to dictionary" not in entries(menu)
    menu.close()

"""Spelling as a person meets it in a draft, with small dictionaries: marks, menus, keys, switch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QContextMenuEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QMenu

from desktop_app.model.address import Address
from desktop_app.ui.review.spelling import checking, menus, walking
from desktop_app.ui.review.spelling.word_menu import BY_ITSELF, LOOKING, NONE
from tests.fakes.house import TestHouse
from tests.spelling.here import small
from tests.sure import there
from tests.ui import conftest
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_mail, own_reply, stored
from tests.ui.held_runner import HeldRunner
from tests.ui.looking import until

ENGLISH = "please read the tabel and the lettr"


@pytest.fixture(autouse=True)
def dictionaries(house: TestHouse, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The window has spelling, with the small dictionaries, in this process."""
    spelling = small(house.profile, house.settings, system="de_DE")
    made = conftest.services_of
    monkeypatch.setattr(
        conftest, "services_of", lambda *given: replace(made(*given), spelling=spelling)
    )
    return spelling


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a screen reader is told."""
    words: list[str] = []
    monkeypatch.setattr(walking, "announce", lambda _, text: words.append(text))
    return words


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


def test_misspelt_words_of_the_text_and_of_the_subject_are_marked(driver: WindowDriver) -> None:
    pane = opened(driver, f"{ENGLISH}\n\ndas ist nicht das Huas", "A lettr to you")
    assert marked(pane) == ["tabel", "lettr", "Huas"]
    assert in_subject(pane) == ["lettr"]
    assert pane.page.body.accessibleDescription() == "3 misspelt words"


def test_nothing_is_stored_because_of_marks(driver: WindowDriver) -> None:
    draft = own_mail(driver.house, body=ENGLISH)
    pane = open_review(driver, draft)
    all_checked(driver, pane)
    assert marked(pane) == ["tabel", "lettr"]
    assert pane.opened.saver.idle
    assert pane.opened.saver.revision == stored(driver, draft).revision == draft.revision


def test_doubts_about_claims_stay_underlined_beside_them(driver: WindowDriver) -> None:
    pane = opened(driver, "please read the tabel, it costs 450 euros")
    from desktop_app.mail.claims.claims import claims

    pane.page.body.show_doubts(claims(pane.page.body.text()))
    assert pane.page.body.marked != []
    pane.spelling.checking.begin_anew()
    all_checked(driver, pane)
    assert "tabel" in marked(pane)
    assert pane.page.body.marked != []


def test_names_and_words_of_the_answered_mail_are_right(driver: WindowDriver) -> None:
    draft = own_reply(driver.house)
    pane = open_review(driver, draft)
    pane.page.body.insertPlainText("please write to Dana Lee and not to Quxley of the tabel")
    all_checked(driver, pane)
    assert marked(pane) == ["Quxley", "tabel"]
    subject = draft.content.subject.split()[-1].lower()
    pane.page.body.insertPlainText(f" and the {subject}")
    all_checked(driver, pane)
    assert marked(pane) == ["Quxley", "tabel"], "words of the mail"


def test_nothing_is_asked_before_it_is_known_which_names_are_right(
    held: tuple[WindowDriver, HeldRunner], dictionaries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, runner = held
    real, asked = dictionaries.check, list[bool]()

    def check(passages: Any, known: Any, leaning: str) -> Any:
        asked.append("dana" in known and "lunch" in known)
        return real(passages, known, leaning)

    monkeypatch.setattr(dictionaries, "check", check)
    monkeypatch.setattr(checking, "GATHER_MS", 0)
    draft = own_reply(driver.house, body="please write to Dana")
    assert "Lunch" in draft.content.subject
    runner.held = "words_around"
    driver.bench.navigation.open_draft(draft.id)
    until(driver.qtbot, runner.began.is_set)
    pane = driver.window.frame.review
    until(driver.qtbot, lambda: pane.page.body.text() == "please write to Dana")
    there(pane.spelling.checking)._check()
    assert asked == []
    runner.release.set()
    all_checked(driver, pane)
    assert asked
    assert all(asked)


def test_a_name_that_is_put_into_to_is_right(driver: WindowDriver) -> None:
    pane = open_review(driver, own_mail(driver.house, to=("Zoe Quxley <z@lee.example>",)))
    pane.page.body.insertPlainText("please write to Quxley and to Quxleys house and Zorb")
    all_checked(driver, pane)
    assert marked(pane) == ["Zorb"]
    pane.page.envelope.to.show_addresses((Address("Zorb", "z@lee.example"),), {})
    pane.page.body.insertPlainText(" Zorb")
    all_checked(driver, pane)
    assert marked(pane) == []


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


def test_f7_goes_to_the_next_and_shift_f7_back_and_says_it(
    driver: WindowDriver, said: list[str]
) -> None:
    pane = opened(driver, f"{ENGLISH}\nthe Huas", "A lettr to you")
    body, subject = pane.page.body, pane.page.envelope.subject
    body.setFocus()

    def go(name: str) -> str:
        driver.bench.actions.trigger(name)
        if subject.hasFocus():
            return f"subject: {subject.selectedText()}"
        return str(body.textCursor().selectedText())

    next_, before = "spelling_next", "spelling_previous"
    assert [go(next_) for _ in range(4)] == ["tabel", "lettr", "Huas", "subject: lettr"]
    assert [go(next_), go(before), go(before)] == ["tabel", "subject: lettr", "Huas"]
    words = ("tabel", "lettr", "Huas", "lettr", "tabel", "lettr", "Huas")
    assert said == [f"Misspelt: {word}" for word in words], "each once"
    assert driver.bench.actions.action(next_).shortcut().toString() == "F7"
    assert driver.bench.actions.action(before).shortcut().toString() == "Shift+F7"


def test_who_walks_onto_a_misspelt_word_is_told(driver: WindowDriver, said: list[str]) -> None:
    pane = opened(driver, ENGLISH)
    body = pane.page.body
    body.setFocus()
    caret = body.textCursor()
    for place in (0, 17, 18, 30, 33):
        caret.setPosition(place)
        body.setTextCursor(caret)
    assert said == ["Misspelt: tabel", "Misspelt: lettr"]


def test_without_a_misspelt_word_f7_says_so(driver: WindowDriver) -> None:
    pane = opened(driver, "please read the letter")
    told: list[str] = []
    driver.bench.navigation.status_wanted.connect(told.append)
    driver.bench.actions.trigger("spelling_next")
    driver.bench.services.settings.change("spelling.enabled", False)
    driver.until(lambda: not pane.spelling.marks.on)
    driver.bench.actions.trigger("spelling_next")
    assert told == [walking.NONE, walking.OFF]


def test_the_switch_of_the_menu_and_the_setting_are_one(driver: WindowDriver) -> None:
    pane = opened(driver, ENGLISH, "A lettr to you")
    action, settings = driver.bench.actions.action("spelling"), driver.bench.services.settings
    assert action.isChecked()
    action.trigger()
    driver.until(lambda: not settings.flag("spelling.enabled") and not pane.spelling.marks.on)
    assert (marked(pane), in_subject(pane)) == ([], [])
    pane.page.body.insertPlainText("tabel ")
    settings.change("spelling.enabled", True)
    driver.until(action.isChecked)
    all_checked(driver, pane)
    assert marked(pane) == ["tabel", "tabel", "lettr"]
    settings.change("spelling.languages", ("de_DE",))
    driver.until(lambda: marked(pane) == [])


def test_an_answer_that_comes_after_the_draft_was_left_marks_nothing(
    driver: WindowDriver, dictionaries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pane = opened(driver, ENGLISH)
    batch = []
    real = dictionaries.check

    def check(passages: Any, known: Any, leaning: str) -> Any:
        found = real(passages, known, leaning)
        batch.append(found)
        driver.bench.calls.jobs.hop(lambda _: pane.page.body.show_text("other words"))(None)
        return found

    monkeypatch.setattr(dictionaries, "check", check)
    pane.page.body.insertPlainText("tabel ")
    driver.until(lambda: len(batch) >= 2)
    all_checked(driver, pane)
    assert pane.page.body.text() == "other words"
    assert all(mark == "other" for mark in marked(pane))


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

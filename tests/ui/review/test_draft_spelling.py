"""Spelling as a person meets it in a draft, with small dictionaries: marks, keys, the switch."""

from __future__ import annotations

from typing import Any

import pytest

from desktop_app.model.address import Address
from desktop_app.ui.review.spelling import checking, walking
from tests.sure import there
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_mail, own_reply, stored
from tests.ui.held_runner import HeldRunner
from tests.ui.looking import until
from tests.ui.review.spelling_driver import (
    ENGLISH,
    all_checked,
    in_subject,
    marked,
    opened,
)

pytestmark = pytest.mark.usefixtures("dictionaries")


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a screen reader is told."""
    words: list[str] = []
    monkeypatch.setattr(walking, "announce", lambda _, text: words.append(text))
    return words


def test_misspelt_words_of_the_text_and_of_the_subject_are_marked(driver: WindowDriver) -> None:
    pane = opened(driver, f"{ENGLISH}\n\ndas ist nicht das Huas", "A lettr to you")
    assert marked(pane) == ["tabel", "lettr", "Huas"]
    assert in_subject(pane) == ["lettr"]
    assert pane.page.body.accessibleDescription() == "3 misspelt words"


def test_what_shows_no_language_follows_what_is_written_after_it(driver: WindowDriver) -> None:
    """A greeting and a subject are written first, and are checked before the mail has shown that
    it is in a language that was not chosen."""
    pane = opened(driver, "köszönöm szépen", "köszönöm")
    assert marked(pane) != []
    assert in_subject(pane) == ["köszönöm"]
    body = pane.page.body
    body.moveCursor(body.textCursor().MoveOperation.End)
    body.insertPlainText("\n\ntisztelt hölgyem köszönöm a levelét holnap is válaszolok rá")
    all_checked(driver, pane)
    assert marked(pane) == []
    assert in_subject(pane) == []
    body.insertPlainText("\n\nplease read the tabel")
    all_checked(driver, pane)
    assert marked(pane) == ["tabel"]


def test_the_subject_follows_formatted_words_too(driver: WindowDriver) -> None:
    pane = opened(driver, "tisztelt hölgyem köszönöm a levelét holnap is válaszolok rá", "köszönöm")
    assert in_subject(pane) == []
    pane.page.words.edit_formatted()
    driver.until(lambda: pane.rich_spelling.checking.idle and pane.rich_spelling.marks.on)
    pane.page.envelope.subject.setText("levelét")
    driver.until(lambda: pane.rich_spelling.checking.idle and pane.spelling.checking.idle)
    assert in_subject(pane) == []


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


def test_a_word_ignored_before_there_is_a_draft_stays_right_in_it(driver: WindowDriver) -> None:
    pane = opened(driver, ENGLISH)
    both = (pane.spelling, pane.rich_spelling)
    for spelling in both:
        spelling.follow("")
    pane.spelling._ignore("tabel")
    for spelling in both:
        spelling.follow("a draft")
    assert [sorted(spelling.ignored()) for spelling in both] == [["tabel"], ["tabel"]]

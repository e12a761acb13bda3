"""Cut, copy and paste of the Edit menu act on the text that has the focus."""

from __future__ import annotations

from PySide6.QtGui import QGuiApplication

from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply


def trigger(driver: WindowDriver, *verbs: str) -> None:
    for verb in verbs:
        driver.bench.actions.trigger(verb)


def test_words_of_a_draft_are_cut_and_pasted_into_the_subject(driver: WindowDriver) -> None:
    pane = open_review(driver, own_reply(driver.house, "Hello"))
    body, subject = pane.page.body, pane.page.envelope.subject
    body.setFocus()
    body.selectAll()
    trigger(driver, "cut")
    assert body.text() == ""
    subject.setFocus()
    subject.selectAll()
    trigger(driver, "paste")
    assert subject.text() == "Hello"


def test_words_are_copied_and_stay(driver: WindowDriver) -> None:
    pane = open_review(driver, own_reply(driver.house, "Hello"))
    pane.page.body.setFocus()
    pane.page.body.selectAll()
    trigger(driver, "copy")
    assert QGuiApplication.clipboard().text() == "Hello"
    assert pane.page.body.text() == "Hello"


def test_what_can_t_be_changed_is_copied_alone(driver: WindowDriver) -> None:
    pane = open_review(driver, own_reply(driver.house, "Hello"))
    pane.page.set_read_only(True)
    pane.page.body.setFocus()
    pane.page.body.selectAll()
    QGuiApplication.clipboard().setText("Other")
    trigger(driver, "cut", "paste")
    assert pane.page.body.text() == "Hello"
    assert QGuiApplication.clipboard().text() == "Other"


def test_without_a_text_in_focus_nothing_happens(driver: WindowDriver) -> None:
    driver.conversations.setFocus()
    QGuiApplication.clipboard().setText("Other")
    trigger(driver, "cut", "copy", "paste")
    assert QGuiApplication.clipboard().text() == "Other"

"""A reply to formatted mail is formatted: what is typed before its draft is there is in it, and one
writes on where one was."""

from __future__ import annotations

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_app.ui.widgets.focus import press
from tests.fakes.house import mail
from tests.sure import there
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import stored

HTML = (
    b"From: Iris <iris@lee.example>\r\nTo: alex@fernhill.example\r\nSubject: Desks\r\n"
    b"Date: Fri, 1 May 2026 10:00:00 +0000\r\nMessage-ID: <desks@lee.example>\r\n"
    b"MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    b'<p>See <a href="https://lee.example/p">the <b>plan</b></a></p>'
)


def opened(driver: WindowDriver, raw: bytes, subject: str) -> None:
    driver.house.add(raw)
    driver.until(lambda: any(r.subject == subject for r in driver.conversations.model.rows))
    rows = driver.conversations.model.rows
    place = next(n for n, row in enumerate(rows) if row.subject == subject)
    driver.conversations.view.go_to(place)
    driver.until(lambda: getattr(driver.bench.selection.opened, "thread", None) is not None)
    driver.until(lambda: there(driver.bench.selection.opened).thread.id == rows[place].id)


def test_what_is_typed_at_once_is_all_there(driver: WindowDriver) -> None:
    opened(driver, HTML, "Desks")
    driver.bench.actions.trigger("reply")
    page = driver.window.frame.review.page
    driver.until(lambda: any(editor.hasFocus() for editor in page.words.editors))
    for sign in "Yes, ":
        QTest.keyClicks(there(QApplication.focusWidget()), sign)
    driver.until(lambda: bool(driver.bench.selection.draft))
    driver.until(page.words.rich.isVisible)
    for sign in "**please** go on":
        QTest.keyClicks(there(QApplication.focusWidget()), sign)
    draft = driver.house.store.drafts.get(driver.bench.selection.draft)
    driver.until(lambda: "go on" in stored(driver, draft).content.body)
    content = stored(driver, draft).content
    assert content.body == "<div>Yes, <b>please</b> go on</div>"
    assert '<a href="https://lee.example/p">the </a>' in content.quoted
    assert page.content() == content


def test_a_reply_to_plain_mail_is_plain(driver: WindowDriver) -> None:
    opened(driver, mail("Boards", message_id="boards@lee.example"), "Boards")
    driver.bench.actions.trigger("reply")
    driver.until(lambda: bool(driver.bench.selection.draft))
    draft = driver.house.store.drafts.get(driver.bench.selection.draft)
    assert draft.content.content_type == "text/plain"


def test_all_mail_is_formatted_where_that_is_chosen(driver: WindowDriver) -> None:
    driver.house.settings.change("mail.format", "formatted")
    driver.bench.actions.trigger("compose")
    driver.until(lambda: bool(driver.bench.selection.draft))
    page = driver.window.frame.review.page
    driver.until(page.words.rich.isVisible)
    draft = driver.house.store.drafts.get(driver.bench.selection.draft)
    assert draft.content.content_type == "text/html"


def test_the_keyboard_comes_to_the_words_whatever_they_are_shown_in(driver: WindowDriver) -> None:
    """A press that opens a draft, as Z after Send does, leaves it with the review."""
    opened(driver, HTML, "Desks")
    driver.bench.actions.trigger("reply")
    words = driver.window.frame.review.page.words
    driver.until(words.rich.isVisible)
    for change in (words.edit_as_plain, words.edit_formatted):
        driver.conversations.view.setFocus()
        press(driver.window.frame.review)
        assert QApplication.focusWidget() is words.shown
        change()
    press(driver.window.frame.review)
    assert QApplication.focusWidget() is words.rich

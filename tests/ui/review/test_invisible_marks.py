"""Invisible characters that the person typed or pasted are shown as marks, and can be taken out."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.review.sheet.body_editor import BodyEditor
from desktop_app.ui.review.sheet.subject_entry import SubjectEntry
from desktop_app.ui.widgets.invisible_marks import MOST, places_in_line, places_in_view
from desktop_app.ui.widgets.theme import Theme
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply, stored
from tests.ui.review.test_pane import codes

TAGS = "\U000e0041\U000e0042"


def pixels(widget: QWidget, colour: QColor) -> int:
    image: QImage = widget.grab().toImage()
    places = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return sum(image.pixelColor(x, y) == colour for x, y in places)


def test_each_is_marked_at_its_place(qtbot: QtBot, theme: Theme) -> None:
    editor = BodyEditor(theme)
    qtbot.addWidget(editor)
    editor.resize(400, 200)
    editor.show()
    assert pixels(editor, theme.colour("warning")) == 0
    editor.show_text(f"Fine \U0001f468\u200d\U0001f469\n\nso\u00adft{TAGS} x")
    marks = list(places_in_view(editor, editor.firstVisibleBlock()))
    assert len(marks) == 3
    assert marks[0].x() < marks[1].x()
    assert len({mark.y() for mark in marks}) == 1
    assert pixels(editor, theme.colour("warning")) > 20
    editor.show_text("\u200b" * 1_000)
    assert len(list(places_in_view(editor, editor.firstVisibleBlock()))) == MOST
    editor.show_text("\n" * 500 + TAGS)
    assert list(places_in_view(editor, editor.firstVisibleBlock())) == []


def test_a_subject_marks_them_too(qtbot: QtBot, theme: Theme) -> None:
    entry = SubjectEntry(theme)
    qtbot.addWidget(entry)
    entry.resize(400, 40)
    entry.show()
    assert pixels(entry, theme.colour("warning")) == 0
    entry.setText("a\u200bbc\u200bd")
    first, second = places_in_line(entry)
    assert first.x() < second.x()
    assert pixels(entry, theme.colour("warning")) > 10
    entry.setText("\u200b" * 1_000)
    assert len(list(places_in_line(entry))) == MOST


def test_the_check_takes_them_out_as_the_persons_own_change(driver: WindowDriver) -> None:
    draft = own_reply(driver.house)
    pane = open_review(driver, draft)
    pane.page.body.insertPlainText(f"Thanks{TAGS}")
    pane.page.envelope.subject.setText(f"Re: Plan{TAGS}")
    driver.until(lambda: "invisible" in codes(pane))
    (row,) = [row for row in pane.page.checks._rows if row.check.code == "invisible"]
    assert row.check.text == "There are invisible characters in the subject and the text."
    driver.qtbot.mouseClick(row.fix, Qt.MouseButton.LeftButton)
    driver.until(lambda: "invisible" not in codes(pane))
    content = stored(driver, draft).content
    assert (content.subject, content.body) == ("Re: Plan", "Thanks")
    assert [a.email for a in content.to] == [a.email for a in draft.content.to]
    pane.page.body.undo()
    assert pane.page.body.text() == f"Thanks{TAGS}"

"""Labels of plain text, rows and columns, and tooltips."""

from __future__ import annotations

import pytest
from PySide6.QtGui import Qt
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.widgets.parts import STRETCH, STYLE, clear, column, flow, plain, rich, row
from desktop_app.ui.widgets.safe_text import MOST_MARKS, as_tooltip, clean
from tests.sure import there


def test_words_of_a_mail_in_a_label_are_no_mark_up(qtbot: QtBot) -> None:
    label = plain("<b>Lunch</b>", "strong", wrap=True, name="Subject")
    qtbot.addWidget(label)
    assert label.textFormat() is Qt.TextFormat.PlainText
    assert (label.text(), label.wordWrap(), label.accessibleName()) == (
        "<b>Lunch</b>",
        True,
        "Subject",
    )
    assert rich("<b>new</b>").textFormat() is Qt.TextFormat.RichText


def test_a_row_holds_its_parts_with_the_space_between_and_around_them(qtbot: QtBot) -> None:
    holder, one, two = QWidget(), QPushButton("One"), QPushButton("Two")
    qtbot.addWidget(holder)
    inner = column(two, gap=STYLE)
    layout = row(one, 12, inner, STRETCH, owner=holder, gap=4, margins=(1, 2, 3, 4), fill=inner)
    assert holder.layout() is layout
    assert one.parentWidget() is two.parentWidget() is holder
    assert (layout.spacing(), inner.spacing()) == (4, 4)
    assert layout.getContentsMargins() == (1, 2, 3, 4)
    assert [layout.stretch(place) for place in range(layout.count())] == [0, 0, 1, 1]


def test_a_cleared_layout_hides_its_widgets_at_once(qtbot: QtBot) -> None:
    button = QPushButton("One")
    holder = flow(button, gap=4)
    qtbot.addWidget(holder)
    holder.show()
    layout = there(holder.layout())
    clear(layout)
    assert (layout.count(), button.isHidden()) == (0, True)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Lunch & more\nat noon", "Lunch & more\nat noon"),
        ("<img src=x>\nLunch", "<p>&lt;img src=x&gt;<br>Lunch</p>"),
        ("&lt;b>", "<p>&amp;lt;b&gt;</p>"),
    ],
)
def test_a_tooltip_shows_mark_up_as_it_is_written(text: str, shown: str) -> None:
    assert as_tooltip(text) == shown
    assert Qt.mightBeRichText(as_tooltip(text)) == (shown != text)
    assert Qt.mightBeRichText(as_tooltip(text, wrap=True))


def test_of_a_pile_of_accents_no_more_are_shown_than_scripts_use() -> None:
    assert clean("a" + "\u0301" * 200 + "b" + "\u0301") == "a" + "\u0301" * MOST_MARKS + "b\u0301"
    assert clean("שָׁלוֹם") == "שָׁלוֹם"

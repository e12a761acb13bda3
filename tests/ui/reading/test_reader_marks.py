"""What the Reader draws and arranges beyond Qt's rich text, on documents with their real layout."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QTextBlock, QTextDocument, QTextTable
from pytestqt.qtbot import QtBot

from desktop_app.ui.reading.picture_sizes import sized
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.reading.reader_marks import (
    MOST_BARS,
    MOST_BUTTONS,
    Marks,
    arrange,
    quote_step,
)
from desktop_app.ui.reading.reader_style import mail_sheet
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import COLOURS, Look, contrast

TEXT = 15.0
BUTTON = '<a class="button" href="https://x.example/{0}">\u00a0{0}\u00a0</a>'


def arranged(markup: str) -> tuple[QTextDocument, Marks]:
    document = QTextDocument()
    document.setDefaultStyleSheet(mail_sheet(COLOURS[Look.LIGHT], TEXT))
    document.setTextWidth(400)
    document.setHtml(markup)
    return document, arrange(document, TEXT)


def block_of(document: QTextDocument, words: str) -> QTextBlock:
    return document.find(words).block()


def texts(document: QTextDocument, marks: Marks) -> list[str]:
    whole = document.toPlainText()
    return [whole[start:end].strip("\u00a0 ") for start, end in marks.buttons]


def test_each_button_is_found_whole_and_no_other_link(qtbot: QtBot) -> None:
    yes, no = BUTTON.format("Yes"), BUTTON.format("<b>N</b>o")
    other = '<a href="https://x.example/">other</a>'
    document, marks = arranged(f"<p>{yes}{no} {other}</p><p>{yes}</p>")
    assert texts(document, marks) == ["Yes", "No", "Yes"]
    line = block_of(document, "other").blockFormat()
    plain = arranged("<p>other</p>")[0].begin().blockFormat()
    assert line.lineHeight() > plain.lineHeight()
    assert line.bottomMargin() > plain.bottomMargin()


def test_quotes_have_a_bar_for_each_level(qtbot: QtBot) -> None:
    page = "<blockquote><p>one</p><blockquote><p>two</p></blockquote><p>three</p></blockquote>"
    document, marks = arranged(f"<p>a</p>{page}<p>b</p>")
    one, two, three = (block_of(document, word).position() for word in ("one", "two", "three"))
    assert set(marks.quotes) == {(1, one, three), (2, two, two)}
    assert block_of(document, "two").blockFormat().leftMargin() == 2 * quote_step(TEXT)


def test_lines_of_code_share_a_ground(qtbot: QtBot) -> None:
    document, marks = arranged("<pre>a\nbb\nccc</pre><p>text</p><pre>d</pre>")
    assert marks.code == (
        (block_of(document, "a").position(), block_of(document, "ccc").position()),
        (document.lastBlock().position(), document.lastBlock().position()),
    )
    assert not arranged('<table><tr><td class="whole">a</td></tr></table>')[1].code


def test_writing_from_right_to_left_begins_at_the_right(qtbot: QtBot) -> None:
    document, marks = arranged(
        '<blockquote><p dir="rtl">שלום</p></blockquote>'
        "<table><tr><td>מחיר</td><td>4</td></tr></table><table><tr><td>a</td></tr></table>"
    )
    quote = block_of(document, "שלום").blockFormat()
    assert (quote.leftMargin(), quote.rightMargin()) == (0, quote_step(TEXT))
    frames = document.rootFrame().childFrames()
    directions = [frame.format().layoutDirection() for frame in frames]
    assert all(isinstance(frame, QTextTable) for frame in frames)
    assert directions[0] == Qt.LayoutDirection.RightToLeft != directions[1]
    assert len(marks.quotes) == 1


def test_there_is_space_below_a_list_however_deep_it_ends(qtbot: QtBot) -> None:
    document, _ = arranged("<ul><li>a<ul><li>b</li></ul></li></ul><p>c</p>")
    above, below = (block_of(document, word).blockFormat() for word in "ab")
    assert below.bottomMargin() > above.bottomMargin()


def test_of_a_thousand_marks_some_are_drawn(qtbot: QtBot) -> None:
    _, marks = arranged("".join(f"<p>{BUTTON.format(n)}</p>" for n in range(300)))
    assert len(marks.buttons) == MOST_BUTTONS
    _, marks = arranged("<blockquote>q</blockquote><p>p</p>" * 600)
    assert len(marks.quotes) == MOST_BARS


@pytest.mark.parametrize("dir_", ["ltr", "rtl"])
def test_marks_are_painted_where_their_words_are(qtbot: QtBot, theme: Theme, dir_: str) -> None:
    words = "quoted" if dir_ == "ltr" else "שלום"
    page = f'<p>{BUTTON.format("Go")}</p><blockquote><p dir="{dir_}">{words}</p></blockquote>'
    reader = Reader(theme, "Mail", {})
    qtbot.addWidget(reader)
    reader.resize(400, 100)
    reader.show_html(f"{page}<pre>code</pre>")
    reader.show()
    qtbot.waitExposed(reader)
    picture = reader.viewport().grab().toImage()

    def row(word: str) -> list[str]:
        y = reader.cursorRect(reader.document().find(word)).center().y()
        return [picture.pixelColor(x, y).name().upper() for x in range(picture.width())]

    assert {theme.colours.wash, theme.colours.accent} <= set(row("Go"))
    assert theme.colours.window in row("code")
    bar = row(words).index(theme.colours.control_line)
    assert (bar < 20) is (dir_ == "ltr")


@pytest.mark.parametrize("look", list(Look))
def test_what_is_quiet_is_read_as_well(look: Look) -> None:
    colours = COLOURS[look]
    grounds = {
        colours.surface: (colours.text, colours.second, colours.accent),
        colours.window: (colours.text, colours.second, colours.accent),
        colours.hover: (colours.text, colours.second),
        colours.wash: (colours.accent,),
    }
    for ground, inks in grounds.items():
        for ink in inks:
            assert contrast(ink, ground) >= 4.5, (ink, ground)


def picture(width: int, height: int) -> QImage:
    return QImage(width, height, QImage.Format.Format_RGB32)


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        ("", ' width="600"'),
        (' width="300"', ' width="300"'),
        (' width="900"', ' width="600"'),
        (' height="100"', ' width="300"'),
        (' width="300" height="20"', ' width="60"'),
    ],
)
def test_a_picture_is_as_large_as_asked_and_never_blurred_up(asked: str, shown: str) -> None:
    page = f'<img src="cid:a" alt="A"{asked}>'
    assert sized(page, {"a": picture(600, 200)}) == f'<img src="cid:a" alt="A"{shown}>'


def test_pictures_that_are_dots_are_missing_or_unknown() -> None:
    page = '<img src="cid:a" alt="A &amp; B"><img src="cid:b" alt=""><img src="cid:c" alt="">'
    shown = sized(page, {"a": QImage(), "b": picture(1, 40)})
    assert shown == '<i class="alt">[A &amp; B]</i><img src="cid:c" alt="">'
    assert sized('<img src="cid:a" alt="">', {"a": QImage()}) == '<i class="alt">[picture]</i>'


def test_a_wide_picture_is_made_as_narrow_as_the_column(qtbot: QtBot, theme: Theme) -> None:
    reader = Reader(theme, "Mail", {"a": picture(900, 90), "b": picture(900, 90)})
    qtbot.addWidget(reader)
    reader.resize(300, 100)
    reader.show_html(
        '<img src="cid:a" alt="" width="900"><blockquote><img src="cid:b" alt="" width="900">'
        "</blockquote>"
    )
    reader.show()
    qtbot.waitExposed(reader)
    assert reader.horizontalScrollBar().maximum() == 0
    assert reader.document().size().width() <= 300

"""Where the parts of a compact row are painted, in both directions of writing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, QRect
from PySide6.QtGui import QFontMetrics, QImage, QPainter

from desktop_app.ui.mailbox.conversation_delegate import ConversationDelegate
from desktop_app.ui.mailbox.conversation_rows import ConversationRow
from desktop_app.ui.widgets.theme import Theme
from tests.ui.mailbox.test_conversation_model import row

LINE = QRect(28, 20, 300, 18)
LATIN, HEBREW = "Budget", "תקציב השנה"
LONG_LATIN, LONG_HEBREW = "A subject without end " * 9, "נושא ארוך מאוד " * 9


@pytest.fixture
def delegate(theme: Theme) -> ConversationDelegate:
    made = ConversationDelegate(theme, QObject(theme))
    made.compact = True
    return made


def made(subject: str, snippet: str) -> ConversationRow:
    return replace(row(1), subject=subject, snippet=snippet)


@pytest.mark.parametrize("subject", [LATIN, HEBREW, LONG_LATIN, LONG_HEBREW])
@pytest.mark.parametrize("snippet", [LONG_LATIN, LONG_HEBREW])
def test_subject_and_snippet_stand_side_by_side(
    delegate: ConversationDelegate, subject: str, snippet: str
) -> None:
    first, second = delegate.compact_boxes(LINE, made(subject, snippet))
    assert not first.intersects(second)
    assert LINE.contains(first)
    assert second.isEmpty() or LINE.contains(second)
    metrics = QFontMetrics(delegate._plain)
    assert first.width() >= min(metrics.horizontalAdvance(subject), LINE.width())


def test_the_subject_stands_where_its_line_begins(delegate: ConversationDelegate) -> None:
    first, _ = delegate.compact_boxes(LINE, made(LATIN, LONG_HEBREW))
    assert first.left() == LINE.left()
    first, _ = delegate.compact_boxes(LINE, made(HEBREW, LONG_LATIN))
    assert first.right() == LINE.right()


def inked(delegate: ConversationDelegate, theme: Theme, painted: ConversationRow) -> set[int]:
    """The columns that have ink in them."""
    image = QImage(LINE.right() + 40, 60, QImage.Format.Format_RGB32)
    image.fill(theme.colour("surface"))
    ground = theme.colour("surface").rgb()
    painter = QPainter(image)
    delegate._compact_line(painter, LINE, painted)
    painter.end()
    width, height = image.width(), image.height()
    return {x for x in range(width) if any(image.pixel(x, y) != ground for y in range(height))}


@pytest.mark.parametrize("subject", [LATIN, HEBREW])
@pytest.mark.parametrize("snippet", [LONG_LATIN, LONG_HEBREW])
def test_nothing_is_painted_over_the_subject(
    delegate: ConversationDelegate, theme: Theme, subject: str, snippet: str
) -> None:
    whole = made(subject, snippet)
    first, _ = delegate.compact_boxes(LINE, whole)
    alone = inked(delegate, theme, made(subject, ""))
    both = inked(delegate, theme, whole)
    inside = set(range(first.left(), first.right() + 1))
    assert alone
    assert both & inside == alone & inside

"""Hits in the painted rows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter

from desktop_app.ui.mailbox.marked_line import draw_marked, kept_spans
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Type

WIDTH = 400


@pytest.mark.parametrize(
    ("text", "shown", "kept"),
    [
        ("a long text", "a long text", ((2, 6), (7, 11))),
        ("a long text", "a lon…", ((2, 5),)),
        ("a long text", "a …", ()),
        ("a long text", "…", ()),
    ],
)
def test_an_elided_line_keeps_the_marks_that_can_be_seen(
    text: str, shown: str, kept: tuple[tuple[int, int], ...]
) -> None:
    assert kept_spans(((2, 6), (7, 11)), shown, text) == kept


def marked_columns(theme: Theme, text: str, span: tuple[int, int]) -> list[int]:
    """The columns in which the mark's ground is painted."""
    image = QImage(WIDTH, 30, QImage.Format.Format_RGB32)
    image.fill(theme.colour("surface"))
    painter = QPainter(image)
    painter.setFont(theme.font(Type.TEXT))
    painter.setPen(theme.colour("text"))
    draw_marked(painter, theme, QRect(0, 0, WIDTH, 30), text, (span,))
    painter.end()
    hit = theme.colour("hit").name()
    return [x for x in range(WIDTH) if any(image.pixelColor(x, y).name() == hit for y in range(30))]


def test_the_mark_lies_under_its_word_in_both_directions(theme: Theme) -> None:
    first = marked_columns(theme, "hit and more words", (0, 3))
    later = marked_columns(theme, "more words and hit", (15, 18))
    assert first[0] <= 2 < first[-1] < later[0]
    hebrew = marked_columns(theme, "שלום לכולם", (0, 4))
    assert hebrew[-1] >= WIDTH - 3
    assert hebrew[0] > WIDTH // 2

"""Rows of lists of people: what stands on the right is never written over, and takes no room where
there is nothing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, QStringListModel
from PySide6.QtGui import QFontMetrics, QImage, QPainter
from PySide6.QtWidgets import QListView, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from desktop_app.ui.widgets.person_rows import AnyIndex, PersonRowDelegate, RowWords
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Type

WIDE, LONG = 400, "l" * 400


class Told(PersonRowDelegate):
    told: RowWords | None = None

    def words(self, index: AnyIndex) -> RowWords | None:
        del index
        return self.told


def inked(theme: Theme, qtbot: QtBot, words: RowWords | None) -> tuple[list[int], list[int]]:
    """The columns with ink, in the upper line and in the lower."""
    view, model = QListView(), QStringListModel(["one"])
    qtbot.addWidget(view)
    delegate = Told(theme, view)
    delegate.told = words
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, WIDE, 0)
    high = delegate.sizeHint(option, model.index(0)).height()
    option.rect = QRect(0, 0, WIDE, high)
    image = QImage(WIDE, high, QImage.Format.Format_RGB32)
    ground = theme.colour("surface")
    image.fill(ground)
    painter = QPainter(image)
    delegate.paint(painter, option, model.index(0))
    painter.end()

    def columns(top: int, bottom: int) -> list[int]:
        rows = range(top, bottom)
        return [x for x in range(WIDE) if any(image.pixelColor(x, y) != ground for y in rows)]

    return columns(0, high // 2), columns(high // 2, high - 1)  # a line divides it from the next


@pytest.mark.parametrize("seed", ["", "dana@x.example"])
def test_a_long_name_ends_before_what_stands_beside_it(
    theme: Theme, qtbot: QtBot, seed: str
) -> None:
    taken = QFontMetrics(theme.font(Type.CAPTION)).horizontalAdvance("2,401 mails")
    begins = WIDE - theme.px(12) - taken
    between = range(begins - theme.px(8) + 2, begins - 1)
    beside = RowWords(LONG, LONG, "2,401 mails", "2,401 mails", seed)
    for columns in inked(theme, qtbot, beside):
        assert not set(between) & set(columns)
        assert max(columns) > begins
    for columns in inked(theme, qtbot, RowWords(LONG, LONG, seed=seed)):
        assert max(columns) > WIDE - theme.px(12) - theme.px(8)


def test_initials_stand_only_where_they_have_a_colour(theme: Theme, qtbot: QtBot) -> None:
    plain, _ = inked(theme, qtbot, RowWords("Dana", "d@x.example"))
    with_initials, _ = inked(theme, qtbot, RowWords("Dana", "d@x.example", seed="d@x.example"))
    assert max(with_initials) >= max(plain) + theme.px(12)


def test_a_row_without_anybody_stays_empty(theme: Theme, qtbot: QtBot) -> None:
    assert inked(theme, qtbot, None) == ([], [])

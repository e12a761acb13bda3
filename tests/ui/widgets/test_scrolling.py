"""A screen reader's view of a scroll area does not change when there is less to scroll."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.widgets.scrolling import ScrollColumn
from tests.ui.turning import settle

MUCH = "much\n" * 200


def filled(area: QScrollArea, qtbot: QtBot) -> QLabel:
    page = QWidget()
    layout = QVBoxLayout(page)
    label = QLabel(MUCH)
    layout.addWidget(label)
    area.setWidgetResizable(True)
    area.setWidget(page)
    area.resize(200, 200)
    qtbot.addWidget(area)
    area.show()
    qtbot.waitExposed(area)
    return label


def children_seen(area: QScrollArea, qtbot: QtBot) -> list[int]:
    """How many children it has for a screen reader: with much in it, with little, hidden."""
    label = filled(area, qtbot)

    def seen() -> int:
        settle()
        return QAccessible.queryAccessibleInterface(area).childCount()

    counts = [seen()]
    label.setText("little")
    counts.append(seen())
    label.setText(MUCH)
    area.hide()
    counts.append(seen())
    return counts


def test_the_children_stay_the_same(qtbot: QtBot) -> None:
    assert children_seen(ScrollColumn(), qtbot) == [1, 1, 1]


def test_without_it_one_would_go(qtbot: QtBot) -> None:
    """The control: what Qt's own area does."""
    assert children_seen(QScrollArea(), qtbot) == [2, 1, 1]


def test_bar_and_content_move_together(qtbot: QtBot) -> None:
    area = ScrollColumn()
    filled(area, qtbot)
    settle()
    inner = area.verticalScrollBar()
    assert (area.bar.maximum(), area.bar.pageStep()) == (inner.maximum(), inner.pageStep())
    assert inner.maximum() > 0
    area.bar.setValue(100)
    assert inner.value() == 100
    inner.setValue(inner.maximum())
    assert area.bar.value() == inner.maximum()


def test_a_bar_with_nothing_to_scroll_is_not_painted(qtbot: QtBot) -> None:
    area = ScrollColumn()
    assert area.bar.maximum() == area.bar.minimum()
    filled(area, qtbot).setText("little")
    settle()
    assert area.bar.maximum() == area.bar.minimum()


def test_the_width_inside_stays_too(qtbot: QtBot) -> None:
    area = ScrollColumn()
    label = filled(area, qtbot)
    settle()
    before = area.viewport().width()
    label.setText("little")
    settle()
    assert area.viewport().width() == before


def test_no_other_scroll_area_is_used() -> None:
    folder = Path(__file__).parents[3] / "desktop_app" / "ui"
    found = [
        path.name
        for path in folder.rglob("*.py")
        if re.search(r"QScrollArea\(|\(QScrollArea\)", path.read_text("utf-8"))
    ]
    assert found == ["scrolling.py"]

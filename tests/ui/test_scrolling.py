"""A screen reader's view of a scroll area does not change when there is less to scroll."""

from __future__ import annotations

import re
from pathlib import Path

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.scrolling import ScrollColumn


def children_seen(area: QScrollArea, qtbot: QtBot) -> list[int]:
    """How many children it has for a screen reader: with much in it, then with little."""
    page = QWidget()
    layout = QVBoxLayout(page)
    label = QLabel("much\n" * 200)
    layout.addWidget(label)
    area.setWidgetResizable(True)
    area.setWidget(page)
    area.resize(200, 200)
    qtbot.addWidget(area)
    area.show()
    qtbot.waitExposed(area)
    counts = []
    for text in ("much\n" * 200, "little"):
        label.setText(text)
        qtbot.wait(50)
        seen = QAccessible.queryAccessibleInterface(area)
        counts.append(seen.childCount())
    return counts


def test_the_children_stay_the_same(qtbot: QtBot) -> None:
    much, little = children_seen(ScrollColumn(), qtbot)
    assert much == little


def test_without_it_one_would_go(qtbot: QtBot) -> None:
    """The control: what Qt's own area does."""
    much, little = children_seen(QScrollArea(), qtbot)
    assert much > little


def test_the_width_inside_stays_too(qtbot: QtBot) -> None:
    area = ScrollColumn()
    children_seen(area, qtbot)
    narrow = area.viewport().width()
    area.widget().findChild(QLabel).setText("much\n" * 200)
    qtbot.wait(50)
    assert area.viewport().width() == narrow


def test_no_other_scroll_area_is_used() -> None:
    folder = Path(__file__).parents[2] / "desktop_app" / "ui"
    found = [
        path.name
        for path in folder.rglob("*.py")
        if re.search(r"QScrollArea\(|\(QScrollArea\)", path.read_text("utf-8"))
    ]
    assert found == ["scrolling.py"]

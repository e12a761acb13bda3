"""A scroll bar is painted while one scrolls or points at it; its place is kept all the time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QStringListModel, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QListView, QListWidget, QTableView, QTreeView
from pytestqt.qtbot import QtBot

from desktop_app.ui.widgets.scrolling import STEADY, QuietBar, quiet_bar
from tests.sure import anew
from tests.ui.turning import settle


@pytest.fixture
def rows(qtbot: QtBot, qapp: QApplication) -> Iterator[QListWidget]:
    before = qapp.property(STEADY)
    qapp.setProperty(STEADY, False)
    found = QListWidget()
    quiet_bar(found)
    qtbot.addWidget(found)
    found.resize(200, 120)
    found.addItems([f"Row {n}" for n in range(40)])
    found.show()
    settle()
    yield found
    qapp.setProperty(STEADY, before)


def bar_of(rows: QListWidget) -> QuietBar:
    bar = rows.verticalScrollBar()
    assert isinstance(bar, QuietBar)
    return bar


def painted(bar: QuietBar) -> bool:
    """Whether anything is drawn on its place."""
    image = QImage(bar.size(), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    bar.render(image, renderFlags=bar.RenderFlag(0))
    empty = QImage(bar.size(), QImage.Format.Format_ARGB32)
    empty.fill(Qt.GlobalColor.transparent)
    return image != empty


def test_it_is_seen_for_a_moment_after_a_move_and_moves_nothing(rows: QListWidget) -> None:
    bar = bar_of(rows)
    width = rows.viewport().width()
    assert bar.seen
    assert painted(bar)
    bar._rest.stop()
    assert not anew(lambda: bar.seen)
    assert not painted(bar)
    assert rows.viewport().width() == width
    rows.scrollToBottom()
    assert painted(bar)
    assert rows.viewport().width() == width


def test_in_high_contrast_it_is_always_seen(rows: QListWidget, qapp: QApplication) -> None:
    bar = bar_of(rows)
    bar._rest.stop()
    qapp.setProperty(STEADY, True)
    assert painted(bar)


def test_with_nothing_to_scroll_there_is_none(rows: QListWidget) -> None:
    rows.clear()
    settle()
    bar_of(rows)._moved()
    assert not bar_of(rows).seen


def test_while_it_is_held_it_stays(rows: QListWidget) -> None:
    bar = bar_of(rows)
    bar._rest.stop()
    bar.setSliderDown(True)
    assert bar.seen
    bar.setSliderDown(False)


class Pages(QStringListModel):
    """Model with two more pages, each given when asked for."""

    left = 2

    def canFetchMore(self, parent: QModelIndex | QPersistentModelIndex) -> bool:  # noqa: N802
        return self.left > 0

    def fetchMore(self, parent: QModelIndex | QPersistentModelIndex) -> None:  # noqa: N802
        self.left -= 1
        self.setStringList([*self.stringList(), *(f"More {n}" for n in range(40))])


@pytest.mark.parametrize("quiet", [True, False], ids=["this bar", "Qt's own"])
def test_a_list_reads_on_at_its_end(qtbot: QtBot, quiet: bool) -> None:
    view, model = QListView(), Pages([f"Row {n}" for n in range(40)])
    if quiet:
        quiet_bar(view)
    view.setModel(model)
    qtbot.addWidget(view)
    view.resize(200, 120)
    view.show()
    settle()
    left = model.left
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    assert model.left == left - 1


def test_a_drag_of_the_bar_is_heard_as_of_qts_own(qtbot: QtBot) -> None:
    """Signals a view listens to on its bar are those of any other view of its kind."""
    for kind in (QListView, QTableView, QTreeView):
        own, given = kind(), kind()
        qtbot.addWidget(own)
        qtbot.addWidget(given)
        quiet_bar(given)
        for signal in ("2actionTriggered(int)", "2valueChanged(int)", "2rangeChanged(int,int)"):
            wanted = own.verticalScrollBar().receivers(signal)
            assert given.verticalScrollBar().receivers(signal) >= wanted, (kind, signal)

"""The toolbar: the actions' groups around the search entry."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QToolBar, QWidget

from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.tokens import Size


def make_toolbar(bench: Workbench, search: QWidget) -> QToolBar:
    """Writing, answering and organising to the left of the search entry, the rest behind it."""
    bar, px = QToolBar("Toolbar"), bench.theme.px
    bar.setObjectName("toolbar")
    bar.setMovable(False)
    bar.setIconSize(QSize(px(Size.ICON), px(Size.ICON)))
    bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
    for group in (1, 2, 3):
        bench.actions.fill_toolbar(bar, group)
        bar.addSeparator()
    bar.addWidget(search)
    bench.actions.fill_toolbar(bar, 4)
    return bar

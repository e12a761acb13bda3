"""Toolbar: writing, answering and organising to the left of the search entry, the rest behind it.

Its buttons come from the table of actions; what they do is not known here.
"""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QToolBar, QToolButton

from desktop_app.ui.bench.actions import EXTENSION
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.search_pane import SearchPane
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size


class Toolbar(QToolBar):
    """Bar with the buttons of the table's groups 1 to 3, `search`, and those of group 4."""

    def __init__(self, bench: Workbench, search: SearchPane) -> None:
        super().__init__("Toolbar")
        self._px = bench.theme.px
        self.setObjectName("toolbar")
        self.setMovable(False)
        self._save = search.save
        self.iconSizeChanged.connect(search.save.setIconSize)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        for group in (1, 2, 3):
            bench.actions.fill_toolbar(self, group)
            self.addSeparator()
        self.addWidget(search)
        bench.actions.fill_toolbar(self, 4)

    def fit(self, width: int) -> None:
        """Show words beside the icons where a window of `width` pixels has room for them, and less
        around the icons where it is short of room. What was unfolded is folded again: Qt keeps it,
        and lays the button that unfolds over another, where all buttons have room now."""
        style, side = Qt.ToolButtonStyle, self._px(Size.ICON)
        words = width >= self._px(Size.WORDS_FROM)
        shown = style.ToolButtonTextBesideIcon if words else style.ToolButtonIconOnly
        self.setToolButtonStyle(shown)
        self.setIconSize(QSize(side, side))
        narrow = width < self._px(Size.ROOMY_FROM)
        for button in (*map(self.widgetForAction, self.actions()), self._save):
            if isinstance(button, QToolButton):
                set_role(button, "narrow" if narrow else "flat")
        unfolds = self.findChild(QToolButton, EXTENSION)
        if unfolds is not None and unfolds.isChecked():
            unfolds.click()

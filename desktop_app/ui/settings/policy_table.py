"""Table of what the assistant and connected programs may do: who they are, by what they want."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from desktop_app.settings import Settings
from desktop_app.settings_row import Setting
from desktop_app.ui.settings.rows import OnChange, editor
from desktop_app.ui.widgets.parts import plain
from desktop_app.ui.widgets.theme import Theme

POLICY = "policy."
_AFTER = ": "


class PolicyTable(QWidget):
    """A choice in each cell, named by the setting: allow, ask, deny, as that one allows. A row's
    label is `who: what`."""

    def __init__(
        self, rows: list[Setting], settings: Settings, theme: Theme, change: OnChange
    ) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.px(12))
        grid.setVerticalSpacing(theme.px(4))
        people: list[str] = []
        verbs: list[str] = []
        for each in rows:
            who, what = each.label.split(_AFTER, 1)
            for name, names in ((who, people), (what, verbs)):
                if name not in names:
                    names.append(name)
            cell = editor(each, settings, theme, change)
            grid.addWidget(cell, 1 + people.index(who), 1 + verbs.index(what))
        middle = Qt.AlignmentFlag.AlignVCenter
        for place, name in enumerate(people, start=1):
            grid.addWidget(plain(name), place, 0, middle)
        for place, name in enumerate(verbs, start=1):
            grid.addWidget(plain(name.capitalize(), "caption"), 0, place)
        grid.setColumnStretch(1 + len(verbs), 1)

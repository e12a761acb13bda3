"""Line above the conversations: all that match can be selected, not the loaded ones alone."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.tools.person import mail_list
from desktop_app.tools.person.mail_list import FoundThreads, SearchThreads
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dates import number
from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.parts import plain
from desktop_app.ui.widgets.theme import set_role

KEY = "all matches"


class AllMatchesLine(QWidget):
    """`All 50 loaded are selected. Select all 2,314 that match`; hidden while there are no others
    or not all that are loaded are selected. `cleared` when nothing is to be selected."""

    cleared = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._wanted = SearchThreads()
        self._found: tuple[int, ...] = ()
        self.told = plain(role="caption")
        self.button = QPushButton()
        set_role(self.button, "link")
        self.button.clicked.connect(self._press)
        px = bench.theme.px
        flow = FlowLayout(self, px(4))  # the list is narrow: the button may take a second line
        flow.setContentsMargins(px(28), 0, px(8), px(4))
        flow.addWidget(self.told)
        flow.addWidget(self.button)
        self.hide()

    def follow(self, wanted: SearchThreads, loaded: int, *, more: bool) -> None:
        """What the list asks for, how many rows of it are loaded, and whether there are `more`."""
        selection = self._bench.selection
        offered = more and loaded > 0 and len(selection.rows) == loaded
        if selection.beyond:
            self._say(f"All {number(selection.count)} that match are selected.", "Select none")
        elif not offered:
            self._bench.calls.jobs.cancel(KEY)
            self._found = ()
            self.hide()
        elif self._found and self._wanted == wanted:
            self._offer()
        else:
            self._wanted = wanted
            self._find()

    def _find(self) -> None:
        self.told.setText(f"All {number(len(self._bench.selection.rows))} loaded are selected.")
        self.button.hide()
        self.show()
        params = mail_list.FindThreads(
            query=self._wanted.query,
            account=self._wanted.account,
            include_spam_trash=self._wanted.include_spam_trash,
            typing=self._wanted.typing,
        )
        self._bench.calls.ask(
            mail_list.FIND_THREADS, params, done=self._on_found, key=KEY, owner=self
        )

    def _on_found(self, found: FoundThreads) -> None:
        self._found = found.thread_ids
        self._offer()

    def _offer(self) -> None:
        loaded = len(self._bench.selection.rows)
        words = f"Select all {number(len(self._found))} that match"
        self._say(f"All {number(loaded)} loaded are selected.", words)

    def _say(self, told: str, button: str) -> None:
        self.told.setText(told)
        self.button.setText(button)
        self.button.setAccessibleName(button)
        self.button.show()
        self.show()

    def _press(self) -> None:
        if self._bench.selection.beyond:
            self.cleared.emit()
        else:
            self._bench.selection.reach(self._found)

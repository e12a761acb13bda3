"""Line below the conversations: what a search finds in Spam and Trash, where it does not look."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.tools.person import mail_list
from desktop_app.tools.person.mail_list import HiddenHits
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.parts import plain, row
from desktop_app.ui.widgets.theme import set_role


class HiddenHitsLine(QWidget):
    """`3 more in Spam and Trash: Show`; hidden while there are none. `wanted` by the press."""

    wanted = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self.told = plain(role="caption", wrap=True)
        self.show_all = QPushButton("Show")
        set_role(self.show_all, "link")
        self.show_all.clicked.connect(self.wanted)
        px = bench.theme.px
        margins = (px(28), px(4), px(8), px(4))
        row(self.told, self.show_all, owner=self, gap=px(4), margins=margins, fill=self.told)
        self.hide()

    def clear(self) -> None:
        self._bench.calls.jobs.cancel("hidden hits")
        self.hide()

    def count(self, query: str, account_id: str, shown: tuple[int, ...], *, typing: bool) -> None:
        """Ask how many conversations there are beside those that are `shown`."""
        self.clear()
        self._bench.calls.ask(
            mail_list.COUNT_HIDDEN,
            mail_list.CountHidden(query=query, account=account_id, shown=shown, typing=typing),
            done=self._show_count,
            key="hidden hits",
            owner=self,
        )

    def _show_count(self, hits: HiddenHits) -> None:
        more = f"over {hits.count}" if hits.at_least else str(hits.count)
        places = " and ".join(hits.places)
        self.told.setText(f"{more} more in {places}:")
        self.show_all.setAccessibleName(f"Show {more} more in {places}")
        self.setVisible(hits.count > 0)

"""Line below the conversations: what a search finds in Spam and Trash, where it does not look."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from desktop_app.tools.person import mail_list
from desktop_app.tools.person.mail_list import HiddenHits
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.theme import set_role


class HiddenHitsLine(QPushButton):
    """`3 more in Spam and Trash: Show`; hidden while there are none. A press is `clicked`."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        set_role(self, "link")
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
        self.setText(f"{more} more in {' and '.join(hits.places)}: Show")
        self.setVisible(hits.count > 0)

"""Head of the list of conversations: which list it is, and how many were found or are selected."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from desktop_app.model.message import Label
from desktop_app.tools.person.folders import SidebarCounts
from desktop_app.ui.bench.folders import BY_QUERY, title_of
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dates import number
from desktop_app.ui.widgets.parts import plain, row


class ListHead(QWidget):
    """`title` and `note`, side by side."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        px = bench.theme.px
        self._accounts: dict[str, str] = {}
        self._labels: tuple[Label, ...] = ()
        self.title, self.note = plain(role="strong"), plain(role="caption")
        margins = (px(28), px(8), px(12), px(8))
        row(self.title, self.note, owner=self, margins=margins, fill=self.title)

    def follow(self, counts: SidebarCounts) -> None:
        """Take over the names of accounts and what was counted."""
        self._accounts = {account.id: account.name for account in counts.accounts}
        self._labels = counts.labels

    def show_title(self, query: str, account: str) -> None:
        """The title of a query, and the account if it is of one alone."""
        name, title = self._accounts.get(account, ""), title_of(query)
        self.title.setText(f"{title} · {name}" if name else title)

    def known_size(self, query: str, account: str) -> str:
        """How many mails stand under the label of a query, as counted last."""
        folder = BY_QUERY.get(query)
        name = folder.label if folder is not None else title_of(query)
        labels = [label for label in self._labels if name in {label.id, label.name}]
        count = sum(label.total for label in labels if account in {"", label.account_id})
        return f"It holds {number(count)} {'mail' if count == 1 else 'mails'}." if count else ""

    def tell_found(self, count: int, *, more: bool, everywhere: bool) -> None:
        too = ", with Spam and Trash" if everywhere else ""
        self.note.setText(f"{'over ' if more else ''}{count} found{too}")

    def tell_selected(self, count: int, *, choosing: bool) -> None:
        """Say how many are selected, if it is more than the one that is open."""
        if count > 1 or choosing:
            self.note.setText(f"{number(count)} selected")
        elif self.note.text().endswith("selected"):
            self.note.setText("")

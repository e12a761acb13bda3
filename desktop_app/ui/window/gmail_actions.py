"""*Open in Gmail*, for the message and for the draft that the selection points at.

The actions are seen only where Gmail has what is selected.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.model.changes import Changes
from desktop_app.model.errors import KnownError
from desktop_app.tools.person import draft_lists
from desktop_app.tools.person.draft_lists import GmailPage
from desktop_app.ui.bench.action_table import Need
from desktop_app.ui.bench.references import open_draft_in_gmail, open_page
from desktop_app.ui.bench.workbench import Workbench


class GmailActions(QObject):
    """Answers to both actions, and says whether there is something to open."""

    def __init__(self, bench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self._draft = ""
        bench.actions.on("open_in_gmail", self._open_message)
        bench.actions.on("draft_in_gmail", lambda: open_draft_in_gmail(bench, self._draft))
        bench.selection.changed.connect(self._follow)
        bench.announcements.changed.connect(self._on_changed)

    @property
    def _page(self) -> str:
        """Where Gmail shows the message that is current; empty without one."""
        selection = self._bench.selection
        if selection.opened is None or selection.message is None:
            return ""
        return selection.opened.gmail_links.get(selection.message.id, "")

    def _open_message(self) -> None:
        open_page(self._page)

    def _follow(self) -> None:
        self._bench.actions.have(Need.IN_GMAIL, bool(self._page))
        draft_id = self._bench.selection.draft
        if draft_id != self._draft:
            self._draft = draft_id
            self._bench.actions.have(Need.DRAFT_IN_GMAIL, False)
            self._look()

    def _on_changed(self, changes: Changes) -> None:
        if changes.drafts or changes.accounts:
            self._look()

    def _look(self) -> None:
        if self._draft:
            self._bench.calls.ask(
                draft_lists.FIND_IN_GMAIL,
                draft_lists.FindInGmail(draft_id=self._draft),
                done=self._found,
                failed=self._not_found,
                key="draft in gmail",
                owner=self,
            )

    def _found(self, page: GmailPage) -> None:
        self._bench.actions.have(Need.DRAFT_IN_GMAIL, bool(page.place.page))

    def _not_found(self, _: KnownError) -> None:
        self._bench.actions.have(Need.DRAFT_IN_GMAIL, False)

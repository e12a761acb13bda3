"""Further hits of a search, below its conversations: what is close, inside attachments, in Spam and
Trash, in drafts, on servers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop_app.model.later import made_once
from desktop_app.tools.person.mail_list import SearchThreads
from desktop_app.ui.bench.folders import BY_QUERY
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.draft_hits import DraftHitsList
from desktop_app.ui.mailbox.hidden_hits import HiddenHitsLine
from desktop_app.ui.mailbox.loaded_page import LoadedPage
from desktop_app.ui.widgets.parts import column

if TYPE_CHECKING:
    from desktop_app.ui.mailbox.close_hits import CloseHitsList
    from desktop_app.ui.mailbox.file_hits import FileHitsList
    from desktop_app.ui.mailbox.server_hits import ServerHitsList


class FurtherHits(QWidget):
    """Lists that are there where a search finds something. A folder is no search: what is close and
    what is inside attachments is made by the first one. `found` once one of the lists has changed,
    `asked(str)` with the query that close matches mean."""

    found = Signal()
    asked = Signal(str)

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self.hidden = HiddenHitsLine(bench)
        self.drafts = DraftHitsList(bench)
        self.server: ServerHitsList | None = None
        self._column = column(self.hidden, self.drafts, owner=self)
        self.drafts.found.connect(lambda _: self.found.emit())

    @made_once
    def close_hits(self) -> CloseHitsList:
        from desktop_app.ui.mailbox.close_hits import CloseHitsList

        made = CloseHitsList(self._bench)
        made.found.connect(lambda _: self.found.emit())
        made.asked.connect(self.asked)
        self._column.insertWidget(0, made)
        return made

    @made_once
    def files(self) -> FileHitsList:
        from desktop_app.ui.mailbox.file_hits import FileHitsList

        made = FileHitsList(self._bench)
        made.found.connect(lambda _: self.found.emit())
        self._column.insertWidget(self._column.indexOf(self.hidden), made)
        return made

    def count(self, name: str) -> int:
        """The rows of `close_hits`, `files` or `drafts`; none of a list that is not made yet."""
        made = self.__dict__.get(name)
        return made.model.rowCount() if made is not None else 0

    def _made(self) -> Iterator[CloseHitsList | FileHitsList]:
        """The lists that a search has made."""
        for name in ("close_hits", "files"):
            if (made := self.__dict__.get(name)) is not None:
                yield made

    def follow(self, wanted: SearchThreads, page: LoadedPage, *, finished: bool) -> None:
        """The list shows this page of what is wanted; `finished` with Enter: then the servers are
        asked too."""
        searched = bool(wanted.query) and wanted.query not in BY_QUERY and page.asked
        for made in self._made():
            made.clear()
        if searched and not page.before:
            shown = tuple(row.id for row in page.rows)
            self.close_hits.search(wanted, shown, finished=finished)
        if searched:
            self.files.search(wanted, finished=finished)
        if searched and not wanted.include_spam_trash:
            shown = tuple(row.id for row in page.rows)
            self.hidden.count(wanted.query, wanted.account, shown, typing=wanted.typing)
        else:
            self.hidden.clear()
        if searched:
            self.drafts.search(wanted)
        else:
            self.drafts.clear()
        if searched and finished:
            self._ask_servers(wanted)
        elif self.server is not None:
            self.server.clear()

    def give_room(self, *, to_close: bool) -> None:
        """All of it to the close matches, where there is nothing above them."""
        if "close_hits" in self.__dict__:
            self.close_hits.take_room(all_of_it=to_close)
            self._column.setStretchFactor(self.close_hits, int(to_close))

    def again(self, wanted: SearchThreads) -> None:
        """Mail or drafts have changed."""
        if wanted.query and wanted.query not in BY_QUERY:
            self.drafts.search(wanted)

    def files_read(self) -> None:
        """More files have been read."""
        if "files" in self.__dict__:
            self.files.again()

    def clear(self) -> None:
        """There is no list."""
        for made in self._made():
            made.clear()
        self.hidden.clear()
        self.drafts.clear()

    def _ask_servers(self, wanted: SearchThreads) -> None:
        if self.server is None:
            from desktop_app.ui.mailbox.server_hits import ServerHitsList

            self.server = ServerHitsList(self._bench)
            self._column.addWidget(self.server)
        self.server.search(wanted.query, wanted.account)

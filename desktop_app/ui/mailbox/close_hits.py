"""Close matches of a search, below the conversations: other forms, spellings, some of the words."""

from __future__ import annotations

from threading import Event

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.tools.person import close_search
from desktop_app.tools.person.close_search import CloseThreads
from desktop_app.tools.person.mail_list import SearchThreads, ThreadPage
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.conversation_rows import ConversationRow
from desktop_app.ui.mailbox.hit_list import HitList
from desktop_app.ui.mailbox.loaded_page import rows_of_page
from desktop_app.ui.widgets.parts import row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import set_role

KEY = "close matches"
PAUSE_MS = 350
"""Without a key for so long, somebody who types has paused."""


class CloseHitsList(HitList):
    """List that is hidden while it is empty. `found(int)` says how many there are; `asked(str)` is
    the query that was understood, by the press that takes it."""

    found = Signal(int)
    asked = Signal(str)

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench, "Close matches")
        self._bench = bench
        self._pressed = ""
        self._wanted: tuple[SearchThreads, tuple[int, ...]] | None = None
        self.take = QPushButton("Search for these")
        set_role(self.take, "link")
        self.take.clicked.connect(lambda: self.asked.emit(self._pressed))
        self.take.hide()
        held = QWidget()
        px = bench.theme.px
        row(self.take, owner=held, margins=(px(28), 0, px(12), px(8)), fill=None)
        self.add_below_divider(held)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._ask)
        self.chosen.connect(self._open)

    def clear(self) -> None:
        self._pause.stop()
        self._bench.calls.jobs.cancel(KEY)
        self._wanted = None
        self._show((), CloseThreads())

    def search(self, wanted: SearchThreads, shown: tuple[int, ...], *, finished: bool) -> None:
        """Look for what is close to this search, which has found `shown`, once nobody types."""
        self.clear()
        self._wanted = (wanted, shown)
        if finished:
            self._ask()
        else:
            self._pause.start()

    def _ask(self) -> None:
        if self._wanted is None:
            return
        wanted, shown = self._wanted
        calls, now, cancelled = self._bench.calls, self._bench.services.clock, Event()
        params = close_search.SearchClose(
            query=wanted.query,
            account=wanted.account,
            include_spam_trash=wanted.include_spam_trash,
            shown=shown,
        )

        def read() -> tuple[tuple[ConversationRow, ...], CloseThreads]:
            near = calls.wait(close_search.SEARCH_CLOSE, params, cancelled)
            page = ThreadPage(near.threads, 0, wanted.query, sought=near.sought)
            return rows_of_page(calls, wanted, page, now()), near

        calls.jobs.run(
            read,
            done=lambda both: self._show(*both),
            failed=lambda _: self.clear(),
            key=KEY,
            cancelled=cancelled,
            owner=self,
        )

    def _show(self, rows: tuple[ConversationRow, ...], near: CloseThreads) -> None:
        self._pressed = near.pressed
        self.take.setVisible(bool(near.pressed))
        self.take.setAccessibleName(f"Search for {clean(near.understood)}")
        said = clean(near.understood) or "some of the words"
        self.show_rows(rows, f"Close matches: {said}" if rows else "")
        self.found.emit(len(rows))

    def _open(self, row: object) -> None:
        if isinstance(row, ConversationRow):
            self._bench.navigation.open_thread(row.id, row.newest_id)

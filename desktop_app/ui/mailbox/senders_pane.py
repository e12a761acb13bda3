"""Senders pane: who writes most, and one press to search, label or archive what they wrote.

It counts by a job that can be cancelled; a change goes to the organiser, with its undo.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from desktop_app.model.errors import KnownError
from desktop_app.tools.person import senders
from desktop_app.tools.person.senders import MOST_THREADS, SenderList, SenderRow, SenderThreads
from desktop_app.ui.bench.navigation import Labelled, Undo
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.person_menu import menu_of_person
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.sender_list import SenderListView
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.controls import Choice
from desktop_app.ui.widgets.dates import number
from desktop_app.ui.widgets.focus import holds, press
from desktop_app.ui.widgets.parts import STRETCH, clear, column, plain, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.states import PendingRead, States
from desktop_app.ui.widgets.strips import Strip

SPANS = {
    "": "All mail",
    "in:inbox": "The inbox",
    "newer_than:1y": "The last year",
    "newer_than:30d": "The last 30 days",
}
"""What is counted, by its query."""


class SendersPane(Pane):
    """Pane whose `open` counts."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self.setAccessibleName("Who writes most")
        gap = bench.theme.px(8)
        self.span = Choice()
        self.span.setAccessibleName("Counted")
        for query, title in SPANS.items():
            self.span.addItem(title, query)
        self.span.currentIndexChanged.connect(lambda _: self.open())
        label = plain("Counted")
        label.setBuddy(self.span)
        self.list = SenderListView(bench.theme)
        self.list.opened.connect(lambda _: self._search())
        self.list.menu_wanted.connect(self._open_menu)
        self.list.currentRowChanged.connect(lambda _: self._enable())
        self.states = States(bench.theme, self.list)
        self.setFocusProxy(self.states)
        self._told = column()
        self._strip: Strip | None = None
        self.search = self._button("Search their mail", self._search)
        self.label = self._button("Label…", lambda: self._with_threads(self._label, inbox=False))
        self.archive = self._button(
            "Archive", lambda: self._with_threads(self._archive, inbox=True)
        )
        self.archive.setToolTip("Takes their conversations out of the inbox")
        buttons = row(self.search, self.label, self.archive, STRETCH, gap=gap)
        top = row(label, self.span, STRETCH, gap=gap)
        column(top, self.states, self._told, buttons, owner=self, gap=gap, fill=self.states)
        bench.navigation.toast_wanted.connect(self._tell)
        self._enable()

    def _button(self, words: str, work: Callable[[], object]) -> QPushButton:
        button = QPushButton(words)
        button.clicked.connect(lambda *_: work())
        return button

    def open(self) -> None:
        """Count what is chosen."""
        jobs = self.bench.calls.jobs
        self.states.loading(
            PendingRead("who writes most", lambda: jobs.cancel("senders"), self.open)
        )
        self._read()

    def _read(self) -> None:
        calls, cancelled = self.bench.calls, Event()
        params = senders.ListSenders(
            query=str(self.span.currentData()), account=self.bench.selection.account
        )
        calls.jobs.run(
            lambda: calls.wait(senders.LIST_SENDERS, params, cancelled),
            done=self._show,
            failed=lambda error: self.states.failed(error, self.open),
            key="senders",
            cancelled=cancelled,
            owner=self,
        )

    def _show(self, found: SenderList) -> None:
        self.list.fill(found.rows, self.bench.services.clock(), several=found.several)
        self._enable()
        if found.rows:
            self.states.ready()
        else:
            where = self.span.currentText().lower()
            self.states.empty(
                "Nobody has written.",
                f"There is no mail of others in {where}."
                if self.span.currentIndex()
                else "Mail that comes is counted here, by who sent it.",
            )

    def _enable(self) -> None:
        current = self.list.current()
        for button in (self.search, self.label, self.archive):
            button.setEnabled(current is not None)
            name = f"{button.text()}: {_name(current)}" if current is not None else button.text()
            button.setAccessibleName(name)

    def _search(self) -> None:
        """Show their mail in the window, and leave."""
        current = self.list.current()
        if current is not None:
            self.bench.navigation.show_search(f"from:{current.address.key}")
            self._leave()
            self.bench.navigation.focus("list")

    def _leave(self) -> None:
        window = self.window()
        if isinstance(window, QDialog):
            window.accept()

    def _with_threads(
        self, work: Callable[[SenderRow, SenderThreads], object], *, inbox: bool
    ) -> None:
        """Find the conversations of the sender that is current, then `work` on them."""
        current = self.list.current()
        if current is None:
            return
        params = senders.FindSenderThreads(
            address=current.address.key, account=current.account_id, inbox=inbox
        )
        self.bench.calls.ask(
            senders.FIND_SENDER_THREADS,
            params,
            done=lambda found: work(current, found),
            failed=self._failed,
            key="sender threads",
            owner=self,
        )

    def _failed(self, error: KnownError) -> None:
        self._say(f"{error.sentence} {error.next_step}".strip(), "danger", "danger", ())

    def _archive(self, sender: SenderRow, found: SenderThreads) -> None:
        if not found.thread_ids:
            self._tell(f"Nothing from {_name(sender)} is in the inbox.", None)
        else:
            self.bench.navigation.organise("archive", found.thread_ids)

    def _label(self, sender: SenderRow, found: SenderThreads) -> None:
        count = len(found.thread_ids)
        mails = "1 conversation" if count == 1 else f"{number(count)} conversations"
        newest = f"the newest {number(MOST_THREADS)} conversations" if found.more else mails
        words = f"{newest} with mail from {_name(sender)}"
        about = Labelled(found.thread_ids, sender.account_id, words, self.window())
        self.bench.navigation.label(about)

    def _tell(self, text: str, undo: Undo | None) -> None:
        """What was done is said here, in front of the window, with its undo; then the numbers are
        others."""
        buttons = ((undo.label, undo.work),) if undo is not None else ()
        self._say(text, "info", "info", buttons)
        self._read()

    def _say(
        self, text: str, kind: str, icon: str, buttons: tuple[tuple[str, Callable[[], object]], ...]
    ) -> None:
        held = self._strip is not None and holds(self._strip)
        clear(self._told)
        self._strip = Strip(self.bench.theme, kind, icon, text, buttons=buttons)
        self._told.addWidget(self._strip)
        self._strip.show()
        announce(self, text)
        if held:
            press(self.list)

    def _open_menu(self, sender: SenderRow, place: QPoint) -> None:
        menu = menu_of_person(self.bench, sender.address, sender.account_id, self.list)
        menu.addSeparator()
        menu.addAction("Label…", self.label.click)
        menu.addAction("Archive", self.archive.click)
        menu.popup(place)


def _name(sender: SenderRow) -> str:
    return clean(sender.address.label)

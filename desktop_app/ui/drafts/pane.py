"""Drafts pane: tabs for drafts to review, one's own, the outbox, ignored ones.

It lists and opens; editing and sending happen in the review.
"""

from __future__ import annotations

from threading import Event

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu, QWidget

from desktop_app.model.changes import Changes
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import activity, draft_lists, outbox
from desktop_app.tools.person import requests as asked_for
from desktop_app.tools.person.requests import Answer, Answered, RequestCard, RequestedMail
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.references import open_draft_in_gmail
from desktop_app.ui.bench.selection import DRAFTS
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.drafts.bulk_actions import BulkActions, Rows
from desktop_app.ui.drafts.chosen_bar import ChosenBar, counted
from desktop_app.ui.drafts.draft_list import DraftListView
from desktop_app.ui.drafts.draft_rows import TABS, DraftListRow, rows_of
from desktop_app.ui.drafts.request_cards import RequestCards
from desktop_app.ui.widgets.controls import Tabs
from desktop_app.ui.widgets.parts import Button, column
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.states import PendingRead, States
from desktop_app.ui.widgets.tab_order import follow_layout
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

Read = tuple[dict[str, tuple[DraftListRow, ...]], tuple[RequestCard, ...]]
SEEN_BELOW = 2
"""Drafts that are seen below the requests."""

_NAMES = tuple(TABS)
_SHORT = {"review": "Review", "mine": "Mine", "outbox": "Outbox", "ignored": "Ignored"}
_EMPTY = {
    "review": (
        "Nothing waits for your review.",
        "Ask the assistant for a reply and its draft appears here.",
    ),
    "mine": ("You have no drafts.", "What you begin to write is kept here until you send it."),
    "outbox": ("The outbox is empty.", "A mail stays here while it can be taken back."),
    "ignored": ("Nothing was set aside.", "Ignored and deleted drafts can be restored from here."),
}


class DraftsPane(Pane):
    """Pane whose `open` takes a tab: `review`, `mine`, `outbox`, `ignored`."""

    letters = True

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        set_role(self, "region")
        self.setAccessibleName("Drafts and outbox")
        self._rows: dict[str, tuple[DraftListRow, ...]] = {}
        self._requests: tuple[RequestCard, ...] = ()
        self._open_draft = ""
        self.tabs = Tabs()
        self.tabs.setAccessibleName("Kinds of drafts")
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.tabs.setUsesScrollButtons(False)
        self._counts = dict.fromkeys(TABS, 0)
        for title in TABS.values():
            self.tabs.addTab(title)
        self.requests = RequestCards(bench.theme)
        self.bulk = BulkActions(bench, self)
        self.bar = ChosenBar(bench.theme)
        self.list = DraftListView(bench.theme)
        self.states = States(
            bench.theme, self.list, works="Mail can still be read, searched and answered."
        )
        self.setFocusProxy(self.states)
        self.parts = QWidget()
        column(self.parts, owner=self)
        parts, top = (self.tabs, self.requests, self.bar, self.states), bench.theme.px(4)
        column(*parts, owner=self.parts, margins=(0, top, 0, 0), fill=self.states)
        self.tabs.currentChanged.connect(self._on_tab)
        self.requests.answered.connect(self._answer)
        self.requests.mail_wanted.connect(self._open_mail)
        self.requests.draft_wanted.connect(bench.navigation.open_draft)
        self.list.menu_wanted.connect(self._open_menu)
        self.list.opened.connect(lambda row: bench.navigation.open_draft(row.draft_id))
        self.list.removed.connect(self._remove)
        self.list.chosen.connect(self._on_chosen)
        bench.selection.changed.connect(self._follow)
        bench.announcements.changed.connect(self._on_changed)
        self.act_while_shown(
            {
                "next_conversation": lambda: self.list.step(1),
                "previous_conversation": lambda: self.list.step(-1),
                "open_conversation": self._open_current,
                "toggle_selection": self.list.toggle,
                "select_all": self.list.choose_all,
                "select_none": self.list.choose_none,
            }
        )

    @property
    def tab(self) -> str:
        return _NAMES[self.tabs.currentIndex()]

    def open(self, tab: str) -> None:
        self.tabs.setCurrentIndex(_NAMES.index(tab))
        self.bench.selection.show(f"{DRAFTS}{tab}")
        jobs = self.bench.calls.jobs
        stop, again = lambda: jobs.cancel("drafts"), lambda: self.open(self.tab)
        self.states.loading(PendingRead("your drafts", stop, again))
        self.read()

    def read(self) -> None:
        calls, clock = self.bench.calls, self.bench.services.clock
        cancelled = Event()

        def work() -> Read:
            page = calls.wait(draft_lists.DRAFTS_PAGE, NoParams(), cancelled)
            asked = calls.wait(asked_for.LIST_REQUESTS, NoParams(), cancelled)
            return rows_of(page, clock()), asked.requests

        calls.jobs.run(
            work,
            done=self._show,
            failed=lambda error: self.states.failed(error, self.read),
            key="drafts",
            cancelled=cancelled,
            owner=self,
        )

    def _show(self, read: Read) -> None:
        self._rows, self._requests = read
        self._counts = {name: len(rows) for name, rows in self._rows.items()}
        self._counts["review"] += len(self._requests)
        self._name_tabs()
        self._show_tab()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._name_tabs()
        self._share_room()

    def _share_room(self) -> None:
        """Requests leave room for a few drafts below them."""
        drafts = len(self._rows[self.tab]) if self._rows else 0
        self.states.setVisible(bool(drafts) or self.requests.isHidden())
        below = min(drafts, SEEN_BELOW) * self.bench.theme.px(Size.ROW)
        rest = self.tabs.height() + below + self.bench.theme.px(8)
        self.requests.room(self.height() - rest)

    def _name_tabs(self) -> None:
        """The longest names with which all four can be read; a screen reader has the whole ones."""
        counted = {n: f" {count}" if count else "" for n, count in self._counts.items()}
        whole = {name: f"{title}{counted[name]}" for name, title in TABS.items()}
        short = {name: f"{title}{counted[name]}" for name, title in _SHORT.items()}
        for names in (whole, short, _SHORT):
            for place, name in enumerate(TABS):
                self.tabs.setTabText(place, names[name])
            if self.tabs.sizeHint().width() <= self.width():
                break
        for place, name in enumerate(TABS):
            self.tabs.setAccessibleTabName(place, whole[name])
            self.tabs.setTabToolTip(place, as_tooltip(whole[name]))

    def _show_tab(self) -> None:
        if not self._rows:
            return
        rows = self._rows[self.tab]
        requests = self._requests if self.tab == "review" else ()
        self.requests.show_requests(requests, self.bench.services.clock())
        self._share_room()
        follow_layout(self.parts)
        self.list.fill(rows)
        self.bench.selection.list_drafts(tuple(row.draft_id for row in self.list.rows()))
        self.list.mark(self._open_draft)
        if rows or requests:
            self.states.ready()
            self.list.begin()
        else:
            title, text = _EMPTY[self.tab]
            self.states.empty(title, text, ("Show the inbox", self._show_inbox))

    def _open_current(self) -> None:
        row = self.list.current()
        if row is not None:
            self.bench.navigation.open_draft(row.draft_id)

    def _show_inbox(self) -> None:
        self.bench.navigation.show_search("in:inbox")

    def _on_tab(self, _: int) -> None:
        """Several drafts can be chosen, except in the outbox."""
        modes = QAbstractItemView.SelectionMode
        several = self.tab != "outbox"
        self.list.choosing = False
        self.list.clear()
        self.list.setSelectionMode(modes.ExtendedSelection if several else modes.SingleSelection)
        self._show_tab()
        if not self.isHidden():
            self.bench.selection.show(f"{DRAFTS}{self.tab}")

    def _follow(self) -> None:
        """The list points at what the review shows."""
        draft_id = self.bench.selection.draft
        if draft_id != self._open_draft:
            self._open_draft = draft_id
            self.list.mark(draft_id)

    def _on_changed(self, changes: Changes) -> None:
        if changes.drafts or changes.outbox or changes.accounts:
            self.read()

    def _open_mail(self, mail: RequestedMail) -> None:
        self.bench.navigation.open_thread(int(mail.thread_id), int(mail.message_id))

    def _answer(self, answers: tuple[Answer, ...]) -> None:
        def told(done: Answered) -> None:
            undo = Undo(lambda: self._undo(done.undos)) if done.undos else None
            self.bench.navigation.toast(done.display, undo)
            self.read()

        params = asked_for.AnswerRequests(answers=answers)
        self.bench.calls.ask(asked_for.ANSWER_REQUESTS, params, done=told, owner=self)

    def _undo(self, keys: tuple[str, ...]) -> None:
        for key in reversed(keys):
            self.bench.calls.ask(
                activity.UNDO_CHANGE,
                activity.UndoChange(undo=key),
                done=lambda _: self.bench.navigation.toast("Undone."),
                owner=self,
            )

    def _on_chosen(self, rows: Rows) -> None:
        self.bench.selection.choose_drafts(tuple(row.draft_id for row in rows))
        self.bar.show_chosen(len(rows), self._ways(rows))
        follow_layout(self.parts)

    def _open_menu(self, place: QPoint) -> None:
        """What can be done with what is selected. Sending is for the review alone."""
        rows = self.list.selected()
        menu = QMenu(self.list)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if len(rows) == 1:
            draft_id = rows[0].draft_id
            menu.addAction("Open", lambda: self.bench.navigation.open_draft(draft_id))
            if rows[0].not_sent:
                menu.addAction("Keep as draft", lambda: self._keep(draft_id))
            if rows[0].in_gmail:
                menu.addAction("Open in Gmail", lambda: open_draft_in_gmail(self.bench, draft_id))
        for words, work in self._ways(rows):
            many = words.format(counted(len(rows)))
            menu.addAction(many if len(rows) > 1 else words.replace(" {}", ""), work)
        menu.popup(place)

    def _keep(self, draft_id: str) -> None:
        params = outbox.KeepUnsent(draft_id=draft_id)
        self.bench.calls.ask(outbox.KEEP_UNSENT, params, owner=self)

    def _ways(self, rows: Rows) -> tuple[Button, ...]:
        """What can be done at once with what is chosen."""
        aside: dict[str, str] = {"review": "Ignore {}", "mine": "Delete {}"}
        if self.tab in aside:
            read = ("Read {} through", lambda: self.bench.actions.trigger("read_through"))
            put_aside = (aside[self.tab], lambda: self.bulk.put_aside(rows))
            return (read, put_aside) if len(rows) > 1 else (put_aside,)
        if self.tab == "ignored":
            return (
                ("Restore {}", lambda: self.bulk.restore(rows)),
                ("Delete {} for good…", lambda: self.bulk.delete(rows)),
            )
        return ()

    def _remove(self, rows: Rows) -> None:
        if self.tab == "ignored":
            self.bulk.delete(rows)
        elif self.tab != "outbox":
            self.bulk.put_aside(rows)

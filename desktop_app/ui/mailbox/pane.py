"""Conversations pane: the threads of a query, newest first.

Every keystroke of the search entry is a keyed call that replaces the one before. The pane never
changes mail: it changes the selection, and asks for actions through the navigation.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Event

from PySide6.QtCore import QModelIndex, QSignalBlocker, QTimer
from PySide6.QtWidgets import QWidget

from desktop_app.model.changes import Changes
from desktop_app.model.errors import KnownError, QueryError
from desktop_app.tools.person import mail_list
from desktop_app.tools.person.folders import SidebarCounts
from desktop_app.ui.bench.action_table import CONVERSATION_MENU, ROWS
from desktop_app.ui.bench.folders import BY_QUERY
from desktop_app.ui.bench.offered_verbs import PLACE_LABELS
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.selection import Chosen
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.all_matches import AllMatchesLine
from desktop_app.ui.mailbox.conversation_model import ROW, ConversationModel
from desktop_app.ui.mailbox.conversation_rows import ConversationRow
from desktop_app.ui.mailbox.conversation_view import ConversationView
from desktop_app.ui.mailbox.emptying import offer_emptying
from desktop_app.ui.mailbox.further_hits import FurtherHits
from desktop_app.ui.mailbox.list_head import ListHead
from desktop_app.ui.mailbox.loaded_page import LoadedPage, load_page, replaced
from desktop_app.ui.widgets.dates import next_midnight, number
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.states import PendingRead, States
from desktop_app.ui.widgets.theme import set_role

FIRST_PAGE = 50
PAGE = 200
MOST_AGAIN = 1000
INSIDE = "in:attachments"


class ConversationsPane(Pane):
    """`open` shows the conversations of a query, `type` those of one that is being typed."""

    letters = True

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        set_role(self, "region")
        self._wanted = mail_list.SearchThreads()
        self._finished = True
        self._account = ""
        self.model = ConversationModel()
        self.model.setParent(self)
        self.view = ConversationView(bench.theme, self.model)
        self.states = States(
            bench.theme, self.view, works="What you have open can still be read and written."
        )
        self.setFocusProxy(self.states)
        self._without: LoadedPage | None = None
        self._lay_out()
        self._midnight = QTimer(self, singleShot=True)
        self._connect()
        self._follow_density("look.density")
        self._await_midnight()

    def open(self, query: str) -> None:
        self._finished = True
        self._show_query(query, typing=False)

    def type(self, query: str, *, finished: bool) -> None:
        """A query that is typed is read leniently. `finished` with Enter: then the servers are
        asked too."""
        self._finished = finished
        self._show_query(query, typing=True)

    def found(self, query: str) -> bool:
        """Whether conversations of just this query are on the screen."""
        shown = (self.bench.selection.place or "").strip()
        return shown == query and self.query.strip() == query and self.model.rowCount() > 0

    @property
    def query(self) -> str:
        return self._wanted.query

    def _lay_out(self) -> None:
        self.head = ListHead(self.bench)
        self.further, self.all = FurtherHits(self.bench), AllMatchesLine(self.bench)
        parts = (self.head, self.all, self.states, self.further)
        self._column = column(*parts, owner=self, fill=self.states)

    def _connect(self) -> None:
        bench, view = self.bench, self.view
        self.model.more_wanted.connect(self._read_more)
        self.further.hidden.wanted.connect(self._show_hidden)
        self.further.found.connect(self._none_found)
        self.further.asked.connect(bench.navigation.show_search)
        self.all.cleared.connect(view.select_none)
        view.removed.connect(self._remove)
        view.opened.connect(self._open_now)
        view.selection.connect(self._on_selection)
        view.menu_wanted.connect(lambda at: bench.actions.menu(CONVERSATION_MENU, view).popup(at))
        view.may_point = lambda: bool(bench.selection.rows) or not bench.selection.conversation
        view.delegate.archive_wanted.connect(lambda i: self._organise("archive", i))
        view.delegate.star_wanted.connect(self._toggle_star)
        self._midnight.timeout.connect(self._on_midnight)
        bench.navigation.counts_shown.connect(self._on_counts)
        bench.selection.changed.connect(self._follow)
        bench.announcements.changed.connect(self._on_changed)
        bench.announcements.setting.connect(self._follow_density)
        self.act_while_shown(self._actions())

    def _actions(self) -> dict[str, Callable[[], object]]:
        view = self.view
        return {
            "next_conversation": lambda: view.step(1),
            "previous_conversation": lambda: view.step(-1),
            "open_conversation": lambda: self._open_now(view.current()),
            "toggle_selection": view.toggle_current,
            "select_all": view.select_all,
            "select_none": view.select_none,
        }

    def _show_hidden(self) -> None:
        """The same search, in Spam and Trash too."""
        self._show_query(self.query, typing=self._wanted.typing, everywhere=True)

    def _show_query(self, query: str, *, typing: bool, everywhere: bool = False) -> None:
        self._wanted = mail_list.SearchThreads(
            query=query,
            limit=FIRST_PAGE,
            account=self._account,
            typing=typing,
            include_spam_trash=everywhere,
        )
        self._show_title()
        self.head.note.setText("")
        jobs = self.bench.calls.jobs
        stop, again = lambda: jobs.cancel("conversations"), lambda: self.open(query)
        size = partial(self.head.known_size, query, self._account)
        self.states.loading(PendingRead("this list", stop, again, size))
        self._read(self._wanted, self._show, self._on_failed, "conversations")
        self.bench.calls.jobs.cancel("conversations again")
        self.bench.calls.jobs.cancel("conversations more")

    def _show_title(self) -> None:
        self.head.show_title(self.query, self._account)

    def _on_counts(self, counts: SidebarCounts) -> None:
        self.head.follow(counts)
        self._show_title()

    def _read_more(self, before: int) -> None:
        def failed(error: KnownError) -> None:
            self.model.more_failed()
            self.bench.calls.jobs.failed.emit(error)

        wanted = replaced(self._wanted, before=before, limit=PAGE)
        self._read(
            wanted, lambda p: self.model.append(p.rows, p.before), failed, "conversations more"
        )

    def _read_again(self) -> None:
        """The same list, because mail changed: in place, keeping all that was chosen."""
        limit = min(max(FIRST_PAGE, self.model.rowCount()), MOST_AGAIN)
        wanted = replaced(self._wanted, limit=limit)
        self._read(wanted, self._refresh, lambda _: None, "conversations again")

    def _read(
        self,
        wanted: mail_list.SearchThreads,
        done: Callable[[LoadedPage], object],
        failed: Callable[[KnownError], object],
        key: str,
    ) -> None:
        calls, now = self.bench.calls, self.bench.services.clock
        cancelled = Event()

        calls.jobs.run(
            lambda: load_page(calls, wanted, now(), cancelled),
            done=done,
            failed=failed,
            key=key,
            cancelled=cancelled,
            owner=self,
        )

    def _show(self, page: LoadedPage) -> None:
        with QSignalBlocker(self.view):
            kept = [] if self.view.choosing else [row.id for row in self.view.selected()[:1]]
            self.view.choosing = False
            self.model.show(page.rows, page.before)
            self.view.scrollToTop()
            if kept:
                self.view.restore(set(kept), kept[0])
        self._settle(page)
        self.further.follow(self._wanted, page, finished=self._finished)
        if self._in_front:
            self.bench.selection.show(self.query, self._chosen())
        if self.view.hasFocus():
            self.view.have_current()

    def _refresh(self, page: LoadedPage) -> None:
        with QSignalBlocker(self.view):
            old, kept = list(self.model.rows), {row.id for row in self.view.selected()}
            current = self.view.current()
            if not self.model.refresh(page.rows, page.before):
                self.view.restore(kept, current.id if current else 0)
            if current is not None and current.id in kept:
                self._go_on_from(current, old)
        self._settle(page)
        self._on_selection()
        offer_emptying(self.bench, rows=bool(self.model.rowCount()) and self._in_front)

    def _go_on_from(self, current: ConversationRow, old: list[ConversationRow]) -> None:
        """When the current row has gone, the one below it is next, else the one above."""
        there = {row.id for row in self.model.rows}
        if current.id in there:
            return
        place = old.index(current)
        near = [*old[place + 1 :], *reversed(old[:place])]
        after = next((row.id for row in near if row.id in there), 0)
        self.view.go_to(self.model.place_of(after))

    def _settle(self, page: LoadedPage) -> None:
        self._without = None
        self._give_room(to_close=False)
        if self.model.rowCount():
            if self.query not in BY_QUERY:
                everywhere, more = self._wanted.include_spam_trash, bool(page.before)
                self.head.tell_found(self.model.rowCount(), more=more, everywhere=everywhere)
            self.states.ready()
            return
        self.head.note.setText("")
        folder = BY_QUERY.get(self.query)
        if not page.asked:
            self.states.empty("", "Go on typing: there is nothing to search for yet.")
        elif folder is None:
            self._without = page
            self._none_found()
        else:
            self.states.empty("", folder.empty, *self._offer(folder.offer))

    def _none_found(self) -> None:
        """The search found no mail. What is close to it, files and drafts stand below."""
        if self._without is None:
            return
        close = self.further.count("close_hits") > 0
        self._give_room(to_close=close)
        if close:
            self.states.empty("No mail has just these words", self._without.reason)
            return
        if files := self.further.count("files"):
            words = "One file" if files == 1 else f"{number(files)} files"
            self.states.empty("Found in attachments only", f"{words} below.")
            return
        drafts = self.further.count("drafts")
        if drafts:
            words = "One draft" if drafts == 1 else f"{number(drafts)} drafts"
            self.states.empty("Found in drafts only", f"{words} below.")
            return
        reason = self._without.reason or _no_match(self.query)
        self.states.empty("No mail found on this computer", reason, *self._offer("go_all"))

    def _give_room(self, *, to_close: bool) -> None:
        """The close matches stand in the list's place where it is empty, and the focus of it is
        theirs."""
        self.setFocusProxy(self.further.close_hits.view if to_close else self.states)
        self.further.give_room(to_close=to_close)
        self._column.setStretchFactor(self.states, int(not to_close))
        self._column.setStretchFactor(self.further, int(to_close))

    def _offer(self, action: str) -> list[tuple[str, Callable[[], object]]]:
        return [(ROWS[action].text, lambda: self.bench.actions.trigger(action))]

    def _on_failed(self, error: KnownError) -> None:
        """There is no list: nothing of the one before stays selected."""
        with QSignalBlocker(self.view):
            self.model.show((), 0)
        self.further.clear()
        if self._in_front:
            self.bench.selection.show(self.query, ())
        if isinstance(error, QueryError):
            self.states.empty("This search can't be understood", error.sentence)
            return
        self.states.failed(error, lambda: self._show_query(self.query, typing=False))

    def _on_changed(self, changes: Changes) -> None:
        mail = changes.messages or changes.labels or changes.drafts or changes.accounts
        inside = changes.files and INSIDE in self.query.lower()
        if mail or changes.triage or inside:
            self._read_again()
        if changes.files:
            self.further.files_read()
        if changes.drafts:
            self.further.again(self._wanted)

    def _open_now(self, row: ConversationRow | None) -> None:
        """What is opened is selected, and has the focus."""
        if row is not None:
            self.view.go_to(self.model.place_of(row.id))
            self.bench.navigation.open_thread(row.id, row.newest_id)
            self.bench.navigation.focus("main")

    @property
    def _in_front(self) -> bool:
        """Whether this is the list that is shown, if there is room for one. Behind the drafts it
        is read again when mail changes, and changes no selection."""
        return not self.isHidden()

    def _chosen(self) -> tuple[Chosen, ...]:
        return tuple(_chosen(row) for row in self.view.selected())

    def _on_selection(self) -> None:
        rows, choosing = self._chosen(), self.view.choosing
        if self._in_front:
            self.bench.selection.select(rows, choosing=choosing)
        self._tell_selected()

    def _tell_selected(self) -> None:
        selection, model = self.bench.selection, self.model
        self.all.follow(self._wanted, model.rowCount(), more=bool(model.before))
        self.head.tell_selected(selection.count, choosing=self.view.choosing)

    def _remove(self) -> None:
        """The Delete key: to Trash, and from there for good after a question."""
        for_good = self.bench.selection.place in PLACE_LABELS
        self.bench.actions.trigger("delete_forever" if for_good else "trash")

    def _follow(self) -> None:
        """The account that is chosen; and the row of a conversation that was opened from
        elsewhere, or none."""
        selection = self.bench.selection
        self.view.act_where(selection.place or "", acts=not selection.reviewing)
        offer_emptying(self.bench, rows=bool(self.model.rowCount()) and self._in_front)
        if self._in_front:
            self._tell_selected()
        if selection.account != self._account:
            self._account = selection.account
            self._show_query(self.query, typing=False)
        if selection.rows or not self._in_front:
            return
        place = self.model.place_of(selection.conversation) if selection.conversation else -1
        if place >= 0:
            self.view.go_to(place)
        elif self.view.selected():
            with QSignalBlocker(self.view):
                self.view.select_none()
            if selection.conversation:
                self.view.point_at_nothing()

    def _organise(self, action: str, index: QModelIndex) -> None:
        row = index.data(ROW)
        if isinstance(row, ConversationRow) and not self.bench.selection.reviewing:
            self.bench.navigation.organise(action, (row.id,))

    def _toggle_star(self, index: QModelIndex) -> None:
        row = index.data(ROW)
        if isinstance(row, ConversationRow):
            self._organise("unstar" if row.starred else "star", index)

    def _follow_density(self, key: str) -> None:
        if key == "look.density":
            density = self.bench.services.settings.text("look.density")
            self.view.set_compact(density == "compact")

    def _await_midnight(self) -> None:
        seconds = next_midnight(self.bench.services.clock()) + 1
        self._midnight.start(int(seconds * 1000))

    def _on_midnight(self) -> None:
        self._read_again()
        self._await_midnight()


def _chosen(row: ConversationRow) -> Chosen:
    return Chosen(row.id, row.newest_id, row.account_id, row.starred, row.subject, row.labels)


def _no_match(query: str) -> str:
    if not query.strip():
        return "There is no mail yet."
    return "Try fewer words, another spelling, or a wider time."

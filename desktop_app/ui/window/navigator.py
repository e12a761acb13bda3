"""Navigator: carries out what panes ask of the window, as the selection says."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

from desktop_app.ui.bench.action_table import Need
from desktop_app.ui.bench.navigation import NewDraft
from desktop_app.ui.bench.offered_verbs import RULES, met
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.search_pane import SearchPane
from desktop_app.ui.widgets.focus import holds
from desktop_app.ui.window.columns import Columns
from desktop_app.ui.window.frame import Frame

if TYPE_CHECKING:
    from desktop_app.assistant.transcript import Ask
    from desktop_app.ui.review.moved_draft import MovedDraft


class Navigator(QObject):
    """Made once, by the window. `make_room` shares the width before the assistant is shown."""

    def __init__(
        self,
        bench: Workbench,
        frame: Frame,
        columns: Columns,
        search: SearchPane,
        make_room: Callable[[], object],
        window: QMainWindow,
    ) -> None:
        super().__init__(window)
        self._bench, self._frame, self._columns = bench, frame, columns
        self._make_room, self._window = make_room, window
        self._conversation = 0
        navigation = bench.navigation
        bench.selection.changed.connect(self._follow)
        navigation.thread_wanted.connect(self._open_thread)
        navigation.draft_wanted.connect(self._open_draft)
        navigation.write_wanted.connect(self._write)
        navigation.peek_wanted.connect(columns.peek)
        navigation.back_wanted.connect(bench.selection.close_draft)
        navigation.drafts_wanted.connect(self._show_drafts)
        navigation.person_wanted.connect(self._show_person)
        navigation.search_wanted.connect(self._show_search)
        navigation.assistant_wanted.connect(self.ask_assistant)
        navigation.focus_wanted.connect(self.focus)
        search.typed.connect(self._type_search)
        search.finished.connect(self._finish_search)
        search.cleared.connect(lambda: navigation.show_search("in:inbox"))

    def focus(self, place: str) -> None:
        """The person goes to a place: it comes to the front, and has the focus."""
        if place == "list":
            self._columns.show_list()
        self._frame.focus(place)

    def ask_assistant(self, ask: Ask | None) -> None:
        """Show the assistant, and ask it something; with nothing to ask it gets the focus."""
        self._make_room()
        pane = self._frame.show_assistant()
        if ask is None:
            self._frame.focus("assistant")
        else:
            pane.ask(ask)

    def follow_assistant(self) -> None:
        """The assistant is there as its action says."""
        wanted = self._bench.actions.action("assistant").isChecked()
        if wanted is self._frame.dock.isVisible():
            return
        if wanted:
            self.ask_assistant(None)
        else:
            self._frame.dock.hide()
            self.focus("list")

    def _follow(self) -> None:
        """What is in front of the right area, and what can be done, follow from the selection."""
        selection, have = self._bench.selection, self._bench.actions.have
        have(Need.CONVERSATIONS, bool(selection.targets))
        have(Need.THREAD, bool(selection.conversation) and not selection.reviewing)
        have(Need.DRAFT, bool(selection.draft))
        there = met(selection.place or "", selection.lying)
        for need in RULES:
            have(need, need in there)
        if selection.conversation not in {0, self._conversation}:
            self._columns.show_reading()
        self._conversation = selection.conversation
        if selection.reviewing and not self._frame.reviewing:
            self._come_to_review()
        elif self._frame.reviewing and not selection.reviewing:
            self._leave_review()
        self._columns.follow()

    def _open_thread(self, thread_id: int, message_id: int) -> None:
        self._bench.selection.open(thread_id, message_id)
        self._columns.show_reading()

    def _open_draft(self, draft_id: str) -> None:
        if self._bench.elsewhere.show(draft_id):
            return
        self._bench.selection.open_draft(draft_id)
        self._come_to_review()
        self._frame.focus("main")

    def take_back(self, moved: MovedDraft) -> None:
        """Show a draft that a window of its own had."""
        self._come_to_review()
        self._frame.review.take(moved)

    def _write(self, new: NewDraft) -> None:
        self._bench.selection.write(new.thread_id, new.message_id)
        self._come_to_review()
        self._frame.review.begin(new)

    def _come_to_review(self) -> None:
        frame, columns = self._frame, self._columns
        frame.show_review()
        columns.show_reading()
        if frame.dock.isVisible() and columns.crowded_out(self._window.width()):
            frame.dock.hide()

    def _leave_review(self) -> None:
        """The list gets the focus that was in the review; elsewhere it stays."""
        held = holds(self._frame.review)
        self._frame.show_thread()
        if held:
            self.focus("list")

    def _show_drafts(self, tab: str) -> None:
        self._columns.show_list()
        if tab == "people":
            self._frame.show_people().open()
        else:
            self._frame.show_drafts().open(tab)
        self._frame.focus("list")

    def _show_person(self, key: str) -> None:
        self._columns.show_list()
        self._frame.show_people().open(key)
        self._frame.focus("list")

    def _show_search(self, query: str) -> None:
        self._columns.show_list()
        self._frame.show_conversations().open(query)

    def _type_search(self, query: str) -> None:
        self._columns.show_list()
        self._frame.show_conversations().type(query, finished=False)

    def _finish_search(self, query: str) -> None:
        """Enter goes on to what was found for the text it was pressed on. While that is not there
        the focus stays: what is typed next is text."""
        self._columns.show_list()
        pane = self._frame.show_conversations()
        found = pane.found(query)
        pane.type(query, finished=True)
        if found:
            self._frame.focus("list")

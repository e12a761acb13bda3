"""Signals by which panes ask the window for something, without knowing it or each other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.tools.calls.base import Params, Tool

if TYPE_CHECKING:
    from desktop_app.model.sign_in import Permission
    from desktop_app.model.wish import Letter


@dataclass(frozen=True)
class Undo:
    """What a toast's Undo button does. `label` names the button: `Undo`, `Show`."""

    work: Callable[[], object]
    label: str = "Undo"


@dataclass(frozen=True)
class Prefill:
    """A new mail to start with: from Compose, or a card's `Write to`. With a `letter` it begins
    outside of the window, and nothing else is set: a mailto link, or `draftdesk compose`."""

    to: tuple[str, ...] = ()
    subject: str = ""
    body: str = ""
    account: str = ""
    cc: tuple[str, ...] = ()
    letter: Letter | None = None


@dataclass(frozen=True)
class NewDraft:
    """A mail of the person's own that is to be written: what makes its draft, and whether it has
    recipients then (the writing begins with its words, else with its recipients). `thread_id` and
    `message_id` say what it answers."""

    tool: Tool[Any, Any]
    params: Params
    addressed: bool
    thread_id: int = 0
    message_id: int = 0


@dataclass(frozen=True)
class Labelled:
    """Conversations of one account that are to be labelled; `words` name them, `over` is the
    widget they are asked about from, `labels` are those of each conversation, where known."""

    thread_ids: tuple[int, ...]
    account: str
    words: str
    over: QWidget
    labels: tuple[frozenset[str], ...] = ()


class Navigation(QObject):
    """Requests to the window. Emit through the methods; only the window connects `…_wanted`.

    `counts_shown` tells the `SidebarCounts` whenever they were read again, `statuses_shown`
    likewise the `Status` of the accounts, `sync_shown` the `SyncStatuses`, `programs_shown` once
    the names of other mail programs that are on this computer. `line_shown` tells a sentence that
    stands until it is put away, with the words of a button and what it does.
    """

    thread_wanted = Signal(int, int)
    draft_wanted = Signal(str)
    drafts_wanted = Signal(str)
    search_wanted = Signal(str)
    person_wanted = Signal(str)
    assistant_wanted = Signal(object)
    compose_wanted = Signal(object)
    write_wanted = Signal(object)
    back_wanted = Signal()
    peek_wanted = Signal(bool)
    toast_wanted = Signal(str, object)
    float_wanted = Signal(object)
    status_wanted = Signal(str)
    settings_wanted = Signal(str)
    organise_wanted = Signal(str, object)
    label_wanted = Signal(object)
    take_off_wanted = Signal(str, object)
    focus_wanted = Signal(str)
    sign_in_wanted = Signal(str, object)
    change_wanted = Signal(str)
    restart_wanted = Signal()
    move_wanted = Signal(object)
    account_wanted = Signal(object)
    template_wanted = Signal(str)
    guide_wanted = Signal(str, str)
    own_window_soon = Signal()
    own_window_wanted = Signal(object)
    programs_shown = Signal(object)
    line_shown = Signal(str, object)
    counts_shown = Signal(object)
    statuses_shown = Signal(object)
    sync_shown = Signal(object)

    def open_thread(self, thread_id: int, message_id: int = 0) -> None:
        """Show a conversation; `message_id` is expanded and scrolled to."""
        self.thread_wanted.emit(thread_id, message_id)

    def open_draft(self, draft_id: str) -> None:
        """Show a draft's review in the right area."""
        self.draft_wanted.emit(draft_id)

    def prepare_window(self) -> None:
        """A draft will move: what shows it there is made meanwhile, in a turn of its own."""
        self.own_window_soon.emit()

    def move_draft(self, moved: object) -> None:
        """Show a `MovedDraft` (ui/review/moved_draft.py) in a window of its own; from there, in the
        main window again."""
        self.own_window_wanted.emit(moved)

    def show_drafts(self, tab: str) -> None:
        """Let the drafts pane take the list column: `review`, `mine`, `outbox`, `ignored`; or let
        the people: `people`."""
        self.drafts_wanted.emit(tab)

    def show_person(self, key: str) -> None:
        """Show somebody among the people, by an address key."""
        self.person_wanted.emit(key)

    def show_search(self, query: str) -> None:
        """Show the conversations of a query in the list column."""
        self.search_wanted.emit(query)

    def ask_assistant(self, ask: object) -> None:
        """Open the assistant with an `Ask` (assistant/transcript.py), or None to focus it."""
        self.assistant_wanted.emit(ask)

    def compose(self, prefill: Prefill | None = None) -> None:
        """Start a new mail of the person's own."""
        self.compose_wanted.emit(prefill or Prefill())

    def write(self, new: NewDraft) -> None:
        """Show an empty mail to write into, and have its draft made meanwhile."""
        self.write_wanted.emit(new)

    def organise(self, action: str, thread_ids: tuple[int, ...]) -> None:
        """Do an action of `modify_messages` to whole conversations, undoable."""
        self.organise_wanted.emit(action, thread_ids)

    def label(self, labelled: Labelled) -> None:
        """Let the person pick a label for conversations, undoable."""
        self.label_wanted.emit(labelled)

    def take_off(self, label_id: str, thread_ids: tuple[int, ...]) -> None:
        """Take a label off whole conversations, undoable."""
        self.take_off_wanted.emit(label_id, thread_ids)

    def focus(self, place: str) -> None:
        """Put the focus into `list`, `main`, `sidebar`, `search` or `assistant`."""
        self.focus_wanted.emit(place)

    def sign_in(self, account_id: str, permissions: tuple[Permission, ...] = ()) -> None:
        """Sign in to an account again, and ask for these permissions beside those it has."""
        self.sign_in_wanted.emit(account_id, permissions)

    def change_kind(self, account_id: str) -> None:
        """Have an account go on as another kind, with the mail that is here."""
        self.change_wanted.emit(account_id)

    def back(self) -> None:
        """Leave the draft review: the thread is shown again."""
        self.back_wanted.emit()

    def peek(self, shown: bool) -> None:
        """Show the conversation with the draft, or the draft alone."""
        self.peek_wanted.emit(shown)

    def toast(self, text: str, undo: Undo | None = None) -> None:
        """Say something in passing, with an Undo button when there is something to undo."""
        self.toast_wanted.emit(text, undo)

    def float_widget(self, widget: QWidget) -> None:
        """Let the window show a widget where toasts stand (the undo-send countdown). It stays
        until it hides itself. While it is visible and has a method `undo`, Z calls that."""
        self.float_wanted.emit(widget)

    def insert_template(self, name: str) -> None:
        """Put a template into the mail that is being written."""
        self.template_wanted.emit(name)

    def open_guide(self, page: str = "", anchor: str = "") -> None:
        """Show a page of the user guide, by the name of its file, from a heading's anchor on."""
        self.guide_wanted.emit(page, anchor)

    def status(self, text: str) -> None:
        """The passing text of the status bar; empty takes it away."""
        self.status_wanted.emit(text)

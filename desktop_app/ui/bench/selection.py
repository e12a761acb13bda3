"""Selection: what is selected, shown and acted on, held in one place.

Lists change it, panes show it, every action reads it. Nothing else knows what an action is about.
Each window has one of its own; `Elsewhere` is what a window knows of the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_app.model.message import Message
from desktop_app.ui.bench.offered_verbs import Lying

if TYPE_CHECKING:
    from desktop_app.tools.person.mail_view import OpenedThread

DRAFTS = "tab:"
"""How the places of the drafts pane begin: `tab:review`."""
PEOPLE = f"{DRAFTS}people"
"""The place of the people pane. Like those of drafts it is no search."""
NONE = (0, 0)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A conversation that is selected in the list. `newest_id` is its newest message's."""

    thread_id: int
    newest_id: int
    account_id: str
    starred: bool
    subject: str = ""
    labels: frozenset[str] = frozenset()
    """The labels that any of its mails has."""


class Selection(QObject):
    """`changed` whenever anything of it has. Attributes are read by everybody, and changed through
    the methods alone.

    `place` is the list's query, or `tab:review` and the like; None before the first list. `rows`
    are the selected conversations; `choosing` while several are being chosen; `beyond` those of the
    place that are selected too and that the list has not loaded. `conversation` is
    what the pane shows, 0 for none: the one selected row, or what was opened from elsewhere;
    `message_id` is where to go in it. `opened` and `message` are what was read of it: None until
    then. `draft` is the draft that is reviewed; `writing` while it is still being made. `answers`
    is its conversation and the message it answers, zeros for a new conversation; `beside` says
    whether that conversation is shown with it. `next_drafts` are those that come after it where it
    is listed, the nearest first; `chosen_drafts` are those that are chosen there, several of them.
    `account` is the one account the lists are narrowed to, empty for all. `unattended` while a
    program has brought what is shown and nobody has come to it yet: nothing of it is seen;
    `attended` once somebody has.
    """

    changed = Signal()
    attended = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.place: str | None = None
        self.account = ""
        self.rows: tuple[Chosen, ...] = ()
        self.choosing = False
        self.beyond: tuple[int, ...] = ()
        self.conversation = self.message_id = 0
        self.opened: OpenedThread | None = None
        self.message: Message | None = None
        self.draft = ""
        self.writing = self.beside = self.unattended = False
        self.answers = NONE
        self.next_drafts: tuple[str, ...] = ()
        self.chosen_drafts: tuple[str, ...] = ()
        self._listed: tuple[str, ...] = ()
        self._of_drafts = False

    def leave_unattended(self) -> None:
        """What is shown from now on was brought by a program."""
        self.unattended = True

    def attend(self) -> None:
        """Somebody has come."""
        if self.unattended:
            self.unattended = False
            self.attended.emit()

    @property
    def reviewing(self) -> bool:
        """Whether a draft is in front of the conversation."""
        return self.writing or bool(self.draft)

    @property
    def targets(self) -> tuple[int, ...]:
        """The conversations an action is about: what is selected, or shown. While a draft has the
        pane that is nothing: only the draft's own actions act."""
        if self.reviewing:
            return ()
        rows = tuple(row.thread_id for row in self.rows)
        return rows + self.beyond or ((self.conversation,) if self.conversation else ())

    @property
    def count(self) -> int:
        """How many conversations are selected."""
        return len(self.rows) + len(self.beyond)

    @property
    def lying(self) -> tuple[Lying, ...]:
        """Where the conversations lie that an action is about, as far as it is known."""
        if self.reviewing:
            return ()
        mails: tuple[frozenset[str], ...] = ()
        if self.opened is not None and len(self.rows) < 2:
            mails = tuple(message.labels for message in self.opened.thread.messages)
        if self.rows:
            return tuple(Lying(row.labels, mails) for row in self.rows)
        return (Lying(frozenset().union(*mails), mails),) if mails else ()

    @property
    def shown(self) -> tuple[int, int]:
        """The conversation and the message that the thread pane shows; zeros for none."""
        return self.answers if self.reviewing else (self.conversation, self.message_id)

    @property
    def target_account(self) -> str:
        """The account of the first conversation an action is about; empty without one."""
        if self.rows:
            return self.rows[0].account_id
        return self.opened.thread.account_id if self.opened is not None else ""

    @property
    def answered(self) -> int:
        """The message that Reply answers; 0 where no one conversation is shown."""
        if not self.conversation or self.reviewing:
            return 0
        if self.message is not None:
            return self.message.id
        return self.rows[0].newest_id if self.rows else 0

    def show(self, place: str, rows: tuple[Chosen, ...] = ()) -> None:
        """The list shows this place now, with these of its rows selected. A draft that was opened
        from the drafts goes with them; one that is being written stays."""
        if self._of_drafts and not place.startswith(DRAFTS):
            self._close_draft()
        if place != self.place:
            self.place, self.chosen_drafts = place, ()
            self._choose(rows, choosing=False)
            if not rows:
                self._point_at(0, 0)
        elif rows != self.rows:
            self._choose(rows, choosing=self.choosing)
        self.changed.emit()

    def select(self, rows: tuple[Chosen, ...], *, choosing: bool = False) -> None:
        """The person, or a list that was read again, selects these rows."""
        if (rows, choosing) != (self.rows, self.choosing):
            self._choose(rows, choosing=choosing)
            self.changed.emit()

    def reach(self, thread_ids: tuple[int, ...]) -> None:
        """Select all of these, beyond those that the list has loaded."""
        loaded = {row.thread_id for row in self.rows}
        self.beyond = tuple(id_ for id_ in thread_ids if id_ not in loaded)
        self.changed.emit()

    def open(self, thread_id: int, message_id: int = 0) -> None:
        """Show a conversation, whether or not the list has it."""
        self._close_draft()
        if (thread_id,) != tuple(row.thread_id for row in self.rows):
            self.rows, self.choosing, self.beyond = (), False, ()
        self._point_at(thread_id, message_id)
        self.changed.emit()

    def read(self, thread: OpenedThread | None) -> None:
        """What the pane has read of the conversation; None when it is not there any more."""
        if self.reviewing:
            self.answers = self.answers if thread is not None else NONE
        elif thread is None:
            self.rows, self.choosing, self.beyond = (), False, ()
            self._point_at(0, 0)
        if thread is None or thread.thread.id == self.conversation:
            self.opened = thread
            self.changed.emit()

    def point_at(self, message: Message | None) -> None:
        """The message of the conversation that Reply answers."""
        self.message = message
        self.changed.emit()

    def write(self, thread_id: int = 0, message_id: int = 0) -> None:
        """A mail is being begun, perhaps as an answer: there is no draft yet."""
        self._close_draft()
        self.writing, self.answers = True, (thread_id, message_id)
        self.changed.emit()

    def open_draft(self, draft_id: str) -> None:
        """Show a draft in front of the conversation. The one that was being made stays one that
        is being written."""
        self._of_drafts = not self.writing and (self.place or "").startswith(DRAFTS)
        if draft_id != self.draft and not self.writing:
            self.answers = NONE
        self.draft, self.writing = draft_id, False
        self.list_drafts(self._listed)
        self.changed.emit()

    def list_drafts(self, draft_ids: tuple[str, ...]) -> None:
        """The list of drafts shows these, top to bottom. What came after the draft that is
        reviewed is kept when that has gone from the list."""
        self._listed = draft_ids
        if self.draft in draft_ids:
            place = draft_ids.index(self.draft)
            self.next_drafts = draft_ids[place + 1 :] + draft_ids[:place][::-1]

    def choose_drafts(self, draft_ids: tuple[str, ...]) -> None:
        """Several drafts are chosen in their list; none where it is one, or another list."""
        self.chosen_drafts = draft_ids

    def answer(self, thread_id: int, message_id: int) -> None:
        """The conversation of the draft that is reviewed, now that the draft was read."""
        if self.reviewing and (thread_id, message_id) != self.answers:
            self.answers = (thread_id, message_id)
            self.changed.emit()

    def see_beside(self, beside: bool) -> None:
        """Whether the conversation is shown with the draft."""
        if beside != self.beside:
            self.beside = beside
            self.changed.emit()

    def close_draft(self) -> None:
        """Show the conversation again."""
        self._close_draft()
        self.changed.emit()

    def narrow_to(self, account_id: str) -> None:
        """Show one account's mail in the lists; empty for all of them."""
        self.account = account_id
        self.changed.emit()

    def _choose(self, rows: tuple[Chosen, ...], *, choosing: bool) -> None:
        """One row is what the pane shows, several are counted; both come in front of a draft."""
        before, more = self.rows, self._chooses_more(rows, choosing=choosing)
        self.rows, self.choosing, self.beyond = rows, choosing and bool(rows), ()
        single = len(rows) == 1 and not self.choosing
        if single and rows[0].thread_id != self.conversation:
            self._close_draft()
            self._point_at(rows[0].thread_id, rows[0].newest_id)
        elif not single and (rows or before):
            if more:
                self._close_draft()
            self._point_at(0, 0)

    def _chooses_more(self, rows: tuple[Chosen, ...], *, choosing: bool) -> bool:
        """Whether the person chooses rows: a list that is read again only loses some."""
        known = {row.thread_id for row in self.rows}
        return any(row.thread_id not in known for row in rows) or (choosing and not self.choosing)

    def _point_at(self, thread_id: int, message_id: int) -> None:
        if thread_id != self.conversation:
            self.opened = self.message = None
        self.conversation, self.message_id = thread_id, message_id

    def _close_draft(self) -> None:
        self.draft, self.writing, self._of_drafts = "", False, False
        self.answers = NONE


class Elsewhere(QObject):
    """Drafts that are open in another window: each is open in one place at most. Whoever keeps the
    windows says by `look` which of them has a draft; nothing is elsewhere at first. `changed` when
    a draft has come to a window of its own, or has left it."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shows: Callable[[str], Callable[[], object] | None] = lambda _: None

    def look(self, shows: Callable[[str], Callable[[], object] | None]) -> None:
        """From now on `shows` tells what brings the window of a draft to the front; None where no
        other window has it."""
        self._shows = shows

    def holds(self, draft_id: str) -> bool:
        """Whether another window has this draft open."""
        return self._shows(draft_id) is not None

    def show(self, draft_id: str) -> bool:
        """Bring the window that has this draft to the front; whether there is one."""
        show = self._shows(draft_id)
        if show is not None:
            show()
        return show is not None

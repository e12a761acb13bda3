"""Thread pane: a conversation as message cards, the newest and the unread ones open.

It reads the conversation again when mail changed and keeps what is unfolded. Actions on
mail are asked for through the navigation.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtGui import QGuiApplication, QResizeEvent, QShowEvent, QTextCursor
from PySide6.QtWidgets import QWidget

from desktop_app.model.changes import Changes
from desktop_app.model.errors import KnownError, NotFound
from desktop_app.model.message import Message
from desktop_app.tools.person import mail_view
from desktop_app.tools.person.mail_view import MessageBody, OpenedThread
from desktop_app.ui.bench.action_table import MESSAGE_MENU
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.selection import DRAFTS, PEOPLE, Selection
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.thread.answer_bar import NOTHING_SELECTED, AnswerBar, selected_line
from desktop_app.ui.thread.card import MessageCard
from desktop_app.ui.thread.card_column import CardColumn
from desktop_app.ui.thread.day import DayPage
from desktop_app.ui.thread.find_bar import FindBar
from desktop_app.ui.thread.label_chips import LabelChips
from desktop_app.ui.thread.originals import Originals
from desktop_app.ui.thread.reading_actions import ReadingActions
from desktop_app.ui.thread.summary_line import SummaryLine
from desktop_app.ui.thread.thread_strips import ThreadStrips
from desktop_app.ui.thread.unsubscribe_button import leave_list
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import column, plain
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.states import PendingRead, States
from desktop_app.ui.widgets.tab_order import follow_layout
from desktop_app.ui.widgets.theme import set_role

READ_AFTER_MS = 40


class ThreadPane(Pane):
    """Pane of one conversation, or of none."""

    letters = True

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        set_role(self, "region")
        self.setAccessibleName("Thread")
        self.shown: OpenedThread | None = None
        self._wanted = (0, 0)
        self._outdated = False
        """Whether mail changed while something else was in front."""
        self._why_none = ""
        self._read_timer = QTimer(self, singleShot=True)
        self._soon = QTimer(self, singleShot=True, interval=READ_AFTER_MS)
        self._order = QTimer(self, singleShot=True, interval=0)
        self.states = States(bench.theme, works="The list, the search and your drafts still work.")
        column(self.states, owner=self)
        self.day = DayPage(bench, self.states)
        self.parts = QWidget(self.states)
        self.find_bar = FindBar(bench.theme, self._readers, self.parts)
        self.column = CardColumn(bench, self.parts)
        self.originals = Originals(bench)
        self.answer_bar = AnswerBar(bench, self.parts)
        self.reading = ReadingActions(bench, self.column)
        self._fill()
        self.setFocusProxy(self.states)
        self.parts.setFocusProxy(self.column)
        self.states.hold(self.parts)
        self._connect()
        self._follow()

    def _follow(self) -> None:
        """Show the conversation that is selected, or say why there is none."""
        selection = self.bench.selection
        place = selection.place or ""
        self.column.look_for("" if place.startswith(DRAFTS) else place)
        wanted = selection.shown
        if not wanted[0] and selection.reviewing:
            return  # a mail without a conversation has the whole place
        if not wanted[0]:
            self._show_none(_why_none(selection))
        elif wanted != self._wanted:
            self._open(*wanted)

    def _open(self, thread_id: int, message_id: int) -> None:
        """A message is expanded and scrolled to. Another conversation is read a moment later: who
        holds J down passes by."""
        same = thread_id == self._wanted[0] and self.shown is not None
        self._wanted = (thread_id, message_id)
        if same:
            if message_id:
                self.column.go_to(message_id)
            return
        self._forget()
        self._begin()
        self._soon.start()

    def _begin(self) -> None:
        # Stopped, nothing is selected: no key must reach a conversation that can't be seen.
        selection, wanted = self.bench.selection, self._wanted
        point = selection.answer if selection.reviewing else selection.open
        stop, again = lambda: selection.read(None), lambda: point(*wanted)
        self.states.loading(PendingRead("this conversation", stop, again))

    def _again(self) -> None:
        self._begin()
        self._read()

    def _read(self) -> None:
        self._ask(self._wanted[0], self._show, "thread")

    def _ask(self, thread_id: int, done: Callable[[OpenedThread], None], key: str) -> None:
        self.bench.calls.ask(
            mail_view.OPEN_THREAD,
            mail_view.OpenThread(thread_id=thread_id, unasked=self.bench.selection.unattended),
            done=done,
            failed=self._on_failed,
            key=key,
            owner=self,
        )

    def _fill(self) -> None:
        px = self.bench.theme.px
        self.title = plain(role="title", wrap=True, select=True)
        self.title.setContentsMargins(0, 0, px(24), 0)
        self._chips = LabelChips(self.bench)
        self._strips = ThreadStrips(self.bench)
        self.summary = SummaryLine(self.bench)
        parts = (
            *(self.title, self._chips, self.find_bar, self.summary, self._strips, self.column),
            self.answer_bar,
        )
        margins = (px(24), px(16), 0, 0)
        column(*parts, owner=self.parts, gap=px(8), margins=margins, fill=self.column)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Strips and cards share their edges."""
        super().resizeEvent(event)
        right = self.bench.theme.px(24) + self.column.bar_width
        self._strips.keep_edge(right, self.column.card_width)
        self.summary.keep_edge(right, self.column.card_width)
        self.answer_bar.keep_edge(right, self.column.card_width)

    def _connect(self) -> None:
        bench, on = self.bench, self.bench.actions.on
        bench.announcements.changed.connect(self._on_changed)
        self._read_timer.timeout.connect(self._mark_read)
        self._soon.timeout.connect(self._read)
        bench.selection.changed.connect(self._follow)
        bench.selection.attended.connect(self._on_attended)
        self._order.timeout.connect(lambda: follow_layout(self.parts))
        self.column.laid_out.connect(self._order.start)
        self.find_bar.reached.connect(self._on_reached)
        self.find_bar.left.connect(lambda reader: press(reader or self.column))
        self.column.current_changed.connect(self._on_current)
        self.column.opened.connect(self._on_card_opened)
        self.column.filled.connect(self._on_card_filled)
        self.column.original_wanted.connect(self.originals.show_original)
        self.column.view_wanted.connect(self._show_view)
        self.column.menu_wanted.connect(self._open_menu)
        self.column.source_wanted.connect(self.originals.show_source)
        on("find", self._open_find)
        on("next_message", lambda: self.column.step(1))
        on("previous_message", lambda: self.column.step(-1))
        on("expand_all", lambda: self.column.fold_all(opened=True))
        on("collapse_all", lambda: self.column.fold_all(opened=False))
        on("original", self._toggle_original)
        on("source", self._show_source)
        on("unsubscribe", self._unsubscribe)
        on("copy_message", self._copy_text)
        on("answer_line", self._answer_line)
        self.answer_bar.closed.connect(lambda: press(self.column))
        self.answer_bar.grew.connect(lambda: QTimer.singleShot(0, self, self._show_answered))

    def _show(self, found: OpenedThread) -> None:
        thread = found.thread
        again = self.shown is not None and self.shown.thread.id == thread.id
        self.shown = found
        self.title.setText(clean(thread.subject) or "(no subject)")
        self._chips.show_labels(found.thread.id, found.thread.messages)
        self.summary.show_for(found)
        if self._strips.show_strips(found):
            self._order.start()
        if again:
            self.column.update_messages(thread.messages)
        else:
            self.find_bar.close_bar()
            self.answer_bar.forget()
            self.column.show_messages(thread.messages, self._wanted[1])
            self._begin_reading()
        self.states.ready()
        self.bench.selection.read(found)

    def _forget(self) -> None:
        """What is shown is not what is wanted any more."""
        self.shown = None
        self._read_timer.stop()
        self.summary.forget()
        for key in ("thread", "thread again"):
            self.bench.calls.jobs.cancel(key)

    def _show_none(self, why: str) -> None:
        if (self._wanted, self._why_none) != ((0, 0), why):
            self._wanted, self._why_none = (0, 0), why
            self._soon.stop()
            self._forget()
            self.column.clear()
            if self.bench.selection.rows:
                self.states.empty("", why)
            else:
                self.day.say(why)
                self.states.instead(self.day)

    def _on_failed(self, error: KnownError) -> None:
        if isinstance(error, NotFound):
            self.bench.selection.read(None)
            return
        self.shown = None
        self.states.failed(error, self._again)

    def _on_changed(self, changes: Changes) -> None:
        concerned = changes.messages or changes.labels or changes.drafts or changes.accounts
        concerned = concerned or changes.triage
        if self.shown is None or not concerned:
            return
        if self.isVisible():
            self._read_again()
        else:
            self._outdated = True

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._outdated:
            self._read_again()

    def _read_again(self) -> None:
        self._outdated = False
        if self.shown is not None:
            self._ask(self.shown.thread.id, self._show_again, "thread again")

    def _on_current(self, message: Message) -> None:
        if self.shown is not None:
            self.bench.selection.point_at(message)

    def _show_again(self, found: OpenedThread) -> None:
        if self.shown is not None and self.shown.thread.id == found.thread.id:
            self._show(found)

    def _on_attended(self) -> None:
        """Somebody has come to what a program has brought: it is opened by them from now on."""
        self._read_again()
        self._begin_reading()

    def _begin_reading(self) -> None:
        seconds = self.bench.services.settings.number("mail.mark_read_seconds")
        if seconds >= 0:
            self._read_timer.start(seconds * 1000)

    def _mark_read(self) -> None:
        """What is unread and has been open long enough counts as read."""
        if self.shown is None or not self.isVisible() or self.bench.selection.unattended:
            return
        seen = self.column.open_ids()
        unread = [m for m in self.shown.thread.messages if m.unread and m.id in seen]
        if unread:
            ids = tuple(str(m.id) for m in unread[:1000])
            self.bench.calls.ask(mail_view.MARK_OPENED, mail_view.MarkOpened(ids=ids))

    def _on_card_opened(self, card: MessageCard, opened: bool) -> None:
        if opened and card.message.unread and not self._read_timer.isActive():
            self._begin_reading()

    def _on_card_filled(self, card: MessageCard) -> None:
        self.find_bar.search()
        sender = card.message.sender.key
        settings = self.bench.services.settings
        if sender and sender in settings.items("mail.original_view") and card.original is None:
            images = sender in settings.items("mail.always_show_images")
            self.originals.show_original(card, images, unasked=True)

    def _open_find(self) -> None:
        self.column.fold_all(opened=True)
        self.find_bar.open_bar()

    def _readers(self) -> list[Reader]:
        return [reader for card in self.column.cards() for reader in card.readers if card.is_open]

    def _on_reached(self, reader: Reader, cursor: QTextCursor) -> None:
        reader.setTextCursor(cursor)
        self.column.reveal(reader, reader.cursorRect(cursor))

    def _toggle_original(self) -> None:
        card = self.column.current()
        if card is not None:
            self._show_view(card, card.original is None)

    def _show_view(self, card: MessageCard, wanted: bool) -> None:
        """The Original if it is wanted, else the Reader; mail of this sender opens so."""
        self.originals.remember(card, wanted)
        if wanted:
            self.originals.show_original(card, False)
        else:
            card.show_reader()

    def _open_menu(self, card: MessageCard, at: QPoint) -> None:
        """The message becomes the current one: the actions are about that."""
        self.column.make_current(card)
        menu = self.bench.actions.menu(MESSAGE_MENU, card)
        under = next((r for r in card.readers if r.holds(at)), None)
        if under is not None:
            under.offer(menu, at)
        menu.popup(at)

    def _copy_text(self) -> None:
        message = self.bench.selection.message
        if message is None:
            return

        def copy(found: MessageBody) -> None:
            QGuiApplication.clipboard().setText(found.body.fresh_text)
            self.bench.navigation.toast("Copied the text of the message.")

        params = mail_view.ReadBody(message_id=message.id)
        self.bench.calls.ask(mail_view.READ_BODY, params, done=copy, key="copy text")

    def _answer_line(self) -> None:
        """Answer what is selected in an open message."""
        found = selected_line(self._readers())
        if found is None:
            self.bench.navigation.toast(NOTHING_SELECTED)
            return
        reader, line = found
        card = next(card for card in self.column.cards() if reader in card.readers)
        self.column.make_current(card)
        self.answer_bar.answer(card.message.id, line)

    def _show_answered(self) -> None:
        """The line that is answered stays in sight."""
        found = selected_line(self._readers())
        if found is not None and self.answer_bar.isVisible():
            self.column.reveal(found[0], found[0].cursorRect())

    def _unsubscribe(self) -> None:
        message = self.bench.selection.message
        if message is not None:
            leave_list(self.bench, message, self)

    def _show_source(self) -> None:
        card = self.column.current()
        if card is not None:
            self.originals.show_source(card)


def _why_none(selection: Selection) -> str:
    if selection.rows:
        count = len(selection.rows)
        return f"{'1 conversation' if count == 1 else f'{count} conversations'} selected."
    if selection.place == PEOPLE:
        return "Open somebody and search their mail to read it here."
    if (selection.place or "").startswith(DRAFTS):
        return "Choose a draft to open it here."
    return "Choose a conversation to read it here."

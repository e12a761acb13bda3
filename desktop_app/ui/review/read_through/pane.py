"""Read through: the drafts of a list, each whole, ticked one by one, and sent by a press each.

A mail is ticked once it was read to its end and its checks are confirmed, as in the review. Nothing
is edited here: *Edit* opens the review, and comes back.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from desktop_app.model.changes import Changes
from desktop_app.model.errors import KnownError, NotFound
from desktop_app.tools.calls.results import Queued
from desktop_app.tools.person import draft_lists
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.press_guard import PressGuard
from desktop_app.ui.review.read_through import sentences
from desktop_app.ui.review.read_through.foot import Foot
from desktop_app.ui.review.read_through.mail_sheet import MailSheet
from desktop_app.ui.review.read_through.readable import Key, ReadMail
from desktop_app.ui.review.read_through.reading import Reading
from desktop_app.ui.review.read_through.reading_keys import ReadingKeys, Works
from desktop_app.ui.review.read_through.sheet_list import SheetList
from desktop_app.ui.review.read_through.sheet_press import SheetPress, Ticked
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import Button, column, plain
from desktop_app.ui.widgets.states import PendingRead, States
from desktop_app.ui.widgets.tab_order import follow_layout
from desktop_app.ui.widgets.theme import set_role

AGAIN_MS = 150
HELP = (
    "Space reads on, X ticks a mail that was read to its end, J and K go to the next and the "
    "previous one, Enter opens it to be edited. Each Ctrl+Enter sends one of those that are ticked."
)


class ReadThroughPane(Pane):
    """Pane with the signal `edit_wanted(draft_id)`. `chosen` are the drafts that are read, in
    their order; none for all of a list, those of *My drafts* where it is `mine`."""

    edit_wanted = Signal(str)

    def __init__(
        self,
        bench: Workbench,
        parent: QWidget | None = None,
        *,
        chosen: tuple[str, ...] = (),
        mine: bool = False,
    ) -> None:
        super().__init__(bench, parent)
        set_role(self, "region")
        self.setAccessibleName("Read through")
        self._mine, self._loading = mine, False
        self._kept: dict[str, str] = {}
        """Why mails stayed here when Send was pressed on them."""
        self._known: set[Key] = set()
        """The states of mails that were seen whole: a mail that is taken back need not be read
        again."""
        px = bench.theme.px
        self.help = plain(HELP, "caption", wrap=True)
        self.help.setContentsMargins(px(16), px(8), px(16), 0)
        self.list = SheetList(bench.theme)
        self.states = States(bench.theme, self.list, works="Nothing was sent.")
        self.setFocusProxy(self.states)
        self.guard = PressGuard(self)
        self.press = SheetPress(bench.calls, self)
        self.reading = Reading(
            bench.calls, lambda: self.press.under_way, self, chosen=chosen, mine=mine
        )
        self.foot = Foot(bench)
        self._again = QTimer(self, singleShot=True, interval=AGAIN_MS)
        self._again.timeout.connect(self.reading.begin)
        column(self.help, self.states, self.foot, owner=self, fill=self.states)
        self._keys = ReadingKeys(bench, self, self._works())
        self._connect()
        self._count()

    def open(self) -> None:
        """Read what is to be read, from its beginning."""
        self._loading = True
        self.states.loading(PendingRead("these drafts", self.reading.stop, self.open))
        self.reading.begin()

    @property
    def ticked(self) -> list[MailSheet]:
        """The mails that presses of Send send, one each."""
        return [sheet for sheet in self.list.sheets if sheet.tick.isChecked() and sheet.tickable]

    @property
    def next(self) -> MailSheet | None:
        """The mail that the next press sends: the one that is read, else the first, of those that
        are ticked."""
        ticked = self.ticked
        return next((s for s in ticked if s is self.list.current), ticked[0] if ticked else None)

    def send(self) -> None:
        """Press Send: one mail that is ticked leaves, with a permit of its own."""
        if self.guard.closed or self.press.under_way:
            return
        self.list.look()
        sheet = self.next
        if sheet is None:
            announce(self, sentences.TICK_FIRST)
            return
        self._kept.pop(sheet.mail.draft_id, None)
        self.foot.begin()
        self.guard.pressed()
        sheet.be_sent(leaving=True)
        self.press.press(Ticked(sheet.mail, sheet.content(), sheet.content, sheet.facts))
        self._count()

    def came_back(self) -> None:
        """The review of one mail has gone: this is in front by itself."""
        self.guard.uncovered()
        self.reading.begin()

    def leave(self) -> None:
        """Nothing is shown any more. What can still be taken back can be in the main window."""
        self.reading.stop()
        self.press.leave()
        self.foot.leave()

    # What is read

    def _on_listed(self) -> None:
        for sheet in list(self.list.sheets):
            if sheet.mail.draft_id not in self.reading.ids:
                self._forget(sheet)

    def _show(self, mail: ReadMail) -> None:
        before = self.list.sheet(mail.draft_id)
        if before is None and mail.editable:
            above = self.reading.place_of(mail.draft_id)
            place = sum(sheet.mail.draft_id in above for sheet in self.list.sheets)
            self.list.put(self._sheet(mail), place)
        elif before is not None and not mail.editable:
            self._forget(before)
        elif before is not None and mail.key != before.mail.key:
            note = "" if mail.key in self._known else sentences.CHANGED
            self.list.replace(before, self._sheet(mail, note))
        self._look_elsewhere()
        if self.list.sheets:
            self._ready()
        self._count()

    def _ready(self) -> None:
        """There are mails. The person has opened this, and is at the first one, unless they are
        somewhere in it."""
        if self._loading or self.states.currentWidget() is not self.list:
            self._loading = False
            self.states.ready()
        focused, current = self.window().focusWidget(), self.list.current
        if current is None or (focused is not None and self._is_inside(focused)):
            return
        press(current)

    def _is_inside(self, widget: QWidget) -> bool:
        return self.list.isAncestorOf(widget) or self.foot.isAncestorOf(widget)

    def _on_missed(self, draft_id: str, error: KnownError) -> None:
        """One that can't be read stands in nobody's way."""
        sheet = self.list.sheet(draft_id)
        if sheet is not None and isinstance(error, NotFound):
            self._forget(sheet)
        elif sheet is not None:
            sheet.say(error.sentence)

    def _on_failed(self, error: KnownError) -> None:
        if not self.list.sheets:
            self.states.failed(error, self.open)

    def _on_ended(self) -> None:
        follow_layout(self)
        self._show_state()

    def _sheet(self, mail: ReadMail, note: str = "") -> MailSheet:
        note = self._kept.get(mail.draft_id, note)
        seen, now = mail.key in self._known, self.bench.services.clock()
        sheet = MailSheet(self.bench.theme, mail, now, seen=seen, note=note)
        sheet.ticked.connect(self._count)
        sheet.edit_wanted.connect(lambda: self._edit(sheet))
        sheet.ignore_wanted.connect(lambda: self._ignore(sheet))
        return sheet

    def _forget(self, sheet: MailSheet) -> None:
        self.list.take(sheet)
        self._show_state()

    def _show_state(self) -> None:
        """What stands here where there is no mail, or none any more."""
        self._count()
        close: Button = ("Close", self.window().close)
        self.help.setVisible(bool(self.list.sheets))
        if self.list.sheets:
            self._ready()
        elif self.foot.sent:
            self._loading = False
            self.states.empty("All of it is on its way.", "Nothing else waits here.", close)
        else:
            self._loading = False
            title = "You have no drafts." if self._mine else "Nothing waits for your review."
            self.states.empty(title, "Drafts that wait are read here, one under the other.", close)

    def _look_elsewhere(self) -> None:
        """A draft is open in one place at most."""
        for sheet in self.list.sheets:
            there = self.bench.elsewhere.holds(sheet.mail.draft_id)
            if there != sheet.elsewhere:
                sheet.elsewhere = there
                sheet.refresh()

    def _on_read(self) -> None:
        self._known |= {sheet.mail.key for sheet in self.list.sheets if sheet.seen.whole}
        self._count()

    def _on_changed(self, changes: Changes) -> None:
        concerned = changes.drafts or changes.outbox or changes.accounts or changes.messages
        if concerned and self.isVisible() and not self.press.under_way:
            self._again.start()

    # What is done

    def _edit(self, sheet: MailSheet) -> None:
        if not self.press.under_way:
            self.edit_wanted.emit(sheet.mail.draft_id)

    def _ignore(self, sheet: MailSheet) -> None:
        """Put a draft aside; it can be restored. What is left of a press does not."""
        if self.guard.closed or self.press.under_way:
            return
        draft_id, calls = sheet.mail.draft_id, self.bench.calls
        words = "1 draft ignored." if sheet.mail.review.draft.proposed else "1 draft deleted."

        def put_aside(_: object) -> None:
            self.foot.line.say(f"{words} It can be restored from Ignored.", restore)
            if (shown := self.list.sheet(draft_id)) is not None:
                self._forget(shown)

        def restore() -> None:
            params = draft_lists.RestoreDraft(draft_id=draft_id)
            calls.ask(draft_lists.RESTORE_DRAFT, params, owner=self)
            self.foot.line.say("Restored.")

        calls.ask(
            draft_lists.IGNORE_DRAFT,
            draft_lists.IgnoreDraft(draft_id=draft_id),
            done=put_aside,
            failed=lambda error: sheet.say(error.sentence),
            owner=self,
        )

    def _choose(self) -> None:
        """Tick the mail that is read, else go to what keeps it here."""
        sheet = self.list.current
        if sheet is None or self.press.under_way:
            return
        self.list.look()
        if sheet.choose():
            announce(sheet, "Ticked." if sheet.tick.isChecked() else "Not ticked.")
            return
        if sheet.seen.whole and sheet.open_check():
            self.list.ensureWidgetVisible(sheet.checks)
        announce(sheet, sheet.reason.text())

    def _next_check(self) -> None:
        sheet = self.list.current
        if sheet is not None and sheet.next_check():
            self.list.ensureWidgetVisible(sheet.checks)

    def _on_queued(self, draft_id: str, queued: Queued) -> None:
        self.foot.sent[draft_id] = queued
        if (sheet := self.list.sheet(draft_id)) is not None:
            self.list.take(sheet)
        self._count()

    def _on_stopped(self, draft_id: str, reason: str) -> None:
        self._kept[draft_id] = reason
        self.foot.stayed = True
        if (sheet := self.list.sheet(draft_id)) is not None:
            sheet.be_sent(leaving=False)
            sheet.say(reason)

    def _on_pressed(self) -> None:
        """The press is answered."""
        self.guard.settled()
        self.foot.tell()
        self._show_state()
        if self.next is not None and isinstance(self.window().focusWidget(), MailSheet):
            self.list.show_sheet(self.next)  # what the next press sends is in sight
        self._again.start()

    def _count(self) -> None:
        sheets = self.list.sheets
        read = sum(sheet.seen.whole for sheet in sheets)
        free = not self.guard.closed and not self.press.under_way
        more = self.reading.left_out
        leaves = self.next.mail if self.next is not None else None
        self.foot.count(read, len(sheets), leaves, len(self.ticked), more=more, free=free)

    def _connect(self) -> None:
        bench, reading = self.bench, self.reading
        reading.listed.connect(self._on_listed)
        reading.read.connect(self._show)
        reading.missed.connect(self._on_missed)
        reading.failed.connect(self._on_failed)
        reading.ended.connect(self._on_ended)
        self.list.read.connect(self._on_read)
        self.press.queued.connect(self._on_queued)
        self.press.stopped.connect(self._on_stopped)
        self.press.ended.connect(self._on_pressed)
        self.foot.send.connect(self.send)
        self.foot.taken_back.connect(reading.begin)
        self.guard.changed.connect(self._count)
        bench.announcements.changed.connect(self._on_changed)
        bench.elsewhere.changed.connect(self._look_elsewhere)
        bench.elsewhere.changed.connect(self.guard.uncovered)

    def _works(self) -> Works:
        """What the keys do."""

        def with_current(work: Callable[[MailSheet], object]) -> Callable[[], object]:
            return lambda: self.list.current is not None and work(self.list.current)

        def send() -> None:
            self.send()
            self.guard.hold()

        return Works(
            on=self.list.page_on,
            back=self.list.page_back,
            go=self.list.go,
            choose=self._choose,
            edit=with_current(self._edit),
            undo=self.foot.undo,
            send=send,
            ignore=with_current(self._ignore),
            next_check=self._next_check,
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._keys.take(event):
            event.accept()
        else:
            super().keyPressEvent(event)

"""The desk: the sheet and its foot together, saying one thing about the draft that is shown.

It knows the draft as it was read last and whether it is being sent; it calls no tool that
changes anything.
"""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from desktop_app.assistant.transcript import AboutToSend
from desktop_app.model.draft import DraftVersion
from desktop_app.tools.person.draft_review import Review
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.model_requests.sending import host_of
from desktop_app.ui.review import words
from desktop_app.ui.review.action_bar import Entry, Foot
from desktop_app.ui.review.delivering import Delivering
from desktop_app.ui.review.draft_status import EDITABLE, Standing, phase_of, standing_of
from desktop_app.ui.review.draft_view import Prepared
from desktop_app.ui.review.end_seen import EndSeen
from desktop_app.ui.review.fixes import fix
from desktop_app.ui.review.height_watch import Room
from desktop_app.ui.review.recipient_field import Suggest
from desktop_app.ui.review.refining import Refining
from desktop_app.ui.review.sheet import Sheet
from desktop_app.ui.review.word_diff import Hunk, put_back
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.dates import file_size
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.strips import Button
from desktop_app.ui.widgets.tab_order import follow_layout
from desktop_app.ui.widgets.tokens import Size

ORDER_MS = 50
SETTLE_MS = 100
Notice = tuple[Standing, tuple[Button, ...]]


class Desk(QWidget):
    """`prepared` is what is shown; `sending` freezes it until the press has been answered."""

    def __init__(
        self, bench: Workbench, suggest: Suggest, entries: tuple[Entry, ...], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._bench = bench
        self.prepared: Prepared | None = None
        self.sending = False
        self._notice: Notice | None = None
        self._asking: Standing | None = None
        self.sheet = Sheet(bench, suggest, self)
        self._order = QTimer(self, singleShot=True, interval=ORDER_MS)
        self._order.timeout.connect(lambda: follow_layout(self))
        layout = column(self.sheet, owner=self, fill=self.sheet)
        self.end_seen = EndSeen(self.sheet)
        self.refining = Refining(bench, self.sheet)
        self.foot = Foot(bench.theme, entries, bench.services.agent.description.refinements, self)
        layout.addWidget(self.foot)
        self.delivering = Delivering(bench, self)
        self._connect()
        self._connect_refining()
        Room(self, bench.theme.px(Size.SHORT), (self.sheet.set_short, self.foot.set_short))

    def _connect(self) -> None:
        evidence = self.sheet.evidence
        self.sheet.checks.fixed.connect(
            lambda check: fix(self.sheet, check, self._bench.navigation)
        )
        self.sheet.checks.changed.connect(self.show_foot)
        self.end_seen.changed.connect(self.show_foot)
        self.foot.page_wanted.connect(lambda: self.sheet.turn_page(1))
        self.sheet.edited.connect(self._on_edited)
        self.sheet.envelope.filled.connect(self._on_filled)
        evidence.put_back.connect(self._put_back)
        evidence.restored.connect(self._restore)

    @property
    def review(self) -> Review | None:
        return self.prepared.review if self.prepared else None

    @property
    def editable(self) -> bool:
        """Whether the draft can be changed and sent from here."""
        review = self.review
        return review is not None and phase_of(review.draft, review.outbox) in EDITABLE

    def show_prepared(self, prepared: Prepared) -> None:
        """Show another draft, from the top."""
        self.clear()
        self.prepared = prepared
        self.sheet.checks.forget()
        self.sheet.pressed = False
        self.sheet.show_prepared(prepared, self._now())
        self._say()
        self.sheet.verticalScrollBar().setValue(0)

    def show_blank(self) -> None:
        """An empty mail that can be written into, before there is a draft."""
        self.clear()
        self.sheet.pressed = False
        self.sheet.show_blank()
        self.end_seen.follow(None)
        self.foot.show_mode(editable=True, proposed=False, can_archive=False)
        self.foot.show_recipients(())
        self.foot.show_note("")
        self.foot.ask_to_read(False)
        self.foot.allow_refining(False)
        self.foot.allow_sending(False)
        self._order.start()
        self.sheet.verticalScrollBar().setValue(0)

    def fill_in(self, prepared: Prepared) -> None:
        """Show the draft of a mail that began empty; what was typed meanwhile stays."""
        self.prepared = prepared
        self.sheet.fill_in(prepared, self._now())
        self._say()

    def take_over(self, prepared: Prepared) -> None:
        """The same draft, changed elsewhere: show what is stored now."""
        self.prepared = prepared
        self.sheet.show_prepared(prepared, self._now())
        self._say()

    def refresh(self, prepared: Prepared) -> None:
        """The same draft read again: what is known about it, not what is edited."""
        self.prepared = prepared
        self.sheet.refresh(prepared, self._now())
        if self.sheet.content() == prepared.review.draft.content:
            self.sheet.show_badges(prepared.review)
        self._say()

    def clear(self) -> None:
        """Nothing is on the desk."""
        self.prepared = self._notice = None
        self.sending = False
        self.refining.forget()

    def freeze(self) -> None:
        """Send was pressed: what is shown stays until that is answered."""
        self.sending = self.sheet.pressed = True
        self.sheet.set_read_only(True)
        self.foot.allow_sending(False)

    def thaw(self) -> None:
        self.sending = False
        if self.prepared is not None:
            self.sheet.refresh(self.prepared, self._now())
        self.show_foot()

    def notice(self, standing: Standing, buttons: tuple[Button, ...] = ()) -> None:
        """Say something more about this draft, until the next such thing."""
        self._notice = (standing, buttons)
        self._show_strips()
        announce(self, standing.text)

    def drop_notice(self, start: str = "") -> None:
        """Take the notice away, if its text begins so."""
        if self._notice is not None and self._notice[0].text.startswith(start):
            self._notice = None
            self._show_strips()

    def tell_changed(self, review: Review) -> None:
        """Someone else wrote the newest version: say so, and offer what was there before."""
        if len(review.versions) > 1:
            before = review.versions[-2]
            self.notice(
                words.changed_elsewhere(review.versions[-1].author),
                (
                    ("Take the earlier one", lambda: self._restore(before)),
                    ("Fine", self.drop_notice),
                ),
            )

    def go_to_check(self, *, open_only: bool) -> None:
        """Focus the first check that keeps the mail here, or the next of all."""
        checks = self.sheet.checks
        row = checks.focus_open() if open_only else checks.focus_next()
        if row is not None:
            self.sheet.ensureWidgetVisible(row)
            announce(self, row.accessibleName())

    def compare(self) -> None:
        """Bring up what was changed since the assistant wrote it."""
        self.sheet.evidence.show_changes()
        self._go_to_evidence()

    def step_version(self, by: int) -> None:
        """Bring up an older (1) or a newer (-1) version."""
        self.sheet.evidence.step_version(by)
        self._go_to_evidence()

    def show_foot(self) -> None:
        """The buttons and the note, as the draft and its checks stand."""
        review = self.review
        if review is None:
            return
        checks, draft, editable = self.sheet.checks, review.draft, self.editable
        self.foot.show_mode(
            editable=editable, proposed=draft.proposed, can_archive=bool(draft.thread_id)
        )
        self.foot.show_recipients(self.sheet.content().recipients)
        unread = editable and self.end_seen.pending
        ready = review.can_send and not checks.blocking and not unread
        ready = ready and self.sheet.envelope.whole
        self.foot.allow_refining(editable and not self.sheet.formatted)
        self.foot.ask_to_read(unread)
        self.foot.allow_sending(editable and ready and not self.sending)
        note = words.foot_note(review, checks.blocking, checks.unconfirmed, unread=unread)
        self.foot.show_note(note)

    def _say(self) -> None:
        self._order.start()
        self._show_strips()
        self.end_seen.follow(self.review)
        self.show_foot()

    def _go_to_evidence(self) -> None:
        """At once, and again when what was put there has its height."""
        for pause in (0, SETTLE_MS):
            QTimer.singleShot(pause, self, lambda: self.sheet.show_part(self.sheet.evidence))

    def _show_strips(self) -> None:
        notices: list[Notice] = []
        if (review := self.review) is not None:
            notices.append((standing_of(review, self._now()), self.delivering.buttons(review)))
            if review.stale and self.editable:
                thread, navigation = review.draft.thread_id, self._bench.navigation
                show = ("Show", lambda: navigation.open_thread(thread))
                notices.append((words.new_mail(), (show,)))
        if self._notice is not None:
            notices.append(self._notice)
        self.sheet.show_strips(tuple(notices))

    def _on_edited(self) -> None:
        self._order.start()
        if self.prepared is not None and not self.sending:
            self.foot.show_recipients(self.sheet.content().recipients)
            self.foot.allow_refining(self.editable and not self.sheet.formatted)

    def _on_filled(self) -> None:
        """Everyone can be seen now: only then does Send work."""
        self._order.start()
        self.show_foot()

    def _connect_refining(self) -> None:
        refining, foot = self.refining, self.foot
        foot.refined.connect(self._refine)
        foot.stopped.connect(refining.stop)
        refining.busy.connect(foot.show_refining)
        refining.told.connect(self._tell_refining)
        refining.settled.connect(self._order.start)
        refining.waits.connect(self._ask_sending)
        refining.busy.connect(self._on_refining)
        self._bench.announcements.setting.connect(self._on_setting)

    def _tell_refining(self, text: str) -> None:
        """Nothing came of it: the strip that says so is at the top."""
        self.notice(words.refining(text), (("Fine", self.drop_notice),))
        self.sheet.verticalScrollBar().setValue(0)

    def _ask_sending(self, request: AboutToSend) -> None:
        """Nothing leaves before the person has let it, where they wish to be asked."""

        def answer(*, yes: bool) -> None:
            self.drop_notice()
            self.refining.answer(request.payload_id, yes=yes)

        buttons = (
            ("Show", lambda: self.sheet.evidence.sent.open(request.payload_id)),
            ("Send request", lambda: answer(yes=True)),
            ("Don't send", lambda: answer(yes=False)),
        )
        size, host = file_size(request.size), host_of(request.endpoint)
        self._asking = words.about_to_send(f"About to send {size} to {host}.")
        self.notice(self._asking, buttons)
        self.sheet.verticalScrollBar().setValue(0)

    def _on_refining(self, busy: bool) -> None:
        """What was asked about a request is settled when it has ended."""
        asking, self._asking = self._asking, None
        if not busy and asking is not None and self._notice and self._notice[0] is asking:
            self.drop_notice()

    def _on_setting(self, key: str) -> None:
        if key.startswith("assistant."):
            self.foot.show_refinements(self._bench.services.agent.description.refinements)

    def _refine(self, instruction: str) -> None:
        review = self.review
        if review is not None and self.editable and not self.sending:
            self.drop_notice()
            self.refining.ask(review.draft.id, instruction)

    def _restore(self, version: DraftVersion) -> None:
        self.drop_notice()
        self.sheet.put_content(version.content)

    def _put_back(self, hunk: Hunk) -> None:
        self.sheet.body.replace_text(put_back(self.sheet.body.text(), hunk))

    def _now(self) -> float:
        return self._bench.services.clock()

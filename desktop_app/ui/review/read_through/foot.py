"""Foot of reading through: how much is read, what the last press did, and Send."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.model.errors import KnownError
from desktop_app.tools.calls.results import Queued
from desktop_app.tools.person import outbox
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.read_through import sentences
from desktop_app.ui.review.read_through.readable import ReadMail
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.parts import plain, row
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.undo_line import UndoLine

Sent = dict[str, Queued]
"""What presses have handed to the outbox, by the drafts' ids."""


class Foot(QWidget):
    """Foot with the signals `send`, when its button is pressed, and `taken_back`, when mails are
    here again."""

    send = Signal()
    taken_back = Signal()

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self.sent: Sent = {}
        self.stayed = False
        """Whether the mail of the last press stayed here."""
        self.note = plain(role="second")
        self.line = UndoLine(bench.theme)
        self.button = QPushButton()
        self.button.setAutoDefault(False)
        set_role(self.button, "primary")
        self.button.clicked.connect(self.send)
        self._undo_end = QTimer(self, singleShot=True)
        self._undo_end.timeout.connect(self._end_undo)
        px = bench.theme.px
        margins = (px(16), px(8), px(16), px(8))
        row(
            self.note,
            self.line,
            self.button,
            owner=self,
            gap=px(12),
            margins=margins,
            fill=self.line,
        )

    def count(
        self, read: int, of: int, leaves: ReadMail | None, ticked: int, *, more: int, free: bool
    ) -> None:
        """`read` of the mails were read whole and `ticked` are ticked; `more` come after these. The
        next press sends the one that `leaves`. `free`: a press counts now."""
        behind = f" {sentences.counted(more)} more come after these." if more else ""
        chosen = f" {ticked} ticked." if ticked else ""
        self.note.setText(f"{read} of {sentences.counted(of)} read.{chosen}{behind}" if of else "")
        words = f"Send to {sentences.reaches(leaves)}" if leaves is not None else "Send"
        self.button.setText(words.replace("&", "&&"))
        self.button.setAccessibleName(words)
        whole = sentences.name_of(leaves) if leaves is not None else ""
        self.button.setToolTip(as_tooltip(whole))
        self.button.setAccessibleDescription("" if ticked else sentences.TICK_FIRST)
        self.button.setEnabled(leaves is not None and free)
        self.button.setVisible(of > 0)

    def begin(self) -> None:
        """Send was pressed: what the presses before have sent can be taken back until it leaves."""
        now = self._bench.services.clock()
        self.sent = {id_: queued for id_, queued in self.sent.items() if queued.send_after > now}
        self.stayed = False
        self._undo_end.stop()
        self.line.say("")

    def tell(self) -> None:
        """The press is answered: say how many are on their way, whether its own stayed, and offer
        to take those back that have not left."""
        said = [sentences.STAYED] if self.stayed else []
        if self.sent:
            said.append(sentences.on_their_way(len(self.sent)))
        now = self._bench.services.clock()
        left = max((queued.send_after for queued in self.sent.values()), default=now) - now
        if left > 0:
            self._undo_end.start(int(left * 1000))
        self.line.say(" ".join(said), self._undo if left > 0 else None)

    def undo(self) -> None:
        """What *Undo* does, where it is there."""
        if self.line.undo.isVisible():
            self.line.undo.click()
        else:
            announce(self, "There is nothing to undo.")

    def leave(self) -> None:
        """It is not shown any more: the main window offers what can still be taken back."""
        if self.sent and self._undo_end.isActive():
            bench, sent = self._bench, dict(self.sent)
            undo = Undo(lambda: take_back(bench, sent, bench.navigation.toast))
            bench.navigation.toast(sentences.on_their_way(len(sent)), undo)
        self.sent = {}
        self.begin()

    def _undo(self) -> None:
        sent = dict(self.sent)
        self.sent = {}
        self._undo_end.stop()
        take_back(self._bench, sent, self._tell_back, owner=self)

    def _tell_back(self, words: str) -> None:
        self.line.say(words)
        self.taken_back.emit()

    def _end_undo(self) -> None:
        self.line.say(self.line.text.text())


def take_back(
    bench: Workbench,
    sent: Sent,
    told: Callable[[str], object],
    *,
    owner: QWidget | None = None,
) -> None:
    """Take mails back that have not left, and tell in a sentence how many."""
    calls = bench.calls

    def work() -> int:
        done = 0
        for queued in sent.values():
            try:
                calls.wait(outbox.UNDO_SEND, outbox.UndoSend(outbox_id=queued.outbox_id))
            except KnownError:
                continue
            done += 1
        return done

    def tell(done: int) -> None:
        told(sentences.taken_back(done, len(sent)))

    calls.jobs.run(work, done=tell, lasting=True, owner=owner)

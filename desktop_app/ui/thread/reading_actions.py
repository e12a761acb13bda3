"""Actions of reading: larger and smaller mail, print, save as PDF, quote what is selected."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from desktop_app.mail.files.files import safe_filename
from desktop_app.model.errors import Unavailable
from desktop_app.model.message import Message
from desktop_app.tools.person import answer_lines
from desktop_app.ui.bench.last_folder import SAVED, keep_folder, last_folder
from desktop_app.ui.bench.late_opening import draft_opening
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.reading.printing import print_message, save_pdf
from desktop_app.ui.reading.readable_message import read_message
from desktop_app.ui.thread.card_column import CardColumn
from desktop_app.ui.widgets.dates import long_date
from desktop_app.ui.widgets.dialogs import choose_target, present
from desktop_app.ui.widgets.safe_text import clean

KEY = "look.reading_percent"
STEPS = (60, 75, 90, 100, 110, 125, 150, 175, 200, 250, 300)
TRY_AGAIN = "Look whether it is on and connected, then print again."
SELECT_FIRST = "Select some words of the mail first, then quote them."


class ReadingActions(QObject):
    """Answers to the actions; what they are about is the message that is current."""

    def __init__(self, bench: Workbench, column: CardColumn) -> None:
        super().__init__(column)
        self._bench, self._column = bench, column
        on = bench.actions.on
        on("zoom_in", lambda: self._zoom(1))
        on("zoom_out", lambda: self._zoom(-1))
        on("zoom_reset", lambda: self._zoom(0))
        on("print", self._print)
        on("save_pdf", self._save_pdf)
        on("quote_reply", self._quote)

    def _zoom(self, step: int) -> None:
        """The next size, which is kept; 0 is the usual one."""
        settings = self._bench.services.settings
        now = settings.number(KEY)
        if step == 0:
            wanted = 100
        elif step > 0:
            wanted = next((s for s in STEPS if s > now), STEPS[-1])
        else:
            wanted = next((s for s in reversed(STEPS) if s < now), STEPS[0])
        if wanted != now and not settings.forced(KEY):
            self._bench.calls.jobs.run(lambda: settings.change(KEY, wanted), key="zoom")
        self._bench.navigation.status(f"Mail at {wanted} %")

    def _current(self) -> Message | None:
        card = self._column.current()
        return card.message if card is not None else None

    def _when(self, message: Message) -> str:
        return long_date(message.date, 0)

    def _save_pdf(self) -> None:
        message = self._current()
        if message is None:
            return
        folder = last_folder(self._bench, SAVED)
        name = safe_filename(f"{clean(message.subject)[:60] or 'message'}.pdf")

        def save(path: Path) -> None:
            keep_folder(self._bench, SAVED, path.parent)
            family, when, calls = self._family(), self._when(message), self._bench.calls
            self._bench.calls.jobs.run(
                lambda: save_pdf(read_message(calls, message.id), when, family, path),
                done=lambda _: self._bench.navigation.toast(f"Saved {path.name}."),
                lasting=True,
            )

        choose_target(self._column, "Save message as PDF", name, "PDF (*.pdf)", save, folder)

    def _print(self) -> None:
        """Ask for the printer; the drawing is a job."""
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        message = self._current()
        if message is None:
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(clean(message.subject) or "message")
        dialog = QPrintDialog(printer, self._column.window())
        dialog.setWindowTitle("Print message")
        dialog.accepted.connect(lambda: self.print_on(message, printer))
        present(dialog)

    def print_on(self, message: Message, printer: object) -> None:
        """Print a message; `printer` is a QPrinter."""
        from PySide6.QtPrintSupport import QPrinter

        assert isinstance(printer, QPrinter)
        not_printed = {QPrinter.PrinterState.Aborted, QPrinter.PrinterState.Error}
        family, when, calls = self._family(), self._when(message), self._bench.calls

        def work() -> None:
            print_message(read_message(calls, message.id), when, family, printer)
            if not printer.isValid() or printer.printerState() in not_printed:
                raise Unavailable("The printer did not take the message.", next_step=TRY_AGAIN)

        self._bench.calls.jobs.run(
            work, done=lambda _: self._bench.navigation.toast("Printed."), lasting=True
        )

    def _family(self) -> str:
        return self._column.font().family()

    def _quote(self) -> None:
        """A reply that quotes what is selected in an open message."""
        for card in self._column.cards():
            for reader in card.readers:
                cursor = reader.textCursor()
                if cursor.hasSelection():
                    self._column.make_current(card)
                    self._make(card.message, cursor.selection().toPlainText())
                    return
        self._bench.navigation.toast(SELECT_FIRST)

    def _make(self, message: Message, words: str) -> None:
        opened = draft_opening(self._bench)
        self._bench.calls.ask(
            answer_lines.QUOTE_REPLY,
            answer_lines.QuoteReply(message_id=message.id, words=words),
            done=lambda draft: opened(draft.id),
            key="quote reply",
        )

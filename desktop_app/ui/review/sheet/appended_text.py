"""Text that is sent below the body: the signature, and the quoted history, folded."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.mail.drafts.quotes import text_of
from desktop_app.mail.drafts.signatures import formatted_signature
from desktop_app.model.draft import DraftContent
from desktop_app.ui.review.rich_text.shown_text import ShownText
from desktop_app.ui.widgets.elision import shortened
from desktop_app.ui.widgets.parts import STRETCH, column, plain, row
from desktop_app.ui.widgets.tab_order import follow_layout
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size

SHOWN_CHARS = 20_000


class AppendedText(QWidget):
    """Text with the signals `quote_left_out`, when the person removes the quoted text,
    `quote_taken_in`, when they want to write in it, and `replaced`, when another text is shown.
    `only_read`: nothing of it can be changed here."""

    quote_left_out = Signal()
    quote_taken_in = Signal()
    replaced = Signal()

    def __init__(self, theme: Theme, *, only_read: bool = False) -> None:
        super().__init__()
        self._theme, self._only_read = theme, only_read
        self.quoted = ""
        theme.keep(self, lambda: self.setMaximumWidth(theme.px(Size.TEXT_WIDTH)))
        self._signature = plain(role="second", wrap=True, select=True, name="Signature")
        self._formatted = ShownText(theme, "Signature")
        self._fold = QPushButton()
        self._fold.setCheckable(True)
        self._fold.toggled.connect(self._on_fold)
        self._leave_out = QPushButton("Leave it out")
        self._leave_out.clicked.connect(self.quote_left_out)
        self._take_in = QPushButton("Answer in it")
        self._take_in.setToolTip("Put the quoted text into the mail, to answer between its lines")
        self._take_in.clicked.connect(self.quote_taken_in)
        for button in (self._fold, self._take_in, self._leave_out):
            set_role(button, "link")
        self._history = plain(role="second", wrap=True, select=True, name="Quoted text")
        gap, margins = theme.px(8), (theme.px(12), 0, 0, 0)
        buttons = row(self._fold, self._take_in, self._leave_out, STRETCH, gap=gap)
        parts = (self._signature, self._formatted, buttons, self._history)
        self._column = column(*parts, owner=self, gap=gap, margins=margins)
        self.show_nothing()

    def show_nothing(self) -> None:
        """Neither a signature nor a quote."""
        self._signature.hide()
        self._formatted.hide()
        self._show_quoted("")

    def show_parts(self, content: DraftContent) -> None:
        """Show the signature and the quote of a draft, in the order in which they are sent."""
        formatted, words = formatted_signature(content), content.signature.strip()
        self._signature.setText("-- " if formatted is not None else f"-- \n{words}")
        self._signature.setVisible(bool(words))
        if formatted is not None:
            self._formatted.show_it(formatted)
        self._formatted.setVisible(formatted is not None)
        self._place_signature(below=content.signature_below)
        self._show_quoted(content.quoted)

    def _place_signature(self, *, below: bool) -> None:
        shown: tuple[QWidget, ...] = (self._signature, self._formatted)
        if (self._column.indexOf(shown[0]) > 0) is not below:
            for part in shown:
                self._column.removeWidget(part)
            for place, part in enumerate(shown):
                self._column.insertWidget(self._column.count() if below else place, part)
            follow_layout(self)

    def _show_quoted(self, quoted: str) -> None:
        if quoted != self.quoted:
            self.quoted = quoted
            self._fold.setChecked(False)
        count = len(text_of(quoted).strip("\n").split("\n"))
        self._fold.setText(f"{count} quoted {'line' if count == 1 else 'lines'}")
        self._fold.setVisible(bool(quoted.strip()))
        for button in (self._take_in, self._leave_out):
            button.setVisible(bool(quoted.strip()) and not self._only_read)
        self._on_fold(self._fold.isChecked())
        self.setVisible(bool(quoted.strip()) or not self._signature.isHidden())
        self.replaced.emit()

    @property
    def folded_height(self) -> int:
        """Pixels it takes while the quoted text is folded."""
        if self.isHidden():
            return 0
        width = max(1, self.width() - self._theme.px(12))
        parts = (self._signature, self._formatted, self._fold)
        lines = (
            self._signature.heightForWidth(width),
            self._formatted.sizeHint().height(),
            self._fold.sizeHint().height(),
        )
        shown = [high for high, part in zip(lines, parts, strict=True) if not part.isHidden()]
        return sum(shown) + self._theme.px(8) * (len(shown) - 1)

    def set_read_only(self, read_only: bool) -> None:
        for button in (self._take_in, self._leave_out):
            button.setEnabled(not read_only)

    def _on_fold(self, opened: bool) -> None:
        there = opened and bool(self.quoted.strip())
        if there:
            self._history.setText(shortened(text_of(self.quoted), SHOWN_CHARS, "\n…"))
        self._history.setVisible(there)
        self._fold.setAccessibleDescription("shown" if there else "folded away")
        self._theme.put_icon(self._fold, "collapse" if there else "expand", "accent")

"""Words of a template as they are written: plain, formatted, or the HTML of somebody else as it
is."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QToolButton, QWidget

from desktop_app.mail.drafts.template_file import FORMATTED, HTML, PLAIN
from desktop_app.mail.rich.document import plain_document
from desktop_app.mail.rich.plain import plain
from desktop_app.mail.rich.reading import read_foreign
from desktop_app.mail.rich.source import from_source
from desktop_app.ui.review.rich_text.format_bar import FormatBar
from desktop_app.ui.review.rich_text.link_dialog import LinkDialog
from desktop_app.ui.review.rich_text.rich_editor import RichEditor
from desktop_app.ui.review.sheet.mail_words import LOST
from desktop_app.ui.widgets.dialogs import confirm
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size, Type

FORMAT = "Format the text"


class TemplateWords(QWidget):
    """Signals `edited`, by the person, and `told(str)`. `plain` is the editor of plain words and of
    HTML, `rich` that of formatted ones."""

    edited = Signal()
    told = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        px = theme.px
        self._kind = PLAIN
        self.plain = QPlainTextEdit()
        self.plain.setTabChangesFocus(True)
        self.plain.setPlaceholderText("Dear {first name},")
        set_role(self.plain, "framed")
        theme.keep(self.plain, lambda: self.plain.setFont(theme.font(Type.BODY)))
        self.rich = RichEditor(theme)
        self.rich.setPlaceholderText("Dear {first name},")
        for signal in (self.rich.picture_given, self.rich.files_given):
            signal.connect(lambda _: self.told.emit("Add pictures and files below."))
        for editor in (self.plain, self.rich):
            editor.setAccessibleName("Words of the template")
            editor.setMinimumHeight(px(140))
            editor.textChanged.connect(self.edited)
        self.bar = FormatBar(theme, self.rich)
        self.bar.link_wanted.connect(self._ask_for_link)
        self.bar.plain_wanted.connect(self._ask_for_plain)
        self.format = QToolButton()
        set_role(self.format, "narrow")
        theme.put_icon(self.format, "formatted", "second")
        self.format.setAccessibleName(FORMAT)
        self.format.setToolTip(as_tooltip(FORMAT))
        self.format.clicked.connect(self.make_formatted)
        self._frame = QFrame()
        set_role(self._frame, "entry")
        column(self.rich, owner=self._frame, margins=px(4))
        self.setMaximumWidth(px(Size.TEXT_WIDTH))
        layout = column(self.plain, self._frame, self.bar, owner=self, gap=px(4))
        layout.addWidget(self.format, 0, Qt.AlignmentFlag.AlignLeft)
        self.setFocusProxy(self.plain)
        self._show_kind(PLAIN)

    def show_words(self, body: str, kind: str) -> None:
        """Show the words of another template."""
        self._show_kind(kind)
        if kind == FORMATTED:
            self.rich.show_document(from_source(body))
            return
        blocked = self.plain.blockSignals(True)
        self.plain.setPlainText(body)
        self.plain.blockSignals(blocked)

    def words(self) -> tuple[str, str]:
        """The words as they are kept, and their kind."""
        if self._kind == FORMATTED:
            return self.rich.source(), FORMATTED
        return self.plain.toPlainText(), self._kind

    def make_formatted(self) -> None:
        """Plain words or HTML become formatted ones, by the person's own wish."""
        text = self.plain.toPlainText()
        self.rich.show_document(read_foreign(text) if self._kind == HTML else plain_document(text))
        self._change_to(FORMATTED)

    def make_plain(self) -> None:
        """Formatted words become plain ones, by the person's own wish."""
        self.plain.setPlainText(plain(self.rich.content()))
        self._change_to(PLAIN)

    def _change_to(self, kind: str) -> None:
        self._show_kind(kind)
        press(self.rich if kind == FORMATTED else self.plain)
        self.edited.emit()

    def _show_kind(self, kind: str) -> None:
        self._kind = kind
        formatted = kind == FORMATTED
        self.plain.setVisible(not formatted)
        self._frame.setVisible(formatted)
        self.bar.setVisible(formatted)
        self.format.setVisible(not formatted)
        self.setFocusProxy(self.rich if formatted else self.plain)

    def _ask_for_plain(self) -> None:
        """Nothing is asked where nothing would be lost."""
        if self.rich.content().is_plain:
            self.make_plain()
            return
        confirm(self.rich, "Make this plain text?", LOST, "Make plain text", self.make_plain)

    def _ask_for_link(self) -> None:
        words, target = self.rich.link_at_caret()
        LinkDialog(self.rich, words, target, self.rich.set_link)

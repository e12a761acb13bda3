"""Field of an identity's signature: formatted words, and where they stand."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QCheckBox, QFormLayout, QFrame, QWidget

from desktop_app.mail.drafts.signatures import signature_document, written_signature
from desktop_app.model.account import Identity
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.rich_text.format_bar import FormatBar, ways
from desktop_app.ui.review.rich_text.link_dialog import LinkDialog
from desktop_app.ui.review.rich_text.rich_editor import RichEditor
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import set_role

LINES = 4
_WAYS = ways("Bold", "Italic", "Underline", "Bulleted list", "Remove formatting")
NO_PICTURES = "A signature has words and links. Pictures and files are attached to each mail."
BELOW = "Below the quoted text"
BELOW_WHY = "Under the mail you answer, where it is quoted below your words, and not over it"


class SignatureForm:
    """Added to a form. Formatted mail gets the signature as it is shown, plain mail its words."""

    def __init__(self, bench: Workbench, identity: Identity, form: QFormLayout) -> None:
        self._identity = identity
        px = bench.theme.px
        self.editor = editor = RichEditor(bench.theme)
        editor.setAccessibleName("Signature")
        editor.setPlaceholderText("")
        editor.show_document(signature_document(identity))
        for signal in (editor.picture_given, editor.files_given):
            signal.connect(lambda _: bench.navigation.toast(NO_PICTURES))
        self.bar = FormatBar(bench.theme, editor, _WAYS, of_draft=False)
        self.bar.setAccessibleName("Formatting of the signature")
        self.bar.link_wanted.connect(self._ask_for_link)
        # WORKAROUND A min-height in the style sheet replaces the height that is set on an entry, so
        # a widget around it has the height; https://doc.qt.io/qt-6/stylesheet-reference.html;
        # PySide6 6.11; remove when a fixed height wins.
        room = QWidget()
        room.setFixedHeight(editor.high(LINES))
        column(editor, owner=room)
        box = QFrame()
        set_role(box, "entry")
        column(room, self.bar, owner=box, gap=px(4), margins=px(4))
        self.below = QCheckBox(BELOW)
        self.below.setToolTip(as_tooltip(BELOW_WHY))
        self.below.setAccessibleName("Signature below the quoted text")
        self.below.setChecked(identity.signature_below)
        form.addRow("Signature", box)
        form.addRow("", self.below)

    def signed(self, identity: Identity) -> Identity:
        """The identity with the signature as it is written now; one that was not touched stays
        as it was kept."""
        document = self.editor.content()
        words, formatted = self._identity.signature, self._identity.formatted_signature
        if document != signature_document(self._identity):
            words, formatted = written_signature(document)
        below = self.below.isChecked()
        return replace(
            identity, signature=words, formatted_signature=formatted, signature_below=below
        )

    def _ask_for_link(self) -> None:
        words, target = self.editor.link_at_caret()
        LinkDialog(self.editor, words, target, self.editor.set_link)

"""Question for the words and the target of a link."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QWidget

from desktop_app.mail.reader.links import safe_target
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import STYLE, column, plain
from desktop_app.ui.widgets.sheets import hang

_BUTTON = QDialogButtonBox.StandardButton
_LINE = 48
"""Letters that an entry has room for."""

WRONG = "A link leads to a web address or an e-mail address."


class LinkDialog(QDialog):
    """Sheet with the entries `words` and `target`; `work(words, target)` is called with what was
    entered, with an empty target by *Remove link*."""

    def __init__(
        self, parent: QWidget, words: str, target: str, work: Callable[[str, str], object]
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Link")
        self._work = work
        self.words = QLineEdit(words)
        self.words.setAccessibleName("Words of the link")
        self.target = QLineEdit(target)
        self.target.setAccessibleName("Where the link leads")
        self.target.setPlaceholderText("https://")
        self.note = plain(role="caption", wrap=True)
        self.target.setMinimumWidth(self.target.fontMetrics().averageCharWidth() * _LINE)
        buttons = QDialogButtonBox(_BUTTON.Ok | _BUTTON.Cancel)
        self.ok = buttons.button(_BUTTON.Ok)
        self.ok.setText("Set link")
        if target:
            remove = buttons.addButton("Remove link", QDialogButtonBox.ButtonRole.ResetRole)
            remove.clicked.connect(self._remove)
        buttons.accepted.connect(self._accept)
        buttons.rejected.connect(self.reject)
        self.target.textChanged.connect(lambda _: self._look())
        column(
            plain("Words"),
            self.words,
            plain("Leads to"),
            self.target,
            self.note,
            buttons,
            owner=self,
            gap=STYLE,
            margins=STYLE,
        )
        self._look()
        hang(self)
        present(self)
        press(self.target if words else self.words)

    def _look(self) -> None:
        typed = self.target.text().strip()
        self.ok.setEnabled(bool(whole_target(typed)))
        self.note.setText(WRONG if typed and not whole_target(typed) else "")

    def _accept(self) -> None:
        target = whole_target(self.target.text())
        if target:
            self.accept()
            self._work(self.words.text().strip() or self.target.text().strip(), target)

    def _remove(self) -> None:
        self.accept()
        self._work("", "")


def whole_target(typed: str) -> str:
    """What was typed as a target that may be opened: an address without its scheme is completed,
    `x.example` and `a@x.example`; empty for anything else."""
    typed = typed.strip()
    if not typed or any(sign.isspace() for sign in typed):
        return ""
    if "@" in typed and "/" not in typed and ":" not in typed:
        return safe_target(f"mailto:{typed}")
    if "://" not in typed and not typed.lower().startswith("mailto:"):
        if "." not in typed or ":" in typed.partition("/")[0].rpartition(".")[0]:
            return ""
        typed = f"https://{typed}"
    return safe_target(typed)

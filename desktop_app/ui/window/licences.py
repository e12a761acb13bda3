"""The licences of what Draftdesk is built on, in a window of their own."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit, QWidget

from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.parts import STYLE, column
from desktop_app.ui.widgets.tokens import Size

NONE = "The file with the licences is missing from this installation."


def show_licences(bench: Workbench, parent: QWidget) -> None:
    """Opens the window; its text is read by a job."""
    from desktop_app.installation import licences

    dialog = QDialog(parent)
    dialog.setWindowTitle("Licences")
    dialog.resize(bench.theme.px(Size.TEXT_WIDTH), bench.theme.px(Size.DIALOG))
    text = QPlainTextEdit()
    text.setReadOnly(True)
    text.setAccessibleName("Licences")
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
    buttons.rejected.connect(dialog.reject)
    column(text, buttons, owner=dialog, gap=STYLE, margins=STYLE)
    present(dialog)
    bench.calls.jobs.run(
        licences, done=lambda found: text.setPlainText(found or NONE), owner=dialog
    )

"""Dialogs for questions and files, opened and never executed: a callback gets the answer.

A question is a sheet of the window it is asked in.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QWidget,
)

from desktop_app.ui.widgets.parts import STYLE, column, fit_to_screen, hold_words, plain
from desktop_app.ui.widgets.sheets import hang
from desktop_app.ui.widgets.theme import set_role

_BUTTON = QDialogButtonBox.StandardButton
_LINE = 48
"""Letters that a line of a question has room for."""


def present(dialog: QDialog) -> None:
    """Open a dialog over its parent, with room for its words and no larger than the screen. It is
    deleted when it closes, and the parent's window is active again."""
    # WORKAROUND Qt leaves it to the window manager which window is active after a dialog, and there
    # may be none; no report known; PySide6 6.11; remove when Qt activates the dialog's parent.
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    parent = dialog.parentWidget()
    if parent is not None:
        dialog.finished.connect(parent.window().activateWindow)
    hold_words(dialog)
    fit_to_screen(dialog)
    QDialog.open(dialog)  # QPrintDialog has an `open` of its own, which wants a receiver


def confirm(
    parent: QWidget,
    question: str,
    consequence: str,
    yes: str,
    work: Callable[[], object],
    *,
    danger: bool = False,
) -> QMessageBox:
    """Ask before something that can't be taken back; `yes` names what will happen. Cancel is
    the default where it is dangerous."""
    box = QMessageBox(parent)
    box.setWindowTitle("Draftdesk")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(question)
    box.setInformativeText(consequence)
    button = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
    set_role(button, "danger" if danger else "primary")
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(cancel if danger else None)  # type: ignore[arg-type]  # None: the first
    button.clicked.connect(lambda *_: work())
    hang(box)
    present(box)
    return box


def ask_to_save(
    parent: QWidget, question: str, save: Callable[[], object], discard: Callable[[], object]
) -> QMessageBox:
    """Ask what becomes of changes that are not saved; Cancel leaves everything as it is."""
    box = QMessageBox(parent)
    box.setWindowTitle("Draftdesk")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(question)
    keep = box.addButton("Save", QMessageBox.ButtonRole.AcceptRole)
    set_role(keep, "primary")
    drop = box.addButton("Discard", QMessageBox.ButtonRole.DestructiveRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(keep)
    keep.clicked.connect(lambda *_: save())
    drop.clicked.connect(lambda *_: discard())
    hang(box)
    present(box)
    return box


def ask_text(
    parent: QWidget,
    title: str,
    label: str,
    value: str,
    verb: str,
    work: Callable[[str], object],
    *,
    optional: bool = False,
) -> QDialog:
    """One line of text, and a button with the `verb`; `work` is called with the text, when it is
    empty only if it is `optional`."""
    dialog = QDialog(parent)
    dialog.setWindowTitle(title)
    entry = QLineEdit(value)
    entry.setAccessibleName(label)
    entry.selectAll()
    buttons = QDialogButtonBox(_BUTTON.Ok | _BUTTON.Cancel)
    ok = buttons.button(_BUTTON.Ok)
    ok.setText(verb)
    ok.setEnabled(optional or bool(value.strip()))
    entry.textChanged.connect(lambda text: ok.setEnabled(optional or bool(text.strip())))
    buttons.accepted.connect(dialog.accept)
    buttons.rejected.connect(dialog.reject)
    dialog.accepted.connect(lambda: work(entry.text().strip()))
    words = plain(label, wrap=True)
    words.setMinimumWidth(words.fontMetrics().averageCharWidth() * _LINE)
    column(words, entry, buttons, owner=dialog, gap=STYLE, margins=STYLE)
    hang(dialog)
    present(dialog)
    return dialog


def choose_files(
    parent: QWidget, title: str, filters: str, work: Callable[[list[Path]], object]
) -> QFileDialog:
    """Existing files; `filters` as Qt writes them: `Mail (*.eml *.mbox)`."""
    dialog = _file_dialog(parent, title, work)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.setNameFilter(filters)
    present(dialog)
    return dialog


def choose_mail(
    parent: QWidget, folder: str, filters: str, work: Callable[[list[Path]], object]
) -> QFileDialog:
    """Files or one folder, from `folder` on: *Import this folder* takes the one that is chosen,
    else the one that is shown."""
    dialog = _file_dialog(parent, "Import mail", work, folder)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
    dialog.setNameFilter(filters)
    dialog.setLabelText(QFileDialog.DialogLabel.Accept, "Import")
    whole = QPushButton("Import this folder")
    whole.setAutoDefault(False)

    def take_folder() -> None:
        chosen = dialog.selectedFiles()
        paths = [Path(name) for name in chosen if Path(name).is_dir()]
        dialog.reject()
        work(paths or [Path(dialog.directory().absolutePath())])

    whole.clicked.connect(take_folder)
    buttons = dialog.findChild(QDialogButtonBox)
    if buttons is not None:
        buttons.addButton(whole, QDialogButtonBox.ButtonRole.ActionRole)
    present(dialog)
    return dialog


def choose_folder(
    parent: QWidget, title: str, work: Callable[[list[Path]], object], folder: str = ""
) -> QFileDialog:
    """One existing folder, as a list of one."""
    dialog = _file_dialog(parent, title, work, folder)
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    present(dialog)
    return dialog


def choose_target(
    parent: QWidget,
    title: str,
    name: str,
    filters: str,
    work: Callable[[Path], object],
    folder: str = "",
) -> QFileDialog:
    """Where to save; an existing file is only replaced after the dialog asked."""
    dialog = _file_dialog(parent, title, lambda paths: work(paths[0]), folder)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setNameFilter(filters)
    dialog.selectFile(name)
    present(dialog)
    return dialog


def _file_dialog(
    parent: QWidget, title: str, work: Callable[[list[Path]], object], folder: str = ""
) -> QFileDialog:
    dialog = QFileDialog(parent, title, folder)
    for entry in dialog.findChildren(QLineEdit):
        completer = entry.completer()
        popup = completer.popup() if completer is not None else None
        if popup is not None:
            set_role(popup, "framed")  # it is a window of its own: no ground shines through
    dialog.filesSelected.connect(lambda names: work([Path(n) for n in names]) if names else None)
    return dialog

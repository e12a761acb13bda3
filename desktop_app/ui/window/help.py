"""Help: the keys (`?`) in force, and the About box."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QMessageBox,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from desktop_app.ui.bench.action_table import ROWS, Menu
from desktop_app.ui.bench.actions import ActionRegistry
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.parts import STYLE, column, plain
from desktop_app.ui.widgets.sheets import hang
from desktop_app.ui.widgets.tokens import Size
from desktop_app.ui.window.licences import show_licences

LETTERS = "Single letters work in the lists and in a conversation."
NO_LETTERS = "Single letters are switched off in the settings."


class ShortcutHelp(QDialog):
    """Every action that has a key, by menu."""

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keyboard shortcuts")
        px = bench.theme.px
        self.resize(px(Size.DIALOG), px(Size.DIALOG))
        letters = bench.services.settings.flag("keys.letters")
        note = plain(LETTERS if letters else NO_LETTERS, "second")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        tree = self._tree(bench.actions)
        column(note, tree, buttons, owner=self, gap=STYLE, margins=STYLE)

    def _tree(self, actions: ActionRegistry) -> QTreeWidget:
        tree = QTreeWidget()
        tree.setAccessibleName("Keyboard shortcuts")
        tree.setHeaderLabels(["Action", "Keys"])
        tree.setRootIsDecorated(False)
        tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        tree.header().setStretchLastSection(False)
        for menu in Menu:
            rows = [(text, keys) for text, keys in shortcut_lines(actions, menu) if keys]
            if not rows:
                continue
            heading = QTreeWidgetItem(tree, [menu.value])
            heading.setFlags(Qt.ItemFlag.ItemIsEnabled)
            for text, keys in rows:
                QTreeWidgetItem(heading, [text, keys])
        tree.expandAll()
        return tree


def shortcut_lines(actions: ActionRegistry, menu: Menu) -> list[tuple[str, str]]:
    """(words, keys) of a menu's actions that something answers to, or that a pane binds."""
    native = QKeySequence.SequenceFormat.NativeText
    return [
        (actions.text(name), " or ".join(QKeySequence(k).toString(native) for k in keys))
        for name, keys in actions.keys().items()
        if ROWS[name].menu is menu and (actions.action(name).isVisible() or ROWS[name].pane)
    ]


PROMISE = (
    "It searches, reads and proposes. Nothing is sent without you pressing Send.\n\n"
    "Free software under the MIT licence."
)


def show_about(bench: Workbench, parent: QWidget) -> None:
    """Name, version, and the promise; below, once it is read, what a fault is reported with."""
    from desktop_app.installation import details

    box = QMessageBox(parent)
    box.setWindowTitle("About Draftdesk")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(f"Draftdesk {bench.services.version}")
    box.setInformativeText(PROMISE)
    box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Close))
    licences = box.addButton("Licences", QMessageBox.ButtonRole.ActionRole)
    licences.clicked.connect(lambda: show_licences(bench, parent))
    hang(box)
    present(box)

    def tell(found: tuple[tuple[str, str], ...]) -> None:
        told = "\n".join(f"{name}: {value}" for name, value in found[1:])
        box.setInformativeText(f"{PROMISE}\n\n{told}")

    bench.calls.jobs.run(details, done=tell, owner=box)

"""Newer versions: what changed in this one, and the question for the next."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPlainTextEdit

from desktop_app.model.errors import KnownError
from desktop_app.model.releases import Release
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import updates
from desktop_app.tools.person.updates import Changed, Newer, WhatChanged
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dates import iso_day
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.parts import STYLE, column, plain
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

MOST_SHOWN = 200_000
ASKING = "Asking…"
NEWEST = "Draftdesk {version} is the newest version."
NOT_KNOWN = "This version came without a list of its changes."
_MARKS = dict.fromkeys(map(ord, "*`"))


class ChangesDialog(QDialog):
    """Words above, and below them what changed in each version."""

    def __init__(self, bench: Workbench, title: str) -> None:
        super().__init__(bench.actions.window)
        self.setWindowTitle(title)
        px = bench.theme.px
        self.setMinimumWidth(px(Size.DIALOG))
        self._tall = px(Size.DIALOG)
        self.words = plain("", wrap=True, select=True)
        self.text = QPlainTextEdit(readOnly=True)
        self.text.setAccessibleName("What changed")
        self.text.setTabChangesFocus(True)
        set_role(self.text, "framed")
        self.text.hide()
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self._buttons.rejected.connect(self.reject)
        parts = (self.words, self.text, self._buttons)
        self._column = column(*parts, owner=self, gap=STYLE, margins=STYLE)

    def say(self, words: str) -> None:
        """Instead of what was said before."""
        self.words.setText("\n".join(map(clean, words.splitlines())))
        wanted = self._column.totalHeightForWidth(self.width())
        self.resize(self.width(), max(self.height(), wanted))

    def show_releases(self, releases: Sequence[Release]) -> None:
        self.text.setPlainText(text_of(releases))
        self.text.setVisible(bool(releases))
        if releases:
            self.resize(self.width(), self._tall)

    def offer_copy(self, command: str) -> None:
        """A button that copies the command."""
        button = self._buttons.addButton("Copy command", QDialogButtonBox.ButtonRole.ActionRole)
        button.clicked.connect(lambda: QGuiApplication.clipboard().setText(command))


class Updates(QObject):
    """Answers to the actions of the Help menu, and what is told by itself after a start."""

    def __init__(self, bench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        bench.actions.on("whats_new", self.show_changes)
        bench.actions.on("check_updates", self.ask)
        bench.calls.ask(updates.WHAT_CHANGED, WhatChanged(), done=self._tell_changed, owner=self)
        bench.calls.ask(updates.IS_DUE, NoParams(), done=self._ask_quietly, owner=self)

    def show_changes(self) -> None:
        """Every version up to this one."""
        dialog = ChangesDialog(self._bench, "What changed")
        present(dialog)

        def tell(changed: Changed) -> None:
            dialog.say(f"This is Draftdesk {changed.version}." if changed.releases else NOT_KNOWN)
            dialog.show_releases(changed.releases)

        self._bench.calls.ask(
            updates.WHAT_CHANGED, WhatChanged(everything=True), done=tell, owner=dialog
        )

    def ask(self) -> None:
        """Asked by the person: what the answer is, or why there is none, is always told."""
        dialog = ChangesDialog(self._bench, "Newer versions")
        dialog.say(ASKING)
        present(dialog)

        def tell(newer: Newer) -> None:
            _tell_newer(dialog, newer)

        def failed(error: KnownError) -> None:
            dialog.say(f"{error.sentence} {error.next_step}".strip())

        self._bench.calls.ask(
            updates.FIND_NEWER, NoParams(), done=tell, failed=failed, owner=dialog
        )

    def _ask_quietly(self, answer: updates.Due) -> None:
        """Asked by itself, once a week: nothing is told but that there is a newer one."""
        if answer.due:
            self._bench.calls.ask(
                updates.FIND_NEWER, NoParams(), done=self._tell_quietly, failed=_let_be, owner=self
            )

    def _tell_quietly(self, newer: Newer) -> None:
        if not newer.releases:
            return
        words = f"Draftdesk {newer.releases[0].version} is out. You have {newer.version}."
        self._bench.navigation.line_shown.emit(words, ("Look…", lambda: self._open(newer)))

    def _open(self, newer: Newer) -> None:
        dialog = ChangesDialog(self._bench, "Newer versions")
        _tell_newer(dialog, newer)
        present(dialog)

    def _tell_changed(self, changed: Changed) -> None:
        if not changed.before or changed.before == changed.version:
            return
        words = f"Draftdesk is {changed.version} now; it was {changed.before}."
        if changed.backup:
            words += f" Before the database was changed, {changed.backup} was made."
        self._bench.navigation.line_shown.emit(words, ("What changed…", self.show_changes))


def _tell_newer(dialog: ChangesDialog, newer: Newer) -> None:
    if not newer.releases:
        dialog.say(NEWEST.format(version=newer.version))
        return
    newest = newer.releases[0]
    day = f" of {iso_day(newest.day)}" if newest.day else ""
    dialog.say(
        f"Draftdesk {newest.version}{day} is out. You have {newer.version}. Nothing is installed by"
        f" itself.\n\n{newer.how}"
    )
    dialog.show_releases(newer.releases)
    if newer.is_command:
        dialog.offer_copy(newer.how)


def _let_be(_: KnownError) -> None:
    """Not reached this week: the person has not asked."""


def text_of(releases: Sequence[Release]) -> str:
    """Releases as plain text: a paragraph or an item is one line."""
    parts = []
    for release in releases:
        day = f", {iso_day(release.day)}" if release.day else ""
        parts.append(f"{release.version}{day}\n\n{_as_lines(release.text)}")
    lines = "\n\n".join(parts)[:MOST_SHOWN].splitlines()
    return "\n".join(map(clean, lines))


def _as_lines(markdown: str) -> str:
    lines: list[str] = []
    for line in markdown.splitlines():
        words = line.strip()
        begins = not words or words.startswith(("- ", "#"))
        if begins or not lines or not lines[-1]:
            lines.append(words.lstrip("# ") if words.startswith("#") else words)
        else:
            lines[-1] += f" {words}"
    return "\n".join(lines).translate(_MARKS)

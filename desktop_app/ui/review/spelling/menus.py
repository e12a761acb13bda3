"""Menus of what is written, by the pointer and by the keyboard, and what their entries do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import cast

import shiboken6
from PySide6.QtCore import QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.spelling.passages import Mark
from desktop_app.ui.review.spelling.marks import Marks, Place
from desktop_app.ui.review.spelling.subject_marks import SubjectMarks, WrittenLine
from desktop_app.ui.review.spelling.word_menu import Answers, Suggest, put_languages, put_word
from desktop_app.ui.review.spelling.written import Written, selected

WAIT_MS = 250
"""How long a menu waits for suggestions before it opens without them."""

Taken = Callable[[str], object]
Names = Sequence[tuple[str, str]]


class Menus(QObject):
    """Of the `editor` and of the `entry`, if there is one. `suggest` finds what may be meant by a
    word, `add` and `ignore` take one that is right, `languages` gives codes and names, `switch` is
    the action that every menu ends with."""

    def __init__(
        self,
        editor: Written,
        entry: WrittenLine | None,
        marks: Marks,
        subject: SubjectMarks,
        *,
        suggest: Suggest,
        add: Taken,
        ignore: Taken,
        languages: Callable[[], Names],
        switch: QAction,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._editor, self._entry, self._marks, self._subject = editor, entry, marks, subject
        self._suggest, self._add, self._ignore = suggest, add, ignore
        self._languages, self._switch = languages, switch
        self._waits: QMenu | None = None
        shown: list[tuple[Written | WrittenLine, Callable[[QPoint], QMenu]]] = [(editor, self.open)]
        if entry is not None:
            shown.append((entry, self.open_line))
        for written, show in shown:
            widget = cast("QWidget", written)
            widget.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            written.customContextMenuRequested.connect(show)
            # The menu key asks for it by itself, Shift+F10 not with every system.
            key = QShortcut(QKeySequence("Shift+F10"), widget)
            key.setContext(Qt.ShortcutContext.WidgetShortcut)
            key.activated.connect(partial(_at_caret, written, show))

    def open(self, place: QPoint) -> QMenu:
        """The menu of the words at a place of the editor."""
        editor = self._editor
        position = editor.cursorForPosition(place).position()
        menu, found = editor.createStandardContextMenu(), self._marks.at(position)
        if self._marks.on and not editor.isReadOnly():
            forced = self._marks.paragraph_at(position).forced
            answers = self._answers(lambda _: None, position)
            first = found is not None
            put_languages(menu, self._languages(), forced, answers, first=first)
        else:
            found = None
        return self._open(menu, editor.viewport().mapToGlobal(place), found, self._correct)

    def open_line(self, place: QPoint) -> QMenu:
        """The menu of the entry at a place of it."""
        entry = self._entry
        assert entry is not None
        position = entry.cursorPositionAt(place)
        menu, found = entry.createStandardContextMenu(), self._subject.at(position)
        found = None if entry.isReadOnly() else found
        there = cast("QWidget", entry).mapToGlobal(place)
        return self._open(menu, there, found, self._correct_line)

    def _open(
        self,
        menu: QMenu,
        place: QPoint,
        found: tuple[Place, Mark] | None,
        correct: Callable[[Place, Mark, str], None],
    ) -> QMenu:
        """Complete a menu and open it."""
        menu.addSeparator()
        menu.addAction(self._switch)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        before, self._waits = self._waits, menu
        if before is not None and shiboken6.isValid(before) and not before.isVisible():
            before.deleteLater()

        def open_once() -> None:
            if self._waits is menu and shiboken6.isValid(menu):
                self._waits = None
                menu.popup(place)

        if found is None:
            open_once()
        else:
            answers = self._answers(partial(correct, *found), found[0][0])
            put_word(menu, found[1], answers, open_once)
            QTimer.singleShot(WAIT_MS, menu, open_once)
        return menu

    def _answers(self, correct: Callable[[str], object], position: int) -> Answers:
        force = partial(self._marks.force, position)
        return Answers(self._suggest, correct, self._add, self._ignore, force)

    def _correct(self, place: Place, mark: Mark, word: str) -> None:
        """Put another word in, as one step that can be undone, in the format of the old one."""
        cursor = selected(self._editor.document(), place)
        if not word or cursor.selectedText() != mark.word:
            return
        own = self._editor.textCursor()
        here = place[0] <= own.position() <= place[1]
        cursor.insertText(word, cursor.charFormat())
        if here:
            self._editor.setTextCursor(cursor)

    def _correct_line(self, place: Place, mark: Mark, word: str) -> None:
        if word and self._entry is not None and (place, mark) in self._subject.all():
            self._entry.setSelection(place[0], place[1] - place[0])
            self._entry.insert(word)


def _at_caret(written: Written | WrittenLine, show: Callable[[QPoint], object]) -> None:
    show(written.cursorRect().center())

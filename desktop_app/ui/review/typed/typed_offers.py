"""Offers while one types in an editor: the list beside the caret, its keys, and where what was
chosen is put in.

Enter and Tab put in, Esc leaves the text as it was typed, Up and Down choose. Nothing else about
the editor changes, and no key is taken while nothing is offered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QTextBlock, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from desktop_app.ui.review.typed.mark import EMOJI, Mark, mark_before
from desktop_app.ui.review.typed.offer_list import Offer, OfferList
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.theme import Theme

Found = Callable[[Sequence[Offer]], None]
AnyEditor = QPlainTextEdit | QTextEdit
_STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
_TAKING = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab})
_KEYS = frozenset({*_STEPS, *_TAKING, Qt.Key.Key_Escape})


@dataclass(frozen=True, slots=True)
class OfferSource:
    """What a sign offers: `name` is the list's, `find` is given what is typed of a name and answers
    at once or later; `on` says whether it is wanted."""

    name: str
    find: Callable[[str, Found], None]
    on: Callable[[], bool]


class TypedOffers(QObject):
    """Signal `chosen(sign, Offer, QTextCursor)`: the cursor has the mark selected, and stays with
    it while the person types on."""

    chosen = Signal(str, object, object)

    def __init__(self, theme: Theme, editor: AnyEditor, sources: Mapping[str, OfferSource]) -> None:
        super().__init__(editor)
        self._editor, self._sources = editor, sources
        self.list = OfferList(theme, editor)
        self._mark: Mark | None = None
        self._listed: Mark | None = None
        """Mark whose offers the list has: a key is for these alone."""
        self._left: tuple[int, int] | None = None
        """Block and place of a mark that Esc has left as text."""
        self._typed = False
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._look)
        self._moved = QTimer(self, singleShot=True, interval=0)
        self._moved.timeout.connect(self._follow)
        self._shrunk = QTimer(self, singleShot=True, interval=0)
        self._shrunk.timeout.connect(editor.ensureCursorVisible)
        """What comes along with a template takes height from the text: the caret stays in sight."""
        editor.verticalScrollBar().valueChanged.connect(lambda _: self._moved.start())
        editor.installEventFilter(self)
        editor.viewport().installEventFilter(self)
        editor.textChanged.connect(self._on_typed)
        editor.cursorPositionChanged.connect(self._soon.start)
        self.list.chosen.connect(self._choose)

    @property
    def offering(self) -> bool:
        return self.list.isVisible()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys that the list answers to, before the editor and the window's shortcuts."""
        kind = event.type()
        if kind == QEvent.Type.Resize and self._editor.hasFocus():
            self._shrunk.start()
        if not self.offering:
            return super().eventFilter(watched, event)
        if kind in {QEvent.Type.FocusOut, QEvent.Type.Hide, QEvent.Type.Wheel}:
            self.list.hide()
        elif kind in {QEvent.Type.Resize, QEvent.Type.Move}:
            self._moved.start()
        elif isinstance(event, QKeyEvent) and self._is_ours(event):
            if kind == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if kind == QEvent.Type.KeyPress:
                return self._press(Qt.Key(event.key()))
        return super().eventFilter(watched, event)

    def _is_ours(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier or key not in _KEYS:
            return False
        if self._soon.isActive():
            self._soon.stop()
            self._look()
        if not self.offering or self._listed != self._find():
            return False
        return key not in _TAKING or self.list.current() is not None

    def _press(self, key: Qt.Key) -> bool:
        if key in _STEPS:
            self.list.step(_STEPS[key])
        elif key == Qt.Key.Key_Escape:
            self._left = self._place()
            self.list.hide()
        elif (offer := self.list.current()) is not None:
            self._choose(offer)
        return True

    def _place(self) -> tuple[int, int] | None:
        cursor = self._editor.textCursor()
        return None if self._mark is None else (cursor.blockNumber(), self._mark.start)

    def _choose(self, offer: Offer) -> None:
        mark, cursor = self._listed, self._editor.textCursor()
        self.list.hide()
        if mark is None or self._find() != mark:
            return
        end = cursor.position()
        cursor.setPosition(end - _units(_before(cursor)[mark.start :]))
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        cursor.setKeepPositionOnInsert(True)  # what is typed on is behind it
        self.chosen.emit(mark.sign, offer, cursor)

    def _on_typed(self) -> None:
        if not self._editor.signalsBlocked():
            self._typed = True
            self._soon.start()

    def _look(self) -> None:
        """Offer what fits the mark before the caret, where it was just typed."""
        typed, self._typed = self._typed, False
        mark = self._find() if self._editor.hasFocus() else None
        before, self._mark = self._mark, mark
        if mark is None or self._editor.isReadOnly():
            self._left = None
            self.list.hide()
        elif not typed:
            if mark != before:
                self.list.hide()
        elif self._left is None or self._left != self._place():
            self._left = None
            self._sources[mark.sign].find(mark.word, lambda found: self._offer(mark, found))

    def _follow(self) -> None:
        """The page has moved, by a check that came or a line that was written: so does the list."""
        if self.offering:
            self.list.place(self._editor.cursorRect())

    def _find(self) -> Mark | None:
        cursor = self._editor.textCursor()
        signs = "".join(sign for sign, source in self._sources.items() if source.on())
        if not signs or cursor.hasSelection():
            return None
        return mark_before(_before(cursor), _after(cursor), signs)

    def _offer(self, mark: Mark, found: Sequence[Offer]) -> None:
        """Show what was found, unless the person has gone on meanwhile."""
        if mark != self._mark or self._find() != mark or not self._editor.hasFocus():
            return
        if not found:
            self.list.hide()
            return
        name, there = self._sources[mark.sign].name, self.offering
        first = bool(mark.word) or mark.sign == EMOJI
        self._listed = mark
        self.list.offer(name, found, self._editor.cursorRect(), first=first)
        if not there:
            announce(self._editor, f"{name}: {len(found)}. {found[0].words}")


def put_in(at: QTextCursor, words: str) -> None:
    """The words in the place of what the cursor has selected, as one change."""
    at.setKeepPositionOnInsert(False)
    at.beginEditBlock()
    at.insertText(words)
    at.endEditBlock()


def _before(cursor: QTextCursor) -> str:
    """What stands before the caret in its line."""
    text = _line(cursor.block()).encode("utf-16-le", "surrogatepass")
    return text[: 2 * cursor.positionInBlock()].decode("utf-16-le", "surrogatepass")


def _after(cursor: QTextCursor) -> str:
    text = _line(cursor.block()).encode("utf-16-le", "surrogatepass")
    return text[2 * cursor.positionInBlock() :].decode("utf-16-le", "surrogatepass")


def _line(block: QTextBlock) -> str:
    return block.text()


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2

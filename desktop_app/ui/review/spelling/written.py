"""What is written in: an editor, as far as spelling needs it, and what of its text is checked.

The editor is a `QPlainTextEdit` or a `QTextEdit`; a paragraph is a block of its document.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QPoint, QRect, SignalInstance
from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextCursor, QTextDocument, QTextFormat
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.ui.widgets.invisible_marks import units

HOLE = "\ufffc"
"""Stands for each unit of UTF-16 that is not checked."""

SIGNATURE = "-- "
"""The line above a signature: nothing below it is checked."""

LeavesOut = Callable[[QTextCharFormat], bool]
"""Whether text of such a format is not checked."""


class Written(Protocol):
    """An editor of text."""

    @property
    def cursorPositionChanged(self) -> SignalInstance: ...
    @property
    def customContextMenuRequested(self) -> SignalInstance: ...

    def document(self) -> QTextDocument: ...
    def textCursor(self) -> QTextCursor: ...
    def setTextCursor(self, cursor: QTextCursor) -> None: ...
    def cursorForPosition(self, pos: QPoint) -> QTextCursor: ...
    def cursorRect(self) -> QRect: ...
    def createStandardContextMenu(self) -> QMenu: ...
    def isReadOnly(self) -> bool: ...
    def viewport(self) -> QWidget: ...


def is_code(look: QTextCharFormat) -> bool:
    """Text of one width is code."""
    return bool(look.fontFixedPitch())


def is_checked(block: QTextBlock) -> bool:
    """Whether the words of a paragraph are checked: none of a quote, or of a block of code."""
    look = block.blockFormat()
    kinds = QTextFormat.Property
    if look.hasProperty(kinds.BlockCodeFence) or look.hasProperty(kinds.BlockCodeLanguage):
        return False
    return look.intProperty(kinds.BlockQuoteLevel) == 0


def checked_text(block: QTextBlock, leaves_out: LeavesOut = is_code) -> str:
    """The text of a paragraph with holes where it is not checked. A place in it is the same place
    in the document, counted in UTF-16."""
    text = block.text()
    if not text or text.lstrip().startswith(">") or not is_checked(block):
        return ""
    if units(text) != block.length() - 1 or any("\ud800" <= sign <= "\udfff" for sign in text):
        return ""  # half a character, which is counted in one way here and in another there
    holes = [(f.start, f.start + f.length) for f in block.textFormats() if leaves_out(f.format)]
    return _with_holes(text, holes) if holes else text


def _with_holes(text: str, holes: list[tuple[int, int]]) -> str:
    """`holes` are in UTF-16, in order."""
    out: list[str] = []
    at, left = 0, iter([*holes, (1 << 60, 1 << 60)])
    start, end = next(left)
    for sign in text:
        while at >= end:
            start, end = next(left)
        wide = units(sign)
        out.append(HOLE * wide if start <= at < end else sign)
        at += wide
    return "".join(out)


def selected(document: QTextDocument, place: tuple[int, int]) -> QTextCursor:
    """A cursor with a place of the document selected."""
    cursor = QTextCursor(document)
    cursor.setPosition(place[0])
    cursor.setPosition(place[1], QTextCursor.MoveMode.KeepAnchor)
    return cursor

"""The same place in two texts that say the same: plain and formatted text differ in spaces and in
the signs of lists."""

from __future__ import annotations

from PySide6.QtGui import QTextCursor, QTextDocument

from desktop_app.ui.widgets.invisible_marks import units


def words_before(cursor: QTextCursor) -> str:
    """The text before the caret, its lines with line feeds."""
    before = QTextCursor(cursor.document())
    before.setPosition(cursor.position(), QTextCursor.MoveMode.KeepAnchor)
    return before.selectedText().replace("\u2029", "\n").replace("\u2028", "\n")


def place_behind(document: QTextDocument, before: str) -> int:
    """Position in Qt's offsets behind the same letters as `before` has, and behind what follows
    them there as well as here. The end where there are fewer."""
    text = document.toPlainText()
    letters = sum(map(str.isalnum, before))
    at = 0
    while letters and at < len(text):
        letters -= text[at].isalnum()
        at += 1
    for sign in _behind_the_last_letter(before):
        if at < len(text) and text[at] == sign:
            at += 1
    return units(text[:at])


def _behind_the_last_letter(before: str) -> str:
    last = next((n for n in range(len(before), 0, -1) if before[n - 1].isalnum()), 0)
    return before[last:]

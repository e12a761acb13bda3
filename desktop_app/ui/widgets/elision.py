"""Elision: one line of text cut to its room, with an ellipsis for what is left out.

No widget and no colour comes in here.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontMetrics

RIGHT_TO_LEFT_MARK = "\u200f"
_LOOKED_AT = 40
LETTERS_CHANGE = frozenset({QEvent.Type.FontChange, QEvent.Type.StyleChange})
"""Events after which the same words may be wider."""
FILE_NAME_END = 12
"""Characters of a file name's end that are kept: the suffix, and what tells copies apart."""


def fitted(
    metrics: QFontMetrics,
    text: str,
    width: int,
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> str:
    """`text` cut to `width` pixels, or nothing where there is no room for an ellipsis.

    Qt's own cut in the middle or at the left is up to a letter wider than it was asked for, so it
    is asked for less then (QFontMetrics.elidedText, Qt 6.8 to 6.11).

    Right-to-left text gets a mark behind its ellipsis: without it the ellipsis stands where the
    line begins (Unicode UAX #9, N2: a neutral at the end takes the paragraph's direction).
    """
    room, shown = width, metrics.elidedText(text, mode, width)
    while room > 0 and (over := metrics.horizontalAdvance(shown) - width) > 0:
        room -= over
        shown = metrics.elidedText(text, mode, room)
    return shown if shown == text else _directed(shown, text)


def shortened(text: str, longest: int, ellipsis: str = "…") -> str:
    """`text` cut to `longest` characters, the ellipsis at its end included."""
    if len(text) <= longest:
        return text
    return _directed(f"{text[: longest - len(ellipsis)]}{ellipsis}", text)


def shortened_middle(
    text: str, longest: int, ellipsis: str = "…", *, end: int = FILE_NAME_END
) -> str:
    """`text` cut to `longest` characters in its middle: `a_long_name_fo…contract.pdf`.

    The last `end` characters are kept.
    """
    if len(text) <= longest:
        return text
    return f"{text[: longest - end - len(ellipsis)]}{ellipsis}{text[-end:]}"


def reads_from_the_right(text: str) -> bool:
    """Whether the first strong letter, of the first forty characters, reads right to left."""
    if text.isascii():
        return False
    for letter in text[:_LOOKED_AT]:
        if "\u0590" <= letter <= "\u08ff" or "\ufb1d" <= letter <= "\ufefc":
            return True
        if letter.isalpha():
            return False
    return False


def _directed(shown: str, text: str) -> str:
    return shown + RIGHT_TO_LEFT_MARK if reads_from_the_right(text) else shown

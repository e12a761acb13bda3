"""Cutting one line of text to its room, with the ellipsis at the end where it is read last.

No widget and no colour comes in here.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

RIGHT_TO_LEFT_MARK = "\u200f"
_LOOKED_AT = 40


def fitted(metrics: QFontMetrics, text: str, width: int) -> str:
    """`text` cut to `width` pixels.

    Right-to-left text gets a mark behind its ellipsis: without it the ellipsis stands where the
    line begins (Unicode UAX #9, N2: a neutral at the end takes the paragraph's direction).
    """
    shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width)
    cut = shown != text
    return shown + RIGHT_TO_LEFT_MARK if cut and reads_from_the_right(text) else shown


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

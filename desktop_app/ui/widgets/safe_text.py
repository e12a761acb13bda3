"""Text of strangers made safe for a line of the application's own. No Qt comes in here.

Control characters and direction overrides (Unicode UAX #9) could rearrange a line, or hide what it
says. Whatever comes from a mail, a file name or a program passes through `clean` before a label,
a row or a button shows it. Where Qt would take it for mark-up it is escaped here.
"""

from __future__ import annotations

import html

MOST_CHARS = 300
_INVISIBLE = dict.fromkeys(
    [
        *range(0x20),
        *range(0x7F, 0xA0),
        *(0x200B, 0x2060, 0xFEFF),
        *range(0x202A, 0x202F),
        *range(0x2066, 0x206A),
    ],
    " ",
)


def clean(text: str) -> str:
    """One line without controls and direction overrides, at most `MOST_CHARS` long."""
    return " ".join(text[:MOST_CHARS].translate(_INVISIBLE).split())


def as_markup(text: str) -> str:
    """Text as mark-up that shows it letter by letter, line ends included."""
    return html.escape(text).replace("\n", "<br>")


def as_tooltip(text: str, *, wrap: bool = False) -> str:
    """Text for a tooltip. Qt guesses whether that is mark-up, by a tag or an escaped one in it
    (https://doc.qt.io/qt-6/qt.html#mightBeRichText): such a text is escaped.

    With `wrap` it is always mark-up, because Qt wraps the lines of no other tooltip.
    """
    if text and (wrap or "<" in text or "&lt;" in text):
        return f"<p>{as_markup(text)}</p>"
    return text

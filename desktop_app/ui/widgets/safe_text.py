"""Text of strangers made safe to stand in a line of the application's own. No Qt comes in here.

Control characters and direction overrides (Unicode UAX #9) could rearrange a line, or hide what it
says. Whatever comes from a mail, a file name or a program passes through `clean` before a label,
a row or a button shows it.
"""

from __future__ import annotations

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

"""Patches in a plain text: changes to files that a program applies line by line.

A line of one that is wrapped, stuffed with a space or loses one at its end is another line.
"""

from __future__ import annotations

import re

_MARKS = r"(?:> ?)*"
_HUNK = re.compile(
    rf"^{_MARKS}(?:diff --(?:git|cc|combined) \S|@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@"
    rf"|\*\*\* \d+(?:,\d+)? \*{{4}}|Index: \S.*\n{_MARKS}=={{20,}})",
    re.MULTILINE,
)
"""Where a change begins: a header of git's, a hunk of a unified or of a context diff, a file of
Subversion's."""


LOST = (
    "This patch has lines that end with CR LF, which the text of a mail does not keep: git am would"
    " not take it. Attach it as a file."
)


def loses_line_ends(text: str) -> bool:
    """Whether a patch in the text has some lines that end with CR LF: those of a file with Windows
    line ends. Where all lines do, that is how the text was handed over."""
    ends = text.count("\r\n")
    return 0 < ends < text.count("\n") and has_patch(text.replace("\r\n", "\n"))


def has_patch(text: str) -> bool:
    """Whether a text has a patch in it, or quotes one."""
    return _HUNK.search(text) is not None

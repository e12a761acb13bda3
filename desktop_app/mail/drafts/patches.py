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


def has_patch(text: str) -> bool:
    """Whether a text has a patch in it, or quotes one."""
    return _HUNK.search(text) is not None

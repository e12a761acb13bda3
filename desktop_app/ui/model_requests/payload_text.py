"""Body of a request as readable text, and as it was sent."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

from desktop_app.ui.widgets.dates import number

MOST_SHOWN = 400_000
"""Characters that are shown; all of them can be copied."""

_LINE_END = re.compile(r"(?<!\\)((?:\\\\)*)(?:\\r)?\\n")
"""The end of a line as JSON writes it in a text, not a backslash and an n."""

_LONG = re.compile(r"[^\n]{1000}(?=[^\n])")
"""A line is broken there: laying out one of many thousand characters would hold the window up."""


@dataclass(frozen=True, slots=True)
class PayloadText:
    """`shown` is cut to what a window can take, `exact` is the body as it left."""

    shown: str
    exact: str


def payload_text(body: bytes) -> PayloadText:
    """The body indented where it is JSON; its text as it is where not."""
    exact = body.decode("utf-8", "replace")
    try:
        readable = json.dumps(json.loads(exact), ensure_ascii=False, indent=2)
    except ValueError:
        readable = exact
    readable = _LINE_END.sub(r"\1\n", readable)
    left = len(readable) - MOST_SHOWN
    note = f"\n… {number(left)} more characters: Copy has them all." if left > 0 else ""
    return PayloadText(_LONG.sub(r"\g<0>\n", readable[:MOST_SHOWN]) + note, exact)

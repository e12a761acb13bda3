"""The words of a mail around what a search has found in it."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.model.message import MessageId
from desktop_app.search.highlight import Field, Sought, spans
from desktop_app.tools.calls.context import Context

BEFORE, AFTER = 40, 120
"""Characters around the hit."""

LOOKED_AT = 20_000
"""Characters of a mail in which it is looked for."""


def line_of(context: Context, message: MessageId, sought: Sequence[Sought]) -> str:
    """The line with the first hit in the text of a mail; empty where its text has none."""
    # On first use: no mail is read on the way to the first list.
    from desktop_app.mail.message.parse import parse

    text = " ".join(parse(context.store.messages.raw(message)).text[:LOOKED_AT].split())
    found = spans(text, sought, Field.TEXT)
    if not found:
        return ""
    start, end = found[0]
    begin = max(0, start - BEFORE)
    if begin:
        begin = text.find(" ", begin, start) + 1 or begin
    return ("… " if begin else "") + text[begin : end + AFTER]

"""Times of the invitations that a mail brings (RFC 5545), as times that it names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from desktop_app.mail.files.extract import attachment_text
from desktop_app.mail.message.access import attachment_bytes
from desktop_app.mail.words.named_times import NamedTime, named_times
from desktop_app.model.errors import KnownError
from desktop_app.model.message import Message
from desktop_app.tools.calls.context import Context

CALENDAR = "text/calendar"
LONGEST = 20_000


def invited_times(context: Context, message: Message, today: date) -> Iterator[NamedTime]:
    """From their beginning to their end, in this computer's zone; past ones are left out, and
    those in a zone that is not known."""
    for part in message.attachments:
        if part.content_type != CALENDAR:
            continue
        try:
            data = attachment_bytes(context.store.messages.raw(message.id), part.id)
            text = attachment_text(part.filename, part.content_type, data, LONGEST)
        except KnownError:
            continue
        for event in text.split("\n\n"):
            yield from _of_event(event, today)


def _of_event(event: str, today: date) -> Iterator[NamedTime]:
    lines = dict(line.partition(": ")[::2] for line in event.split("\n"))
    starts, ends = (named_times(lines.get(name, ""), today) for name in ("Starts", "Ends"))
    if not starts or not starts[0].minutes:
        return
    start = starts[0]
    last = ends[0].starts[0] if ends else start.starts[0]
    minutes = int((last - start.starts[0]).total_seconds() // 60)
    yield replace(start, minutes=max(start.minutes, minutes))

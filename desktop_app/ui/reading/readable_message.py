"""Message as the Reader shows it: body, its own pictures, size; made off the GUI thread.

Nothing here touches a widget or the network; pictures come out of the message alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from PySide6.QtGui import QImage

from desktop_app.model.message import Body, Message
from desktop_app.search.highlight import Sought, sought_by
from desktop_app.search.parser import parse
from desktop_app.tools.person import mail_view
from desktop_app.ui.background.calls import Calls
from desktop_app.ui.reading.hit_marks import marked_html
from desktop_app.ui.reading.picture_sizes import sized
from desktop_app.ui.reading.pictures import pictures_of
from desktop_app.ui.reading.portions import portions

MOST_PICTURES = 40
_CID = re.compile(r"""["']cid:([^"']{1,250})["']""", re.IGNORECASE)


@dataclass(frozen=True)
class SetBody:
    """`pages` are the portions of the fresh text, as HTML with what is sought marked, `quoted`
    those of the history. `pictures` are by the content id as the HTML spells it; `left_out`
    counts those that are too large."""

    pages: tuple[str, ...]
    quoted: tuple[str, ...] = ()
    pictures: Mapping[str, QImage] = field(default_factory=dict)
    left_out: int = 0


@dataclass(frozen=True)
class ReadableMessage:
    """A message with its body; the rest is that of `SetBody`."""

    message: Message
    body: Body
    pages: tuple[str, ...]
    quoted: tuple[str, ...] = ()
    pictures: Mapping[str, QImage] = field(default_factory=dict)
    left_out: int = 0


def read_message(calls: Calls, message_id: int, query: str = "") -> ReadableMessage:
    """Read a body and the pictures it shows, with what `query` seeks marked. Runs inside a job.
    Raises KnownError."""
    read = calls.wait(mail_view.READ_BODY, mail_view.ReadBody(message_id=message_id))

    def part(content_id: str) -> bytes:
        params = mail_view.GetPart(message_id=message_id, content_id=content_id)
        return calls.wait(mail_view.GET_PART, params).data

    shown = set_body(read.body, part, sought_by(parse(query, typing=True)))
    return ReadableMessage(
        read.message, read.body, shown.pages, shown.quoted, shown.pictures, shown.left_out
    )


def set_body(body: Body, part: Callable[[str], bytes], sought: tuple[Sought, ...] = ()) -> SetBody:
    """A body in portions, with its pictures out of `part` (see `pictures_of`)."""
    named = list(dict.fromkeys(_CID.findall(body.html + body.html_quoted)))[:MOST_PICTURES]
    found = pictures_of(named, part)

    def paged(html: str) -> tuple[str, ...]:
        shown = portions(sized(html, found.images))
        return tuple(marked_html(page, sought) for page in shown)

    history = f'<div class="old">{body.html_quoted}</div>' if body.html_quoted else ""
    return SetBody(paged(body.html), paged(history), found.images, found.left_out)

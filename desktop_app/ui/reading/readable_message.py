"""Message as the Reader shows it: body, its own pictures, size; made off the GUI thread.

Nothing here touches a widget or the network; pictures come out of the message alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtGui import QImage

from desktop_app.model.message import Body, Message
from desktop_app.search.highlight import sought_by
from desktop_app.search.parser import parse
from desktop_app.tools.person import mail_view
from desktop_app.ui.background.calls import Calls
from desktop_app.ui.reading.hit_marks import marked_html
from desktop_app.ui.reading.pictures import pictures_of
from desktop_app.ui.reading.portions import portions

MOST_PICTURES = 40
_IMAGE = re.compile(r'<img src="cid:([^"]*)" alt="([^"]*)"[^>]*>')
_CID = re.compile(r"""["']cid:([^"']{1,250})["']""", re.IGNORECASE)


@dataclass(frozen=True)
class ReadableMessage:
    """`pages` are the portions of the fresh text, as HTML with what is sought marked, `quoted`
    those of the history. `pictures` are by the content id as the HTML spells it; `left_out`
    counts those that are too large."""

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
    body = read.body

    def part(content_id: str) -> bytes:
        params = mail_view.GetPart(message_id=message_id, content_id=content_id)
        return calls.wait(mail_view.GET_PART, params).data

    named = list(dict.fromkeys(_CID.findall(body.html + body.html_quoted)))[:MOST_PICTURES]
    found = pictures_of(named, part)
    missing = {name for name in named if found.images[name].isNull()}
    sought = sought_by(parse(query, typing=True))

    def paged(html: str) -> tuple[str, ...]:
        return tuple(marked_html(page, sought) for page in portions(_told(html, missing)))

    pages, quoted = paged(body.html), paged(body.html_quoted)
    return ReadableMessage(read.message, body, pages, quoted, found.images, found.left_out)


def _told(html: str, missing: set[str]) -> str:
    """`html` with the words that stand for them in place of pictures that can't be shown."""

    def shown(found: re.Match[str]) -> str:
        if found[1] not in missing:
            return found[0]
        return f'<i class="alt">[{found[2] or "picture"}]</i>'

    return _IMAGE.sub(shown, html) if missing else html

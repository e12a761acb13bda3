"""What Gmail's API gives of a message besides its text: every header, the HTML, ids, the source.

A tool of ours that only adapters call, so that no program is listed it.
"""

from __future__ import annotations

from typing import Literal

from desktop_app.mail.message.access import header_fields
from desktop_app.mail.message.body import own_plain_text, read_body
from desktop_app.model.errors import BadInput
from desktop_app.model.message import Body
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.base import Effect, Group, Params, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import ListedResult
from desktop_app.tools.names.reference import message_number

MOST_SOURCE = 5_000_000
"""Bytes of a source that are handed out; a larger one is in the window."""

LONGEST_HEADER = 2_000
MOST_HEADERS = 500


class GetMessageSource(Params, frozen=True, kw_only=True):
    message_id: str
    part: Literal["headers", "html", "plain", "raw"] = "headers"


class MessageSource(ListedResult, frozen=True):
    """`headers` are decoded and in order; `html` is as the reader shows it, with nothing hidden in
    it, empty for a mail without; `plain` is its own text part beside that; `history_id` is that of
    the mailbox when it was last read."""

    history_id: str
    internal_date: int
    size: int
    labels: tuple[str, ...]
    people: dict[str, tuple[str, ...]]
    headers: tuple[tuple[str, str], ...] = ()
    html: str = ""
    plain: str = ""
    raw: bytes = b""


def run(context: Context, params: GetMessageSource) -> MessageSource:
    """Raises `NotFound`, `BadInput` for a source that is too large."""
    message = context.store.messages.get(message_number(params.message_id))
    raw = context.store.messages.raw(message.id)
    if params.part == "raw" and len(raw) > MOST_SOURCE:
        raise BadInput(
            f"The source has more than {MOST_SOURCE // 1_000_000} MB.",
            next_step="Read it with format=full, and its attachments one by one.",
        )
    groups = {"to": message.to, "cc": message.cc, "bcc": message.bcc, "reply_to": message.reply_to}
    return MessageSource(
        history_id=context.store.known_ids.history(message.account_id),
        internal_date=message.date * 1000,
        size=message.size,
        labels=tuple(sorted(message.labels)),
        people={name: tuple(rows.visible(str(a)) for a in who) for name, who in groups.items()},
        headers=_headers(raw),
        html=_html(read_body(raw)) if params.part == "html" else "",
        plain=own_plain_text(raw) if params.part in {"html", "plain"} else "",
        raw=raw if params.part == "raw" else b"",
    )


def _headers(raw: bytes) -> tuple[tuple[str, str], ...]:
    fields = header_fields(raw)[:MOST_HEADERS]
    return tuple((name, rows.visible(value[:LONGEST_HEADER])) for name, value in fields)


def _html(body: Body) -> str:
    return f"{body.html}{body.html_quoted}" if body.designed else ""


TOOL = Tool(
    name="get_message_source",
    title="Read a mail",
    done="Read a mail",
    effect=Effect.READ,
    group=Group.READING,
    description="",
    params=GetMessageSource,
    result=MessageSource,
    run=run,
)

"""Mails that are close to a search, for assistants and programs: each says by which words."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from desktop_app.mail.message.parse import parse
from desktop_app.model.message import MessageId, MessageSummary
from desktop_app.model.query import Query
from desktop_app.search.fold import words
from desktop_app.search.widening import Variant, Wide
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import MessageRow

FEW = 3
"""Mails that a search finds itself, below which close ones are told too."""

MOST = 5


def close_rows(
    context: Context,
    query: Query,
    shown: Sequence[MessageSummary],
    *,
    account_id: str = "",
    include_spam_trash: bool = False,
) -> tuple[tuple[MessageRow, MessageId], ...]:
    """Rows of the closest mails, numbered on from those that are shown, each with the mail's id.
    Raises `Cancelled`."""
    found = context.store.finder.close(
        query,
        besides={message.thread_id for message in shown},
        limit=MOST,
        account_id=account_id,
        include_spam_trash=include_spam_trash,
        cancelled=context.cancelled,
    )
    mails = context.store.messages.get_many([thread.newest_id for thread in found.threads])
    by_id = {mail.id: mail.summary for mail in mails}
    near = [by_id[t.newest_id] for t in found.threads if t.newest_id in by_id]
    told = rows.message_rows(context, (*shown, *near))[len(shown) :]
    return tuple(
        (replace(row, match="close", why=_why(context, mail.id, found.words)), mail.id)
        for row, mail in zip(told, near, strict=True)
    )


def _why(context: Context, message: MessageId, sought: Sequence[Wide]) -> str:
    """The words of the mail that stand for those of the search: no word of any other mail."""
    mail = parse(context.store.messages.raw(message))
    people = " ".join(map(str, (*mail.from_, *mail.to, *mail.cc)))
    files = " ".join(part.filename for part in mail.attachments)
    text = f" {' '.join(words(f'{mail.subject} {mail.text} {people} {files}'))} "
    there = [v for word in sought if (v := _first(word.variants, text)) is not None]
    return ", ".join(" ".join(variant.tokens) for variant in there)


def _first(variants: Sequence[Variant], text: str) -> Variant | None:
    return next((v for v in variants if f" {' '.join(v.tokens)} " in text), None)

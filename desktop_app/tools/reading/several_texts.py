"""Several messages in one answer: whole where they have room together, else the short ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.model.message import MessageId
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import MessageTexts
from desktop_app.tools.reading.message_texts import TextOptions, message_text
from desktop_app.tools.reading.sharing import evenly

MOST = 20
LEAST = 500
"""Characters of each, however many there are."""

_MORE = 1_000_000
"""Characters of a text that are read before it is known how much room it has."""


def several_texts(context: Context, ids: Sequence[MessageId], options: TextOptions) -> MessageTexts:
    """The messages in the order of `ids`, each with its part of the options' limit, and shown as
    rows. Raises `NotFound`."""
    room = max(LEAST * len(ids), options.limit)
    options = replace(
        options,
        limit=_MORE,
        reads_on="get_message with message_id={message} offset={offset} reads on",
    )
    messages = [context.store.messages.get(id_) for id_ in ids]
    whole = [message_text(context, m, options, number=n) for n, m in enumerate(messages, 1)]
    limits = evenly([len(text.untrusted_text) for text in whole], room)
    each = enumerate(zip(messages, whole, limits, strict=True), 1)
    texts = tuple(
        text
        if limit >= len(text.untrusted_text)
        else message_text(context, message, replace(options, limit=limit), number=number)
        for number, (message, text, limit) in each
    )
    context.conversation.show(tuple(ids))
    return MessageTexts("\n\n———\n\n".join(t.display for t in texts), len(texts), texts)

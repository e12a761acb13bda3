"""Several messages in one answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from desktop_app.model.message import MessageId
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import MessageTexts
from desktop_app.tools.reading.message_texts import TextOptions, message_text

MOST = 20
LEAST = 500
"""Characters of each, however many there are."""


def several_texts(context: Context, ids: Sequence[MessageId], options: TextOptions) -> MessageTexts:
    """The messages in the order of `ids`, each with its part of the options' limit, and shown as
    rows. Raises `NotFound`."""
    options = replace(
        options,
        limit=max(LEAST, options.limit // len(ids)),
        reads_on="get_message with message_id={message} offset={offset} reads on",
    )
    texts = tuple(
        message_text(context, context.store.messages.get(id_), options, number=number)
        for number, id_ in enumerate(ids, 1)
    )
    context.conversation.show(tuple(ids))
    return MessageTexts("\n\n———\n\n".join(t.display for t in texts), len(texts), texts)

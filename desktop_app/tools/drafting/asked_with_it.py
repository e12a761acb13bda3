"""Names of two steps, which make or change a draft and ask to send it, are one call: where the
person is asked before the first, what they allow is the whole of it."""

from __future__ import annotations

from desktop_app.model.draft import Draft
from desktop_app.tools.calls.context import Context

THEN_ASKS = "The draft then asks to be sent, which takes a press on Send."
"""What a request says of such a call."""


def asked_with_it(context: Context, draft: Draft) -> Draft:
    """The draft, asking to be sent. Raises `Conflict`."""
    return context.store.drafts.ask_to_send(draft.id, draft.revision, context.author)

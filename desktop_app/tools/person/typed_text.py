"""Typed text that could not be saved while the program ends."""

from __future__ import annotations

from desktop_app.model.errors import KnownError, StorageError
from desktop_app.store.drafts import typed_text
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done


class KeepTyped(Params, frozen=True, kw_only=True):
    """`draft_id` is empty for a mail of which no draft could be made."""

    draft_id: str = ""
    to: tuple[str, ...] = ()
    subject: str = ""
    body: str = ""


def keep_typed(context: Context, params: KeepTyped) -> Done:
    """Keep the words in a file of their own; the next start tells where. Raises `StorageError`
    where no disk has room for them."""
    account = ""
    if params.draft_id:
        try:
            account = context.store.drafts.get(params.draft_id).account_id
        except KnownError:
            account = ""
    words = f"To: {', '.join(params.to)}\nSubject: {params.subject}\n\n{params.body}\n"
    if not typed_text.keep(context.profile, account, words, now=context.clock()):
        raise StorageError("What was typed could not be kept anywhere: no disk has room for it.")
    return Done("What was typed is kept in a file.", 1)


KEEP_TYPED = person_tool(keep_typed, Effect.DRAFT, KeepTyped)
TOOLS = (KEEP_TYPED,)

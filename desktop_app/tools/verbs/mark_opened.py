"""What was open long enough counts as read. Nobody pressed anything: it asks for no permission."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.model.message import SystemLabel
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.reference import message_number
from desktop_app.tools.results import Done


class MarkOpened(Params, frozen=True, kw_only=True):
    ids: Annotated[tuple[str, ...], Meta(min_length=1, max_length=1000)]


def run(context: Context, params: MarkOpened) -> Done:
    """Raises `NotFound` for an unknown id; then nothing is changed."""
    ids = [message_number(i) for i in params.ids]
    unread = frozenset({str(SystemLabel.UNREAD)})
    context.store.messages.modify(ids, add=frozenset(), remove=unread)
    return Done("Marked as read.", len(ids))


TOOL = Tool(
    name="mark_opened",
    title="Mark what was opened as read",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Mark mails as read that the person has had open.",
    params=MarkOpened,
    result=Done,
    run=run,
    origins=PERSON,
)

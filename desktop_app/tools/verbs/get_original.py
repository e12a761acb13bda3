"""The HTML of a message as its sender made it, for the Original view alone."""

from __future__ import annotations

from desktop_app.mime.original import original_html
from desktop_app.model.errors import NotFound
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.window_results import Bytes


class GetOriginal(Params, frozen=True, kw_only=True):
    message_id: int


def run(context: Context, params: GetOriginal) -> Bytes:
    """Unsanitised HTML, its own pictures as data: URLs. Raises `NotFound` if there is none."""
    html = original_html(context.store.messages.raw(params.message_id))
    if html is None:
        raise NotFound("This mail has no designed version.")
    return Bytes("text/html; charset=utf-8", "", html.encode("utf-8", "replace"))


TOOL = Tool(
    name="get_original",
    title="Read the original",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="The HTML of a message as its sender made it, for the Original view alone.",
    params=GetOriginal,
    result=Bytes,
    run=run,
    origins=PERSON,
)

"""Write an attachment to a file of the person's choosing."""

from __future__ import annotations

from pathlib import Path

from desktop_app.mime.access import attachment_bytes
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.files import write_file
from desktop_app.tools.results import Done


class SaveAttachment(Params, frozen=True, kw_only=True):
    message_id: int
    attachment_id: str
    path: str


def run(context: Context, params: SaveAttachment) -> Done:
    """Raises `NotFound`, `StorageError` when the file can't be written."""
    raw = context.store.messages.raw(params.message_id)
    write_file(Path(params.path), attachment_bytes(raw, params.attachment_id))
    return Done(f"Saved {Path(params.path).name}.", 1)


TOOL = Tool(
    name="save_attachment",
    title="Save an attachment",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="Write an attachment to a file of the person's choosing.",
    params=SaveAttachment,
    result=Done,
    run=run,
    origins=PERSON,
)

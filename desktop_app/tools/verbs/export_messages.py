"""Write messages, conversations or a draft to a file of the person's choosing."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from desktop_app.mime.compose import compose, new_message_id
from desktop_app.mime.mbox import MboxMail, mbox
from desktop_app.model.errors import BadInput
from desktop_app.model.message import Message
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.files import write_file
from desktop_app.tools.results import Done


class ExportMessages(Params, frozen=True, kw_only=True):
    path: str
    message_ids: tuple[int, ...] = ()
    thread_ids: tuple[int, ...] = ()
    draft_id: str = ""
    format: Literal["eml", "mbox"] = "mbox"


def run(context: Context, params: ExportMessages) -> Done:
    """One .eml for one mail, an mbox for any number. Raises `BadInput` when they do not fit,
    `StorageError` when the file can't be written."""
    mails = _mails(context, params)
    if params.format == "eml" and len(mails) != 1:
        raise BadInput("An .eml file holds one mail.", next_step="Export as mbox.")
    data = mails[0].raw if params.format == "eml" else mbox(mails)
    write_file(Path(params.path), data)
    return Done(f"Saved {len(mails)} mail{'s' if len(mails) != 1 else ''}.", len(mails))


def _mails(context: Context, params: ExportMessages) -> list[MboxMail]:
    store = context.store
    found: list[Message] = [store.messages.get(i) for i in params.message_ids]
    for thread_id in params.thread_ids:
        found += store.threads.get(thread_id).messages
    mails = [MboxMail(store.messages.raw(m.id), m.sender.email, m.date) for m in found]
    if params.draft_id:
        mails.append(_draft(context, params.draft_id))
    return mails


def _draft(context: Context, draft_id: str) -> MboxMail:
    draft = context.store.drafts.get(draft_id)
    sender = draft.content.from_
    raw = compose(
        draft.content,
        message_id=new_message_id(sender.domain, f"{draft.id}-{draft.revision}"),
        date=draft.updated,
        read_attachment=context.store.drafts.read_file,
        include_bcc=True,
    )
    return MboxMail(raw, sender.email, draft.updated)


TOOL = Tool(
    name="export_messages",
    title="Export mail",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="Write messages, conversations or a draft to a file of the person's choosing.",
    params=ExportMessages,
    result=Done,
    run=run,
    origins=PERSON,
)

"""Let a copy of a file in Google Drive go along with a draft."""

from __future__ import annotations

from pathlib import PurePath

from desktop_app.model.cloud_file import CloudFileBytes
from desktop_app.model.errors import Conflict
from desktop_app.tools import attaching, rows
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.cloud import files_account
from desktop_app.tools.context import Context
from desktop_app.tools.results import DraftSaved


class AttachCloudFile(Params, frozen=True, kw_only=True):
    draft_id: str
    base_revision: int
    file_id: str
    account: str = ""


def run(context: Context, params: AttachCloudFile) -> DraftSaved:
    """Google's own formats go along as PDF. Raises `BadInput` for what can't be downloaded,
    `Conflict`, and other `KnownError`s."""
    draft = context.store.drafts.get(params.draft_id)
    if draft.revision != params.base_revision:
        raise Conflict("The draft has changed in the meantime.")
    account = files_account(context, params.account)
    got = context.ports.cloud.read_file(
        account.id, params.file_id, as_document=True, cancelled=context.cancelled
    )
    name = _file_name(got)
    saved = attaching.attach_bytes(context, draft, name, got.content_type, got.data)
    return rows.draft_saved(saved)


def _file_name(got: CloudFileBytes) -> str:
    """An exported document has no suffix of its own."""
    if got.content_type == "application/pdf" and PurePath(got.file.name).suffix.lower() != ".pdf":
        return f"{got.file.name}.pdf"
    return got.file.name


TOOL = Tool(
    name="attach_cloud_file",
    title="Attach from Drive",
    effect=Effect.DRAFT,
    group=Group.WINDOW,
    description="Let a copy of a file in Google Drive go along with a draft.",
    params=AttachCloudFile,
    result=DraftSaved,
    run=run,
    origins=PERSON,
)

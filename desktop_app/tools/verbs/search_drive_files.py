"""Find files in Google Drive by their names and text."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.model.errors import BadInput
from desktop_app.tools.answers.cloud_results import FileList, FileRow
from desktop_app.tools.answers.fence import Fence
from desktop_app.tools.calls.base import Effect, Group, Params, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.reading.cloud import file_row, files_account

SIZE = 20
"""Files on a page."""


class SearchDriveFiles(Params, frozen=True, kw_only=True):
    query: str = ""
    page: Annotated[int, Meta(ge=1, le=500)] = 1
    account: str = ""


def run(context: Context, params: SearchDriveFiles) -> FileList:
    """One page. A service's cursors are kept here: page n is reached from the nearest earlier page
    that is known. Raises `KnownError`."""
    account = files_account(context, params.account)
    key = ("drive", account.id, params.query)
    tokens = context.conversation.tokens.get(key) or {1: ""}
    context.conversation.tokens[key] = tokens
    page = max(p for p in tokens if p <= params.page)
    while True:
        found = context.ports.cloud(account.id).find_files(
            account.id,
            params.query,
            size=SIZE,
            token=tokens[page],
            cancelled=context.cancelled,
        )
        if found.next_token:
            tokens[page + 1] = found.next_token
        if page == params.page:
            break
        if not found.next_token:
            raise BadInput(f"There is no page {params.page}.", next_step=f"The last is {page}.")
        page += 1
    first = (params.page - 1) * SIZE + 1
    rows = tuple(file_row(first + n, file) for n, file in enumerate(found.files))
    more = "; there are more" if found.next_token else ""
    head = f"{len(rows)} files on page {params.page} for “{params.query}”{more}."
    return FileList(
        display="\n".join([head, *Fence().around("\n".join(map(_line, rows)))]),
        query=params.query,
        count=len(rows),
        page=params.page,
        has_more=bool(found.next_token),
        results=rows,
    )


def _line(row: FileRow) -> str:
    parts = (row.name, row.owner, row.modified[:10], f"file_id={row.file_id}", row.link)
    return f"{row.number}. " + " · ".join(p for p in parts if p)


TOOL = Tool(
    name="search_drive_files",
    title="Search Drive",
    done="Searched Drive",
    effect=Effect.READ,
    group=Group.DRIVE,
    description="Find files in Google Drive by words in their name or text. Numbered pages.",
    params=SearchDriveFiles,
    result=FileList,
    run=run,
)

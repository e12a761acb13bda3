"""Read the text of a file in Google Drive."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.mail.files.extract import file_words
from desktop_app.model.draft import Source, SourceKind
from desktop_app.tools.answers.cloud_results import FileText
from desktop_app.tools.answers.fence import Fence
from desktop_app.tools.answers.rows import MOST_LINE, one_line, visible
from desktop_app.tools.calls.base import Effect, Group, Params, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.reading.cloud import file_row, files_account
from desktop_app.tools.reading.message_texts import capped, hides


class ReadDriveFile(Params, frozen=True, kw_only=True):
    file_id: Annotated[str, Meta(description="From search_drive_files.", min_length=1)]
    offset: Annotated[int, Meta(ge=0)] = 0
    max_chars: Annotated[int, Meta(ge=200, le=100_000)] = 20_000
    account: str = ""


def run(context: Context, params: ReadDriveFile) -> FileText:
    """Google's formats as text, PDF and office files by their text. Raises `BadInput` where
    there is no text to read, and other `KnownError`s."""
    account = files_account(context, params.account)
    got = context.ports.cloud(account.id).read_file(
        account.id, params.file_id, cancelled=context.cancelled
    )
    wanted = params.offset + params.max_chars
    words = file_words(got.file.name, got.content_type, got.data, wanted + 1)
    shown, more = words.text[params.offset : wanted], len(words.text) > wanted
    hidden = capped(words.hidden)
    context.conversation.read(Source(SourceKind.FILE, got.file.link, got.file.name, shown))
    tail = [f"[cut here; offset={wanted} reads on]"] if more else []
    told = f"{visible(one_line(got.file.name, MOST_LINE))}\n{got.file.link}"
    return FileText(
        display="\n".join(
            (*hides(hidden, shown), *Fence().around(f"{told}\n\n{shown}".rstrip()), *tail)
        ),
        file=file_row(1, got.file),
        untrusted_text=shown,
        hidden_text=hidden,
        truncated=more,
        next_offset=wanted if more else 0,
    )


TOOL = Tool(
    name="read_drive_file",
    title="Read a Drive file",
    done="Read a file",
    effect=Effect.READ,
    group=Group.DRIVE,
    description="Read a Google Drive file as text (Google formats, PDF, office, text).",
    params=ReadDriveFile,
    result=FileText,
    run=run,
)

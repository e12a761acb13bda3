"""Files that a search finds by the words inside them, below the conversations; how far the reading
of attachments is."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.model.errors import Unavailable
from desktop_app.model.file_state import ReadingPhase
from desktop_app.search.best_line import best_line
from desktop_app.search.gmail_only import gmail_only
from desktop_app.search.highlight import Sought, sought_by
from desktop_app.search.parser import parse
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result


class FileFound(Result, frozen=True):
    """A file, its mail, and the line in it that has most of the words; `sender` and `subject` are
    the mail's, `date` in seconds since the epoch."""

    message_id: int
    thread_id: int
    account_id: str
    attachment_id: str
    name: str
    line: str
    sender: str
    subject: str
    date: int


class FilesFound(Result, frozen=True):
    """Those of the newest mail first; `more` than these may be there. `sought` is to be marked."""

    hits: tuple[FileFound, ...] = ()
    more: bool = False
    sought: tuple[Sought, ...] = ()


class SearchFiles(Params, frozen=True, kw_only=True):
    query: str
    account: str = ""
    include_spam_trash: bool = False
    limit: Annotated[int, Meta(ge=1, le=200)] = 20


class FileReading(Result, frozen=True):
    """How far the reading of attachments is: `waiting` mails are to be read."""

    phase: ReadingPhase
    files: int
    waiting: int


class PauseReading(Params, frozen=True, kw_only=True):
    paused: bool


def search_files(context: Context, params: SearchFiles) -> FilesFound:
    """Raises `QueryError`, `Cancelled`."""
    query = parse(params.query, typing=True)
    if query.root is None or gmail_only(query.root) is not None:
        return FilesFound()
    found = context.store.finder.files(
        query,
        limit=params.limit + 1,
        account_id=params.account,
        include_spam_trash=params.include_spam_trash,
        cancelled=context.cancelled,
    )
    sought = sought_by(query)
    shown = found[: params.limit]
    mails = {m.id: m for m in context.store.messages.get_many({hit.message for hit in shown})}
    hits = tuple(
        FileFound(
            hit.message,
            hit.thread,
            mail.account_id,
            hit.part,
            hit.name,
            best_line(hit.text, sought),
            mail.sender.label,
            mail.subject,
            mail.date,
        )
        for hit in shown
        if (mail := mails.get(hit.message)) is not None
    )
    return FilesFound(hits, len(found) > len(shown), sought)


def file_reading(context: Context, params: NoParams) -> FileReading:
    """How far it is."""
    counts, reader = context.store.file_texts.counts(), context.ports.files
    phase = reader.phase if reader is not None else ReadingPhase.DONE
    return FileReading(phase, counts.files, counts.waiting)


def pause_reading(context: Context, params: PauseReading) -> FileReading:
    """Hold it until it goes on, or the next start. Raises `Unavailable`."""
    if context.ports.files is None:
        raise Unavailable("Attachments are read while the window is open.")
    context.ports.files.pause(paused=params.paused)
    return file_reading(context, NoParams())


SEARCH_FILES = person_tool(search_files, Effect.READ, SearchFiles)
FILE_READING = person_tool(file_reading, Effect.READ, NoParams)
PAUSE_READING = person_tool(pause_reading, Effect.READ, PauseReading)
TOOLS = (SEARCH_FILES, FILE_READING, PAUSE_READING)

"""Google tools for agents: mail, Drive and calendar, answered in sentences."""

from __future__ import annotations

import re
from typing import Annotated, Any

from msgspec import Meta

from desktop_app.model.errors import BadInput
from desktop_app.tools.adapters.adapter import Adapter, Desk
from desktop_app.tools.adapters.answering import none_found
from desktop_app.tools.answers.cloud_results import EventList, FileList
from desktop_app.tools.calls.base import Effect, Params
from desktop_app.tools.calls.results import ListedResult, MessageList, MessageRow
from desktop_app.tools.verbs import (
    create_draft,
    read_drive_file,
    search_calendar_events,
    search_drive_files,
    search_messages,
)

FAMILY = "google_tools"
NO_FILES = "No results. Try different keywords."
_FILE_LINK = re.compile(
    r"https?://(?:docs|drive|sheets|slides)\.google\.com(?:/[^\s?#]*?)?/(?:d|folders)/"
    r"([\w-]{5,200})"
    r"|https?://(?:docs|drive)\.google\.com/[^\s]*?[?&]id=([\w-]{5,200})"
)
_MANY = {"maxResults": "max_results", "limit": "max_results", "count": "max_results"}


class Emails(ListedResult, frozen=True):
    """Mails as rows; `display` says it when there are none."""

    display: str
    count: int
    has_more: bool
    emails: tuple[MessageRow, ...]


class ListEmails(Params, frozen=True, kw_only=True):
    max_results: Annotated[int, Meta(ge=1, le=500)] = 5
    query: str = ""
    label_ids: tuple[str, ...] = ()
    include_spam_trash: bool = False
    page: Annotated[int, Meta(ge=1, le=10_000)] = 1
    account: str = ""


class SearchEmails(ListEmails, frozen=True, kw_only=True):
    query: Annotated[str, Meta(description="As in Gmail's search.")] = ""


class CreateEmailDraft(Params, frozen=True, kw_only=True):
    to: tuple[str, ...] = ()
    subject: str = ""
    body: str = ""
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()
    account: str = ""


class SearchDriveFiles(Params, frozen=True, kw_only=True):
    query: Annotated[str, Meta(description="Words, or a query of the Drive API.")] = ""
    page: Annotated[int, Meta(ge=1, le=500)] = 1
    account: str = ""


class ReadDriveFile(Params, frozen=True, kw_only=True):
    file_id: Annotated[str, Meta(description="The id of a file; or link, or row.")] = ""
    link: str = ""
    row: Annotated[int, Meta(ge=0, description="Of the last list of files.")] = 0
    offset: Annotated[int, Meta(ge=0)] = 0
    max_chars: Annotated[int, Meta(ge=200, le=100_000)] = 20_000
    account: str = ""


class ListCalendarEvents(Params, frozen=True, kw_only=True):
    days_back: Annotated[int, Meta(ge=0, le=3660)] = 0
    days_ahead: Annotated[int, Meta(ge=0, le=3660)] = 1
    max_results: Annotated[int, Meta(ge=1, le=250)] = 25
    query: str = ""
    account: str = ""


class FindCalendarEvents(ListCalendarEvents, frozen=True, kw_only=True):
    query: str = ""
    days_ahead: Annotated[int, Meta(ge=0, le=3660)] = 30


def _emails(desk: Desk, params: ListEmails) -> Emails:
    found: MessageList = desk.value(
        search_messages.TOOL,
        query=params.query,
        max_results=params.max_results,
        label_ids=params.label_ids,
        include_spam_trash=params.include_spam_trash,
        page=params.page,
        account=params.account,
    )
    display = found.display if found.count else none_found(found)
    return Emails(display, found.count, found.has_more, found.results)


def _draft(desk: Desk, params: CreateEmailDraft) -> Any:
    return desk.value(
        create_draft.TOOL,
        to=params.to,
        subject=params.subject,
        body=params.body,
        cc=params.cc,
        bcc=params.bcc,
        account=params.account,
    )


def _files(desk: Desk, params: SearchDriveFiles) -> FileList:
    found: FileList = desk.value(
        search_drive_files.TOOL, query=params.query, page=params.page, account=params.account
    )
    if found.count:
        return found
    return FileList(NO_FILES, found.query, 0, found.page, found.has_more, ())


def _file(desk: Desk, params: ReadDriveFile) -> Any:
    return desk.value(
        read_drive_file.TOOL,
        file_id=_file_id(desk, params),
        offset=params.offset,
        max_chars=params.max_chars,
        account=params.account,
    )


def _file_id(desk: Desk, params: ReadDriveFile) -> str:
    """The id of the file that is meant, which may have been given as a link. Raises `BadInput`."""
    if params.row and not params.file_id and not params.link:
        wanted = desk.conversation.files.get(params.row)
        if wanted is None:
            raise BadInput(f"There is no row {params.row} in the last list of files.")
        return wanted
    wanted = (params.file_id or params.link).strip()
    link = _FILE_LINK.match(wanted)
    if link is not None:
        return link.group(1) or link.group(2)
    if not wanted or "/" in wanted:
        raise BadInput("Which file? Give file_id, a link to it, or its row in the last list.")
    return wanted


def _events(desk: Desk, params: ListCalendarEvents) -> EventList:
    found: EventList = desk.value(
        search_calendar_events.TOOL,
        query=params.query,
        days_back=params.days_back,
        days_ahead=params.days_ahead,
        max_results=params.max_results,
        account=params.account,
    )
    return found if found.count else EventList(_no_events(params), 0, found.has_more, ())


def _no_events(params: ListCalendarEvents) -> str:
    what = f"No events found matching '{params.query}'" if params.query else "No events found"
    back = f"the last {params.days_back} days or " if params.days_back else ""
    return f"{what} in {back}the next {params.days_ahead} days."


ADAPTERS = (
    Adapter(
        name="list_emails",
        family=FAMILY,
        title="List mails",
        description="The newest mails: sender, subject, date, text and id of each.",
        params=ListEmails,
        tool=search_messages.TOOL,
        run=_emails,
        also=_MANY,
    ),
    Adapter(
        name="search_emails",
        family=FAMILY,
        title="Search mail",
        description="Find mails with Gmail's query language, newest first.",
        params=SearchEmails,
        tool=search_messages.TOOL,
        run=_emails,
        also={**_MANY, "q": "query"},
    ),
    Adapter(
        name="create_email_draft",
        family=FAMILY,
        title="Write a draft",
        description="Write a mail as a draft. The person reviews and sends it.",
        params=CreateEmailDraft,
        tool=create_draft.TOOL,
        run=_draft,
        effect=Effect.DRAFT,
        also={"recipient": "to", "recipients": "to", "content": "body", "text": "body"},
    ),
    Adapter(
        name="search_drive_files",
        family=FAMILY,
        title="Search Drive",
        description="Find files in Google Drive by words, or by a query of the Drive API.",
        params=SearchDriveFiles,
        tool=search_drive_files.TOOL,
        run=_files,
        also={"q": "query"},
    ),
    Adapter(
        name="read_drive_file",
        family=FAMILY,
        title="Read a Drive file",
        description="Read a Google Drive file as text, by its id, its link or its row.",
        params=ReadDriveFile,
        tool=read_drive_file.TOOL,
        run=_file,
        also={"url": "link", "id": "file_id", "number": "row"},
    ),
    Adapter(
        name="list_calendar_events",
        family=FAMILY,
        title="List events",
        description="Calendar events from days_back to days_ahead around today.",
        params=ListCalendarEvents,
        tool=search_calendar_events.TOOL,
        run=_events,
        also={**_MANY, "q": "query"},
    ),
    Adapter(
        name="search_calendar_events",
        family=FAMILY,
        title="Search the calendar",
        description="Find calendar events by words, from days_back to days_ahead around today.",
        params=FindCalendarEvents,
        tool=search_calendar_events.TOOL,
        run=_events,
        also={**_MANY, "q": "query"},
    ),
)

"""An open conversation: its envelopes, the body of each message, its source and its parts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from desktop_app.mail.files.files import safe_filename
from desktop_app.mail.message import body
from desktop_app.mail.message.access import attachment_bytes, inline_part
from desktop_app.mail.message.original import Original, read_original
from desktop_app.mail.reader.remote_pictures import picture_addresses
from desktop_app.model.account import Account
from desktop_app.model.coming_back import Returned
from desktop_app.model.draft import Author, Draft
from desktop_app.model.errors import NotFound, Unavailable
from desktop_app.model.message import Body, Message, SystemLabel
from desktop_app.model.thread import Thread
from desktop_app.model.triage import Verdict
from desktop_app.tools.answers.mail_verbs import done_words
from desktop_app.tools.answers.web_links import WebLinks
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done, Result
from desktop_app.tools.files import write_file
from desktop_app.tools.names.reference import message_number
from desktop_app.tools.reading.own_server import own_side, passed

UNPROVEN = (
    "Pictures were not fetched by themselves: nothing proves that this mail is from its sender."
)


class OpenedThread(Result, frozen=True):
    """A thread as the thread view opens it: every envelope; bodies are read one by one.
    `gmail_links` has the address of each message that Gmail shows too; `verdict` is what the
    conversation wants of the person, None for nothing; `changes` who proposes one to a draft;
    `returned` when it came back, None where it did not."""

    thread: Thread
    account: Account
    drafts: tuple[Draft, ...]
    gmail_links: Mapping[int, str] = msgspec.field(default_factory=dict)
    verdict: Verdict | None = None
    changes: Mapping[str, tuple[Author, ...]] = msgspec.field(default_factory=dict)
    returned: Returned | None = None


class MessageBody(Result, frozen=True):
    message: Message
    body: Body


class Bytes(Result, frozen=True):
    content_type: str
    filename: str
    data: bytes


class WebPictures(Result, frozen=True):
    """The pictures that came, by address; how many were asked for; why none was, if so."""

    found: Mapping[str, bytes]
    asked: int
    why_not: str = ""


class OpenThread(Params, frozen=True, kw_only=True):
    """`unasked`: a program has brought it to the front, and nobody has come to it yet. It is not
    the person who opens it then."""

    thread_id: int
    unasked: bool = False


class ReadBody(Params, frozen=True, kw_only=True):
    message_id: int


class GetOriginal(Params, frozen=True, kw_only=True):
    message_id: int


class FetchPictures(Params, frozen=True, kw_only=True):
    """`unasked`: because the person asked once for all mail of its sender."""

    message_id: int
    unasked: bool = False


class GetPart(Params, frozen=True, kw_only=True):
    message_id: int
    content_id: str = ""
    attachment_id: str = ""


class SaveAttachment(Params, frozen=True, kw_only=True):
    message_id: int
    attachment_id: str
    path: str


class ReadSource(Params, frozen=True, kw_only=True):
    message_id: int
    limit: int = 1_000_000


class MarkOpened(Params, frozen=True, kw_only=True):
    ids: Annotated[tuple[str, ...], Meta(min_length=1, max_length=1000)]


def open_thread(context: Context, params: OpenThread) -> OpenedThread:
    """Every envelope of a thread, oldest first, and the open drafts in it. Raises `NotFound`."""
    thread = context.store.threads.get(params.thread_id)
    if not params.unasked:
        context.store.in_sight.note([thread.id])
        context.store.openings.note(thread.id, now=context.clock())
    account = context.store.accounts.get(thread.account_id)
    link = WebLinks(context).of
    links = {message.id: page for message in thread.messages if (page := link(message))}
    drafts = tuple(context.store.drafts.in_thread(thread.id))
    verdict = context.store.triage.of_thread(thread.id)
    changes = context.store.drafts.changes.open() if drafts else {}
    returned = context.store.later.returned([thread.id]).get(thread.id)
    return OpenedThread(thread, account, drafts, links, verdict, changes, returned)


def read_body(context: Context, params: ReadBody) -> MessageBody:
    """One message as the reader shows it: sanitised HTML and the same as text. Raises
    `NotFound`."""
    message = context.store.messages.get(params.message_id)
    return MessageBody(message, _body(context, message))


def _body(context: Context, message: Message) -> Body:
    raw = context.store.messages.raw(message.id)
    return body.read_body(raw, own_side(context, message, raw))


def get_original(context: Context, params: GetOriginal) -> Original:
    """The HTML of a message as its sender made it, for the Original view alone: unsanitised, with
    the bytes of its own pictures. Raises `NotFound` if there is none."""
    original = read_original(context.store.messages.raw(params.message_id))
    if original is None:
        raise NotFound("This mail has no designed version.")
    return original


def fetch_pictures(context: Context, params: FetchPictures) -> WebPictures:
    """The pictures of the web that the Original of a message names. Unasked only where the sender
    is one and vouched for: anybody can write an address into From. Raises `NotFound`, and
    `Unavailable` where nothing is fetched."""
    html = get_original(context, GetOriginal(message_id=params.message_id)).html
    fetcher = context.ports.pictures
    if fetcher is None:
        raise Unavailable("Pictures are fetched while the window is open.")
    asked = picture_addresses(html)
    if not asked:
        return WebPictures({}, 0)
    if params.unasked and not passed(context, context.store.messages.get(params.message_id)):
        return WebPictures({}, len(asked), UNPROVEN)
    return WebPictures(fetcher.fetch(asked, context.cancelled), len(asked))


def get_part(context: Context, params: GetPart) -> Bytes:
    """One part of a message: an inline picture by content id (no angle brackets), or an
    attachment by its id. Raises `NotFound`."""
    raw = context.store.messages.raw(params.message_id)
    if params.content_id:
        found = inline_part(raw, params.content_id)
        if found is None:
            raise NotFound("That picture is not in the mail.")
        return Bytes(found[0], "", found[1])
    message = context.store.messages.get(params.message_id)
    for part in message.attachments:
        if part.id == params.attachment_id:
            data = attachment_bytes(raw, part.id)
            return Bytes(part.content_type, safe_filename(part.filename), data)
    raise NotFound("That attachment is not in the mail.")


def save_attachment(context: Context, params: SaveAttachment) -> Done:
    """Write an attachment to a file. Raises `NotFound`, `StorageError` when the file can't be
    written."""
    raw = context.store.messages.raw(params.message_id)
    write_file(Path(params.path), attachment_bytes(raw, params.attachment_id))
    return Done(f"Saved {Path(params.path).name}.", 1)


def read_source(context: Context, params: ReadSource) -> Bytes:
    """The raw source of a message, at most `limit` bytes of it. Raises `NotFound`."""
    raw = context.store.messages.raw(params.message_id)
    return Bytes("message/rfc822", f"{params.message_id}.eml", raw[: params.limit])


def mark_opened(context: Context, params: MarkOpened) -> Done:
    """What was open long enough counts as read. Nobody pressed anything: it asks for no
    permission. Raises `NotFound` for an unknown id; then nothing is changed."""
    ids = [message_number(i) for i in params.ids]
    unread = frozenset({str(SystemLabel.UNREAD)})
    done = context.store.messages.modify(ids, add=frozenset(), remove=unread)
    return Done(done_words("read", len(done.changes), 0), len(done.changes))


OPEN_THREAD = person_tool(open_thread, Effect.READ, OpenThread)
READ_BODY = person_tool(read_body, Effect.READ, ReadBody)
GET_ORIGINAL = person_tool(get_original, Effect.READ, GetOriginal)
FETCH_PICTURES = person_tool(fetch_pictures, Effect.READ, FetchPictures)
GET_PART = person_tool(get_part, Effect.READ, GetPart)
SAVE_ATTACHMENT = person_tool(save_attachment, Effect.READ, SaveAttachment)
READ_SOURCE = person_tool(read_source, Effect.READ, ReadSource)
MARK_OPENED = person_tool(mark_opened, Effect.ORGANISE, MarkOpened, "Mark what was opened as read")

TOOLS = (
    OPEN_THREAD,
    READ_BODY,
    GET_ORIGINAL,
    FETCH_PICTURES,
    GET_PART,
    SAVE_ATTACHMENT,
    READ_SOURCE,
    MARK_OPENED,
)

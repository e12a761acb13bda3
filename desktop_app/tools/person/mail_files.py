"""Mail as files: imported, and exported where the person chose."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from desktop_app.mail.wire.mbox import MboxMail, mbox
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.message import Message
from desktop_app.model.progress import ImportReport
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done
from desktop_app.tools.drafting.draft_file import draft_as_mail
from desktop_app.tools.files import write_file
from desktop_app.tools.local_account import learn_identity, local_account, owner_unknown


class ImportMail(Params, frozen=True, kw_only=True):
    paths: Annotated[tuple[str, ...], Meta(min_length=1)]
    account: str = ""


class ExportMessages(Params, frozen=True, kw_only=True):
    path: str
    message_ids: tuple[int, ...] = ()
    thread_ids: tuple[int, ...] = ()
    draft_id: str = ""
    format: Literal["eml", "mbox"] = "mbox"


def import_mail(context: Context, params: ImportMail) -> ImportReport:
    """Read mbox files, Maildirs and .eml files into an account; the sources are only read.

    Resumable and idempotent; watch with `progress`, stop with `cancelled`, hold with `paused`.
    Raises `NotFound` for a path that is not there."""
    paths = [_found(p) for p in params.paths]
    account = params.account or local_account(context.store).id
    report = context.ports.importer.run(
        paths,
        account,
        progress=context.progress,
        cancelled=context.cancelled,
        paused=context.paused,
    )
    unknown = owner_unknown(context.store.accounts.get(account))
    learn_identity(context.store, account)
    if context.ports.accounts.capabilities(context.store.accounts.get(account)).syncs:
        context.store.sync_state.list_again(account)
        context.ports.sync.wake(account)
    return replace(report, owner_unknown=account if unknown else "")


def _found(given: str) -> Path:
    """The path as given by the person. Raises `NotFound`, `BadInput`."""
    if not given:
        raise BadInput("An empty path names no file.")
    try:
        path = Path(given).expanduser()
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound(f"{_shown(given)} is not there.") from None
    except (RuntimeError, ValueError):
        raise BadInput(f"{_shown(given)} can't be the name of a file.") from None
    except OSError as error:
        raise BadInput(f"{_shown(given)} can't be read: {error.strerror}.") from None
    return path


def _shown(given: str) -> str:
    """The path with what is not UTF-8 in it replaced."""
    return given.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def export_messages(context: Context, params: ExportMessages) -> Done:
    """Write messages, conversations or a draft to a file: one .eml for one mail, an mbox for any
    number. Raises `BadInput` when they do not fit, `StorageError` when the file can't be
    written."""
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
        drafts = context.store.drafts
        mails.append(draft_as_mail(drafts, drafts.get(params.draft_id)))
    return mails


IMPORT_MAIL = person_tool(import_mail, Effect.ORGANISE, ImportMail, "Import mail")
EXPORT_MESSAGES = person_tool(export_messages, Effect.READ, ExportMessages)

TOOLS = (IMPORT_MAIL, EXPORT_MESSAGES)

"""Moving out: mail as files that other programs read, streamed, with labels, flags and drafts.

An mbox is of the mboxrd variant (RFC 4155; every `From ` that begins a line is quoted). Unfinished
files keep a name that says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from desktop_app.mail.wire.mbox import MboxMail
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.message import SystemLabel
from desktop_app.model.progress import Progress
from desktop_app.model.query import Query, Term
from desktop_app.search.gmail_only import gmail_only
from desktop_app.search.parser import parse
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result
from desktop_app.tools.drafting.draft_file import draft_as_mail
from desktop_app.tools.written_mailbox import Maildir, Mbox

PAGE = 200
MOST_DRAFTS = 100_000
_DRAFT = frozenset({str(SystemLabel.DRAFT)})
_EACH = 25
"""Mails between two reports of progress, after the first few."""

Form = Literal["mbox", "maildir"]


class MovedOut(Result, frozen=True):
    """`mails` and `drafts` were written to `path`; of `found` mails some may have gone meanwhile.
    `cancelled`: what is at `path` is unfinished. `notes` are sentences."""

    path: str
    found: int
    mails: int
    drafts: int = 0
    cancelled: bool = False
    notes: tuple[str, ...] = ()


class MoveOut(Params, frozen=True, kw_only=True):
    """All mail of `account` (empty: of all), or what has the label id `label` in it, or what
    `query` finds. `drafts` are those written in Draftdesk that are not sent."""

    path: str
    form: Form = "mbox"
    account: str = ""
    label: str = ""
    query: str = ""
    drafts: bool = True
    spam_and_trash: bool = True


@dataclass(slots=True)
class _Counts:
    mails: int = 0
    drafts: int = 0
    notes: list[str] = field(default_factory=list)


def move_out(context: Context, params: MoveOut) -> MovedOut:
    """Write mail to a file or a folder. Raises `BadInput` for a query that can't be answered here
    and for a folder that has something in it, `NotFound`, `QueryError`, `StorageError`."""
    if not params.path:
        raise BadInput("Choose where the mail is to be written.")
    if params.account:
        context.store.accounts.get(params.account)
    query = _query(params)
    found = _found(context, params, query)
    query = _narrowed(context, params, query, found)
    counts = _Counts(notes=_notes(context, params))
    target = Path(params.path).expanduser()
    kind = Mbox if params.form == "mbox" else Maildir
    with kind(target) as box:
        for mail, labels in _mails(context, params, query):
            box.add(mail, labels)
            counts.mails += 1
            if counts.mails < _EACH or counts.mails % _EACH == 0:
                context.progress(Progress(counts.mails, found, phase="Writing"))
        for mail in _drafts(context, params):
            box.add(mail, _DRAFT)
            counts.drafts += 1
        if not context.cancelled.is_set():
            box.finish()
    gone = found - counts.mails
    if gone > 0 and not box.unfinished:
        counts.notes.append(f"{gone:,} of them went away while the file was written.")
    return MovedOut(
        str(box.path),
        found,
        counts.mails,
        counts.drafts,
        box.unfinished,
        tuple(counts.notes),
    )


def _query(params: MoveOut) -> Query:
    if not params.query:
        return Query("", None)
    query = parse(params.query)
    if gmail_only(query.root) is not None:
        raise BadInput("Gmail alone can answer this search; what it finds is not here to write.")
    return query


def _found(context: Context, params: MoveOut, query: Query) -> int:
    """How many mails there are to write, before the first is."""
    if params.label:
        labels = context.store.labels.list(params.account or None)
        same = [label for label in labels if label.id == params.label]
        if not same:
            raise NotFound(f"There is no label “{params.label}”.")
        return sum(label.total for label in same)
    return context.store.finder.count(
        query,
        account_id=params.account,
        include_spam_trash=params.spam_and_trash,
        cancelled=context.cancelled,
    )


def _narrowed(context: Context, params: MoveOut, query: Query, found: int) -> Query:
    """A query that finds the label's mail, and perhaps some more; so that not all mail has to be
    looked at for it."""
    if not params.label or params.label in set(SystemLabel):
        return query
    close = Query(params.label, Term("label", params.label))
    count = context.store.finder.count(
        close, account_id=params.account, include_spam_trash=True, cancelled=context.cancelled
    )
    return close if count >= found else query


def _mails(
    context: Context, params: MoveOut, query: Query
) -> Iterator[tuple[MboxMail, frozenset[str]]]:
    """Mails with their labels, the newest first; one at a time is in memory."""
    before: int | None = None
    while not context.cancelled.is_set():
        page = context.store.finder.messages(
            query,
            limit=PAGE,
            before=before,
            account_id=params.account,
            include_spam_trash=params.spam_and_trash or bool(params.label),
            cancelled=context.cancelled,
        )
        for message in page:
            if context.cancelled.is_set():
                return
            if params.label and params.label not in message.labels:
                continue
            try:
                raw = context.store.messages.raw(message.id)
            except NotFound:
                continue
            yield MboxMail(raw, message.sender.email, message.date), message.labels
        if len(page) < PAGE:
            return
        before = page[-1].id


def _drafts(context: Context, params: MoveOut) -> Iterator[MboxMail]:
    if not params.drafts or params.query or params.label not in {"", SystemLabel.DRAFT}:
        return
    drafts = context.store.drafts
    for draft in drafts.in_state(OPEN_STATES, account_id=params.account, limit=MOST_DRAFTS):
        if context.cancelled.is_set():
            return
        yield draft_as_mail(drafts, draft)


def _notes(context: Context, params: MoveOut) -> list[str]:
    """What is not in the file because it is not on this computer."""
    notes = []
    for account in context.store.accounts.list():
        if params.account not in {"", account.id}:
            continue
        if not context.ports.accounts.capabilities(account).syncs:
            continue
        days = context.store.sync_state.get(account.id).days
        waiting = context.store.sync_state.count_todo(account.id)
        if days:
            notes.append(
                f"{account.name}: only mail of the last {days:,} days is downloaded; older mail is"
                " at its server alone."
            )
        if waiting:
            notes.append(f"{account.name}: {waiting:,} mails are still to be downloaded.")
    return notes


MOVE_OUT = person_tool(move_out, Effect.READ, MoveOut)

TOOLS = (MOVE_OUT,)

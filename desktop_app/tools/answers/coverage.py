"""Coverage of the mail on this computer: what part of each mailbox has been downloaded."""

from __future__ import annotations

from desktop_app.model.account import Account
from desktop_app.model.clock import as_datetime
from desktop_app.model.query import Query
from desktop_app.search.in_files import asked_of_files, looks_inside
from desktop_app.tools.calls.context import Context

ALL = "all mail"
_DAY = 86_400


def covers(context: Context, account_id: str = "") -> str:
    """The downloaded part in words: `all mail`, `since 2025-11-24`. Several accounts that differ
    are named."""
    accounts = [a for a in context.store.accounts.list() if account_id in {"", a.id}]
    told = {account.name: _covers(context, account) for account in accounts}
    if len(set(told.values())) == 1:
        return next(iter(told.values()))
    return "; ".join(f"{name}: {part}" for name, part in told.items())


def inside_files(context: Context, query: Query) -> str:
    """Whether the words of a query were looked for inside attachments, as the end of a sentence."""
    if not looks_inside(query.root):
        without = asked_of_files(query) is None
        return "" if without else ", not inside attachments (in:attachments asks there)"
    if not context.settings.flag("search.attachments"):
        return "; inside attachments nothing is searched: the person has switched it off"
    waiting = context.store.file_texts.waiting()
    return f"; the attachments of {waiting:,} mails are not read yet" if waiting else ""


def is_complete(context: Context, account: Account) -> bool:
    """Whether all of the mailbox is here."""
    return _covers(context, account) == ALL


def _covers(context: Context, account: Account) -> str:
    if not context.ports.accounts.capabilities(account).syncs:
        return ALL
    state = context.store.sync_state.get(account.id)
    if not state.listing:
        return "nothing, the download has not begun"
    part = ALL
    if state.days:
        begin = as_datetime(context.clock() - state.days * _DAY).astimezone()
        part = f"since {begin:%Y-%m-%d}"
    waiting = context.store.sync_state.count_todo(account.id)
    if waiting or state.listing == "listing":
        some = f"{waiting} mails" if waiting else "some mails"
        return f"{part}, but {some} of it are still to be downloaded"
    return part

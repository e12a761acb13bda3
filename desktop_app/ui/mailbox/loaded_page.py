"""Page of conversations, read and made ready to paint off the GUI thread."""

from __future__ import annotations

from dataclasses import dataclass, replace
from threading import Event
from types import MappingProxyType

import msgspec

from desktop_app.model.thread import ThreadSummary
from desktop_app.tools.person import mail_accounts, mail_list
from desktop_app.tools.person.mail_list import ThreadPage
from desktop_app.ui.background.calls import Calls
from desktop_app.ui.bench.folders import title_of
from desktop_app.ui.mailbox.conversation_rows import ConversationRow, Look, rows_of


@dataclass(frozen=True, slots=True)
class LoadedPage:
    """One page, ready to paint. `reason` and `asked` are those of `ThreadPage`."""

    rows: tuple[ConversationRow, ...]
    before: int
    reason: str = ""
    asked: bool = True


def load_page(
    calls: Calls, wanted: mail_list.SearchThreads, now: float, cancelled: Event
) -> LoadedPage:
    """Read one page. Runs inside a job. Raises KnownError."""
    page = calls.wait(mail_list.SEARCH_THREADS, wanted, cancelled)
    rows = rows_of_page(calls, wanted, page, now)
    return LoadedPage(rows, page.before, page.reason, page.asked)


def rows_of_page(
    calls: Calls, wanted: mail_list.SearchThreads, page: ThreadPage, now: float
) -> tuple[ConversationRow, ...]:
    """The rows of a page that was read. Runs inside a job. Raises KnownError."""
    accounts = calls.wait(mail_accounts.LIST_ACCOUNTS, mail_accounts.ListAccounts()).accounts
    own = frozenset(k for account in accounts for k in account.own_keys)
    mixed = {a.id: a.name for a in accounts} if len(accounts) > 1 and not wanted.account else {}
    look = Look(own, now, page.sought, page.outgoing, MappingProxyType(mixed), _listed(wanted))
    return rows_of(_marked(page), look)


def _listed(wanted: mail_list.SearchThreads) -> str:
    """The label that is listed, if it is one; all rows have it."""
    return title_of(wanted.query) if wanted.query.startswith("label:") else ""


def replaced(
    wanted: mail_list.SearchThreads, *, before: int = 0, limit: int
) -> mail_list.SearchThreads:
    """The same question about another page."""
    return msgspec.structs.replace(wanted, before=before, limit=limit)


def _marked(page: ThreadPage) -> list[ThreadSummary]:
    """The page's threads; those with a draft waiting carry it, whatever the summary says."""
    return [
        replace(t, drafts=max(1, t.drafts)) if t.id in page.drafts_waiting else t
        for t in page.threads
    ]

"""Google account and file rows, shared by the tools for Drive and Calendar."""

from __future__ import annotations

from collections.abc import Callable

from desktop_app.model.account import Account, Capabilities
from desktop_app.model.clock import iso
from desktop_app.model.cloud_file import CloudFile
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.tools.answers.cloud_results import FileRow
from desktop_app.tools.answers.rows import visible
from desktop_app.tools.calls.context import Context


def files_account(context: Context, wanted: str) -> Account:
    """The account of that id, name or address; without one, the only one with files there is.
    Raises as `calendar_account`."""
    return _account(context, wanted, lambda able: able.cloud_files)


def calendar_account(context: Context, wanted: str) -> Account:
    """The account of that id, name or address; without one, the only one with a calendar.

    Raises `NotFound`, `BadInput` when there are several to choose from.
    """
    return _account(context, wanted, lambda able: able.calendars)


def _account(context: Context, wanted: str, has: Callable[[Capabilities], bool]) -> Account:
    able = context.ports.accounts.capabilities
    accounts = [a for a in context.store.accounts.list() if has(able(a))]
    if wanted:
        accounts = [a for a in accounts if wanted in {a.id, a.name} or wanted in a.own_keys]
    if not accounts:
        raise NotFound(
            "There is no such Google account here." if wanted else "There is no Google account.",
            next_step="The person can add one with Accounts > Add account.",
        )
    if len(accounts) > 1:
        names = ", ".join(f"{a.id} ({a.name})" for a in accounts)
        raise BadInput("Which account? Give account.", next_step=f"There are: {names}.")
    return accounts[0]


def file_row(number: int, file: CloudFile) -> FileRow:
    return FileRow(
        number=number,
        file_id=file.id,
        name=visible(file.name),
        content_type=file.content_type,
        modified=iso(file.modified) if file.modified else "",
        owner=file.owner,
        link=file.link,
    )

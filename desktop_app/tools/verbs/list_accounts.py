"""The accounts with their identities."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.list_results import Accounts


class ListAccounts(Params, frozen=True, kw_only=True):
    pass


def run(context: Context, params: ListAccounts) -> Accounts:
    accounts = tuple(context.store.accounts.list())
    able = {a.id: context.ports.accounts.capabilities(a) for a in accounts}
    return Accounts(accounts, able)


TOOL = Tool(
    name="list_accounts",
    title="List accounts",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="The accounts with their identities.",
    params=ListAccounts,
    result=Accounts,
    run=run,
    origins=PERSON,
)

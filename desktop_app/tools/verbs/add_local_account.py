"""Make an account for mail that lies on this computer."""

from __future__ import annotations

import uuid
from typing import Annotated

from msgspec import Meta

from desktop_app.mime.checks import valid_address
from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.errors import BadInput
from desktop_app.tools import list_results
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context


class AddLocalAccount(Params, frozen=True, kw_only=True):
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    email: str
    display_name: str = ""


def run(context: Context, params: AddLocalAccount) -> list_results.Accounts:
    """The account made. Raises `BadInput` for what is no address or is there already."""
    if not valid_address(params.email):
        raise BadInput(f"{params.email} is not a mail address.")
    known = context.store.accounts.list()
    if any(a.name == params.name for a in known):
        raise BadInput(f"There is an account named {params.name} already.")
    identity = Identity(Address(params.display_name, params.email), default=True)
    account = Account(uuid.uuid4().hex[:8], LOCAL, params.name, (identity,), colour=len(known))
    context.store.accounts.add(account)
    able = {account.id: context.ports.accounts.capabilities(account)}
    return list_results.Accounts((account,), able)


TOOL = Tool(
    name="add_local_account",
    title="Add a local account",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Make an account for mail that lies on this computer.",
    params=AddLocalAccount,
    result=list_results.Accounts,
    run=run,
    origins=PERSON,
)

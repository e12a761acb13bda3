"""Change an account's name, identities and signatures."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.mime.checks import valid_address
from desktop_app.model.account import Identity
from desktop_app.model.errors import BadInput
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done


class UpdateAccount(Params, frozen=True, kw_only=True):
    account: str
    name: str = ""
    identities: tuple[Identity, ...] = ()


def run(context: Context, params: UpdateAccount) -> Done:
    """Raises `BadInput` when an identity's address is none, `NotFound`."""
    for identity in params.identities:
        if not valid_address(identity.address.email):
            raise BadInput(f"{identity.address.email} is not a mail address.")
    account = context.store.accounts.get(params.account)
    context.store.accounts.update(
        replace(
            account,
            name=params.name.strip() or account.name,
            identities=params.identities or account.identities,
        )
    )
    return Done("Account saved.", 1)


TOOL = Tool(
    name="update_account",
    title="Change an account",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Change an account's name, identities and signatures.",
    params=UpdateAccount,
    result=Done,
    run=run,
    origins=PERSON,
)

"""Sign an account out: its sign-in is revoked and forgotten, its mail here stays."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done


class SignOutAccount(Params, frozen=True, kw_only=True):
    account: str


def run(context: Context, params: SignOutAccount) -> Done:
    """Raises `NotFound`, `NoKeyring`."""
    return Done(context.ports.enrolment.sign_out(params.account), 1)


TOOL = Tool(
    name="sign_out_account",
    title="Sign out",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Sign an account out: its sign-in is revoked and forgotten, its mail here stays.",
    params=SignOutAccount,
    result=Done,
    run=run,
    origins=PERSON,
)

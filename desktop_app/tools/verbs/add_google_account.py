"""Wait for a sign-in at Google to come back, and add its account or renew it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.model.sign_in import SignedIn
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context


class AddGoogleAccount(Params, frozen=True, kw_only=True):
    """`flow` is of `start_google_sign_in`; `days` of mail are downloaded, 0 for all."""

    flow: str
    days: Annotated[int, Meta(ge=0, le=36_500)] = 365
    session_only: bool = False


def run(context: Context, params: AddGoogleAccount) -> SignedIn:
    """Waits for the browser; stop it with `cancelled`. Raises `Cancelled`, `Refused`,
    `NeedsSignIn`, `Unavailable`; `NoKeyring`, after which it can be called again."""
    return context.ports.enrolment.finish(
        params.flow,
        days=params.days,
        session_only=params.session_only,
        cancelled=context.cancelled,
    )


TOOL = Tool(
    name="add_google_account",
    title="Add a Google account",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Wait for a sign-in at Google to come back, and add its account or renew it.",
    params=AddGoogleAccount,
    result=SignedIn,
    run=run,
    origins=PERSON,
)

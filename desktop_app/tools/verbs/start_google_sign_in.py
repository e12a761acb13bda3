"""Begin a sign-in at Google: listen for the browser, and give the address to open."""

from __future__ import annotations

from pathlib import Path

from desktop_app.model.errors import Cancelled
from desktop_app.model.sign_in import Permission, StartedSignIn
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context


class StartGoogleSignIn(Params, frozen=True, kw_only=True):
    """`account` signs in again, and is asked for `permissions` beside those it has."""

    permissions: tuple[Permission, ...] = (Permission.READ,)
    source: str = ""
    client_file: str = ""
    account: str = ""
    session_only: bool = False


def run(context: Context, params: StartGoogleSignIn) -> StartedSignIn:
    """Raises `NoKeyring`, `NotFound` and `BadInput` for the client, `Unavailable`."""
    started = context.ports.enrolment.start(
        "google",
        params.permissions,
        source=params.source,
        file=Path(params.client_file).expanduser() if params.client_file else None,
        account_id=params.account,
        session_only=params.session_only,
    )
    if context.cancelled.is_set():
        context.ports.enrolment.cancel(started.flow)
        raise Cancelled("The sign-in was cancelled.")
    return started


TOOL = Tool(
    name="start_google_sign_in",
    title="Sign in with Google",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Begin a sign-in at Google: listen for the browser, give the address to open.",
    params=StartGoogleSignIn,
    result=StartedSignIn,
    run=run,
    origins=PERSON,
)

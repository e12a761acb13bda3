"""Sign-in at Google: the clients found, the browser's way there and back, and giving it up."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from desktop_app.model.errors import Cancelled
from desktop_app.model.sign_in import Permission, SignedIn, SignInSource, StartedSignIn
from desktop_app.tools.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done


@dataclass(frozen=True, slots=True)
class Sources:
    """The preferred one first."""

    sources: tuple[SignInSource, ...]


class StartGoogleSignIn(Params, frozen=True, kw_only=True):
    """`account` signs in again, and is asked for `permissions` beside those it has."""

    permissions: tuple[Permission, ...] = (Permission.READ,)
    source: str = ""
    client_file: str = ""
    account: str = ""
    session_only: bool = False


class AddGoogleAccount(Params, frozen=True, kw_only=True):
    """`flow` is of `start_google_sign_in`; `days` of mail are downloaded, 0 for all."""

    flow: str
    days: Annotated[int, Meta(ge=0, le=36_500)] = 365
    session_only: bool = False


class AdoptGoogleSignIn(Params, frozen=True, kw_only=True):
    """`source` is of `list_google_clients`, or `file` an authorized_user file."""

    source: str = ""
    file: str = ""
    days: Annotated[int, Meta(ge=0, le=36_500)] = 365
    session_only: bool = False


class CancelGoogleSignIn(Params, frozen=True, kw_only=True):
    flow: str


def list_google_clients(context: Context, params: NoParams) -> Sources:
    """The Google clients and existing sign-ins found on this computer."""
    return Sources(context.ports.enrolment.sources("google"))


def start_google_sign_in(context: Context, params: StartGoogleSignIn) -> StartedSignIn:
    """Listen for the browser, and give the address to open. Raises `NoKeyring`, `NotFound` and
    `BadInput` for the client, `Unavailable`."""
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


def add_google_account(context: Context, params: AddGoogleAccount) -> SignedIn:
    """Wait for the browser to come back, and add its account or renew it; stop it with
    `cancelled`. Raises `Cancelled`, `Refused`, `NeedsSignIn`, `Unavailable`; `NoKeyring`, after
    which it can be called again."""
    return context.ports.enrolment.finish(
        params.flow,
        days=params.days,
        session_only=params.session_only,
        cancelled=context.cancelled,
    )


def adopt_google_sign_in(context: Context, params: AdoptGoogleSignIn) -> SignedIn:
    """Copy a sign-in that another program made into the keyring. Raises `NotFound`, `BadInput`,
    `NeedsSignIn`, `NoKeyring`, `Unavailable`."""
    return context.ports.enrolment.adopt(
        "google",
        source=params.source,
        file=Path(params.file).expanduser() if params.file else None,
        days=params.days,
        session_only=params.session_only,
    )


def cancel_google_sign_in(context: Context, params: CancelGoogleSignIn) -> Done:
    """Nothing listens any more; what Google granted meanwhile is given back."""
    context.ports.enrolment.cancel(params.flow)
    return Done("The sign-in was given up.", 1)


LIST_GOOGLE_CLIENTS = person_tool(list_google_clients, Effect.READ, NoParams)
START_GOOGLE_SIGN_IN = person_tool(
    start_google_sign_in, Effect.ORGANISE, StartGoogleSignIn, "Sign in with Google"
)
ADD_GOOGLE_ACCOUNT = person_tool(
    add_google_account, Effect.ORGANISE, AddGoogleAccount, "Add a Google account"
)
ADOPT_GOOGLE_SIGN_IN = person_tool(
    adopt_google_sign_in, Effect.ORGANISE, AdoptGoogleSignIn, "Take a sign-in over"
)
CANCEL_GOOGLE_SIGN_IN = person_tool(
    cancel_google_sign_in, Effect.ORGANISE, CancelGoogleSignIn, "Give a sign-in up"
)

TOOLS = (
    LIST_GOOGLE_CLIENTS,
    START_GOOGLE_SIGN_IN,
    ADD_GOOGLE_ACCOUNT,
    ADOPT_GOOGLE_SIGN_IN,
    CANCEL_GOOGLE_SIGN_IN,
)

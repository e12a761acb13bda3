"""Sign-in in the browser: the clients found, the way there and back, and giving it up."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from desktop_app.model.errors import Cancelled
from desktop_app.model.sign_in import Permission, SignedIn, SignInSource, StartedSignIn
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done, Result


class Sources(Result, frozen=True):
    """The preferred one first."""

    sources: tuple[SignInSource, ...]


class ListClients(Params, frozen=True, kw_only=True):
    """`kind` is an account kind that signs in with the browser, here and below."""

    kind: str = "google"


class StartSignIn(Params, frozen=True, kw_only=True):
    """`account` signs in again, and is asked for `permissions` beside those it has. Of `source`,
    `client_file` and `client_id` none means the client that is found."""

    kind: str = "google"
    permissions: tuple[Permission, ...] = (Permission.READ,)
    source: str = ""
    client_file: str = ""
    client_id: str = ""
    account: str = ""
    session_only: bool = False


class FinishSignIn(Params, frozen=True, kw_only=True):
    """`flow` is of `start_sign_in`; `days` of mail are downloaded, 0 for all."""

    flow: str
    days: Annotated[int, Meta(ge=0, le=36_500)] = 365
    session_only: bool = False


class AdoptSignIn(Params, frozen=True, kw_only=True):
    """`source` is of `list_clients`, or `file` an authorized_user file."""

    kind: str = "google"
    source: str = ""
    file: str = ""
    days: Annotated[int, Meta(ge=0, le=36_500)] = 365
    session_only: bool = False


class CancelSignIn(Params, frozen=True, kw_only=True):
    flow: str


def list_clients(context: Context, params: ListClients) -> Sources:
    """The OAuth clients and existing sign-ins found on this computer."""
    return Sources(context.ports.enrolment.sources(params.kind))


def start_sign_in(context: Context, params: StartSignIn) -> StartedSignIn:
    """Listen for the browser, and give the address to open. Raises `NoKeyring`, `NotFound` and
    `BadInput` for the client, `Unavailable`."""
    started = context.ports.enrolment.start(
        params.kind,
        params.permissions,
        source=params.source,
        file=Path(params.client_file).expanduser() if params.client_file else None,
        client_id=params.client_id,
        account_id=params.account,
        session_only=params.session_only,
    )
    if context.cancelled.is_set():
        context.ports.enrolment.cancel(started.flow)
        raise Cancelled("The sign-in was cancelled.")
    return started


def finish_sign_in(context: Context, params: FinishSignIn) -> SignedIn:
    """Wait for the browser to come back, and add its account or renew it; stop it with
    `cancelled`. Raises `Cancelled`, `Refused`, `NeedsSignIn`, `Unavailable`; `NoKeyring`, after
    which it can be called again."""
    return context.ports.enrolment.finish(
        params.flow,
        days=params.days,
        session_only=params.session_only,
        cancelled=context.cancelled,
    )


def adopt_sign_in(context: Context, params: AdoptSignIn) -> SignedIn:
    """Copy a sign-in that another program made into the keyring. Raises `NotFound`, `BadInput`,
    `NeedsSignIn`, `NoKeyring`, `Unavailable`."""
    return context.ports.enrolment.adopt(
        params.kind,
        source=params.source,
        file=Path(params.file).expanduser() if params.file else None,
        days=params.days,
        session_only=params.session_only,
    )


def cancel_sign_in(context: Context, params: CancelSignIn) -> Done:
    """Nothing listens any more; what the service granted meanwhile is given back."""
    context.ports.enrolment.cancel(params.flow)
    return Done("The sign-in was given up.", 1)


LIST_CLIENTS = person_tool(list_clients, Effect.READ, ListClients)
START_SIGN_IN = person_tool(start_sign_in, Effect.ORGANISE, StartSignIn, "Sign in with the browser")
FINISH_SIGN_IN = person_tool(finish_sign_in, Effect.ORGANISE, FinishSignIn, "Add an account")
ADOPT_SIGN_IN = person_tool(adopt_sign_in, Effect.ORGANISE, AdoptSignIn, "Take a sign-in over")
CANCEL_SIGN_IN = person_tool(cancel_sign_in, Effect.ORGANISE, CancelSignIn, "Give a sign-in up")

TOOLS = (
    LIST_CLIENTS,
    START_SIGN_IN,
    FINISH_SIGN_IN,
    ADOPT_SIGN_IN,
    CANCEL_SIGN_IN,
)

"""Take over a Google sign-in that another program made; it is copied into the keyring."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta

from desktop_app.model.sign_in import SignedIn
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context


class AdoptGoogleSignIn(Params, frozen=True, kw_only=True):
    """`source` is of `list_google_clients`, or `file` an authorized_user file."""

    source: str = ""
    file: str = ""
    days: Annotated[int, Meta(ge=0, le=36_500)] = 365
    session_only: bool = False


def run(context: Context, params: AdoptGoogleSignIn) -> SignedIn:
    """Raises `NotFound`, `BadInput`, `NeedsSignIn`, `NoKeyring`, `Unavailable`."""
    return context.ports.enrolment.adopt(
        "google",
        source=params.source,
        file=Path(params.file).expanduser() if params.file else None,
        days=params.days,
        session_only=params.session_only,
    )


TOOL = Tool(
    name="adopt_google_sign_in",
    title="Take a sign-in over",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Take over a Google sign-in that another program made.",
    params=AdoptGoogleSignIn,
    result=SignedIn,
    run=run,
    origins=PERSON,
)

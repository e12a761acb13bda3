"""Give a sign-in at Google up that was begun."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.results import Done


class CancelGoogleSignIn(Params, frozen=True, kw_only=True):
    flow: str


def run(context: Context, params: CancelGoogleSignIn) -> Done:
    """Nothing listens any more; what Google granted meanwhile is given back."""
    context.ports.enrolment.cancel(params.flow)
    return Done("The sign-in was given up.", 1)


TOOL = Tool(
    name="cancel_google_sign_in",
    title="Give a sign-in up",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Give a sign-in at Google up that was begun.",
    params=CancelGoogleSignIn,
    result=Done,
    run=run,
    origins=PERSON,
)

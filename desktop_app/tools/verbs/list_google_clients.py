"""The Google clients and existing sign-ins found on this computer."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.sign_in_results import Sources


class ListGoogleClients(Params, frozen=True, kw_only=True):
    pass


def run(context: Context, params: ListGoogleClients) -> Sources:
    return Sources(context.ports.enrolment.sources("google"))


TOOL = Tool(
    name="list_google_clients",
    title="List Google clients",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="The Google clients and existing sign-ins found on this computer.",
    params=ListGoogleClients,
    result=Sources,
    run=run,
    origins=PERSON,
)

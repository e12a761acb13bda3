"""Fetch one mail that only the server has, so that it can be read."""

from __future__ import annotations

from desktop_app.model.errors import NotFound
from desktop_app.model.remote import RemoteRef
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.sync_results import Brought


class FetchMessage(Params, frozen=True, kw_only=True):
    account: str
    remote_id: str
    remote_thread_id: str = ""


def run(context: Context, params: FetchMessage) -> Brought:
    """Raises `NotFound` when it was deleted meanwhile, and what the network does."""
    ref = RemoteRef(params.remote_id, params.remote_thread_id)
    ids = context.ports.sync.bring(params.account, (ref,), cancelled=context.cancelled)
    if not ids:
        raise NotFound("This mail is not on the server any more.")
    message = context.store.messages.get(ids[0])
    return Brought(message.thread_id, message.id)


TOOL = Tool(
    name="fetch_message",
    title="Fetch a mail",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="Fetch one mail that only the server has.",
    params=FetchMessage,
    result=Brought,
    run=run,
    origins=PERSON,
)

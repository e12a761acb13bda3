"""A conversation as the thread view opens it."""

from __future__ import annotations

from desktop_app.tools import window_results
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context


class OpenThread(Params, frozen=True, kw_only=True):
    thread_id: int


def run(context: Context, params: OpenThread) -> window_results.OpenThread:
    """Every envelope, oldest first, and the open drafts in it. Raises `NotFound`."""
    thread = context.store.threads.get(params.thread_id)
    account = context.store.accounts.get(thread.account_id)
    return window_results.OpenThread(
        thread, account, tuple(context.store.drafts.in_thread(thread.id))
    )


TOOL = Tool(
    name="open_thread",
    title="Open a conversation",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="A conversation as the thread view opens it.",
    params=OpenThread,
    result=window_results.OpenThread,
    run=run,
    origins=PERSON,
)

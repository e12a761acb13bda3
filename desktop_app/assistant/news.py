"""News of what the assistant asked for: told to it with the person's next words, and shown."""

from __future__ import annotations

from desktop_app.assistant.transcript import Emit, Notice
from desktop_app.tools.catalogue import BY_NAME
from desktop_app.tools.person import requests
from desktop_app.tools.runner import Runner

_SHOWN = {
    "allowed": "You allowed it: {what}.",
    "refused": "You refused it: {what}.",
    "failed": "You allowed it, and it could not be done: {what}. {reason}",
    "expired": "It was not answered in time: {what}.",
}


def news(runner: Runner, emit: Emit) -> tuple[str, ...]:
    """What became of the requests of this conversation since it was last told, a sentence each.
    Raises `KnownError`."""
    if not runner.conversation.has_asked:
        return ()
    found = runner.call(requests.REQUEST_NEWS, requests.RequestNews()).unwrap()
    for outcome in found.outcomes:
        words = _SHOWN[outcome.state]
        emit(Notice(words.format(what=BY_NAME[outcome.tool].title, reason=outcome.reason).strip()))
    return tuple(outcome.display for outcome in found.outcomes)

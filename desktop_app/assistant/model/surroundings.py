"""Surroundings of a request: the person's own addresses, and the conversation that is open."""

from __future__ import annotations

from desktop_app.assistant.transcript import Ask
from desktop_app.model.errors import BadInput
from desktop_app.tools.calls.base import Decision
from desktop_app.tools.person.surroundings import SURROUNDINGS, Around, Surroundings
from desktop_app.tools.runner import Runner


def around_of(runner: Runner, ask: Ask) -> Around:
    """What the runner may see of it; nothing where its policy lets it read nothing. Raises
    `KnownError`."""
    params = Surroundings(thread_id=ask.thread_id, message_id=ask.message_id)
    try:
        result = runner.call(SURROUNDINGS, params)
    except BadInput:
        return Around(())  # what was open is no mail
    if result.decision is not Decision.ALLOW or result.value is None:
        return Around(())
    return result.value

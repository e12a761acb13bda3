"""Resolved parameters: ids in the place of rows, hints and names, so that a call means the same
whenever it is carried out."""

from __future__ import annotations

from typing import TypeVar

from msgspec import structs

from desktop_app.model.draft import Origin
from desktop_app.model.message import Message, MessageId
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Candidates
from desktop_app.tools.names.reference import MessageReference, message_number, resolve

Reference = TypeVar("Reference", bound=MessageReference)


def with_message_id(context: Context, params: Reference) -> Reference | Candidates:
    """The parameters with the one message that is meant, or the several that fit. Raises like
    `resolve`."""
    found = resolve(context, params)
    if isinstance(found, tuple):
        return rows.candidates(context, found)
    return structs.replace(
        params, message_id=str(found.id), number=0, from_="", subject="", text=""
    )


def resolved_message(context: Context, params: MessageReference) -> Message:
    """The message of resolved parameters. Raises `NotFound`."""
    return context.store.messages.get(message_number(params.message_id))


def message_ids(context: Context, ids: tuple[str, ...]) -> tuple[MessageId, ...]:
    """The ids of stored messages, each once. Raises `NotFound` when one is not there."""
    numbers = tuple(dict.fromkeys(message_number(each) for each in ids))
    found = {message.id for message in context.store.messages.get_many(numbers)}
    for number in numbers:
        if number not in found:
            context.store.messages.get(number)  # raises, in its own words
    return numbers


def named(context: Context, ids: tuple[str, ...]) -> tuple[MessageId, ...]:
    """The ids that a change is about. Raises `NotFound` as `message_ids`, but for the person: what
    has gone from a list meanwhile is left out of what is done to the list."""
    if context.origin is Origin.USER:
        return tuple(message_number(each) for each in ids)
    return message_ids(context, ids)

"""References to a message: by id, by the number of a row, or by hints.

Several matches are candidates for the person to pick from, never a guess.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.message import Message
from desktop_app.model.query import And, Node, Query, Term, Words
from desktop_app.tools.arguments import LARGEST
from desktop_app.tools.base import Params
from desktop_app.tools.context import Context

MOST_CANDIDATES = 8


class MessageReference(Params, frozen=True, kw_only=True):
    """Arguments of every tool that wants one message."""

    message_id: str = ""
    number: Annotated[int, Meta(ge=0, description="Row of the last list.")] = 0
    from_: Annotated[str, Meta(description="Or hints: from_, subject, text.")] = ""
    subject: str = ""
    text: str = ""


def message_number(text: str, what: str = "message_id") -> int:
    """Id as the store has it. Raises `BadInput`."""
    try:
        number = int(text)
    except ValueError:
        number = LARGEST + 1
    if abs(number) > LARGEST:
        raise BadInput(f"{text[:80]!r} is no {what}.", next_step="Take one from a list.")
    return number


def resolve(context: Context, wanted: MessageReference) -> Message | tuple[Message, ...]:
    """The one message that is meant, or the several that fit (newest first, at most 8).

    Raises `BadInput` when nothing names a message, `NotFound` when nothing fits.
    """
    if wanted.message_id:
        return context.store.messages.get(message_number(wanted.message_id))
    if wanted.number:
        return context.store.messages.get(_row(context, wanted.number))
    found = _by_hints(context, wanted)
    return found[0] if len(found) == 1 else found


def _row(context: Context, number: int) -> int:
    rows = context.conversation.rows
    if number > len(rows):
        shown = f"rows 1 to {len(rows)}" if rows else "no rows yet"
        raise BadInput(
            f"There is no row {number}: the last list had {shown}.",
            next_step="Search again, or give a message_id.",
        )
    return rows[number - 1]


def _by_hints(context: Context, wanted: MessageReference) -> tuple[Message, ...]:
    nodes: list[Node] = []
    if wanted.from_:
        nodes.append(Term("from", wanted.from_))
    if wanted.subject:
        nodes.append(Term("subject", wanted.subject))
    if wanted.text:
        nodes.append(Words(wanted.text))
    if not nodes:
        raise BadInput("Which message? Give message_id, number, or from_, subject or text.")
    text = " ".join(filter(None, (wanted.from_, wanted.subject, wanted.text)))
    found = context.store.finder.messages(
        Query(text, And(tuple(nodes))), limit=MOST_CANDIDATES, cancelled=context.cancelled
    )
    if not found:
        raise NotFound(f"No message fits “{text}”.", next_step="Search with fewer words.")
    return tuple(found)

"""Which mail a chat agent means: an id, a place in the last list, or filters."""

from __future__ import annotations

import re
from typing import Annotated

from msgspec import Meta

from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.message import Message
from desktop_app.tools.adapters.adapter import Desk, Stopped
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.base import Decision, Params, ToolResult
from desktop_app.tools.calls.results import Candidates, MessageList
from desktop_app.tools.names.reference import (
    MOST_CANDIDATES,
    MessageReference,
    resolve,
    stored_mail,
    told_message_id,
)
from desktop_app.tools.verbs import search_messages


class Filters(Params, frozen=True, kw_only=True, rename="camel"):
    from_: str = ""
    to: str = ""
    subject_contains: str = ""
    text_contains: str = ""
    label_ids: tuple[str, ...] | str = ()
    max_results: Annotated[int, Meta(ge=1, le=500)] = 10
    include_body: bool = False


class Choosing(Params, frozen=True, kw_only=True, rename="camel"):
    message_id: str = ""
    selection_index: Annotated[int, Meta(ge=0, description="Place in the last list, from 1.")] = 0
    filters: Filters | None = None


def conditions(filters: Filters, query: str = "") -> str:
    """The filters as Gmail's query language says them."""
    fields = (
        ("from:", filters.from_),
        ("to:", filters.to),
        ("subject:", filters.subject_contains),
        ("", filters.text_contains),
    )
    asked = (f"{name}{_literal(word)}" for name, text in fields for word in text.split())
    return " ".join((query, *asked)).strip()


def _literal(word: str) -> str:
    """A word that no part of is read as an operator."""
    plain = _PLAIN.fullmatch(word) and word not in {"OR", "AND", "AROUND"}
    return word if plain else '"{}"'.format(word.replace('"', " "))


_PLAIN = re.compile(r"\w[\w.@+-]*")


def chosen_id(desk: Desk, params: Choosing) -> str:
    """The told id of the mail that is meant: an id before a place before filters. Raises
    `BadInput`, `NotFound`, and `Stopped` with the mails to pick from where several fit, or where
    none does but for a typo."""
    if params.message_id:
        return told_message_id(desk.context, params.message_id) or params.message_id
    if params.selection_index:
        found = resolve(desk.context, MessageReference(number=params.selection_index))
        return desk.context.store.told_ids.message(found.id) if isinstance(found, Message) else ""
    filters = params.filters or Filters()
    if not conditions(filters) and not filters.label_ids:
        raise BadInput("Which mail? Give messageId, selectionIndex or filters.")
    listed: MessageList = desk.value(
        search_messages.TOOL,
        query=conditions(filters),
        label_ids=filters.label_ids,
        max_results=MOST_CANDIDATES,
    )
    if listed.count == 1 and not listed.has_more:
        return listed.results[0].message_id
    raise Stopped(ToolResult(Decision.ALLOW, value=_to_pick(desk, filters, listed)))


def _to_pick(desk: Desk, filters: Filters, listed: MessageList) -> Candidates:
    """The mails that fit; without one those that would, were there a typo. Raises `NotFound`."""
    mails = [stored_mail(desk.context, row.message_id) for row in listed.results]
    if found := list(filter(None, mails)):
        return rows.candidates(desk.context, found)
    hints = MessageReference(
        from_=filters.from_, subject=filters.subject_contains, text=filters.text_contains
    )
    if not (hints.from_ or hints.subject or hints.text):
        raise NotFound("No mail fits the filters.", next_step="Try fewer of them.")
    near = resolve(desk.context, hints)
    return rows.candidates(desk.context, (near,) if isinstance(near, Message) else near)

"""Which mail assistants and connected programs were given, by conversation."""

from __future__ import annotations

from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result

MOST = 200
"""Conversations of an answer."""


class Seer(Result, frozen=True):
    """Somebody who was given mail: origin as in the record, and name."""

    origin: str
    client: str


class SeenConversation(Result, frozen=True):
    """`mails` of it were given, last at `when` (seconds since the epoch). `addresses` are those of
    the people in their order, without the person's own."""

    thread_id: int
    subject: str
    people: tuple[str, ...]
    mails: int
    when: float
    addresses: tuple[str, ...] = ()


class SeenMail(Result, frozen=True):
    """`seers` are all who were given mail in that time. The conversations are what the one who was
    asked about was given, the last first; `gone` mails are not here any more."""

    seers: tuple[Seer, ...]
    conversations: tuple[SeenConversation, ...]
    has_more: bool
    gone: int


class ListSeenMail(Params, frozen=True, kw_only=True):
    """Between two moments, in seconds since the epoch. Without `origin` of everybody."""

    since: float
    until: float
    origin: str = ""
    client: str = ""


def list_seen_mail(context: Context, params: ListSeenMail) -> SeenMail:
    """As the record has it: only mail given since the record has ids of mails in it, and none that
    was given before words were forgotten."""
    found = context.store.audit.seen(params.since, params.until)
    last: dict[int, float] = {}
    for seer, mails in found.items():
        if not params.origin or seer == (params.origin, params.client):
            for mail, at in mails.items():
                last[mail] = max(at, last.get(mail, at))
    of_mails = context.store.threads.of_mails(last)
    counts: dict[int, int] = {}
    when: dict[int, float] = {}
    for mail, thread in of_mails.items():
        counts[thread] = counts.get(thread, 0) + 1
        when[thread] = max(last[mail], when.get(thread, 0.0))
    order = sorted(when, key=lambda thread: (-when[thread], thread))
    own = context.store.accounts.own_keys()
    shown = tuple(
        SeenConversation(
            row.id,
            row.subject,
            tuple(person.name or person.email for person in row.people),
            counts[row.id],
            when[row.id],
            tuple(person.email for person in row.people if person.key not in own),
        )
        for row in context.store.threads.rows(order[:MOST])
    )
    seers = tuple(Seer(*seer) for seer in sorted(found))
    return SeenMail(seers, shown, len(order) > MOST, len(last) - len(of_mails))


LIST_SEEN_MAIL = person_tool(list_seen_mail, Effect.READ, ListSeenMail)
TOOLS = (LIST_SEEN_MAIL,)

"""What a proposal was made from: of all that a program has read, what the proposal draws on.

A program's conversation has no beginning and no end, unlike a request to the assistant. So a source
counts when it was read just before, or when it says what the proposal says: an address, a number, a
date, a name or a sentence. Deterministic, as the evidence is.
"""

from __future__ import annotations

from collections.abc import Iterable

from desktop_app.mail.claims.carried import Free, Unseen, carried
from desktop_app.mail.claims.claim import ClaimKind
from desktop_app.mail.claims.claims import claims
from desktop_app.mail.reader.html import read_html
from desktop_app.model.draft import DraftContent, Origin, Source, SourceKind
from desktop_app.tools.calls.context import Context
from desktop_app.tools.drafting.evidence import LONGEST_DRAFT, LONGEST_SOURCE, said_by, text_of

NEAREST = 4
"""Sources that were read last count, while they are recent."""

RECENT_SECONDS = 600.0
MOST = 16
LOOKED_AT = 40
"""Sources, the newest ones, whose words are compared with the proposal."""

_TELLING = frozenset({ClaimKind.ADDRESS, ClaimKind.NUMBER, ClaimKind.DATE})


def made_from(
    context: Context, content: DraftContent | None, named: Iterable[Source] = ()
) -> tuple[Source, ...]:
    """The sources of a proposal, in the order of reading; `named` are those that the call itself
    names, such as the answered mail. All that was read counts for the assistant, whose runs begin
    with a request of the person."""
    named = tuple(named)
    conversation = context.conversation
    if context.origin is not Origin.MCP:
        return tuple(dict.fromkeys((*conversation.sources, *named)))
    read = tuple(source for source in conversation.sources if source not in named)
    if conversation.of_a_request:
        return (*read, *dict.fromkeys(named))
    near = conversation.recent(RECENT_SECONDS)[-NEAREST:]
    words = _words(content) if content is not None else ""
    told = _told(words)
    looked_at = read[-LOOKED_AT:]
    kept = [s for s in looked_at if s in near or _counts(context, s, told, words)]
    room = max(MOST - len(named), 0)
    return (*kept[max(len(kept) - room, 0) :], *dict.fromkeys(named))


def _counts(context: Context, source: Source, told: frozenset[str], words: str) -> bool:
    """A look at a calendar always does: times are checked against it."""
    if source.kind in {SourceKind.CALENDAR, SourceKind.REQUEST}:
        return True
    if not told.isdisjoint(said_by(context, source)):
        return True
    return bool(carried(words, Unseen(text_of(context, source)[:LONGEST_SOURCE]), Free(())))


def _words(content: DraftContent) -> str:
    html = content.content_type == "text/html"
    body = read_html(content.body).text if html else content.body
    return "\n".join(
        (content.subject, body[:LONGEST_DRAFT], *(a.email for a in content.recipients))
    )


def _told(words: str) -> frozenset[str]:
    """What a proposal says and addresses, as keys."""
    found = (claim.keys for claim in claims(words) if claim.kind in _TELLING)
    return frozenset[str]().union(*found)

"""Drafts that a search finds: the person's own and those that wait for review. No program and no
assistant searches here; `list_drafts` says which drafts those are told of."""

from __future__ import annotations

from desktop_app.model.address import Address
from desktop_app.model.draft import Draft
from desktop_app.search.draft_match import DraftText, matches
from desktop_app.search.parser import parse
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result


class DraftHit(Result, frozen=True):
    """A draft with its words in plain text; `changed` in seconds since the epoch."""

    draft_id: str
    account_id: str
    to: tuple[Address, ...]
    subject: str
    words: str
    changed: float
    proposed: bool
    has_files: bool


class DraftHits(Result, frozen=True):
    """The newest change first."""

    hits: tuple[DraftHit, ...]


class SearchDrafts(Params, frozen=True, kw_only=True):
    query: str
    account: str = ""
    typing: bool = False


def search_drafts(context: Context, params: SearchDrafts) -> DraftHits:
    """Open drafts that fit the query. Raises `QueryError`."""
    query = parse(params.query, typing=params.typing)
    if query.root is None:
        return DraftHits(())
    found = []
    for draft in context.store.drafts.in_state(OPEN_STATES, account_id=params.account):
        words = _plain(draft)
        if matches(query, _text(draft, words)):
            found.append(_hit(draft, words))
    return DraftHits(tuple(found))


def _plain(draft: Draft) -> str:
    content = draft.content
    if content.content_type != "text/html":
        return content.body
    from desktop_app.mail.reader.html import read_html

    return read_html(content.body).text


def _text(draft: Draft, words: str) -> DraftText:
    content = draft.content
    return DraftText(
        content.subject,
        words,
        str(content.from_),
        tuple(map(str, content.to)),
        tuple(map(str, content.cc)),
        tuple(map(str, content.bcc)),
        tuple(file.filename for file in content.attachments),
    )


def _hit(draft: Draft, words: str) -> DraftHit:
    content = draft.content
    return DraftHit(
        draft.id,
        draft.account_id,
        content.recipients,
        content.subject,
        words[:200],
        draft.updated,
        draft.proposed,
        bool(content.attachments),
    )


SEARCH_DRAFTS = person_tool(search_drafts, Effect.READ, SearchDrafts)
TOOLS = (SEARCH_DRAFTS,)

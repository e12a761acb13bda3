"""Keep a search under a name; the same name replaces it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.list_results import SavedSearch, SavedSearches


class SaveSearch(Params, frozen=True, kw_only=True):
    name: Annotated[str, Meta(min_length=1, max_length=100)]
    query: str


def run(context: Context, params: SaveSearch) -> SavedSearches:
    context.store.saved_searches.save(params.name.strip(), params.query)
    found = context.store.saved_searches.list()
    return SavedSearches(tuple(SavedSearch(s.name, s.query) for s in found))


TOOL = Tool(
    name="save_search",
    title="Save a search",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Keep a search under a name; the same name replaces it.",
    params=SaveSearch,
    result=SavedSearches,
    run=run,
    origins=PERSON,
)

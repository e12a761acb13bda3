"""Forget a saved search."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.list_results import SavedSearch, SavedSearches


class DeleteSearch(Params, frozen=True, kw_only=True):
    name: str


def run(context: Context, params: DeleteSearch) -> SavedSearches:
    context.store.saved_searches.delete(params.name)
    found = context.store.saved_searches.list()
    return SavedSearches(tuple(SavedSearch(s.name, s.query) for s in found))


TOOL = Tool(
    name="delete_search",
    title="Delete a saved search",
    effect=Effect.ORGANISE,
    group=Group.WINDOW,
    description="Forget a saved search.",
    params=DeleteSearch,
    result=SavedSearches,
    run=run,
    origins=PERSON,
)

"""The saved searches by name."""

from __future__ import annotations

from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.list_results import SavedSearch, SavedSearches


class ListSearches(Params, frozen=True, kw_only=True):
    pass


def run(context: Context, params: ListSearches) -> SavedSearches:
    found = context.store.saved_searches.list()
    return SavedSearches(tuple(SavedSearch(s.name, s.query) for s in found))


TOOL = Tool(
    name="list_searches",
    title="List saved searches",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="The saved searches by name.",
    params=ListSearches,
    result=SavedSearches,
    run=run,
    origins=PERSON,
)

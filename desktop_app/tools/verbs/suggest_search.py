"""What could complete the query at the caret: operators, people, labels, saved searches."""

from __future__ import annotations

from desktop_app.search.suggest import suggest
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.list_results import Suggestion, Suggestions


class SuggestSearch(Params, frozen=True, kw_only=True):
    query: str
    caret: int


def run(context: Context, params: SuggestSearch) -> Suggestions:
    store = context.store
    found = suggest(
        params.query,
        params.caret,
        people=lambda text: store.people.complete(text, 6),
        labels=[label.name for label in store.labels.list(None)],
        saved=[(s.name, s.query) for s in store.saved_searches.list()],
    )
    return Suggestions(tuple(Suggestion(s.text, s.label, s.hint, s.start, s.end) for s in found))


TOOL = Tool(
    name="suggest_search",
    title="Suggest searches",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="What could complete the query at the caret.",
    params=SuggestSearch,
    result=Suggestions,
    run=run,
    origins=PERSON,
)

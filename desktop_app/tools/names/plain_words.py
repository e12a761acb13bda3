"""What a program's query says in words where it means an operator: refused, or told with an empty
answer, so that nobody takes a slip for an empty mailbox."""

from __future__ import annotations

from desktop_app.model.draft import Origin
from desktop_app.model.errors import QueryError
from desktop_app.model.query import Query
from desktop_app.search.not_operators import MEANT, unknown_names
from desktop_app.tools.calls.context import Context


def refuse_unknown(context: Context, query: Query) -> None:
    """Raises `QueryError` for a name that is no operator and is likely meant as one."""
    if context.origin is Origin.USER:
        return
    for name in unknown_names(query):
        if meant := MEANT.get(name.lower()):
            start = max(0, query.text.find(f"{name}:"))
            raise QueryError(
                f"There is no operator “{name}:”.",
                query=query.text,
                start=start,
                end=start + len(name) + 1,
                next_step=f"Use {meant}; a phrase in quotes is looked for as it stands.",
            )

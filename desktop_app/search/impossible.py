"""Queries that no mail can answer, and why: days that are still to come, or spans with no day."""

from __future__ import annotations

from collections.abc import Iterator

from desktop_app.model.query import And, Node, Query, Term
from desktop_app.search.operators import BY_NAME, Takes
from desktop_app.search.values import date_of


def why_nothing(query: Query, now: float) -> str:
    """A sentence on why the query finds nothing, or nothing where its words decide."""
    bounds = [
        (BY_NAME[term.operator].compare, day, query.text[term.start : term.end])
        for term in _wanted(query.root)
        if BY_NAME[term.operator].takes is Takes.DATE
        and (day := date_of(term.value, now)) is not None
    ]
    from_day = max((b for b in bounds if b[0] == ">="), default=None, key=lambda b: b[1])
    until = min((b for b in bounds if b[0] == "<"), default=None, key=lambda b: b[1])
    if from_day is not None and from_day[1] > now:
        return f"“{from_day[2]}” asks for mail of days that are still to come."
    if from_day is not None and until is not None and from_day[1] >= until[1]:
        return f"No day fits both “{from_day[2]}” and “{until[2]}”."
    return ""


def _wanted(node: Node | None) -> Iterator[Term]:
    """The terms that every match must fit."""
    if isinstance(node, Term):
        yield node
    elif isinstance(node, And):
        for child in node.nodes:
            yield from _wanted(child)

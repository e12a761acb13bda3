"""The rules, one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from desktop_app.mail.claims.contradictions.attribution import agreements, attributions
from desktop_app.mail.claims.contradictions.compared import Contradiction, Said, There, all_values
from desktop_app.mail.claims.contradictions.polarity import opposites
from desktop_app.mail.claims.contradictions.results import wrong_results
from desktop_app.mail.claims.contradictions.swaps import swapped_figures, swapped_names
from desktop_app.mail.claims.contradictions.units import other_units
from desktop_app.mail.claims.statements import Statement, statements

MOST_COMPARED = 200_000
"""Sentences and figures of the draft times those of its sources."""

Rule = Callable[[str, Sequence[There], Sequence[str]], Iterator[Contradiction]]
_RULES: tuple[Rule, ...] = (
    agreements,
    attributions,
    wrong_results,
    other_units,
    swapped_figures,
    swapped_names,
    opposites,
)


def contradictions(
    draft: str, sources: Sequence[Said], to: Sequence[str] = ()
) -> tuple[Contradiction, ...]:
    """All of them, in the order of the draft, none within another. `to` are the folded words of
    the recipients' names, the first one's first name first."""
    there = [
        There(statement, before, said)
        for said in sources
        for before, statement in _with_before(statements(said.text))
    ]
    draft = _bounded(draft, sum(1 + len(list(all_values(each.statement))) for each in there))
    found: list[Contradiction] = []
    for rule in _RULES:
        for each in rule(draft, there, to):
            if not any(each.start < f.end and f.start < each.end for f in found):
                found.append(each)
    return tuple(sorted(found, key=lambda each: each.start))


def _bounded(draft: str, weight: int) -> str:
    """The draft without its last sentences, where it and its sources are too long to compare."""
    seen = 0
    for statement in statements(draft):
        seen += 1 + len(list(all_values(statement)))
        if seen * weight > MOST_COMPARED:
            return draft[: statement.start]
    return draft


def _with_before(
    said: tuple[Statement, ...],
) -> Iterator[tuple[Statement | None, Statement]]:
    return zip((None, *said[:-1]), said, strict=True) if said else iter(())

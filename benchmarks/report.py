"""The figures as one table, with what is aimed at beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchmarks.importing import Imported
from benchmarks.measure import percentile
from benchmarks.searching import Searches, Timed
from benchmarks.turns import Turns
from benchmarks.window import Starts

_MEGA = 1_000_000


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything one run has measured."""

    messages: int
    corpus_bytes: int
    imports: list[Imported]
    searches: Searches | None
    window: Starts | None
    turns: Turns | None = None


def lines(figures: Figures) -> Iterator[str]:
    """The report, line by line (Markdown)."""
    size = figures.corpus_bytes / _MEGA
    yield f"## {figures.messages:,} messages, {size:,.0f} MB"
    yield ""
    yield from _aims(figures)
    yield from _imports(figures.imports)
    yield from _spreads(figures)
    yield from _turns(figures.turns)
    if figures.searches:
        yield from _queries(figures.searches.ours, figures.searches.notmuch)


def _imports(imports: Sequence[Imported]) -> Iterator[str]:
    yield "| import | messages/s | seconds | CPU s | peak MB | disk MB |"
    yield "|---|---:|---:|---:|---:|---:|"
    for one in imports:
        yield (
            f"| {one.program} | {one.rate:,.0f} | {one.seconds:.1f} | {one.processor:.1f} "
            f"| {one.peak / _MEGA:.0f} | {one.disk / _MEGA:,.0f} |"
        )
    yield ""


def _all(timed: Sequence[Timed]) -> list[float]:
    return [one for query in timed for one in query.milliseconds]


def _spread(values: Sequence[float]) -> str:
    if not values:
        return "– | – | –"
    middle, most = percentile(values, 0.5), percentile(values, 0.95)
    return f"{middle:.2f} | {most:.2f} | {max(values):.2f}"


def _spreads(figures: Figures) -> Iterator[str]:
    yield "| milliseconds | p50 | p95 | max |"
    yield "|---|---:|---:|---:|"
    if figures.searches:
        yield f"| search, Draftdesk | {_spread(_all(figures.searches.ours))} |"
        yield f"| search, notmuch's library | {_spread(_all(figures.searches.notmuch))} |"
        yield f"| a keystroke | {_spread(_all(figures.searches.keystrokes))} |"
    if figures.window:
        yield f"| a frame while scrolling | {_spread(figures.window.frames)} |"
    yield ""


def _turns(turns: Turns | None) -> Iterator[str]:
    if turns is None:
        return
    yield "| computed in the longest turn, ms | first | later, worst | aim |"
    yield "|---|---:|---:|---:|"
    for act, first, later, aim in turns.rows():
        yield f"| {act} | {first:.0f} | {later:.0f} | {aim} |"
    yield ""


def _aims(figures: Figures) -> Iterator[str]:
    yield "| aim | figure | aimed at |"
    yield "|---|---:|---:|"
    yield from _import_aims(figures.imports)
    if figures.searches:
        yield from _search_aims(figures.searches)
    if figures.window:
        yield from _window_aims(figures.window)
    yield ""


def _import_aims(imports: Sequence[Imported]) -> Iterator[str]:
    other = next((i for i in imports if i.program == "notmuch new"), None)
    for ours in imports[:1]:
        if other:
            yield f"| import rate, times notmuch new | {ours.rate / other.rate:.1f} | ≥ 15 |"
        yield f"| import memory, MB | {ours.peak / _MEGA:.0f} | ≤ 300 |"


def _search_aims(searches: Searches) -> Iterator[str]:
    ours, others = _all(searches.ours), _all(searches.notmuch)
    if others:
        share = percentile(ours, 0.95) / percentile(others, 0.95)
        yield f"| search p95, % of notmuch's library | {share * 100:.1f} | ≤ 5 |"
    yield f"| keystroke p95, ms | {percentile(_all(searches.keystrokes), 0.95):.2f} | ≤ 5 |"


def _window_aims(window: Starts) -> Iterator[str]:
    yield f"| start to painted inbox, s | {window.ours:.2f} | |"
    yield f"| start of the minimal window, s | {window.minimal:.2f} | |"
    yield f"| the first in times of the second | {window.ours / window.minimal:.2f} | ≤ 1.8 |"


def _queries(ours: Sequence[Timed], others: Sequence[Timed]) -> Iterator[str]:
    yield "| query | threads | median ms | max ms | notmuch median ms |"
    yield "|---|---:|---:|---:|---:|"
    theirs_by_kind = {other.kind: other for other in others}
    for one in ours:
        other = theirs_by_kind.get(one.kind)
        theirs = f"{percentile(other.milliseconds, 0.5):.2f}" if other else "–"
        yield (
            f"| {one.kind} | {one.found} | {percentile(one.milliseconds, 0.5):.2f} "
            f"| {max(one.milliseconds):.2f} | {theirs} |"
        )

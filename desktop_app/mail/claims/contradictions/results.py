"""Results that a draft gives with their parts, and that the parts do not make."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from desktop_app.mail.claims.arithmetic import (
    PERCENT,
    Number,
    product,
    same_kind,
    same_number,
    total,
)
from desktop_app.mail.claims.contradictions.compared import Contradiction, There, all_values
from desktop_app.mail.claims.numbers_in import number_of, numbers_in
from desktop_app.mail.claims.statements import Value, statements

_MOST_PARTS = 40
"""Numbers of one sentence that are looked at for what they make."""
_GAP = r"[^,;:.!?\d]"
_MAKES = re.compile(
    rf"^{_GAP}{{0,30}}?(?:=|\b(?:are|is|makes?|comes? to|adds? up to|equals?|gives?|ergeben|ergibt"
    rf"|machen|macht|sind|font|fait|soit|son|suman|hacen)\b){_GAP}{{0,12}}$",
    re.I,
)
_AND = re.compile(rf"^{_GAP}{{0,40}}?(?:\+|\b(?:and|plus|und|et|y|más)\b){_GAP}{{0,30}}$", re.I)
_TIMES = re.compile(
    rf"^{_GAP}{{0,40}}?(?:[×*]|\b(?:x|at|times|of|zu|à|a|je|mal|fois|de|por))\s*$", re.I
)
_MORE = re.compile(
    r"^\W*(?:[^\W\d_]+\s){0,2}?(?:more|less|fewer|cheaper|dearer|off|below|above|under|over|too|late|early"
    r"|mehr|weniger|teurer|billiger|günstiger|zu|de plus|de moins|más|menos)\b",
    re.I,
)
"""Behind a number that is a difference: *is 40 EUR more*."""


def wrong_results(draft: str, there: Sequence[There], _: Sequence[str]) -> Iterator[Contradiction]:
    """A sum or a product beside its parts, where these make another number; what a source says
    so too is the source's."""
    for statement in statements(draft):
        values = tuple(numbers_in(statement))
        for place in range(2, len(values)):
            parts = values[max(0, place - _MOST_PARTS) : place + 1]
            made = _made(draft, parts, whole=len(parts) == place + 1)
            result = values[place]
            if made is None or _is_right(made, number_of(result)):
                continue
            if _MORE.search(draft[result.end : result.end + 24]) or _is_said(
                values[place - 1], result, there
            ):
                continue
            words = draft[result.start : result.end]
            sentence = f"The draft says “{words}”; its parts make {made.value:,.10g}."
            yield Contradiction(result.start, result.end, words, sentence)


def _made(draft: str, values: Sequence[Value], *, whole: bool) -> Number | None:
    """What the numbers before the last one make, where words between them say how; none where they
    do not, where the last one is of another kind, or where more numbers than these, which are not
    the `whole`, could be its parts."""
    gaps = [draft[a.end : b.start] for a, b in pairwise(values)]
    if not _MAKES.search(gaps[-1]):
        return None
    parts: list[Number] = [number_of(values[-2])]
    for place in range(len(values) - 3, -1, -1):
        value, gap = values[place], gaps[place]
        if place and _MAKES.search(gaps[place - 1]):
            break  # it is a result itself
        if _AND.search(gap):
            parts.append(number_of(value))
        elif _TIMES.search(gap) and (made := product(number_of(value), parts[-1])) is not None:
            parts[-1] = made
        else:
            break
    else:
        if not whole:
            return None
    made_of_all = total(parts)
    joined = _AND.search(gaps[-2]) or _TIMES.search(gaps[-2])
    wanted = number_of(values[-1])
    if made_of_all is None or not joined or PERCENT in {made_of_all.kind, wanted.kind}:
        return None
    return made_of_all if same_kind(made_of_all.kind, wanted.kind) else None


def _is_right(made: Number, wanted: Number) -> bool:
    return same_number(made.value, wanted.value)


def _is_said(part: Value, result: Value, there: Sequence[There]) -> bool:
    """Whether a sentence of a source has the result beside one of its parts."""
    said = ({v.key for v in all_values(each.statement)} for each in there)
    return any({part.key, result.key} <= keys for keys in said)

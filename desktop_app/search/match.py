"""FTS5 expressions of words: phrases, columns, and prefixes as their most frequent words.

Every word in an expression has passed through fold.words, so it has no quote. Source:
https://sqlite.org/fts5.html#full_text_query_syntax
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, product

from desktop_app.search.fold import stands_alone, words
from desktop_app.search.plan import Index

_MOST_PHRASES = 24
_MOST_SPELLINGS = 64
_FEWEST = 4
_FEWEST_IN_COLUMNS = 24
_PEOPLE = frozenset(("sender", "recipient", "cc", "bcc", "delivered"))


@dataclass(frozen=True, slots=True)
class Match:
    """An FTS5 expression and its approximate number of matches; an empty one matches nothing."""

    expression: str
    estimate: float


NOTHING = Match("", 0)


def match_text(
    text: str, index: Index, *, columns: tuple[str, ...] = (), phrase: bool, prefix: bool
) -> Match:
    """Matches all chunks of `text` (as one phrase, or each anywhere), in any of the columns.

    With `prefix` the last word may be incomplete.
    """
    chunks = [text] if phrase else text.split()
    wanted = [tokens for chunk in chunks if (tokens := words(chunk))]
    found = [_tokens(tokens, index) for tokens in wanted[:-1]]
    if wanted:
        last = wanted[-1]
        found.append(_begun(last, index, columns) if prefix else _tokens(last, index))
    joined = conjunction(found)
    if columns and joined.expression:
        return Match(f"{{{' '.join(columns)}}} : ({joined.expression})", joined.estimate)
    return joined


def conjunction(matches: Iterable[Match]) -> Match:
    """Matches all of them; nothing when one of them matches nothing."""
    matches = list(matches)
    if not matches or any(not m.expression for m in matches):
        return NOTHING
    return Match(_join(" AND ", matches), min(m.estimate for m in matches))


def disjunction(matches: Iterable[Match]) -> Match:
    """Matches any of them."""
    matches = [m for m in matches if m.expression]
    return Match(_join(" OR ", matches), sum(m.estimate for m in matches)) if matches else NOTHING


def without(match: Match, excluded: Match, total: float) -> Match:
    """Matches the first but not the second, of so many messages; the two are assumed
    independent."""
    if not match.expression or not excluded.expression:
        return match
    expression = f"({match.expression}) NOT ({excluded.expression})"
    left = max(0.0, 1 - excluded.estimate / total)
    return Match(expression, max(1.0, match.estimate * left))


def within(expression: str, columns: tuple[str, ...]) -> str:
    """The expression with words found in these columns alone; a filter of its own narrows it on.
    Source: https://sqlite.org/fts5.html#fts5_column_filters"""
    return f"{{{' '.join(columns)}}} : ({expression})" if columns and expression else expression


def _join(word: str, matches: list[Match]) -> str:
    if len(matches) == 1:
        return matches[0].expression
    return word.join(f"({m.expression})" for m in matches)


def _quoted(tokens: Iterable[str]) -> str:
    return '"' + " ".join(tokens) + '"'


def _enough(expanded: Sequence[tuple[str, int]], total: int, fewest: int) -> list[tuple[str, int]]:
    """The most frequent words, until they are in twice as many messages as there are.

    A single letter stands for the commonest words, which fill every page; rarer ones would only
    cost time. Counts are those of the whole mail, so more words are taken where only some columns
    are searched.
    """
    kept: list[tuple[str, int]] = []
    hits = 0
    for term, count in expanded:
        kept.append((term, count))
        hits += count
        if hits > 2 * total and len(kept) >= fewest:
            break
    return kept


def _tokens(tokens: list[str], index: Index) -> Match:
    # The counts lag behind while mail is being loaded: an unknown word may be there all the same.
    return Match(" OR ".join(_phrases(tokens, index)), max(1.0, _rarest(tokens, index)))


def _phrases(tokens: Iterable[str], index: Index) -> list[str]:
    """The tokens as a phrase in every spelling that mail is indexed by."""
    spelled = [index.spellings(token) for token in tokens]
    return [_quoted(each) for each in islice(product(*spelled), _MOST_SPELLINGS)]


def _rarest(tokens: Iterable[str], index: Index) -> float:
    return min(index.frequency(token) for token in set(tokens))


def _begun(tokens: list[str], index: Index, columns: tuple[str, ...]) -> Match:
    """Tokens of which the last may be the start of a word."""
    *before, last = tokens
    if stands_alone(last[-1]):
        return _tokens(tokens, index)
    if index.begins:
        return Match(f"{_quoted(tokens)} *", max(1.0, float(index.total)))
    people = bool(columns) and _PEOPLE.issuperset(columns)
    expanded = list(index.expand(last, people=people))
    if not people:
        fewest = _FEWEST_IN_COLUMNS if columns else _FEWEST
        expanded = _enough(expanded, index.total, fewest)
    if before:
        expanded = expanded[:_MOST_PHRASES]
    endings = dict.fromkeys([last, *(term for term, _ in expanded)])
    phrases = (phrase for ending in endings for phrase in _phrases([*before, ending], index))
    expression = " OR ".join(dict.fromkeys(phrases))
    estimate = float(sum(count for _, count in expanded))
    if before:
        estimate = min(estimate, _rarest(before, index))
    return Match(expression, max(1.0, estimate))

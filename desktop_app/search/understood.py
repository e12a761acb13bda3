"""What a widened query was understood as: in words for a person, and as a query to press."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from desktop_app.model.query import And, GmailOnly, Node, Not, Or, Query, Term, Words
from desktop_app.search.highlight import Field, Sought
from desktop_app.search.widening import How, Variant, Wide

MOST_TOLD = 3
"""Variants of one word that are told."""

_EVERYWHERE = Field.SUBJECT | Field.PEOPLE | Field.TEXT


def told(words: Sequence[Wide]) -> str:
    """What stands for the words, as `leases, leasing · meant “quarterly”?`; empty where nothing
    does."""
    return " · ".join(filter(None, map(_told, words)))


def _told(word: Wide) -> str:
    meant = [v for v in word.others if v.how is How.SPELLING]
    if meant:
        return f"meant {' or '.join(f'“{_text(v)}”' for v in meant[:MOST_TOLD])}?"
    return ", ".join(_text(v) for v in word.others[:MOST_TOLD])


def _text(variant: Variant) -> str:
    return " ".join(variant.tokens)


def marks(words: Sequence[Wide]) -> tuple[Sought, ...]:
    """What is marked in the rows: every variant."""
    return tuple(Sought(v.tokens, False, _EVERYWHERE) for word in words for v in word.variants)


def pressed(query: Query, words: Sequence[Wide]) -> str:
    """The text of the query with each word replaced by all that stands for it."""
    others = {word.asked: word for word in words if word.others}
    parts = [_spelled(node, query.text) for node in _parts(query.root) if not _is_one(node, words)]
    return " ".join((*(_any_of(others.get(word.asked, word)) for word in words), *parts))


def _is_one(node: Node, words: Sequence[Wide]) -> bool:
    """Whether a part is a bare word, which its variants replace."""
    if not isinstance(node, Words) or node.phrase or node.exact:
        return False
    from desktop_app.search.fold import words as folded

    text = " ".join(folded(node.text))
    return any(text == word.asked or text in word.asked.split() for word in words)


def _any_of(word: Wide) -> str:
    found = [_quoted(" ".join(v.tokens)) for v in word.variants if v.mails]
    if not found:
        return _quoted(word.asked)
    return found[0] if len(found) == 1 else f"{{{' '.join(found)}}}"


def _quoted(text: str) -> str:
    return f'"{text}"' if " " in text else text


def _parts(root: Node | None) -> Iterator[Node]:
    if isinstance(root, And):
        for node in root.nodes:
            yield from _parts(node)
    elif root is not None:
        yield root


def _spelled(node: Node, text: str) -> str:
    """A part as a person would write it."""
    if isinstance(node, Term):
        return text[node.start : node.end]
    if isinstance(node, GmailOnly):
        return node.text
    if isinstance(node, Words):
        plain = f'"{node.text}"' if node.phrase else node.text
        return f"+{plain}" if node.exact else plain
    if isinstance(node, Not):
        return f"-{_spelled(node.node, text)}"
    inner = " ".join(_spelled(each, text) for each in node.nodes)
    return f"{{{inner}}}" if isinstance(node, Or) else f"({inner})"

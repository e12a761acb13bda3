"""A search query as a tree: what search/parser.py makes and search/sql.py reads.

::

    Node = And | Or | Not | Words | Term | GmailOnly

`Words` are text to find in any field, `Term` is one operator with its value. `GmailOnly` is a part
that Gmail alone can evaluate.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Words:
    """Text to find. `phrase`: the words stand together in order. `exact`: no prefix or accent
    folding (`+word`). `prefix`: the last word may be the start of one."""

    text: str
    phrase: bool = False
    exact: bool = False
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """`operator` is a canonical name of search/operators.py; `start` and `end` are offsets of
    the whole term in the query text."""

    operator: str
    value: str
    start: int = 0
    end: int = 0
    phrase: bool = False
    prefix: bool = False


@dataclass(frozen=True, slots=True)
class GmailOnly:
    """`text` is the part as it was written (`has:drive`); `start` and `end` are its offsets in the
    query text."""

    text: str
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Not:
    node: Node


@dataclass(frozen=True, slots=True)
class And:
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    nodes: tuple[Node, ...]


Node = Words | Term | GmailOnly | Not | And | Or


@dataclass(frozen=True, slots=True)
class Query:
    """A parsed query; `root` is None for an empty one, which matches everything."""

    text: str
    root: Node | None

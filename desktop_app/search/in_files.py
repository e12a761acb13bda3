"""Words that are looked for inside attachments: those that stand beside `in:attachments`.

Pure. One file has to have all of the words. The expression is FTS5's; every word in it has passed
through fold.words, so it has no quote.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from desktop_app.model.query import And, Node, Not, Or, Query, Term, Words
from desktop_app.search.conditions import Condition
from desktop_app.search.fold import stands_alone, words
from desktop_app.search.operators import ATTACHMENTS, BY_NAME, PLACES, Takes
from desktop_app.search.plan import FILES_OF_A_MAIL, Bindings, Driver

_HIGHEST = 1 << 40
_SHORTEST_BEGINNING = 3
"""Letters of a word that is only begun: FTS5 reads every word that begins so."""

_FEW = 200
"""About how many mails have the words in a file: nobody counts them."""


@dataclass(frozen=True, slots=True)
class InFiles:
    """What files are to have (an FTS5 expression, empty where no word is asked for), and what is
    asked of their mails."""

    expression: str
    rest: tuple[Node, ...]


def asks_files(node: Node) -> bool:
    """Whether the node is `in:attachments`."""
    if not isinstance(node, Term) or BY_NAME[node.operator].takes is not Takes.PLACE:
        return False
    return PLACES.get(node.value.strip().casefold()) == ATTACHMENTS


def looks_inside(node: Node | None) -> bool:
    """Whether some part asks for what stands inside files, which no server is asked."""
    if isinstance(node, And | Or):
        return any(looks_inside(child) for child in node.nodes)
    if isinstance(node, Not):
        return looks_inside(node.node)
    return node is not None and asks_files(node)


def parts_of(root: Node | None) -> Iterator[Node]:
    """The conditions that must all hold, however deep the brackets around them; brackets with an
    `in:attachments` of their own stay together."""
    for node in root.nodes if isinstance(root, And) else [root]:
        if isinstance(node, And) and not any(map(asks_files, node.nodes)):
            yield from parts_of(node)
        elif node is not None:
            yield node


def in_files(nodes: Sequence[Node]) -> InFiles | None:
    """Parts that all have to hold, where `in:attachments` is one of them."""
    if not any(map(asks_files, nodes)):
        return None
    left = [node for node in nodes if not asks_files(node)]
    wanted = [node for node in left if _of_words(node)]
    excluded = [node.node for node in left if isinstance(node, Not) and _of_words(node.node)]
    if not wanted:
        return InFiles("", tuple(left))
    rest = tuple(
        n for n in left if not _of_words(n) and not (isinstance(n, Not) and _of_words(n.node))
    )
    return InFiles(_without(wanted, excluded), rest)


def asked_of_files(query: Query) -> InFiles | None:
    """What a query asks of files, whether it says `in:attachments` or not: its words, of files;
    its operators, of their mails; what it excludes, of both. None where it has no word that can be
    asked of a file alone."""
    left = [node for node in parts_of(query.root) if not asks_files(node)]
    wanted = [node for node in left if _of_words(node)]
    if not wanted:
        return None
    excluded = [node.node for node in left if isinstance(node, Not) and _of_words(node.node)]
    rest = tuple(node for node in left if not _of_words(node))
    return InFiles(_without(wanted, excluded), rest)


def files_condition(expression: str, bindings: Bindings) -> Condition:
    """The condition that a file of the mail has the words."""
    if not expression:
        return has_text()
    name = bindings.add(expression)
    found = f"SELECT rowid / {FILES_OF_A_MAIL} AS message FROM fts_file WHERE fts_file MATCH {name}"
    between = (
        f" AND rowid BETWEEN :low * {FILES_OF_A_MAIL}"
        f" AND min(:high, {_HIGHEST}) * {FILES_OF_A_MAIL} + {FILES_OF_A_MAIL - 1}"
    )
    source = found.replace("SELECT", "SELECT DISTINCT", 1) + between
    return Condition(sql=f"s.id IN ({found})", estimate=_FEW, drivers=(Driver((), _FEW, source),))


def has_text() -> Condition:
    """The condition that a file of the mail has been read."""
    sql = (
        f"EXISTS (SELECT 1 FROM file_text f WHERE f.id BETWEEN s.id * {FILES_OF_A_MAIL}"
        f" AND s.id * {FILES_OF_A_MAIL} + {FILES_OF_A_MAIL - 1} AND f.body > 0)"
    )
    return Condition(sql=sql, estimate=_FEW)


def _of_words(node: Node) -> bool:
    """Whether a node is nothing but words that are wanted."""
    if isinstance(node, Words):
        return bool(words(node.text))
    return isinstance(node, And | Or) and all(map(_of_words, node.nodes))


def _without(wanted: Sequence[Node], excluded: Sequence[Node]) -> str:
    expression = " AND ".join(f"({_expression(node)})" for node in wanted)
    if not excluded:
        return expression
    return f"({expression}) NOT ({' OR '.join(f'({_expression(node)})' for node in excluded)})"


def _expression(node: Node) -> str:
    if isinstance(node, Words):
        return _of_text(node)
    assert isinstance(node, And | Or)
    word = " AND " if isinstance(node, And) else " OR "
    return word.join(f"({_expression(child)})" for child in node.nodes)


def _of_text(node: Words) -> str:
    chunks = [node.text] if node.phrase else node.text.split()
    found = [tokens for chunk in chunks if (tokens := words(chunk))]
    quoted = ['"' + " ".join(tokens) + '"' for tokens in found]
    last = found[-1][-1]
    if node.prefix and len(last) >= _SHORTEST_BEGINNING and not stands_alone(last[-1]):
        quoted[-1] += " *"
    return " AND ".join(quoted)

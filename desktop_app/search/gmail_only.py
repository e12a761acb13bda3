"""Parts of a query that Gmail alone can evaluate, and the refusal where it can't be asked."""

from __future__ import annotations

from desktop_app.model.errors import QueryError
from desktop_app.model.query import GmailOnly, Node, Not, Query, Term, Words


def gmail_only(node: Node | None) -> GmailOnly | None:
    """The first such part of a tree."""
    if node is None or isinstance(node, Words | Term):
        return None
    if isinstance(node, GmailOnly):
        return node
    children = (node.node,) if isinstance(node, Not) else node.nodes
    return next((found for child in children if (found := gmail_only(child))), None)


def refusal(part: GmailOnly, query: Query, where: str = "the mail on this computer") -> QueryError:
    """The error for a query that has `part`, where `where` is searched."""
    return QueryError(
        f"Only Gmail knows what “{part.text}” finds: it can't be looked for in {where}.",
        query=query.text,
        start=part.start,
        end=part.end,
        next_step="Search an account at Gmail for it, or leave it out.",
    )

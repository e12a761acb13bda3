"""Condition of `is:needs-reply`, `is:waiting`, `is:news`: the mail by which a conversation is of a
kind. Pure text; the table `triage` is the store's."""

from __future__ import annotations

from collections.abc import Callable

from desktop_app.model.message import SystemLabel
from desktop_app.model.query import And, Node, Not, Or, Term
from desktop_app.model.triage import NAMES, OPEN_DAYS, Kind
from desktop_app.search.flags import FLAG

_LATER = frozenset({"snoozed", "reminded", "muted", "later"})
_DAY = 86_400
_SNOOZED = FLAG[SystemLabel.LATER_SNOOZED]
_OPEN = FLAG[SystemLabel.INBOX] | FLAG[SystemLabel.UNREAD]


def condition_of(kind: Kind, now: float) -> str:
    """SQL on the row `s` of `state`."""
    of_it = f"t.kind = {int(kind)} AND t.message = s.id AND {counted(kind, now)}"
    return f"EXISTS (SELECT 1 FROM triage t WHERE {of_it})"


def counted(kind: Kind, now: float) -> str:
    """SQL on rows `t` of `triage` and `s` of `state`: what asked long ago is in no list, nor what
    was read and archived without an answer. What the person has said always is. What is snoozed
    waits for its time, and not for an answer."""
    if kind is Kind.NEWS:
        return "1"
    recent = f"t.message >= {int(now) - OPEN_DAYS * _DAY}"
    if kind is Kind.NEEDS_REPLY:
        recent = f"({recent} AND s.flags & {_OPEN})"
        return f"(NOT s.flags & {_SNOOZED} AND (t.said OR {recent}))"
    return f"(t.said OR {recent})"


def source_of(kind: Kind) -> str:
    """SQL of the ids of a kind's mails, which an index has in order."""
    return f"SELECT message FROM triage WHERE kind = {int(kind)} AND message BETWEEN :low AND :high"


def asks_triage(node: Node | None) -> bool:
    """Whether some part asks for a kind, which no server knows."""
    return _has_part(node, lambda term: term.operator == "is" and term.value.lower() in NAMES)


def known_here_alone(node: Node | None) -> bool:
    """Whether some part asks for what no server can be asked: a kind, or what comes back later."""
    return asks_triage(node) or _has_part(node, _of_later)


def _of_later(term: Term) -> bool:
    return term.operator in {"is", "in"} and term.value.strip().lower() in _LATER


def _has_part(node: Node | None, meant: Callable[[Term], bool]) -> bool:
    if isinstance(node, And | Or):
        return any(_has_part(child, meant) for child in node.nodes)
    if isinstance(node, Not):
        return _has_part(node.node, meant)
    return isinstance(node, Term) and meant(node)

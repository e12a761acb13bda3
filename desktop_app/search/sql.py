"""Compiler of a query to a plan: an expression for the index, and SQL on the narrow table.

Everything that the index can answer in one expression goes there; the rest becomes SQL on the row
`s` of `state`. Pure: no database is read but through `Index`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from desktop_app.model.message import SystemLabel
from desktop_app.model.query import And, GmailOnly, Node, Not, Or, Query, Term, Words
from desktop_app.search.conditions import Condition, condition
from desktop_app.search.flags import FLAG
from desktop_app.search.fold import exact_words
from desktop_app.search.gmail_only import refusal
from desktop_app.search.in_files import asks_files, files_condition, has_text, in_files, parts_of
from desktop_app.search.match import conjunction, disjunction, match_text, within, without
from desktop_app.search.operators import ANYWHERE, BY_NAME, PLACES, Takes
from desktop_app.search.plan import LATEST, Bindings, Exact, Index, MailFacts, Plan
from desktop_app.search.values import label_key

_OUT_OF_THE_WAY = FLAG[SystemLabel.SPAM] | FLAG[SystemLabel.TRASH]
_LIFTING = frozenset((SystemLabel.SPAM.value, SystemLabel.TRASH.value, ANYWHERE))


def compile_query(
    query: Query, mailbox: MailFacts, index: Index, *, include_spam_trash: bool = False
) -> Plan:
    """The plan of a query. Spam and trash are left out unless asked for, by the argument or in
    the query. Raises `QueryError` for what Gmail alone can evaluate."""
    compiler = _Compiler(mailbox, index, query)
    parts = list(parts_of(query.root))
    conditions = compiler.lower_all(parts)
    if not include_spam_trash and not asks_for_all(query.root):
        sql = f"s.flags & {_OUT_OF_THE_WAY} = 0"
        conditions.append(Condition(sql=sql, estimate=mailbox.messages))
    if mailbox.accounts is not None:
        sql = f"s.account IN ({', '.join(map(str, mailbox.accounts))})"
        conditions.append(Condition(sql=sql, estimate=mailbox.messages))
    return compiler.plan(conditions, _exact(parts))


def _exact(parts: Sequence[Node]) -> tuple[Exact, ...]:
    found = (tuple(exact_words(p.text)) for p in parts if isinstance(p, Words) and p.exact)
    in_files = any(map(asks_files, parts))
    return tuple(Exact(words, in_files) for words in found if words)


def asks_for_all(node: Node | None) -> bool:
    """Whether some part asks for spam, trash or everything (`-in:spam` does not)."""
    if isinstance(node, And | Or):
        return any(asks_for_all(child) for child in node.nodes)
    if isinstance(node, Term) and BY_NAME[node.operator].takes in (Takes.PLACE, Takes.LABEL):
        value = node.value.strip().casefold()
        place = PLACES.get(value) or label_key(value).upper()
        return place in _LIFTING
    return False


class _Compiler:
    def __init__(self, mailbox: MailFacts, index: Index, query: Query) -> None:
        self._query = query
        self._mailbox = mailbox
        self._index = index
        self._bindings = Bindings()

    def plan(self, conditions: Sequence[Condition], exact: tuple[Exact, ...]) -> Plan:
        """Joins conditions that must all hold."""
        excluded = disjunction(c.excluded for c in conditions if c.excluded is not None)
        matches = [c.match for c in conditions if c.match is not None]
        rest = [c for c in conditions if c.match is None]
        total = max(1.0, float(self._mailbox.messages))
        match = without(conjunction(matches), excluded, total)
        if matches:
            # What the expression itself leaves out need not be left out again.
            rest = [c for c in rest if c.excluded is None]
            if not match.expression:
                rest.append(Condition(sql="0"))
        where = " AND ".join(f"({c.sql})" for c in rest) or "1"
        estimates = [c.estimate for c in rest] + ([match.estimate] if matches else [])
        likelihood = prod(min(1.0, estimate / total) for estimate in estimates)
        return Plan(
            match=within(match.expression, self._mailbox.columns),
            where=where,
            bindings=self._bindings.values,
            low=max((c.low for c in rest), default=0),
            high=min((c.high for c in rest), default=LATEST),
            windowed=any(c.windowed for c in rest),
            drivers=tuple(driver for c in rest for driver in c.drivers),
            match_estimate=match.estimate,
            estimate=likelihood * total,
            total=total,
            likelihood=likelihood,
            exact=exact,
        )

    def lower_all(self, nodes: Sequence[Node]) -> list[Condition]:
        """The conditions of parts that must all hold."""
        files = in_files(nodes)
        if files is None:
            return [self.lower(node) for node in nodes]
        found = files_condition(files.expression, self._bindings)
        return [found, *(self.lower(node) for node in files.rest)]

    def lower(self, node: Node) -> Condition:
        if isinstance(node, Words):
            match = match_text(node.text, self._index, phrase=node.phrase, prefix=node.prefix)
            return Condition(match=match, estimate=match.estimate)
        if isinstance(node, Term):
            return self._term(node)
        if isinstance(node, Not):
            return self._not(node)
        if isinstance(node, GmailOnly):
            raise refusal(node, self._query)
        if isinstance(node, And):
            return self._and(self.lower_all(node.nodes))
        return self._or([self.lower(child) for child in node.nodes])

    def _term(self, term: Term) -> Condition:
        operator = BY_NAME[term.operator]
        if asks_files(term):
            return has_text()
        if not operator.columns:
            return condition(term, self._mailbox, self._bindings)
        if operator.takes is Takes.PERSON and term.value.lower() == "me" and not term.phrase:
            match = disjunction(
                match_text(own, self._index, columns=operator.columns, phrase=True, prefix=False)
                for own in self._mailbox.own
            )
        else:
            match = match_text(
                term.value,
                self._index,
                columns=operator.columns,
                phrase=term.phrase,
                prefix=term.prefix,
            )
        return Condition(match=match, estimate=match.estimate)

    def _not(self, node: Not) -> Condition:
        inner = self.lower(node.node)
        shown = self._as_sql(inner)
        rest = max(1.0, self._mailbox.messages - inner.estimate)
        return Condition(
            sql=f"NOT ({shown.sql})",
            estimate=rest,
            windowed=shown.windowed,
            excluded=inner.match,
        )

    def _and(self, children: list[Condition]) -> Condition:
        matches = [c.match for c in children if c.match is not None]
        if len(matches) == len(children):
            match = conjunction(matches)
            return Condition(match=match, estimate=match.estimate)
        parts = [c for c in children if c.match is None]
        if matches:
            match = conjunction(matches)
            parts.append(self._as_sql(Condition(match=match, estimate=match.estimate)))
        return Condition(
            sql=" AND ".join(f"({c.sql})" for c in parts),
            estimate=min(c.estimate for c in parts),
            low=max(c.low for c in parts),
            high=min(c.high for c in parts),
            windowed=any(c.windowed for c in parts),
        )

    def _or(self, children: list[Condition]) -> Condition:
        matches = [c.match for c in children if c.match is not None]
        match = disjunction(matches)
        if len(matches) == len(children):
            return Condition(match=match, estimate=match.estimate)
        parts = [c for c in children if c.match is None]
        if matches:
            parts.append(self._as_sql(Condition(match=match, estimate=match.estimate)))
        return Condition(
            sql=" OR ".join(f"({c.sql})" for c in parts),
            estimate=sum(c.estimate for c in parts),
            low=min(c.low for c in parts),
            high=max(c.high for c in parts),
            windowed=any(c.windowed for c in parts),
        )

    def _as_sql(self, part: Condition) -> Condition:
        """A condition on words as SQL, evaluated a span of ids at a time."""
        if part.match is None:
            return part
        if not part.match.expression:
            return Condition(sql="0")
        name = self._bindings.add(within(part.match.expression, self._mailbox.columns))
        sql = (
            f"s.id IN (SELECT rowid FROM fts WHERE fts MATCH {name}"
            " AND rowid BETWEEN :low AND :high)"
        )
        return Condition(sql=sql, estimate=part.estimate, windowed=True)

"""Walk over the messages of a plan, newest first, no further than the caller reads.

There are three ways: along the words' postings, along a label, or along all messages. The one with
the least estimated cost until a page is full is chosen. Conditions that ask the index themselves
are evaluated a span of ids at a time, so that a common word is never read to its end for fifty
rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import apsw

from desktop_app.model.message import MessageId, ThreadId
from desktop_app.search.plan import LATEST, Binding, Driver, Plan

# Measured microseconds: reading a posting with its state row, reading a message of a label or of
# all, and looking up a single message in the index.
_POSTING = 0.9
_ROW = 0.6
_LOOK_UP = 25.0
_FIRST_SPAN = 2_000
_PAGE = 60

_WORDS = """
    SELECT {columns} FROM fts CROSS JOIN state s ON s.id = fts.rowid {joined}
    WHERE fts MATCH :match AND fts.rowid BETWEEN :low AND :high AND {where}
    ORDER BY fts.rowid DESC
"""
# Words in no more messages than a page has. All matches are read oldest first, the index's own
# order: FTS5 reads forwards three times as fast as backwards.
_FEW_WORDS = """
    SELECT {columns} FROM (
        SELECT rowid AS message FROM fts
        WHERE fts MATCH :match AND rowid BETWEEN :low AND :high
        ORDER BY +rowid DESC LIMIT -1
    ) d CROSS JOIN state s ON s.id = d.message {joined}
    WHERE {where}
"""
_ALL = """
    SELECT {columns} FROM state s {joined}
    WHERE s.id BETWEEN :low AND :high AND {where}
    ORDER BY s.id DESC
"""
# No statement sorts. Each label's messages are stored in order, and those of several labels are
# merged in order. LIMIT -1 keeps SQLite from flattening the merge into the outer query, and the
# loops of a CROSS JOIN preserve the order.
_LABEL = """
    SELECT {columns} FROM ({messages} ORDER BY message DESC LIMIT -1) d
    CROSS JOIN state s ON s.id = d.message {joined}
    WHERE {where}
"""
_ONE_LABEL = (
    "SELECT message FROM message_label WHERE label = {key} AND message BETWEEN :low AND :high"
)
IN_INDEX = "EXISTS (SELECT 1 FROM fts WHERE fts MATCH :match AND fts.rowid = s.id)"


class Shape(NamedTuple):
    """Columns that a walk reads of a message: of its row `s` of state, or of joined tables."""

    columns: str
    joined: str = ""


FOUND = Shape("s.id, s.thread")


def choose(plan: Plan, shape: Shape) -> str:
    """The statement of the cheapest way to the first page."""
    cost, sql = _along_words(plan, shape) if plan.match else _along_all(plan, shape)
    for driver in plan.drivers:
        other, statement = _along_label(plan, driver, shape)
        if other < cost:
            cost, sql = other, statement
    return sql


def _along_words(plan: Plan, shape: Shape) -> tuple[float, str]:
    share = max(plan.estimate, 1.0) / max(plan.match_estimate, 1.0)
    cost = _POSTING * min(plan.match_estimate, _PAGE / share)
    sql = _FEW_WORDS if plan.match_estimate <= _PAGE else _WORDS
    return cost, sql.format(where=plan.where, **shape._asdict())


def _along_all(plan: Plan, shape: Shape) -> tuple[float, str]:
    sql = _ALL.format(where=plan.where, **shape._asdict())
    return _ROW * _steps(plan, plan.total), sql


def _along_label(plan: Plan, driver: Driver, shape: Shape) -> tuple[float, str]:
    messages = driver.source or " UNION ALL ".join(
        _ONE_LABEL.format(key=key) for key in driver.labels
    )
    where = f"{plan.where} AND {IN_INDEX}" if plan.match else plan.where
    steps = _steps(plan, driver.total)
    cost = steps * (_LOOK_UP if plan.match else _ROW)
    sql = _LABEL.format(messages=messages or _NO_MESSAGE, where=where, **shape._asdict())
    return cost, sql


_NO_MESSAGE = "SELECT 0 AS message WHERE 0"


def _steps(plan: Plan, rows: float) -> float:
    """The number of `rows` read before a page is full, if matches are spread evenly."""
    share = plan.likelihood * plan.total / max(rows, 1.0)
    return min(rows, _PAGE / min(1.0, max(share, 1e-9)))


def walk(
    connection: apsw.Connection, plan: Plan, *, before: int | None = None, shape: Shape = FOUND
) -> Iterator[tuple[Any, ...]]:
    """The columns of `shape` of every match with an id below `before`, newest first."""
    plan = _bounded(connection, plan)
    high = plan.high if before is None else min(plan.high, before - 1)
    sql = choose(plan, shape)
    for low, top in _spans(connection, plan.low, high, spans=plan.windowed):
        yield from connection.execute(sql, values(plan, low, top))


def _bounded(connection: apsw.Connection, plan: Plan) -> Plan:
    """The plan between the oldest and the newest message of its labels, with estimates for that
    span. Unread mail, for example, is mostly recent, and a word need not be followed further
    back."""
    if not (plan.drivers or plan.windowed or plan.low > 0 or plan.high < LATEST):
        return plan
    first, last = _range(connection, _WHOLE_RANGE)
    low, high = max(plan.low, first), min(plan.high, last)
    for driver in plan.drivers:
        if driver.source:
            continue
        ranges = [_range(connection, _LABEL_RANGE, key) for key in driver.labels]
        low = max(low, min((start for start, _ in ranges), default=0))
        high = min(high, max((end for _, end in ranges), default=0))
    part = min(1.0, max(0.0, (high - low + 1) / max(1, last - first)))
    return replace(
        plan,
        low=low,
        high=high,
        total=max(1.0, plan.total * part),
        match_estimate=plan.match_estimate * part,
        likelihood=min(1.0, plan.estimate / max(1.0, plan.total * part)),
    )


# Two queries, not one with two aggregates: SQLite uses the index only for a single min or max.
_WHOLE_RANGE = "SELECT (SELECT min(id) FROM state), (SELECT max(id) FROM state)"
_LABEL_RANGE = (
    "SELECT (SELECT min(message) FROM message_label WHERE label = ?1),"
    " (SELECT max(message) FROM message_label WHERE label = ?1)"
)


def _range(connection: apsw.Connection, query: str, *key: int) -> tuple[int, int]:
    first, last = next(connection.execute(query, key))
    return (LATEST, 0) if first is None else (first, last)


def values(plan: Plan, low: int, high: int) -> Mapping[str, Binding]:
    """The values to bind for the plan between two ids."""
    return {**plan.bindings, "match": plan.match, "low": low, "high": high}


def _spans(
    connection: apsw.Connection, low: int, high: int, *, spans: bool
) -> Iterator[tuple[int, int]]:
    """Spans of ids from the newest down, each with four times the messages of the one before."""
    count = _FIRST_SPAN
    query = "SELECT id FROM state WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1 OFFSET ?"
    while spans:
        start = connection.execute(query, (low, high, count)).get
        if start is None:
            break
        yield start, high
        high = start - 1
        count *= 4
    yield low, high


def matches_in(connection: apsw.Connection, plan: Plan, thread: ThreadId) -> Iterator[MessageId]:
    """The matches in one conversation, newest first."""
    plan = narrowed(plan, f"s.thread = {thread}")
    where = f"{plan.where} AND {IN_INDEX}" if plan.match else plan.where
    rows = connection.execute(
        f"SELECT s.id FROM state s WHERE s.id BETWEEN :low AND :high AND {where}"
        " ORDER BY s.id DESC",
        values(plan, plan.low, plan.high),
    )
    return (int(id_) for (id_,) in rows)


def narrowed(plan: Plan, condition: str) -> Plan:
    """The plan with one more condition on `s`."""
    return replace(plan, where=f"{plan.where} AND {condition}")

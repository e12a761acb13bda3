"""Operators without text: labels, places, states, dates, sizes, as SQL on `state`.

Pure text; the tables it names are the store's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from desktop_app.model.message import OWN_LABELS, SystemLabel
from desktop_app.model.query import Term
from desktop_app.model.triage import NAMES, Kind
from desktop_app.search.flags import FLAG, HAS_ATTACHMENT, HAS_USER_LABEL
from desktop_app.search.match import Match
from desktop_app.search.operators import (
    ANYWHERE,
    ARCHIVE,
    BY_NAME,
    CATEGORIES,
    LATER,
    PLACES,
    STATES,
    Takes,
)
from desktop_app.search.plan import LATEST, Bindings, Driver, IndexedLabel, MailFacts
from desktop_app.search.triage_condition import condition_of, source_of
from desktop_app.search.values import age_of, date_of, label_key, size_of

_NOT_ARCHIVED = sum(
    FLAG[label]
    for label in (
        SystemLabel.INBOX,
        SystemLabel.SENT,
        SystemLabel.DRAFT,
        SystemLabel.SPAM,
        SystemLabel.TRASH,
    )
)

_LATER = (str(SystemLabel.LATER_SNOOZED), str(SystemLabel.LATER_REMINDED))
_FEW = 100
"""About how many conversations wait for somebody."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One part of a query: an expression for the index (`match`), or SQL on the row `s`.

    `estimate` is the approximate number of matching messages; ids lie from `low` to `high`;
    `driver` are labels that all matches have; `windowed`: the SQL asks the index itself; `excluded`
    are words whose absence it tests, which an expression can exclude as well.
    """

    sql: str = ""
    match: Match | None = None
    estimate: float = 0
    low: int = 0
    high: int = LATEST
    drivers: tuple[Driver, ...] = field(default=())
    windowed: bool = False
    excluded: Match | None = None


def condition(term: Term, mailbox: MailFacts, bindings: Bindings) -> Condition:
    """The condition of a term whose operator takes no text."""
    return _MAKERS[BY_NAME[term.operator].takes](term, mailbox, bindings)


def nothing() -> Condition:
    return Condition(sql="0", estimate=0)


def everything(mailbox: MailFacts) -> Condition:
    return Condition(sql="1", estimate=mailbox.messages)


def _place(term: Term, mailbox: MailFacts, _bindings: Bindings) -> Condition:
    place = PLACES.get(term.value.strip().casefold())
    if place == ANYWHERE:
        return everything(mailbox)
    if place == ARCHIVE:
        return Condition(sql=f"s.flags & {_NOT_ARCHIVED} = 0", estimate=mailbox.messages / 2)
    if place is not None:
        return _system_label(place, mailbox)
    return _label(term, mailbox, _bindings)


def _state(term: Term, mailbox: MailFacts, _bindings: Bindings) -> Condition:
    value = term.value.lower()
    if value in NAMES:
        return _kind(NAMES[value], mailbox)
    if value == LATER:
        return _later(mailbox)
    if value not in STATES:
        return nothing()
    found = _system_label(STATES[value], mailbox)
    if value == "read":
        rest = max(0.0, mailbox.messages - found.estimate)
        return Condition(sql=f"NOT ({found.sql})", estimate=rest)
    return found


def _later(mailbox: MailFacts) -> Condition:
    """A mail may have both labels: their ids are walked together, each once."""
    rows = [row for row in mailbox.labels if row.id in _LATER and _wanted(row, mailbox)]
    keys = ", ".join(str(row.key) for row in rows) or "NULL"
    source = (
        f"SELECT DISTINCT message FROM message_label WHERE label IN ({keys})"
        " AND message BETWEEN :low AND :high"
    )
    total = sum(row.total for row in rows)
    bits = sum(FLAG[label] for label in _LATER)
    return Condition(f"s.flags & {bits}", estimate=total, drivers=(Driver((), total, source),))


def _kind(kind: Kind, mailbox: MailFacts) -> Condition:
    """News may be much of the mail; what needs or awaits an answer is little."""
    total = mailbox.messages // 4 + 1 if kind is Kind.NEWS else _FEW
    driver = Driver((), total, source_of(kind))
    return Condition(sql=condition_of(kind, mailbox.now), estimate=total, drivers=(driver,))


def _thing(term: Term, mailbox: MailFacts, _bindings: Bindings) -> Condition:
    value = term.value.lower()
    if value == "attachment":
        return Condition(sql=f"s.flags & {HAS_ATTACHMENT}", estimate=mailbox.messages / 8)
    if value == "userlabels":
        return Condition(sql=f"s.flags & {HAS_USER_LABEL}", estimate=mailbox.messages / 4)
    if value == "nouserlabels":
        return Condition(sql=f"s.flags & {HAS_USER_LABEL} = 0", estimate=mailbox.messages)
    return nothing()


def _category(term: Term, mailbox: MailFacts, _bindings: Bindings) -> Condition:
    label = CATEGORIES.get(term.value.lower())
    return nothing() if label is None else _system_label(label, mailbox)


def _system_label(label_id: str, mailbox: MailFacts) -> Condition:
    rows = [row for row in mailbox.labels if row.id == label_id and _wanted(row, mailbox)]
    total = sum(row.total for row in rows)
    driver = Driver(tuple(row.key for row in rows), total)
    return Condition(sql=f"s.flags & {FLAG[label_id]}", estimate=total, drivers=(driver,))


def _label(term: Term, mailbox: MailFacts, _bindings: Bindings) -> Condition:
    typed = label_key(term.value)
    system = PLACES.get(typed) or typed.upper()
    rows = [r for r in mailbox.labels if not r.flag and _wanted(r, mailbox)]
    rows = [r for r in rows if _named(r.id, typed, prefix=term.prefix)]
    own = system in OWN_LABELS and rows  # people have labels of these names
    if system in FLAG and not own:
        return _system_label(system, mailbox)
    if not rows:
        return nothing()
    keys = ", ".join(str(row.key) for row in rows)
    total = sum(row.total for row in rows)
    sql = (
        f"s.flags & {HAS_USER_LABEL} AND EXISTS (SELECT 1 FROM message_user_label u"
        f" WHERE u.message = s.id AND u.label IN ({keys}))"
    )
    driver = Driver(tuple(row.key for row in rows), total)
    # A message may have two of the labels: only a single one can be walked.
    return Condition(sql=sql, estimate=total, drivers=(driver,) if _disjoint(rows) else ())


def _disjoint(rows: list[IndexedLabel]) -> bool:
    return len({row.account for row in rows}) == len(rows)


def _named(label_id: str, typed: str, *, prefix: bool) -> bool:
    key = label_key(label_id)
    return key.startswith(typed) if prefix else key == typed


def _wanted(row: IndexedLabel, mailbox: MailFacts) -> bool:
    return mailbox.accounts is None or row.account in mailbox.accounts


def _moment(term: Term, seconds: int | None, mailbox: MailFacts, bindings: Bindings) -> Condition:
    if seconds is None:
        return nothing()
    compare = BY_NAME[term.operator].compare
    sql = f"s.date {compare} {bindings.add(seconds)}"
    share = mailbox.messages / 2
    if compare == ">=":
        return Condition(sql=sql, estimate=share, low=max(seconds, 0))
    return Condition(sql=sql, estimate=share, high=max(seconds, 0) + mailbox.max_bump)


def _date(term: Term, mailbox: MailFacts, bindings: Bindings) -> Condition:
    return _moment(term, date_of(term.value, mailbox.now), mailbox, bindings)


def _age(term: Term, mailbox: MailFacts, bindings: Bindings) -> Condition:
    return _moment(term, age_of(term.value, mailbox.now), mailbox, bindings)


def _size(term: Term, mailbox: MailFacts, bindings: Bindings) -> Condition:
    size = size_of(term.value)
    if size is None:
        return nothing()
    sql = f"s.size {BY_NAME[term.operator].compare} {bindings.add(size)}"
    return Condition(sql=sql, estimate=mailbox.messages / 4)


def _message_id(term: Term, mailbox: MailFacts, _bindings: Bindings) -> Condition:
    keys = ", ".join(str(key) for key in mailbox.message_keys(term.value.strip().strip("<>")))
    sql = f"s.id IN (SELECT m.id FROM message m WHERE m.rfc822_key IN ({keys}))"
    return Condition(sql=sql, estimate=1)


_Maker = Callable[[Term, MailFacts, Bindings], Condition]
_MAKERS: Mapping[Takes, _Maker] = MappingProxyType(
    {
        Takes.PLACE: _place,
        Takes.STATE: _state,
        Takes.THING: _thing,
        Takes.CATEGORY: _category,
        Takes.LABEL: _label,
        Takes.DATE: _date,
        Takes.AGE: _age,
        Takes.SIZE: _size,
        Takes.MESSAGE_ID: _message_id,
    }
)

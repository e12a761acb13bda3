"""What looks like an operator or a time in a query and is only words. Pure.

Who types sees the hits and the suggestions; a program that is told *0 found* says that there is no
such mail. So each of these is an error or a sentence for programs (tools/names/plain_words.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from desktop_app.model.query import And, Node, Not, Or, Query, Words
from desktop_app.search.operators import BY_NAME

_NAME = re.compile(r"([A-Za-z][A-Za-z_]{1,24}):(?!//).")
_DATES = "after:2026/01/31, before:2026/02/01 or newer_than:7d"
_PEOPLE = "from:"
MEANT: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("date", "on", "time", "day", "received", "sent_date", "sentdate"), _DATES),
        **dict.fromkeys(("sender", "author", "by", "from_email", "fromemail"), _PEOPLE),
        **dict.fromkeys(("recipient", "recipients", "sent_to", "sentto"), "to:"),
        **dict.fromkeys(("body", "text", "content", "contains", "keyword", "snippet"), "the words"),
        **dict.fromkeys(("title", "topic"), "subject:"),
        **dict.fromkeys(("folder", "mailbox", "location"), "in: or label:"),
        **dict.fromkeys(("status", "state", "flag", "read", "unread", "starred"), "is:unread"),
        **dict.fromkeys(("type", "filetype", "ext"), "filename:"),
        **dict.fromkeys(("tag", "tags", "category_id"), "label:"),
        **dict.fromkeys(("id", "messageid", "message_id", "uid"), "get_message with message_id"),
        **dict.fromkeys(("thread", "threadid", "thread_id"), "get_thread with thread_id"),
        **dict.fromkeys(("sort", "order", "orderby", "limit", "max", "maxresults"), "max_results"),
        **dict.fromkeys(("account", "mail_account"), "account"),
    }
)
"""Names that programs write for operators, and what finds that here."""

_WAYS = frozenset(
    {_DATES, _PEOPLE, "to:", "subject:", "in: or label:", "is:unread", "filename:", "label:"}
)
"""What a person may write too; the others are arguments of tools."""

_UNITS = {"day": "d", "week": "w", "month": "m", "year": "y"}
_PAST = re.compile(r"\b(?:last|past|previous)\s+(?:(\d{1,3})\s+)?(day|week|month|year)s?\b", re.I)
_NOW = re.compile(r"\b(today|yesterday|this\s+(?:week|month|year))\b", re.I)
_RECENT = {"week": "7d", "month": "31d", "year": "1y"}


_STARRED = re.compile(r"[^\W\d_]{2,}\*(?!\w)|(?<!\w)\*[^\W\d_]{2,}")
_WIDE_COLON = re.compile(r"([A-Za-z]{2,24})[\uff1a\ufe55\ua789]\s?(\S+)")
"""A colon of another width, which is no sign of an operator."""


def read_as_words(query: Query) -> str:
    """Sentences on what is looked for as words and may have been meant otherwise; empty where there
    is nothing of the kind."""
    names = unknown_names(query)
    told = [_of_name(name) for name in names]
    told += [
        f"“{words}” is looked for as words: {operator} finds by date."
        for words, operator in times(query)
    ]
    told += [
        f"“{match[0]}” is looked for without the star: other forms of a word are found anyway."
        for match in _STARRED.finditer(query.text)
    ]
    told += [
        f"“{match[0]}” has a colon of another kind: write {match[1].lower()}:{match[2]}."
        for match in _WIDE_COLON.finditer(query.text)
        if match[1].lower() in BY_NAME
    ]
    return " ".join(dict.fromkeys(told))


def _of_name(name: str) -> str:
    meant = MEANT.get(name.lower(), "")
    way = f" Write {meant}." if meant in _WAYS else ""
    return f"“{name}:” is no operator: it is looked for as words.{way}"


def unknown_names(query: Query) -> tuple[str, ...]:
    """The names before a colon in the query that are no operators, each once, as written."""
    found = (_NAME.match(words.text) for words in _words(query.root) if not words.phrase)
    return tuple(dict.fromkeys(match[1] for match in found if match))


def times(query: Query) -> tuple[tuple[str, str], ...]:
    """Times said in words (`last 7 days`), each with the operator that finds by it."""
    text = query.text
    past = [
        (m[0], f"newer_than:{int(m[1] or 1)}{_UNITS[m[2].lower()]}") for m in _PAST.finditer(text)
    ]
    now = [(m[0], _of_now(m[1].lower())) for m in _NOW.finditer(text) if not _operated(text, m)]
    return (*past, *now)


def _operated(text: str, found: re.Match[str]) -> bool:
    """Whether it is the value of an operator already."""
    return text[: found.start()].endswith(":")


def _of_now(words: str) -> str:
    if words in {"today", "yesterday"}:
        return f"after:{words}"
    return f"newer_than:{_RECENT[words.rsplit(maxsplit=1)[-1]]}"


def _words(node: Node | None) -> Iterator[Words]:
    if isinstance(node, Words):
        yield node
    elif isinstance(node, Not):
        yield from _words(node.node)
    elif isinstance(node, And | Or):
        for each in node.nodes:
            yield from _words(each)

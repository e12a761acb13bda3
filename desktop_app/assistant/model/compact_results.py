"""Compact form of tools' results for a language model: each text once, rows short, no empty field.

What came out of a mail stands in fields marked untrusted, apart from what the application says of
it; the values are JSON, in which a text cannot pass for anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import Any

import msgspec

from desktop_app.assistant.model.said_times import latest_times, said_times
from desktop_app.mail.wire.threading import base_subject
from desktop_app.model.local_forms import PLAIN
from desktop_app.tools.answers.cloud_results import EventList, FileList, FileText
from desktop_app.tools.answers.coverage import ALL
from desktop_app.tools.answers.rows import MOST_PEOPLE, MOST_SNIPPET, one_line
from desktop_app.tools.answers.status_results import Stats
from desktop_app.tools.calls.results import (
    UNTRUSTED,
    AttachmentContent,
    AttachmentContents,
    Candidates,
    Done,
    DraftList,
    DraftRow,
    DraftSaved,
    DraftText,
    MessageList,
    MessageRow,
    MessageText,
    MessageTexts,
    ThreadText,
    ThreadTexts,
)

WHOLE = "the whole conversation"
FOLDED = "Quoted history is left out; quoted=true shows it."
NOT_SENT = "Saved, not sent: the person reviews it."
_PLACES = frozenset({"INBOX", "UNREAD", "SENT"})
_NOISE = frozenset(
    {
        *("display", "gmail_link", "rfc822_message_id", "content_notice", "undo"),
        *("scopes_granted", "used_last_day"),
    }
)
_REPLY_HEADERS = frozenset({"reply-to", "list-id"})
_IDS = frozenset({"message-id", "in-reply-to"})
LONGEST_BELOW = 300
"""Most characters of what stands below a draft's own words: signature and quoted mail."""


class _People:
    """People of one result: name and address where somebody is first named, the address alone
    afterwards."""

    def __init__(self) -> None:
        self._named: set[str] = set()

    def __call__(self, person: str) -> str:
        name, bracket, address = person.rpartition(" <")
        if bracket and name and person in self._named and address.endswith(">"):
            return address[:-1]
        self._named.add(person)
        return person

    def all(self, people: Sequence[str]) -> list[str]:
        named = [self(each) for each in people[:MOST_PEOPLE]]
        left = len(people) - MOST_PEOPLE
        return [*named, f"and {left} more"] if left > 0 else named


def compact(value: Any) -> dict[str, Any]:
    """Result as JSON values, without what a model does not need. Texts are whole."""
    form = _FORMS.get(type(value))
    found = form(value) if form is not None else _plain(value)
    return {key: each for key, each in found.items() if not _is_empty(each)}


def _plain(value: Any) -> dict[str, Any]:
    lean = _lean(msgspec.to_builtins(value))
    return lean if isinstance(lean, dict) else {"value": lean}


def _filled(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Fields that say something."""
    kept = ((key, _lean(each)) for key, each in fields.items() if key not in _NOISE)
    return {key: each for key, each in kept if not _is_empty(each)}


def _lean(value: Any) -> Any:
    """JSON value without empty fields and noise."""
    if isinstance(value, dict):
        return _filled(value)
    if isinstance(value, list | tuple):
        return [_lean(each) for each in value]
    return value


def _is_empty(value: object) -> bool:
    return value is None or value is False or value in ("", [], {}, ())


def _strangers(value: Any) -> dict[str, Any]:
    return {"content_notice": UNTRUSTED, **_plain(value)}


def _when(date: str) -> str:
    """`Thu 2026-11-12 09:30`, in this computer's zone."""
    moment = datetime.fromisoformat(date).astimezone()
    return f"{PLAIN.short_weekdays[moment.weekday()]} {moment:%Y-%m-%d %H:%M}"


def _search(found: MessageList) -> dict[str, Any]:
    return {
        "content_notice": UNTRUSTED,
        "found": found.outcome,
        "searched": found.searched,
        "covers": "" if found.covers == ALL else found.covers,
        "next_page": found.page + 1 if found.has_more else None,
        "results": _rows(found.results),
    }


def _candidates(found: Candidates) -> dict[str, Any]:
    return {"content_notice": UNTRUSTED, "candidates": _rows(found.candidates)}


def _rows(rows: Sequence[MessageRow]) -> list[dict[str, Any]]:
    """Rows of a list. The account and the conversation are named where they tell rows apart."""
    people = _People()
    threads = [row.thread_id for row in rows]
    apart = len({row.account for row in rows}) > 1
    return [_row(row, people, threads.count(row.thread_id) > 1, apart) for row in rows]


def _row(row: MessageRow, people: _People, shares: bool, apart: bool) -> dict[str, Any]:
    return _filled(
        {
            "number": row.number,
            "message_id": row.message_id,
            "thread_id": row.thread_id if shares else "",
            "account": row.account if apart else "",
            "date": _when(row.date),
            "from": people(row.from_),
            "to": people.all(row.to) if "SENT" in row.labels else [],
            "subject": row.subject,
            "snippet": one_line(row.snippet, MOST_SNIPPET),
            "labels": _labels(row),
            "unread": row.unread,
            "has_attachments": row.has_attachments,
        }
    )


def _labels(row: MessageRow) -> list[str]:
    return [each for each in row.labels if each not in _PLACES and "CATEGORY_" not in each]


def _message(text: MessageText) -> dict[str, Any]:
    row, people = text.message, _People()
    return {
        "content_notice": UNTRUSTED,
        **_filled(
            {
                "number": row.number,
                "message_id": row.message_id,
                "thread_id": row.thread_id,
                "account": row.account,
                "date": _when(row.date),
                "from": people(row.from_),
                "to": people.all(row.to),
                "cc": people.all(text.cc),
                "subject": row.subject,
                "labels": _labels(row),
                "headers": _headers(text),
            }
        ),
        **_words(text, said_times(text)),
        "quoted_lines_left_out": text.quoted_lines or None,
    }


def _headers(text: MessageText) -> dict[str, str]:
    """Headers that tell where an answer goes; more where the headers alone were asked for."""
    shown = {name: each for name, each in text.headers.items() if name.lower() not in _IDS}
    if text.untrusted_text == text.message.snippet:
        return shown
    return {name: each for name, each in shown.items() if name.lower() in _REPLY_HEADERS}


def _words(text: MessageText, times: Mapping[str, str]) -> dict[str, Any]:
    """What the application says of a mail, then what the mail says."""
    parts = [_lean(msgspec.to_builtins(part)) for part in text.attachments]
    return _filled(
        {
            "warnings": list(text.warnings),
            "attachments": parts,
            "untrusted_text": text.untrusted_text,
            "untrusted_times": dict(times),
            "hidden_text": list(text.hidden_text),
            "next_offset": text.next_offset or None,
        }
    )


def _thread(thread: ThreadText) -> dict[str, Any]:
    texts, people = thread.messages, _People()
    before: frozenset[str] = frozenset()
    times, messages = latest_times(texts), []
    for text in texts:
        row = text.message
        around = frozenset({row.from_, *row.to, *text.cc})
        told = row.to if around != before else ()
        named = {
            "message_id": row.message_id,
            "date": _when(row.date),
            "from": people(row.from_),
            "to": people.all(told),
            "cc": people.all(text.cc if told else ()),
            "subject": "" if _same(row.subject, thread.subject) else row.subject,
        }
        messages.append({**_filled(named), **_words(text, times.get(row.message_id, {}))})
        before = around
    return {
        "content_notice": UNTRUSTED,
        "thread_id": thread.thread_id,
        "account": texts[0].message.account if texts else "",
        "subject": thread.subject,
        "folded": FOLDED if any(text.quoted_lines for text in texts) else "",
        "covers": "" if thread.covers == WHOLE else thread.covers,
        "next_page": thread.page + 1 if thread.has_more else None,
        "messages": messages,
    }


def _messages(found: MessageTexts) -> dict[str, Any]:
    """Several mails, with one notice."""
    return _together("messages", [_message(text) for text in found.messages])


def _threads(found: ThreadTexts) -> dict[str, Any]:
    return _together("threads", [_filled(_thread(thread)) for thread in found.threads])


def _together(name: str, forms: list[dict[str, Any]]) -> dict[str, Any]:
    for form in forms:
        form.pop("content_notice", None)
    return {"content_notice": UNTRUSTED, name: forms}


def _same(one: str, other: str) -> bool:
    return base_subject(one) == base_subject(other)


def _saved(draft: DraftSaved) -> dict[str, Any]:
    """Without its link: the panel shows a card that opens it."""
    note = draft.display if draft.change else NOT_SENT
    return {"note": note, **_plain(draft), "date": _when(draft.date), "link": ""}


def _draft_row(row: DraftRow) -> dict[str, Any]:
    found = {**_plain(row), "date": _when(row.date)}
    return {key: each for key, each in found.items() if key != "link"}


def _drafts(found: DraftList) -> dict[str, Any]:
    return {
        "found": found.outcome,
        "next_page": found.page + 1 if found.has_more else None,
        "drafts": [_draft_row(row) for row in found.drafts],
    }


def _draft(text: DraftText) -> dict[str, Any]:
    """A draft with the words that update_draft takes, and the beginning of what stands below."""
    below = text.body.removeprefix(text.own_words).strip()
    if len(below) > LONGEST_BELOW:
        left = len(below) - LONGEST_BELOW
        below = f"{below[:LONGEST_BELOW].rstrip()} [{left:,} more characters]"
    return {
        **_draft_row(text.draft),
        "own_words": text.own_words,
        "below_them": below,
        "attachments": [_lean(msgspec.to_builtins(part)) for part in text.attachments],
        "checks": list(text.checks),
        "edits_by_the_person": text.edits,
    }


def _stats(stats: Stats) -> dict[str, Any]:
    return {"content_notice": UNTRUSTED, "total": stats.total, "counts": stats.display}


def _done(done: Done) -> dict[str, Any]:
    return {"done": done.display, "count": done.count}


_FORMS: Mapping[type, Callable[[Any], dict[str, Any]]] = MappingProxyType(
    {
        MessageList: _search,
        Candidates: _candidates,
        MessageText: _message,
        MessageTexts: _messages,
        ThreadText: _thread,
        ThreadTexts: _threads,
        DraftSaved: _saved,
        DraftList: _drafts,
        DraftText: _draft,
        Done: _done,
        Stats: _stats,
        AttachmentContent: _strangers,
        AttachmentContents: _strangers,
        FileList: _strangers,
        FileText: _strangers,
        EventList: _strangers,
    }
)

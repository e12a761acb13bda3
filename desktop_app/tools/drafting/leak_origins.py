"""Conversations and files that a proposal was made from, each with what was read of it; and mails
that have its long numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from desktop_app.mail.claims.own_facts import own_facts
from desktop_app.mail.claims.telling import codes, runs
from desktop_app.mail.reader.html import read_html
from desktop_app.model.draft import Draft, Source, SourceKind
from desktop_app.model.errors import KnownError
from desktop_app.model.message import Message, MessageId, SystemLabel
from desktop_app.model.query import Query, Words
from desktop_app.tools.calls.context import Context
from desktop_app.tools.drafting.evidence import LONGEST_SOURCE, text_of
from desktop_app.tools.drafting.seen import SeenMail

LEAST_LONG = 6
"""Characters of a number or code that is looked for in all mail: shorter ones stand in many."""

MOST_SEARCHED, MOST_MAILS = 8, 5
_COUNTED = frozenset({SourceKind.MESSAGE, SourceKind.ATTACHMENT, SourceKind.FILE})


@dataclass(frozen=True, slots=True)
class LeakOrigin:
    """A conversation, or a file, that a proposal was made from. `mails` are those that were read;
    `name` is its subject or title, `by` who wrote it, empty for a file."""

    key: str
    name: str
    by: str
    text: str
    thread: tuple[Message, ...] = ()
    mails: frozenset[MessageId] = frozenset()


def leak_origins(context: Context, draft: Draft, seen: SeenMail) -> list[LeakOrigin]:
    """What the draft was made from, one for each conversation, in the order of reading."""
    found: dict[str, LeakOrigin] = {}
    for source in draft.sources:
        if source.kind not in _COUNTED:
            continue
        origin = _origin(context, source, seen)
        if origin is None:
            continue
        known = found.get(origin.key)
        if known is not None:
            text, mails = f"{known.text}\n\n{origin.text}", known.mails | origin.mails
            origin = replace(known, text=text, mails=mails)
        found[origin.key] = origin
    for origin in _with_its_numbers(context, draft, seen):
        found.setdefault(origin.key, origin)
    return list(found.values())


def _with_its_numbers(context: Context, draft: Draft, seen: SeenMail) -> Iterator[LeakOrigin]:
    """Mails that have a long number or code of the draft, read for it or not: a program may have
    read in one session what it writes in another."""
    content = draft.content
    html = content.content_type == "text/html"
    body = read_html(content.body).text if html else content.body
    text = f"{content.subject}\n{body[:LONGEST_SOURCE]}"
    places = sorted({(start, end) for start, end, key in _numbers(text) if len(key) >= LEAST_LONG})
    for words in dict.fromkeys(text[start:end] for start, end in places[:MOST_SEARCHED]):
        query = Query("", Words(words, phrase=True))
        mails = context.store.finder.messages(query, limit=MOST_MAILS, cancelled=context.cancelled)
        for message in mails:
            ref = str(message.id)
            origin = _origin(context, Source(SourceKind.MESSAGE, ref, message.subject), seen)
            if origin is not None:
                yield origin


def _numbers(text: str) -> Iterator[tuple[int, int, str]]:
    yield from runs(text)
    yield from codes(text)


def _origin(context: Context, source: Source, seen: SeenMail) -> LeakOrigin | None:
    text = text_of(context, source)[:LONGEST_SOURCE]
    if source.kind is SourceKind.FILE:
        return LeakOrigin(f"file:{source.ref}", source.title, "", text)
    try:
        message = context.store.messages.get(int(source.ref.partition("/")[0]))
    except (KnownError, ValueError):
        return None  # it was deleted since
    thread = seen.thread(message.thread_id) or (message,)
    title = message.subject or "a mail without a subject"
    text = f"{message.subject}\n\n{text}"
    key = f"thread:{message.thread_id}"
    return LeakOrigin(key, title, message.sender.label, text, thread, frozenset({message.id}))


def facts_of_oneself(origin: LeakOrigin, own: frozenset[str], seen: SeenMail) -> list[str]:
    """What the person has told of themselves in the mails that were read."""
    sent = {
        m.id: m
        for m in origin.thread
        if m.id in origin.mails and SystemLabel.SENT in m.labels and m.sender.key in own
    }
    return [own_facts(text) for text in seen.texts(sent)]

"""Evidence for a proposed draft: lines of its sources that it repeats, and claims that no source
contains. Deterministic; see mail/claims/claims.py."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from types import MappingProxyType

from desktop_app.mail.claims.asserted import asserted
from desktop_app.mail.claims.claim import Claim, ClaimKind
from desktop_app.mail.claims.claims import claims, keys_of, quotes, unsupported
from desktop_app.mail.claims.contradictions.compared import Contradiction, named_words
from desktop_app.mail.claims.contradictions.rules import contradictions
from desktop_app.mail.claims.derived import derived_places
from desktop_app.mail.claims.same_times import same_times
from desktop_app.mail.files.extract import attachment_text
from desktop_app.mail.hidden.invisible import without_invisible
from desktop_app.mail.message.access import attachment_bytes
from desktop_app.mail.message.body import read_body
from desktop_app.mail.reader.html import read_html
from desktop_app.model.account import Account
from desktop_app.model.clock import as_datetime
from desktop_app.model.draft import (
    Check,
    CheckLevel,
    Draft,
    DraftContent,
    DraftVersion,
    Origin,
    Source,
    SourceKind,
)
from desktop_app.model.errors import KnownError
from desktop_app.tools.calls.context import Context
from desktop_app.tools.drafting.calendar_looks import looks_of, times_in, why_not
from desktop_app.tools.drafting.said import said_of

LONGEST_DRAFT = 20_000
LONGEST_SOURCE = 20_000
MOST_NAMED = 6
MOST_TEXT = 200_000
"""Largest sum of characters of all sources; above it no claim is marked, and the review says so."""


@dataclass(frozen=True, slots=True)
class DraftEvidence:
    """`quotes` are the lines of each source, in the order of the draft's sources; `doubts` are
    claims of the draft, with their places in its plain text, that no source supports. `named` are
    the words of these and of such claims in the subject and in formatted text; `compared` is
    whether draft and sources were short enough to be compared."""

    quotes: tuple[tuple[str, ...], ...] = ()
    doubts: tuple[Claim, ...] = ()
    named: tuple[str, ...] = ()
    compared: bool = True
    against: tuple[Contradiction, ...] = ()
    """What it says otherwise than its sources."""


def evidence(
    context: Context, draft: Draft, account: Account, versions: tuple[DraftVersion, ...]
) -> DraftEvidence:
    """Evidence for a proposal; empty for the person's own drafts. Words that the person added, or
    wrote before anybody else did, are not doubted."""
    written = [v.content for v in versions if v.author.origin is not Origin.USER]
    if not written:
        return DraftEvidence()
    body, subject = _body(draft.content), draft.content.subject
    if len(body) > LONGEST_DRAFT:
        return DraftEvidence(compared=False)
    texts = [text_of(context, source)[:LONGEST_SOURCE] for source in draft.sources]
    found = tuple(
        () if source.kind is SourceKind.REQUEST else quotes(body, text)
        for source, text in zip(draft.sources, texts, strict=True)
    )
    abouts = [_about(context, source) for source in draft.sources]
    if sum(map(len, (*texts, *abouts))) > MOST_TEXT:
        return DraftEvidence(found, compared=False)
    begun = takewhile(lambda v: v.author.origin is Origin.USER, versions)
    own = [text for v in begun for text in _texts(v.content)]
    heard = (*texts, *abouts, *own, _people(draft, account))
    said = frozenset[str]().union(*map(_keys, heard))
    proposed = {c.words for each in written for text in _texts(each) for c in claims(text)}
    year = as_datetime(draft.created).year
    unsaid = unsupported(body, said)
    numbers = [(c.start, c.end) for c in unsaid if c.kind is ClaimKind.NUMBER]
    free = [
        *_free(draft),
        *derived_places(body, numbers, (*texts, *own)),
        *same_times(body, "\n".join(texts), year),
    ]
    doubts = tuple(
        claim
        for claim in asserted(body, unsaid)
        if claim.words in proposed
        and not any(start <= claim.start and claim.end <= end for start, end in free)
    )
    also = (c for c in asserted(subject, unsupported(subject, said)) if c.words in proposed)
    named = tuple(dict.fromkeys(claim.words for claim in (*doubts, *also)))
    plain = draft.content.content_type == "text/plain"
    said_by_whom = said_of(context, draft.sources, texts, account)
    to = tuple(word for a in draft.content.recipients for word in named_words(a.name))
    against = tuple(
        each
        for each in contradictions(body, said_by_whom, to)
        if any(each.words in text for version in written for text in _texts(version))
    )
    return DraftEvidence(found, doubts if plain else (), named, against=against)


def source_checks(found: DraftEvidence) -> Iterator[Check]:
    """Findings of the comparison, for the review: what is in no source, and that it was not
    made."""
    if found.named:
        words = ", ".join(f"“{each}”" for each in found.named[:MOST_NAMED])
        more = len(found.named) - MOST_NAMED
        rest = f" and {more} more" if more > 0 else ""
        sentence = f"In no source and not in your words: {words}{rest}."
        yield Check("no_source", CheckLevel.NOTE, sentence, "Show it", found.named[0])
    for each in found.against[:MOST_NAMED]:
        words = each.words.split("\n")[0]
        yield Check(
            "contradicts", CheckLevel.NOTE, without_invisible(each.sentence), "Show it", words
        )
    if not found.compared:
        sentence = "This was not compared with its sources: together they are too long."
        yield Check("not_compared", CheckLevel.NOTE, sentence)


def said_by(context: Context, source: Source) -> frozenset[str]:
    """What a source says, with its title and the people of a mail, as the keys of claims."""
    text = text_of(context, source)[:LONGEST_SOURCE]
    return _keys(f"{_about(context, source)}\n{text}")


def _body(content: DraftContent) -> str:
    return read_html(content.body).text if content.content_type == "text/html" else content.body


def _texts(content: DraftContent) -> tuple[str, str]:
    return content.subject, _body(content)[:LONGEST_DRAFT]


def _free(draft: Draft) -> list[tuple[int, int]]:
    """Places of the times in the body that a calendar says are free: it supports them."""
    looks = looks_of(draft)
    if not looks:
        return []
    free = (each for each in times_in(draft) if each.minutes and not why_not(looks, each))
    return [(each.start, each.end) for each in free]


@lru_cache(maxsize=128)
def _keys(text: str) -> frozenset[str]:
    return keys_of(text)


def _people(draft: Draft, account: Account) -> str:
    """Names and addresses of everyone around, which count as said."""
    everyone = [*draft.content.recipients, *(i.address for i in account.identities)]
    return "\n".join(str(address) for address in everyone)


def text_of(context: Context, source: Source) -> str:
    """Text of a source, empty where it is gone."""
    try:
        return _READ[source.kind](context, source)
    except (KnownError, ValueError, StopIteration):
        return ""  # it was deleted since


def _about(context: Context, source: Source) -> str:
    """Title of a source, and the people in the head of a mail."""
    people: Iterator[str] = iter(())
    if source.kind is SourceKind.MESSAGE:
        with suppress(KnownError, ValueError):
            message = context.store.messages.get(int(source.ref))
            people = (str(a) for a in (*message.from_, *message.to, *message.cc))
    return "\n".join((source.title, *people))


def _mail(context: Context, source: Source) -> str:
    return read_body(context.store.messages.raw(int(source.ref))).text


def _attachment(context: Context, source: Source) -> str:
    message_id, _, part_id = source.ref.partition("/")
    message = context.store.messages.get(int(message_id))
    part = next(a for a in message.attachments if a.id == part_id)
    data = attachment_bytes(context.store.messages.raw(message.id), part.id)
    return attachment_text(part.filename, part.content_type, data, LONGEST_SOURCE)


def _kept(_: Context, source: Source) -> str:
    return source.text


_READ: Mapping[SourceKind, Callable[[Context, Source], str]] = MappingProxyType(
    {
        SourceKind.MESSAGE: _mail,
        SourceKind.ATTACHMENT: _attachment,
        SourceKind.FILE: _kept,
        SourceKind.EVENT: _kept,
        SourceKind.CALENDAR: _kept,
        SourceKind.REQUEST: _kept,
        SourceKind.TEMPLATE: _kept,
        SourceKind.LINK: _kept,
    }
)

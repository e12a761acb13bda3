"""Leaks: words and files of a proposal that come from a conversation its recipients have not seen.

Of what a program wrote alone; what the person typed, asked for, or has told these people is theirs
to tell. See mail/claims/carried.py for which words count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from desktop_app.mail.claims.carried import Free, Piece, Unseen, carried
from desktop_app.mail.claims.telling import split
from desktop_app.mail.claims.text_reading import reading
from desktop_app.mail.reader.html import read_html
from desktop_app.model.account import Account
from desktop_app.model.address import Address
from desktop_app.model.draft import (
    Check,
    CheckLevel,
    Draft,
    DraftContent,
    DraftVersion,
    Origin,
    SourceKind,
)
from desktop_app.model.message import Message, MessageId
from desktop_app.tools.answers.rows import one_line, visible
from desktop_app.tools.calls.context import Context
from desktop_app.tools.drafting.evidence import LONGEST_DRAFT
from desktop_app.tools.drafting.leak_origins import LeakOrigin, facts_of_oneself, leak_origins
from desktop_app.tools.drafting.seen import SeenMail, got, people_of, took_part

CODE = "leak"
QUOTED, FORWARDED = "the quoted mail", "the forwarded mail"
MOST_NAMED = 4
MOST_PEOPLE = 3
LONGEST_PIECE, LONGEST_TITLE = 60, 80


@dataclass(frozen=True, slots=True)
class _Found:
    """What a draft carries out of one origin, and who has not seen it. `whole` are files and quoted
    mail, in words."""

    origin: LeakOrigin
    pieces: tuple[Piece, ...]
    whole: tuple[str, ...]
    strangers: tuple[Address, ...]


def leak_checks(
    context: Context, draft: Draft, account: Account, versions: Sequence[DraftVersion]
) -> Iterator[Check]:
    """One finding for each conversation or file that the draft carries something out of."""
    proposals = [v for v in versions if v.author.origin is not Origin.USER]
    if not proposals:
        return
    own = account.own_keys | context.store.accounts.own_keys() | account.copy_keys
    strangers = [a for a in draft.content.recipients if a.key not in own]
    seen = SeenMail(context)
    origins = leak_origins(context, draft, seen)
    own_words = [facts for origin in origins for facts in facts_of_oneself(origin, own, seen)]
    looking = _Looking(context, draft, account, versions, seen, own_words, own)
    for origin in origins:
        blind = [a for a in strangers if not took_part(origin.thread, a.key)]
        if not blind:
            continue
        found = looking.at(origin, blind)
        if found is not None:
            yield _check(found)


class _Looking:
    """One draft, looked at with the eyes of its recipients."""

    def __init__(
        self,
        context: Context,
        draft: Draft,
        account: Account,
        versions: Sequence[DraftVersion],
        seen: SeenMail,
        own: Sequence[str],
        own_keys: frozenset[str],
    ) -> None:
        self._context, self._draft, self._versions, self._seen = context, draft, versions, seen
        self._texts = [*(_words(v.content) for v in versions), _words(draft.content)]
        """The text of each version, and of the draft as it stands."""

        self._own_keys = own_keys
        self._known: dict[tuple[str, str, frozenset[MessageId]], tuple[Piece, ...]] = {}
        self._requests = [s.text for s in draft.sources if s.kind is SourceKind.REQUEST]
        self._own = [
            *self._requests,
            draft.content.signature,
            *(f"{i.address} {i.signature}" for i in account.identities),
            *(a.email for a in draft.content.recipients),
            *own,
        ]

    def at(self, origin: LeakOrigin, blind: Sequence[Address]) -> _Found | None:
        """What is carried out of an origin to those who took no part in it."""
        here = self._draft.thread_id and origin.thread == self._seen.thread(self._draft.thread_id)
        if here:
            blind = [a for a in blind if not self._is_invited(a, origin)]
        pieces: dict[tuple[int, int], Piece] = {}
        whole: dict[str, None] = {}
        told: list[Address] = []
        for address in blind:
            words = self._pieces(origin, address)
            things = (*self._quoted(origin, address), *self._files(origin, address))
            if words or things:
                told.append(address)
                pieces |= {(p.start, p.end): p for p in words}
                whole |= dict.fromkeys(things)
        if not told:
            return None
        in_order = tuple(piece for _, piece in sorted(pieces.items()))
        return _Found(origin, in_order, tuple(whole), tuple(told))

    def _is_invited(self, address: Address, origin: LeakOrigin) -> bool:
        """Whether the person's own words bring somebody new into the draft's conversation."""
        new = not any(got(m, address.key) for m in origin.thread)
        return new and _is_named(address, self._requests)

    def _pieces(self, origin: LeakOrigin, address: Address) -> tuple[Piece, ...]:
        """First against what costs little to know; only where something is left, against all the
        mail with that address."""
        near = self._seen.of_thread(self._draft.thread_id, address.key)
        if not self._carried(origin, address, near):
            return ()
        return self._carried(origin, address, near | self._seen.earlier(address.key))

    def _carried(
        self, origin: LeakOrigin, address: Address, seen: Mapping[MessageId, Message]
    ) -> tuple[Piece, ...]:
        """The pieces for whoever has seen those mails; worked out once for all of them."""
        among = any(a.key == address.key for a in people_of(origin.thread))
        key = (origin.key, address.key if among else "", frozenset(seen))
        if key not in self._known:
            theirs = self._own_keys | {address.key}
            people = tuple(a for a in people_of(origin.thread) if a.key not in theirs)
            free = Free(
                [*self._own, *self._seen.texts(seen)], self._names(origin, seen), self._requests
            )
            found = carried(self._texts[-1], Unseen(origin.text, people), free)
            self._known[key] = tuple(p for p in found if self._is_proposed(p))
        return self._known[key]

    def _names(self, origin: LeakOrigin, seen: Mapping[MessageId, Message]) -> list[str]:
        """Names that may be said: the recipients', those in heads of mail that was seen, and those
        by which others call the person."""
        met = (*self._draft.content.recipients, *people_of(seen.values()))
        oneself = (a for a in people_of(origin.thread) if a.key in self._own_keys)
        return [a.name for a in (*met, *oneself) if a.name]

    def _is_proposed(self, piece: Piece) -> bool:
        """Whether a program wrote the words, and the person not before it."""
        holds = _holds_sentence if piece.whole else _holds
        pairs = zip(self._versions, self._texts, strict=False)
        first = next((v for v, text in pairs if holds(piece.words, text)), None)
        return first is not None and first.author.origin is not Origin.USER

    def _quoted(self, origin: LeakOrigin, address: Address) -> tuple[str, ...]:
        """The mail below the text, where a program chose the address and the person did not."""
        content = self._draft.content
        wanted = content.in_reply_to or (content.references[-1] if content.references else "")
        stands = any(m.rfc822_message_id == wanted != "" for m in origin.thread)
        chosen = next((v for v in self._versions if address in v.content.recipients), None)
        by_program = chosen is not None and chosen.author.origin is not Origin.USER
        if not content.quoted or not stands or not by_program or _is_named(address, self._requests):
            return ()
        return (QUOTED if content.in_reply_to else FORWARDED,)

    def _files(self, origin: LeakOrigin, address: Address) -> list[str]:
        """The attached files that are those of the origin's mails, in words."""
        sizes = {
            (part.filename, part.size)
            for message in origin.thread
            if message.id in origin.mails
            for part in message.attachments
        }
        attached = [
            file
            for file in self._draft.content.attachments
            if (file.filename, file.size) in sizes and _is_attached(file.id, self._versions)
        ]
        if not attached:
            return []
        there = {
            (part.filename, part.size)
            for message in self._seen.earlier(address.key).values()
            for part in message.attachments
        }
        new = (f.filename for f in attached if (f.filename, f.size) not in there)
        return [f"the file “{_cut(name, LONGEST_PIECE)}”" for name in new]


def _words(content: DraftContent) -> str:
    """Subject, text and the names of recipients, which a program may choose."""
    html = content.content_type == "text/html"
    body = read_html(content.body).text if html else content.body
    names = "\n\n".join(address.name for address in content.recipients)
    return f"{content.subject}\n\n{body[:LONGEST_DRAFT]}\n\n{names}"


def _is_named(address: Address, requests: Iterable[str]) -> bool:
    """Whether the person's own words name this address, or who it is of."""
    said = [reading(text) for text in requests]
    name = [word for word in split(address.name) if len(word) > 2]
    return any(r.says(address.email) or any(map(r.says, name)) for r in said)


def _holds(words: str, text: str) -> bool:
    return words in text


def _holds_sentence(words: str, text: str) -> bool:
    """A comma more does not make a sentence the person's own."""
    stems = reading(words).stems
    return bool(stems) and len(stems & reading(text).stems) * 10 >= len(stems) * 7


def _is_attached(file_id: str, versions: Sequence[DraftVersion]) -> bool:
    holding = (v for v in versions if any(f.id == file_id for f in v.content.attachments))
    first = next(holding, None)
    return first is not None and first.author.origin is not Origin.USER


def _check(found: _Found) -> Check:
    pieces = [f"“{_cut(p.words, LONGEST_PIECE)}”" for p in found.pieces]
    pieces = [*found.whole, *pieces]
    more = len(pieces) - MOST_NAMED
    said = _joined([*pieces[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])])
    stands = "stands" if len(pieces) == 1 else "stand"
    by = f" ({_cut(found.origin.by, LONGEST_TITLE)})" if found.origin.by else ""
    named = f"“{_cut(found.origin.name, LONGEST_TITLE)}”{by}"
    who = [_cut(_name(a, found.origin), LONGEST_TITLE) for a in found.strangers]
    others = len(who) - MOST_PEOPLE
    people = _joined([*who[:MOST_PEOPLE], *([f"{others} more"] if others > 0 else [])])
    has = "has" if len(who) == 1 else "have"
    said = said[0].upper() + said[1:]
    sentence = f"{said} {stands} in {named}, which {people} {has} not seen."
    shown = found.pieces[0].words if found.pieces else ""
    return Check(CODE, CheckLevel.CONFIRM, sentence, "Show it" if shown else "", shown)


def _name(address: Address, origin: LeakOrigin) -> str:
    """The name; the address where somebody of the conversation has the same name."""
    others = (a for a in people_of(origin.thread) if a.key != address.key)
    taken = {a.name.casefold() for a in others}
    return address.email if address.name.casefold() in taken else address.label


def _cut(text: str, most: int) -> str:
    return one_line(visible(text), most)


def _joined(words: Sequence[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last

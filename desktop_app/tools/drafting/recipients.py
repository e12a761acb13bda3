"""Recipients of a draft: who is known, where the others come from, who put them in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from desktop_app.mail.drafts.strangers import Mistaken, RecipientsKnown, Stranger, Whence
from desktop_app.mail.message.body import read_body
from desktop_app.mail.senders.namesakes import Acquaintances
from desktop_app.model.address import Address, unique
from desktop_app.model.draft import Author, Draft, DraftVersion, Origin, Source, SourceKind
from desktop_app.model.errors import KnownError, NotFound
from desktop_app.model.message import Message
from desktop_app.store.mail.people import People
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.context import Context
from desktop_app.tools.drafting import outside_words
from desktop_app.tools.drafting.evidence import text_of

MOST_TITLE = 60
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+")


def recipients_known(
    context: Context, draft: Draft, thread: tuple[Message, ...]
) -> RecipientsKnown:
    """What is known of the draft's recipients; `thread` is the conversation that it answers."""
    everyone = unique(draft.content.recipients)
    own = context.store.accounts.own_keys()
    trusted = _trusted(context)
    stored = _stored_people(context, draft)
    written = stored.written_to(a.key for a in everyone)
    copied = context.store.accounts.get(draft.account_id).copy_keys
    known = written | own | trusted | copied
    versions = tuple(context.store.drafts.versions(draft.id))
    typed = _addresses(s.text for s in draft.sources if s.kind is SourceKind.REQUEST)
    look = _Look(context, draft, thread, versions, typed)
    strangers = tuple(look.at(a) for a in everyone if a.key not in known)
    people = acquaintances(stored.correspondents())
    writers = Acquaintances(a for m in thread for a in m.from_ if a.key not in own)
    given = _given_names(context, everyone)
    others = tuple(
        a
        for a in everyone
        if a.key not in own
        and not _is_theirs(a, known, people)
        and not (a in given and a.key in known)
    )
    mistaken = tuple(_mistaken(stored, others, people, writers))
    passes = {each.address.key for each in mistaken}
    named = {
        a.key
        for a in everyone
        if a.key not in passes
        and (a not in others or (writers.knows(a.key) and writers.goes_by(a)))
    }
    hidden = tuple(h for h in _hidden_copies(draft, versions) if h[0].key not in copied)
    return RecipientsKnown(strangers, mistaken, hidden, frozenset(named), typed)


def _given_names(context: Context, everyone: tuple[Address, ...]) -> frozenset[Address]:
    """Those who are called as the person notes them: that name is theirs to give. A program is told
    nothing of what is noted."""
    if context.caller or context.origin is not Origin.USER:
        return frozenset()
    noted = context.store.contacts.of_keys(a.key for a in everyone)
    return frozenset(a for a in everyone if a.key in noted and noted[a.key].name == a.name)


def _trusted(context: Context) -> frozenset[str]:
    """Whom the person trusts, in whichever account: to a program, which may see some accounts
    alone, nobody is known by that."""
    if context.caller:
        return frozenset()
    return frozenset(a.strip().lower() for a in context.settings.items("mail.trusted_recipients"))


def named_keys(context: Context, draft: Draft) -> frozenset[str]:
    """The keys of the recipients who may be called by their name in a sentence."""
    return recipients_known(context, draft, thread_of(context, draft)).named


def thread_of(context: Context, draft: Draft) -> tuple[Message, ...]:
    """The conversation that a draft answers, oldest first; empty without one."""
    if not draft.thread_id:
        return ()
    try:
        return context.store.threads.get(draft.thread_id).messages
    except NotFound:
        return ()


@dataclass(frozen=True, slots=True)
class _Look:
    """Look for where addresses of one draft come from."""

    context: Context
    draft: Draft
    thread: tuple[Message, ...]
    versions: tuple[DraftVersion, ...]
    typed: frozenset[str]

    def at(self, address: Address) -> Stranger:
        hand = _first_hand(self.versions, address.key) or self.draft.author
        by_person = hand.origin is Origin.USER
        whence, words = next(self._places(address.key, hand))
        return Stranger(address, whence, words, by_person)

    def _places(self, key: str, hand: Author) -> Iterator[tuple[Whence, str]]:
        """Where the address stands, what tells most first. It ends with who put it in."""
        if key in self.typed:
            yield Whence.PERSON, "whom you named when you asked"
        answered = next((m for m in self.thread if m.id == self.draft.reply_to_id), None)
        if answered is not None:
            yield from self._in_answered(key, answered)
        for message in reversed(self.thread):
            if field := _field_of(message, key):
                yield Whence.COPIED, f"{field} {_title_of(message)}"
        if hand.origin is Origin.USER:
            if source := brought_by(self.draft, self.versions, key):
                yield Whence.LINK, f"whom {source.title} brought"
            yield Whence.PERSON, "whom you put in"
        yield from self._in_sources(key)
        yield Whence.CALLER, f"whom {_name(hand)} brought: no mail that was read has the address"

    def _in_answered(self, key: str, answered: Message) -> Iterator[tuple[Whence, str]]:
        if key in {a.key for a in answered.from_}:
            yield Whence.SENDER, f"who wrote {_title(answered.subject)}"
        if key in {a.key for a in answered.reply_to}:
            yield Whence.REPLY_TO, f"where {_title_of(answered)} wants its answers"

    def _in_sources(self, key: str) -> Iterator[tuple[Whence, str]]:
        mails = [m for s in self.draft.sources if (m := _mail_of(self.context, s)) is not None]
        for message in reversed(mails):
            if field := _field_of(message, key):
                yield Whence.HEAD, f"only {field} {_title_of(message)}"
        for source in reversed(self.draft.sources):
            if source.kind is SourceKind.REQUEST:
                continue
            if key in _addresses([_source_text(self.context, source)]):
                yield Whence.TEXT, f"only in the text of {_source_title(self.context, source)}"


def _first_hand(versions: tuple[DraftVersion, ...], key: str) -> Author | None:
    """Author of the first version that goes to the address."""
    return next((v.author for v in versions if key in {a.key for a in v.content.recipients}), None)


def _hidden_copies(
    draft: Draft, versions: tuple[DraftVersion, ...]
) -> Iterator[tuple[Address, str]]:
    """Addresses in Bcc that somebody else than the person put there, with who did."""
    for address in unique(draft.content.bcc):
        hand = next(
            (v.author for v in versions if address.key in {a.key for a in v.content.bcc}),
            draft.author,
        )
        source = brought_by(draft, versions, address.key)
        if source is not None:
            yield address, _capital(source.title)
        elif hand.origin is not Origin.USER:
            yield address, _capital(_name(hand))


def _stored_people(context: Context, draft: Draft) -> People:
    """The people among whom a recipient may be known: those of the sample mailbox are invented, and
    count in it alone."""
    accounts = context.store.accounts.list()
    sample = context.store.accounts.get(draft.account_id).sample
    return context.store.people.within(a.id for a in accounts if a.sample == sample)


def _is_theirs(address: Address, known: frozenset[str], people: Acquaintances) -> bool:
    """Whether the person knows the address, and by that name."""
    return address.key in known and people.goes_by(address)


def _mistaken(
    stored: People, others: tuple[Address, ...], people: Acquaintances, writers: Acquaintances
) -> Iterator[Mistaken]:
    """Those who pass for somebody to whom the person has written, or who wrote in the
    conversation."""
    for address in others:
        known = (person for person in people.namesakes(address) if stored.written_to([person.key]))
        found = next(known, None)
        if found is None and not (writers.knows(address.key) and writers.goes_by(address)):
            found = next(writers.namesakes(address), None)
        if found is not None:
            yield Mistaken(address, found)


@lru_cache(maxsize=8)
def acquaintances(people: tuple[Address, ...]) -> Acquaintances:
    """The people by what others can be mistaken for."""
    return Acquaintances(people)


def brought_by(draft: Draft, versions: tuple[DraftVersion, ...], key: str) -> Source | None:
    """The link or the command that the draft began with and that brought this address; None where
    the person put it in."""
    begun = {a.key for a in versions[0].content.recipients} if versions else set()
    for source in draft.sources if key in begun else ():
        if source.kind is SourceKind.LINK and key in outside_words.keys_of(source):
            return source
    return None


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _field_of(message: Message, key: str) -> str:
    """Where in a mail's head the address stands, as words before its title; empty if nowhere."""
    for words, group in (
        ("who wrote", message.from_),
        ("in To of", message.to),
        ("in Cc of", message.cc),
        ("in Reply-To of", message.reply_to),
    ):
        if key in {a.key for a in group}:
            return words
    return ""


def _title_of(message: Message) -> str:
    return f"{_title(message.subject)} by {rows.visible(message.sender.email)}"


def _title(subject: str) -> str:
    """A subject as a quotation: a stranger's words, on one line and cut."""
    words = " ".join(rows.visible(subject).split())
    cut = words if len(words) <= MOST_TITLE else f"{words[: MOST_TITLE - 1]}…"
    return f"“{cut}”" if cut else "a mail without a subject"


def _name(author: Author) -> str:
    """`Claude over MCP`, `the assistant qwen3`."""
    if author.origin is Origin.MCP:
        return f"{rows.visible(author.name) or 'a connected program'} over MCP"
    return f"the assistant {rows.visible(author.name)}".strip()


def _mail_of(context: Context, source: Source) -> Message | None:
    if source.kind is not SourceKind.MESSAGE:
        return None
    try:
        return context.store.messages.get(int(source.ref))
    except (KnownError, ValueError):
        return None


def _source_title(context: Context, source: Source) -> str:
    message = _mail_of(context, source)
    return _title_of(message) if message is not None else _title(source.title)


def _source_text(context: Context, source: Source) -> str:
    """Text of a source; of a mail also its hidden text."""
    if source.kind is not SourceKind.MESSAGE:
        return text_of(context, source)
    try:
        body = read_body(context.store.messages.raw(int(source.ref)))
    except (KnownError, ValueError):
        return ""
    return "\n".join((body.text, *body.hidden_text))


def _addresses(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(found.lower() for text in texts for found in _ADDRESS.findall(text))

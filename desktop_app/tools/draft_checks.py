"""Checks and recipient badges of a draft, from what the store knows around it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from desktop_app.mime.body import read_body
from desktop_app.mime.checks import Known, check_draft
from desktop_app.mime.visible_content import in_words
from desktop_app.model.address import Address, unique
from desktop_app.model.draft import Badge, Check, CheckLevel, Draft, Origin, Source, SourceKind
from desktop_app.model.errors import NotFound
from desktop_app.model.message import Message
from desktop_app.model.sign_in import Permission
from desktop_app.tools.context import Context
from desktop_app.tools.evidence import text_of
from desktop_app.tools.time_checks import time_checks

_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+")
_PUBLIC_DOMAINS = frozenset(
    (
        "gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "live.com", "yahoo.com",
        "icloud.com", "me.com", "aol.com", "gmx.de", "gmx.net", "web.de", "proton.me",
        "protonmail.com", "fastmail.com", "mail.ru", "qq.com", "163.com", "posteo.de", "localhost",
    )
)  # fmt: skip
"""Public mail domains: a common one does not make two people colleagues."""


@dataclass(frozen=True, slots=True)
class Recipient:
    """A recipient chip of the review: which field it stands in, and its badges."""

    field: str
    address: Address
    badges: tuple[Badge, ...] = ()


def checks(context: Context, draft: Draft, known: Known | None = None) -> list[Check]:
    """Every finding about the draft as stored, most serious first. `known` is what
    `known_around` says, where that has been read already."""
    known = known or known_around(context, draft)
    found = [*check_draft(draft.content, known), *time_checks(context, draft, known.proposal)]
    found += _taken_out(draft)
    order = list(CheckLevel)
    return [*_account(context, draft), *sorted(found, key=lambda check: order.index(check.level))]


def _account(context: Context, draft: Draft) -> Iterator[Check]:
    """Checks of the account: signed in, and allowed to send."""
    account = context.store.accounts.get(draft.account_id)
    health = context.ports.accounts.health(account)
    if not health.signed_in:
        text = f"{account.name} is not signed in."
        yield Check("signed_out", CheckLevel.BLOCK, text, "Sign in…", account.id)
    elif (
        Permission.WRITE in context.ports.accounts.capabilities(account).permissions
        and Permission.WRITE not in health.scopes_granted
    ):
        text = (
            f"Draftdesk is not allowed to send from {account.name} yet, or to keep its drafts in "
            "Gmail."
        )
        yield Check("not_allowed_to_send", CheckLevel.BLOCK, text, "Allow…", account.id)


def _taken_out(draft: Draft) -> Iterator[Check]:
    """A proposal may have carried words that nobody sees."""
    if draft.taken_out:
        text = f"Invisible characters were taken out of {in_words(draft.taken_out)}."
        yield Check("invisible_taken_out", CheckLevel.NOTE, text)


def known_around(context: Context, draft: Draft) -> Known:
    """People and texts around a draft, for its checks."""
    thread = _thread(context, draft)
    keys = {a.key for a in draft.content.recipients}
    account = context.store.accounts.get(draft.account_id)
    versions = context.store.drafts.versions(draft.id)
    last_editor = versions[-1].author.origin
    proposals = [v.content for v in versions if v.author.origin is not Origin.USER]
    return Known(
        thread_people=_people(thread),
        thread_text=_text(context, thread[-1]) if thread else "",
        known_keys=context.store.people.known(keys) | account.own_keys,
        mentioned_keys=_only_mentioned(context, draft, keys),
        trusted_keys=frozenset(
            a.lower() for a in context.settings.items("mail.trusted_recipients")
        ),
        reply_all_by_model=draft.reply_all and last_editor is not Origin.USER,
        proposal=f"{proposals[-1].subject}\n{proposals[-1].body}" if proposals else "",
    )


def recipients(context: Context, draft: Draft, known: Known | None = None) -> tuple[Recipient, ...]:
    """Recipients with field and badges, for the review. `known` as for `checks`."""
    known = known or known_around(context, draft)
    thread = _thread(context, draft)
    in_thread = {a.key for a in known.thread_people}
    own = draft.content.from_.domain
    answered = next((m for m in thread if m.id == draft.reply_to_id), None)
    redirected = _redirected(answered)
    content = draft.content

    typed = _typed(draft)

    def badges(address: Address) -> Iterator[Badge]:
        if address.key in typed:
            yield Badge.TYPED
        if address.key in known.mentioned_keys:
            yield Badge.ONLY_IN_TEXT
        elif address.key not in (known.known_keys or ()):
            yield Badge.NEW
        if own not in _PUBLIC_DOMAINS and address.domain != own:
            yield Badge.EXTERNAL
        if in_thread and address.key not in in_thread:
            yield Badge.NOT_IN_THREAD
        if address.key in redirected:
            yield Badge.REPLY_TO_DIFFERS

    fields = (("to", content.to), ("cc", content.cc), ("bcc", content.bcc))
    return tuple(Recipient(name, a, tuple(badges(a))) for name, group in fields for a in group)


def _thread(context: Context, draft: Draft) -> tuple[Message, ...]:
    if not draft.thread_id:
        return ()
    try:
        return context.store.threads.get(draft.thread_id).messages
    except NotFound:
        return ()


def _people(thread: tuple[Message, ...]) -> tuple[Address, ...]:
    return unique(a for m in thread for a in (*m.from_, *m.to, *m.cc, *m.reply_to))


def _text(context: Context, message: Message) -> str:
    return read_body(context.store.messages.raw(message.id)).fresh_text


def _redirected(message: Message | None) -> set[str]:
    """Addresses a reply goes to although the mail came from another."""
    if message is None:
        return set()
    return {a.key for a in message.reply_to} - {a.key for a in message.from_}


def _only_mentioned(context: Context, draft: Draft, keys: set[str]) -> frozenset[str]:
    """Recipients of a proposal found only in the text that was read for it: neither known from mail
    nor named by the person."""
    unknown = keys - context.store.people.known(keys) - _typed(draft)
    if not unknown or not draft.proposed:
        return frozenset()
    read = (s for s in draft.sources if s.kind is not SourceKind.REQUEST)
    return frozenset(unknown & _addresses(_source_text(context, source) for source in read))


def _typed(draft: Draft) -> frozenset[str]:
    """The addresses that the person named when they asked for the draft."""
    return _addresses(s.text for s in draft.sources if s.kind is SourceKind.REQUEST)


def _addresses(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(found.lower() for text in texts for found in _ADDRESS.findall(text))


def _source_text(context: Context, source: Source) -> str:
    """Text of a source; of a mail also its hidden text."""
    if source.kind is not SourceKind.MESSAGE:
        return text_of(context, source)
    try:
        body = read_body(context.store.messages.raw(int(source.ref)))
    except NotFound:
        return ""
    return "\n".join((body.text, *body.hidden_text))

"""New drafts, with everything that can be derived of them, for every caller.

Recipients, subject and threading headers of a reply come from the mail it answers. Identity and
signature come from the account. A model supplies the words alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from desktop_app.mail.drafts.answering import answering
from desktop_app.mail.drafts.quotes import forward_quote, quoted_document, reply_quote
from desktop_app.mail.drafts.reply import (
    forward_subject,
    forward_text,
    goes_on,
    quote_for_reply,
    reply_references,
    reply_subject,
)
from desktop_app.mail.drafts.visible_content import around_the_text, visible_content
from desktop_app.mail.hidden.invisible import without_invisible
from desktop_app.mail.message.body import read_body
from desktop_app.mail.wire.addresses import addresses
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address, unique
from desktop_app.model.draft import (
    Draft,
    DraftContent,
    DraftState,
    NewFile,
    Origin,
    Source,
    SourceKind,
)
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.message import Body, Message
from desktop_app.tools.calls.base import Subject
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import NO_SUBJECT
from desktop_app.tools.drafting import draft_attachments, request_keys
from desktop_app.tools.drafting.account_copies import with_copies
from desktop_app.tools.drafting.draft_attachments import FileContent
from desktop_app.tools.drafting.given_people import recipients
from desktop_app.tools.drafting.made_from import made_from
from desktop_app.tools.drafting.reply_people import identity_for, reply_people, said_of_answers
from desktop_app.tools.drafting.writing_format import formatted, is_formatted


def also_to(
    context: Context, content: DraftContent, cc: tuple[str, ...], bcc: tuple[str, ...]
) -> DraftContent:
    """The content with further people in copy, none twice. Raises `BadInput`."""
    there = {address.key for address in (*content.to, *content.cc)}
    more = tuple(a for a in recipients(context, cc) if a.key not in there)
    return replace(content, cc=(*content.cc, *more), bcc=recipients(context, bcc))


def account_or_default(context: Context, account_id: str) -> Account:
    """The account named, by id or by address; else the first that is not the sample.

    Raises `NotFound`.
    """
    accounts = context.store.accounts.list()
    if account_id:
        wanted = account_id.lower()
        for account in accounts:
            if account_id == account.id or wanted in account.own_keys:
                return account
        raise NotFound(f"There is no account {account_id}.")
    for account in sorted(accounts, key=lambda a: a.sample):
        return account
    raise NotFound("There is no account yet.", next_step="Add an account or import mail.")


def own_identity(context: Context, wanted: str, account: Account) -> Identity:
    """The identity of the account with that address. Raises `BadInput` naming those there are."""
    key = (addresses(wanted) or (Address("", wanted),))[0].key
    for identity in account.identities:
        if identity.address.key == key:
            return identity
    there = ", ".join(i.address.email for i in account.identities)
    elsewhere = next((a.id for a in context.store.accounts.list() if key in a.own_keys), "")
    raise BadInput(
        f"{wanted[:120]} is no address of the account {account.id}, which has: {there}.",
        next_step=f"It is of the account {elsewhere}: write a new draft there with create_draft."
        if elsewhere
        else "connection_status shows every address.",
    )


def sent_as(context: Context, content: DraftContent, wanted: str, account: Account) -> DraftContent:
    """The content from another of the account's addresses, with its signature; as it is where none
    is wanted. Raises `BadInput`."""
    if not wanted:
        return content
    identity = own_identity(context, wanted, account)
    return replace(content, from_=identity.address).signed_by(identity)


def account_of(context: Context, account_id: str, send_as: str) -> Account:
    """The account named; else the one that has the address to send as, else the default one."""
    if send_as and not account_id:
        key = (addresses(send_as) or (Address("", send_as),))[0].key
        for account in context.store.accounts.list():
            if key in account.own_keys:
                return account
    return account_or_default(context, account_id)


def new_content(
    account: Account,
    *,
    to: tuple[Address, ...],
    cc: tuple[Address, ...] = (),
    bcc: tuple[Address, ...] = (),
    subject: str = "",
    body: str = "",
    content_type: str = "text/plain",
) -> DraftContent:
    identity = account.default_identity
    return DraftContent(
        from_=identity.address,
        to=to,
        cc=cc,
        bcc=bcc,
        subject=subject,
        body=body,
        content_type=content_type,
    ).signed_by(identity)


def in_conversation(content: DraftContent, references: tuple[str, ...]) -> DraftContent:
    """The content as an answer to a mail that is not here, by the Message-IDs of its conversation,
    the answered one last. Raises `BadInput` for what is no Message-ID."""
    ids = tuple(each for text in references for each in text.replace("<", " ").split())
    ids = tuple(each.rstrip(">,") for each in ids)
    for each in ids:
        if not _MESSAGE_ID.fullmatch(each):
            raise BadInput(f"{each[:80]!r} is no Message-ID.")
    return replace(content, in_reply_to=ids[-1], references=ids) if ids else content


_MESSAGE_ID = re.compile(r"[\x21-\x3b\x3d\x3f-\x7e]{1,480}@[\x21-\x3b\x3d\x3f-\x7e]{1,480}")
"""Printable characters without angle brackets (RFC 5322 section 3.6.4, which allows fewer)."""


def reply_content(
    context: Context, message: Message, body: str, *, reply_all: bool, to_list: bool = False
) -> DraftContent:
    """A reply to `message`: recipients, subject, References, signature and quoted text. Raises
    `BadInput` for a reply to the list of a mail that names none."""
    account = context.store.accounts.get(message.account_id)
    raw = context.store.messages.raw(message.id)
    said, read = answering(raw), read_body(raw)
    identity = identity_for(account, message, said)
    to, cc = reply_people(context, message, said, reply_all=reply_all, to_list=to_list)
    content = DraftContent(
        from_=identity.address,
        to=to,
        cc=cc,
        subject=reply_subject(message.subject, answers=goes_on(message, read)),
        body=body,
        quoted=quote_for_reply(message, read),
        in_reply_to=message.rfc822_message_id,
        references=reply_references(message),
    ).signed_by(identity)
    if _is_formatted(context, account, read):
        quoted = reply_quote(message, read, draft_attachments.pictures_of(message))
        content = formatted(replace(content, quoted=quoted))
    return _of_a_mail(context, content)


def quoted_pictures(content: DraftContent, message: Message) -> tuple[str, ...]:
    """The parts of the mail that its quote shows, as `NewDraft.parts` names them."""
    quote = quoted_document(content)
    cids = {one.cid for one in quote.pictures} if quote is not None else set()
    return tuple(f"{message.id}/{p.id}" for p in message.attachments if p.content_id in cids)


def _of_a_mail(context: Context, content: DraftContent) -> DraftContent:
    """What a mail says with what the person writes to it: without invisible characters of the
    mail's. A proposal is looked at as a whole, when it is kept."""
    return around_the_text(content)[0] if context.origin is Origin.USER else content


def forward_content(
    context: Context, message: Message, to: tuple[Address, ...], body: str
) -> DraftContent:
    """The mail as a forward; its attachments are added once the draft exists. What it refers to
    last is the mail itself, by which that is known when the forward was sent."""
    account = context.store.accounts.get(message.account_id)
    raw = context.store.messages.raw(message.id)
    identity, read = identity_for(account, message, answering(raw)), read_body(raw)
    content = DraftContent(
        from_=identity.address,
        to=to,
        subject=forward_subject(message.subject, answers=goes_on(message, read)),
        body=body,
        quoted=forward_text(message, read),
        references=reply_references(message) if message.rfc822_message_id else (),
    ).signed_by(identity)
    if _is_formatted(context, account, read):
        quoted = forward_quote(message, read, draft_attachments.pictures_of(message))
        content = formatted(replace(content, quoted=quoted))
    return _of_a_mail(context, content)


def _is_formatted(context: Context, account: Account, read: Body) -> bool:
    """Whether the person's own draft about a mail begins as formatted text; a proposal becomes so
    once its words are clean."""
    own = context.origin is Origin.USER
    return own and is_formatted(context, account, answers_formatted=read.designed)


@dataclass(frozen=True, slots=True)
class NewDraft:
    """A draft before it is stored. `sources` are those besides what has been read; `parts` name
    stored attachments, `message_id/attachment_id`; `files` are others with their content, and
    `made` those that were made of what the caller said, `kept` those that a template of the
    person's brings along. `said` is what it said besides, as text:
    what kind of draft it is, an event. `about` is the mail that a forward passes on, `taken` what
    was taken out of its words already. `brought` says where the person's own draft has its words
    from, where they came from outside: those have been cleaned then."""

    account_id: str
    content: DraftContent
    reply_to: Message | None = None
    reply_all: bool = False
    sources: tuple[Source, ...] = ()
    parts: tuple[str, ...] = ()
    files: tuple[FileContent, ...] = ()
    made: tuple[FileContent, ...] = ()
    kept: tuple[NewFile, ...] = ()
    said: tuple[str, ...] = ()
    about: Message | None = None
    taken: tuple[str, ...] = ()
    brought: tuple[Source, ...] = ()

    def subject(self, context: Context) -> Subject:
        """What a request for it is about. Raises like `keep`."""
        answers = self.reply_to.id if self.reply_to is not None else 0
        read = tuple(int(s.ref) for s in self.sources if s.kind is SourceKind.MESSAGE)
        mails = read or ((answers,) if answers else ())
        words = "Write a reply" if answers else "Write a draft"
        files = draft_attachments.names(context, self.parts, (*self.made, *self.files))
        account = context.store.accounts.get(self.account_id)
        files += tuple(without_invisible(file.filename) for file in self.kept)
        return Subject(
            words,
            mails,
            draft=visible_content(with_copies(account, self.content))[0],
            files=files,
            answers=answers,
            account=self.account_id,
        )


def keep(context: Context, new: NewDraft, *, request_key: str = "") -> Draft:
    """Store a new draft: the person's own, or a proposal with what it was made from, also to those
    who always get a copy. All that can be refused is refused before anything is stored."""
    own = context.origin is Origin.USER
    reply_to, parts = new.reply_to, draft_attachments.resolved_parts(context, new.parts)
    given = draft_attachments.gathered(context, parts, new.files)
    made = draft_attachments.decoded(new.made)
    files, names = draft_attachments.visible_files((*made, *given, *new.kept))
    whole = with_copies(context.store.accounts.get(new.account_id), new.content)
    content, places = (whole, ()) if own else visible_content(whole)
    was_cleaned = not own or bool(new.brought)
    taken_out = (*dict.fromkeys((*new.taken, *places)), *names) if was_cleaned else ()
    draft = context.store.drafts.create(
        new.account_id,
        context.author,
        content,
        state=DraftState.EDITED if own else DraftState.PROPOSED,
        now=context.clock(),
        reply_to_id=reply_to.id if reply_to is not None else 0,
        reply_all=new.reply_all,
        sources=new.brought
        if own
        else made_from(context, content, (*new.sources, *sources_of(context, parts))),
        taken_out=taken_out,
        files=files,
        request_key=request_keys.key(context.author, request_key),
        former_key=request_keys.former_key(context.author, request_key),
        request_digest=request_keys.digest(_words(new), _besides(new, (*given, *new.kept))),
        former_digest=request_keys.digest(_words(new)),
    )
    if reply_to is not None:
        context.conversation.answers[reply_to.id] = draft.id
    return draft


def _words(new: NewDraft) -> list[object]:
    content = new.content
    people = [[str(a) for a in them] for them in (content.to, content.cc, content.bcc)]
    answers = new.reply_to.id if new.reply_to is not None else 0
    return [new.account_id, people, content.subject, content.body, answers]


def _besides(new: NewDraft, given: Iterable[NewFile]) -> list[object]:
    """What a caller says besides the words; `given` are its files with their bytes."""
    return [
        new.content.content_type,
        new.content.from_.key,
        new.said,
        [[f.filename, f.content_type, request_keys.of_bytes(f.data)] for f in given],
    ]


def source_of(message: Message) -> Source:
    """The mail as a source: who wrote it and what about."""
    title = without_invisible(f"{message.sender.label}: {message.subject or NO_SUBJECT}")
    return Source(SourceKind.MESSAGE, str(message.id), title)


def sources_of(context: Context, parts: Iterable[str]) -> tuple[Source, ...]:
    """The mails that attached files are taken from, as sources; `parts` are resolved."""
    return tuple(map(source_of, draft_attachments.mails_of(context, parts)))


def answered_people(
    context: Context, draft: Draft, *, reply_all: bool
) -> tuple[tuple[Address, ...], tuple[Address, ...]]:
    """To and Cc of an answer to the mail that a draft answers. Raises `BadInput` when the draft
    answers nothing."""
    if not draft.reply_to_id:
        raise BadInput("This draft does not answer a mail.")
    message = context.store.messages.get(draft.reply_to_id)
    said = said_of_answers(context, message)
    return reply_people(context, message, said, reply_all=reply_all)


def with_reply_all(context: Context, draft: Draft, *, reply_all: bool) -> DraftContent:
    """The draft's content with the recipients of a reply, or of a reply to all. Whoever was added
    to it by hand stays.

    Raises `BadInput` when the draft answers nothing.
    """
    everyone = {a.key for group in answered_people(context, draft, reply_all=True) for a in group}
    to, cc = answered_people(context, draft, reply_all=reply_all)
    to = unique((*to, *(a for a in draft.content.to if a.key not in everyone)))
    cc = unique((*cc, *(a for a in draft.content.cc if a.key not in everyone)))
    return replace(draft.content, to=to, cc=cc)

"""Checks and recipient badges of a draft, from what the store knows around it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from desktop_app.mail.drafts.checks import Known, check_draft
from desktop_app.mail.drafts.mail_size import SIZE_LIMIT
from desktop_app.mail.drafts.strangers import Whence
from desktop_app.mail.drafts.visible_content import cleaned_in_words, in_words
from desktop_app.mail.message.body import read_body
from desktop_app.mail.senders.public_mail import is_public
from desktop_app.mail.wire.mailboxes import beyond_ascii, valid_address
from desktop_app.model.account import Account
from desktop_app.model.address import Address, unique
from desktop_app.model.draft import Badge, Check, CheckLevel, Draft, Origin
from desktop_app.model.errors import NotFound
from desktop_app.model.message import Message
from desktop_app.model.sign_in import Permission
from desktop_app.tools.calls.context import Context
from desktop_app.tools.drafting import outside_words
from desktop_app.tools.drafting.recipients import recipients_known, thread_of
from desktop_app.tools.drafting.time_checks import time_checks


@dataclass(frozen=True, slots=True)
class Recipient:
    """A recipient chip of the review: which field it stands in, its badges, and where the address
    comes from where the person has never written to it. `named` is whether a sentence may call
    them by their name."""

    field: str
    address: Address
    badges: tuple[Badge, ...] = ()
    whence: str = ""
    named: bool = True


def checks(context: Context, draft: Draft, known: Known | None = None) -> list[Check]:
    """Every finding about the draft as stored, most serious first. `known` is what
    `known_around` says, where that has been read already."""
    known = known or known_around(context, draft)
    found = [*check_draft(draft.content, known), *time_checks(context, draft, known.proposal)]
    found += [
        *outside_words.checks(draft),
        *_taken_out(draft),
        *_left_behind(context, draft, known),
    ]
    found += _letters(context, draft)
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
    """A proposal may have carried words that nobody sees, and what is none of its words."""
    if places := in_words(draft.taken_out):
        text = f"Invisible characters were taken out of {places}."
        yield Check("invisible_taken_out", CheckLevel.NOTE, text)
    if cleaned := cleaned_in_words(draft.taken_out):
        yield Check("cleaned", CheckLevel.NOTE, f"Taken out of the text: {cleaned}.")


def _letters(context: Context, draft: Draft) -> Iterator[Check]:
    """Addresses that only servers with SMTPUTF8 take: whether the account's own does is known once
    it was reached."""
    content = draft.content
    found = [a.email for a in unique((content.from_, *content.recipients)) if beyond_ascii(a.email)]
    shown = [email for email in found if valid_address(email)]
    if not shown:
        return
    said = context.store.mail_servers.said(draft.account_id)
    if said is not None and not said.takes_letters:
        name = context.store.accounts.get(draft.account_id).name
        for email in shown:
            own = email == content.from_.email
            text = (
                f"{email} has letters beyond ASCII before the @, and the server of {name} said that"
                " it takes no such address. Send from another account, or "
                + ("from another address." if own else "write to another address of theirs.")
            )
            fix, value = ("", "") if own else ("Remove it", email)
            yield Check("letters_not_taken", CheckLevel.CONFIRM, text, fix, value, "Try it again")
        return
    listed = ", ".join(shown[:5])
    text = (
        f"Not every mail server takes letters beyond ASCII before the @: {listed}. Where one on the"
        " way does not, the mail comes back."
    )
    yield Check("letters_beyond_ascii", CheckLevel.NOTE, text)


def _left_behind(context: Context, draft: Draft, known: Known) -> Iterator[Check]:
    """Pictures of a quoted mail stay where they are: who was not written to has not seen them."""
    content = draft.content
    if not draft.reply_to_id or not content.quoted.strip():
        return
    had = {a.key for a in known.thread_people} | known.own
    if all(address.key in had for address in content.recipients):
        return
    try:
        message = context.store.messages.get(draft.reply_to_id)
    except NotFound:
        return
    names = {file.filename for file in content.attachments}
    count = sum(
        part.inline and part.content_type.startswith("image/") and part.filename not in names
        for part in message.attachments
    )
    if count:
        pictures = "A picture" if count == 1 else f"{count} pictures"
        text = f"{pictures} of the quoted mail will not be there for new recipients."
        yield Check("pictures_left", CheckLevel.NOTE, text)


def known_around(context: Context, draft: Draft) -> Known:
    """People and texts around a draft, for its checks."""
    thread = thread_of(context, draft)
    versions = context.store.drafts.versions(draft.id)
    last_editor = versions[-1].author.origin
    account = context.store.accounts.get(draft.account_id)
    limit, taker = _largest_mail(context, account)
    proposals = [v.content for v in versions if v.author.origin is not Origin.USER]
    return Known(
        thread_people=_people(thread),
        thread_text=_text(context, thread[-1]) if thread else "",
        people=recipients_known(context, draft, thread),
        reply_all_by_model=draft.reply_all and last_editor is not Origin.USER,
        own=context.store.accounts.own_keys(),
        size_limit=limit,
        size_taker=taker,
        proposal=f"{proposals[-1].subject}\n{proposals[-1].body}" if proposals else "",
    )


def _largest_mail(context: Context, account: Account) -> tuple[int, str]:
    """Bytes of a whole mail that the account takes at most, and whose limit that is: of its server,
    where that has said one, else of its kind; empty for what servers in general take."""
    said = context.store.mail_servers.said(account.id)
    if said is not None and said.largest_mail:
        return said.largest_mail, f"the server of {account.name}"
    able = context.ports.accounts.capabilities(account)
    return (able.largest_mail, able.title) if able.largest_mail else (SIZE_LIMIT, "")


def recipients(context: Context, draft: Draft, known: Known | None = None) -> tuple[Recipient, ...]:
    """Recipients with field and badges, for the review. `known` as for `checks`."""
    known = known or known_around(context, draft)
    in_thread = {a.key for a in known.thread_people}
    own, people = draft.content.from_.domain, known.people
    strangers = {each.address.key: each for each in people.strangers}
    content = draft.content
    account = context.store.accounts.get(draft.account_id)
    always = {("cc", a.key) for a in account.cc} | {("bcc", a.key) for a in account.bcc}

    def badges(field: str, address: Address) -> Iterator[Badge]:
        if (field, address.key) in always:
            yield Badge.ALWAYS
            return
        stranger = strangers.get(address.key)
        if address.key in people.typed:
            yield Badge.TYPED
        if stranger is not None:
            yield Badge.ONLY_IN_TEXT if stranger.whence is Whence.TEXT else Badge.NEW
        if not is_public(own) and address.domain != own:
            yield Badge.EXTERNAL
        if in_thread and address.key not in in_thread:
            yield Badge.NOT_IN_THREAD
        if stranger is not None and stranger.whence is Whence.REPLY_TO:
            yield Badge.REPLY_TO_DIFFERS

    def recipient(field: str, address: Address) -> Recipient:
        stranger = strangers.get(address.key)
        words = stranger.words if stranger is not None else ""
        named = address.key in people.named
        return Recipient(field, address, tuple(badges(field, address)), words, named)

    fields = (("to", content.to), ("cc", content.cc), ("bcc", content.bcc))
    return tuple(recipient(name, a) for name, group in fields for a in group)


def _people(thread: tuple[Message, ...]) -> tuple[Address, ...]:
    return unique(a for m in thread for a in (*m.from_, *m.to, *m.cc, *m.reply_to))


def _text(context: Context, message: Message) -> str:
    return read_body(context.store.messages.raw(message.id)).fresh_text

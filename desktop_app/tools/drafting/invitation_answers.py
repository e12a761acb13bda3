"""Answers to the invitation of a mail: a draft to the organiser with the calendar's part of it."""

from __future__ import annotations

import base64

from desktop_app.mail.calendar.calendar_file import answer_file, is_calendar, read_invitation
from desktop_app.mail.drafts.reply import reply_references
from desktop_app.mail.message.access import attachment_bytes
from desktop_app.mail.wire.addresses import plainly_named
from desktop_app.mail.wire.mailboxes import valid_address
from desktop_app.model.account import Account
from desktop_app.model.address import Address, is_among
from desktop_app.model.draft import DraftContent
from desktop_app.model.errors import BadInput, NotFound
from desktop_app.model.invitation import Answer, Invitation
from desktop_app.model.message import Message
from desktop_app.tools.calls.context import Context
from desktop_app.tools.drafting import new_drafts
from desktop_app.tools.drafting.draft_attachments import FileContent
from desktop_app.tools.drafting.new_drafts import NewDraft
from desktop_app.tools.drafting.reply_people import identity_for, identity_of, said_of_answers

_WORDS = {
    Answer.ACCEPTED: ("Accepted", "accepted.ics", "I accept the invitation."),
    Answer.TENTATIVE: ("Maybe", "maybe.ics", "I may come, and can't say for sure yet."),
    Answer.DECLINED: ("Declined", "declined.ics", "I can't come."),
}


def invitation_of(context: Context, message: Message) -> tuple[Invitation, bytes]:
    """The invitation of a mail and its file. Raises `NotFound` where none can be read."""
    raw = context.store.messages.raw(message.id)
    for part in message.attachments:
        if is_calendar(part.content_type, part.filename):
            data = attachment_bytes(raw, part.id)
            found = read_invitation(data)
            if found is not None:
                return found, data
    raise NotFound("This mail has no invitation that can be read.")


def invited(account: Account, message: Message, invitation: Invitation) -> Address:
    """The own address as it is invited (with a tag, if so), else the one the mail came to."""
    people = [person.address for person in invitation.people]
    own = account.own_keys
    for is_own in (own.__contains__, lambda key: is_among(key, own)):
        for address in people:
            if is_own(address.key):
                return plainly_named(address)
    return identity_for(account, message).address


def answer_draft(context: Context, message: Message, answer: Answer, body: str = "") -> NewDraft:
    """The answer, with words of its own where `body` is empty. Raises `NotFound`, `BadInput`
    where there is nobody to answer."""
    account = context.store.accounts.get(message.account_id)
    invitation, data = invitation_of(context, message)
    organiser, you = invitation.organiser, invited(account, message, invitation)
    if not invitation.can_be_answered or not valid_address(organiser.email):
        raise BadInput("This invitation does not say whom to answer.")
    word, filename, sentence = _WORDS[answer]
    said = said_of_answers(context, message)
    identity = identity_of(account, you.key) or identity_for(account, message, said)
    title = invitation.title or "your invitation"
    content = DraftContent(
        from_=identity.address,
        to=(plainly_named(organiser),),
        subject=f"{word}: {title}",
        body=body or sentence,
        in_reply_to=message.rfc822_message_id,
        references=reply_references(message),
    ).signed_by(identity)
    file = FileContent(
        filename=filename,
        content=base64.b64encode(answer_file(data, you, answer, now=context.clock())).decode(),
        mime_type="text/calendar",
    )
    sources = (new_drafts.source_of(message),)
    return NewDraft(account.id, content, message, sources=sources, made=(file,))

"""A mail edited as a new one: its people, subject, words and files, in no conversation."""

from __future__ import annotations

from desktop_app.model.draft import DraftContent
from desktop_app.model.message import Message
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import DraftSaved

_MARK = "-- "


class EditAsNew(Params, frozen=True, kw_only=True):
    message_id: int


def edit_as_new(context: Context, params: EditAsNew) -> DraftSaved:
    """Raises `NotFound`."""
    from desktop_app.tools.drafting import draft_attachments, new_drafts

    message = context.store.messages.get(params.message_id)
    new = new_drafts.NewDraft(
        message.account_id, _content(context, message), parts=draft_attachments.parts_of(message)
    )
    return rows.draft_saved(context, new_drafts.keep(context, new))


def _content(context: Context, message: Message) -> DraftContent:
    """As the mail was written: the signature apart where it stands at the end. What somebody else
    wrote is without invisible characters."""
    from desktop_app.mail.drafts.answering import answering
    from desktop_app.mail.drafts.link_targets import text_with_targets
    from desktop_app.mail.drafts.visible_content import visible_content
    from desktop_app.mail.message.body import read_body
    from desktop_app.mail.wire.addresses import plainly_named
    from desktop_app.mail.wire.headers import clean
    from desktop_app.tools.drafting.reply_people import identity_for, own_keys

    raw = context.store.messages.raw(message.id)
    account = context.store.accounts.get(message.account_id)
    identity = identity_for(account, message, answering(raw))
    text = text_with_targets(read_body(raw)).strip("\n")
    body, signature = without_signature(text, identity.signature)
    content = DraftContent(
        from_=identity.address,
        to=tuple(map(plainly_named, message.to)),
        cc=tuple(map(plainly_named, message.cc)),
        bcc=tuple(map(plainly_named, message.bcc)),
        subject=clean(message.subject),
        body=body,
    ).signed_by(identity if signature else None)
    own = message.sender.key in own_keys(context, message)
    return content if own else visible_content(content)[0]


def without_signature(text: str, signature: str) -> tuple[str, str]:
    """The words without the signature at their end, and the signature; spaces at line ends do not
    count. A text that does not end with it stays whole, and has none."""
    wanted = [_MARK.strip(), *(line.rstrip() for line in signature.strip().split("\n"))]
    lines = text.rstrip().split("\n")
    if not signature.strip() or [line.rstrip() for line in lines[-len(wanted) :]] != wanted:
        return text, ""
    return "\n".join(lines[: -len(wanted)]).rstrip(), signature


EDIT_AS_NEW = person_tool(edit_as_new, Effect.DRAFT, EditAsNew)
TOOLS = (EDIT_AS_NEW,)

"""Plain or formatted text of a proposal, once all of it is there."""

from __future__ import annotations

from dataclasses import replace

from desktop_app.mail.drafts.quotes import forward_quote, reply_quote
from desktop_app.mail.message.body import read_body
from desktop_app.model.draft import Origin
from desktop_app.tools.calls.context import Context
from desktop_app.tools.drafting.draft_attachments import pictures_of
from desktop_app.tools.drafting.new_drafts import NewDraft
from desktop_app.tools.drafting.writing_format import HTML, as_proposed, is_formatted


def in_kind(context: Context, new: NewDraft) -> NewDraft:
    """A proposal of plain words as formatted text, where mail from its account is; its quote has
    the links, lists and pictures of the mail then."""
    content, about = new.content, new.reply_to or new.about
    if context.origin is Origin.USER or content.content_type == HTML:
        return new
    account = context.store.accounts.get(new.account_id)
    read = read_body(context.store.messages.raw(about.id)) if about is not None else None
    if not is_formatted(context, account, answers_formatted=read is not None and read.designed):
        return new
    content, taken = as_proposed(content)
    if about is not None and read is not None and content.quoted:
        quote = forward_quote if new.about is not None else reply_quote
        quoted = quote(about, read, pictures_of(about))
        content = replace(content, quoted=quoted)
    return replace(new, content=content, taken=taken)

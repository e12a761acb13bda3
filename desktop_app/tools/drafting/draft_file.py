"""A draft as the mail that it would be, for a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.mail.drafts.compose import compose, new_message_id
from desktop_app.mail.wire.mbox import MboxMail
from desktop_app.model.draft import Draft

if TYPE_CHECKING:
    from desktop_app.store.drafts.drafts import Drafts


def draft_as_mail(drafts: Drafts, draft: Draft) -> MboxMail:
    """The mail of a draft as it is now, with Bcc and with a Message-ID of its own."""
    sender = draft.content.from_
    raw = compose(
        draft.content,
        message_id=new_message_id(sender.domain, f"{draft.id}-{draft.revision}"),
        date=draft.updated,
        read_attachment=drafts.read_file,
        include_bcc=True,
    )
    return MboxMail(raw, sender.email, draft.updated)

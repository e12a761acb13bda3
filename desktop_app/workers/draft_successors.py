"""Which draft of ours another mail program has replaced by one of its own.

On an IMAP server a draft is edited by a new message in the place of the old one, and most programs
leave out header fields that they do not know, ours among them. The new one is known by its
Message-ID, else by the mail that it answers, else by its subject and its people.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from desktop_app.mail.drafts.compose import new_message_id
from desktop_app.mail.drafts.reopen import Reopened
from desktop_app.mail.message.access import header_fields
from desktop_app.model.draft import Draft

Sign = Callable[[Draft, Reopened, bytes], bool]


def replaced_draft(gone: Sequence[Draft], opened: Reopened, raw: bytes) -> Draft | None:
    """The one of the drafts `gone` from the server that `opened`, which is new there, replaces;
    None where it is none of them, or may be several."""
    if opened.draft_id:
        return None
    for sign in (_same_name, _same_answer, _same_letter):
        found = [draft for draft in gone if sign(draft, opened, raw)]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _same_name(draft: Draft, opened: Reopened, raw: bytes) -> bool:
    del opened
    ours = f"<{new_message_id(draft.content.from_.domain, draft.id)}>"
    return any(n.lower() == "message-id" and v.strip() == ours for n, v in header_fields(raw))


def _same_answer(draft: Draft, opened: Reopened, raw: bytes) -> bool:
    del raw
    answered = opened.content.in_reply_to
    return bool(answered) and draft.content.in_reply_to == answered


def _same_letter(draft: Draft, opened: Reopened, raw: bytes) -> bool:
    del raw
    ours, theirs = draft.content, opened.content
    if ours.in_reply_to != theirs.in_reply_to or not ours.subject.strip():
        return False
    same_people = {a.key for a in ours.to} == {a.key for a in theirs.to}
    return same_people and ours.subject.strip() == theirs.subject.strip()

"""IMAP drafts: `create_draft`, `draft_reply` and `update_draft` with UIDs.

These names are ours too. A call with our own arguments alone is ours.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import msgspec
from msgspec import Meta

from desktop_app.model.errors import BadInput, NotFound
from desktop_app.tools.adapters.adapter import Adapter, Desk, Stopped
from desktop_app.tools.adapters.drafting import changed, read_draft
from desktop_app.tools.answers import rows
from desktop_app.tools.calls.base import Decision, Effect, Params, ToolResult
from desktop_app.tools.calls.results import DraftSaved
from desktop_app.tools.names.reference import draft_id, preferred, told_message_id
from desktop_app.tools.verbs import create_draft, draft_reply, update_draft
from desktop_app.tools.verbs.update_draft import NOBODY

FAMILY = "imap_drafts"
NO_DRAFT = "You can only update drafts. The email you provided is not in the drafts folder."
_UID = "The UID of a mail on its server, or any id of it."


class _Written(Params, frozen=True, kw_only=True):
    to: Annotated[tuple[str, ...], Meta(description="One address or several.")] = ()
    subject: str = ""
    body: str = ""
    cc: tuple[str, ...] = ()
    bcc: tuple[str, ...] = ()


class ImapCreateDraft(_Written, frozen=True, kw_only=True):
    in_reply_to: Annotated[int | str, Meta(description=_UID)] = ""
    reply_all: bool = False
    folder: Annotated[str, Meta(description="Of in_reply_to, where several have its UID.")] = ""
    content_type: str = "text/plain"
    attachments: tuple[str, ...] = ()
    account: str = ""
    request_key: str = ""


class ImapDraftReply(Params, frozen=True, kw_only=True):
    uid: Annotated[int | str, Meta(description=_UID)] = ""
    body: str = ""
    reply_all: bool = False
    folder: str = ""
    message_id: str = ""
    number: int = 0
    from_: str = ""
    subject: str = ""
    text: str = ""
    request_key: str = ""


class ImapUpdateDraft(Params, frozen=True, kw_only=True):
    uid: Annotated[int | str, Meta(description="The UID of a draft, or its draft_id.")] = ""
    to: tuple[str, ...] | None = None
    subject: str | None = None
    body: str | None = None
    cc: tuple[str, ...] | None = None
    bcc: tuple[str, ...] | None = None
    in_reply_to: int | str = ""
    draft_id: str = ""
    base_revision: int = 0
    attachments: tuple[str, ...] = ()


class ImapDraft(DraftSaved, frozen=True, kw_only=True):
    """A draft as it was saved. `uid` is the draft's UID where its server has this revision, before
    that its draft_id: every `uid` of these names takes either."""

    uid: int | str


def _create(desk: Desk, params: ImapCreateDraft) -> ImapDraft:
    if params.reply_all and not params.in_reply_to:
        raise BadInput("reply_all needs the mail that is answered.", next_step="Give in_reply_to.")
    answered = _mail(desk, str(params.in_reply_to), params.folder) if params.in_reply_to else ""
    return _draft(
        desk,
        desk.value(
            create_draft.TOOL,
            to=params.to,
            subject=params.subject,
            body=params.body,
            cc=params.cc,
            bcc=params.bcc,
            content_type=params.content_type,
            attachments=params.attachments,
            reply_to_message_id=answered,
            reply_all=params.reply_all,
            account=params.account,
            request_key=params.request_key,
        ),
    )


def _reply(desk: Desk, params: ImapDraftReply) -> ImapDraft:
    named = params.message_id
    if params.uid and not named:
        named = _mail(desk, str(params.uid), params.folder)
    return _draft(
        desk,
        desk.value(
            draft_reply.TOOL,
            message_id=named,
            number=params.number,
            from_=params.from_,
            subject=params.subject,
            text=params.text,
            body=params.body,
            reply_all=params.reply_all,
            request_key=params.request_key,
        ),
    )


def _update(desk: Desk, params: ImapUpdateDraft) -> ImapDraft:
    wanted = params.draft_id or str(params.uid)
    if not wanted:
        raise BadInput("Which draft? Give uid, or draft_id.")
    _refuse_mail(desk, wanted)
    if params.in_reply_to:
        _refuse_other_answer(desk, wanted, str(params.in_reply_to))
    names = ("to", "subject", "body", "cc", "bcc")
    given = {name: getattr(params, name) for name in names}
    given["attachments"] = params.attachments or None
    dropped = _left_out(desk, params, wanted)
    given |= dict.fromkeys(dropped, (NOBODY,))
    saved = _draft(desk, changed(desk, wanted, given, params.base_revision))
    if not dropped:
        return saved
    told = " and ".join(name.capitalize() for name in dropped)
    said = f"{told} of before {_IS_ARE[len(dropped)]} gone: an update by uid replaces them."
    return msgspec.structs.replace(saved, display=f"{saved.display}\n{said}")


_IS_ARE = {1: "is", 2: "are"}


def _left_out(desk: Desk, params: ImapUpdateDraft, wanted: str) -> tuple[str, ...]:
    """Which of Cc and Bcc the draft has and the call leaves out. By `uid` an update replaces them,
    as those who know the name expect."""
    if params.draft_id or not params.uid:
        return ()
    content = desk.context.store.drafts.get(draft_id(desk.context, wanted)).content
    there = {"cc": content.cc, "bcc": content.bcc}
    return tuple(name for name, people in there.items() if people and not getattr(params, name))


def _mail(desk: Desk, uid: str, folder: str) -> str:
    """The told id of the mail with that UID, or with any other id. Raises `NotFound`, and
    `Stopped` with the mails to pick from where several folders have the UID."""
    if uid.isdecimal() and uid.isascii() and len(uid) <= _LONGEST_UID:
        copies = desk.context.store.known_ids.by_uid(int(uid), folder)
        found = preferred(copies)
        if len(found) == 1:
            return desk.context.store.told_ids.message(found[0])
        if found:
            mails = desk.context.store.messages.get_many(found)
            several = rows.candidates(desk.context, mails)
            raise Stopped(ToolResult(Decision.ALLOW, value=several))
    with suppress(NotFound):
        if told := told_message_id(desk.context, uid):
            return told
    raise NotFound(f"Email with UID {uid[:80]} not found.")


_LONGEST_UID = 10
"""Digits of an unsigned number of 32 bits (RFC 3501 section 2.3.1.1)."""


def _refuse_mail(desk: Desk, wanted: str) -> None:
    """Raises `BadInput` for a mail that is no draft, `NotFound` for what is neither."""
    try:
        desk.context.store.drafts.get(draft_id(desk.context, wanted))
    except NotFound:
        with suppress(Stopped):  # several mails have the UID, and none is a draft
            _mail(desk, wanted, "")
        raise BadInput(NO_DRAFT, next_step="list_drafts shows the drafts.") from None


def _refuse_other_answer(desk: Desk, wanted: str, in_reply_to: str) -> None:
    """Raises `BadInput` when the draft is to answer another mail than it does."""
    draft, _ = read_draft(desk, wanted)
    stored = desk.context.store.drafts.get(draft.draft.draft_id)
    answered = desk.context.store.told_ids.message(stored.reply_to_id)
    if answered != _mail(desk, in_reply_to, ""):
        raise BadInput(
            "A draft stays the answer to what it answers.",
            next_step="Make a new one with draft_reply.",
        )


def _draft(desk: Desk, saved: DraftSaved) -> ImapDraft:
    uid = desk.context.store.known_ids.draft_uid(saved.draft_id, saved.revision)
    return ImapDraft(**msgspec.structs.asdict(saved), uid=uid or saved.draft_id)


ADAPTERS = (
    Adapter(
        name="create_draft",
        family=FAMILY,
        title="Write a draft",
        description=(
            "Save a new draft, also as the answer to the mail with UID in_reply_to. It reaches "
            "nobody: the person reviews and sends."
        ),
        params=ImapCreateDraft,
        tool=create_draft.TOOL,
        run=_create,
        effect=Effect.DRAFT,
        hints=("in_reply_to", "folder"),
        also={"message_id": "in_reply_to", "reply_to_message_id": "in_reply_to"},
    ),
    Adapter(
        name="draft_reply",
        family=FAMILY,
        title="Draft a reply",
        description=(
            "Draft an answer to the mail with this UID. Recipients, subject and threading are "
            "derived; reply_all answers everyone."
        ),
        params=ImapDraftReply,
        tool=draft_reply.TOOL,
        run=_reply,
        effect=Effect.DRAFT,
        hints=("uid", "folder", "number", "from_", "subject", "text"),
    ),
    Adapter(
        name="update_draft",
        family=FAMILY,
        title="Change a draft",
        description=(
            "Change the draft with this UID or draft_id. What is left out stays as it is. Only "
            "drafts can be changed."
        ),
        params=ImapUpdateDraft,
        tool=update_draft.TOOL,
        run=_update,
        effect=Effect.DRAFT,
    ),
)

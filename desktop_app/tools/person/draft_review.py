"""One draft under review: what is shown of it, and the person's changes to it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.cloud_file import CloudFileBytes
from desktop_app.model.draft import (
    Author,
    Check,
    Draft,
    DraftContent,
    DraftState,
    DraftVersion,
    Origin,
    newest_proposal,
)
from desktop_app.model.draft_change import ChangeState, DraftChange
from desktop_app.model.errors import BadInput, Conflict
from desktop_app.model.hands import before_newest_hand
from desktop_app.model.outbox import OutboxEntry, as_found
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.tools.answers import rows
from desktop_app.tools.answers.draft_place import HERE, DraftPlace, draft_place
from desktop_app.tools.calls.base import ALL, Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import DraftSaved

if TYPE_CHECKING:
    from desktop_app.mail.claims.claim import Claim
    from desktop_app.tools.drafting.draft_checks import Recipient


@dataclass(frozen=True, slots=True)
class Beside:
    """The other one of two drafts that were one, until it was changed here and in another mail
    program at the same time. `theirs`: it holds what the other program wrote."""

    draft: Draft
    theirs: bool


@dataclass(frozen=True, slots=True)
class Review:
    """All the review shows of one draft: read in one transaction.

    `digest` is over exactly what is shown here; a permit is minted on it. `delivery_note` says
    what Send does where it is not what people expect, `delivers` whether it leaves this computer.
    `proposal` is the last version an assistant wrote; None when only the person wrote. `compared`
    is the last version of another hand than the newest one's, for the Changes tab; `changes` are
    those that others propose and the person has not answered. `elsewhere` are identities of other
    accounts from which a new mail could go too. `quotes` are lines of each of the draft's sources,
    `doubts` what it claims and none of them says. `place` is where the draft is kept.
    `beside` is the draft that holds the other text of one that was changed in two places.
    """

    draft: Draft
    account: Account
    identities: tuple[Identity, ...]
    recipients: tuple[Recipient, ...]
    checks: tuple[Check, ...]
    versions: tuple[DraftVersion, ...]
    digest: str
    delivery_note: str = ""
    can_send: bool = True
    delivers: bool = True
    proposal: DraftVersion | None = None
    outbox: OutboxEntry | None = None
    stale: bool = False
    elsewhere: tuple[Identity, ...] = ()
    quotes: tuple[tuple[str, ...], ...] = ()
    doubts: tuple[Claim, ...] = ()
    place: DraftPlace = HERE
    compared: DraftVersion | None = None
    changes: tuple[DraftChange, ...] = ()
    beside: Beside | None = None
    reminder: int = 0
    """Seconds after the leaving when the person is reminded if nobody answers; 0 for never."""


@dataclass(frozen=True, slots=True)
class Addresses:
    addresses: tuple[Address, ...]


class ReviewDraft(Params, frozen=True, kw_only=True):
    draft_id: str


class SaveDraft(Params, frozen=True, kw_only=True):
    """`hand` is whose words the person has just put in, where they are not the person's own.
    `pressed`: Send was pressed on this content, which is written down in the same commit."""

    draft_id: str
    base_revision: int
    content: DraftContent
    hand: Author | None = None
    pressed: bool = False


class SwitchReply(Params, frozen=True, kw_only=True):
    draft_id: str
    base_revision: int
    reply_all: bool


class SwitchSender(Params, frozen=True, kw_only=True):
    """`address` is one of another account's identities."""

    draft_id: str
    base_revision: int
    address: str


class AttachFiles(Params, frozen=True, kw_only=True):
    draft_id: str
    base_revision: int
    paths: tuple[str, ...]


class AttachCloudFile(Params, frozen=True, kw_only=True):
    draft_id: str
    base_revision: int
    file_id: str
    account: str = ""


class SuggestRecipients(Params, frozen=True, kw_only=True):
    text: str
    limit: int = 8


def review_draft(context: Context, params: ReviewDraft) -> Review:
    """Everything the review shows of one draft, with its checks. Raises `NotFound`."""
    from desktop_app.tools.drafting import draft_checks
    from desktop_app.tools.drafting.attached_events import attached_events
    from desktop_app.tools.drafting.evidence import evidence, source_checks
    from desktop_app.tools.drafting.leaks import leak_checks

    store = context.store
    draft = store.drafts.get(params.draft_id)
    account = store.accounts.get(draft.account_id)
    able = context.ports.accounts.capabilities(account)
    versions = tuple(store.drafts.versions(draft.id))
    known = draft_checks.known_around(context, draft)
    thread = store.threads.get(draft.thread_id) if draft.thread_id else None
    found = evidence(context, draft, account, versions)
    entry = store.outbox.for_draft(draft.id)
    return Review(
        draft=draft,
        account=account,
        identities=account.identities,
        recipients=draft_checks.recipients(context, draft, known),
        checks=(
            *draft_checks.checks(context, draft, known),
            *leak_checks(context, draft, account, versions),
            *source_checks(found),
            *attached_events(draft, store.drafts.read_file),
        ),
        versions=versions,
        digest=draft.digest,
        delivery_note=able.delivery_note,
        can_send=able.sends,
        delivers=able.delivers,
        proposal=newest_proposal(versions),
        outbox=as_found(entry, context.ports.postman.status) if entry is not None else None,
        stale=thread is not None and thread.messages[-1].date > draft.created,
        elsewhere=tuple(i for _, i in _elsewhere(context, draft)),
        quotes=found.quotes,
        doubts=found.doubts,
        place=draft_place(context, draft),
        compared=before_newest_hand(versions),
        changes=tuple(
            change
            for change in store.drafts.changes.of_draft(draft.id)
            if change.state is ChangeState.OPEN
        ),
        beside=_beside(context, draft),
        reminder=store.later.wanted_reminder(draft.id),
    )


def _beside(context: Context, draft: Draft) -> Beside | None:
    for other_id, theirs in context.store.draft_links(draft.account_id).beside(draft.id):
        other = context.store.drafts.get(other_id)
        gone_on = () if theirs else (DraftState.APPROVED, DraftState.SENT)
        if other.state in {*OPEN_STATES, *gone_on}:
            return Beside(other, theirs)
    return None


def save_draft(context: Context, params: SaveDraft) -> DraftSaved:
    """Keep what the person has typed: called within a second of every change. Raises `Conflict`
    for a stale revision, `Refused` for a draft that is on its way."""
    store = context.store
    keep = store.outbox.presses.note_with if params.pressed else store.drafts.save
    draft = keep(
        params.draft_id,
        params.base_revision,
        params.content,
        params.hand or context.author,
        now=context.clock(),
        by=context.author,
    )
    return rows.draft_saved(context, draft)


def switch_reply(context: Context, params: SwitchReply) -> DraftSaved:
    """Turn a reply into a reply to all, or back: recipients are derived anew, everything else
    stays. Raises `BadInput`, `Conflict`."""
    from desktop_app.tools.drafting import new_drafts

    draft = context.store.drafts.get(params.draft_id)
    content = new_drafts.with_reply_all(context, draft, reply_all=params.reply_all)
    saved = context.store.drafts.save(
        draft.id,
        params.base_revision,
        content,
        context.author,
        now=context.clock(),
        reply_all=params.reply_all,
    )
    return rows.draft_saved(context, saved)


def switch_sender(context: Context, params: SwitchSender) -> DraftSaved:
    """Let a new mail of the person's own go from another account. The draft begins anew there, with
    that identity's signature and the same files. Raises `BadInput` where that can't be, `Conflict`,
    `NotFound`."""
    from desktop_app.tools.drafting.account_copies import moved_copies

    draft = _unchanged(context, params.draft_id, params.base_revision)
    wanted = Address("", params.address).key
    found = next((e for e in _elsewhere(context, draft) if e[1].address.key == wanted), None)
    if found is None:
        raise BadInput("This draft can't be sent from that address.")
    account, identity = found
    store, now = context.store, context.clock()
    files = draft.content.attachments
    content = replace(
        moved_copies(draft.content, store.accounts.get(draft.account_id), account),
        from_=identity.address,
        attachments=(),
    ).signed_by(identity)
    moved = store.drafts.create(account.id, context.author, content, state=draft.state, now=now)
    if files:
        parts = tuple(
            store.drafts.add_file(
                moved.id,
                file.filename,
                file.content_type,
                store.drafts.read_file(file.id),
                file.cid,
            )
            for file in files
        )
        content = replace(content, attachments=parts)
        moved = store.drafts.save(moved.id, moved.revision, content, context.author, now=now)
    store.drafts.delete(draft.id)
    return rows.draft_saved(context, moved)


def _elsewhere(context: Context, draft: Draft) -> list[tuple[Account, Identity]]:
    """Identities of other accounts that send, for a new mail of the person's own."""
    if draft.reply_to_id or draft.content.in_reply_to or draft.author.origin is not Origin.USER:
        return []
    return [
        (account, identity)
        for account in context.store.accounts.list()
        if account.id != draft.account_id and context.ports.accounts.capabilities(account).sends
        for identity in account.identities
    ]


def attach_files(context: Context, params: AttachFiles) -> DraftSaved:
    """Add files of this computer to a draft. Raises `BadInput` for a file that can't be read or
    is too large, `Conflict`."""
    from desktop_app.tools.drafting import draft_attachments

    draft = _unchanged(context, params.draft_id, params.base_revision)
    return rows.draft_saved(
        context, draft_attachments.attach_files(context, draft, map(Path, params.paths))
    )


def attach_cloud_file(context: Context, params: AttachCloudFile) -> DraftSaved:
    """Let a copy of a file in Google Drive go along with a draft, Google's own formats as PDF.
    Raises `BadInput` for what can't be downloaded, `Conflict`, and other `KnownError`s."""
    from desktop_app.tools.drafting import draft_attachments
    from desktop_app.tools.reading.cloud import files_account

    draft = _unchanged(context, params.draft_id, params.base_revision)
    account = files_account(context, params.account)
    got = context.ports.cloud(account.id).read_file(
        account.id, params.file_id, as_document=True, cancelled=context.cancelled
    )
    name = _file_name(got)
    saved = draft_attachments.attach_bytes(context, draft, name, got.content_type, got.data)
    return rows.draft_saved(context, saved)


def _unchanged(context: Context, draft_id: str, revision: int) -> Draft:
    """The draft as it was shown. Raises `Conflict` when it is not that any more, `NotFound`."""
    draft = context.store.drafts.get(draft_id)
    if draft.revision != revision:
        raise Conflict("The draft has changed in the meantime.")
    return draft


def _file_name(got: CloudFileBytes) -> str:
    """An exported document has no suffix of its own."""
    if got.content_type == "application/pdf" and PurePath(got.file.name).suffix.lower() != ".pdf":
        return f"{got.file.name}.pdf"
    return got.file.name


def suggest_recipients(context: Context, params: SuggestRecipients) -> Addresses:
    """People to write to, by the start of a name or address."""
    return Addresses(tuple(context.store.found_people.complete(params.text, params.limit)))


REVIEW_DRAFT = person_tool(review_draft, Effect.READ, ReviewDraft)
SAVE_DRAFT = person_tool(save_draft, Effect.DRAFT, SaveDraft)
SWITCH_REPLY = person_tool(switch_reply, Effect.DRAFT, SwitchReply)
SWITCH_SENDER = person_tool(switch_sender, Effect.DRAFT, SwitchSender)
ATTACH_FILES = person_tool(attach_files, Effect.DRAFT, AttachFiles)
ATTACH_CLOUD_FILE = person_tool(attach_cloud_file, Effect.DRAFT, AttachCloudFile)
SUGGEST_RECIPIENTS = person_tool(
    suggest_recipients,
    Effect.READ,
    SuggestRecipients,
    "Suggest recipients",
    origins=ALL,  # the bridge completes names with it, within its client's accounts
)

TOOLS = (
    REVIEW_DRAFT,
    SAVE_DRAFT,
    SWITCH_REPLY,
    SWITCH_SENDER,
    ATTACH_FILES,
    ATTACH_CLOUD_FILE,
    SUGGEST_RECIPIENTS,
)

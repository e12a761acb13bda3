"""Drafts in their lists: to review, in progress, on their way, put aside."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from desktop_app.model.address import unique
from desktop_app.model.draft import Author, Draft, DraftState, Origin, newest_proposal
from desktop_app.model.outbox import OutboxEntry, OutboxState, as_found
from desktop_app.store.drafts.draft_records import OPEN_STATES
from desktop_app.store.store import Store
from desktop_app.tools.answers import rows
from desktop_app.tools.answers.draft_place import DraftPlace, draft_place, drafts_page_of
from desktop_app.tools.calls.base import Effect, NoParams, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import DraftSaved, Result

_SHOWN = (OutboxState.QUEUED, OutboxState.SENDING, OutboxState.UNCERTAIN, OutboxState.FAILED)
"""Of mail on its way; what is to leave later comes behind it, the first to leave first."""


class DraftsPage(Result, frozen=True):
    """The drafts pane: newest first in every list, but what was not sent stands on top of
    `to_review`, whoever wrote it; `not_sent` has its entries by the draft's id. A draft of the
    person's own beside which a change waits is to review too; `changes` has who proposes one.
    `edited` has the ids of those that no longer say what was proposed, `places` where each of the
    first two lists is kept, `withdrawn` why prepared answers were put aside by themselves, `named`
    the address keys of those recipients of each draft whom a row may call by their name,
    `writers` who wrote its versions."""

    to_review: tuple[Draft, ...]
    mine: tuple[Draft, ...]
    outbox: tuple[tuple[OutboxEntry, Draft], ...]
    ignored: tuple[Draft, ...]
    edited: frozenset[str] = frozenset()
    places: Mapping[str, DraftPlace] = msgspec.field(default_factory=dict)
    withdrawn: Mapping[str, str] = msgspec.field(default_factory=dict)
    changes: Mapping[str, tuple[Author, ...]] = msgspec.field(default_factory=dict)
    named: Mapping[str, frozenset[str]] = msgspec.field(default_factory=dict)
    writers: Mapping[str, tuple[Author, ...]] = msgspec.field(default_factory=dict)
    not_sent: Mapping[str, OutboxEntry] = msgspec.field(default_factory=dict)


class GmailPage(Result, frozen=True):
    """`link` is empty where Gmail does not have the draft and will not."""

    link: str
    place: DraftPlace


class Asking(Result, frozen=True):
    """Drafts that ask to be sent, and what programs asked for: request ids with who asks."""

    drafts: tuple[Draft, ...]
    requests: tuple[tuple[int, str], ...] = ()


class IgnoreDraft(Params, frozen=True, kw_only=True):
    draft_id: str


class RestoreDraft(Params, frozen=True, kw_only=True):
    draft_id: str


class FindInGmail(Params, frozen=True, kw_only=True):
    draft_id: str


def drafts_page(context: Context, params: NoParams) -> DraftsPage:
    """The four lists of the drafts pane."""
    store = context.store
    open_ = store.drafts.in_state(OPEN_STATES)
    postman = context.ports.postman.status
    entries = [as_found(e, postman) for e in store.outbox.in_state(_SHOWN, limit=200)]
    entries += store.outbox.scheduled.entries()
    on_way = [(entry, store.drafts.get(entry.draft_id)) for entry in entries]
    not_sent = store.outbox.not_sent()
    changes = store.drafts.changes.open()
    unsent = tuple(store.drafts.get(id_) for id_ in not_sent)
    rest = tuple(d for d in open_ if d.id not in not_sent)
    to_review = (*unsent, *(d for d in rest if d.proposed or d.id in changes))
    ignored = tuple(store.drafts.in_state([DraftState.IGNORED]))
    return DraftsPage(
        to_review=to_review,
        mine=tuple(d for d in rest if not d.proposed),
        outbox=tuple((entry, draft) for entry, draft in on_way if _still_told(store, entry, draft)),
        ignored=ignored,
        edited=frozenset(d.id for d in to_review if _edited(store, d)),
        places={d.id: draft_place(context, d) for d in (*unsent, *rest)},
        withdrawn=store.prepared.reasons(d.id for d in ignored),
        changes=changes,
        writers=store.drafts.writers(d.id for d in open_),
        named=_named(context, (*unsent, *rest, *ignored), tuple(draft for _, draft in on_way)),
        not_sent=not_sent,
    )


def _named(
    context: Context, listed: tuple[Draft, ...], on_way: tuple[Draft, ...]
) -> dict[str, frozenset[str]]:
    """Those whom the person seems to have written to by that name; in mail on its way, which is
    little, everybody who may be called by a name."""
    if not listed and not on_way:
        return {}
    from desktop_app.mail.senders.namesakes import same_name
    from desktop_app.tools.drafting.recipients import named_keys

    everyone = unique(a for draft in listed for a in draft.content.recipients)
    names = context.store.people.names_written_to(a.key for a in everyone)
    theirs = {
        draft.id: frozenset(
            a.key
            for a in draft.content.recipients
            if any(same_name(a.name, name) for name in names.get(a.key, ()))
        )
        for draft in listed
    }
    return theirs | {draft.id: named_keys(context, draft) for draft in on_way}


def _edited(store: Store, draft: Draft) -> bool:
    if draft.state is not DraftState.EDITED:
        return False
    proposal = newest_proposal(store.drafts.versions(draft.id))
    return proposal is not None and proposal.content != draft.content


def _still_told(store: Store, entry: OutboxEntry, draft: Draft) -> bool:
    """A failure is told until the draft is sent again, put aside or deleted."""
    if entry.state is not OutboxState.FAILED:
        return True
    return draft.state in OPEN_STATES and store.outbox.for_draft(draft.id) == entry


def list_asking(context: Context, params: NoParams) -> Asking:
    """What waits for the person's word, newest first: few, and read at every change of a draft.
    What the assistant in the window asks for is said in its own panel."""
    asked = context.store.requests.askers(Origin.MCP)
    return Asking(tuple(context.store.drafts.asking()), tuple(asked))


def find_in_gmail(context: Context, params: FindInGmail) -> GmailPage:
    """Where Gmail shows a draft now: its address changes with each revision. Raises `NotFound`."""
    draft = context.store.drafts.get(params.draft_id)
    place = draft_place(context, draft)
    return GmailPage(drafts_page_of(context, draft, place), place)


def ignore_draft(context: Context, params: IgnoreDraft) -> DraftSaved:
    """Put a draft aside; it can be restored. Raises `Refused` when it is in no state for that,
    `NotFound`."""
    return rows.draft_saved(
        context, context.store.drafts.ignore(params.draft_id, now=context.clock())
    )


def restore_draft(context: Context, params: RestoreDraft) -> DraftSaved:
    """Bring an ignored draft back. Raises `Refused` when it is in no state for that,
    `NotFound`."""
    return rows.draft_saved(
        context, context.store.drafts.restore(params.draft_id, now=context.clock())
    )


DRAFTS_PAGE = person_tool(drafts_page, Effect.READ, NoParams)
LIST_ASKING = person_tool(list_asking, Effect.READ, NoParams)
FIND_IN_GMAIL = person_tool(find_in_gmail, Effect.READ, FindInGmail)
IGNORE_DRAFT = person_tool(ignore_draft, Effect.DRAFT, IgnoreDraft)
RESTORE_DRAFT = person_tool(restore_draft, Effect.DRAFT, RestoreDraft)

TOOLS = (DRAFTS_PAGE, LIST_ASKING, FIND_IN_GMAIL, IGNORE_DRAFT, RESTORE_DRAFT)

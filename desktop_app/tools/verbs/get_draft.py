"""A draft as it would be sent, its checks, its state, and the person's changes."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

from msgspec import Meta

from desktop_app.model.draft import Check, Draft
from desktop_app.model.draft_change import ChangeState
from desktop_app.model.outbox import as_found
from desktop_app.tools.answers import rows
from desktop_app.tools.answers.fence import Fence
from desktop_app.tools.calls.base import Effect, Group, Params, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import NO_SUBJECT, AttachmentRow, DraftRow, DraftText
from desktop_app.tools.drafting.told_draft import checks_told, texts_of

_OUTCOMES: Mapping[ChangeState, str] = MappingProxyType(
    {
        ChangeState.OPEN: "waits for the person.",
        ChangeState.TAKEN: "the person took it.",
        ChangeState.TAKEN_IN_PART: "the person took a part of it.",
        ChangeState.REFUSED: "the person refused it.",
        ChangeState.REPLACED: "replaced by a later one of yours.",
    }
)


MOST_CHARS = 20_000
"""Characters of a draft's text in one answer; the words of the person's changes besides."""

MOST_CHECKS, LONGEST_CHECK = 50, 1_000
MOST_PEOPLE, MOST_FILES = 500, 200
"""Of each field of people; what is beyond is counted, and the person sees all of it."""

LONGEST_COMPARED = 200_000
"""Characters of a text in which the person's changes are looked for."""


class GetDraft(Params, frozen=True, kw_only=True):
    draft_id: str
    offset: Annotated[int, Meta(ge=0)] = 0


def run(context: Context, params: GetDraft) -> DraftText:
    """Raises `NotFound`."""
    draft = context.store.drafts.get(params.draft_id)
    entry = context.store.outbox.for_draft(draft.id)
    entry = as_found(entry, context.ports.postman.status) if entry is not None else None
    row = rows.draft_row(context, draft, entry, people=MOST_PEOPLE)
    part = slice(params.offset, params.offset + MOST_CHARS)
    whole, words = texts_of(draft.content)
    body, own = rows.visible(whole[part]), rows.visible(words[part])
    left = len(whole) > part.stop
    found = _checks(context, draft)[:MOST_CHECKS]
    checks = tuple(rows.visible(f"{c.level}: {c.text[:LONGEST_CHECK]}") for c in found)
    standing = f"{row.state}" + (f", {row.delivery}" if row.delivery else "")
    standing += f", leaves {row.leaves}" if row.leaves else ""
    head = [f"Draft {draft.id}, revision {draft.revision}: {standing}. {row.link}"]
    told = [
        f"From: {row.from_}",
        *(f"{name}: {', '.join(people)}" for name, people in _people(row) if people),
        f"Subject: {row.subject or NO_SUBJECT}",
    ]
    parts = draft.content.attachments[:MOST_FILES]
    attachments = tuple(
        AttachmentRow(a.id, rows.visible(a.filename), a.content_type, a.size) for a in parts
    )
    edits, fence = rows.visible(_edits(context, draft)[:MOST_CHARS]), Fence()
    changes = _changes(context, draft)
    told += rows.attachment_lines(attachments)
    head += [*changes, *_checked(checks, fence)]
    return DraftText(
        display="\n".join(
            [
                *head,
                *_told(told, body, own, edits, fence),
                *([f"[cut here; offset={part.stop} reads on]"] if left else []),
            ]
        ),
        draft=row,
        body=body,
        own_words=own,
        attachments=attachments,
        checks=checks,
        edits=edits,
        changes=changes,
        next_offset=part.stop if left else 0,
    )


def _changes(context: Context, draft: Draft) -> tuple[str, ...]:
    """What became of the changes that the caller proposed to the draft."""
    return tuple(
        f"Your change to revision {change.base_revision}: {_OUTCOMES[change.state]}"
        for change in context.store.drafts.changes.of_draft(draft.id)
        if change.author == context.author
    )


def _checks(context: Context, draft: Draft) -> list[Check]:
    account = context.store.accounts.get(draft.account_id)
    versions = tuple(context.store.drafts.versions(draft.id))
    return checks_told(context, draft, account, versions)


def _people(row: DraftRow) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return ("To", row.to), ("Cc", row.cc), ("Bcc", row.bcc)


def _checked(checks: tuple[str, ...], fence: Fence) -> list[str]:
    """Checks are our own sentences, and quote subjects, addresses and texts of strangers."""
    fenced = fence.around("\n".join(f"Check: {check}" for check in checks))
    return ["[checks by Draftdesk, which quote mails:]", *fenced] if checks else []


def _told(head: list[str], body: str, own: str, edits: str, fence: Fence) -> list[str]:
    """People and subject, its own words, what stands below them, and what the person changed, each
    fenced: all may have words of strangers."""
    below = body.removeprefix(own).strip() if body.startswith(own) else ""
    text = own.rstrip() if below else body.rstrip()
    told = fence.around("\n".join((*head, "", text)).rstrip())
    told += ["[below them: signature and quoted mail]", *fence.around(below)] if below else []
    return [*told, "[the person changed your words:]", *fence.around(edits)] if edits else told


def _edits(context: Context, draft: Draft) -> str:
    """Unified diff of the person's changes since the proposing author's last version."""
    proposed = [v for v in context.store.drafts.versions(draft.id) if v.author == draft.author]
    if not proposed or not draft.proposed:
        return ""
    if draft.content.body == proposed[-1].content.body:
        return ""
    before = proposed[-1].content.body[:LONGEST_COMPARED].splitlines()
    after = draft.content.body[:LONGEST_COMPARED].splitlines()
    return "\n".join(difflib.unified_diff(before, after, "proposed", "edited", lineterm=""))


TOOL = Tool(
    name="get_draft",
    title="Read a draft",
    done="Read a draft",
    effect=Effect.READ,
    group=Group.DRAFTS,
    description="A draft as it would be sent, its checks, state and the person's edits.",
    params=GetDraft,
    result=DraftText,
    run=run,
)

"""Proposed change: how somebody who did not write a draft alone would have it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from desktop_app.model.draft import Author, DraftContent, Source


class ChangeState(StrEnum):
    """State of a proposed change; only the person moves it on from OPEN, or its author's next
    proposal, which takes its place (REPLACED)."""

    OPEN = "open"
    TAKEN = "taken"
    TAKEN_IN_PART = "taken in part"
    REFUSED = "refused"
    REPLACED = "replaced"


@dataclass(frozen=True, slots=True)
class DraftChange:
    """Change from `base`, the content at `base_revision` that its author had read, to `content`.

    Once the person has taken or refused a part, `base` is what the draft said then, and `content`
    the rest of the change. `created` and `updated` are seconds
    since the epoch; `sources` and `taken_out` are as those of a draft.
    """

    id: str
    draft_id: str
    author: Author
    base_revision: int
    base: DraftContent
    content: DraftContent
    state: ChangeState
    created: int
    updated: int
    sources: tuple[Source, ...] = ()
    taken_out: tuple[str, ...] = ()

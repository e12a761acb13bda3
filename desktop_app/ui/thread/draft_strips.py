"""Strips above a conversation: the drafts that wait in it."""

from __future__ import annotations

from collections.abc import Iterator

from desktop_app.model.draft import Draft
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.strips import Strip

MOST = 2
"""Strips of one draft each; the others share one, so that the conversation keeps its room."""


def strips_of(bench: Workbench, drafts: tuple[Draft, ...]) -> Iterator[Strip]:
    """One strip for each draft, as long as there are few."""
    shown = drafts if len(drafts) <= MOST + 1 else drafts[:MOST]
    for draft in shown:
        yield _strip_of(bench, draft)
    rest = drafts[len(shown) :]
    if rest:
        proposed = any(draft.proposed for draft in rest)
        place = "go_review" if proposed else "go_drafts"
        text = f"{len(rest)} more drafts wait here. They have not been sent."
        show = ("Show", lambda: bench.actions.trigger(place))
        kind, icon = ("made", "proposal") if proposed else ("info", "draft")
        yield Strip(bench.theme, kind, icon, text, buttons=(show,))


def _strip_of(bench: Workbench, draft: Draft) -> Strip:
    who = draft.author.name or "the assistant"
    whose = f"A draft by {who}" if draft.proposed else "Your draft"
    kind, icon = ("made", "proposal") if draft.proposed else ("info", "draft")
    label = "Review" if draft.proposed else "Continue"
    text = f"{whose} waits here. It has not been sent."
    opens = (label, lambda: bench.navigation.open_draft(draft.id))
    return Strip(bench.theme, kind, icon, text, buttons=(opens,))

"""Strips above a conversation: the drafts that wait in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from desktop_app.model.draft import Author, Draft
from desktop_app.ui.bench.author_names import author_name, proposed_changes
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.strips import Strip

ChangeAuthors = Mapping[str, tuple[Author, ...]]
Words = tuple[str, bool, str]
MOST = 2
"""Strips; all other drafts share one more, so that the conversation keeps its room."""


def strips_of(
    bench: Workbench, drafts: tuple[Draft, ...], changes: ChangeAuthors
) -> Iterator[Strip]:
    """A strip for each kind of draft, with their number: drafts of which the same is said share
    one. `changes` says who proposes one to which draft."""
    kinds: dict[Words, list[Draft]] = {}
    for draft in drafts:
        kinds.setdefault(_words(draft, changes.get(draft.id, ())), []).append(draft)
    groups = list(kinds.items())
    shown = groups if len(groups) <= MOST + 1 else groups[:MOST]
    for (whose, made, more), alike in shown:
        yield _strip_of(bench, whose, alike, more, made=made)
    rest = [draft for _, alike in groups[len(shown) :] for draft in alike]
    if rest:
        made = any(draft.proposed for draft in rest)
        yield _strip_of(bench, "more drafts", rest, "", made=made)


def _words(draft: Draft, changes: tuple[Author, ...]) -> Words:
    """What is said of a draft: whose it is, whether others have a hand in it, what they propose."""
    whose = f"by {author_name(draft.author)}" if draft.proposed else "of yours"
    more = f" {proposed_changes(changes)}." if changes else ""
    return whose, draft.proposed or bool(changes), more


def _strip_of(bench: Workbench, whose: str, drafts: list[Draft], more: str, *, made: bool) -> Strip:
    """One draft is opened by its strip, several are shown in their list."""
    kind, icon = ("made", "proposal") if made else ("info", "draft")
    if len(drafts) == 1:
        label = "Review" if made else "Continue"
        one = "Your draft" if whose == "of yours" else f"A draft {whose}"
        text = f"{one} waits here. It has not been sent.{more}"
        opens = (label, partial(bench.navigation.open_draft, drafts[0].id))
        return Strip(bench.theme, kind, icon, text, buttons=(opens,))
    count = len(drafts)
    many = f"{count} {whose}" if whose == "more drafts" else f"{count} drafts {whose}"
    text = f"{many} wait here. They have not been sent.{more}"
    place = "go_review" if made else "go_drafts"
    show = ("Show", partial(bench.actions.trigger, place))
    return Strip(bench.theme, kind, icon, text, buttons=(show,))

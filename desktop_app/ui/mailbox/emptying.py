"""What can be emptied: Trash and Spam, while they are shown with something in them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from desktop_app.ui.bench.action_table import Need
from desktop_app.ui.bench.offered_verbs import IN_SPAM, IN_TRASH
from desktop_app.ui.bench.workbench import Workbench

EMPTIED: Mapping[str, Need] = MappingProxyType({IN_TRASH: Need.FULL_TRASH, IN_SPAM: Need.FULL_SPAM})
"""By the query that shows it."""


def offer_emptying(bench: Workbench, *, rows: bool) -> None:
    """Offer *Empty Trash* or *Empty Spam* as the selection says. `rows` are there to be emptied."""
    selection = bench.selection
    for query, need in EMPTIED.items():
        there = rows and not selection.reviewing and selection.place == query
        bench.actions.have(need, there)

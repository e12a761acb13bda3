"""Workbench: services and the window's means, given to every pane as one frozen value.

Panes reach nothing of the window but this.
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.ui.background.announcements import Announcements
from desktop_app.ui.background.calls import Calls
from desktop_app.ui.background.services import Services
from desktop_app.ui.bench.actions import ActionRegistry
from desktop_app.ui.bench.navigation import Navigation
from desktop_app.ui.bench.selection import Elsewhere, Selection
from desktop_app.ui.widgets.theme import Theme


@dataclass(frozen=True)
class Workbench:
    """`calls.ask` reaches tools, `calls.jobs` runs other work, `announcements.changed` tells
    when to read again, `selection` is what is shown and acted on, `navigation` moves the window,
    `actions.on` answers to a menu row, `elsewhere` knows the drafts of other windows. A draft's own
    window has a bench of its own: what happens there is about that window alone."""

    services: Services
    calls: Calls
    navigation: Navigation
    selection: Selection
    actions: ActionRegistry
    theme: Theme
    announcements: Announcements
    elsewhere: Elsewhere

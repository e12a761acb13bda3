"""What stands below a draft: one tab in front, and in view when it is asked for."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel

from tests.ui.conftest import Desk
from tests.ui.drafting import open_review, propose


def test_the_changes_are_in_view_when_they_are_asked_for_however_long_the_sources(
    desk: Desk,
) -> None:
    desk.window.resize(900, 600)
    pane = open_review(desk, propose(desk.house, "See you on Monday"))
    evidence = pane.sheet.evidence
    evidence.sources.setMinimumHeight(900)
    desk.until(lambda: evidence.sources.isVisible() and evidence.height() > 900)
    pane.sheet.body.replace_text("See you on Friday")
    desk.until(lambda: len(pane.desk.prepared.changes.hunks) == 1)
    desk.bench.actions.trigger("draft_compare")

    def in_view() -> bool:
        viewport = pane.sheet.viewport()
        marked = [x for x in evidence.changes.findChildren(QLabel) if "Friday" in x.text()]
        tops = [label.mapTo(viewport, QPoint(0, 0)).y() for label in marked]
        return bool(tops) and all(0 <= top < viewport.height() for top in tops)

    desk.until(in_view)
    assert not evidence.sources.isVisible()
    assert evidence.height() < 300

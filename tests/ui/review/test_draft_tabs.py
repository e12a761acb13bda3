"""What stands below a draft: one tab in front, and in view when it is asked for."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QLabel

from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, propose


def test_the_changes_are_in_view_when_they_are_asked_for_however_long_the_sources(
    driver: WindowDriver,
) -> None:
    driver.window.resize(900, 600)
    pane = open_review(driver, propose(driver.house, "See you on Monday"))
    tabs = pane.page.tabs
    tabs.sources.setMinimumHeight(900)
    driver.until(lambda: tabs.sources.isVisible() and tabs.height() > 900)
    pane.page.body.replace_text("See you on Friday")
    driver.until(lambda: len(pane.form.view.changes.hunks) == 1)
    driver.bench.actions.trigger("draft_compare")

    def in_view() -> bool:
        viewport = pane.page.viewport()
        marked = [x for x in tabs.changes.findChildren(QLabel) if "Friday" in x.text()]
        tops = [label.mapTo(viewport, QPoint(0, 0)).y() for label in marked]
        return bool(tops) and all(0 <= top < viewport.height() for top in tops)

    driver.until(in_view)
    assert not tabs.sources.isVisible()
    assert tabs.height() < 300

"""Drafts in windows of their own, for the tests of these windows."""

from __future__ import annotations

from collections.abc import Iterator

from desktop_app.model.draft import Draft
from desktop_app.ui.window.draft_window.draft_window import DraftWindow
from desktop_app.ui.window.draft_window.draft_windows import DraftWindows
from tests.sure import there
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review


def windows(driver: WindowDriver) -> DraftWindows:
    return there(driver.window.late).draft_windows


def popped(driver: WindowDriver, draft: Draft) -> DraftWindow:
    """The window of this draft, which was open in the main one before."""
    open_review(driver, draft)
    driver.bench.actions.trigger("draft_window")
    driver.until(lambda: any(w.draft_id == draft.id for w in windows(driver).open))
    [window] = [w for w in windows(driver).open if w.draft_id == draft.id]
    driver.until(lambda: whole(window))
    return window


def whole(window: DraftWindow) -> bool:
    """Whether the draft is shown, and looked at."""
    form = window.pane.form
    return form.review is not None and form.isVisible() and form.page.envelope.settled


def places(driver: WindowDriver, draft: Draft) -> Iterator[str]:
    """Where a draft is open."""
    if driver.bench.selection.draft == draft.id:
        yield "main"
    yield from ("own" for window in windows(driver).open if window.draft_id == draft.id)

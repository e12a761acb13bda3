"""What is typed is stored, however long a save takes."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest

from desktop_app.store.drafts.drafts import Drafts
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply, stored


def test_what_is_typed_while_a_save_takes_long_is_stored_after_it(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The timers of what was typed run out while the save is under way."""
    draft = own_reply(driver.house, "Hello")
    pane = open_review(driver, draft)
    begun, go_on, save = Event(), Event(), Drafts.save

    def slow(self: Drafts, *values: Any, **more: Any) -> Any:
        begun.set()
        assert go_on.wait(60)
        return save(self, *values, **more)

    monkeypatch.setattr(Drafts, "save", slow)
    pane.page.body.insertPlainText("One. ")
    driver.qtbot.waitUntil(begun.is_set)
    pane.page.body.insertPlainText("Two. ")
    saver = pane.opened.saver
    assert saver is not None
    driver.qtbot.waitUntil(lambda: not saver._quiet.isActive() and not saver._most.isActive())
    go_on.set()
    driver.until(lambda: stored(driver, draft).content.body.startswith("One. Two. Hello"))
    assert saver.idle
    assert not saver.unsaved

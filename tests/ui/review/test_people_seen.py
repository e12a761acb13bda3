"""A recipient has been seen only if the chip was on the screen, not if it was only laid out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from desktop_app.model.address import Address
from desktop_app.model.draft import Draft, DraftState
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import ELSEWHERE, open_review, own_mail, own_reply, stored

LONG = "\n".join(f"Line {number}" for number in range(300))


@pytest.fixture
def low(driver: WindowDriver) -> WindowDriver:
    driver.window.resize(900, 600)
    return driver


def scroll(driver: WindowDriver, pane: Any, *, down: bool) -> None:
    bar = pane.page.verticalScrollBar()
    bar.setValue(bar.maximum() if down else 0)
    driver.until(lambda: pane.page.envelope.settled)


def scrolled_away(driver: WindowDriver) -> tuple[Any, Draft]:
    """A draft on a page that is taller than the window, and the envelope is above it."""
    draft = own_reply(driver.house, LONG)
    pane = open_review(driver, draft)
    pane.page.body.setMinimumHeight(1_000)
    driver.until(lambda: pane.page.verticalScrollBar().maximum() > 600)
    scroll(driver, pane, down=True)
    assert not pane.page.envelope.to.visibleRegion().boundingRect().height()
    return pane, stored(driver, draft)


def add_recipient(driver: WindowDriver, draft: Draft) -> None:
    """Another mail program adds someone to the copies."""
    content = replace(draft.content, cc=(Address("", "sam@reed.example"),))
    driver.house.store.drafts.save(
        draft.id, draft.revision, content, ELSEWHERE, now=driver.house.now
    )


def test_who_is_added_above_what_is_in_view_was_not_seen(low: WindowDriver) -> None:
    pane, draft = scrolled_away(low)
    add_recipient(low, draft)
    copies = pane.page.envelope.fields["cc"]
    low.until(lambda: len(copies.addresses()) == 1 and pane.page.envelope.settled)
    assert not copies.whole
    assert not pane.form.action_bar.send_button.isEnabled()
    scroll(low, pane, down=False)
    assert copies.whole
    assert pane.page.envelope.whole


def test_send_brings_them_into_view_instead(low: WindowDriver) -> None:
    pane, draft = scrolled_away(low)
    add_recipient(low, draft)
    copies = pane.page.envelope.fields["cc"]
    low.until(lambda: len(copies.addresses()) == 1 and pane.page.envelope.settled)
    for _ in range(100):  # the words come first, a page for each press
        pane.send()
        low.until(lambda: pane.form.words_seen.settled and pane.page.envelope.settled)
        if copies.whole:
            break
    assert copies.whole
    assert pane.page.verticalScrollBar().value() == 0
    assert stored(low, draft).state is not DraftState.APPROVED


def test_they_are_known_as_soon_as_the_window_shows_them(driver: WindowDriver) -> None:
    pane = open_review(driver, own_mail(driver.house, to=("dana@lee.example", "sam@reed.example")))
    assert pane.page.envelope.whole

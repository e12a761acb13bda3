"""Which place the person has before their eyes, as whoever shows notices is told it."""

from __future__ import annotations

import pytest

from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.window.sight import Sight
from tests.ui.conftest import WindowDriver


@pytest.fixture
def told(driver: WindowDriver) -> list[str | None]:
    """What was told since the window came to the front with its inbox."""
    found: list[str | None] = []
    driver.window.activateWindow()
    driver.until(driver.window.isActiveWindow)
    object.__setattr__(driver.bench.services, "looking", found.append)
    driver.bench.selection.changed.emit()
    return found


def test_the_place_is_told_whenever_it_changes(
    driver: WindowDriver, told: list[str | None]
) -> None:
    sight = Sight(driver.bench, driver.window)
    assert told[-1] == "inbox"
    for place, name in (("tab:review", "review"), ("from:dana", ""), ("in:inbox", "inbox")):
        driver.bench.selection.show(place)
        assert told[-1] == name
    before = len(told)
    driver.bench.selection.changed.emit()
    assert len(told) == before
    sight.deleteLater()


def test_the_inbox_of_one_account_is_not_the_inbox(
    driver: WindowDriver, told: list[str | None]
) -> None:
    driver.bench.selection.account = "local"
    driver.bench.selection.changed.emit()
    assert told[-1] == ""


def test_a_window_that_is_put_away_shows_nothing(
    driver: WindowDriver, told: list[str | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    bench: Workbench = driver.bench
    monkeypatch.setattr(type(driver.window), "isActiveWindow", lambda _: False)
    bench.selection.changed.emit()
    assert told[-1] is None

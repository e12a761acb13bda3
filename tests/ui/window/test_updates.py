"""Newer versions in the window: asked by a press, told by a line after an upgrade."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QAbstractButton

from desktop_app.model.releases import Release
from desktop_app.tools.person import updates
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.window.updates import ChangesDialog, Updates, text_of
from tests.ui.conftest import WindowDriver

TEXT = "## [9.0.0] - 2026-12-03\n\n### Added\n\n- **More**: of\n  `it`.\n\n## [0.2.0]\n\n- Now.\n"


def lines(driver: WindowDriver) -> list[Strip]:
    found = driver.window.notices.findChildren(Strip)
    return [strip for strip in found if strip.isVisible() and "Draftdesk" in strip.label.text()]


@pytest.fixture
def published(driver: WindowDriver, monkeypatch: pytest.MonkeyPatch) -> WindowDriver:
    driver.house.published = TEXT
    driver.house.settings.change(updates.ADDRESS, "https://draftdesk.example/c.md")
    monkeypatch.setattr(updates, "own_version", lambda: "0.2.0")
    monkeypatch.setattr(updates, "own_changes", lambda: TEXT)
    return driver


def dialog(driver: WindowDriver) -> ChangesDialog:
    [found] = [d for d in driver.window.findChildren(ChangesDialog) if d.isVisible()]
    return found


def test_asked_by_the_person(published: WindowDriver) -> None:
    published.bench.actions.trigger("check_updates")
    shown = dialog(published)
    published.until(lambda: "9.0.0" in shown.words.text())
    assert "You have 0.2.0" in shown.words.text()
    assert "git pull && make run" in shown.words.text()
    assert "More: of it." in shown.text.toPlainText()
    shown.reject()


def test_why_there_is_no_answer_is_told(published: WindowDriver) -> None:
    published.house.settings.change(updates.ADDRESS, "")
    published.bench.actions.trigger("check_updates")
    shown = dialog(published)
    published.until(lambda: "names no address" in shown.words.text())
    assert not shown.text.isVisible()
    shown.reject()


def test_what_changed_is_a_line_that_opens_it(published: WindowDriver) -> None:
    published.house.settings.change(updates.RAN, "0.1.0")
    Updates(published.bench, published.window)
    published.until(lambda: bool(lines(published)))
    [line] = lines(published)
    assert "Draftdesk is 0.2.0 now; it was 0.1.0." in line.label.text()
    buttons = line.findChildren(QAbstractButton)
    next(button for button in buttons if button.text() == "What changed…").click()
    shown = dialog(published)
    published.until(lambda: "Now." in shown.text.toPlainText())
    assert "9.0.0" not in shown.text.toPlainText()
    shown.reject()


@pytest.mark.parametrize("wanted", [True, False])
def test_asked_by_itself_only_where_wanted(published: WindowDriver, *, wanted: bool) -> None:
    published.house.settings.change(updates.RAN, "0.2.0")
    published.house.settings.change(updates.WEEKLY, wanted)
    Updates(published.bench, published.window)
    published.until(lambda: bool(lines(published)) is wanted)
    assert bool(published.house.settings.number(updates.LOOKED)) is wanted


def test_words_of_strangers_are_cleaned() -> None:
    text = text_of([Release("1.0.0", "2026-99-99", "- a\u202eb\n  c\n\n<img src=x>")])
    assert "\u202e" not in text
    assert "<img src=x>" in text
    assert text.startswith("1.0.0, 2026-99-99")

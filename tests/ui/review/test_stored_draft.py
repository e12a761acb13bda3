"""What the menu beside Send does with a draft: with what is typed, which is stored first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from desktop_app.ui.review.draft import export
from tests.fakes.pressing import press_send
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_mail, own_reply, stored


def choose(pane: Any, name: str) -> None:
    (entry,) = (a for a in pane.form.action_bar.more.menu().actions() if a.text() == name)
    entry.trigger()


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where drafts are saved: nobody is asked."""

    def chosen(*asked: Any) -> None:
        save: Callable[[Path], None] = asked[4]
        save(tmp_path / "saved.eml")

    monkeypatch.setattr(export, "choose_target", chosen)
    return tmp_path


@pytest.mark.parametrize("by", ["menu", "action"])
def test_saved_is_what_was_typed(driver: WindowDriver, files: Path, by: str) -> None:
    pane = open_review(driver, own_reply(driver.house))
    driver.qtbot.keyClicks(pane.page.body, "Yes, gladly.")
    if by == "menu":
        choose(pane, "Save as .eml…")
    else:
        pane.bench.actions.trigger("draft_export")
    file = files / "saved.eml"
    driver.until(lambda: file.exists() and "Yes, gladly." in file.read_text("utf-8"))


def test_opened_in_another_program_is_what_was_typed(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []

    def open_url(url: QUrl) -> bool:
        opened.append(Path(url.toLocalFile()))
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    pane = open_review(driver, own_reply(driver.house))
    driver.qtbot.keyClicks(pane.page.body, "Yes, gladly.")
    choose(pane, "Open in your mail program")
    driver.until(lambda: bool(opened))
    assert "Yes, gladly." in opened[0].read_text("utf-8")


def test_formatted_is_the_draft_that_is_open(driver: WindowDriver) -> None:
    draft = own_reply(driver.house)
    pane = open_review(driver, draft)
    choose(pane, "Format the text")
    driver.until(lambda: stored(driver, draft).content.content_type == "text/html")


def test_a_mail_that_waits_to_leave_is_not_formatted(driver: WindowDriver) -> None:
    draft = own_mail(driver.house, to=("dana@lee.example",), subject="Plan", body="Hello")
    press_send(driver.house.store, draft, now=driver.house.now, delay=600)
    pane = open_review(driver, draft)
    choose(pane, "Format the text")
    assert pane.page.words.content_type == "text/plain"


def test_close_leaves_the_draft(driver: WindowDriver) -> None:
    draft = own_reply(driver.house)
    pane = open_review(driver, draft)
    driver.qtbot.keyClicks(pane.page.body, "Yes.")
    choose(pane, "Close, keep the draft")
    driver.until(lambda: not driver.window.bench.selection.reviewing)
    driver.until(lambda: stored(driver, draft).content.body == "Yes.")

"""A press on Original where there is no web engine: it is told, with the command, and the Reader
stays; nothing opens so by itself."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from desktop_app.model.errors import Unavailable
from desktop_app.optional_parts import Part
from desktop_app.ui.thread.card import MessageCard
from desktop_app.ui.thread.view_switch import ViewSwitch
from tests.fakes.house import TestHouse, mail
from tests.ui.conftest import WindowDriver

OpenWindow = Callable[..., WindowDriver]

MISSING = Unavailable("The Original view is not here.", next_step="Type this: get it")


def opened(house: TestHouse, open_window: OpenWindow) -> tuple[WindowDriver, MessageCard]:
    """A window that shows a designed mail in the Reader."""
    house.add(mail("Designed", "<p>words</p>").replace(b"text/plain", b"text/html"))
    driver = open_window()
    driver.open_first()
    [card] = driver.thread.column.cards()
    driver.until(lambda: card.switch is not None)
    return driver, card


def switch(card: MessageCard) -> ViewSwitch:
    assert card.switch is not None
    return card.switch


@pytest.fixture
def without_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(part: Part) -> Unavailable:
        assert part is Part.ORIGINAL
        return MISSING

    monkeypatch.setattr("desktop_app.ui.thread.originals.why_not", missing)


@pytest.mark.usefixtures("without_engine")
def test_a_press_tells_what_is_missing_and_remembers_nothing(
    house: TestHouse, open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, card = opened(house, open_window)
    begun: list[object] = []
    monkeypatch.setattr(driver.bench.calls.jobs, "run", lambda work, **_: begun.append(work))
    switch(card).original.click()
    assert begun == []  # what is remembered is written by a job
    [box] = driver.window.findChildren(QMessageBox)
    assert box.text() == MISSING.sentence
    assert box.informativeText() == MISSING.next_step
    assert box.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByMouse
    assert card.original is None
    assert switch(card).reader.isChecked()
    box.accept()


@pytest.mark.usefixtures("without_engine")
def test_mail_that_would_open_so_is_shown_by_the_reader_without_a_word(
    house: TestHouse, open_window: OpenWindow
) -> None:
    """The profile is one of an installation that had the view."""
    driver, card = opened(house, open_window)
    driver.thread.originals.show_original(card, False, unasked=True)
    assert driver.window.findChildren(QMessageBox) == []
    assert card.original is None


def test_an_engine_that_can_not_be_loaded_is_told(
    house: TestHouse, open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(part: Part) -> None:
        raise Unavailable("It can't be loaded.", details={"missing": "libasound.so.2"})

    monkeypatch.setattr("desktop_app.ui.thread.originals.engine_refuses", lambda: False)
    monkeypatch.setattr("desktop_app.ui.thread.originals.need", refuse)
    driver, card = opened(house, open_window)
    switch(card).original.click()
    driver.until(lambda: driver.window.findChildren(QMessageBox) != [])
    [box] = driver.window.findChildren(QMessageBox)
    assert box.informativeText() == "libasound.so.2"
    assert card.original is None
    box.accept()

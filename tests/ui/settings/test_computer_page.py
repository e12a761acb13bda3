"""Settings → This computer: what the system has is what is shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from desktop_app.desktop.default_program import DefaultProgram
from desktop_app.model.errors import Unavailable
from desktop_app.ui.settings.computer_page import IS_ANOTHERS, IS_OURS, ComputerPage
from tests.ui.conftest import WindowDriver


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    return tmp_path / ".config/autostart/draftdesk.desktop"


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The desktop entry that opens mail addresses, the last one now."""
    found = ["org.gnome.Evolution.desktop"]
    monkeypatch.setattr(DefaultProgram, "now", lambda _: found[-1])
    return found


def page(driver: WindowDriver, qtbot: QtBot) -> ComputerPage:
    made = ComputerPage(driver.bench, lambda *_: None)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(made.at_login.isEnabled)
    return made


def test_the_tick_is_what_is_on_the_disk(
    driver: WindowDriver, qtbot: QtBot, home: Path, program: list[str]
) -> None:
    shown = page(driver, qtbot)
    assert not shown.at_login.isChecked()
    assert str(home) in shown.place.text()
    shown.at_login.click()
    qtbot.waitUntil(home.exists)
    assert "--background" in home.read_text("utf-8")
    home.unlink()
    assert not page(driver, qtbot).at_login.isChecked()


def test_a_tick_that_can_not_be_kept_goes_back_and_says_why(
    driver: WindowDriver, qtbot: QtBot, home: Path, program: list[str]
) -> None:
    home.parent.parent.write_text("a file")
    shown = page(driver, qtbot)
    shown.at_login.click()
    qtbot.waitUntil(lambda: "can't be changed" in shown.outcome.text())
    qtbot.waitUntil(lambda: not shown.at_login.isChecked())


def test_what_opened_mail_before_and_opens_it_now_is_shown(
    driver: WindowDriver,
    qtbot: QtBot,
    home: Path,
    program: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = page(driver, qtbot)
    assert shown.program.text() == IS_ANOTHERS.format(name="Evolution")

    def refuse(*_: object) -> None:
        raise Unavailable("The program xdg-mime is not installed.", next_step="Install xdg-utils.")

    with monkeypatch.context() as patch:
        patch.setattr(DefaultProgram, "become", refuse)
        shown.make.click()
        qtbot.waitUntil(lambda: "Install xdg-utils." in shown.outcome.text())
    qtbot.waitUntil(shown.make.isEnabled)

    def become(*_: object) -> list[object]:
        from desktop_app.desktop.default_program import Changed

        program.append("draftdesk.desktop")
        return [Changed("links to mail addresses", program[0], program[1])]

    monkeypatch.setattr(DefaultProgram, "become", become)
    shown.make.click()
    qtbot.waitUntil(lambda: shown.program.text() == IS_OURS)
    assert shown.outcome.text() == "Links to mail addresses: draftdesk, before Evolution."
    assert not shown.make.isEnabled()

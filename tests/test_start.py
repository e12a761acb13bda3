"""The start of the window: what is wrong is said in a window, or in the window."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app import opening
from desktop_app.locations import default_profile
from desktop_app.log_file import LogFile, log_into
from desktop_app.model.errors import KnownError, StorageError
from desktop_app.opening import open_window
from desktop_app.ui.background.services import Services
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.window import application, start_window
from desktop_app.ui.window.main_window import MainWindow
from tests.fakes.house import TestHouse
from tests.ui.conftest import services_of


@pytest.fixture(autouse=True)
def log_as_before() -> Iterator[None]:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    yield
    for handler in set(root.handlers) - set(before):
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)


class Started:
    """What the start came to: the window's services, or the failure that was shown."""

    def __init__(self) -> None:
        self.services: Services | None = None
        self.failure: KnownError | None = None

    def run(self, _: object, services: Services, **__: object) -> bool:
        self.services = services
        return False

    def show(self, _: object, error: KnownError, __: object) -> int:
        self.failure = error
        return 1


@pytest.fixture
def started(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> Started:
    found = Started()
    monkeypatch.setattr(application, "make_application", lambda _: qapp)
    monkeypatch.setattr(application, "run_window", found.run)
    monkeypatch.setattr(start_window, "show_failure", found.show)
    monkeypatch.setattr(opening, "_end_by_then", lambda: None)
    return found


def troubles(started: Started) -> list[str]:
    assert started.services is not None
    return [error.sentence for error in started.services.start_troubles]


def test_a_good_profile_opens_without_a_word(started: Started, tmp_path: Path) -> None:
    assert open_window(tmp_path / "new") == 0
    assert troubles(started) == []


def test_a_log_that_can_not_be_written_is_said_in_the_window(
    started: Started, tmp_path: Path
) -> None:
    profile = tmp_path / "profile"
    profile.mkdir(mode=0o700)
    (profile / "logs").write_text("a file")
    assert open_window(profile) == 0
    assert troubles(started) == ["No log can be written: logs in the profile folder is a file."]


def test_settings_that_can_not_be_read_are_said_in_the_window(
    started: Started, tmp_path: Path
) -> None:
    profile = tmp_path / "profile"
    profile.mkdir(mode=0o700)
    (profile / "settings.toml").write_bytes(b"\xff")
    assert open_window(profile) == 0
    [told] = troubles(started)
    assert told.startswith("settings.toml can't be read: it is not UTF-8 text.")
    assert (profile / "settings.toml.broken").read_bytes() == b"\xff"


def test_a_folder_that_others_can_look_into_is_said_in_the_window(
    started: Started, tmp_path: Path
) -> None:
    profile = tmp_path / "profile"
    profile.mkdir()
    profile.chmod(0o755)
    assert open_window(profile) == 0
    assert troubles(started) == ["Other users of this computer can look into your profile folder."]
    assert profile.stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: path.write_text("x"), "The profile folder is a file, not a folder."),
        (lambda path: path.symlink_to(path), "a link that leads back to itself"),
    ],
)
def test_a_profile_that_can_not_be_used_is_said_in_a_window_of_its_own(
    started: Started, tmp_path: Path, make: Callable[[Path], object], reason: str
) -> None:
    make(tmp_path / "profile")
    assert open_window(tmp_path / "profile") == 1
    assert started.failure is not None
    assert reason in started.failure.sentence


def test_without_a_home_the_start_says_so(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", "")
    monkeypatch.delenv("DRAFTDESK_PROFILE", raising=False)
    monkeypatch.chdir(tmp_path)
    assert open_window(None) == 1
    assert started.failure is not None
    assert "HOME" in started.failure.next_step
    assert list(tmp_path.iterdir()) == []


def test_a_profile_of_nobody_is_no_folder() -> None:
    with pytest.raises(StorageError):
        default_profile({"DRAFTDESK_PROFILE": "~nobody-of-that-name/mail", "HOME": "/root"})


def test_a_record_that_can_not_be_written_is_left_out_without_a_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log_into(tmp_path)
    file = next(h for h in logging.getLogger().handlers if isinstance(h, LogFile))
    file.close()
    file.stream = Path("/dev/full").open("w")  # noqa: SIM115 - the handler's to close
    logging.getLogger("test").warning("something")
    with suppress(OSError):
        file.stream.close()
    file.stream = None
    assert capsys.readouterr().err == ""


def test_what_was_wrong_at_the_start_stands_in_the_window(
    qtbot: QtBot, qapp: QApplication, house: TestHouse
) -> None:
    trouble = StorageError("No log can be written.", next_step="Draftdesk works without it.")
    window = MainWindow(qapp, replace(services_of(house), start_troubles=(trouble,)))
    window.start()
    qtbot.waitUntil(lambda: window.warm, timeout=10_000)
    said = [strip.label.text() for strip in window.notices.findChildren(Strip)]
    assert "No log can be written. Draftdesk works without it." in said
    window.leave()
    window.deleteLater()

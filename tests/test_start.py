"""The start of the window: what is wrong is said in a window, or in the window."""

from __future__ import annotations

import logging
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app import opening
from desktop_app.house import HANDED_PORT
from desktop_app.locations import default_profile
from desktop_app.log_file import LogFile, log_into
from desktop_app.model.errors import KnownError, StorageError, Unavailable
from desktop_app.model.wish import Want, Wish
from desktop_app.opening import open_window
from desktop_app.ui.background.services import Ending, Services
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.window import application, start_window
from desktop_app.ui.window.main_window import MainWindow
from desktop_app.ui.window.single_window import SingleWindow
from tests.fakes.house import TestHouse
from tests.sure import there
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


@pytest.mark.parametrize(
    ("original", "given", "ending", "expected"),
    [
        (
            ["python", "-m", "desktop_app", "--profile", "/p q", "mailto:a@x.example"],
            Path("/p q"),
            Ending.BACKGROUND,
            ["python", "-m", "desktop_app", "--profile", "/p q", "--background"],
        ),
        (
            ["python", "/bin/draftdesk", "compose", "--to", "a@x.example"],
            None,
            Ending.AGAIN,
            ["python", "/bin/draftdesk"],
        ),
        (["python", "-m", "desktop_app"], None, Ending.BACKGROUND,
         ["python", "-m", "desktop_app", "--background"]),
    ],
)  # fmt: skip
def test_what_starts_again_has_its_profile_and_none_of_its_wishes(
    monkeypatch: pytest.MonkeyPatch,
    original: list[str],
    given: Path | None,
    ending: Ending,
    expected: list[str],
) -> None:
    begun: list[tuple[list[str], dict[str, str] | None]] = []

    def popen(command: list[str], *, start_new_session: bool, env: dict[str, str] | None) -> None:
        assert start_new_session
        begun.append((command, env))

    program = 3 if "-m" in original else 2
    monkeypatch.setattr("sys.orig_argv", original)
    monkeypatch.setattr("sys.argv", ["draftdesk", *original[program:]])
    monkeypatch.setattr(subprocess, "Popen", popen)
    opening._start_again(given, ending, bridge_port=0)
    opening._start_again(given, ending, bridge_port=40123)
    (command, environment), (_, handed) = begun
    assert command == expected
    assert environment is None
    assert there(handed)[HANDED_PORT] == "40123"


def test_a_start_whose_wish_an_older_version_can_not_take_says_so() -> None:
    guard = SimpleNamespace(shown=True, heard=False)
    wish = Wish(Want.COMPOSE)
    with pytest.raises(Unavailable, match="another version"):
        opening._handed_over(cast("SingleWindow", guard), (wish,), quiet=False)
    assert opening._handed_over(cast("SingleWindow", guard), (), quiet=False) == 0
    unheard = SimpleNamespace(shown=False, heard=False)
    assert opening._handed_over(cast("SingleWindow", unheard), (), quiet=True) == 0
    assert opening._handed_over(cast("SingleWindow", unheard), (wish,), quiet=False) == 1


def test_a_start_in_the_background_opens_no_window(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    quiet: list[object] = []

    def run(_: object, services: Services, **__: object) -> Ending:
        quiet.append(services)
        return Ending.QUIT

    monkeypatch.setattr(application, "run_background", run)
    assert open_window(tmp_path / "new", background=True) == 0
    assert len(quiet) == 1
    assert started.services is None
    assert open_window(tmp_path / "new", (Wish(),), background=True) == 0
    assert started.services is not None

"""Pictures of the user guide and of the README, taken from the real window on the sample mailbox.

`make pictures`, or `python -m benchmarks.guide_pictures [--names NAME …]`, opens the window at a
fixed time, date format and size, does what each picture shows, and writes it in both looks to
`resources/guide/pictures`. ImageMagick (`convert`) makes them small.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from desktop_app.ui.window.main_window import MainWindow

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "resources" / "guide" / "pictures"
LOOKS = ("light", "dark")
NOW = datetime(2026, 11, 20, 9, 30, tzinfo=UTC).timestamp()
"""The day of the newest mail of the sample mailbox."""
SIZE = (1280, 800)
COLOURS = 96
"""Of a picture, the blends of letters among them."""
SECONDS = 30.0
SETTLED_SECONDS = 0.4
"""A scene is taken once nothing was under way for so long."""
PLACE = {
    "QT_QPA_PLATFORM": "offscreen",
    "QTWEBENGINE_DISABLE_SANDBOX": "1",
    "LC_ALL": "C.UTF-8",
    "TZ": "UTC",
    "PYTHON_KEYRING_BACKEND": "keyring.backends.null.Keyring",
}
Scene = Generator[Callable[[], bool], None, "QWidget"]
"""Yields what it waits for, and gives the widget of the picture."""
W = TypeVar("W")


def reading(window: MainWindow) -> Scene:
    """A conversation open beside the list."""
    yield from _open(window, "in:inbox", "Re: Open day plan")
    return window


def searching(window: MainWindow) -> Scene:
    """Results as one types."""
    window.search.entry.setFocus()
    window.search.entry.insert("from:dana lease")
    yield from _listed(window)
    window.frame.conversations.view.go_to(0)
    yield lambda: window.bench.selection.opened is not None
    return window


def people(window: MainWindow) -> Scene:
    """Somebody among the people."""
    window.bench.actions.trigger("go_people")
    yield lambda: window.frame.show_people().isVisible()
    yield lambda: window.bench.calls.jobs.idle
    return window


def assistant(window: MainWindow) -> Scene:
    """A request in the panel, and what came of it."""
    yield from _ask(window)
    return window


def review(window: MainWindow) -> Scene:
    """What the assistant wrote, in the review."""
    from PySide6.QtWidgets import QPushButton

    yield from _ask(window)
    offered = (each for each in window.findChildren(QPushButton) if each.text() == "Review")
    next(each for each in offered if each.isVisible()).click()
    yield lambda: bool(window.bench.selection.draft)
    window.frame.dock.hide()
    return window


def models(window: MainWindow) -> Scene:
    """Settings → Assistant."""
    return (yield from _settings(window, "Assistant"))


def bridge(window: MainWindow) -> Scene:
    """Settings → MCP bridge."""
    return (yield from _settings(window, "MCP bridge"))


def add_account(window: MainWindow) -> Scene:
    """The first page of the wizard."""
    window.bench.actions.trigger("add_account")
    yield lambda: _dialog(window) is not None
    return _there(_dialog(window))


SCENES: Mapping[str, Callable[[MainWindow], Scene]] = {
    "reading": reading,
    "searching": searching,
    "people": people,
    "assistant": assistant,
    "review": review,
    "models": models,
    "bridge": bridge,
    "add-account": add_account,
}
"""By the name of the picture."""


def _listed(window: MainWindow) -> Generator[Callable[[], bool], None, None]:
    yield lambda: window.bench.calls.jobs.idle
    yield lambda: bool(window.frame.conversations.model.rows)


def _open(
    window: MainWindow, query: str, subject: str
) -> Generator[Callable[[], bool], None, None]:
    window.bench.navigation.show_search(query)
    yield from _listed(window)
    rows = [row.subject for row in window.frame.conversations.model.rows]
    wanted = subject.removeprefix("Re: ")
    place = next((n for n, each in enumerate(rows) if wanted in each), 0)
    window.frame.conversations.view.go_to(place)
    yield lambda: window.bench.selection.opened is not None


def _ask(window: MainWindow) -> Generator[Callable[[], bool], None, None]:
    from desktop_app.ui.assistant.pane import AssistantPane

    yield from _open(window, "in:inbox", "Studio desks")
    window.bench.actions.trigger("assistant")
    pane = _there(window.findChild(AssistantPane))
    yield pane.isVisible
    pane.prompt.entry.setPlainText("reply saying that the desks are ready on Thursday")
    pane.prompt.ask.click()
    yield lambda: not pane.running
    yield lambda: window.bench.calls.jobs.idle


def _settings(window: MainWindow, page: str) -> Generator[Callable[[], bool], None, QWidget]:
    window.bench.navigation.settings_wanted.emit(page)
    yield lambda: _dialog(window) is not None
    return _there(_dialog(window))


def _dialog(window: MainWindow) -> QWidget | None:
    from PySide6.QtWidgets import QDialog

    found = [each for each in window.findChildren(QDialog) if each.isVisible()]
    return found[-1] if found else None


def _there(value: W | None) -> W:
    assert value is not None
    return value


def taken(name: str, look: str, into: Path) -> Path:
    """Take one picture, in a process of its own: `into` gets the file as Qt writes it."""
    command = [sys.executable, "-m", "benchmarks.guide_pictures", "--one", name, look, str(into)]
    given = {**os.environ, **PLACE, "DRAFTDESK_LOOK_THEME": look}
    subprocess.run(command, check=True, env=given, cwd=ROOT)
    return into / f"{name}-{look}.png"


def take(name: str, look: str, into: Path) -> None:
    """The process of one picture."""
    from desktop_app.app import build, services
    from desktop_app.locations import resources
    from desktop_app.ui.background.jobs import run_application
    from desktop_app.ui.window.application import make_application, open_window

    time.tzset()
    app = make_application(resources())
    app.setCursorFlashTime(0)
    over: list[bool] = []
    kept: list[_Taking] = []
    with tempfile.TemporaryDirectory(prefix="draftdesk-") as folder:
        house = build(Path(folder) / "profile", clock=lambda: NOW)
        try:
            house.sample.install()

            def begin() -> None:
                window = open_window(app, services(house))
                window.resize(*SIZE)
                window.closed.connect(lambda: over.append(True))
                file = str(into / f"{name}-{look}.png")
                taking = _Taking(window, SCENES[name](window), file)
                window.became_whole.connect(taking.begin)
                kept.append(taking)

            run_application(app, begin, is_over=lambda: bool(over))
        finally:
            house.shutdown()
    if kept[0].problem:
        raise SystemExit(kept[0].problem)


class _Taking:
    """Does a scene step by step, and takes the picture once all is quiet."""

    def __init__(self, window: MainWindow, scene: Scene, file: str) -> None:
        from PySide6.QtCore import QTimer

        self._window, self._scene, self._file = window, scene, file
        self._waits: Callable[[], bool] = lambda: window.warm
        self._shown: QWidget | None = None
        self._began = self._quiet = time.monotonic()
        self.problem = ""
        self._timer = QTimer(window, interval=20)
        self._timer.timeout.connect(self._step)

    def begin(self) -> None:
        self._timer.start()

    def _step(self) -> None:
        now = time.monotonic()
        if now > self._began + SECONDS:
            self.problem = f"{self._file}: it did not come to that in {SECONDS:.0f} s"
            self._end()
            return
        if not self._window.bench.calls.jobs.idle:
            self._quiet = now
        if self._shown is None and self._waits():
            self._quiet = now
            try:
                self._waits = next(self._scene)
            except StopIteration as end:
                self._shown = end.value
        elif self._shown is not None and now > self._quiet + SETTLED_SECONDS:
            if not self._shown.grab().save(self._file):
                self.problem = f"{self._file} can't be written"
            self._end()

    def _end(self) -> None:
        self._timer.stop()
        self._window.leave()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.guide_pictures", description=__doc__
    )
    parser.add_argument("--names", nargs="+", choices=sorted(SCENES), default=list(SCENES))
    parser.add_argument(
        "--one", nargs=3, metavar=("NAME", "LOOK", "FOLDER"), help=argparse.SUPPRESS
    )
    chosen = parser.parse_args(arguments)
    if chosen.one:
        name, look, folder = chosen.one
        take(name, look, Path(folder))
        return 0
    if shutil.which("convert") is None:
        print("ImageMagick is missing (the program convert).", file=sys.stderr)
        return 1
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="pictures-") as folder:
        for name in chosen.names:
            for look in LOOKS:
                raw = taken(name, look, Path(folder))
                small = FOLDER / raw.name
                command = ["convert", str(raw), "-strip", "+dither", "-colors", str(COLOURS)]
                more = ["-define", "png:compression-level=9", "-define", "png:exclude-chunks=all"]
                subprocess.run([*command, *more, f"PNG8:{small}"], check=True)
                print(f"{small.relative_to(ROOT)}: {small.stat().st_size // 1000} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The window on a real store in a temporary profile; only time, the agent and imports are fakes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QColor, QPixmap
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_app.assistant.transcript import (
    AgentDescription,
    AgentPlace,
    Ask,
    Emit,
    Ended,
    Memory,
    Refine,
    RefineEvent,
)
from desktop_app.settings import Settings
from desktop_app.ui.background.jobs import Jobs
from desktop_app.ui.background.services import Services, ToolRunner
from desktop_app.ui.background.stepper import Stepper
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets import icons
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.window import main_window, preloader
from desktop_app.ui.window.main_window import MainWindow
from tests.fakes.house import TestHouse, known_to, mail
from tests.sure import there
from tests.ui.looking import until


class SilentAgent:
    """Describes itself and answers nothing."""

    description = AgentDescription("Silent", AgentPlace.BUILT_IN, "I say nothing.", "Nothing.")
    conversation_id = ""

    def starters(self, *, thread_open: bool) -> tuple[str, ...]:
        return ()

    def run(self, ask: Ask, emit: Emit, cancelled: Event) -> None:
        emit(Ended())

    def refine(
        self, request: Refine, emit: Callable[[RefineEvent], None], cancelled: Event
    ) -> None:
        emit(Ended())

    def summary(self, thread_id: str, cancelled: Event) -> str:
        return ""

    def forget(self) -> None:
        return

    def memory(self) -> None:
        return

    def go_on(self, memory: Memory) -> None:
        return

    def answer_sending(self, payload_id: int, *, yes: bool) -> None:
        return


def services_of(house: TestHouse, runner: ToolRunner | None = None) -> Services:
    return Services(
        runner=runner or house.runner(),
        agent=SilentAgent(),
        settings=house.settings,
        subscribe=house.store.subscribe,
        clock=house.clock,
        profile=house.profile,
        resources=Path(__file__).resolve().parents[2] / "resources",
        version="0",
        monotonic=house.clock,
    )


@dataclass
class WindowDriver:
    """The window with what a test does to it."""

    qtbot: QtBot
    house: TestHouse
    window: MainWindow

    @property
    def bench(self) -> Workbench:
        return self.window.bench

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds, and nothing is under way."""
        until(self.qtbot, lambda: holds() and self.bench.calls.jobs.idle and self.shown)

    @property
    def shown(self) -> bool:
        """Whether no pane is showing something part by part."""
        return not there(self.window.centralWidget()).findChildren(Stepper)

    def rows(self) -> list[str]:
        return [row.subject for row in self.conversations.model.rows]

    @property
    def conversations(self):  # type: ignore[no-untyped-def]
        return self.window.frame.conversations

    @property
    def thread(self):  # type: ignore[no-untyped-def]
        return self.window.frame.thread

    def open_first(self) -> None:
        """Choose the first conversation and wait until its newest message is shown."""
        self.conversations.view.go_to(0)
        self.until(
            lambda: any(r.isVisible() for card in self.thread.column.cards() for r in card.readers)
        )


@pytest.fixture(autouse=True)
def nothing_is_left(qapp: QApplication) -> None:
    """What an earlier test has thrown away is gone: a theme styles every widget there is."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def panes_at_once() -> tuple[str, ...]:
    """What a test wants made before it begins, as in a window that has been open for a while:
    `review`, `drafts`, `assistant`. Else each is made when it is asked for, as in a new window."""
    return ()


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch, panes_at_once: tuple[str, ...]) -> None:
    """What the window makes after its first list comes without pauses in between."""
    monkeypatch.setattr(main_window, "PAINTING_MS", 0)
    monkeypatch.setattr(preloader, "PAUSE_MS", 0)
    if not panes_at_once:
        monkeypatch.setattr(main_window, "Preloader", _without_panes)


def _without_panes(jobs: Jobs, **given: Any) -> preloader.Preloader:
    return preloader.Preloader(jobs, **{**given, "panes": ()})


@pytest.fixture(autouse=True, scope="session")
def styled_once(qapp: QApplication) -> None:
    """A style that the application has already is not made again for the next window."""
    style, sheet = qapp.setStyle, qapp.setStyleSheet

    def set_style(name: str) -> None:
        if not made or made[-1] != name:
            made.append(name)
            style(name)

    def set_sheet(words: str) -> None:
        if words != qapp.styleSheet():
            sheet(words)

    made: list[str] = []
    qapp.setStyle, qapp.setStyleSheet = set_style, set_sheet  # type: ignore[method-assign,assignment]


@pytest.fixture(autouse=True)
def pictures_painted_once(
    monkeypatch: pytest.MonkeyPatch, pictures: dict[tuple[str, int, int], QPixmap]
) -> None:
    """Each icon of each colour and size is painted for the first window that has it."""
    real = icons._picture

    def picture(font: icons.IconFont, name: str, ink: QColor, side: int) -> QPixmap:
        key = (name, ink.rgba(), side)
        if key not in pictures:
            pictures[key] = real(font, name, ink, side)
        return pictures[key]

    monkeypatch.setattr(icons, "_picture", picture)


@pytest.fixture(autouse=True, scope="session")
def icons_read_once(qapp: QApplication) -> Iterator[None]:
    """The font of the icons and its chart are read for the first window."""
    made: list[icons.IconFont] = []

    def font() -> icons.IconFont:
        if not made:
            made.append(icons.bundled_font())
        return made[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("desktop_app.ui.widgets.theme.bundled_font", font)
        yield
    made.clear()  # before the application ends


@pytest.fixture(scope="session")
def pictures(qapp: QApplication) -> Iterator[dict[tuple[str, int, int], QPixmap]]:
    kept: dict[tuple[str, int, int], QPixmap] = {}
    yield kept
    kept.clear()  # before the application ends


@pytest.fixture
def open_window(
    qtbot: QtBot, qapp: QApplication, house: TestHouse
) -> Iterator[Callable[..., WindowDriver]]:
    windows: list[MainWindow] = []

    def make(runner: ToolRunner | None = None) -> WindowDriver:
        window = MainWindow(qapp, services_of(house, runner))
        windows.append(window)
        window.show()
        window.start()
        driver = WindowDriver(qtbot, house, window)
        driver.until(lambda: window.warm)
        return driver

    yield make
    for window in windows:
        window.leave()
        window.deleteLater()


@pytest.fixture
def three_mails(house: TestHouse) -> None:
    """Three conversations in the inbox, the newest first: Lunch, Report, Budget. The person has
    written to Dana Lee, who wrote them."""
    subjects = ("Budget", "Report", "Lunch")
    for day, subject in enumerate(subjects, start=10):
        house.add(
            mail(
                subject,
                f"About {subject.lower()}.",
                message_id=f"{subject.lower()}@lee.example",
                date=f"Mon, {day} Aug 2026 10:00:00 +0000",
            ),
            frozenset({"INBOX", "UNREAD"}),
        )
    known_to(house)


@pytest.fixture
def driver(three_mails: None, open_window: Callable[..., WindowDriver]) -> WindowDriver:
    """A window on `three_mails`."""
    driver = open_window()
    driver.until(lambda: len(driver.rows()) == 3)
    return driver


@pytest.fixture
def theme(qapp: QApplication, house: TestHouse) -> Theme:
    return Theme(qapp, Settings(house.profile, {}))


PLATFORM_NOISE = ("This plugin does not support",)
"""What the offscreen platform says of itself."""


@pytest.fixture(autouse=True)
def no_qt_warning(qtlog) -> Iterator[None]:  # type: ignore[no-untyped-def]
    """Whatever Qt warns about while a test runs fails it."""
    yield
    said = [
        record.message
        for record in qtlog.records
        if record.type.name in {"QtWarningMsg", "QtCriticalMsg"}
        and not record.message.startswith(PLATFORM_NOISE)
    ]
    assert said == []

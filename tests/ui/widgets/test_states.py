"""What stands in for a list while it is read: nothing, a skeleton, then words and a way out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.model.errors import StorageError
from desktop_app.tools.calls.base import Tool
from desktop_app.tools.person import activity, mail_list, mail_view, requests
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.states import (
    PATIENCE_MS,
    QUIET_MS,
    WORKS,
    PendingRead,
    Skeleton,
    StateMessage,
    States,
)
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.window import panes
from tests.fakes.house import TestHouse
from tests.sure import of_kind, there
from tests.ui.conftest import WindowDriver
from tests.ui.held_runner import HeldRunner


@dataclass
class Log:
    """What the states asked for."""

    calls: list[str] = field(default_factory=list)

    def reading(self, counts: str = "") -> PendingRead:
        return PendingRead(
            "your drafts",
            lambda: self.calls.append("stop"),
            lambda: self.calls.append("again"),
            lambda: counts,
        )


@pytest.fixture
def states(qtbot: QtBot, theme: Theme) -> States:
    made = States(theme, QLabel("content"))
    qtbot.addWidget(made)
    made.ready()
    return made


def words(states: States) -> list[str]:
    shown = there(states.currentWidget())
    found = [w.text() for w in shown.findChildren(QLabel) if w.text()]
    return found + [b.text() for b in buttons(states)]


def buttons(states: States) -> list[QPushButton]:
    """Those that are not on their way out."""
    QApplication.processEvents()
    shown = there(states.currentWidget())
    return [b for b in shown.findChildren(QPushButton) if not b.isHidden()]


def after_ten_seconds(states: States) -> None:
    """The timer is under way; its time is not waited for."""
    assert states._patience.isActive()
    states._patience.stop()
    states._tell_slow()


def test_nothing_changes_for_a_moment_then_a_skeleton_stands_there(
    qtbot: QtBot, states: States
) -> None:
    assert (QUIET_MS, PATIENCE_MS) == (300, 10_000)
    content = states.currentWidget()
    states.loading(Log().reading())
    assert states.currentWidget() is content
    qtbot.waitUntil(lambda: isinstance(states.currentWidget(), Skeleton))


def test_what_comes_in_time_shows_no_skeleton(qtbot: QtBot, states: States) -> None:
    content = states.currentWidget()
    states.loading(Log().reading())
    states.ready()
    assert not states._quiet.isActive()
    assert not states._patience.isActive()
    assert states.currentWidget() is content


def test_after_ten_seconds_it_says_what_is_read_how_much_and_offers_cancel(states: States) -> None:
    states.loading(Log().reading("It holds 4,120 mails."))
    after_ten_seconds(states)
    assert words(states) == ["Still reading your drafts.", "It holds 4,120 mails.", "Cancel"]


def test_no_count_is_made_up(states: States) -> None:
    states.loading(Log().reading())
    after_ten_seconds(states)
    assert words(states)[1] == "This takes longer than usual."


def test_cancel_stops_the_job_says_so_and_offers_to_try_again(states: States) -> None:
    log = Log()
    states.loading(log.reading())
    after_ten_seconds(states)
    buttons(states)[0].click()
    assert log.calls == ["stop"]
    said = ["Stopped reading your drafts.", "Nothing was changed.", "Try again"]
    assert words(states) == said
    buttons(states)[0].click()
    assert log.calls == ["stop", "again"]


def test_a_newer_read_takes_the_words_away_and_has_ten_seconds_of_its_own(states: States) -> None:
    log = Log()
    states.loading(log.reading())
    after_ten_seconds(states)
    states.loading(log.reading())
    assert isinstance(states.currentWidget(), Skeleton)
    assert states._patience.isActive()
    assert states._patience.remainingTime() > PATIENCE_MS // 2


CASES = (
    ("drafts", requests.LIST_REQUESTS, "your drafts", ("mine",)),
    ("conversations", mail_list.SEARCH_THREADS, "this list", ("budget",)),
    ("audit", activity.LIST_AUDIT, "the activity record", ()),
    ("thread", mail_view.OPEN_THREAD, "this conversation", ()),
)


@pytest.mark.parametrize(("name", "tool", "what", "wanted"), CASES, ids=[c[0] for c in CASES])
def test_a_pane_can_be_stopped_while_it_reads_and_read_again(
    driver: WindowDriver,
    open_window: Callable[..., WindowDriver],
    house: TestHouse,
    name: str,
    tool: Tool[Any, Any],
    what: str,
    wanted: tuple[Any, ...],
) -> None:
    runner = HeldRunner(house)
    held = open_window(runner)
    window = held.window
    pane = getattr(window.frame, name, None) or panes.audit(window.bench, window)
    runner.held = tool.name
    if name == "thread":
        held.bench.selection.open(1)
    else:
        pane.open(*wanted)
    held.qtbot.waitUntil(runner.began.is_set)
    after_ten_seconds(pane.states)
    assert words(pane.states)[0] == f"Still reading {what}."
    buttons(pane.states)[0].click()
    held.until(lambda: runner.stopped == [tool.name])
    assert words(pane.states) == [
        f"Stopped reading {what}.",
        "Nothing was changed.",
        "Try again",
    ]
    runner.release.set()
    buttons(pane.states)[0].click()
    held.until(lambda: pane.states._reading is None)
    assert "Stopped" not in " ".join(words(pane.states))


def test_a_failure_says_what_and_what_next_and_is_marked_as_one(states: States) -> None:
    asked: list[str] = []
    error = StorageError("The mail database is damaged.", next_step="Import your mail again.")
    states.failed(error, lambda: asked.append("again"))
    message = of_kind(StateMessage, states.currentWidget())
    assert message.accessibleName() == "The mail database is damaged."
    assert not message.icon.isHidden()
    assert not message.icon.pixmap().isNull()
    assert words(states) == [
        "The mail database is damaged.",
        f"Import your mail again.\n\n{WORKS}",
        "Try again",
        "Copy details",
    ]
    buttons(states)[0].click()
    assert asked == ["again"]
    states.empty("Nothing here.", "Really.")
    assert message.icon.isHidden()


def test_a_message_without_room_is_scrolled_and_not_cut(states: States) -> None:
    text = "What you begin to write is kept here until you send it. " * 4
    states.empty("You have no drafts.", text, ("Show the inbox", lambda: None))
    states.resize(240, 120)
    states.show()
    QApplication.processEvents()
    (label,) = (w for w in there(states.currentWidget()).findChildren(QLabel) if w.text() == text)
    assert label.height() >= label.heightForWidth(label.width())
    (scroll,) = there(states.currentWidget()).findChildren(ScrollColumn)
    assert scroll.verticalScrollBar().maximum() > 0

"""The first reply is laid out as the second, in every size, however soon it is begun."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.ui.window.main_window import MainWindow
from tests.depths import one_in
from tests.fakes.house import TestHouse, mail
from tests.sure import there
from tests.ui.conftest import WindowDriver, services_of
from tests.ui.turning import settle

SIZES = [(1440, 900), (1250, 800), (1100, 800), (900, 600)]
Box = tuple[int, int, int, int]


def layout(driver: WindowDriver) -> dict[str, Box]:
    """Where everything of a reply stands, by name."""
    window, frame = driver.window, driver.window.frame
    review = frame.review
    parts: dict[str, QWidget] = {
        "list": frame.list_stack,
        "sidebar": frame.sidebar,
        "conversation": frame.thread,
        "review": review,
        "envelope": review.page.envelope,
        "body": review.page.body,
        "buttons": review.form.action_bar,
    }
    found = {}
    for name, part in parts.items():
        if part.isVisible():
            at = part.mapTo(window, QPoint(0, 0))
            found[name] = (at.x(), at.y(), part.width(), part.height())
    return found


def reply_to(driver: WindowDriver, place: int) -> dict[str, Box]:
    bench = driver.bench
    bench.selection.close_draft()
    driver.conversations.view.go_to(place)
    wanted = driver.conversations.model.rows[place].id
    driver.until(lambda: getattr(bench.selection.opened, "thread", None) is not None)
    driver.until(lambda: there(bench.selection.opened).thread.id == wanted)
    bench.actions.trigger("reply")
    driver.until(lambda: bool(bench.selection.draft))
    driver.until(lambda: driver.window.frame.review.page.envelope.settled)
    settle()
    return layout(driver)


@one_in(3)
@pytest.mark.parametrize("size", SIZES)
def test_the_first_reply_stands_where_the_second_does(
    driver: WindowDriver, size: tuple[int, int]
) -> None:
    driver.window.resize(*size)
    settle()
    first = reply_to(driver, 0)
    assert {"review", "body", "buttons"} <= first.keys()
    assert reply_to(driver, 1) == first
    assert reply_to(driver, 0) == first


@one_in(3)
@pytest.mark.parametrize("size", SIZES)
def test_a_reply_begun_before_the_window_is_whole_stands_there_too(
    qtbot: QtBot, qapp: QApplication, house: TestHouse, size: tuple[int, int]
) -> None:
    for number in range(2):
        house.add(mail(f"Note {number}", message_id=f"n{number}@lee.example"))
    window = MainWindow(qapp, services_of(house))
    window.resize(*size)
    window.start()
    driver = WindowDriver(qtbot, house, window)
    driver.until(lambda: len(driver.rows()) == 2 and window.late is not None)
    first = reply_to(driver, 0)
    driver.until(lambda: window.warm)
    assert reply_to(driver, 1) == first
    window.leave()
    window.deleteLater()

"""A draft that was opened, written or begun, and left again leaves no object of Qt's behind."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QObject

from desktop_app.ui.review.draft.new_mail import NewMail
from desktop_app.ui.review.draft.saver import Saver
from tests.depths import in_depth
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply


def alive() -> Counter[str]:
    """The objects of Qt's that Python knows and that are not deleted, by their kind."""
    for _ in range(3):
        gc.collect()
        QCoreApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    known = [each for each in gc.get_objects() if isinstance(each, QObject)]
    return Counter(type(each).__name__ for each in known if shiboken6.isValid(each))


def look(driver: WindowDriver, number: int) -> None:
    open_review(driver, own_reply(driver.house, f"words {number}"))


def write(driver: WindowDriver, number: int) -> None:
    pane = open_review(driver, own_reply(driver.house, f"words {number}"))
    pane.page.body.insertPlainText("more ")


def compose(driver: WindowDriver, number: int) -> None:
    driver.bench.actions.trigger("compose")
    pane = driver.window.frame.review
    driver.until(lambda: pane.opened.saver is not None)
    pane.page.body.insertPlainText(f"words {number}")


def compose_and_leave_at_once(driver: WindowDriver, number: int) -> None:
    driver.bench.actions.trigger("compose")
    driver.window.frame.review.page.body.insertPlainText(f"words {number}")


@pytest.mark.parametrize("work", in_depth([look, write, compose_and_leave_at_once, compose]))
def test_ten_drafts_opened_and_left_leave_nothing(
    driver: WindowDriver, work: Callable[[WindowDriver, int], None]
) -> None:
    counts = []
    for number in range(13):
        work(driver, number)
        driver.window.frame.review.back()
        driver.until(lambda: not driver.bench.selection.reviewing)
        if number in {2, 12}:
            counts.append(alive())
    assert not counts[1][Saver.__name__]
    assert not counts[1][NewMail.__name__]
    assert counts[1]["QTimer"] <= counts[0]["QTimer"]

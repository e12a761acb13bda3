"""A change of theme or text size is seen at once, as if the window had been made anew."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from desktop_app.model.draft import DraftState
from desktop_app.ui.background.jobs import Bug
from tests.depths import in_depth
from tests.fakes.house import TestHouse, mail
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply
from tests.ui.turning import settle

Picture = tuple[str, str, int, int, bytes]


def picture(icon: QIcon) -> bytes:
    return b"" if icon.isNull() else bytes(icon.pixmap(16, 16).toImage().constBits())


def lacks(widget: QLabel | QAbstractButton) -> int:
    """How many pixels of its words are cut from below."""
    needed = widget.fontMetrics().height() if widget.text() else 0
    if isinstance(widget, QLabel) and widget.wordWrap():
        needed = widget.heightForWidth(widget.width())
    return max(0, needed - widget.height())


def seen(window: QWidget) -> list[Picture]:
    """Each label and button in sight: its words, its font, what is cut of it, and its icon."""
    found = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or not isinstance(widget, QLabel | QAbstractButton):
            continue
        shown = picture(widget.icon()) if isinstance(widget, QAbstractButton) else b""
        words = widget.accessibleName() or widget.text()
        name = type(widget).__name__
        found.append((name, words, widget.font().pixelSize(), lacks(widget), shown))
    return found


def prepare(driver: WindowDriver, place: str) -> None:
    driver.window.resize(1400, 820)
    driver.open_first()
    driver.bench.actions.trigger("find")
    driver.bench.calls.jobs.broke.emit(Bug("Something went wrong inside Draftdesk.", ""))
    if place == "review":
        states = (DraftState.EDITED, DraftState.PROPOSED)
        open_review(driver, driver.house.store.drafts.in_state(states)[0])
        driver.window.frame.review.page.body.setFocus()
    driver.until(lambda: True)
    settle()


@pytest.mark.parametrize("place", ["thread", "review"])
@pytest.mark.parametrize(
    ("theme", "percent"), in_depth([("contrast", 125), ("dark", 100), ("light", 150)])
)
def test_what_is_open_looks_as_if_it_had_been_made_anew(
    driver: WindowDriver,
    open_window: Callable[..., WindowDriver],
    house: TestHouse,
    place: str,
    theme: str,
    percent: int,
) -> None:
    more = "In-Reply-To: <lunch@lee.example>\r\n"
    again = mail("Re: Lunch", message_id="l2@lee.example", more=more)
    house.add(again, frozenset({"INBOX", "Clients"}))
    driver.until(lambda: "Clients" in driver.conversations.model.rows[0].labels)
    own_reply(house, "Dear Dana,\n\nyes.")
    prepare(driver, place)
    before = seen(driver.window)
    house.settings.change("look.theme", theme)
    house.settings.change("look.text_percent", percent)
    driver.bench.theme.refresh()
    settle()
    driver.until(lambda: True)
    settle()
    changed = {one[:2]: one[2:] for one in seen(driver.window)}
    anew = open_window()
    prepare(anew, place)
    fresh = {one[:2]: one[2:] for one in seen(anew.window)}
    both = changed.keys() & fresh.keys()
    assert len(both) >= len({one[:2] for one in before}) // 2
    for one in both:
        font, lacking, icon = changed[one]
        assert font == fresh[one][0], one
        assert icon == fresh[one][2], f"{one} has the icon of another look"
        assert lacking <= fresh[one][1], f"{one} is cut"

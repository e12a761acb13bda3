"""Every button of the toolbar is to be seen, beside its neighbours, in every look and size."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from desktop_app.ui.bench.action_table import ACTIONS
from desktop_app.ui.bench.actions import EXTENSION
from desktop_app.ui.window.toolbar import Toolbar
from tests.fakes.house import TestHouse
from tests.ui.conftest import WindowDriver

LOOKS = [("light", 200), ("dark", 200), *(("contrast", each) for each in (100, 125, 150, 175, 200))]
"""Themes differ in colours alone; the largest text is the one that is short of room."""

WIDTHS = (900, 1240, 1360, 1550, 1860, 1920, 2480)
"""The least, those at which words come at one of the sizes, and some between."""


def look_like(driver: WindowDriver, look: str, percent: int) -> None:
    """Change the look while the window is shown, as the settings do."""
    driver.house.settings.change("look.theme", look)
    driver.house.settings.change("look.text_percent", percent)
    driver.bench.theme.follow("look.text_percent")
    QApplication.processEvents()


def resize(driver: WindowDriver, width: int) -> None:
    driver.window.resize(width, 600)
    QApplication.processEvents()


def shown(bar: Toolbar) -> list[QWidget]:
    return [child for child in bar.findChildren(QWidget) if child.parent() is bar and seen(child)]


def seen(widget: QWidget) -> bool:
    return widget.isVisible() and not widget.isWindow()


def lie_over_each_other(bar: Toolbar) -> list[tuple[str, str]]:
    return [
        (one.accessibleName(), other.accessibleName())
        for one, other in combinations(shown(bar), 2)
        if one.geometry().intersects(other.geometry())
    ]


def hidden(bar: Toolbar) -> list[str]:
    """The table's buttons that are not to be seen."""
    names = {row.id for row in ACTIONS if row.toolbar}
    buttons = {bar.widgetForAction(a): a for a in bar.actions() if a.objectName() in names}
    assert len(buttons) == len(names)
    return [action.text() for button, action in buttons.items() if not seen(button)]


def extension(bar: Toolbar) -> QToolButton:
    found = bar.findChild(QToolButton, EXTENSION)
    assert found is not None
    return found


@pytest.fixture(params=[100, 150, 200])
def from_the_start(
    house: TestHouse, open_window: Callable[[], WindowDriver], request: pytest.FixtureRequest
) -> WindowDriver:
    """A window that is opened with text of that size."""
    house.settings.change("look.theme", "contrast")
    house.settings.change("look.text_percent", request.param)
    return open_window()


def test_the_least_window_shows_every_button_from_the_start(from_the_start: WindowDriver) -> None:
    bar = from_the_start.window.bar
    from_the_start.window.search.save.show()
    resize(from_the_start, 900)
    assert (hidden(bar), lie_over_each_other(bar)) == ([], [])


def test_icons_follow_the_look_and_the_size_of_the_text(driver: WindowDriver) -> None:
    search, bar = driver.window.search, driver.window.bar
    resize(driver, 1360)
    before = bar.iconSize()
    look_like(driver, "contrast", 200)
    icons = {button.iconSize() for button in (bar, search.save)}
    assert icons == {before * 2}
    for name, icon in (("find", search.look.icon()), ("save", search.save.icon())):
        fresh = driver.bench.theme.icon(name, "second")
        assert icon.pixmap(40).toImage() == fresh.pixmap(40).toImage()


def test_at_every_width_every_button_is_seen_beside_its_neighbours(driver: WindowDriver) -> None:
    bar = driver.window.bar
    driver.window.search.save.show()
    for look, percent in LOOKS:
        look_like(driver, look, percent)
        for width in WIDTHS:
            resize(driver, width)
            case = (look, percent, width)
            assert (case, hidden(bar), lie_over_each_other(bar)) == (case, [], [])


@pytest.mark.parametrize("percent", [125, 150, 175, 200])
def test_text_that_grows_takes_the_words_and_no_button(driver: WindowDriver, percent: int) -> None:
    bar = driver.window.bar
    resize(driver, 1360)
    look_like(driver, "contrast", percent)
    assert hidden(bar) == []
    assert not extension(bar).isVisible()


@pytest.mark.parametrize("width", [1000, 1400])
def test_what_was_unfolded_is_folded_again_when_all_have_room(
    driver: WindowDriver, width: int
) -> None:
    bar = driver.window.bar
    resize(driver, 900)
    bar.resize(300, bar.height())
    QApplication.processEvents()
    more = extension(bar)
    assert more.isVisible()
    more.click()
    assert more.isChecked()
    resize(driver, width)
    assert (more.isVisible(), hidden(bar), lie_over_each_other(bar)) == (False, [], [])


def test_what_was_unfolded_is_folded_again_when_the_text_shrinks(driver: WindowDriver) -> None:
    bar = driver.window.bar
    resize(driver, 1300)
    bar.setToolButtonStyle(bar.toolButtonStyle().ToolButtonTextBesideIcon)
    look_like(driver, "light", 200)
    bar.setToolButtonStyle(bar.toolButtonStyle().ToolButtonTextBesideIcon)
    QApplication.processEvents()
    more = extension(bar)
    assert more.isVisible()
    more.click()
    look_like(driver, "light", 100)
    assert (more.isVisible(), hidden(bar), lie_over_each_other(bar)) == (False, [], [])

"""The user guide's window: pages, links, steps back, the search, what it may load."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage, QTextDocument
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget, QWizard

import desktop_app
from desktop_app.ui.guide.guide_window import GuideWindow
from desktop_app.ui.guide.library import FIRST, read_guide
from tests.sure import there
from tests.ui.conftest import WindowDriver
from tests.ui.looking import until

OPENED = re.compile(
    r'(?:open_guide\(|guide_link\(\w+, (?:[A-Z_]+|"[^"]+"), )"([a-z-]+)"(?:, "([a-z-]+)")?\)'
)
IMAGE = QTextDocument.ResourceType.ImageResource.value


def guide(driver: WindowDriver, page: str = "", anchor: str = "") -> GuideWindow:
    driver.bench.navigation.open_guide(page, anchor)
    window = there(there(driver.window.late).guide.window)
    driver.until(lambda: window.list.count() > 0)
    return window


def test_f1_opens_the_guide_at_its_list_of_pages(driver: WindowDriver) -> None:
    assert there(driver.window.late).guide.window is None
    driver.bench.actions.trigger("guide")
    window = there(there(driver.window.late).guide.window)
    driver.until(lambda: window.windowTitle() == "User guide")
    assert window.isVisible()
    assert [key.toString() for key in driver.bench.actions.action("guide").shortcuts()] == ["F1"]
    assert window.list.item(0).text() == "All pages"
    assert "What Draftdesk never does" in window.view.toPlainText()


def test_a_page_is_opened_at_an_anchor_and_the_same_window_is_used(driver: WindowDriver) -> None:
    window = guide(driver, "reading", "what-needs-a-reply")
    assert window.windowTitle() == "Reading – User guide"
    assert there(window.list.currentItem()).text() == "Reading"
    assert window.view.verticalScrollBar().value() > 0
    again = guide(driver, "never")
    assert again is window
    assert window.view.verticalScrollBar().value() == 0
    assert window.windowTitle() == "What Draftdesk never does – User guide"


def test_links_go_to_pages_and_back_and_forward_return(driver: WindowDriver) -> None:
    window = guide(driver, "what-to-expect")
    window.view.link.emit("accounts.md#any-mailbox")
    assert window.windowTitle() == "Accounts – User guide"
    assert window.back.isEnabled()
    assert not window.forward.isEnabled()
    window.go_back()
    assert window.windowTitle() == "What to expect from your provider – User guide"
    window.go_forward()
    assert window.windowTitle() == "Accounts – User guide"
    window.list.setCurrentRow(1)
    window.home.click()
    window.go_back()
    assert window.windowTitle() == f"{window.list.item(1).text()} – User guide"


def test_a_web_link_opens_in_the_browser_and_no_other_kind_goes_anywhere(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toString()))
    window = guide(driver, "what-to-expect")
    window.view.link.emit("https://proton.me/x")
    assert opened == ["https://proton.me/x"]
    window.view.link.emit("file:///etc/passwd")
    assert opened == ["https://proton.me/x"]
    assert window.windowTitle().endswith("User guide")


def test_the_search_finds_as_one_types_and_a_result_opens_marked(driver: WindowDriver) -> None:
    window = guide(driver, "never")
    driver.qtbot.keyClicks(window.entry, "snooze remind")
    driver.until(lambda: "Snooze, reminders, mute" in window.view.toPlainText())
    assert window.windowTitle().startswith("Search: snooze remind")
    assert "places" in window.view.accessibleName()
    window.view.link.emit("later.md#snooze-reminders-mute")
    assert window.windowTitle() == "Snooze, reminders, mute – User guide"
    assert window.view.extraSelections()
    window.go_back()
    assert window.windowTitle().startswith("Search: ")
    window.go_back()  # what was typed is one step
    assert window.windowTitle() == "What Draftdesk never does – User guide"


def test_enter_goes_on_to_the_first_place_found_and_enter_opens_it(driver: WindowDriver) -> None:
    window = guide(driver)
    window.entry.setFocus()
    driver.qtbot.keyClicks(window.entry, "keyring")
    driver.until(lambda: "keyring" in window.windowTitle())
    driver.qtbot.keyClick(window.entry, Qt.Key.Key_Return)
    assert window.view.hasFocus()
    driver.qtbot.keyClick(window.view, Qt.Key.Key_Return)
    assert not window.windowTitle().startswith("Search")
    assert window.windowTitle() != "User guide"


def test_nothing_found_is_said_and_an_empty_search_shows_the_pages(driver: WindowDriver) -> None:
    window = guide(driver)
    driver.qtbot.keyClicks(window.entry, "qqqqqqqqqqqq")
    driver.until(lambda: "Nothing in the guide" in window.view.toPlainText())
    window.entry.selectAll()
    driver.qtbot.keyClick(window.entry, Qt.Key.Key_Backspace)
    driver.until(lambda: window.windowTitle() == "User guide")


def test_only_its_own_pictures_are_loaded(driver: WindowDriver) -> None:
    window = guide(driver)
    for address in ("https://x.example/a.png", "file:///etc/hostname", "icons:draftdesk.svg", "a"):
        loaded = window.view.loadResource(IMAGE, QUrl(address))
        assert isinstance(loaded, QImage)
        assert loaded.width() == 1
    sheet = QTextDocument.ResourceType.StyleSheetResource.value
    assert window.view.loadResource(sheet, QUrl("file:///etc/passwd")) == b" "


def test_a_look_that_changes_changes_the_page(driver: WindowDriver) -> None:
    window = guide(driver, "never")
    light = window.view._pictures
    driver.house.settings.change("look.theme", "dark")
    driver.bench.theme.follow("look.theme")
    driver.until(lambda: window.view._pictures is not light)
    assert window.windowTitle() == "What Draftdesk never does – User guide"
    driver.house.settings.change("look.theme", "light")
    driver.bench.theme.follow("look.theme")
    driver.until(lambda: True)


def test_every_control_has_a_name_and_it_fits_a_small_screen(driver: WindowDriver) -> None:
    window = guide(driver)
    window.resize(600, 400)
    assert (window.width(), window.height()) == (600, 400)
    kinds = [w for w in window.findChildren(QWidget) if w.focusPolicy() & Qt.FocusPolicy.TabFocus]
    nameless = [
        widget
        for widget in kinds
        if widget.isVisible() and not (widget.accessibleName() or _text(widget))
    ]
    assert nameless == []


def _text(widget: QWidget) -> str:
    return widget.text() if isinstance(widget, QAbstractButton) else ""


def test_a_guide_that_cant_be_read_says_so_and_can_be_tried_again(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    there(driver.window.late).guide.close()
    window = GuideWindow(driver.bench)
    driver.qtbot.addWidget(window)
    window._folder = driver.house.profile / "nothing"
    window._begin()
    window.show()
    until(driver.qtbot, lambda: "can't be read" in _message(window))
    window._folder = driver.bench.services.resources / "guide"
    again = next(b for b in window.findChildren(QAbstractButton) if b.text() == "Try again")
    again.click()
    driver.until(lambda: window.list.count() > 1)


def _message(window: GuideWindow) -> str:
    return there(window.states.currentWidget()).accessibleName()


def test_it_closes_with_the_window_and_stays_usable_beside_a_dialog(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("settings")
    driver.until(lambda: QApplication.activeModalWidget() is not None)
    window = guide(driver, FIRST)
    window.list.setCurrentRow(2)
    assert window.windowTitle() != "User guide"
    there(QApplication.activeModalWidget()).close()
    driver.window.leave()
    assert not window.isVisible()
    assert there(driver.window.late).guide.window is None


def test_a_picture_is_as_wide_as_there_is_room_and_no_wider_than_it_is(
    driver: WindowDriver,
) -> None:
    window = guide(driver, "window")
    address = QUrl("pictures/reading-light.png")

    def width() -> int:
        loaded = window.view.loadResource(IMAGE, address)
        assert isinstance(loaded, QImage)
        return loaded.width()

    window.resize(1000, 600)
    driver.until(lambda: width() == round(0.98 * (window.view.viewport().width() - 32)))
    window.resize(3000, 600)
    driver.until(lambda: width() == 1280)


@pytest.mark.parametrize(
    ("open_it", "words", "title"),
    [
        ("add_account", "What to expect from your provider", "What to expect from your provider"),
        ("Assistant", "About language models", "A language model"),
        ("MCP bridge", "About connected programs", "Other programs over MCP"),
    ],
)
def test_places_that_ask_something_of_the_person_open_their_page(
    driver: WindowDriver, open_it: str, words: str, title: str
) -> None:
    if open_it == "add_account":
        driver.bench.actions.trigger(open_it)
    else:
        driver.bench.navigation.settings_wanted.emit(open_it)
    driver.until(lambda: QApplication.activeModalWidget() is not None)
    dialog = there(QApplication.activeModalWidget())
    if isinstance(dialog, QWizard):
        dialog.next()
    button = next(b for b in dialog.findChildren(QAbstractButton) if b.text() == words)
    driver.until(button.isVisible)
    button.click()
    driver.until(lambda: there(driver.window.late).guide.window is not None)
    window = there(there(driver.window.late).guide.window)
    driver.until(lambda: window.windowTitle() == f"{title} – User guide")
    assert dialog.isVisible()
    dialog.close()
    driver.until(lambda: QApplication.activeModalWidget() is None)


def test_every_page_that_the_program_opens_is_there() -> None:
    """Found by reading the program: each `open_guide("page", "anchor")` names what there is."""
    root = Path(desktop_app.__file__).parent
    pages = read_guide(root.parent / "resources" / "guide").pages
    opened = [
        (name, anchor)
        for path in sorted(root.rglob("*.py"))
        for name, anchor in OPENED.findall(path.read_text("utf-8"))
    ]
    assert len(opened) >= 4
    lost = [
        (name, anchor)
        for name, anchor in opened
        if name not in pages or (anchor and anchor not in pages[name].anchors)
    ]
    assert lost == []
    assert OPENED.findall('bench.navigation.open_guide("nowhere", "x")') == [("nowhere", "x")]

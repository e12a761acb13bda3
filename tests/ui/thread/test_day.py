"""What waits for the person is named where no conversation is open."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from desktop_app.model.draft import Draft, Origin
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import triage
from desktop_app.tools.verbs import create_draft
from desktop_app.ui.thread.day import DayLine, DayPage
from tests.fakes.house import TestHouse, mail
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import propose
from tests.ui.held_runner import HeldRunner

LONG = "The minutes of the meeting about the north entrance of the building, with all annexes " * 3


def page(driver: WindowDriver) -> DayPage:
    found: DayPage = driver.thread.day
    return found


def seen(driver: WindowDriver) -> list[str]:
    """What can be read on the page."""
    day = page(driver)
    buttons = [line.accessibleName() for line in day.lines.values() if line.isVisible()]
    return [*buttons, *(w.text() for w in day.findChildren(QLabel) if w.isVisible() and w.text())]


def press(driver: WindowDriver, start: str) -> None:
    named(driver, start).click()


def named(driver: WindowDriver, start: str) -> DayLine:
    return next(b for b in page(driver).lines.values() if b.accessibleName().startswith(start))


def write(driver: WindowDriver, *subjects: str) -> list[Draft]:
    """A program writes drafts; the newest stands first."""
    program = driver.house.runner(Origin.MCP, "<b>Claude</b>", caller="claude")
    found = []
    for subject in subjects:
        params = create_draft.CreateDraft(to=("sam@reed.example",), subject=subject)
        saved = program.call(create_draft.TOOL, params).unwrap()
        found.append(driver.house.store.drafts.get(saved.draft_id))
        driver.house.now += 1
    return found


def drafts_shown(driver: WindowDriver) -> list[str]:
    lines = page(driver).lines.items()
    return [key for key, line in lines if key.startswith("draft ") and line.isVisible()]


def key(draft: Draft) -> str:
    return f"draft {draft.id}"


def wait_for(driver: WindowDriver, *drafts: Draft) -> None:
    wanted = [key(d) for d in drafts]
    driver.until(lambda: drafts_shown(driver) == wanted and not page(driver).waits)


def test_without_anything_that_waits_it_says_so_and_how_to_go_on(driver: WindowDriver) -> None:
    driver.until(lambda: "Nothing waits for you." in seen(driver))
    assert "Choose a conversation to read it here." in seen(driver)


def test_a_draft_to_review_is_named_with_who_gets_it_and_one_press_opens_it(
    driver: WindowDriver,
) -> None:
    draft = propose(driver.house)
    wanted = "Re: Lunch. To dana@lee.example. The starter assistant"
    driver.until(lambda: wanted in seen(driver))
    assert named(driver, "Re: Lunch").text() == wanted.replace(". ", " · ")
    press(driver, "Re: Lunch")
    driver.until(lambda: driver.bench.selection.draft == draft.id)
    driver.until(lambda: not page(driver).isVisible())  # the draft is shown when it was read


def test_a_screen_reader_is_told_of_buttons_with_whole_sentences(driver: WindowDriver) -> None:
    propose(driver.house)
    driver.until(lambda: len(drafts_shown(driver)) == 1)
    told = QAccessible.queryAccessibleInterface(named(driver, "Re: Lunch"))
    assert told.role() == QAccessible.Role.Button
    assert told.text(QAccessible.Text.Name) == (
        "Re: Lunch. To dana@lee.example. The starter assistant"
    )


def test_three_of_many_are_named_and_the_others_are_counted(driver: WindowDriver) -> None:
    write(driver, *(f"Draft {number}" for number in range(5)))
    driver.until(lambda: "2 more" in seen(driver))
    lines = [line for line in seen(driver) if line.startswith("Draft ")]
    assert lines == [f"Draft {n}. To sam@reed.example. <b>Claude</b> over MCP" for n in (4, 3, 2)]
    press(driver, "2 more")
    driver.until(driver.window.frame.drafts.isVisible)


def test_conversations_that_need_a_reply_are_named_and_one_press_opens_one(
    driver: WindowDriver,
) -> None:
    house = driver.house
    house.add(mail("Friday", "Could you come on Friday at ten?", message_id="friday@lee.example"))
    house.runner().call(triage.SORT_MAIL, NoParams()).unwrap()
    driver.until(lambda: "Friday. Dana Lee" in seen(driver))
    press(driver, "Friday")
    driver.until(lambda: driver.thread.title.text() == "Friday")
    assert not page(driver).isVisible()


@pytest.mark.parametrize("percent", [100, 150])
@pytest.mark.parametrize("size", [(900, 600), (1440, 900)])
def test_a_line_is_cut_to_its_pane_and_tells_all_when_pointed_at(
    driver: WindowDriver, size: tuple[int, int], percent: int
) -> None:
    driver.window.resize(*size)
    write(driver, LONG)
    driver.until(lambda: len(drafts_shown(driver)) == 1)
    driver.house.settings.change("look.text_percent", percent)
    driver.bench.theme.follow("look.text_percent")
    driver.until(lambda: True)
    line, view = named(driver, "The minutes"), page(driver).viewport()
    at = line.mapTo(view, line.rect().topRight())
    assert at.x() < view.width()
    assert page(driver).horizontalScrollBar().maximum() == 0
    assert line.text().endswith("…")
    assert line.fontMetrics().horizontalAdvance(line.text()) < line.width()
    assert LONG.strip() in line.accessibleName()
    assert LONG.rsplit(maxsplit=1)[-1] in line.toolTip()


def focus(driver: WindowDriver, draft: Draft) -> DayLine:
    line = page(driver).lines[key(draft)]
    line.setFocus(Qt.FocusReason.TabFocusReason)
    assert driver.window.focusWidget() is line
    return line


def test_a_line_keeps_the_focus_while_others_come_and_its_words_change(
    driver: WindowDriver,
) -> None:
    (first,) = write(driver, "First")
    wait_for(driver, first)
    line = focus(driver, first)
    (second,) = write(driver, "Second")
    wait_for(driver, second, first)
    assert driver.window.focusWidget() is line
    assert line.isVisible()
    QTest.keyClick(line, Qt.Key.Key_Backtab)
    assert driver.window.focusWidget() is page(driver).lines[key(second)]


@pytest.mark.parametrize(("gone", "heir"), [(0, 1), (1, 2), (2, 1)])
def test_the_focus_of_a_line_that_goes_moves_to_its_neighbour(
    driver: WindowDriver, gone: int, heir: int
) -> None:
    drafts = write(driver, "C", "B", "A")[::-1]
    wait_for(driver, *drafts)
    focus(driver, drafts[gone])
    driver.house.store.drafts.ignore(drafts[gone].id, now=driver.house.now)
    wait_for(driver, *(d for d in drafts if d is not drafts[gone]))
    assert driver.window.focusWidget() is page(driver).lines[key(drafts[heir])]


def test_the_focus_of_the_last_line_moves_to_the_page(driver: WindowDriver) -> None:
    (draft,) = write(driver, "Only")
    wait_for(driver, draft)
    focus(driver, draft)
    driver.house.store.drafts.ignore(draft.id, now=driver.house.now)
    driver.until(lambda: "Nothing waits for you." in seen(driver))
    assert driver.window.focusWidget() is page(driver)


def test_no_answer_takes_the_focus_from_elsewhere(driver: WindowDriver) -> None:
    driver.conversations.view.setFocus()
    before = driver.window.focusWidget()
    drafts = write(driver, "B", "A")[::-1]
    wait_for(driver, *drafts)
    driver.house.store.drafts.ignore(drafts[0].id, now=driver.house.now)
    wait_for(driver, drafts[1])
    assert driver.window.focusWidget() is before


def test_letters_of_the_list_and_tab_work_beside_a_line(driver: WindowDriver) -> None:
    drafts = write(driver, "B", "A")[::-1]
    wait_for(driver, *drafts)
    line = focus(driver, drafts[0])
    QTest.keyClick(line, Qt.Key.Key_Tab)
    assert driver.window.focusWidget() is page(driver).lines[key(drafts[1])]
    QTest.keyClick(driver.window.focusWidget(), Qt.Key.Key_J)
    driver.until(lambda: driver.thread.shown is not None)
    assert not page(driver).isVisible()
    assert driver.thread.isAncestorOf(driver.window.focusWidget())


def test_what_was_true_before_is_not_shown_again_while_it_is_read(
    house: TestHouse, open_window: Callable[..., WindowDriver]
) -> None:
    house.add(mail("Budget", "About it.", message_id="budget@lee.example"))
    runner = HeldRunner(house)
    driver = open_window(runner)
    (draft,) = write(driver, "Only")
    wait_for(driver, draft)
    driver.open_first()
    assert not page(driver).isVisible()
    runner.held = "read_day"
    house.store.drafts.ignore(draft.id, now=house.now)
    driver.qtbot.waitUntil(lambda: page(driver).waits)
    driver.bench.selection.read(None)
    driver.qtbot.waitUntil(runner.began.is_set)
    driver.qtbot.waitUntil(page(driver).isVisible)
    assert seen(driver) == ["Choose a conversation to read it here."]
    runner.release.set()
    driver.until(lambda: "Nothing waits for you." in seen(driver))


def test_what_is_known_is_shown_at_once(driver: WindowDriver) -> None:
    (draft,) = write(driver, "Only")
    wait_for(driver, draft)
    page(driver).hide()
    page(driver).show()
    assert page(driver).lines[key(draft)].isVisible()


def test_it_waits_beside_chosen_rows_and_beneath_an_open_conversation(driver: WindowDriver) -> None:
    driver.until(page(driver).isVisible)
    driver.conversations.view.selectAll()
    driver.until(lambda: len(driver.bench.selection.rows) == 3)
    assert not page(driver).isVisible()

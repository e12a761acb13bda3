"""What gives way on a small window, and how the person gets back to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QWidget

from desktop_app.ui.background.jobs import Bug
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.tokens import Size
from desktop_app.ui.window.frame import Frame
from tests.fakes.house import TestHouse
from tests.sure import there
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_mail, own_reply, propose

SMALL = (900, 600)


def shown(frame: Frame) -> tuple[bool, bool, bool]:
    """Whether the sidebar, the list and what is read are to be seen."""
    return frame.sidebar.isVisible(), frame.list_stack.isVisible(), frame.main.isVisible()


@pytest.fixture
def small(driver: WindowDriver) -> WindowDriver:
    driver.window.resize(*SMALL)
    return driver


@pytest.fixture
def enlarged(house: TestHouse) -> None:
    house.settings.change("look.text_percent", 150)


@pytest.fixture
def large_text(enlarged: None, small: WindowDriver) -> WindowDriver:
    """Small, and its text half as large again from the start."""
    del enlarged
    return small


def settle(driver: WindowDriver) -> None:
    """Have the window laid out now."""
    layout = there(driver.window.columns.parentWidget()).layout()
    assert layout is not None
    layout.activate()


def with_assistant(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("assistant")
    driver.until(driver.window.frame.dock.isVisible)


@pytest.mark.parametrize("way", [(150, 100), (100, 150)])
def test_columns_fit_the_window_after_a_change_of_the_size_of_text(
    driver: WindowDriver, way: tuple[int, int]
) -> None:
    driver.window.resize(*SMALL)
    for percent in way:
        driver.house.settings.change("look.text_percent", percent)
        driver.bench.theme.follow("look.text_percent")
        settle(driver)
    frame, px = driver.window.frame, driver.bench.theme.px

    def fits() -> bool:
        columns = [w for w in (frame.sidebar, frame.list_stack, frame.reading) if w.isVisible()]
        edges = [(w.geometry().left(), w.geometry().right()) for w in columns]
        apart = all(one[1] < other[0] for one, other in pairwise(edges))
        return apart and edges[-1][1] < driver.window.width()

    driver.qtbot.waitUntil(fits)
    assert frame.sidebar.minimumWidth() == px(Size.LEAST_SIDEBAR)


def test_a_review_beside_the_assistant_takes_the_room_of_the_list(small: WindowDriver) -> None:
    frame = small.window.frame
    with_assistant(small)
    assert shown(frame) == (False, True, True)
    open_review(small, own_reply(small.house))
    assert shown(frame) == (False, False, True)
    assert frame.main.width() >= small.bench.theme.px(Size.REVIEW)


def test_without_the_assistant_the_sidebar_alone_gives_way_to_a_review(small: WindowDriver) -> None:
    frame = small.window.frame
    assert shown(frame) == (True, True, True)
    open_review(small, own_reply(small.house))
    assert shown(frame) == (False, True, True)


def test_the_way_back_to_the_list_leaves_the_draft_open(small: WindowDriver) -> None:
    frame, columns = small.window.frame, small.window.columns
    with_assistant(small)
    open_review(small, own_reply(small.house))
    assert columns.back.isVisible()
    columns.back.click()
    assert shown(frame) == (False, True, True)
    assert frame.reviewing
    assert not columns.back.isVisible()
    assert frame.list_stack.isAncestorOf(there(QApplication.focusWidget()))


def test_leaving_the_draft_brings_the_list_back(small: WindowDriver) -> None:
    with_assistant(small)
    pane = open_review(small, own_reply(small.house))
    small.qtbot.keyClick(pane.page.body, Qt.Key.Key_Escape)
    assert shown(small.window.frame) == (False, True, True)
    assert small.window.frame.list_stack.isAncestorOf(there(QApplication.focusWidget()))


def test_a_search_brings_the_list_back(small: WindowDriver) -> None:
    with_assistant(small)
    open_review(small, own_reply(small.house))
    small.bench.navigation.show_search("in:inbox")
    assert small.window.frame.list_stack.isVisible()


def test_with_large_text_what_is_read_and_the_list_take_turns(large_text: WindowDriver) -> None:
    frame = large_text.window.frame
    with_assistant(large_text)
    assert shown(frame) == (False, True, False)
    large_text.open_first()
    assert shown(frame) == (False, False, True)
    large_text.bench.actions.trigger("back")
    assert shown(frame) == (False, True, False)


def test_where_a_review_has_no_room_beside_it_the_assistant_goes(large_text: WindowDriver) -> None:
    with_assistant(large_text)
    open_review(large_text, own_reply(large_text.house))
    assert not large_text.window.frame.dock.isVisible()


def words_seen(pane: Any) -> int:
    """How many pixels of the editor are in view."""
    body, port = pane.page.body, pane.page.viewport()
    top = body.mapTo(pane.page, body.rect().topLeft()).y()
    return int(min(top + body.height(), port.height()) - max(top, 0))


def test_a_small_window_keeps_two_fifths_of_the_review_for_its_words(small: WindowDriver) -> None:
    with_assistant(small)
    words = "\n".join("some words of a line" for _ in range(30))  # numbers would be doubted
    pane = open_review(small, propose(small.house, words))
    small.until(lambda: pane.form.words_seen.pending)
    assert not pane.page.envelope.summary.isVisible()
    small.qtbot.keyClicks(pane.page.body, "Yes. ")
    small.until(pane.page.envelope.summary.isVisible)
    assert pane.page.envelope.summary.text() == "To Dana ▸"
    assert words_seen(pane) >= 0.4 * pane.height()


def test_one_press_shows_the_recipients_again(small: WindowDriver) -> None:
    envelope = open_review(small, own_reply(small.house)).page.envelope
    envelope.fold_up()
    assert not envelope.to.isVisible()
    assert not envelope.from_.isVisible()
    envelope.summary.click()
    assert envelope.to.isVisible()
    assert QApplication.focusWidget() is envelope.to.entry


def test_nobody_is_folded_up_who_was_not_seen(small: WindowDriver) -> None:
    crowd = tuple(f"p{n}@x.example" for n in range(30))
    envelope = open_review(small, own_mail(small.house, to=crowd)).page.envelope
    envelope.fold_up()
    assert envelope.to.isVisible()
    envelope.show_everyone()
    small.until(lambda: envelope.whole)
    envelope.fold_up()
    assert not envelope.to.isVisible()


def test_empty_copies_are_folded_away_and_come_by_a_press(driver: WindowDriver) -> None:
    pane = open_review(driver, own_reply(driver.house))
    envelope = pane.page.envelope
    assert not envelope.fields["cc"].isVisible()
    envelope.unfold.click()
    assert envelope.fields["cc"].isVisible()
    assert envelope.fields["bcc"].isVisible()
    assert QApplication.focusWidget() is envelope.fields["cc"].entry
    assert not envelope.unfold.isVisible()


def test_nobody_who_would_get_the_mail_is_folded_away(small: WindowDriver) -> None:
    pane = open_review(small, own_mail(small.house, to=("a@x.example",), bcc=("b@x.example",)))
    assert pane.page.envelope.fields["bcc"].isVisible()
    assert pane.page.envelope.unfold.text() == "Cc"


def test_moving_everyone_to_bcc_unfolds_it(small: WindowDriver) -> None:
    pane = open_review(small, own_mail(small.house, to=("a@x.example", "b@x.example")))
    assert not pane.page.envelope.fields["bcc"].isVisible()
    pane.page.envelope.move_to_bcc()
    assert pane.page.envelope.fields["bcc"].isVisible()


def test_the_foot_is_one_line_on_a_low_window(small: WindowDriver) -> None:
    action_bar = open_review(small, own_reply(small.house)).form.action_bar

    def middle(widget: QWidget) -> int:
        return widget.mapTo(action_bar, widget.rect().center()).y()

    shown = (action_bar.tell, action_bar.aside, action_bar.more, action_bar.note)
    assert all(widget.isVisible() for widget in shown)
    send = middle(action_bar.send_button)
    assert [abs(middle(widget) - send) <= 2 for widget in shown] == [True] * len(shown)


def test_the_line_for_the_assistant_opens_from_its_button_and_closes(small: WindowDriver) -> None:
    action_bar = open_review(small, own_reply(small.house)).form.action_bar
    assert not action_bar.refine_bar.isVisible()
    action_bar.tell.click()
    assert QApplication.focusWidget() is action_bar.refine_bar.entry
    action_bar.tell.click()
    assert not action_bar.refine_bar.isVisible()


def test_on_a_low_window_what_opens_the_panel_is_a_menu(small: WindowDriver) -> None:
    pane = open_review(small, propose(small.house))
    bar, panel = pane.form.action_bar, pane.form.panel
    assert bar.about.isVisible()
    menu = bar.about.menu()
    menu.aboutToShow.emit()
    assert [entry.text() for entry in menu.actions()] == ["Conversation", "Sources 1", "Changes"]
    menu.actions()[1].trigger()
    assert panel.sources.isVisible()


def test_no_button_of_the_foot_moves_when_the_end_was_read(small: WindowDriver) -> None:
    action_bar = open_review(small, own_reply(small.house)).form.action_bar
    small.until(action_bar.send_button.isVisible)
    state = action_bar.state
    action_bar.show_state(replace(state, ready=replace(state.ready, unread=True)))
    action_bar.layout().activate()
    before = (
        action_bar.send_button.mapTo(action_bar, action_bar.send_button.rect().topLeft()).y(),
        action_bar.height(),
    )
    action_bar.show_state(replace(state, ready=replace(state.ready, unread=False)))
    action_bar.layout().activate()
    after = (
        action_bar.send_button.mapTo(action_bar, action_bar.send_button.rect().topLeft()).y(),
        action_bar.height(),
    )
    assert before == after


def test_a_toast_lies_over_the_window_and_moves_nothing(small: WindowDriver) -> None:
    toasts, columns = small.window.toasts, small.window.columns
    before = columns.geometry()
    small.bench.navigation.toast("Archived.", Undo(lambda: None))
    small.until(toasts.isVisible)
    settle(small)
    assert columns.geometry() == before
    ground = there(toasts.parentWidget())
    assert ground.rect().contains(toasts.geometry())
    assert toasts.geometry().right() < ground.rect().center().x()
    toasts.toast.button.click()
    small.until(lambda: not toasts.isVisible())
    assert columns.geometry() == before


def test_a_toast_never_covers_send(small: WindowDriver, house: TestHouse) -> None:
    pane = open_review(small, propose(house))
    send = pane.form.action_bar.send_button
    small.until(send.isVisible)
    small.bench.navigation.toast("Archived, with a long sentence about it. " * 4)
    toasts = small.window.toasts
    small.until(toasts.isVisible)

    def apart() -> bool:
        ground = toasts.parentWidget()
        here = send.rect().translated(send.mapTo(ground, QPoint()))
        return not here.intersects(toasts.geometry())

    small.until(apart)
    small.window.resize(1000, 700)
    small.until(apart)


def test_f6_rings_the_pane_it_moves_to(small: WindowDriver) -> None:
    small.window.resize(1360, 800)
    ring, frame = small.window.ring, small.window.frame
    small.window.activateWindow()
    small.until(small.window.isActiveWindow)
    seen = set()
    for _ in range(3):
        small.bench.actions.trigger("next_pane")
        assert ring.isVisible()
        pane = next(
            name
            for name, pane in frame.places().items()
            if pane is not None
            and pane.size() == ring.size()
            and pane.mapTo(small.window, QPoint()) == ring.pos()
        )
        seen.add(pane)
    assert seen == {"sidebar", "list", "main"}
    small.window.search.entry.setFocus()
    assert not ring.isVisible()


def test_a_long_toast_is_read_whole(small: WindowDriver) -> None:
    text = "One of the mails could not be archived because the server refused it. " * 2
    small.bench.navigation.toast(text)
    toast = small.window.toasts.toast
    small.until(toast.isVisible)
    settle(small)
    assert small.window.width() == SMALL[0]
    assert toast.text.height() >= toast.text.heightForWidth(toast.text.width())
    assert toast.geometry().right() < small.window.toasts.width()


def test_the_introduction_leaves_a_low_window_to_a_draft(
    house: TestHouse, open_window: Callable[..., WindowDriver]
) -> None:
    house.store.accounts.update(replace(house.store.accounts.get("work"), sample=True))
    small = open_window()
    small.window.resize(*SMALL)
    notices = small.window.notices
    small.until(lambda: len(notices.findChildren(Strip)) == 1)
    [introduction] = notices.findChildren(Strip)
    small.until(introduction.isVisible)
    open_review(small, own_mail(house, to=("a@x.example",)))
    small.until(notices.isHidden)
    notices.show_bug(Bug("Something went wrong inside Draftdesk.", ""))
    assert notices.isVisible()
    assert introduction.isHidden()
    small.window.resize(1200, 860)
    small.until(introduction.isVisible)
    small.window.resize(*SMALL)
    small.until(introduction.isHidden)

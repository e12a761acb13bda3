"""What gives way on a small window, and how the person gets back to it."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication

from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.review.action_bar import TELL, TELL_SHORT
from desktop_app.ui.widgets.tokens import Size
from desktop_app.ui.window.frame import Frame
from tests.fakes.house import TestHouse
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
    layout = driver.window.columns.parentWidget().layout()
    assert layout is not None
    layout.activate()


def with_assistant(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("assistant")
    driver.until(driver.window.frame.dock.isVisible)


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
    assert frame.list_stack.isAncestorOf(QApplication.focusWidget())


def test_leaving_the_draft_brings_the_list_back(small: WindowDriver) -> None:
    with_assistant(small)
    pane = open_review(small, own_reply(small.house))
    small.qtbot.keyClick(pane.page.body, Qt.Key.Key_Escape)
    assert shown(small.window.frame) == (False, True, True)
    assert small.window.frame.list_stack.isAncestorOf(QApplication.focusWidget())


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


def test_a_high_window_has_two_lines_of_buttons(driver: WindowDriver) -> None:
    pane = open_review(driver, own_reply(driver.house))
    assert pane.form.action_bar.refine.placeholderText() == TELL


def test_the_foot_is_one_line_on_a_low_window(small: WindowDriver) -> None:
    action_bar = open_review(small, own_reply(small.house)).form.action_bar
    assert action_bar.refine.placeholderText() == TELL_SHORT
    entry = action_bar.refine.mapTo(action_bar, action_bar.refine.rect().center()).y()
    send = action_bar.send_button.mapTo(action_bar, action_bar.send_button.rect().center()).y()
    assert abs(entry - send) <= 2


def test_no_button_of_the_foot_moves_when_the_end_was_read(small: WindowDriver) -> None:
    action_bar = open_review(small, own_reply(small.house)).form.action_bar
    small.until(action_bar.send_button.isVisible)
    action_bar.ask_to_read(True)
    action_bar.layout().activate()
    before = (
        action_bar.send_button.mapTo(action_bar, action_bar.send_button.rect().topLeft()).y(),
        action_bar.height(),
    )
    action_bar.ask_to_read(False)
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
    ground = toasts.parentWidget()
    assert ground.rect().contains(toasts.geometry())
    assert abs(toasts.geometry().center().x() - ground.rect().center().x()) <= 1
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

"""What a program wishes of the window: it interrupts nobody, and its person's keys do nothing."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from desktop_app.model.draft import DraftState
from desktop_app.model.wish import Want, Wish
from desktop_app.tools.person.mail_view import OpenThread
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.window import program_wishes
from desktop_app.ui.window.program_wishes import BroughtKeys
from tests.fakes.house import mail
from tests.sure import there
from tests.ui.draft_builders import open_review, propose, stored
from tests.ui.window.test_presence import Stay, has_tray, stay

__all__ = ["has_tray", "stay"]
"""Fixtures of the window's presence."""

UNREAD = frozenset({"INBOX", "UNREAD"})
NONE, CTRL = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier


def test_what_a_program_wishes_is_offered_to_who_works_here(
    stay: Stay, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, works = stay.driver, [True]
    monkeypatch.setattr(program_wishes, "would_interrupt", lambda _: works[0])
    draft = propose(driver.house)
    wish = Wish(Want.REVIEW, draft_id=draft.id, asked_by="<b>Claude</b> over MCP")
    told: list[tuple[str, Undo]] = []
    driver.bench.navigation.toast_wanted.connect(lambda text, undo: told.append((text, undo)))
    stay.presence.ask(wish)
    assert [text for text, _ in told] == ["<b>Claude</b> over MCP wants to show you a draft."]
    assert driver.bench.selection.draft != draft.id
    assert not BroughtKeys.of_application().dropping
    told[0][1].work()
    assert driver.bench.selection.draft == draft.id


def test_a_program_brings_the_window_to_the_front_and_its_keys_do_nothing(
    stay: Stay, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = stay.driver
    monkeypatch.setattr(program_wishes, "would_interrupt", lambda _: False)
    draft = propose(driver.house)
    pane = open_review(driver, draft)
    driver.until(pane.form.action_bar.send_button.isEnabled)
    stay.presence.ask(Wish(Want.REVIEW, draft_id=draft.id, asked_by="Claude"))
    keys = BroughtKeys.of_application()
    assert keys.dropping
    press(pane.page.body)
    for key, held in ((Qt.Key.Key_X, NONE), (Qt.Key.Key_Return, CTRL), (Qt.Key.Key_Escape, NONE)):
        driver.qtbot.keyClick(pane.page.body, key, held)
    assert pane.form.guard.closed
    driver.qtbot.mouseClick(pane.form.action_bar.send_button, Qt.MouseButton.LeftButton)
    driver.until(lambda: not keys.dropping)
    driver.until(pane.form.action_bar.send_button.isEnabled)
    assert stored(driver, draft).state is DraftState.PROPOSED
    assert stored(driver, draft).revision == draft.revision
    assert driver.bench.selection.draft == draft.id
    driver.qtbot.keyClick(pane.page.body, Qt.Key.Key_Return, CTRL)
    driver.until(lambda: stored(driver, draft).state is DraftState.APPROVED)


def test_what_a_program_brings_is_not_seen_before_somebody_comes(
    stay: Stay, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = stay.driver
    monkeypatch.setattr(program_wishes, "would_interrupt", lambda _: False)
    driver.house.settings.change("mail.mark_read_seconds", 0)
    message = driver.house.add(mail("Unseen", message_id="u@lee.example"), UNREAD)
    assert message.unread
    wish = Wish(Want.CONVERSATION, thread_id=message.thread_id, asked_by="Claude")
    opened: list[bool] = []
    ask = driver.bench.calls.ask

    def asked(tool: Any, params: Any, **more: Any) -> Any:
        if isinstance(params, OpenThread):
            opened.append(params.unasked)
        return ask(tool, params, **more)

    monkeypatch.setattr(driver.bench.calls, "ask", asked)
    stay.presence.ask(wish)
    thread = driver.thread
    driver.until(lambda: thread.shown is not None and thread.shown.thread.id == message.thread_id)
    driver.until(lambda: message.id in thread.column.open_ids())
    driver.until(lambda: not thread._read_timer.isActive())
    driver.until(lambda: not BroughtKeys.of_application().dropping)
    assert driver.house.store.messages.get(message.id).unread
    assert opened
    assert all(opened)
    handle = there(driver.window.windowHandle())
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, NONE, QPoint(2, 2))
    driver.until(lambda: not driver.house.store.messages.get(message.id).unread)
    assert opened[-1] is False

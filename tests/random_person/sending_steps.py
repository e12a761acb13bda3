"""Steps of who has mail sent later: a time chosen in the review or in the outbox, and hours that go
by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule
from PySide6.QtWidgets import QApplication

from desktop_app.ui.widgets.time_chooser import TimeChooser
from desktop_app.workers.send_times import SendTimes
from tests.random_person.hand import Hand
from tests.random_person.rules import NUMBERS, SPEEDS, wanted
from tests.random_person.world import World


class SendingSteps(RuleBasedStateMachine):
    """Mixed into the random person, which has `step`."""

    step: Callable[..., None]

    @property
    def hand(self) -> Hand:
        raise NotImplementedError

    @property
    def world(self) -> World:
        raise NotImplementedError

    @wanted("later")
    @rule(number=NUMBERS, opens=st.booleans(), speed=SPEEDS)
    def choose_when_to_send(self, number: int, opens: bool, speed: str) -> None:
        """In the sheet that is open, or after the key that opens one."""
        self.step("later", lambda: self._choose_when_to_send(number, opens), speed)

    def _choose_when_to_send(self, number: int, opens: bool) -> str:
        if opens:
            self.hand.key("Ctrl+Shift+Return")
            self.world.settle()
        sheet = QApplication.activeModalWidget()
        if not isinstance(sheet, TimeChooser):
            return ""
        places = [*sheet.buttons, sheet.choose]
        button = places[number % len(places)]
        name = button.text()
        self.hand.click_at(button, button.rect().center(), name)
        return name

    @wanted("hours")
    @rule(hours=st.sampled_from((1, 14, 40)), speed=SPEEDS)
    def hours_go_by(self, hours: int, speed: str) -> None:
        self.step("hours", lambda: self.world.pass_time(hours * 3_600), speed)


@contextmanager
def what_was_to_leave_later_leaves_with_the_next_pass() -> Iterator[None]:
    """The postman does not look at the time."""
    real = SendTimes.attend

    def attend(self: SendTimes) -> None:
        for entry_id, _, _ in self._outbox.scheduled.times():
            self._outbox.scheduled.release(entry_id, self._clock())
        real(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(SendTimes, "attend", attend)
        yield

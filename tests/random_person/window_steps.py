"""Steps of the random person with a draft's own window: out, back, another window, closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from desktop_app.ui.window.draft_window.to_main import bring_to_front
from tests.random_person.hand import Hand
from tests.random_person.rules import NUMBERS, SPEEDS, wanted
from tests.random_person.world import World

OUT_OR_BACK = "Ctrl+Shift+O"
BACK = ("at once", "later")
WAYS = ("out or back", "another window", "close")


class WindowSteps(RuleBasedStateMachine):
    """Mixed into the random person, which has `step`. Windows are chosen and closed from outside
    too, as a window manager does."""

    step: Callable[..., None]

    @property
    def hand(self) -> Hand:
        raise NotImplementedError

    @property
    def world(self) -> World:
        raise NotImplementedError

    @wanted("own window")
    @rule(how=st.sampled_from(WAYS), number=NUMBERS, speed=SPEEDS)
    def use_windows_of_drafts(self, how: str, number: int, speed: str) -> None:
        self.step("own window", lambda: self._use_windows(how, number), speed)

    def _use_windows(self, how: str, number: int) -> str:
        if how == "out or back":
            self.hand.key(OUT_OR_BACK)
            return how
        main, *own = [window for window in self.world.windows if window.isVisible()]
        if how == "another window":
            chosen: Any = [main, *own][number % (1 + len(own))]
            self.hand.does("come to another window", chosen.activateWindow)
        elif own:
            self.hand.does("close a window of a draft", own[number % len(own)].close)
        return how

    @wanted("stay")
    @rule(back=st.sampled_from(BACK), speed=SPEEDS)
    def close_to_the_background_and_come_back(self, back: str, speed: str) -> None:
        self.step("stay", lambda: self._stay(back), speed)

    def _stay(self, back: str) -> str:
        """The window goes out of sight, where nothing is asked first, and a wish brings it back."""
        window: Any = self.world.window
        window.stays_on_close = lambda: bool(window.hide()) or True
        try:
            self.hand.does("close the window to stay", window.close)
        finally:
            window.stays_on_close = bool
        if back == "later":
            self.world.settle()
        if self.world.leaving:
            return "closed, once what was typed was stored"
        self.hand.does("start the program again", bring_to_front, window)
        return back

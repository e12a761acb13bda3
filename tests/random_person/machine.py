"""The random person as a state machine of hypothesis: each rule is something people do, at any
speed, whatever is under way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from functools import cached_property
from typing import Any, ClassVar

from hypothesis import currently_in_test_context, note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from desktop_app.model.errors import Unavailable
from desktop_app.ui.bench.action_table import ROWS
from tests.random_person.controls import lit_for_nothing, values
from tests.random_person.hand import RIGHT, Hand
from tests.random_person.invariants import INVARIANTS, Checker
from tests.random_person.mail_steps import MailSteps
from tests.random_person.observer import Alarm
from tests.random_person.openings import OPENINGS
from tests.random_person.pressed import Pressed
from tests.random_person.program_steps import ProgramSteps
from tests.random_person.rules import NUMBERS, SPEEDS, wanted
from tests.random_person.sending_steps import SendingSteps
from tests.random_person.window_steps import WindowSteps
from tests.random_person.world import FAULTS, World, world
from tests.random_person.writing_steps import WritingSteps
from tests.sure import of_kind

LEAVES = {"close", "quit"}
KEYS = (
    *dict.fromkeys(key for name, row in ROWS.items() if name not in LEAVES for key in row.keys),
    "Esc", "Tab", "Shift+Tab", "Return", "Space", "Up", "Down", "Left", "Right", "Delete",
    "Backspace", "Home", "End", "PgDown", "PgUp", "Ctrl+Z", "Ctrl+A",
)  # fmt: skip
WORDS = ("reuse", "e", "archive #", "s! re", "jk xx", "zebra", "later", "gi", "va l")
QUERIES = ("budget", "from:dana", "in:sent", "nothing-has-this", "is:unread", "label:", "re")
PLACES = ("G, I", "G, S", "G, T", "G, D", "G, O", "G, A", "G, R")
LONG = "".join(f"This is line {n}.\n" for n in range(60))
BODIES = {
    "short": "Hello Dana,\n\nyes.\n\nAlex",
    "long": f"Hello Dana,\n\n{LONG}\nAlex",
}
SIZES = ((900, 600), (1100, 700), (1440, 900), (1920, 1080))
LOOKS = (
    ("look.theme", "dark"), ("look.theme", "light"), ("look.theme", "contrast"),
    ("look.density", "compact"), ("look.density", "comfortable"),
    ("look.text_percent", 150), ("look.text_percent", 100),
)  # fmt: skip


class Broken(AssertionError):
    """An invariant does not hold."""


class RandomPerson(
    MailSteps, ProgramSteps, SendingSteps, WindowSteps, WritingSteps, RuleBasedStateMachine
):
    """`kinds` are the rules that are used, all of them when it is empty; `without` the invariants
    that are not looked at; `fault` is planted before the window is made; `opening` is where the run
    begins, drawn when it is empty."""

    kinds: ClassVar[frozenset[str]] = frozenset()
    without: ClassVar[frozenset[str]] = frozenset()
    fault: ClassVar[Callable[[], Any] | None] = None
    opening: ClassVar[str] = ""
    figures: ClassVar[Counter[str]] = Counter()
    seen: ClassVar[list[str]] = []

    def __init__(self) -> None:
        super().__init__()
        self._stack = ExitStack()
        self.problems: list[str] = []
        self._tokens = 0

    @cached_property
    def world(self) -> World:
        """Made with the first step that is more than waiting."""
        self._stack.enter_context(Alarm(self.problems).on())
        fault = type(self).fault
        if fault is not None:
            self._stack.enter_context(fault())
        return self._stack.enter_context(world(of_kind(QApplication, QApplication.instance())))

    @cached_property
    def hand(self) -> Hand:
        return Hand(self.world)

    @cached_property
    def checker(self) -> Checker:
        return Checker(self.world)

    def teardown(self) -> None:
        if "checker" in self.__dict__:
            self.figures["approvals"] += self.checker.approvals
        self._stack.close()

    # --- how a step goes -----------------------------------------------------------------------

    def step(self, kind: str, act: Callable[[], Any], speed: str = "at once") -> None:
        self.figures["steps"] += 1
        self.figures[kind] += 1
        self.checker.before()
        done = act()
        self.checker.after()
        if done and currently_in_test_context():
            note(f"  {kind}: {done}")
        self._let_pass(speed)
        if self.world.leaving:
            self._start_again()
        self.check()

    def _let_pass(self, speed: str) -> None:
        if speed == "a turn later":
            self.world.turn()
        elif speed == "when all is quiet":
            self.world.settle()

    def _start_again(self) -> None:
        """The window was closed, however that came: the program ends and is started again."""
        self.world.end()
        self.check()
        if self.world.runner.fails:
            self.checker.unsaved_at_the_end()
        self.world.runner.fails = {}
        pressed = Pressed(self.world)
        self.world.start_again()
        self.problems += pressed.forgotten(self.hand)

    def check(self) -> None:
        calls = self.checker.new_calls()
        self.checker.deleted(calls)
        found = [one for one in self.problems if one[1:].split("]")[0] not in self.without]
        self.problems.clear()
        for name, look in INVARIANTS.items():
            if name not in self.without:
                found += [f"[{name}] {one}" for one in look(self.checker, calls)]
        if found:
            self.seen.append("\n".join(found[:8]))
            raise Broken(self.seen[-1])

    @initialize(opening=st.sampled_from(tuple(OPENINGS)))
    def begin(self, opening: str) -> None:
        OPENINGS[self.opening or opening](self)

    # --- keys ----------------------------------------------------------------------------------

    @wanted("type")
    @rule(word=st.sampled_from(WORDS), speed=SPEEDS)
    def type_words(self, word: str, speed: str) -> None:
        self.step("type", lambda: self.hand.type(word), speed)

    @wanted("mark")
    @rule(speed=SPEEDS)
    def type_a_word_of_ones_own(self, speed: str) -> None:
        """A word that can be found again."""
        self._tokens += 1
        self.step("mark", lambda: self.hand.type(f"zq{self._tokens} "), speed)

    @wanted("key")
    @rule(key=st.sampled_from(KEYS), speed=SPEEDS)
    def press_a_key(self, key: str, speed: str) -> None:
        self.step("key", lambda: self.hand.key(key), speed)

    @wanted("hold")
    @rule(key=st.sampled_from((*KEYS, "Ctrl+Return")), repeats=st.integers(1, 4), speed=SPEEDS)
    def hold_a_key(self, key: str, repeats: int, speed: str) -> None:
        self.step("hold", lambda: self._hold(key, repeats, speed), speed)

    def _hold(self, key: str, repeats: int, speed: str) -> None:
        answers = self.world.settle if speed == "when all is quiet" else self.world.turn
        self.hand.key(key, repeats=repeats, between=answers)

    # --- the pointer ---------------------------------------------------------------------------

    @wanted("click")
    @rule(number=NUMBERS, choice=NUMBERS, speed=SPEEDS)
    def click_something(self, number: int, choice: int, speed: str) -> None:
        self.hand.choice = choice
        self.step("click", lambda: self.hand.click(number), speed)

    @wanted("double")
    @rule(number=NUMBERS, speed=SPEEDS)
    def click_something_twice(self, number: int, speed: str) -> None:
        self.step("double", lambda: self.hand.click(number, double=True), speed)

    @wanted("right")
    @rule(number=NUMBERS, choice=NUMBERS, speed=SPEEDS)
    def click_with_the_right_button(self, number: int, choice: int, speed: str) -> None:
        self.hand.choice = choice
        self.step("right", lambda: self.hand.click(number, RIGHT), speed)

    @wanted("wheel")
    @rule(number=NUMBERS, steps=st.sampled_from((-3, -1, 1, 3)), speed=SPEEDS)
    def turn_the_wheel(self, number: int, steps: int, speed: str) -> None:
        self.step("wheel", lambda: self._wheel(number, steps), speed)

    def _wheel(self, number: int, steps: int) -> str:
        before = values(self.world)
        name = self.hand.wheel(number, steps)
        changed = {key: value for key, value in values(self.world).items() if key in before}
        for key, value in changed.items():
            if before[key] != value:
                self.problems.append(f"[wheel] the wheel over {name} changed {key} to {value}")
        return name

    @wanted("accessible")
    @rule(number=NUMBERS, choice=NUMBERS, speed=SPEEDS)
    def act_with_a_screen_reader(self, number: int, choice: int, speed: str) -> None:
        self.hand.choice = choice
        self.step("accessible", lambda: self._accessible(number), speed)

    def _accessible(self, number: int) -> str:
        button = self.hand.button(number)
        if button is None:
            return "nothing"
        with lit_for_nothing(button, self.problems):
            return self.hand.accessible(button)

    # --- mail ----------------------------------------------------------------------------------

    @wanted("go")
    @rule(place=st.sampled_from(PLACES), speed=SPEEDS)
    def go_to_a_place(self, place: str, speed: str) -> None:
        self.step("go", lambda: self._press_of_window(place), speed)

    @wanted("search")
    @rule(query=st.sampled_from(QUERIES), enter=st.booleans(), speed=SPEEDS, after=SPEEDS)
    def search(self, query: str, enter: bool, speed: str, after: str) -> None:
        self.step("search", lambda: self.hand.key("Ctrl+Shift+F"))
        self.step("search", lambda: self.hand.type(query), speed)
        if enter:
            self.step("search", lambda: self.hand.key("Return"), after)

    @wanted("open")
    @rule(row=st.integers(0, 8), speed=SPEEDS)
    def open_a_row(self, row: int, speed: str) -> None:
        self.step("open", lambda: self.hand.click_row(row, double=True), speed)

    @wanted("answer")
    @rule(key=st.sampled_from(("Ctrl+R", "Ctrl+Shift+R", "Ctrl+L", "Ctrl+N")), speed=SPEEDS)
    def answer_or_write(self, key: str, speed: str) -> None:
        self.step("answer", lambda: self.hand.key(key), speed)

    @wanted("recipient")
    @rule(field=st.sampled_from(("To", "Cc", "Bcc")), end=st.sampled_from((",", "Tab", "Return")),
          speed=SPEEDS)  # fmt: skip
    def write_a_recipient(self, field: str, end: str, speed: str) -> None:
        self._tokens += 1
        address = f"zq{self._tokens}@typed.example"

        def act() -> str:
            if not self.hand.click_on(field):
                return f"no {field}"
            self.hand.type(address)
            self.hand.key(end)
            return address

        self.step("recipient", act, speed)

    @wanted("reply mode")
    @rule(name=st.sampled_from(("Reply", "Reply all")), speed=SPEEDS)
    def switch_between_reply_and_reply_all(self, name: str, speed: str) -> None:
        self.step("reply mode", lambda: self.hand.click_in_review(name), speed)

    @wanted("propose")
    @rule(
        place=st.integers(0, 7),
        body=st.sampled_from(tuple(BODIES)),
        crowd=st.booleans(),
        speed=SPEEDS,
    )
    def the_assistant_proposes(self, place: int, body: str, crowd: bool, speed: str) -> None:
        self.step(
            "propose", lambda: self.world.propose(place, BODIES[body], reply_all=crowd), speed
        )

    @wanted("review")
    @rule(row=st.integers(0, 3), speed=SPEEDS)
    def review_a_draft(self, row: int, speed: str) -> None:
        def act() -> str:
            self._leave_entry()
            self.hand.key("G, R")
            self.world.settle()
            return self.hand.click_row(row)

        self.step("review", act, speed)

    @wanted("send")
    @rule(how=st.sampled_from(("button", "key", "held", "double", "twice")), speed=SPEEDS)
    def send(self, how: str, speed: str) -> None:
        self.step("send", lambda: self._send(how), speed)

    def _send(self, how: str) -> str:
        if how in {"button", "double"}:
            return self.hand.click_send(double=how == "double")
        self.hand.key("Ctrl+Return", repeats=4 if how == "held" else 0, between=self.world.settle)
        if how == "twice":
            self.world.settle()
            self.checker.after()
            self.hand.key("Ctrl+Return")
        return how

    @wanted("undo")
    @rule(speed=SPEEDS)
    def undo(self, speed: str) -> None:
        self.step("undo", lambda: self._press_of_window("Z"), speed)

    def _leave_entry(self) -> None:
        """Letters are keys of the window again."""
        view = self.world.view()
        if view is not None:
            self.hand.key("F6")

    def _press_of_window(self, key: str) -> None:
        self._leave_entry()
        self.hand.key(key)

    # --- time, the window, the program ---------------------------------------------------------

    @wanted("time")
    @rule(seconds=st.sampled_from((1, 11)), fault=st.sampled_from(FAULTS), speed=SPEEDS)
    def time_passes(self, seconds: int, fault: Any, speed: str) -> None:
        self.world.sender.fault = fault
        self.step("time", lambda: self.world.pass_time(seconds), speed)

    @wanted("answers")
    @rule(order=st.lists(st.tuples(st.integers(0, 5), st.booleans()), min_size=1, max_size=5))
    def some_answers_come(self, order: list[tuple[int, bool]]) -> None:
        """In any order, some of what was read a while ago."""
        self.step("answers", lambda: self._answers(order))

    def _answers(self, order: list[tuple[int, bool]]) -> None:
        pool = self.world.pool
        for place, late in order:
            if pool.waiting and (late or not pool.kept):
                pool.begin(place, late=late)
            elif pool.kept:
                pool.answer(place)
            self.world.turn()

    @wanted("wait")
    @rule()
    def wait_a_moment(self) -> None:
        if "world" in self.__dict__:
            self.step("wait", lambda: None, "when all is quiet")

    @wanted("resize")
    @rule(size=st.sampled_from(SIZES), speed=SPEEDS)
    def resize(self, size: tuple[int, int], speed: str) -> None:
        self.step(
            "resize", lambda: self.hand.does(f"{size}", self.world.window.resize, *size), speed
        )

    @wanted("look")
    @rule(look=st.sampled_from(LOOKS), speed=SPEEDS)
    def change_the_look(self, look: tuple[str, object], speed: str) -> None:
        change = self.world.house.settings.change
        self.step("look", lambda: self.hand.does(str(look), change, *look), speed)

    @wanted("direction")
    @rule(speed=SPEEDS)
    def turn_the_direction_round(self, speed: str) -> None:
        way = Qt.LayoutDirection
        app = self.world.app
        left = app.layoutDirection() == way.LeftToRight
        now = way.RightToLeft if left else way.LeftToRight
        self.step("direction", lambda: self.hand.does(str(now), app.setLayoutDirection, now), speed)

    @wanted("disk")
    @rule(full=st.booleans())
    def the_disk_is_full_or_not(self, full: bool) -> None:
        fails = {"save_draft": Unavailable("The disk is full.")} if full else {}
        self.step("disk", lambda: setattr(self.world.runner, "fails", fails))

    @wanted("quit")
    @rule(choice=NUMBERS)
    def quit(self, choice: int) -> None:
        """Close the window; what it asks is answered in any way."""

        def act() -> str:
            self.hand.does("close the window", self.world.window.close)
            if self.world.leaving:
                return "closed"
            self.world.turn()
            return f"asked; pressed {self.hand.answer_question(choice)}"

        self.step("quit", act, "when all is quiet")

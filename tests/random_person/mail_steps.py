"""Steps with mail: the toolbar, the place Trash and its verbs, labels, printing.

What a press must have brought about is looked at once all is quiet.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import shiboken6
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QListWidget, QListWidgetItem, QMenu, QToolButton

from desktop_app.ui.mailbox.label_picker import LabelPicker, Picking
from desktop_app.ui.widgets.time_chooser import TimeChooser
from tests.random_person.hand import RIGHT, Hand
from tests.random_person.rules import NUMBERS, SPEEDS, wanted
from tests.random_person.world import LABEL, World
from tests.sure import anew

VERB_KEYS = ("E", "#", "S", "!", "Shift+I", "Shift+U", "M")
VERBS = (
    *("Archive", "Delete", "Star", "Move to Inbox", "Report spam", "Not spam", "Mark as read"),
    *("Mark as unread", "Take off label…", "Delete for good…", "Empty Trash…"),
    *("Mute", "Follow again", "Back to Inbox now", "Take the reminder away"),
)
NEW_LABEL = "later"
OFFERED_IN_TRASH = {"Move to Inbox", "Delete for good…", "Empty Trash…"}
NOT_IN_TRASH = {"Archive", "Delete", "Not spam"}
CROSS = "Take off the label "


class MailSteps(RuleBasedStateMachine):
    """Mixed into the random person, which has `step`."""

    step: Callable[..., None]
    problems: list[str]
    _leave_entry: Callable[[], None]
    _press_of_window: Callable[[str], None]

    @property
    def hand(self) -> Hand:
        raise NotImplementedError

    @property
    def world(self) -> World:
        raise NotImplementedError

    @wanted("toolbar")
    @rule(number=NUMBERS, speed=SPEEDS)
    def press_the_toolbar(self, number: int, speed: str) -> None:
        self.step("toolbar", lambda: self.hand.click_toolbar(number), speed)

    @wanted("trash")
    @rule(speed=SPEEDS)
    def go_to_trash(self, speed: str) -> None:
        """By the sidebar, or by search where a narrow window has none."""
        self.step("trash", self._go_to_trash, speed)

    def _go_to_trash(self) -> str:
        if self.hand.top() is not self.world.window:
            return "something is in front"
        for view in self.world.window.findChildren(QListWidget):
            if view.accessibleName() == "Folders and labels" and view.isVisible():
                item = next((i for i in _items(view) if i.text() == "Trash"), None)
                box = view.visualItemRect(item) if item is not None else None
                if box is not None and view.viewport().rect().contains(box.center()):
                    self.hand.click_at(view.viewport(), box.center(), "Trash in the sidebar")
                    return "the sidebar"
        self.hand.key("Ctrl+Shift+F")
        self.hand.type("in:trash")
        self.hand.key("Return")
        return "a search"

    @wanted("verb")
    @rule(key=st.sampled_from(VERB_KEYS), speed=SPEEDS)
    def organise_by_key(self, key: str, speed: str) -> None:
        self.step("verb", lambda: self._press_of_window(key), speed)

    @wanted("verb menu")
    @rule(row=st.integers(0, 8), verb=st.sampled_from(VERBS), choice=NUMBERS, speed=SPEEDS)
    def organise_by_menu(self, row: int, verb: str, choice: int, speed: str) -> None:
        """By the menu of a row; what is asked before something goes for good is answered."""
        self.step("verb menu", lambda: self._organise_by_menu(row, verb, choice), speed)

    def _organise_by_menu(self, row: int, verb: str, choice: int) -> str:
        self.hand.choice = 0  # the menu is looked at here
        name = self.hand.click_row(row, RIGHT)
        self.world.turn()
        menu = QApplication.activePopupWidget()
        if not isinstance(menu, QMenu):
            return f"no menu of {name}"
        self._look_at_offers(menu)
        chosen = self.hand.click_on(verb)
        if shiboken6.isValid(menu) and menu.isVisible():
            menu.close()
        if chosen and verb.endswith("good…"):
            self.world.settle()
            self.hand.answer_question(choice)
        return f"{verb} of {name}" if chosen else f"{verb} is not offered"

    def _look_at_offers(self, menu: QMenu) -> None:
        """A menu offers what makes sense in Trash, and nothing else."""
        if self.world.window.bench.selection.place != "in:trash" or not self.world.quiet:
            return
        offered = {action.text() for action in menu.actions() if action.isVisible()}
        wrong = sorted(NOT_IN_TRASH & offered) + sorted(OFFERED_IN_TRASH - offered)
        if "Open conversation" in offered and wrong:
            self.problems.append(
                f"[offered] in Trash these are wrong: {wrong} of {sorted(offered)}"
            )

    # --- what comes back later -----------------------------------------------------------------

    @wanted("snooze")
    @rule(key=st.sampled_from(("B", "remind")), number=NUMBERS)
    def choose_a_time(self, key: str, number: int) -> None:
        """By key or action and sheet, to the end."""
        self.step("snooze", lambda: self._choose_a_time(key, number))

    def _choose_a_time(self, key: str, number: int) -> str:
        self._leave_entry()
        self.world.settle()
        targets = self.world.window.bench.selection.targets
        if key == "B":
            self.hand.key(key)
        elif self.world.window.bench.actions.enabled(key):
            self.hand.does(key, self.world.window.bench.actions.trigger, key)
        self.world.settle()
        sheet = QApplication.activeModalWidget()
        if not isinstance(sheet, TimeChooser):
            return f"{key} asked nothing"
        button = sheet.buttons[number % len(sheet.buttons)]
        chosen = button.text()
        self.hand.click_at(button, button.rect().center(), chosen)
        self.world.settle()
        if key == "B":
            self._expect_snoozed(targets)
        return f"{key}: {chosen} of {targets}"

    def _expect_snoozed(self, threads: tuple[int, ...]) -> None:
        """None of these conversations lies in the inbox any more."""
        if self.world.leaving or self.world.runner.fails or not self.world.quiet:
            return
        left = sorted(
            {t for t, labels in self.world.kept().values() if t in threads and "INBOX" in labels}
        )
        if left:
            self.problems.append(f"[snooze] still in the inbox: {left}")

    # --- labels --------------------------------------------------------------------------------

    @wanted("label")
    @rule(key=st.sampled_from(("L", "Y", "V")), name=st.sampled_from((LABEL, NEW_LABEL)))
    def choose_a_label(self, key: str, name: str) -> None:
        """By key and picker, to the end."""
        self.step("label", lambda: self._choose_a_label(key, name))

    def _choose_a_label(self, key: str, name: str) -> str:
        self._leave_entry()
        self.world.settle()
        self.hand.key(key)
        self.world.settle()
        picker = QApplication.activeModalWidget()
        if not isinstance(picker, LabelPicker):
            return f"{key} asked nothing"
        self.hand.type(name)
        item: QListWidgetItem | None = anew(picker.list.currentItem)
        if item is None:
            picker.reject()
            return "no such label"
        label = item.data(Qt.ItemDataRole.UserRole) or name
        takes_off = (
            picker._picking is Picking.TAKE_OFF or item.checkState() is Qt.CheckState.Checked
        )
        targets = picker.targets
        self.hand.key("Return")
        self.world.settle()
        self._expect(targets, label, on=not takes_off)
        return f"{key} {label} {'off' if takes_off else 'on'} {targets}"

    @wanted("cross")
    @rule()
    def press_the_cross_of_a_label(self) -> None:
        self.step("cross", self._press_a_cross)

    def _press_a_cross(self) -> str:
        self.world.settle()
        for widget, box, name in self.hand.places():
            if isinstance(widget, QToolButton) and widget.accessibleName().startswith(CROSS):
                label = widget.accessibleName().removeprefix(CROSS)
                shown = self.world.window.bench.selection.conversation
                self.hand.click_at(widget, box.center(), name)
                self.world.settle()
                self._expect((shown,), label, on=False)
                return name
        return "no label"

    def _expect(self, threads: tuple[int, ...], label: str, *, on: bool) -> None:
        """All mail of these conversations has the label now, or none has."""
        if self.world.leaving or self.world.runner.fails or not self.world.quiet:
            return
        wrong = {
            id_: sorted(labels)
            for id_, (thread, labels) in self.world.kept().items()
            if thread in threads and (label in labels) != on
        }
        if wrong:
            self.problems.append(f"[labels] {label} was to be {'on' if on else 'off'}: {wrong}")

    # --- printing ------------------------------------------------------------------------------

    @wanted("print")
    @rule()
    def print_a_message(self) -> None:
        """The dialog of the printer opens wherever *Print* can be pressed."""
        self.step("print", self._print)

    def _print(self) -> str:
        self.world.settle()
        in_front = self.hand.top() is self.world.window
        if not in_front:
            return "something is in front"
        if not self.world.window.bench.actions.action("print").isEnabled():
            return "nothing to print"
        before = len(self.world.dialogs_seen)
        self.hand.key("Ctrl+P")
        self.world.settle()
        came: Any = self.world.dialogs_seen[before:]
        if came != ["Print message"]:
            self.problems.append(f"[printing] Ctrl+P opened {came}")
        return "asked for the printer"


def _items(view: QListWidget) -> list[Any]:
    return [view.item(row) for row in range(view.count())]

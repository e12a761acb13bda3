"""Snoozing, muting and reminders, each on the undo stack. They act on what the selection says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QUndoCommand

from desktop_app.model.coming_back import MUTED, NOTHING, Standing, standing
from desktop_app.model.moments import Choice, later_choices, wall
from desktop_app.tools.answers.mail_verbs import counted
from desktop_app.tools.calls.base import Params, Tool
from desktop_app.tools.person import later
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.organiser import Organiser
from desktop_app.ui.widgets.dates import forms, long_date
from desktop_app.ui.widgets.time_chooser import Asked, TimeChooser

_DAYS = (1, 3, 7, 14)
_DAY = 86_400.0
Say = Callable[[str], str]


class _Command(QUndoCommand):
    """One change that has been done already; the first redo of Qt's protocol is skipped."""

    def __init__(self, again: Callable[[_Command], object], organiser: Organiser) -> None:
        super().__init__("")
        self._again, self._organiser = again, organiser
        self.key = ""
        self._fresh = True

    def redo(self) -> None:
        if self._fresh:
            self._fresh = False
            return
        self._again(self)

    def undo(self) -> None:
        self._organiser.take_back(self.key)


class LaterActions(QObject):
    """Answers to *Snooze*, *Back to Inbox now*, *Mute*, *Remind me* and *Take the reminder
    away*."""

    def __init__(self, bench: Workbench, organiser: Organiser, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._organiser = bench, organiser
        works: dict[str, Callable[[], object]] = {
            "snooze": self._ask_snooze,
            "end_snooze": self._end_snooze,
            "mute": self._mute,
            "remind": self._ask_reminder,
            "no_reminder": self._forget_reminders,
        }
        for name, work in works.items():
            bench.actions.on(name, work)
        bench.selection.changed.connect(self._name)

    @property
    def _muted(self) -> bool:
        lying = self._bench.selection.lying
        return bool(lying) and all(MUTED in each.labels for each in lying)

    @property
    def _standing(self) -> Standing:
        """What is to come of the one conversation that it is about; nothing where there are more
        of them."""
        lying = self._bench.selection.lying
        return standing(lying[0].labels) if len(lying) == 1 else NOTHING

    def _name(self) -> None:
        """The action is called what it does."""
        words = "Follow again" if self._muted else "Mute"
        if self._bench.actions.text("mute") != words:
            self._bench.actions.rename("mute", words)

    def _mute(self) -> None:
        self._organiser.do("unmute" if self._muted else "mute", self._organiser.targets())

    def _ask_snooze(self) -> None:
        targets = self._organiser.targets()
        if not targets:
            return
        now = self._bench.services.clock()

        def snooze(until: float) -> None:
            words = f"until {long_date(until, now)}" if until else "until somebody answers"
            params = later.Snooze(thread_ids=targets, until=until)
            self._change(later.SNOOZE, params, f"snoozed {words}")

        TimeChooser(
            self._bench.actions.window,
            Asked(
                f"Snooze {self._organiser.about()}",
                "It leaves the inbox, and comes back on top then or with a new mail.",
                "Snooze",
                ("Back to Inbox now", self._end_snooze) if self._standing.snoozed else None,
            ),
            later_choices(now, first_day=forms().first_weekday),
            snooze,
            now=self._bench.services.clock,
            others=((f"When {self._who()} answers", lambda: snooze(0.0)),),
            start=self._standing.until,
        )

    def _who(self) -> str:
        """The one other person of the conversation that is open, else `somebody`."""
        opened = self._bench.selection.opened
        if opened is None or len(self._organiser.targets()) != 1:
            return "somebody"
        if opened.thread.id not in self._organiser.targets():
            return "somebody"
        own = opened.account.own_keys
        others = {m.sender.key: m.sender for m in opened.thread.messages if m.sender.key not in own}
        if len(others) != 1:
            return "somebody"
        from desktop_app.ui.widgets.safe_text import clean

        return clean(next(iter(others.values())).first_name) or "somebody"

    def _end_snooze(self) -> None:
        targets = self._organiser.targets()
        if targets:
            params = later.EndSnooze(thread_ids=targets)
            self._change(later.END_SNOOZE, params, "back in the inbox")

    def _ask_reminder(self) -> None:
        targets = self._organiser.targets()
        if not targets:
            return
        thread, now = targets[0], self._bench.services.clock()

        def remind(at: float) -> None:
            params = later.RemindIfUnanswered(thread_id=thread, at=at)
            words = f"comes back {long_date(at, now)} if nobody answers"
            self._change(later.REMIND_IF_UNANSWERED, params, words)

        TimeChooser(
            self._bench.actions.window,
            Asked(
                "Remind me if nobody answers",
                "It comes back on top of the inbox then, with a draft that asks for the answer.",
                "Remind me",
                ("Take the reminder away", self._forget_reminders)
                if self._standing.reminded
                else None,
            ),
            reminder_choices(now),
            remind,
            now=self._bench.services.clock,
            start=self._standing.ask,
        )

    def _forget_reminders(self) -> None:
        targets = self._organiser.targets()
        if targets:
            params = later.ForgetReminders(thread_ids=targets)
            self._change(later.FORGET_REMINDERS, params, "without a reminder now")

    def _change(self, tool: Tool[Any, Any], params: Params, words: str) -> None:
        """Do it and say what came of it; what has changed goes on the undo stack."""
        stack, tell = self._organiser.stack, self._bench.navigation.toast

        def run(command: _Command) -> None:
            def done(kept: later.Kept) -> None:
                command.key = kept.undo
                if not kept.undo:
                    tell("Nothing was changed.")
                    return
                if command not in told:
                    told.append(command)
                    stack.push(command)
                sentence = f"{counted(kept.conversations, 'conversation')} {words}."
                tell(sentence, Undo(stack.undo))

            self._bench.calls.ask(tool, params, done=done, owner=self)

        told: list[_Command] = []
        run(_Command(run, self._organiser))


def reminder_choices(now: float) -> tuple[Choice, ...]:
    """In so many days, in the morning of that day."""
    from datetime import timedelta

    from desktop_app.model.moments import MORNING, moment

    today = wall(now).date()
    names = {1: "Tomorrow", 3: "In 3 days", 7: "In a week", 14: "In 2 weeks"}
    return tuple(
        Choice(names[days], moment(today + timedelta(days=days), MORNING)) for days in _DAYS
    )

"""The time at which a draft is to leave: chosen in the review before the press, told beside it.

A time is no press: the mail leaves then only if Send is pressed with the time in sight.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from desktop_app.model.address import Address
from desktop_app.model.draft import Draft
from desktop_app.model.moments import Choice, is_ahead, send_choices
from desktop_app.tools.person.draft_review import Review
from desktop_app.tools.person.later import REMIND_IF_UNANSWERED, RemindIfUnanswered
from desktop_app.tools.person.mornings import FIND_MORNINGS, FindMornings, Morning, Mornings
from desktop_app.ui.bench.author_names import at_start, author_name
from desktop_app.ui.bench.leaving_times import at_or_on, clock_there
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.draft.draft_status import DraftStatus, Phase
from desktop_app.ui.widgets.parts import Button
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.time_chooser import Asked, TimeChooser

WHILE_IT_RUNS = (
    "It leaves from this computer, while Draftdesk runs. If the computer is off or offline then, "
    "it leaves when it is back within an hour; later than that you are asked. An answer that comes "
    "before holds it."
)
Said = tuple[DraftStatus, tuple[Button, ...]]


class SendLater(QObject):
    """`at` is the moment that the person chose for the draft that is open (seconds since the epoch,
    0 for at once); `changed` when that changes."""

    changed = Signal()

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        super().__init__(parent)
        self._bench, self._parent = bench, parent
        self.at = 0.0
        self._draft = ""

    def forget(self) -> None:
        """Another draft is shown: it leaves at once, unless a time is chosen."""
        self.at = 0.0

    def set(self, at: float) -> None:
        self.at = at
        self.changed.emit()

    def ask(self, people: tuple[Address, ...]) -> None:
        """Let the person choose a time for a mail to these people."""
        away = ("Send at once instead", lambda: self.set(0.0)) if self.at else None
        ask_for_time(
            self._bench,
            self._parent,
            Asked("Send later", WHILE_IT_RUNS, "Choose", away),
            people,
            self.set,
            start=self.at,
        )

    def when(self) -> str:
        """`on Thu 26 Nov, 08:00`, empty where it leaves at once."""
        return at_or_on(self.at, self._bench.services.clock()) if self.at else ""

    def remind(self, days: int) -> None:
        """Remind of the draft that is open so many days after it has left, if nobody has answered;
        0 for never. Kept with the draft."""
        if self._draft:
            params = RemindIfUnanswered(draft_id=self._draft, days=days)
            self._bench.calls.ask(REMIND_IF_UNANSWERED, params, owner=self)

    def notices(self, review: Review, people: Callable[[], tuple[Address, ...]]) -> list[Said]:
        """What is said of times beside the draft: when it leaves or is proposed to, and when the
        person is reminded of it."""
        self._draft = review.draft.id
        return [*self._leaving(review.draft, people), *self._reminder(review.reminder)]

    def _reminder(self, seconds: int) -> list[Said]:
        if not seconds:
            return []
        days = round(seconds / 86_400)
        after = "a day" if days == 1 else f"{days} days"
        text = f"If nobody has answered {after} after it has left, it comes back to the inbox."
        return [(_status(text), (("No reminder", lambda: self.remind(0)),))]

    def _leaving(self, draft: Draft, people: Callable[[], tuple[Address, ...]]) -> list[Said]:
        now = self._bench.services.clock()
        change: Button = ("Change…", lambda: self.ask(people()))
        if self.at:
            at_once: Button = ("Send at once", lambda: self.set(0.0))
            text = f"Leaves {self.when()}, from this computer while Draftdesk runs."
            return [(_status(text), (change, at_once))]
        if not is_ahead(draft.proposed_time, now):
            return []
        proposed = draft.proposed_time
        who = at_start(author_name(draft.asked_by or draft.author))
        text = f"{who} proposes that it leaves {at_or_on(proposed, now)}. You choose the time."
        return [(_status(text), (("Use this time", lambda: self.set(proposed)), change))]


def ask_for_time(
    bench: Workbench,
    parent: QWidget,
    asked: Asked,
    people: tuple[Address, ...],
    work: Callable[[float], object],
    *,
    start: float = 0.0,
) -> None:
    """Open the sheet for the time at which a mail to these people is to leave."""
    clock = bench.services.clock
    sheet = TimeChooser(parent, asked, send_choices(clock()), work, now=clock, start=start)

    def found(mornings: Mornings) -> None:
        for morning in mornings.mornings:
            sheet.offer(_choice(morning), _habits(morning))

    bench.calls.ask(
        FIND_MORNINGS,
        FindMornings(people=people),
        done=found,
        failed=lambda _: None,
        owner=sheet,
    )


def _choice(morning: Morning) -> Choice:
    who = clean(morning.who.label)
    return Choice(f"{who}: {clock_there(morning.at, morning.offset)} there", morning.at)


def _habits(morning: Morning) -> str:
    times = ", ".join(clock_there(when, morning.offset) for when in morning.wrote[:3])
    return f"{clean(morning.who.label)} last wrote at {times} there."


def _status(text: str) -> DraftStatus:
    return DraftStatus(Phase.OPEN, "info", "clock", text)

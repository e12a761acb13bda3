"""Faults that are planted, one at a time, to see that the random person finds them.

Each is a context manager that is entered before the window is made. A fault does its harm by a way
of its own, past whatever the window does against it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QComboBox

from desktop_app.tools.person import draft_review
from desktop_app.tools.verbs import send_draft
from desktop_app.ui.bench.actions import ActionRegistry
from desktop_app.ui.bench.selection import Selection
from desktop_app.ui.review.recipients.chip import Chip
from desktop_app.ui.review.send_permit import mint
from desktop_app.ui.widgets.every_widget import every_window
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.window.frame import Frame
from desktop_app.ui.window.main_window import MainWindow
from tests.random_person import (
    draft_faults,
    mail_faults,
    review_seam,
    sending_steps,
    writing_faults,
)
from tests.random_person.observer import WatchedRunner
from tests.sure import there


@dataclass(frozen=True)
class Fault:
    """`plant` it, begin at `opening` with the rules `kinds`: an invariant named in `found_by`
    does not hold any more."""

    plant: Callable[[], AbstractContextManager[None]]
    opening: str
    kinds: frozenset[str]
    found_by: str
    steps: int


class Filter(QObject):
    """Sees every event before it is handled, and lets it go on."""

    def __init__(self, see: Callable[[QObject, QEvent], None]) -> None:
        super().__init__()
        self._see = see

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's name
        self._see(watched, event)
        return False


@contextmanager
def seeing(see: Callable[[QObject, QEvent], None]) -> Iterator[None]:
    app, watch = QApplication.instance(), Filter(see)
    there(app).installEventFilter(watch)
    try:
        yield
    finally:
        there(app).removeEventFilter(watch)


def _window() -> Any:
    tops = every_window()
    return next((w for w in tops if isinstance(w, MainWindow) and w.isVisible()), None)


def _approve() -> None:
    """Send the draft that is shown, whatever the window thinks of that."""
    window = _window()
    if window is None or not review_seam.shown_draft(window):
        return
    review = there(review_seam.review_of(window))
    shown = there(review.form.review)
    permit = mint(replace(shown, digest=shown.draft.digest), shown.draft.content)
    params = send_draft.SendDraft(draft_id=permit.draft_id, revision=permit.revision)
    window.bench.calls.ask(send_draft.TOOL, params, permit=permit, failed=lambda _: None)


def _sends(event: QEvent, *, repeated: bool) -> bool:
    return (
        isinstance(event, QKeyEvent)
        and event.type() == QEvent.Type.ShortcutOverride
        and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        and event.modifiers() == Qt.KeyboardModifier.ControlModifier
        and event.isAutoRepeat() == repeated
    )


@contextmanager
def late_answer_moves_the_focus() -> Iterator[None]:
    """The list takes the focus when what was searched for has come."""
    real = Selection.show

    def show(self: Selection, place: str, rows: Any = ()) -> None:
        real(self, place, rows)
        window = _window()
        if window is not None and not place.startswith(("in:", "tab:")):
            press(window.frame.conversations.view)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Selection, "show", show)
        yield


@contextmanager
def held_key_sends_again() -> Iterator[None]:
    """Ctrl+Enter, kept down, sends whatever has come in front."""
    with seeing(lambda _, event: _approve() if _sends(event, repeated=True) else None):
        yield


@contextmanager
def draft_that_opened_by_itself_is_sent() -> Iterator[None]:
    """Ctrl+Enter sends what is shown, whoever has opened it."""
    with seeing(lambda _, event: _approve() if _sends(event, repeated=False) else None):
        yield


@contextmanager
def hidden_recipient() -> Iterator[None]:
    """One of the recipients has no room, though a finding names them, and Ctrl+Enter sends."""
    real = Chip.__init__

    def init(self: Chip, theme: Any, address: Any, *rest: Any) -> None:
        real(self, theme, address, *rest)
        if address.email.startswith("kim@"):
            self.setFixedSize(4, 4)

    with pytest.MonkeyPatch.context() as patch, draft_that_opened_by_itself_is_sent():
        patch.setattr(Chip, "__init__", init)
        yield


@contextmanager
def reply_mode_drops_who_was_typed() -> Iterator[None]:
    """Who was typed is gone when Reply becomes Reply all."""
    real = WatchedRunner.call

    def call(self: WatchedRunner, tool: Any, params: Any, **more: Any) -> Any:
        result = real(self, tool, params, **more)
        if tool.name == "switch_reply":
            shown = real(
                self, draft_review.REVIEW_DRAFT, draft_review.ReviewDraft(draft_id=params.draft_id)
            ).unwrap()
            content = shown.draft.content
            kept: dict[str, Any] = {
                name: tuple(a for a in getattr(content, name) if a.domain != "typed.example")
                for name in ("to", "cc", "bcc")
            }
            saved = draft_review.SaveDraft(
                draft_id=params.draft_id,
                base_revision=shown.draft.revision,
                content=replace(content, **kept),
            )
            real(self, draft_review.SAVE_DRAFT, saved)
        return result

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WatchedRunner, "call", call)
        yield


@contextmanager
def wheel_changes_a_setting() -> Iterator[None]:
    """A combo box under the pointer takes the wheel."""

    def see(watched: QObject, event: QEvent) -> None:
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QComboBox):
            place = (watched.currentIndex() + 1) % max(1, watched.count())
            watched.setCurrentIndex(place)
            watched.activated.emit(place)

    with seeing(see):
        yield


@contextmanager
def closing_forgets() -> Iterator[None]:
    """The window closes without a look at what is not saved yet."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Frame, "closing", lambda self: None)
        patch.setattr(Frame, "before_close", lambda self, go_on: False)
        yield


@contextmanager
def button_is_lit_for_nothing() -> Iterator[None]:
    """A button of the toolbar that is lit by a screen reader and does nothing."""
    real = ActionRegistry.settle

    def settle(self: ActionRegistry) -> None:
        real(self)
        for name in ("compose", "archive"):  # their work waits for a click
            self.action(name).setCheckable(True)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ActionRegistry, "settle", settle)
        yield


@contextmanager
def pane_stays_when_its_row_has_gone() -> Iterator[None]:
    """What is shown stays, and can be acted on, when its list has it no more."""
    real = Selection._point_at

    def point_at(self: Selection, thread_id: int, message_id: int) -> None:
        if thread_id:
            real(self, thread_id, message_id)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Selection, "_point_at", point_at)
        yield


def _fault(plant: Any, opening: str, kinds: str, found_by: str, steps: int = 20) -> Fault:
    return Fault(plant, opening, frozenset(kinds.split(", ")), found_by, steps)


FAULTS: Mapping[str, Fault] = MappingProxyType(
    {
        made.plant.__name__.replace("_", " "): made
        for made in (
            _fault(late_answer_moves_the_focus, "inbox", "search, type, answers", "focus"),
            _fault(held_key_sends_again, "two proposals", "hold, send, wheel", "approvals"),
            _fault(
                draft_that_opened_by_itself_is_sent, "two proposals", "send, answers", "approvals"
            ),
            _fault(hidden_recipient, "proposal to a few", "send, click", "approvals"),
            _fault(reply_mode_drops_who_was_typed, "own reply", "recipient, reply mode", "words"),
            _fault(wheel_changes_a_setting, "settings", "wheel, time", "wheel"),
            _fault(closing_forgets, "words just typed", "quit, mark", "words", 3),
            _fault(button_is_lit_for_nothing, "inbox", "accessible, open", "accessible"),
            _fault(pane_stays_when_its_row_has_gone, "conversation", "key, go, open", "panes"),
            _fault(
                mail_faults.toolbar_acts_on_what_is_behind_a_draft,
                "narrow reply",
                "toolbar, mark",
                "unharmed",
            ),
            _fault(mail_faults.every_verb_is_offered_everywhere, "trash", "verb menu", "offered"),
            _fault(mail_faults.done_is_what_was_asked_for, "trash", "verb, open", "said"),
            _fault(mail_faults.label_is_only_put_on, "labelled", "label", "labels"),
            _fault(
                mail_faults.cross_of_a_label_does_nothing, "labelled", "cross, wait", "labels", 3
            ),
            _fault(mail_faults.printing_does_nothing, "conversation", "print", "printing", 3),
            _fault(draft_faults.program_rewrites_a_draft, "own reply", "offer", "hands", 3),
            _fault(
                sending_steps.what_was_to_leave_later_leaves_with_the_next_pass,
                "two proposals",
                "later, send, time",
                "once",
            ),
            _fault(
                draft_faults.change_that_is_taken_drops_what_was_typed,
                "offered change",
                "mark, answer a change",
                "hands",
            ),
            _fault(
                draft_faults.window_of_a_draft_forgets, "own window", "own window, mark", "words"
            ),
            _fault(
                draft_faults.draft_is_opened_twice, "moved proposal", "review, own window", "panes"
            ),
            _fault(
                writing_faults.undone_lines_are_not_read_anew,
                "formatted reply",
                "format, history",
                "written",
                6,
            ),
            _fault(
                writing_faults.bold_words_are_stored_plain, "formatted reply", "wait", "written", 2
            ),
            _fault(draft_faults.press_is_forgotten_at_the_end, "countdown", "logout", "pressed", 2),
            _fault(draft_faults.end_sends_what_was_to_be_held, "countdown", "logout", "pressed", 2),
            _fault(
                draft_faults.end_holds_what_was_to_be_sent,
                "countdown",
                "logout that sends",
                "pressed",
                2,
            ),
        )
    }
)

"""Faults with mail that the window once had, planted again: see `faults`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from PySide6.QtPrintSupport import QPrintDialog

from desktop_app.tools.answers.mail_verbs import counted
from desktop_app.ui.bench.action_table import Need
from desktop_app.ui.bench.navigation import Navigation
from desktop_app.ui.bench.offered_verbs import Lying
from desktop_app.ui.bench.selection import Selection
from desktop_app.ui.mailbox import organiser
from desktop_app.ui.mailbox.label_picker import LabelPicker
from desktop_app.ui.mailbox.organised_words import Change, labelling
from desktop_app.ui.thread import reading_actions
from desktop_app.ui.widgets import dialogs
from desktop_app.ui.window import navigator


def _chosen(selection: Selection) -> tuple[int, ...]:
    rows = tuple(row.thread_id for row in selection.rows)
    return rows or ((selection.conversation,) if selection.conversation else ())


@contextmanager
def toolbar_acts_on_what_is_behind_a_draft() -> Iterator[None]:
    """Trash and Archive are about the conversation, whatever has the pane."""
    lying = property(lambda selection: tuple(Lying(row.labels) for row in selection.rows))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Selection, "targets", property(_chosen))
        patch.setattr(Selection, "lying", lying)
        yield


@contextmanager
def every_verb_is_offered_everywhere() -> Iterator[None]:
    """Nobody asks where a conversation lies."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(navigator, "met", lambda *_: frozenset(Need))
        yield


@contextmanager
def done_is_what_was_asked_for() -> Iterator[None]:
    """What is said comes from the press, not from what has changed."""

    def sentence(change: Change, _: Any) -> str:
        return f"{counted(len(change.thread_ids), 'conversation')} {change.words}."

    with pytest.MonkeyPatch.context() as patch, every_verb_is_offered_everywhere():
        patch.setattr(organiser, "sentence", sentence)
        yield


@contextmanager
def label_is_only_put_on() -> Iterator[None]:
    """The picker puts a label on, also one that all have."""

    def apply(self: LabelPicker, label_id: str, name: str) -> None:
        self._organiser.change(labelling(self.targets, label_id, name, move=False))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LabelPicker, "_apply", apply)
        yield


@contextmanager
def cross_of_a_label_does_nothing() -> Iterator[None]:
    """The button of a chip has nobody who listens."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Navigation, "take_off", lambda *_: None)
        yield


@contextmanager
def printing_does_nothing() -> Iterator[None]:
    """The dialog of the printer is made, and not opened."""

    def present(dialog: Any) -> None:
        if not isinstance(dialog, QPrintDialog):
            dialogs.present(dialog)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading_actions, "present", present)
        yield

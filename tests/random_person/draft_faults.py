"""Faults with drafts that the window once had, planted again: see `faults`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from PySide6.QtGui import QCloseEvent

from desktop_app.store.drafts import drafts
from desktop_app.store.drafts.outbox import Outbox
from desktop_app.tools.person import draft_changes
from desktop_app.tools.verbs import update_draft
from desktop_app.ui.bench.selection import Elsewhere
from desktop_app.ui.review.change_answers import ChangeAnswers
from desktop_app.ui.window.draft_window.draft_window import DraftWindow
from desktop_app.workers.postman import Postman


@contextmanager
def program_rewrites_a_draft() -> Iterator[None]:
    """Whoever changes a draft changes it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(update_draft, "_is_own", lambda *_: True)
        patch.setattr(drafts, "_refuse_others", lambda *_: None)
        yield


@contextmanager
def change_that_is_taken_drops_what_was_typed() -> Iterator[None]:
    """The draft becomes what the program had written, whatever was typed since."""

    def take(self: ChangeAnswers, offer: Any, revision: int, key: Any) -> object:
        del key
        params = draft_changes.TakeChange(
            change_id=offer.change.id,
            base_revision=revision,
            content=offer.change.content,
            left=offer.change.content,
            last=True,
        )
        return self._calls.wait(draft_changes.TAKE_CHANGE, params)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ChangeAnswers, "_take", take)
        yield


@contextmanager
def press_is_forgotten_at_the_end() -> Iterator[None]:
    """What counted down is a draft like any other after the next start."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Outbox, "not_sent", lambda _: {})
        yield


@contextmanager
def end_sends_what_was_to_be_held() -> Iterator[None]:
    """A logout sends, whatever the person has chosen."""
    real = Postman.__init__

    def init(self: Postman, *given: Any, **more: Any) -> None:
        real(self, *given, **{**more, "sends_at_end": lambda: True})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Postman, "__init__", init)
        yield


@contextmanager
def end_holds_what_was_to_be_sent() -> Iterator[None]:
    """A logout holds, whatever the person has chosen."""
    real = Postman.__init__

    def init(self: Postman, *given: Any, **more: Any) -> None:
        real(self, *given, **{**more, "sends_at_end": lambda: False})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Postman, "__init__", init)
        yield


@contextmanager
def window_of_a_draft_forgets() -> Iterator[None]:
    """What was typed last goes with the window."""

    def close(self: DraftWindow, event: QCloseEvent) -> None:
        event.ignore()
        saver = self.pane.opened.saver
        if saver is not None:
            stored = saver.stored
            saver._shown = lambda: stored
        self.bench.selection.close_draft()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DraftWindow, "closeEvent", close)
        yield


@contextmanager
def draft_is_opened_twice() -> Iterator[None]:
    """The main window opens what another window has."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Elsewhere, "show", lambda *_: False)
        yield

"""Keys of the review: those that work inside it alone, and what the actions of a draft do."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.readiness import Step
from desktop_app.ui.review.review_form import ReviewForm
from desktop_app.ui.review.stored_draft import StoredDraft


def bind_keys(
    bench: Workbench,
    owner: QWidget,
    form: ReviewForm,
    stored: StoredDraft,
    *,
    send: Callable[[], object],
    move: Callable[[], object],
    back: Callable[[], object],
) -> None:
    """Ctrl+Enter and Esc work inside `owner` alone: a window's key would fire from the list
    too. `move` takes the draft to another window, `back` leaves it."""

    def send_by_key() -> None:
        """Words for the assistant go to the assistant first: they ask for another text."""
        counts = form.ready().step is not Step.NOTHING
        if counts and not form.action_bar.refine_bar.ask_in_focus():
            send()
        form.guard.hold()

    for key, work in (("Ctrl+Return", send_by_key), ("Ctrl+Enter", send_by_key), ("Esc", back)):
        shortcut = QShortcut(QKeySequence(key), owner)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.setAutoRepeat(False)
        shortcut.activated.connect(work)
    on = bench.actions.on
    on("draft_send", send)
    on("draft_send_later", form.ask_for_time)
    on("draft_window", move)
    on("draft_compare", form.compare)
    on("draft_older", lambda: form.step_version(1))
    on("draft_newer", lambda: form.step_version(-1))
    on("draft_next_check", lambda: form.go_to_check(open_only=False))
    on("draft_ignore", stored.put_aside)
    on("draft_export", stored.save_as)
    on("draft_close", back)

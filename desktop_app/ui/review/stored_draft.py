"""What the menu and the keys do with the draft as it is stored: saved as a file, opened in another
program, put aside, formatted."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.draft.export import open_elsewhere, save_as
from desktop_app.ui.review.draft_actions import DraftActions
from desktop_app.ui.review.open_draft import OpenDraft
from desktop_app.ui.review.review_form import ReviewForm
from desktop_app.ui.widgets.parts import Button


def menu_entries(
    bench: Workbench, stored: Callable[[], StoredDraft], back: Callable[[], object]
) -> tuple[Button, ...]:
    """Entries of the menu beside Send. `stored` is asked when one is pressed; `back` leaves the
    draft."""
    trigger = bench.actions.trigger
    return (
        (bench.actions.text("draft_window"), lambda: trigger("draft_window")),
        ("Format the text", lambda: stored().format()),
        ("Insert template…", lambda: trigger("draft_template")),
        ("Save as template…", lambda: trigger("draft_save_template")),
        ("Save as .eml…", lambda: stored().save_as()),
        ("Open in your mail program", lambda: stored().open_elsewhere()),
        ("Close, keep the draft", back),
    )


class StoredDraft(QObject):
    """The draft that is open in the form. Without one nothing happens."""

    def __init__(
        self,
        bench: Workbench,
        form: ReviewForm,
        opened: OpenDraft,
        draft_actions: DraftActions,
        owner: QWidget,
    ) -> None:
        super().__init__(owner)
        self._bench, self._form, self._opened = bench, form, opened
        self._draft_actions, self._owner = draft_actions, owner

    def save_as(self) -> None:
        """Ask where, and write it as a file."""
        self._opened.with_stored(lambda draft: save_as(self._bench, self._owner, draft))

    def open_elsewhere(self) -> None:
        """Open it in the person's own mail program."""
        self._opened.with_stored(lambda draft: open_elsewhere(self._bench, draft))

    def put_aside(self) -> None:
        """Ignore a proposal, delete an own draft: what the button beside Send says."""
        review = self._form.review
        if review is not None and self._form.ready().aside:
            self._draft_actions.put_aside(review.draft, self._form)

    def format(self) -> None:
        """Make it formatted text that can be edited here."""
        if self._form.editable:
            self._form.page.words.edit_formatted()

"""Pictures of the draft that is shown, made smaller when the person asks for it.

They are read and drawn in a job, so that both sizes can be said before anything changes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject

from desktop_app.model.draft import DraftAttachment
from desktop_app.model.errors import Conflict, KnownError
from desktop_app.tools.person import draft_pictures
from desktop_app.tools.person.draft_pictures import Replaced, SmallerFile
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.reading.smaller_pictures import MEDIUM, SMALL, SmallerPicture, smaller_ones
from desktop_app.ui.review.draft.saver import Saver
from desktop_app.ui.review.draft_actions import DraftActions
from desktop_app.ui.review.review_form import ReviewForm
from desktop_app.ui.review.sheet.smaller_dialog import SmallerDialog, Way
from desktop_app.ui.widgets.dates import file_size

WORKING = "Looking how small the pictures can become…"
NOTHING = "These pictures can't be made much smaller."
NAMES = {SMALL: f"Small, at most {SMALL} pixels", MEDIUM: f"Medium, at most {MEDIUM} pixels"}


@dataclass(frozen=True, slots=True)
class _Found:
    """The bytes that each picture has, and its smaller forms, by the longer side in pixels."""

    sizes: dict[str, int]
    smaller: dict[int, dict[str, SmallerPicture]]

    @property
    def size(self) -> int:
        return sum(self.sizes.values())

    def after(self, side: int) -> int:
        made = self.smaller[side]
        return sum(len(made[n].data) if n in made else size for n, size in self.sizes.items())


class SmallerPictures(QObject):
    """Signal-free: `actions.changed` says when the draft should be read again."""

    def __init__(
        self,
        bench: Workbench,
        form: ReviewForm,
        saver: Callable[[], Saver | None],
        actions: DraftActions,
    ) -> None:
        super().__init__(form)
        self._bench, self._form, self._saver, self._actions = bench, form, saver, actions
        form.page.files.smaller_wanted.connect(self.choose)
        bench.actions.on("draft_smaller_pictures", self.choose)

    def choose(self) -> None:
        """Let the person choose how small the pictures become, by what they would have then."""
        saver = self._saver()
        if saver is not None:
            self._bench.navigation.status(WORKING)
            saver.flush(lambda: self._look(saver.draft_id))

    def _look(self, draft_id: str) -> None:
        calls = self._bench.calls

        def work() -> _Found:
            params = draft_pictures.PictureFiles(draft_id=draft_id)
            files = calls.wait(draft_pictures.PICTURE_FILES, params).by_id
            sizes = {name: len(data) for name, data in files.items()}
            return _Found(sizes, {side: smaller_ones(files, side) for side in NAMES})

        def ask(found: _Found) -> None:
            if draft_id == self._shown:
                self._ask(found)

        calls.jobs.run(work, done=ask, key="smaller pictures", owner=self)

    def _ask(self, found: _Found) -> None:
        """A way that makes nothing smaller than another one does is none."""
        sides = [side for side in NAMES if found.smaller[side]]
        sides = [s for s in sides if s == SMALL or found.after(s) < found.size]
        if not sides:
            self._bench.navigation.toast(NOTHING)
            return
        self._bench.navigation.status("")
        ways = [Way(NAMES[side], found.after(side)) for side in sides]
        SmallerDialog(self._form, found.size, ways, lambda number: self._make(found, sides[number]))

    def _make(self, found: _Found, side: int) -> None:
        saver, made = self._saver(), found.smaller[side]
        if saver is None:
            return
        files = {
            name: SmallerFile(data=each.data, content_type=each.content_type, width=each.width)
            for name, each in made.items()
        }
        before = {part.id: part for part in self._form.page.files.files}
        told = (
            f"Pictures made smaller: {file_size(found.size)} became {file_size(found.after(side))}."
        )

        def work() -> None:
            self._bench.calls.ask(
                draft_pictures.REPLACE_PICTURES,
                draft_pictures.ReplacePictures(
                    draft_id=saver.draft_id, base_revision=saver.revision, files=files
                ),
                done=lambda replaced: self._tell(saver.draft_id, told, before, replaced),
                failed=self._failed(lambda: self._make(found, side)),
                owner=self,
            )

        saver.flush(work)

    def _tell(
        self, draft_id: str, told: str, before: dict[str, DraftAttachment], replaced: Replaced
    ) -> None:
        larger = {new: before[old] for old, new in replaced.by_id.items() if old in before}

        def undo() -> None:
            """The files as they were, in place of those that are there still."""
            page = self._form.page
            if draft_id == self._shown and self._saver() is not None:
                page.files.show_files(tuple(larger.get(f.id, f) for f in page.files.files))
                page.edited.emit()

        self._actions.changed.emit()
        self._bench.navigation.toast(told, Undo(undo))

    def _failed(self, again: Callable[[], None]) -> Callable[[KnownError], None]:
        def failed(error: KnownError) -> None:
            if isinstance(error, Conflict):
                again()
            else:
                self._bench.calls.jobs.failed.emit(error)

        return failed

    @property
    def _shown(self) -> str:
        return self._form.review.draft.id if self._form.review is not None else ""

"""Actions of tools on a draft: attach files, switch the kind of reply, ignore.

Each waits until what was typed is stored, and is tried again on the newer version when
something was typed meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_app.model.draft import Draft
from desktop_app.model.errors import Conflict, KnownError
from desktop_app.tools.answers.cloud_results import FileRow
from desktop_app.tools.person import draft_lists, draft_pictures, draft_review, templates
from desktop_app.tools.person.draft_pictures import GivenPicture
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.draft.saver import Saver

if TYPE_CHECKING:
    from desktop_app.ui.review.review_form import ReviewForm

Saving = Callable[[], Saver | None]


class DraftActions(QObject):
    """`changed` when the draft should be read again, `set_aside(Draft)` when it was ignored,
    `moved(DraftSaved)` when it is another account's now.

    `saver` gives the saver of the draft that is open for editing, else None.
    """

    changed = Signal()
    set_aside = Signal(object)
    moved = Signal(object)

    def __init__(self, bench: Workbench, saver: Saving, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self._saver = saver

    def attach(self, paths: list[Path], told: str = "") -> None:
        """Let files of this computer go along; `told` is said once they do."""
        names = tuple(str(path) for path in paths)

        def done(saved: object) -> None:
            self._tell(saved)
            if told:
                self._bench.navigation.toast(told)

        def work(saver: Saver) -> None:
            params = draft_review.AttachFiles(
                draft_id=saver.draft_id, base_revision=saver.revision, paths=names
            )
            self._bench.calls.ask(
                draft_review.ATTACH_FILES,
                params,
                done=done,
                failed=lambda error: self._failed(error, lambda: self.attach(paths, told)),
                owner=self,
            )

        self._after_saving(work)

    def attach_pictures(self, pictures: tuple[GivenPicture, ...]) -> None:
        """Let pictures go along, each shown in the text by its content id if it has one: also while
        the program ends, for the text has them already."""

        def work(saver: Saver) -> None:
            params = draft_pictures.AttachPictures(
                draft_id=saver.draft_id, base_revision=saver.revision, pictures=pictures
            )
            self._bench.calls.ask(
                draft_pictures.ATTACH_PICTURES,
                params,
                done=self._tell,
                failed=lambda error: self._failed(error, lambda: self.attach_pictures(pictures)),
                owner=self,
                lasting=True,
            )

        self._after_saving(work)

    def attach_template(self, name: str) -> None:
        """Let the files of a template go along."""

        def work(saver: Saver) -> None:
            params = templates.AttachTemplate(
                draft_id=saver.draft_id, base_revision=saver.revision, name=name
            )
            self._bench.calls.ask(
                templates.ATTACH_TEMPLATE,
                params,
                done=self._tell,
                failed=lambda error: self._failed(error, lambda: self.attach_template(name)),
                owner=self,
            )

        self._after_saving(work)

    def attach_cloud(self, file: FileRow, account: str) -> None:
        """Let a copy of a file in the cloud go along."""

        def work(saver: Saver) -> None:
            params = draft_review.AttachCloudFile(
                draft_id=saver.draft_id,
                base_revision=saver.revision,
                file_id=file.file_id,
                account=account,
            )
            self._bench.calls.ask(
                draft_review.ATTACH_CLOUD_FILE,
                params,
                done=self._tell,
                failed=lambda error: self._failed(error, lambda: self.attach_cloud(file, account)),
                owner=self,
            )

        self._bench.navigation.status(f"Fetching {file.name}…")
        self._after_saving(work)

    def switch_reply(self, reply_all: bool) -> None:
        """Make it a reply to everyone, or to the sender alone."""

        def work(saver: Saver) -> None:
            params = draft_review.SwitchReply(
                draft_id=saver.draft_id, base_revision=saver.revision, reply_all=reply_all
            )
            self._bench.calls.ask(
                draft_review.SWITCH_REPLY,
                params,
                done=self._tell,
                failed=lambda error: self._failed(error, lambda: self.switch_reply(reply_all)),
                owner=self,
            )

        self._after_saving(work)

    def switch_sender(self, address: str) -> None:
        """Let a new mail go from another account, whose draft it is then."""

        def work(saver: Saver) -> None:
            params = draft_review.SwitchSender(
                draft_id=saver.draft_id, base_revision=saver.revision, address=address
            )
            self._bench.calls.ask(
                draft_review.SWITCH_SENDER,
                params,
                done=self.moved.emit,
                failed=lambda error: self._failed(error, lambda: self.switch_sender(address)),
                owner=self,
            )

        self._after_saving(work)

    def put_aside(self, draft: Draft, form: ReviewForm) -> None:
        """Ignore a proposal, or delete a draft of one's own; both can be undone. Until that is
        answered nobody can write into it: the words would go with it."""
        saver = self._saver()

        def failed(error: KnownError) -> None:
            form.guard.settled()
            form.thaw()
            self._bench.calls.jobs.failed.emit(error)

        def work() -> None:
            self._bench.calls.ask(
                draft_lists.IGNORE_DRAFT,
                draft_lists.IgnoreDraft(draft_id=draft.id),
                done=lambda _: self._on_aside(draft),
                failed=failed,
                owner=self,
            )

        if saver is not None:
            form.guard.pressed()
            form.freeze()
            saver.flush(work, failed)

    def _after_saving(self, work: Callable[[Saver], None]) -> None:
        saver = self._saver()
        if saver is not None:
            saver.flush(lambda: work(saver))

    def _on_aside(self, draft: Draft) -> None:
        navigation, calls = self._bench.navigation, self._bench.calls

        def undo() -> None:
            calls.ask(draft_lists.RESTORE_DRAFT, draft_lists.RestoreDraft(draft_id=draft.id))
            navigation.open_draft(draft.id)  # the focus moves with the press

        done = "Ignored." if draft.proposed else "Draft deleted."
        navigation.toast(f"{done} It can be restored from Ignored.", Undo(undo))
        self.set_aside.emit(draft)

    def _failed(self, error: KnownError, again: Callable[[], None]) -> None:
        if isinstance(error, Conflict):
            again()
        else:
            self._bench.calls.jobs.failed.emit(error)

    def _tell(self, _: object) -> None:
        self.changed.emit()

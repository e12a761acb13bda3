"""Files and pictures that are pasted into the words of a draft."""

from __future__ import annotations

import uuid
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from desktop_app.tools.person import draft_pictures
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.reading.pictures import Budget, decode
from desktop_app.ui.review.draft.draft_view import DraftView
from desktop_app.ui.review.draft_actions import DraftActions
from desktop_app.ui.review.review_form import ReviewForm
from desktop_app.ui.review.rich_text.clipboard import CopiedPicture
from desktop_app.ui.review.rich_text.rich_editor import RichEditor
from desktop_app.ui.review.sheet.body_editor import BodyEditor

UNREAD = "The copied picture could not be read, or is larger than a mail can take."


class GivenPictures(QObject):
    """Attaches what is pasted, and reads the pictures of a draft that is shown."""

    def __init__(self, bench: Workbench, form: ReviewForm, actions: DraftActions) -> None:
        super().__init__(form)
        self._bench, self._form, self._actions = bench, form, actions
        for editor in form.page.words.editors:
            editor.files_given.connect(actions.attach)
            editor.picture_given.connect(partial(self._take, editor))
            editor.told.connect(bench.navigation.toast)

    def _take(self, editor: BodyEditor | RichEditor, given: CopiedPicture | None) -> None:
        if given is None:
            self._bench.navigation.status(UNREAD)
            return
        at, draft = editor.textCursor(), self._shown

        def put_in(image: QImage) -> None:
            """Where the caret was; nowhere once another draft is shown."""
            if image.isNull():
                self._bench.navigation.status(UNREAD)
            elif draft == self._shown and not editor.isReadOnly():
                cid = ""
                if isinstance(editor, RichEditor):
                    cid = f"{uuid.uuid4().hex}@draftdesk"
                    editor.put_picture(cid, image, at)
                self._actions.attach_picture(given.filename, given.kind, given.data, cid)

        self._bench.calls.jobs.run(lambda: decode(given.data), done=put_in, owner=self)

    @property
    def _shown(self) -> str:
        """The draft that is shown; empty where there is none yet."""
        return self._form.review.draft.id if self._form.review is not None else ""

    def read(self, view: DraftView) -> None:
        """Read the pictures that the draft shows, unless they are there."""
        rich = self._form.page.words.rich
        wanted = {part.cid for part in view.review.draft.content.attachments if part.cid}
        if not view.own or wanted <= set(rich.pictures):
            return

        def work() -> dict[str, QImage]:
            params = draft_pictures.ReadPictures(draft_id=view.review.draft.id)
            found = self._bench.calls.wait(draft_pictures.READ_PICTURES, params)
            budget = Budget()
            images = {cid: budget.draw(data).image() for cid, data in found.by_cid.items()}
            return {cid: image for cid, image in images.items() if not image.isNull()}

        self._bench.calls.jobs.run(work, done=rich.show_pictures, key="draft pictures", owner=self)

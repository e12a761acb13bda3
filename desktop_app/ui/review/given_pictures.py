"""Files and pictures that are put into the words of a draft, and the pictures it shows."""

from __future__ import annotations

import hashlib
import uuid
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage

from desktop_app.tools.person import draft_pictures
from desktop_app.tools.person.draft_pictures import PictureFile
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.reading.drawing import Drawn
from desktop_app.ui.reading.pictures import Budget, draw_one
from desktop_app.ui.review.draft.draft_view import DraftView
from desktop_app.ui.review.draft_actions import DraftActions
from desktop_app.ui.review.review_form import ReviewForm
from desktop_app.ui.review.rich_text.clipboard import CopiedPicture
from desktop_app.ui.review.rich_text.rich_editor import RichEditor
from desktop_app.ui.review.sheet.body_editor import BodyEditor
from desktop_app.ui.widgets.dialogs import choose_files

UNREAD = "The copied picture could not be read, or is larger than a mail can take."
NO_PICTURE = "Put the caret beside a picture, or press one, to change it."
FILES = "Pictures (*.png *.jpg *.jpeg *.gif *.webp)"


class GivenPictures(QObject):
    """Attaches what is pasted or chosen, and reads the pictures of a draft that is shown."""

    def __init__(self, bench: Workbench, form: ReviewForm, actions: DraftActions) -> None:
        super().__init__(form)
        self._bench, self._form, self._actions = bench, form, actions
        self._drawn: dict[str, str] = {}
        """The digests of the files of the pictures that are drawn, by their content ids. Another
        draft, or another version, may have another picture by the same id."""
        for editor in form.page.words.editors:
            editor.files_given.connect(actions.attach)
            editor.picture_given.connect(partial(self._take, editor))
            editor.told.connect(bench.navigation.toast)
        form.page.words.bar.picture_wanted.connect(self.choose)
        bench.actions.on("draft_insert_picture", self.choose)
        bench.actions.on("draft_picture", self.change)

    def choose(self) -> None:
        """Let the person pick pictures, which stand in the text: plain text becomes formatted."""
        if self._form.editable and not self._form.page.formatted:
            choose_files(self._form, "Insert picture", FILES, self._open)

    def change(self) -> None:
        """Ask for the size and description of the picture at the caret."""
        words = self._form.page.words
        found = words.rich.picture_meant() if words.editor is words.rich else -1
        if found < 0:
            self._bench.navigation.status(NO_PICTURE)
        else:
            words.ask_for_picture(found)

    def _open(self, paths: list[Path]) -> None:
        words = self._form.page.words
        if not self._form.editable:
            return
        words.edit_formatted()
        editor = words.editor

        def put_in(file: PictureFile) -> None:
            self._take(editor, CopiedPicture(file.content_type, file.data, file.filename))

        for path in paths:
            params = draft_pictures.OpenPicture(path=str(path))
            self._bench.calls.ask(draft_pictures.OPEN_PICTURE, params, done=put_in, owner=self)

    def _take(self, editor: BodyEditor | RichEditor, given: CopiedPicture | None) -> None:
        if given is None:
            self._bench.navigation.status(UNREAD)
            return
        at, draft = editor.textCursor(), self._shown

        def work() -> tuple[Drawn, str]:
            return draw_one(given.data), hashlib.sha256(given.data).hexdigest()

        def put_in(found: tuple[Drawn, str]) -> None:
            """Where the caret was; nowhere once another draft is shown."""
            drawn, digest = found
            image = drawn.image()
            if image.isNull():
                self._bench.navigation.status(UNREAD)
            elif draft == self._shown and not editor.isReadOnly():
                cid = ""
                if isinstance(editor, RichEditor):
                    cid = f"{uuid.uuid4().hex}@draftdesk"
                    self._drawn[cid] = digest
                    editor.put_picture(cid, image, drawn.natural, at)
                self._actions.attach_picture(given.filename, given.kind, given.data, cid)

        self._bench.calls.jobs.run(work, done=put_in, owner=self)

    @property
    def _shown(self) -> str:
        """The draft that is shown; empty where there is none yet."""
        return self._form.review.draft.id if self._form.review is not None else ""

    def read(self, view: DraftView) -> None:
        """Read the pictures that the draft shows, unless they are there."""
        rich = self._form.page.words.rich
        wanted = {p.cid: p.digest for p in view.review.draft.content.attachments if p.cid}
        others = {cid for cid, digest in wanted.items() if self._drawn.get(cid) != digest}
        rich.forget_pictures(cid for cid in others if cid in self._drawn)
        if not view.own or (not others and set(wanted) <= set(rich.pictures)):
            return

        def work() -> dict[str, Drawn]:
            params = draft_pictures.ReadPictures(draft_id=view.review.draft.id)
            found = self._bench.calls.wait(draft_pictures.READ_PICTURES, params)
            budget = Budget()
            drawn = {cid: budget.draw(data) for cid, data in found.by_cid.items()}
            return {cid: each for cid, each in drawn.items() if each.pixels}

        def show(drawn: dict[str, Drawn]) -> None:
            if view.review.draft.id != self._shown:
                return
            self._drawn.update({cid: wanted[cid] for cid in drawn if cid in wanted})
            images: dict[str, QImage] = {cid: each.image() for cid, each in drawn.items()}
            rich.show_pictures(images, {cid: each.natural for cid, each in drawn.items()})

        self._bench.calls.jobs.run(work, done=show, key="draft pictures", owner=self)

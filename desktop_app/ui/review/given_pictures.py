"""Files and pictures that are put into the words of a draft, and the pictures it shows."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace
from PySide6.QtCore import QObject
from PySide6.QtGui import QImage, QTextCursor

from desktop_app.model.errors import KnownError
from desktop_app.tools.person import draft_pictures
from desktop_app.tools.person.draft_pictures import GivenPicture
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.reading.drawing import Drawn
from desktop_app.ui.reading.pictures import Budget, as_file, draw_one
from desktop_app.ui.review.draft.draft_view import DraftView
from desktop_app.ui.review.draft_actions import DraftActions
from desktop_app.ui.review.review_form import ReviewForm
from desktop_app.ui.review.rich_text.clipboard import (
    ENDINGS,
    MOST_BYTES,
    CopiedPicture,
    pictures_and_others,
)
from desktop_app.ui.review.rich_text.picture_surface import PutIn
from desktop_app.ui.review.rich_text.rich_editor import RichEditor
from desktop_app.ui.review.sheet.body_editor import BodyEditor
from desktop_app.ui.widgets.dialogs import choose_files

UNREAD = "The copied picture could not be read, or is larger than a mail can take."
NO_PICTURE = "Put the caret beside a picture, or press one, to change it."
FILES = "Pictures (*.png *.jpg *.jpeg *.gif *.webp)"


ELSEWHERE = "The picture was not taken: another draft came meanwhile, or this one can't be changed."

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Ready:
    """A picture for a text, drawn, with the digest of its file."""

    file: GivenPicture
    drawn: Drawn
    digest: str


def _made_ready(given: CopiedPicture) -> _Ready | None:
    """In a job. A bare bitmap is written as a file that mail programs show. None for one that
    can't be read, or is larger than a mail can take."""
    kind, data = given.kind, given.encoded()
    if kind not in ENDINGS:
        kind, data = as_file(data)
    drawn = draw_one(data)
    if drawn.image().isNull() or len(data) > MOST_BYTES:
        return None
    cid = f"{uuid.uuid4().hex}@draftdesk"
    file = GivenPicture(filename=given.named(kind), content_type=kind, data=data, cid=cid)
    return _Ready(file, drawn, hashlib.sha256(data).hexdigest())


class GivenPictures(QObject):
    """Attaches what is pasted or chosen, and reads the pictures of a draft that is shown."""

    def __init__(self, bench: Workbench, form: ReviewForm, actions: DraftActions) -> None:
        super().__init__(form)
        self._bench, self._form, self._actions = bench, form, actions
        self._drawn: dict[str, str] = {}
        """The digests of the files of the pictures that are drawn, by their content ids. Another
        draft, or another version, may have another picture by the same id."""
        for editor in form.page.words.editors:
            editor.files_given.connect(self.take_files)
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
        if self._form.editable:
            words.edit_formatted()
            self._put_files(paths, words.rich, words.rich.textCursor())

    def take_files(self, paths: list[Path], at: QTextCursor | None = None) -> None:
        """Put files of pictures into formatted text, where the caret is unless `at` is given, and
        attach the others. One that only calls itself a picture, or can't be shown, is attached."""
        words = self._form.page.words
        pictures, others = pictures_and_others(paths)
        if words.editor is not words.rich:
            self._actions.attach(paths)
            return
        if others:
            self._actions.attach(others)
        if pictures:
            self._put_files(pictures, words.rich, at or words.rich.textCursor())

    def _put_files(self, paths: list[Path], rich: RichEditor, at: QTextCursor) -> None:
        calls = self._bench.calls

        def read(path: Path) -> _Ready | str:
            params = draft_pictures.OpenPicture(path=str(path))
            try:
                file = calls.wait(draft_pictures.OPEN_PICTURE, params)
            except KnownError as error:
                return error.sentence
            ready = _made_ready(CopiedPicture(file.content_type, file.data, file.filename))
            return ready or f"{file.filename} can't be shown in the text."

        def put_in(found: list[_Ready | str]) -> None:
            self._bench.navigation.status("")
            self._put_in(rich, [each for each in found if isinstance(each, _Ready)], at)
            for path, why in zip(paths, found, strict=True):
                if isinstance(why, str):
                    self._actions.attach([path], f"{why} It is attached.")

        if len(paths) > 1:
            self._bench.navigation.status(f"Reading {len(paths)} pictures…")
        self._with_draft(lambda: [read(path) for path in paths], put_in)

    def _take(self, editor: BodyEditor | RichEditor, given: CopiedPicture | None) -> None:
        if given is None:
            self._bench.navigation.status(UNREAD)
            return
        at = editor.textCursor()

        def put_in(ready: _Ready | None) -> None:
            if ready is None:
                self._bench.navigation.status(UNREAD)
            elif isinstance(editor, RichEditor):
                self._put_in(editor, [ready], at)
            else:
                self._actions.attach_pictures((replace(ready.file, cid=""),))

        self._with_draft(lambda: _made_ready(given), put_in)

    def _with_draft(self, work: Callable[[], T], put_in: Callable[[T], object]) -> None:
        """Do work in a job, and something with it in the draft that is shown now. Nothing once it
        is another one."""
        draft = self._shown

        def done(found: T) -> None:
            if draft == self._shown and self._form.editable:
                put_in(found)
            else:
                self._bench.navigation.status(ELSEWHERE)

        self._bench.calls.jobs.run(work, done=done, owner=self)

    def _put_in(self, rich: RichEditor, ready: Sequence[_Ready], at: QTextCursor) -> None:
        if ready:
            self._drawn.update({each.file.cid: each.digest for each in ready})
            put = [PutIn(r.file.cid, r.drawn.image(), r.drawn.natural) for r in ready]
            rich.put_pictures(put, at)
            self._actions.attach_pictures(tuple(each.file for each in ready))

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

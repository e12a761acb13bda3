"""Attachments of a message: shown, opened, saved, dragged out.

What may be opened is decided by mail/files/file_risks.py; here it is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QIcon, QImage, QPixmap
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from desktop_app.mail.files.file_preview import FilePreview
from desktop_app.mail.files.file_risks import why_not_by_name
from desktop_app.mail.files.files import safe_filename
from desktop_app.model.errors import KnownError
from desktop_app.model.message import Attachment, Message
from desktop_app.tools.person import attachments, mail_view
from desktop_app.ui.background.stepper import Stepper
from desktop_app.ui.bench.last_folder import SAVED, keep_folder, last_folder
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.reading.preview_window import PreviewWindow
from desktop_app.ui.reading.thumbnails import pictured, thumbnails
from desktop_app.ui.widgets.dates import file_size
from desktop_app.ui.widgets.dialogs import choose_folder, choose_target
from desktop_app.ui.widgets.elision import shortened_middle
from desktop_app.ui.widgets.file_drag import FileButton
from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.safe_text import as_tooltip, clean

LONGEST = 34
PORTION = 30
"""Buttons that are made at once; the others when they are asked for."""

THUMBNAIL = 40


class AttachmentStrip(QWidget):
    """Buttons, one an attachment. A press shows it here where that is possible; the menu has what
    else can be done. Small pictures are made by a job."""

    def __init__(self, bench: Workbench, message: Message) -> None:
        super().__init__()
        self._bench, self._message = bench, message
        self._buttons: dict[str, FileButton] = {}
        self.setAccessibleName("Attachments")
        self._row = FlowLayout(self, bench.theme.px(8))
        self._parts = message.visible_attachments
        for part in self._parts[:PORTION]:
            self._add(part)
        self._more = self._plain_button("", self._show_more)
        self._all = self._plain_button("Save all…", self._save_all)
        self._end()
        self._ask_pictures()

    def _add(self, part: Attachment) -> None:
        self._buttons[part.id] = button = self._button(part)
        self._row.addWidget(button)

    def _show_more(self) -> None:
        Stepper(self._adding(), self)

    def _adding(self) -> Iterator[None]:
        for part in self._parts[len(self._buttons) :][:PORTION]:
            self._add(part)
            yield
        self._end()

    def _end(self) -> None:
        """What is for all of them stands last."""
        rest = len(self._parts) - len(self._buttons)
        self._more.setText(f"Show {min(rest, PORTION)} more of {rest}")
        for button, wanted in ((self._more, rest > 0), (self._all, len(self._parts) > 1)):
            self._row.removeWidget(button)
            if wanted:
                self._row.addWidget(button)
            button.setVisible(wanted)

    def _button(self, part: Attachment) -> FileButton:
        name, theme = real_name(part), self._bench.theme
        button = FileButton()
        theme.put_icon(button, "paperclip", "second")
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        shown = shortened_middle(name, LONGEST)
        button.setText(f"{shown}  {file_size(part.size)}".replace("&", "&&"))
        button.setAccessibleName(f"Attachment {name}, {file_size(part.size)}")
        reason = why_not_by_name(part.filename)
        button.setAccessibleDescription(f"Not opened. {reason}" if reason else "")
        told = f"{name}, {file_size(part.size)}" + (f"\nNot opened. {reason}" if reason else "")
        button.setToolTip(as_tooltip(told))
        button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        button.setMenu(self._menu(button, part, reason))
        button.clicked.connect(lambda: self._show(part))
        button.dragged.connect(lambda: self._drag(part, button))
        return button

    def _menu(self, button: QToolButton, part: Attachment, reason: str) -> QMenu:
        menu = QMenu(button)
        menu.addAction("Preview", lambda: self._show(part))
        if not reason:
            menu.addAction("Open", lambda: self._open(part))
        menu.addAction("Save as…", lambda: self._save(part))
        if reason:
            menu.addSeparator()
            menu.addAction(f"Not opened. {reason}".replace("&", "&&")).setEnabled(False)
        return menu

    @staticmethod
    def _plain_button(words: str, work: Callable[[], object]) -> QToolButton:
        button = QToolButton()
        button.setText(words)
        button.clicked.connect(lambda *_: work())
        return button

    def _one(self, part: Attachment) -> attachments.OnePart:
        return attachments.OnePart(message_id=self._message.id, attachment_id=part.id)

    def _ask_pictures(self) -> None:
        parts, calls = pictured(self._parts[:PORTION]), self._bench.calls
        if not parts:
            return
        side = int(self._bench.theme.px(THUMBNAIL) * self.devicePixelRatioF())
        wanted = attachments.SomeParts(
            message_id=self._message.id, attachment_ids=tuple(p.id for p in parts)
        )

        def work() -> dict[str, QImage]:
            return thumbnails(calls.wait(attachments.READ_PARTS, wanted).parts, side)

        calls.jobs.run(work, done=self._show_pictures, failed=lambda _: None, owner=self)

    def _show_pictures(self, pictures: dict[str, QImage]) -> None:
        side = self._bench.theme.px(THUMBNAIL)
        for part, image in pictures.items():
            self._buttons[part].setIcon(QIcon(QPixmap.fromImage(image)))
            self._buttons[part].setIconSize(QSize(side, side))

    def _show(self, part: Attachment) -> None:
        """In a window of its own, if there is something in it that can be shown."""
        self._bench.calls.ask(
            attachments.PREVIEW_ATTACHMENT,
            self._one(part),
            done=lambda preview: self._preview(part, preview),
            key="preview",
            owner=self,
        )

    def _preview(self, part: Attachment, preview: FilePreview) -> None:
        reason = why_not_by_name(part.filename)
        if not preview.kind:
            words = f"{real_name(part)} can't be shown here. {preview.why}"
            self._bench.navigation.toast(words, Undo(lambda: self._save(part), "Save as…"))
            return
        PreviewWindow(
            self._bench,
            self,
            real_name(part),
            preview,
            save=lambda: self._save(part),
            open_file=None if reason else lambda: self._open(part),
            why_not_opened=f"Not opened with a program. {reason}" if reason else "",
        )

    def _open(self, part: Attachment) -> None:
        """A copy in the profile's own folder, which goes with its account."""
        save = Undo(lambda: self._save(part), "Save as…")

        def show(path: Path) -> None:
            if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
                words = f"No program on this computer opens {real_name(part)}."
                self._bench.navigation.toast(words, save)

        def refused(error: KnownError) -> None:
            self._bench.navigation.toast(error.sentence, save)

        self._bench.calls.ask(
            attachments.OPEN_ATTACHMENT, self._one(part), done=show, failed=refused, owner=self
        )

    def _drag(self, part: Attachment, button: FileButton) -> None:
        self._bench.calls.ask(
            attachments.COPY_ATTACHMENT, self._one(part), done=button.drag, owner=button
        )

    def _save(self, part: Attachment) -> None:
        folder = last_folder(self._bench, SAVED)

        def save(path: Path) -> None:
            keep_folder(self._bench, SAVED, path.parent)
            self._write(lambda: [(part, path)], f"Saved {path.name}.")

        title = "Save attachment"
        choose_target(self, title, real_name(part), "All files (*)", save, folder)

    def _save_all(self) -> None:
        parts, folder = self._parts, last_folder(self._bench, SAVED)

        def named(folder: Path) -> list[tuple[Attachment, Path]]:
            taken: set[str] = set()
            return [(part, folder / free_name(folder, real_name(part), taken)) for part in parts]

        def save(folders: list[Path]) -> None:
            chosen = folders[0]
            keep_folder(self._bench, SAVED, chosen)
            self._write(lambda: named(chosen), f"Saved {len(parts)} files in {chosen.name}.")

        choose_folder(self, "Save all attachments", save, folder)

    def _write(self, named: Callable[[], list[tuple[Attachment, Path]]], told: str) -> None:
        """Write them by one job; what can't be written is said by the window."""
        calls, message = self._bench.calls, self._message.id

        def work() -> None:
            for part, path in named():
                where = mail_view.SaveAttachment(
                    message_id=message, attachment_id=part.id, path=str(path)
                )
                calls.wait(mail_view.SAVE_ATTACHMENT, where)

        calls.jobs.run(work, done=lambda _: self._bench.navigation.toast(told), lasting=True)


def real_name(part: Attachment) -> str:
    """The name without what does not show in it: that is also the name it is saved under."""
    return clean(safe_filename(part.filename))


def free_name(folder: Path, name: str, taken: set[str]) -> str:
    """`name`, or `name (2)` …, so that no file is replaced and none of these collide."""
    stem, suffix, number = Path(name).stem, Path(name).suffix, 1
    wanted = name
    while wanted.lower() in taken or (folder / wanted).exists():
        number += 1
        wanted = f"{stem} ({number}){suffix}"
    taken.add(wanted.lower())
    return wanted

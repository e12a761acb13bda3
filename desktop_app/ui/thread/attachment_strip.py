"""Attachments of a message: shown, opened, saved, dragged out.

What may be opened is decided by mail/files/file_risks.py; here it is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QImage, QPixmap
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from desktop_app.mail.files.file_risks import why_not_by_name
from desktop_app.model.message import Attachment, Message
from desktop_app.tools.person import attachments, mail_view
from desktop_app.ui.background.stepper import Stepper
from desktop_app.ui.bench.last_folder import SAVED, keep_folder, last_folder
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.reading.file_door import FileDoor, real_name
from desktop_app.ui.reading.thumbnails import pictured, thumbnails
from desktop_app.ui.widgets.dates import file_size
from desktop_app.ui.widgets.dialogs import choose_folder
from desktop_app.ui.widgets.elision import shortened_middle
from desktop_app.ui.widgets.file_drag import FileButton
from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.safe_text import as_tooltip

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
        name, theme = real_name(part.filename), self._bench.theme
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
        button.clicked.connect(lambda: self._door(part).show())
        button.dragged.connect(lambda: self._drag(part, button))
        return button

    def _menu(self, button: QToolButton, part: Attachment, reason: str) -> QMenu:
        menu = QMenu(button)
        menu.addAction("Preview", lambda: self._door(part).show())
        if not reason:
            menu.addAction("Open", lambda: self._door(part).open())
        menu.addAction("Save as…", lambda: self._door(part).save())
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

    def _door(self, part: Attachment) -> FileDoor:
        return FileDoor(self._bench, self, self._message.id, part.id, part.filename)

    def _drag(self, part: Attachment, button: FileButton) -> None:
        self._bench.calls.ask(
            attachments.COPY_ATTACHMENT, self._door(part).one, done=button.drag, owner=button
        )

    def _save_all(self) -> None:
        parts, folder = self._parts, last_folder(self._bench, SAVED)

        def named(folder: Path) -> list[tuple[Attachment, Path]]:
            taken: set[str] = set()
            names = ((part, real_name(part.filename)) for part in parts)
            return [(part, folder / free_name(folder, name, taken)) for part, name in names]

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


def free_name(folder: Path, name: str, taken: set[str]) -> str:
    """`name`, or `name (2)` …, so that no file is replaced and none of these collide."""
    stem, suffix, number = Path(name).stem, Path(name).suffix, 1
    wanted = name
    while wanted.lower() in taken or (folder / wanted).exists():
        number += 1
        wanted = f"{stem} ({number}){suffix}"
    taken.add(wanted.lower())
    return wanted

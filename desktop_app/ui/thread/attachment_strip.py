"""Attachments of a message: open one, save one, save all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QGridLayout, QMenu, QPushButton, QSizePolicy, QToolButton, QWidget

from desktop_app.model.message import Attachment, Message
from desktop_app.tools.person import mail_view
from desktop_app.tools.person.mail_view import Bytes
from desktop_app.ui.bench.last_folder import SAVED, keep_folder, last_folder
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dates import file_size
from desktop_app.ui.widgets.dialogs import choose_folder, choose_target
from desktop_app.ui.widgets.elision import shortened_middle
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.theme import set_role

COLUMNS, LONGEST = 2, 34
PORTION = 40
"""Attachments that are shown at once; the next ones when asked for."""

RUNNABLE = frozenset(
    ".app .bat .cmd .com .cpl .desktop .dll .exe .hta .jar .js .jse .lnk .msi .ps1 .py .reg .scr "
    ".sh .svg .html .htm .vbs .vbe .wsf .xhtml .url .webloc .command".split()
)
"""What a double click could run, or what could phone home: it is saved, never opened."""


class AttachmentStrip(QWidget):
    """Buttons with a menu, one an attachment; nothing is read before it is asked for."""

    def __init__(self, bench: Workbench, message: Message) -> None:
        super().__init__()
        self._bench, self._message = bench, message
        self.setAccessibleName("Attachments")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(bench.theme.px(8))
        self._left = list(message.visible_attachments)
        self._more = QPushButton()
        set_role(self._more, "link")
        self._more.clicked.connect(self._add_portion)
        last = len(self._left) // COLUMNS + 1
        self._add_portion()
        self._grid.addWidget(self._more, last, 1)
        if len(message.visible_attachments) > 1:
            self._grid.addWidget(self._save_all_button(), last, 0)
        self._grid.setColumnStretch(COLUMNS, 1)

    def _add_portion(self) -> None:
        first = len(self._message.visible_attachments) - len(self._left)
        portion, self._left = self._left[:PORTION], self._left[PORTION:]
        for place, part in enumerate(portion, first):
            self._grid.addWidget(self._button(part), place // COLUMNS, place % COLUMNS)
        self._more.setText(f"Show more ({len(self._left):,} attachments are not shown)")
        self._more.setVisible(bool(self._left))

    def _button(self, part: Attachment) -> QToolButton:
        name = clean(part.filename) or "unnamed file"
        button = QToolButton()
        button.setIcon(self._bench.theme.icon("paperclip", "second"))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        shown = shortened_middle(name, LONGEST)
        button.setText(f"{shown}  {file_size(part.size)}".replace("&", "&&"))
        button.setAccessibleName(f"Attachment {name}, {file_size(part.size)}")
        button.setToolTip(as_tooltip(f"{name}, {file_size(part.size)}"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        menu = QMenu(button)
        if can_open(part):
            menu.addAction("Open", lambda: self._open(part))
        menu.addAction("Save as…", lambda: self._save(part))
        button.setMenu(menu)
        return button

    def _save_all_button(self) -> QToolButton:
        button = QToolButton()
        button.setText("Save all…")
        button.clicked.connect(self._save_all)
        return button

    def _open(self, part: Attachment) -> None:
        """A copy in the profile's own folder, which goes with its account."""
        account = self._message.account_id
        folder = self._bench.services.profile / "attachments" / account / str(self._message.id)
        calls = self._bench.calls

        def write() -> Path:
            found = calls.wait(
                mail_view.GET_PART,
                mail_view.GetPart(message_id=self._message.id, attachment_id=part.id),
            )
            return _written(folder, part, found)

        def show(path: Path) -> None:
            if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
                name = clean(part.filename) or "this attachment"
                save = Undo(lambda: self._save(part), "Save as…")
                self._bench.navigation.toast(f"No program on this computer opens {name}.", save)

        calls.jobs.run(write, done=show, owner=self)

    def _save(self, part: Attachment) -> None:
        name = Path(clean(part.filename)).name or "attachment"
        folder = last_folder(self._bench, SAVED)

        def save(path: Path) -> None:
            keep_folder(self._bench, SAVED, path.parent)
            self._write(lambda: [(part, path)], f"Saved {path.name}.")

        choose_target(self, "Save attachment", name, "All files (*)", save, folder)

    def _save_all(self) -> None:
        parts, folder = self._message.visible_attachments, last_folder(self._bench, SAVED)

        def named(folder: Path) -> list[tuple[Attachment, Path]]:
            taken: set[str] = set()
            names = [Path(clean(part.filename)).name or part.id for part in parts]
            return [
                (part, folder / free_name(folder, name, taken))
                for part, name in zip(parts, names, strict=True)
            ]

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


def can_open(part: Attachment) -> bool:
    """Whether the system's programs may open it straight from here."""
    return Path(part.filename.strip(" .\u200b")).suffix.lower() not in RUNNABLE


def free_name(folder: Path, name: str, taken: set[str]) -> str:
    """`name`, or `name (2)` …, so that no file is replaced and none of these collide."""
    stem, suffix, number = Path(name).stem, Path(name).suffix, 1
    wanted = name
    while wanted in taken or (folder / wanted).exists():
        number += 1
        wanted = f"{stem} ({number}){suffix}"
    taken.add(wanted)
    return wanted


def _written(folder: Path, part: Attachment, found: Bytes) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{part.id}-{Path(found.filename).name or 'attachment'}"
    path.write_bytes(found.data)
    path.chmod(0o600)
    return path

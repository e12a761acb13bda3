"""What can be done with one attachment: shown here, opened with a program, saved.

What may be opened is decided by mail/files/file_risks.py; here it is said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from desktop_app.mail.files.file_preview import FilePreview
from desktop_app.mail.files.file_risks import why_not_by_name
from desktop_app.mail.files.files import safe_filename
from desktop_app.model.errors import KnownError
from desktop_app.search.highlight import Sought
from desktop_app.tools.person import attachments, mail_view
from desktop_app.ui.bench.last_folder import SAVED, keep_folder, last_folder
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.reading.preview_window import PreviewWindow
from desktop_app.ui.widgets.dialogs import choose_target
from desktop_app.ui.widgets.safe_text import clean

KEY = "preview"


def real_name(filename: str) -> str:
    """The name without what does not show in it: that is also the name it is saved under."""
    return clean(safe_filename(filename))


@dataclass(frozen=True)
class FileDoor:
    """The door to a file of a mail, by the number of its part and its name as it was sent. Dialogs
    stand over `owner`."""

    bench: Workbench
    owner: QWidget
    message_id: int
    part: str
    filename: str

    @property
    def name(self) -> str:
        return real_name(self.filename)

    @property
    def one(self) -> attachments.OnePart:
        return attachments.OnePart(message_id=self.message_id, attachment_id=self.part)

    def show(self) -> None:
        """In a window of its own, if there is something in it that can be shown."""
        self.bench.calls.ask(
            attachments.PREVIEW_ATTACHMENT,
            self.one,
            done=self._preview,
            key=KEY,
            owner=self.owner,
        )

    def show_hit(self, sought: tuple[Sought, ...], instead: Callable[[], object]) -> None:
        """At the first place of what is sought, with all of it marked: pages as they are, else the
        text that was read. `instead` is done where there is nothing to show."""
        calls = self.bench.calls

        def read() -> FilePreview:
            whole = calls.wait(attachments.PREVIEW_ATTACHMENT, self.one)
            return whole if whole.kind == "pdf" else calls.wait(attachments.PREVIEW_TEXT, self.one)

        def shown(preview: FilePreview) -> None:
            if preview.kind:
                self._preview(preview, sought)
            else:
                instead()

        calls.jobs.run(read, done=shown, failed=lambda _: instead(), key=KEY, owner=self.owner)

    def _preview(self, preview: FilePreview, sought: tuple[Sought, ...] = ()) -> None:
        reason = why_not_by_name(self.filename)
        if not preview.kind:
            words = f"{self.name} can't be shown here. {preview.why}"
            self.bench.navigation.toast(words, Undo(self.save, "Save as…"))
            return
        PreviewWindow(
            self.bench,
            self.owner,
            self.name,
            preview,
            save=self.save,
            open_file=None if reason else self.open,
            why_not_opened=f"Not opened with a program. {reason}" if reason else "",
            sought=sought,
        )

    def open(self) -> None:
        """A copy in the profile's own folder, which goes with its account."""
        save = Undo(self.save, "Save as…")

        def show(path: Path) -> None:
            if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
                words = f"No program on this computer opens {self.name}."
                self.bench.navigation.toast(words, save)

        def refused(error: KnownError) -> None:
            self.bench.navigation.toast(error.sentence, save)

        self.bench.calls.ask(
            attachments.OPEN_ATTACHMENT, self.one, done=show, failed=refused, owner=self.owner
        )

    def save(self) -> None:
        """Where the person chooses."""
        calls, folder = self.bench.calls, last_folder(self.bench, SAVED)

        def save(path: Path) -> None:
            keep_folder(self.bench, SAVED, path.parent)
            where = mail_view.SaveAttachment(
                message_id=self.message_id, attachment_id=self.part, path=str(path)
            )
            told = f"Saved {path.name}."
            calls.jobs.run(
                lambda: calls.wait(mail_view.SAVE_ATTACHMENT, where),
                done=lambda _: self.bench.navigation.toast(told),
                lasting=True,
            )

        choose_target(self.owner, "Save attachment", self.name, "All files (*)", save, folder)

"""Export of a draft: saved as a file, or opened in the person's own mail program."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from desktop_app.model.draft import Draft
from desktop_app.tools.person import mail_files
from desktop_app.ui.bench.last_folder import SAVED, keep_folder, last_folder
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.dialogs import choose_target
from desktop_app.ui.widgets.safe_text import clean

_UNFIT = frozenset('\\/:*?"<>|')
LONGEST = 60


def save_as(bench: Workbench, parent: QWidget, draft: Draft) -> None:
    """Ask where, then write the draft as one .eml file."""

    def save(path: Path) -> None:
        path = path if path.suffix else path.with_suffix(".eml")
        bench.calls.ask(
            mail_files.EXPORT_MESSAGES,
            mail_files.ExportMessages(path=str(path), draft_id=draft.id, format="eml"),
            done=lambda _: saved(path),
        )

    def saved(path: Path) -> None:
        keep_folder(bench, SAVED, path.parent)
        bench.navigation.toast(f"Saved {path.name}. Nothing was sent.")

    folder = last_folder(bench, SAVED)
    choose_target(parent, "Save draft as", file_name(draft), "Mail (*.eml)", save, folder)


def open_elsewhere(bench: Workbench, draft: Draft) -> None:
    """Write the draft into the profile's own folder and let the system open it."""
    folder = bench.services.profile / "attachments" / draft.account_id / "drafts"
    path = folder / f"{draft.id[:8]}-{file_name(draft)}"

    def write() -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        bench.calls.wait(
            mail_files.EXPORT_MESSAGES,
            mail_files.ExportMessages(path=str(path), draft_id=draft.id, format="eml"),
        )
        path.chmod(0o600)

    def show(_: object) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            bench.navigation.toast("No program on this computer opens mail files.")

    bench.calls.jobs.run(write, done=show)


def file_name(draft: Draft) -> str:
    """A name made of the subject, good on every system."""
    subject = "".join(" " if sign in _UNFIT else sign for sign in clean(draft.content.subject))
    name = " ".join(subject.split())[:LONGEST].strip(". ")
    return f"{name or 'Draft'}.eml"

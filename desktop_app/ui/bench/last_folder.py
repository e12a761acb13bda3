"""Folder in which a file dialog begins: the one where it was last, else the person's own."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QDir

from desktop_app.ui.bench.workbench import Workbench

IMPORTED, SAVED = "files.import_folder", "files.save_folder"


def last_folder(bench: Workbench, key: str) -> str:
    """Where to begin. A folder that is gone is the dialog's business."""
    return bench.services.settings.text(key) or QDir.homePath()


def keep_folder(bench: Workbench, key: str, folder: Path) -> None:
    """Begin there the next time."""
    settings = bench.services.settings
    if settings.text(key) != str(folder) and not settings.forced(key):
        bench.calls.jobs.run(lambda: settings.change(key, str(folder)), lasting=True)

"""Opening mail in the real window, watched by strace: who is spoken to, which named files are
opened."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.rows import Row
from tests.end_to_end.watching import contacts, import_pages, opened_baits, watched

VECTORS = Path(__file__).resolve().parents[2] / "shared" / "corpora" / "html-vectors"
"""Published hostile pages; where they are missing, those that name a file are opened alone."""

OPENER_ARGUMENTS: tuple[str, ...] = ()


def rows() -> Iterator[Row]:
    """A row for the sample mailbox, and one for hostile pages."""
    if shutil.which("strace") is None:
        yield Row("mails opened under strace", "strace is missing", "0 connections", held=False)
        return
    with tempfile.TemporaryDirectory() as folder:
        yield _row("the sample mailbox", Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        pages = [page.read_bytes() for page in sorted(VECTORS.rglob("*.html"))]
        import_pages(Path(folder) / "profile", Path(folder) / "mails", pages)
        yield _row("hostile pages", Path(folder))


def _row(what: str, folder: Path) -> Row:
    log = folder / "calls"
    shown = watched(folder / "profile", log, *OPENER_ARGUMENTS)
    spoken, opened = len(contacts(log)), len(opened_baits(log))
    figure = f"{shown} mails, {spoken} connections, {opened} files"
    return Row(f"{what}, opened", figure, "0 connections, 0 files", held=not spoken + opened)

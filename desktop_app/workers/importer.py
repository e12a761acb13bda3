"""Importer of mail files, with progress, pause, cancel and resume.

The sources are only read. Its code is loaded with the first import, not with the window.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from desktop_app.model.clock import Clock
from desktop_app.model.progress import ImportReport, Progress
from desktop_app.store.store import Store

if TYPE_CHECKING:
    from desktop_app.model.seen_mail import SeenMail


class Importer:
    """Implements the tools' `MailImport`. `clock` measures the rate; it need not tell the time of
    day."""

    def __init__(self, store: Store, *, clock: Clock = time.monotonic) -> None:
        self._store = store
        self._clock = clock

    def run(
        self,
        paths: Sequence[Path],
        account_id: str,
        *,
        progress: Callable[[Progress], None],
        cancelled: Event,
        paused: Event,
        expected_only: bool = False,
    ) -> ImportReport:
        """Import all mail at or below the paths into the account; with `expected_only` the mail
        that a restored profile awaits.

        A repeated import counts existing messages as duplicates; a killed or cancelled one resumes.
        Raises NotFound for the account, StorageError; errors of a source are part of the report.
        """
        from desktop_app.workers.import_run import ImportRun

        return ImportRun(self._store, self._clock).run(
            paths,
            account_id,
            progress=progress,
            cancelled=cancelled,
            paused=paused,
            expected_only=expected_only,
        )

    def look(self, path: Path, *, start: int = 0) -> Iterator[SeenMail]:
        """The mails of a file from `start` on, without importing any. Raises `OSError`."""
        from desktop_app.accounts.local.readers import read
        from desktop_app.accounts.local.sources import discover
        from desktop_app.model.seen_mail import SeenMail

        for source in discover([path]):
            place = start
            for item in read(source, start):
                yield SeenMail(item.raw, place, item.fallback_date, item.problem)
                place = item.next_offset

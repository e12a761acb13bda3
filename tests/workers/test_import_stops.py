"""An import that is stopped goes on where it was, wherever that is: nothing twice, nothing left."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from desktop_app.model.progress import ImportReport, Progress
from desktop_app.store.store import Store
from desktop_app.workers import import_chunks, import_run, parser_pool
from tests.workers.test_importer import many, run, store, write_mbox

__all__ = ["many", "store"]

ALL = 200


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of ten mails, batches of twenty, one chunk read ahead."""
    monkeypatch.setattr(import_chunks, "CHUNK_ITEMS", 10)
    monkeypatch.setattr(import_run, "_FIRST_BATCH", 20)
    monkeypatch.setattr(import_run, "_BATCH", 20)
    monkeypatch.setattr(import_run, "_BETWEEN_REPORTS", 0.0)
    monkeypatch.setattr(parser_pool, "_AHEAD", 1)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    folder = tmp_path / "mail"
    folder.mkdir()
    write_mbox(folder / "a.mbox", ALL)
    return folder


def stopped_at(store: Store, source: Path, done: int, phase: str = "Importing") -> ImportReport:
    """The report of an import that is stopped once so many mails are stored."""
    cancelled = threading.Event()

    def stop(progress: Progress) -> None:
        if progress.done >= done and progress.phase == phase:
            cancelled.set()

    return run(store, source, progress=stop, cancelled=cancelled)


@pytest.mark.parametrize("done", [1, 60, 120, ALL])
def test_it_goes_on_where_it_was_stopped(store: Store, source: Path, done: int) -> None:
    first = stopped_at(store, source, done)
    assert first.cancelled is (first.imported < ALL)
    second = run(store, source)
    assert (first.imported + second.imported, store.messages.count()) == (ALL, ALL)
    assert (second.duplicates, second.cancelled) == (0 if first.cancelled else ALL, False)
    assert store.import_progress.read("local") == {}


@pytest.mark.parametrize("phase", ["Finishing the index", "Finished"])
def test_stopped_after_the_last_batch_it_is_complete(
    store: Store, source: Path, phase: str
) -> None:
    """Else the next import would read nothing, whatever was deleted here meanwhile."""
    report = stopped_at(store, source, ALL, phase)
    assert (report.imported, report.cancelled) == (ALL, False)
    assert store.import_progress.read("local") == {}
    assert run(store, source).duplicates == ALL


def test_stopped_before_the_sources_are_known_nothing_is_called_complete(
    store: Store, source: Path
) -> None:
    cancelled = threading.Event()
    cancelled.set()
    report = run(store, source, cancelled=cancelled)
    assert (report.imported, report.cancelled) == (0, True)
    assert run(store, source).imported == ALL

"""An import that is stopped goes on where it was, wherever that is: nothing twice, nothing left."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from desktop_app import commands
from desktop_app.__main__ import main
from desktop_app.model.progress import COUNTING, JOINING, ImportReport, Progress
from desktop_app.store.store import Store
from desktop_app.workers import import_chunks, import_run, parser_pool
from tests.conftest import CHECKOUT
from tests.depths import one_in
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


@one_in(2)
@pytest.mark.parametrize("done", [1, 60, 120, ALL])
def test_it_goes_on_where_it_was_stopped(store: Store, source: Path, done: int) -> None:
    first = stopped_at(store, source, done)
    assert first.cancelled is (first.imported < ALL)
    second = run(store, source)
    assert (first.imported + second.imported, store.messages.count()) == (ALL, ALL)
    assert (second.duplicates, second.cancelled) == (0 if first.cancelled else ALL, False)
    assert store.import_progress.read("local") == {}


@one_in(2)
@pytest.mark.parametrize("phase", [JOINING, COUNTING, "Finished"])
def test_stopped_after_the_last_batch_it_is_complete(
    store: Store, source: Path, phase: str
) -> None:
    """Else the next import would read nothing, whatever was deleted here meanwhile."""
    report = stopped_at(store, source, ALL if phase == "Finished" else 0, phase)
    assert (report.imported, report.cancelled) == (ALL, False)
    assert store.import_progress.read("local") == {}
    assert run(store, source).duplicates == ALL


def test_after_the_last_mail_it_says_what_it_does_and_promises_no_time(
    store: Store, source: Path
) -> None:
    seen: list[Progress] = []
    run(store, source, progress=seen.append)
    after = [told for told in seen if told.phase in {JOINING, COUNTING}]
    assert [told.phase for told in after] == sorted((t.phase for t in after), reverse=True)
    assert {told.phase for told in after} == {JOINING, COUNTING}
    assert {told.eta_seconds for told in after} == {-1.0}
    counted = [told.done for told in after if told.phase == COUNTING]
    assert counted == list(range(after[-1].total)), "each portion is told"


def test_stopped_before_the_sources_are_known_nothing_is_called_complete(
    store: Store, source: Path
) -> None:
    cancelled = threading.Event()
    cancelled.set()
    report = run(store, source, cancelled=cancelled)
    assert (report.imported, report.cancelled) == (0, True)
    assert run(store, source).imported == ALL


def test_ctrl_c_ends_the_command_in_a_line_and_the_same_command_goes_on(tmp_path: Path) -> None:
    """The whole group of processes gets the signal, as a terminal sends it."""
    many = write_mbox(tmp_path / "many.mbox", 9000)
    command = [sys.executable, "-m", "desktop_app", "--profile", str(tmp_path / "profile")]
    command += ["import", str(many)]
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    process = subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    shown = ""
    while not re.search(r"[1-9]\d* mails", shown):  # the first batch is stored
        shown += process.stderr.read(1)
    os.killpg(process.pid, signal.SIGINT)
    out, rest = process.communicate(timeout=100)
    assert process.returncode == 130, rest
    assert out == ""
    said = re.search(r"draftdesk: Stopped; what was imported is kept \((\d+) mails\)\.", rest)
    assert said is not None, rest
    assert "Traceback" not in rest
    assert 0 < int(said[1]) < 9000
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"{9000 - int(said[1])} imported, 0 were there already")


def test_ctrl_c_before_there_is_anything_to_stop_is_a_line_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(commands, "run", interrupted)
    assert main(["--profile", str(tmp_path / "profile"), "status"]) == 130
    assert capfd.readouterr().err == "\ndraftdesk: Stopped.\n"

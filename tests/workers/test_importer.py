"""Imports: counts, labels, duplicates, pause, cancel, kill, and the same as notmuch finds."""

from __future__ import annotations

import mailbox
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from desktop_app.model.errors import DiskFull, NotFound, StorageError
from desktop_app.model.progress import COUNTING, JOINING, ImportReport, Progress
from desktop_app.search.parser import parse as query
from desktop_app.store.store import Store
from desktop_app.workers import import_run, parser_pool
from desktop_app.workers.importer import Importer
from desktop_app.workers.parser_pool import ProcessPoolParser
from desktop_app.workers.parsing import parse_block
from tests.store.mails import opened, raw_mail


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with opened(tmp_path / "profile") as opened_store:
        yield opened_store


def run(
    store: Store,
    *paths: Path,
    progress: Callable[[Progress], None] = lambda _: None,
    cancelled: threading.Event | None = None,
    paused: threading.Event | None = None,
) -> ImportReport:
    return Importer(store).run(
        paths,
        "local",
        progress=progress,
        cancelled=cancelled or threading.Event(),
        paused=paused or threading.Event(),
    )


def write_mbox(path: Path, count: int, *, text: str = "word") -> Path:
    blocks = []
    for n in range(count):
        raw = raw_mail(f"{text} {n}", id=f"{n}@x", date=1_600_000_000 + n * 60)
        blocks.append(b"From x@y Thu Jan  1 00:00:00 2026\n" + raw + b"\n")
    path.write_bytes(b"".join(blocks))
    return path


def test_an_mbox_is_imported_and_importing_it_again_adds_nothing(
    store: Store, tmp_path: Path
) -> None:
    path = write_mbox(tmp_path / "a.mbox", 20)
    before = path.read_bytes()
    assert run(store, path) == ImportReport(20, 0)
    assert run(store, path) == ImportReport(0, 20)
    assert store.finder.count(query("word in:inbox")) == 20
    assert path.read_bytes() == before


def test_what_was_deleted_comes_back_with_another_import(store: Store, tmp_path: Path) -> None:
    path = write_mbox(tmp_path / "a.mbox", 3)
    run(store, path)
    store.messages.delete([m.id for m in store.finder.messages(query(""), limit=2)])
    assert run(store, path) == ImportReport(2, 1)


def test_takeout_labels_and_threads_are_kept(store: Store, tmp_path: Path) -> None:
    raw = raw_mail(id="1@x", headers=("X-Gmail-Labels: Inbox,Unread,My Clients", "X-GM-THRID: 17"))
    (tmp_path / "t.mbox").write_bytes(b"From 1@x Thu Jan  1 00:00:00 2026\n" + raw)
    run(store, tmp_path / "t.mbox")
    (message,) = store.finder.messages(query("label:my-clients"), limit=5)
    assert message.labels == {"INBOX", "UNREAD", "My Clients"}


def test_what_cannot_be_read_is_reported_and_the_rest_comes_in(
    store: Store, tmp_path: Path
) -> None:
    folder = tmp_path / "mail"
    folder.mkdir()
    (folder / "good.eml").write_bytes(raw_mail("fine"))
    (folder / "empty.eml").write_bytes(b"")
    (folder / "bad.eml").write_bytes(b"\x00\xff" * 50)
    report = run(store, folder)
    assert report.imported == 1
    assert {Path(u.location).name for u in report.unreadable} == {"empty.eml", "bad.eml"}
    assert all(u.reason.endswith(".") for u in report.unreadable)


def test_an_unknown_account_is_refused_before_anything_is_read(
    store: Store, tmp_path: Path
) -> None:
    with pytest.raises(NotFound):
        Importer(store).run(
            [tmp_path],
            "nobody",
            progress=lambda _: None,
            cancelled=threading.Event(),
            paused=threading.Event(),
        )


@pytest.fixture
def many(tmp_path: Path) -> Path:
    """Enough for the parsing processes."""
    return write_mbox(tmp_path / "many.mbox", 1300)


def test_a_large_import_gives_what_small_ones_give(
    store: Store, tmp_path: Path, many: Path
) -> None:
    seen: list[Progress] = []
    assert run(store, many, progress=seen.append) == ImportReport(1300, 0)
    assert seen[-1].done == 1300
    assert seen[-1].bytes_done == seen[-1].bytes_total == many.stat().st_size
    done = [p.done for p in seen if p.phase not in {JOINING, COUNTING}]
    assert done == sorted(done)
    assert len(store.finder.threads(query("word"), limit=2000)) == 1300
    raws = {store.messages.raw(m.id) for m in store.finder.messages(query(""), limit=2000)}
    assert raws == {bytes(message) for message in _plain(many)}


def _plain(path: Path) -> Iterator[bytes]:
    box = mailbox.mbox(str(path), create=False)
    for key in box.keys():  # noqa: SIM118 - a mailbox iterates over messages
        yield box.get_bytes(key)
    box.close()


def test_a_mail_twice_in_the_source_was_not_there_before(store: Store, tmp_path: Path) -> None:
    once = write_mbox(tmp_path / "a.mbox", 3)
    folder = tmp_path / "both"
    folder.mkdir()
    shutil.copy(once, folder / "one.mbox")
    shutil.copy(write_mbox(tmp_path / "b.mbox", 5), folder / "two.mbox")
    assert run(store, folder) == ImportReport(5, 0, repeated=3)
    assert run(store, once) == ImportReport(0, 3)


def test_a_mail_met_again_much_later_in_the_source_is_a_repetition(
    store: Store, many: Path
) -> None:
    many.write_bytes(many.read_bytes() * 2)
    assert run(store, many) == ImportReport(1300, 0, repeated=1300)


def test_a_cancelled_import_goes_on_where_it_was(
    store: Store, many: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parser_pool, "_AHEAD", 1)  # else all of it has been read by then
    cancelled = threading.Event()

    def stop(progress: Progress) -> None:
        if progress.done:
            cancelled.set()

    first = run(store, many, progress=stop, cancelled=cancelled)
    assert first.cancelled
    assert 0 < first.imported <= 1300
    second = run(store, many)
    assert (second.duplicates, second.cancelled) == (0, False)
    assert first.imported + second.imported == store.messages.count() == 1300
    assert store.import_progress.read("local") == {}


def test_a_source_that_has_changed_is_read_from_the_start(store: Store, many: Path) -> None:
    cancelled = threading.Event()
    cancelled_at = run(
        store, many, progress=lambda p: cancelled.set() if p.done else None, cancelled=cancelled
    )
    with many.open("ab") as file:
        file.write(b"From x@y Thu Jan  1 00:00:00 2026\n" + raw_mail("late word", id="late@x"))
    report = run(store, many)
    assert report.duplicates == cancelled_at.imported
    assert store.messages.count() == 1301


def test_nothing_is_read_while_paused(store: Store, tmp_path: Path) -> None:
    path = write_mbox(tmp_path / "a.mbox", 5)
    paused, cancelled = threading.Event(), threading.Event()
    paused.set()
    worker = threading.Thread(
        target=run, args=(store, path), kwargs={"paused": paused, "cancelled": cancelled}
    )
    worker.start()
    worker.join(0.3)
    assert worker.is_alive()
    assert store.messages.count() == 0
    paused.clear()
    worker.join()
    assert store.messages.count() == 5


def test_a_paused_import_can_be_cancelled(store: Store, tmp_path: Path) -> None:
    paused, cancelled = threading.Event(), threading.Event()
    paused.set()
    cancelled.set()
    report = run(store, write_mbox(tmp_path / "a.mbox", 5), paused=paused, cancelled=cancelled)
    assert report == ImportReport(0, 0, cancelled=True)


PROGRAM = """
import pathlib, sys, threading
from desktop_app.store.store import Store
from desktop_app.workers.importer import Importer

if __name__ == "__main__":
    store = Store(pathlib.Path(sys.argv[1]))
    Importer(store).run(
        [pathlib.Path(sys.argv[2])], "local",
        progress=lambda p: print(p.done, flush=True),
        cancelled=threading.Event(), paused=threading.Event(),
    )
"""


def test_a_killed_import_goes_on_and_its_processes_end(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM)
    many = write_mbox(tmp_path / "many.mbox", 6000)
    with opened(tmp_path / "profile"):
        pass
    process = subprocess.Popen(
        [sys.executable, str(script), str(tmp_path / "profile"), str(many)],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.readline()
    children = _children(process.pid)
    process.send_signal(signal.SIGKILL)
    # The pipe ends when the last process that holds it has ended.
    process.stdout.read()
    process.stdout.close()
    process.wait()
    assert children
    with opened(tmp_path / "profile") as store:
        stored = store.messages.count()
        assert stored > 0
        report = run(store, many)
        assert report.imported == 6000 - stored
        assert report.duplicates == 0
        assert store.finder.count(query("word")) == 6000


def _children(pid: int) -> list[str]:
    """Of every thread."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [child for task in tasks for child in task.read_text().split()]


def die_on_poison(account_id: str, counting: bool, data: bytes) -> bytes:
    """A reader that a certain message kills."""
    if b"poison" in data:
        os._exit(1)
    return parse_block(account_id, counting, data)


def test_a_message_that_kills_its_reader_costs_nobody_elses(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_mbox(tmp_path / "a.mbox", 600)
    path.write_bytes(path.read_bytes().replace(b"word 333\n", b"poison 3\n"))
    monkeypatch.setattr(
        import_run, "ProcessPoolParser", partial(ProcessPoolParser, work=die_on_poison)
    )
    report = run(store, path)
    assert report.imported == 599
    (bad,) = report.unreadable
    assert "made its reader fail" in bad.reason


# Our query, and the same for the notmuch program: quoted, so that it takes no stems; words that
# stand beside an underscore differ by intention (notmuch takes it for a letter).
PAIRS = [
    ("", "*"),
    ("from:cworth", "from:cworth"),
    ("to:notmuch", "to:notmuch"),
    ("from:carl", "from:carl"),
    ("subject:patch", 'subject:"patch"'),
    ('"notmuch new"', '"notmuch new"'),
    ("emacs", '"emacs"'),
    ("xapian", '"xapian"'),
    ("xapian -emacs", '"xapian" and not "emacs"'),
    ("xapian OR emacs", '"xapian" or "emacs"'),
    ("has:attachment", "tag:attachment"),
    ("after:2009/11/18 before:2009/11/19", "date:2009-11-18..2009-11-18"),
    ("commit", '"commit"'),
    ("mail", '"mail"'),
    ("kernel", '"kernel"'),
    ("from:torvalds", "from:torvalds"),
    ("subject:re", 'subject:"re"'),
]


class Notmuch:
    """The notmuch program on the same files."""

    def __init__(self, mail: Path, work: Path) -> None:
        (work / "db").mkdir()
        config = work / "config"
        config.write_text(
            f"[database]\npath={work / 'db'}\nmail_root={mail}\n"
            "[user]\nname=A\nprimary_email=a@b.example\n[new]\ntags=\n"
        )
        self._environment = {**os.environ, "NOTMUCH_CONFIG": str(config)}
        self._run("new", "--quiet")

    def _run(self, *arguments: str) -> str:
        command = ["notmuch", *arguments]
        return subprocess.run(
            command, env=self._environment, check=True, capture_output=True, text=True
        ).stdout

    def count(self, search: str, what: str = "messages") -> int:
        return int(self._run("count", f"--output={what}", search))


@pytest.mark.corpora
@pytest.mark.parametrize("part", ["default", "lkml"])
def test_the_same_mail_is_found_as_notmuch_finds_it(
    store: Store, corpora: Path, tmp_path: Path, part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("notmuch") is None:
        pytest.skip("the notmuch program is not installed")
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    mail = tmp_path / "mail"
    shutil.copytree(corpora / "notmuch" / "test" / "corpora" / part, mail)
    notmuch = Notmuch(mail, tmp_path)
    run(store, mail)
    for ours, theirs in PAIRS:
        found = store.finder.count(query(f"in:anywhere {ours}"))
        assert found == notmuch.count(theirs), ours
    threads = store.finder.threads(query("in:anywhere"), limit=10_000)
    assert len(threads) == notmuch.count("*", "threads")


@pytest.mark.corpora
def test_every_mail_of_the_corpora_comes_in_or_is_reported(store: Store, corpora: Path) -> None:
    report = run(store, corpora)
    assert report.imported > 500
    assert all(u.reason for u in report.unreadable)
    assert store.messages.count() == report.imported
    for message in store.finder.messages(query("in:anywhere"), limit=5000):
        assert len(store.messages.raw(message.id)) == message.size


def test_a_disk_that_fills_up_says_how_much_is_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, *nothing was saved* was said with mail already stored."""
    few = write_mbox(tmp_path / "few.mbox", 20)

    def full(*_: object) -> None:
        raise DiskFull("The disk is full: the last change was not saved.", next_step="Free space.")

    with opened(tmp_path / "profile") as store:
        with monkeypatch.context() as patched:
            patched.setattr(store.import_progress, "finish", full)
            with pytest.raises(StorageError, match="after 20 mails, which are here") as told:
                run(store, few)
        assert told.value.next_step == "Free space. Importing again goes on from there."
        assert store.messages.count() == 20
        again = run(store, few)
        assert (again.imported, store.messages.count()) == (0, 20)

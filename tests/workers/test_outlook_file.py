"""Outlook's files: the call of readpst, with a tool in its place."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from desktop_app.model.errors import Cancelled, StorageError, Unavailable
from desktop_app.model.moving import MailProgram
from desktop_app.store.store import Store
from desktop_app.workers.moving_in import MovingIn
from desktop_app.workers.outlook_file import MAGIC
from tests.accounts.moving.other_programs import snapshot
from tests.store.mails import opened

TOOL = """#!/bin/sh
# The last argument is the file, the one behind -o the folder.
while [ "$1" != "-o" ]; do shift; done
cd "$2" || exit 1
mkdir -p "Personal Folders/Inbox" "Personal Folders/Inbox/Deep"
number=$(cat "%s")
for place in "Personal Folders/Inbox" "Personal Folders/Inbox/Deep"; do
  cat > "$place/mbox" <<END
From "a" Thu Jan  1 00:00:00 2026
Status: RO
From: a@b.example
Subject: $place
Date: Mon, 01 Jun 2026 10:00:00 +0000
Content-Type: multipart/mixed; boundary="--boundary-LibPST-iamunique-${number}_-_-"

----boundary-LibPST-iamunique-${number}_-_-
Content-Type: text/plain

Words.

----boundary-LibPST-iamunique-${number}_-_---

END
done
"""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with opened(tmp_path / "draftdesk") as made:
        yield made


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mail.pst"
    path.write_bytes(MAGIC + b"\0" * 100)
    return path


def with_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    folder = tmp_path / "bin"
    folder.mkdir(exist_ok=True)
    (folder / "readpst").write_text(script)
    (folder / "readpst").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def take(store: Store, file: Path, cancelled: Event | None = None) -> tuple[int, int]:
    worker = MovingIn(store, home=file.parent)
    [seen] = worker.look_into(file, Event())
    assert seen.program is MailProgram.OUTLOOK
    report = worker.take_mail(
        seen,
        ["Outlook"],
        "local",
        progress=lambda _: None,
        cancelled=cancelled or Event(),
        paused=Event(),
    )
    return report.imported, report.duplicates


def test_its_mail_comes_in_once_though_the_tool_draws_other_boundaries(
    store: Store, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = tmp_path / "drawn"
    with_tool(tmp_path, monkeypatch, TOOL % drawn)
    before = snapshot(file.parent / "mail.pst")
    drawn.write_text("1234")
    assert take(store, file) == (2, 0)
    drawn.write_text("98765")
    assert take(store, file) == (0, 2)
    labels = {label.id for label in store.labels.list("local") if label.total}
    assert labels == {"Personal Folders/Inbox", "Personal Folders/Inbox/Deep"}
    assert snapshot(file) == before
    assert not (store.profile / "moving-in").exists()


def test_without_the_tool_it_is_said_how_to_get_it(
    store: Store, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    with pytest.raises(Unavailable) as raised:
        MovingIn(store, home=tmp_path).look_into(file, Event())
    assert "apt install pst-utils" in raised.value.next_step


def test_another_file_is_none_of_outlooks(store: Store, tmp_path: Path) -> None:
    other = tmp_path / "mail.pst"
    other.write_text("From me")
    assert MovingIn(store, home=tmp_path).look_into(other, Event()) == ()


def test_a_file_that_the_tool_cannot_read_is_said_to_be_so(
    store: Store, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_tool(tmp_path, monkeypatch, "#!/bin/sh\nexit 1\n")
    with pytest.raises(StorageError):
        take(store, file)
    assert not (store.profile / "moving-in").exists()


def test_cancelled_while_the_tool_works_it_is_ended(
    store: Store, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = tmp_path / "started"
    os.mkfifo(started)
    with_tool(tmp_path, monkeypatch, f"#!/bin/sh\necho here > {started}\nexec sleep 60\n")
    cancelled, outcome = Event(), list[str]()

    def run() -> None:
        try:
            take(store, file, cancelled)
        except Cancelled:
            outcome.append("cancelled")

    thread = Thread(target=run)
    thread.start()
    assert started.read_text() == "here\n"
    cancelled.set()
    thread.join(5)
    assert outcome == ["cancelled"]

"""Places that do otherwise on other systems, each taken with the system faked."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from desktop_app import bounded_process
from desktop_app.accounts.local.readers import discover, read
from desktop_app.accounts.moving import thunderbird
from desktop_app.accounts.secrets import ALLOWED, MOST_CHARACTERS, Secrets
from desktop_app.bounded_process import Answering, BoundedProcess, Limits, Passed, Why
from desktop_app.mail.wire.mbox import MboxMail
from desktop_app.mcp_bridge.stdio import pipe
from desktop_app.model.errors import NoKeyring
from desktop_app.tools import written_mailbox
from desktop_app.tools.written_mailbox import Maildir

WINDOWS = "win32"


def as_windows() -> Answering:
    """Runs in the process: nothing of Unix is there, and a question is answered as it says."""
    sys.platform = WINDOWS
    sys.modules["resource"] = None  # type: ignore[assignment]
    return _answer


def _answer(question: bytes) -> bytes:
    if question == b"memory":
        taken = bytearray(400_000_000)
        taken[::4096] = b"x" * len(taken[::4096])
        threading.Event().wait()
    while question == b"processor":
        pass
    return question


@pytest.mark.parametrize(
    ("question", "why"), [(b"memory", Why.MEMORY), (b"processor", Why.TIME)], ids=["memory", "cpu"]
)
def test_where_the_system_has_no_limits_a_process_is_watched_from_outside(
    question: bytes, why: Why
) -> None:
    process = BoundedProcess(as_windows, Limits(memory=300_000_000, cpu=0.3))
    assert process.ask(b"hello") == b"hello"
    with pytest.raises(Passed) as passed:
        process.ask(question)
    assert passed.value.why is why


def test_limits_of_unix_are_asked_for_on_unix_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", WINDOWS)
    monkeypatch.setitem(sys.modules, "resource", None)
    bounded_process._leave_no_core()
    bounded_process._bound(Limits(memory=1, cpu=1.0), 1)


def test_ctrl_c_ends_the_pipe_where_no_loop_hears_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Loops of Windows handle no signals: Python ends what runs. Whoever asked gets an answer."""

    def refuses(*_: object) -> None:
        raise NotImplementedError

    async def interrupted(served: pipe.Pipe) -> None:
        served._owed["7"] = {"jsonrpc": "2.0", "id": 7, "method": "tools/list"}
        signal.raise_signal(signal.SIGINT)
        await asyncio.wait_for(asyncio.Event().wait(), 10)

    monkeypatch.setattr(asyncio.SelectorEventLoop, "add_signal_handler", refuses)
    monkeypatch.setattr(pipe.Pipe, "_read", interrupted)
    answers, out = os.pipe()
    with Path(os.devnull).open("rb") as nothing, os.fdopen(out, "wb") as told:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=nothing))
        monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=told))
        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # else none is heard
        try:
            assert pipe.serve(tmp_path) == 0
        finally:
            signal.signal(signal.SIGINT, before)
    with os.fdopen(answers, "rb") as answered:
        assert b'"id":7' in answered.read().replace(b" ", b"")


def test_whether_thunderbird_is_open_is_asked_by_no_signal_on_windows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Signal 0 ends a process there."""
    (tmp_path / "lock").symlink_to(f"127.0.0.1:+{os.getpid()}")
    assert thunderbird.running(tmp_path)

    def kill(*_: object) -> None:
        raise AssertionError("it would end the program")

    monkeypatch.setattr(thunderbird, "os", SimpleNamespace(name="nt", kill=kill))
    assert not thunderbird.running(tmp_path)


@pytest.mark.parametrize(("name", "sign"), [("posix", ":2,"), ("nt", "!2,")])
def test_the_flags_of_a_maildir_stand_behind_what_a_file_may_be_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, sign: str
) -> None:
    """A colon begins a stream of a file on Windows; Thunderbird and mutt read `!` there."""
    monkeypatch.setattr(written_mailbox, "os", SimpleNamespace(name=name, utime=os.utime))
    raw = b"From: a@b.example\nSubject: hi\n\nHello\n"
    with Maildir(tmp_path / "out") as box:
        box.add(MboxMail(raw, "a@b.example", 1_795_248_900), frozenset({"INBOX", "STARRED"}))
        box.finish()
    [written] = (tmp_path / "out" / "cur").iterdir()
    assert sign in written.name
    assert written.name.endswith("FS")
    [item] = [item for source in discover([tmp_path / "out"]) for item in read(source)]
    assert "STARRED" in item.labels
    assert "UNREAD" not in item.labels


class Keyring:
    """A keyring of a system, as the library has a class for it."""

    priority = 5.0
    kept: dict[tuple[str, str], str]

    def get_password(self, service: str, name: str) -> str | None:
        return self.kept.get((service, name))

    def set_password(self, service: str, name: str, password: str) -> None:
        self.kept[service, name] = password

    def delete_password(self, service: str, name: str) -> None:
        del self.kept[service, name]


@pytest.mark.parametrize("path", ALLOWED)
def test_secrets_go_into_the_keyring_that_the_system_has(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for each in ALLOWED:
        module, _, name = each.rpartition(".")
        kind = type(name, (Keyring,), {"kept": {}}) if each == path else None
        monkeypatch.setitem(sys.modules, module, _module(module, name, kind))
    secrets = Secrets("p", environment={})
    secrets.set("imap/1", "s3cret")
    assert secrets.get("imap/1") == "s3cret"
    with pytest.raises(NoKeyring):
        secrets.set("imap/2", "x" * (MOST_CHARACTERS + 1))  # Windows would refuse it
    secrets.delete("imap/1")
    assert secrets.get("imap/1") is None


def _module(module: str, name: str, kind: type | None) -> ModuleType:
    made = ModuleType(module)
    if kind is not None:
        setattr(made, name, kind)
    return made

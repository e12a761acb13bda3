"""The proxy's own connections to the emulator: one a thread, opened again when it has closed."""

from __future__ import annotations

import http.client
import json
import threading
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.fakes.google.emulator import TOKEN_USES
from tests.fakes.google.grants import TEST_TOKEN

_HOP = {"connection", "content-length", "transfer-encoding", "keep-alive", "date", "host"}


@dataclass(frozen=True, slots=True)
class Reply:
    status: int
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)

    def json(self) -> dict[str, object]:
        return json.loads(self.body) if self.body else {}


def json_reply(value: object, status: int = 200) -> Reply:
    return Reply(status, json.dumps(value).encode(), {"Content-Type": "application/json"})


class Upstream:
    def __init__(self, port: int) -> None:
        self._port = port
        self._local = threading.local()
        self._asked: Counter[str] = Counter()
        self._lock = threading.Lock()

    def ask(self, verb: str, target: str, headers: Mapping[str, str], body: bytes = b"") -> Reply:
        """One request; tried again on a fresh connection when the old one had been closed."""
        sent = {**headers, **self._spared(headers.get("Authorization", ""))}
        sent = {n: v for n, v in sent.items() if n.lower() not in _HOP | {"accept-encoding"}}
        for fresh in (False, True):
            connection = self._connection(fresh=fresh)
            try:
                connection.request(verb, target, body or None, sent)
                answer = connection.getresponse()
                data = answer.read()
            except (OSError, http.client.HTTPException):
                if fresh:
                    raise
                continue
            kept = {n: v for n, v in answer.getheaders() if n.lower() not in _HOP}
            return Reply(answer.status, data, kept)
        raise AssertionError("unreachable")

    def _spared(self, authorization: str) -> dict[str, str]:
        """A token that is worn out gives way to one that the emulator does not know: its first
        user's. So does the tests' own from the start."""
        if not authorization:
            return {}
        with self._lock:
            self._asked[authorization] += 1
            rounds = self._asked[authorization] // TOKEN_USES
        if rounds or authorization == f"Bearer {TEST_TOKEN}":
            return {"Authorization": f"{authorization}/{rounds}"}
        return {}

    def _connection(self, *, fresh: bool) -> http.client.HTTPConnection:
        old: http.client.HTTPConnection | None = getattr(self._local, "connection", None)
        if old is not None and not fresh:
            return old
        if old is not None:
            old.close()
        new = http.client.HTTPConnection("127.0.0.1", self._port, timeout=60)
        self._local.connection = new
        return new

    def hang_up(self) -> None:
        """Closes this thread's connection; for a thread that ends."""
        old: http.client.HTTPConnection | None = getattr(self._local, "connection", None)
        if old is not None:
            old.close()

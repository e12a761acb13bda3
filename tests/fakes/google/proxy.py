"""The proxy in front of the emulator: Google as far as a client can tell, faults included.

with google() as served:             # emulator and proxy
    served.emulator.fill([...])      # past the proxy
    served.proxy.fail(Fault("gmail.users.messages.get", status=503, times=3))
    settings: google.api_root = served.url
"""

from __future__ import annotations

import json
import re
import socket
import struct
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

from tests.fakes.google import emulator as emulators
from tests.fakes.google.batch import join, split
from tests.fakes.google.emulator import Emulator
from tests.fakes.google.faults import Fault, FaultBook, Kind, Quota, error_body
from tests.fakes.google.gmail import Gmail
from tests.fakes.google.grants import TEST_TOKEN, Grants
from tests.fakes.google.methods import Method, chunk_of, method_of
from tests.fakes.google.upstream import Reply, Upstream

_OAUTH = {
    "/oauth2/token": "oauth.token",
    "/oauth2/revoke": "oauth.revoke",
    "/o/oauth2/v2/auth": "oauth.auth",
}
_BATCH = re.compile(r"/batch(?:/.*)?")
_MOST_IN_A_BATCH = 100
_CUT = (Kind.RESET, Kind.HANG)


@dataclass(frozen=True, slots=True)
class Call:
    """One request as Google counted it; the parts of a batch are calls of their own, and
    `batched`. `carried_out` says that the emulator was asked; `at` is monotonic seconds."""

    method: str
    verb: str
    target: str
    status: int
    units: int
    carried_out: bool
    batched: bool
    at: float


class Gone(Exception):
    """The connection ends without an answer, or after `half` of one."""

    def __init__(self, half: bytes = b"", wait: float = 0.0) -> None:
        self.half = half
        self.wait = wait


class Proxy:
    """Answers on 127.0.0.1:`port`. Attributes are there to be set by a test.

    `token_seconds` and `granted_scopes` change what the token endpoint hands out; `offline`
    resets every connection; `delay` is added to every answer, in seconds.
    """

    def __init__(self, emulator: Emulator, units_per_minute: int = 0) -> None:
        self.faults = FaultBook()
        self.grants = Grants()
        self.quota = Quota(units_per_minute)
        self.upstream = Upstream(emulator.port)
        self.gmail = Gmail(self.upstream)
        self.token_seconds = 3600
        self.granted_scopes: tuple[str, ...] | None = None
        self.offline = False
        self.delay = 0.0
        self.stopping = threading.Event()
        self.projects: list[tuple[str, str]] = []
        """Of each request to an API: its path, and the quota project it named."""
        self._calls: list[Call] = []
        self._pairs: list[tuple[str, str]] = []
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.proxy = self
        self.port = int(self._server.server_address[1])
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )
        self._thread.start()

    @property
    def url(self) -> str:
        """The root of every API, ending in a slash: `google.api_root`."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def auth_uri(self) -> str:
        return f"{self.url}o/oauth2/v2/auth"

    @property
    def token_uri(self) -> str:
        return f"{self.url}oauth2/token"

    @property
    def revoke_uri(self) -> str:
        return f"{self.url}oauth2/revoke"

    def fail(self, *faults: Fault) -> None:
        """These will happen, in this order of precedence."""
        for fault in faults:
            self.faults.add(fault)

    def calls(self, method: str = "") -> list[Call]:
        """What was asked so far, of one method or all; a part of a batch counts."""
        return [c for c in list(self._calls) if method in {"", c.method}]

    def forget_calls(self) -> None:
        self._calls.clear()

    def expire_history(self) -> None:
        """Every history id handed out so far answers 404 from now on."""
        self.gmail.expire_history({"Authorization": f"Bearer {TEST_TOKEN}"})
        self.upstream.hang_up()

    def stop(self) -> None:
        self.stopping.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(10)

    # One request

    def answer(self, verb: str, target: str, headers: Mapping[str, str], body: bytes) -> Reply:
        """Raises Gone where the connection is to end."""
        if self.delay:
            self.stopping.wait(self.delay)
        path = urlsplit(target).path
        if path not in _OAUTH:
            self.projects.append((path, headers.get("X-Goog-User-Project", "")))
        if _BATCH.fullmatch(path):
            return self._batch(headers, body)
        name = _OAUTH.get(path)
        if name is not None:
            return self._oauth(name, verb, target, headers, body)
        begun = self.gmail.upload_of(target)
        method = chunk_of(begun) if begun else method_of(verb, path)
        if method is None:
            return self.upstream.ask(verb, target, headers, body)
        return self._api(method, verb, target, headers, body, batched=False)

    def _api(
        self,
        method: Method,
        verb: str,
        target: str,
        headers: Mapping[str, str],
        body: bytes,
        *,
        batched: bool,
    ) -> Reply:
        fault = self.faults.next(method.id, target)
        refused = self._refusal(method, headers, fault)
        if refused is not None:
            self._note(method, verb, target, refused.status, batched, carried_out=False)
            return refused
        if fault is not None and fault.kind in _CUT:
            self._note(method, verb, target, 0, batched, carried_out=False)
            raise Gone(wait=fault.seconds if fault.kind is Kind.HANG else 0.0)
        reply = self._carry_out(method, verb, target, headers, body)
        self._note(method, verb, target, reply.status, batched, carried_out=True)
        return _spoilt(reply, fault)

    def _carry_out(
        self, method: Method, verb: str, target: str, headers: Mapping[str, str], body: bytes
    ) -> Reply:
        if method.id.startswith("gmail."):
            return self.gmail.answer(method.id, verb, target, headers, body)
        return self.upstream.ask(verb, target, headers, body)

    def _refusal(
        self, method: Method, headers: Mapping[str, str], fault: Fault | None
    ) -> Reply | None:
        token = headers.get("Authorization", "").removeprefix("Bearer ")
        granted = self.grants.scopes(token)
        if fault is not None and fault.kind is Kind.STATUS:
            return _error(fault)
        if granted is None:
            return _error(Fault(status=401, reason="authError"))
        if method.scopes and not method.scopes & granted:
            return _error(Fault(status=403, reason="insufficientPermissions"))
        wait = self.quota.take(method.units)
        if wait:
            when = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() + wait))
            text = f"User-rate limit exceeded.  Retry after {when}"
            return _error(Fault(status=429, reason="rateLimitExceeded", message=text))
        return None

    def _note(
        self,
        method: Method,
        verb: str,
        target: str,
        status: int,
        batched: bool,
        *,
        carried_out: bool,
    ) -> None:
        units = method.units if status not in {401, 429} else 0
        at = time.monotonic()
        self._calls.append(Call(method.id, verb, target, status, units, carried_out, batched, at))

    # Batches

    def _batch(self, headers: Mapping[str, str], body: bytes) -> Reply:
        fault = self.faults.next("batch")
        if fault is not None and fault.kind is Kind.STATUS:
            return _error(fault)
        if fault is not None and fault.kind in _CUT:
            raise Gone(wait=fault.seconds if fault.kind is Kind.HANG else 0.0)
        inner = split(headers.get("Content-Type", ""), body)
        if len(inner) > _MOST_IN_A_BATCH:
            return _error(Fault(status=400, reason="badRequest", message="The batch is too large."))
        replies = []
        for one in inner:
            sent = {**headers, "Content-Type": "application/json", **one.headers}
            reply = self._part(one.verb, one.target, sent, one.body)
            kept = {n: v for n, v in reply.headers.items() if n.lower() == "retry-after"}
            replies.append((one.content_id, reply.status, kept, reply.body))
        content_type, joined = join(replies)
        return _spoilt(Reply(200, joined, {"Content-Type": content_type}), fault)

    def _part(self, verb: str, target: str, headers: Mapping[str, str], body: bytes) -> Reply:
        method = method_of(verb, urlsplit(target).path)
        if method is None:
            return _error(Fault(status=404, reason="notFound"))
        return self._api(method, verb, target, headers, body, batched=True)

    # OAuth

    def _oauth(
        self, name: str, verb: str, target: str, headers: Mapping[str, str], body: bytes
    ) -> Reply:
        fault = self.faults.next(name)
        if fault is not None and fault.kind is Kind.STATUS:
            text = {"error": fault.reason, "error_description": fault.message or fault.reason}
            data = fault.body.encode() or json.dumps(text).encode()
            return Reply(fault.status, data, {"Content-Type": "application/json", **fault.headers})
        if fault is not None and fault.kind in _CUT:
            raise Gone(wait=fault.seconds if fault.kind is Kind.HANG else 0.0)
        reply = self.upstream.ask(verb, target, headers, body)
        asked = (
            {n: v[-1] for n, v in parse_qs(body.decode()).items()} if name != "oauth.auth" else {}
        )
        if name == "oauth.token" and reply.status == 200:
            reply = self._granted(reply, asked)
        elif name == "oauth.revoke":
            self._revoked(asked.get("token", ""))
        return _spoilt(reply, fault)

    def _granted(self, reply: Reply, asked: Mapping[str, str]) -> Reply:
        value = reply.json()
        if self.granted_scopes is not None:
            value["scope"] = " ".join(self.granted_scopes)
        value["expires_in"] = self.token_seconds
        token = str(value["access_token"])
        self.grants.grant(token, str(value["scope"]).split(), seconds=self.token_seconds)
        refresh = str(value.get("refresh_token") or asked.get("refresh_token", ""))
        self._pairs.append((refresh, token))
        return Reply(200, json.dumps(value).encode(), reply.headers)

    def _revoked(self, token: str) -> None:
        for refresh, access in self._pairs:
            if token in {refresh, access}:
                self.grants.revoke(access)


def _error(fault: Fault) -> Reply:
    body = fault.body.encode() or error_body(fault.status, fault.reason, fault.message)
    return Reply(fault.status, body, {"Content-Type": "application/json", **fault.headers})


def _spoilt(reply: Reply, fault: Fault | None) -> Reply:
    """What becomes of an answer on its way back."""
    if fault is None:
        return reply
    if fault.kind is Kind.GARBAGE:
        return Reply(
            200, b"<html>Sign in to the hotel's network</html>", {"Content-Type": "text/html"}
        )
    half = reply.body[: len(reply.body) // 2] if fault.kind is Kind.REPLY_CUT else b""
    raise Gone(half, fault.seconds if fault.kind is Kind.REPLY_HANGS else 0.0)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128
    proxy: Proxy

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that has gone away is no news."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def _serve(self) -> None:
        proxy = self.server.proxy
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        if proxy.offline:
            self._reset()
            return
        try:
            headers = {name.title(): value for name, value in self.headers.items()}
            reply = proxy.answer(self.command, self.path, headers, body)
        except Gone as gone:
            proxy.stopping.wait(gone.wait)
            if gone.half:
                self._reply(Reply(200, gone.half), announced=2 * len(gone.half))
            self._reset()
            return
        self._reply(reply, announced=len(reply.body))

    def _reply(self, reply: Reply, *, announced: int) -> None:
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if reply.status != 204:
            self.send_header("Content-Length", str(announced))
        self.end_headers()
        if reply.status != 204:
            self.wfile.write(reply.body)

    def _reset(self) -> None:
        self.close_connection = True
        linger = struct.pack("ii", 1, 0)
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        self.connection.close()

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _serve  # noqa: N815

    def finish(self) -> None:
        self.server.proxy.upstream.hang_up()
        with suppress(OSError):
            super().finish()

    def log_message(self, *_: object) -> None:
        """Nothing on stderr."""


@dataclass(frozen=True, slots=True)
class Google:
    """Emulator and proxy, running."""

    emulator: Emulator
    proxy: Proxy

    @property
    def url(self) -> str:
        return self.proxy.url

    @property
    def environment(self) -> dict[str, str]:
        """What makes Draftdesk, or a process of it, talk to the proxy."""
        return {
            "DRAFTDESK_GOOGLE_API_ROOT": self.proxy.url,
            "DRAFTDESK_GOOGLE_AUTH_URI": self.proxy.auth_uri,
            "DRAFTDESK_GOOGLE_TOKEN_URI": self.proxy.token_uri,
            "DRAFTDESK_GOOGLE_REVOKE_URI": self.proxy.revoke_uri,
        }


@contextmanager
def google(
    seed: Mapping[str, object] | None = None, *, units_per_minute: int = 0
) -> Iterator[Google]:
    """Both, for the length of a block. `units_per_minute` 0 counts units and enforces nothing."""
    with emulators.emulator(seed) as running:
        proxy = Proxy(running, units_per_minute)
        try:
            yield Google(running, proxy)
        finally:
            proxy.stop()

"""Microsoft's sign-in: the emulator's `microsoft` service behind a token endpoint of ours.

The emulator has the authorisation page, PKCE, ID tokens and refresh tokens that rotate. What it
lacks is here: Entra's errors, its checks of client, redirect and scope, and the question whose an
access token is, which the mail servers ask.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import requests

from tests.fakes.google.emulator import Emulator, installed, start_service
from tests.fakes.mail_servers.dovecot import USER

CLIENT = "6f1c7a52-1111-4222-8333-944445555666"
NAME = "Alex Morgan"
OTHER = "testuser@outlook.com"
"""The emulator has this user always."""

_LOOPBACK = re.compile(r"http://localhost(:\d+)?/?")
_MAIL = "https://outlook.office.com/"
__all__ = ["CLIENT", "OTHER", "USER", "Microsoft", "installed", "mail_environment", "microsoft"]


@dataclass
class Microsoft:
    """`answers` are given by the token endpoint instead of its own, one after the other, each a
    status and a body; `change` replaces members of what the emulator says. `asked` are the forms
    that came."""

    emulator: Emulator
    url: str = ""
    client_secret: str = ""
    answers: list[tuple[int, object]] = field(default_factory=list)
    change: dict[str, object] = field(default_factory=dict)
    asked: list[dict[str, str]] = field(default_factory=list)
    _whose: dict[str, str] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def environment(self) -> dict[str, str]:
        """What makes Draftdesk sign in here."""
        return {
            "DRAFTDESK_MICROSOFT_AUTH_URI": f"http://127.0.0.1:{self.emulator.port}"
            "/oauth2/v2.0/authorize",
            "DRAFTDESK_MICROSOFT_TOKEN_URI": f"{self.url}/token",
            "DRAFTDESK_MICROSOFT_CLIENT_ID": CLIENT,
        }

    @property
    def introspection(self) -> str:
        return f"{self.url}/introspect"

    def whose(self, token: str) -> str:
        """The address of an access token's user; empty for one that is not valid."""
        with self._lock:
            return self._whose.get(token, "")

    def end_access(self) -> None:
        """Every access token ends at once, as after an hour or a change of the password."""
        with self._lock:
            self._whose.clear()

    def refreshes(self) -> int:
        return sum(form["grant_type"] == "refresh_token" for form in self.asked)

    def clear(self) -> None:
        self.answers.clear()
        self.change.clear()
        self.asked.clear()
        self.client_secret = ""

    # Called in a connection's thread

    def token(self, form: dict[str, str]) -> tuple[int, object]:
        self.asked.append(form)
        if self.answers:
            return self.answers.pop(0)
        if wrong := self._wrong(form):
            return wrong
        form = {**form, "client_secret": ""}
        reply = requests.post(
            f"http://127.0.0.1:{self.emulator.port}/oauth2/v2.0/token", data=form, timeout=20
        )
        answer = reply.json()
        if reply.status_code != 200:
            return 400, error(70000, "invalid_grant")
        user = self.emulator_user(answer["access_token"])
        answer |= self.change
        with self._lock:
            self._whose[answer["access_token"]] = user
        return 200, answer

    def emulator_user(self, token: str) -> str:
        address = f"http://127.0.0.1:{self.emulator.port}/oidc/userinfo"
        reply = requests.get(address, headers={"Authorization": f"Bearer {token}"}, timeout=20)
        return str(reply.json()["email"])

    def _wrong(self, form: Mapping[str, str]) -> tuple[int, object] | None:
        """What Entra checks and the emulator does not."""
        if form.get("client_id") != CLIENT:
            return 400, error(700016, "unauthorized_client")
        if form.get("client_secret", "") != self.client_secret:
            code = 7000218 if self.client_secret else 700025
            return 401, error(code, "invalid_client")
        if not _LOOPBACK.fullmatch(form.get("redirect_uri", "http://localhost")):
            return 400, error(50011, "invalid_request")
        if f"{_MAIL}IMAP.AccessAsUser.All" not in form.get("scope", "").split():
            return 400, error(70011, "invalid_scope")
        return None


def mail_environment(imap_port: int, smtp_port: int, ca_file: Path) -> dict[str, str]:
    """What makes Draftdesk take servers on this computer for Microsoft's."""
    return {
        "DRAFTDESK_MICROSOFT_IMAP_HOST": "127.0.0.1",
        "DRAFTDESK_MICROSOFT_IMAP_PORT": str(imap_port),
        "DRAFTDESK_MICROSOFT_SMTP_HOST": "127.0.0.1",
        "DRAFTDESK_MICROSOFT_SMTP_PORT": str(smtp_port),
        "DRAFTDESK_MICROSOFT_SMTP_SECURITY": "none",
        "DRAFTDESK_MICROSOFT_CA_FILE": str(ca_file),
    }


def error(code: int, name: str, **more: object) -> dict[str, object]:
    """The body of a refusal. Its text names what must not get into an error of ours."""
    return {
        "error": name,
        "error_description": f"AADSTS{code}: The token planted-token of planted@x.example is bad.",
        "error_codes": [code],
        "trace_id": "planted-trace",
        **more,
    }


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Any

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        form = {name: values[-1] for name, values in parse_qs(body).items()}
        self._answer(*self.server.microsoft.token(form))

    def do_GET(self) -> None:
        """Dovecot asks whose a token is, which it shows as its own."""
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        user = self.server.microsoft.whose(token)
        self._answer(200, {"active": True, "email": user} if user else {"active": False})

    def _answer(self, status: int, value: object) -> None:
        data = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def microsoft() -> Iterator[Microsoft]:
    """`with microsoft() as served: …`; its user is that of the mail servers."""
    emulator = start_service("microsoft", {"users": [{"email": USER, "name": NAME}]})
    try:
        server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        served = Microsoft(emulator, f"http://127.0.0.1:{server.server_address[1]}")
        server.microsoft = served  # type: ignore[attr-defined]
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield served
        finally:
            server.shutdown()
            server.server_close()
            thread.join(10)
    finally:
        emulator.stop()

"""The guard in front of the bridge: whose request it is, before a byte of its body is read.

A request gets past it with the right method, host, content type and token, and without an Origin:
no web page may talk to the bridge.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import re
import secrets
import time
from collections.abc import Callable, Iterable
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken

from desktop_app.mcp_bridge.http.connections import connection_of
from desktop_app.mcp_bridge.http.loopback import HOST, PATH
from desktop_app.mcp_bridge.http.oauth import PLACES, LettingIn, challenge_to
from desktop_app.mcp_bridge.http.sessions import HEADER, Sessions, session_in
from desktop_app.mcp_bridge.memory import GivingBack
from desktop_app.model.bridge import CHALLENGE_HEADER, PIPE_HEADER, PROOF_PATH, proof_of

if TYPE_CHECKING:
    from desktop_app.mcp_bridge.visits import Door
    from desktop_app.model.bridge import BridgeClient

NOTED_SECONDS = 5.0
"""How exactly the time of a client's last call is known."""

LONGEST_PIPE = 64
_PROOF = ("GET", PROOF_PATH)
_CHALLENGE = re.compile(r"[0-9a-f]{32}")
METHODS = frozenset({"POST", "GET", "DELETE"})
Scope = dict[str, Any]
Headers = dict[bytes, bytes]


class Guard:
    """ASGI: lets through who has a token. `keys` name the places in the scope for the client's id,
    and for which of its running programs it is that calls."""

    def __init__(
        self,
        inner: Any,
        door: Door,
        port: Callable[[], int],
        keys: tuple[str, str],
        *,
        run_token: str,
        letting_in: LettingIn,
    ) -> None:
        self._run_token = run_token.encode()
        self._inner, self._door, self._port, self._keys = inner, door, port, keys
        self._noted: dict[str, float] = {}
        self._sessions = Sessions(self._end_session)
        self._run = secrets.token_hex(8)
        self._letting_in = letting_in
        self._memory = GivingBack()

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        headers, twice = _by_name(scope["headers"])
        status, words = self._judge(scope, headers, twice)
        if status is HTTPStatus.NOT_FOUND and (scope["method"], scope["path"]) == _PROOF:
            await self._prove(headers, send)
            return
        if status is HTTPStatus.NOT_FOUND and scope["path"] in PLACES:
            await self._letting_in(scope, headers, receive, send)
            return
        if status is None:
            client = self._client(_token(headers))
            if client is not None and (held := self._door.stopped()):
                await _refuse(send, HTTPStatus.SERVICE_UNAVAILABLE, held)
                return
            if client is not None:
                await self._note(client.id)
                await self._let_in(client.id, scope, headers, receive, send)
                return
            await _ask_for_a_token(headers, send)
            return
        await _refuse(send, status, words)

    async def end_sessions(self) -> None:
        """Every session ends, as if its own client ended it."""
        await self._sessions.end_all()

    async def _prove(self, headers: Headers, send: Any) -> None:
        """To whoever asks: that this is the application, for who knows the token of this run."""
        challenge = headers.get(CHALLENGE_HEADER.lower().encode(), b"").decode("latin-1")
        if not _CHALLENGE.fullmatch(challenge):
            await _answer(send, HTTPStatus.BAD_REQUEST, {"error": "A challenge is needed."})
            return
        proof = proof_of(self._run_token.decode(), self._port(), challenge)
        await _answer(send, HTTPStatus.OK, {"proof": proof})

    def _client(self, token: str) -> BridgeClient | None:
        """Whose token it is: a client's own, or that of this run of the program."""
        if token and hmac.compare_digest(token.encode(), self._run_token):
            return self._door.local_program()
        return self._door.client(token)

    async def _let_in(
        self, client_id: str, scope: Scope, headers: Headers, receive: Any, send: Any
    ) -> None:
        """The request goes on as the client's. A session answers to nobody else."""
        connection = connection_of(scope)
        if connection is not None:
            connection.known(client_id)
        scope |= dict(zip(self._keys, (client_id, self._instance(scope, headers)), strict=True))
        scope["user"] = _user(client_id)
        session = headers.get(HEADER, b"").decode("latin-1")
        self._sessions.used(client_id, session)
        if scope["method"] == "DELETE":
            self._sessions.closed(client_id, session)

        size = 0

        async def received() -> Any:
            nonlocal size
            message = await receive()
            size += len(message.get("body", b""))
            return message

        async def sent(message: Any) -> None:
            nonlocal size
            size += len(message.get("body", b""))
            if message["type"] == "http.response.start" and scope["method"] == "POST":
                opened = session_in(message["headers"])
                if opened and not session:
                    await self._sessions.opened(client_id, opened)
            await send(message)

        try:
            await self._inner(scope, received, sent)
        finally:
            self._memory.ended(size)

    async def _end_session(self, client_id: str, session: str) -> None:
        """End a session as its own client would."""
        scope: Scope = {
            "type": "http",
            "method": "DELETE",
            "path": PATH,
            "query_string": b"",
            "headers": [
                (b"host", f"{HOST}:{self._port()}".encode()),
                (HEADER, session.encode("latin-1")),
            ],
            "user": _user(client_id),
            **dict(zip(self._keys, (client_id, ""), strict=True)),
        }

        async def nothing() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def nobody(_: Any) -> None:
            return

        await self._inner(scope, nothing, nobody)

    async def _note(self, client_id: str) -> None:
        """That the client is there: written down once in a while, not for every call."""
        now = time.monotonic()
        if now - self._noted.get(client_id, -NOTED_SECONDS) >= NOTED_SECONDS:
            self._noted[client_id] = now
            await asyncio.to_thread(self._door.called, client_id)

    def _instance(self, scope: Scope, headers: Headers) -> str:
        """Which running program a call is of: the pipe that says so, else its session, else its
        connection. None of the names comes again in another run of the application."""
        for kind, name in (("pipe", _PIPE), ("session", HEADER)):
            if given := headers.get(name, b""):
                return f"{kind} {given[:LONGEST_PIPE].decode('latin-1')}"
        connection = connection_of(scope)
        return f"connection {self._run} {connection.number if connection else 0}"

    def _judge(
        self, scope: Scope, given: Headers, twice: frozenset[bytes]
    ) -> tuple[HTTPStatus | None, str]:
        """What is wrong with a request besides its token, if anything."""
        if not _ONCE.isdisjoint(twice):
            return HTTPStatus.BAD_REQUEST, "A header is there twice."
        host, _, port = given.get(b"host", b"").partition(b":")
        if host not in _HOSTS or port != b"%d" % self._port():
            return HTTPStatus.MISDIRECTED_REQUEST, "This is not the host."
        if b"origin" in given:
            return HTTPStatus.FORBIDDEN, "No web page may call."
        if scope["path"] != PATH:
            return HTTPStatus.NOT_FOUND, "There is nothing here."
        if scope["method"] not in METHODS:
            return HTTPStatus.METHOD_NOT_ALLOWED, "This method is not served."
        kind = given.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if scope["method"] == "POST" and kind != b"application/json":
            return HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "JSON is expected."
        return None, ""


def _user(client_id: str) -> AuthenticatedUser:
    """What the SDK knows the owner of a session by."""
    return AuthenticatedUser(AccessToken(token="", client_id=client_id, scopes=[]))


_PIPE = PIPE_HEADER.lower().encode()
_HOSTS = frozenset({HOST.encode(), b"localhost"})
_ONCE = frozenset({b"host", b"origin", b"authorization", b"content-type", b"mcp-session-id"})


def _by_name(headers: Iterable[tuple[bytes, bytes]]) -> tuple[Headers, frozenset[bytes]]:
    """The headers, names in small letters as ASGI has them, and which are there twice."""
    given: Headers = {}
    twice = set()
    for name, value in headers:
        if name in given:
            twice.add(name)
        given[name] = value
    return given, frozenset(twice)


def _token(headers: Headers) -> str:
    """The bearer token (RFC 6750, section 2.1), or the empty text."""
    scheme, _, token = headers.get(b"authorization", b"").decode("latin-1").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""


async def _refuse(send: Any, status: HTTPStatus, words: str) -> None:
    await _answer(send, status, {"error": words})


async def _ask_for_a_token(headers: Headers, send: Any) -> None:
    """Tells how one is asked for."""
    base = f"http://{headers[b'host'].decode('latin-1')}"
    how = (b"www-authenticate", challenge_to(base, token=bool(_token(headers))))
    said = {"error": "A token is needed."}
    await _answer(send, HTTPStatus.UNAUTHORIZED, said, how)


async def _answer(
    send: Any, status: HTTPStatus, said: dict[str, str], *more: tuple[bytes, bytes]
) -> None:
    body = json.dumps(said).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    headers += more
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": body})

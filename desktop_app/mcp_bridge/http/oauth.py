"""How a program without a token asks to be let in: OAuth 2.1 on loopback.

A request here can ask, and take away what the person decided; it decides nothing. The host and the
absence of an Origin have been looked at before (guard.py). Codes need PKCE (S256), the address of
the bridge as their resource (RFC 8707) and the redirect that was asked with.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode

from desktop_app.mcp_bridge.http import oauth_pages as pages
from desktop_app.mcp_bridge.http.loopback import HOST, PATH
from desktop_app.mcp_bridge.http.oauth_clients import (
    LONGEST_ADDRESS,
    Program,
    Registered,
    is_document_address,
    json_object,
    read_document,
)
from desktop_app.mcp_bridge.questions import A_MINUTE, Questions, Redeemed, Wanted
from desktop_app.mcp_bridge.slots import Slots
from desktop_app.model.errors import BadInput, KnownError, SlowDown

if TYPE_CHECKING:
    from desktop_app.mcp_bridge.visits import Door, LetInTokens

MOST_QUERY = 8_000
MOST_BODY = 16_000
MOST_FIELDS = 20
REGISTERED_A_MINUTE = 10
NOBODY = "Draftdesk asks nobody at the moment. Try again later."
ONLY_IN_THE_WINDOW = "You answer in its window, not here. This page goes on by itself."
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")
_STATE = re.compile(r"[\x20-\x7e]{0,2000}")
_FORM = b"application/x-www-form-urlencoded"
_JSON = b"application/json"
Headers = Mapping[bytes, bytes]
Answer = tuple[HTTPStatus, pages.Headers, bytes]
Receive = Callable[[], Awaitable[dict[str, Any]]]


class _Refused(Exception):
    """Why, as OAuth names it and in a sentence."""

    def __init__(self, error: str, words: str) -> None:
        super().__init__(words)
        self.error, self.words = error, words


@dataclass(frozen=True, slots=True)
class _Request:
    """What came: `base` is the address of this server as its caller wrote it."""

    base: str
    headers: Headers
    query: bytes
    receive: Receive

    async def body(self, kind: bytes) -> bytes:
        """Raises `_Refused` for another kind, or for too much."""
        given = self.headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if given != kind:
            raise _Refused("invalid_request", f"{kind.decode()} is expected.")
        data = bytearray()
        while True:
            message = await self.receive()
            data += message.get("body", b"")
            if len(data) > MOST_BODY:
                raise _Refused("invalid_request", "That is too long.")
            if message["type"] != "http.request" or not message.get("more_body"):
                return bytes(data)


class LettingIn:
    """Answers the paths of `PLACES`. Used on the bridge's loop alone."""

    def __init__(self, door: Door, questions: Questions, port: Callable[[], int]) -> None:
        self._door, self._questions, self._port = door, questions, port
        self._registered = Registered()
        self._times: list[float] = []
        self._fetching = Slots(A_MINUTE)
        self._ways: dict[tuple[str, str], Callable[[_Request], Awaitable[Answer]]] = {
            ("GET", pages.RESOURCE_PLACE): self._resource,
            ("GET", pages.RESOURCE_PLACE + PATH): self._resource,
            ("GET", pages.SERVER_PLACE): self._server,
            ("GET", pages.AUTHORIZE): self._authorize,
            ("GET", pages.WAIT): self._wait,
            ("POST", pages.TOKEN): self._token,
            ("POST", pages.REVOKE): self._revoke,
            ("POST", pages.REGISTER): self._register,
        }

    async def __call__(
        self, scope: dict[str, Any], headers: Headers, receive: Receive, send: Any
    ) -> None:
        """Answer a request to one of `PLACES`."""
        status, told, body = await self._answer(scope, headers, receive)
        await send({"type": "http.response.start", "status": int(status), "headers": told})
        await send({"type": "http.response.body", "body": body})

    async def _answer(self, scope: dict[str, Any], headers: Headers, receive: Receive) -> Answer:
        way = self._ways.get((scope["method"], scope["path"]))
        if way is None:
            return _said(HTTPStatus.METHOD_NOT_ALLOWED, "This method is not served.")
        base = f"http://{headers[b'host'].decode('latin-1')}"
        shown = scope["path"] in {pages.AUTHORIZE, pages.WAIT}
        if shown and not _is_own_page(headers):
            return _said(HTTPStatus.FORBIDDEN, "No web page may ask.")
        try:
            return await way(_Request(base, headers, scope.get("query_string", b""), receive))
        except _Refused as refused:
            status = pages.status_of(refused.error)
            if shown:
                return status, *pages.page("Draftdesk does not ask", refused.words)
            said = {"error": refused.error, "error_description": refused.words}
            return status, *pages.document(said)

    async def _resource(self, request: _Request) -> Answer:
        return HTTPStatus.OK, *pages.document(pages.of_the_resource(request.base))

    async def _server(self, request: _Request) -> Answer:
        return HTTPStatus.OK, *pages.document(pages.of_the_server(request.base))

    async def _register(self, request: _Request) -> Answer:
        self._held()
        now = asyncio.get_running_loop().time()
        self._times = [each for each in self._times if each > now - 60]
        if len(self._times) >= REGISTERED_A_MINUTE:
            raise _Refused("slow_down", "Too many programs register at once.")
        self._times.append(now)
        try:
            given = json_object(await request.body(_JSON), "The registration")
            program = self._registered.add(given)
        except BadInput as error:
            raise _Refused("invalid_client_metadata", error.sentence) from error
        said = {
            "client_id": program.id,
            "client_name": program.name,
            "redirect_uris": program.redirects,
            "grant_types": ["authorization_code", "refresh_token"],
            "response_types": ["code"],
            "token_endpoint_auth_method": "none",
            "scope": pages.SCOPE,
        }
        return HTTPStatus.CREATED, *pages.document(said)

    async def _authorize(self, request: _Request) -> Answer:
        self._held()
        given = _fields(request.query, MOST_QUERY)
        if given.get("response_type") != "code":
            raise _Refused("unsupported_response_type", "response_type has to be code.")
        if given.get("code_challenge_method") != "S256":
            raise _Refused("invalid_request", "code_challenge_method has to be S256.")
        if not _CHALLENGE.fullmatch(given.get("code_challenge", "")):
            raise _Refused("invalid_request", "code_challenge has to be 43 letters of base64url.")
        if not _STATE.fullmatch(given.get("state", "")):
            raise _Refused("invalid_request", "state is too long, or not plain ASCII.")
        self._check_resource(given)
        program = await self._program(given.get("client_id", ""))
        redirect = given.get("redirect_uri", "")
        if not program.answers_at(redirect):
            raise _Refused(
                "invalid_request", "redirect_uri is none of those that the program has named."
            )
        wanted = Wanted(
            program.id,
            program.key,
            program.name,
            program.origin,
            redirect,
            given["code_challenge"],
            given["resource"],
            given.get("state"),
        )
        asked = self._questions.ask(wanted, request.base)
        self._door.asks(asked)
        place = f"{pages.WAIT}?{urlencode({'question': asked.id})}"
        return HTTPStatus.SEE_OTHER, *pages.nothing(place)

    async def _wait(self, request: _Request) -> Answer:
        id_ = _fields(request.query, MOST_QUERY).get("question", "")
        way = self._questions.way(id_)
        if way is None:
            words = "Nothing waits for an answer here. You can close this page."
            return HTTPStatus.OK, *pages.page("This question has ended", words)
        if way:
            return HTTPStatus.FOUND, *pages.nothing(way)
        again = f"{pages.WAIT}?{urlencode({'question': id_})}"
        title = "Draftdesk asks you in its window"
        return HTTPStatus.OK, *pages.page(title, ONLY_IN_THE_WINDOW, again=again)

    async def _token(self, request: _Request) -> Answer:
        self._held()
        given = _fields(await request.body(_FORM), MOST_BODY)
        ways = {"authorization_code": self._by_code, "refresh_token": self._by_renewing}
        way = ways.get(given.get("grant_type", ""))
        if way is None:
            raise _Refused(
                "unsupported_grant_type", "grant_type is authorization_code or refresh_token."
            )
        found = await way(given)
        if found is None:
            raise _Refused(
                "invalid_grant", "This is not good, or not any more. Ask to be let in anew."
            )
        said = {
            "access_token": found.access,
            "token_type": "Bearer",
            "expires_in": found.seconds,
            "refresh_token": found.renewing,
            "scope": pages.SCOPE,
        }
        return HTTPStatus.OK, *pages.document(said)

    async def _by_code(self, given: Mapping[str, str]) -> LetInTokens | None:
        """Whatever is wrong with a code, it is used up."""
        redeemed = self._questions.redeem(given.get("code", ""))
        if redeemed is None:
            return None
        if redeemed.again or not _is_theirs(redeemed, given):
            await asyncio.to_thread(self._door.end_tokens, redeemed.client_id)
            return None
        return await asyncio.to_thread(
            self._door.new_tokens, redeemed.client_id, redeemed.wanted.program
        )

    async def _by_renewing(self, given: Mapping[str, str]) -> LetInTokens | None:
        if "resource" in given:
            self._check_resource(given)
        token, program = given.get("refresh_token", ""), given.get("client_id", "")
        return await asyncio.to_thread(self._door.renewed_tokens, token, program)

    async def _revoke(self, request: _Request) -> Answer:
        given = _fields(await request.body(_FORM), MOST_BODY)
        if not given.get("token") or not given.get("client_id"):
            raise _Refused("invalid_request", "token and client_id are needed.")
        await asyncio.to_thread(self._door.give_back, given["token"], given["client_id"])
        return HTTPStatus.OK, *pages.document({})

    async def _program(self, client_id: str) -> Program:
        """Who asks, of those few that may in a minute. Raises `_Refused`."""
        known = self._registered.get(client_id)
        if known is None and not is_document_address(client_id):
            raise _Refused(
                "invalid_client",
                "The program is not known. It has to register anew, or to have the https address"
                " of a document as its client_id.",
            )
        try:
            self._questions.take_place()
            if known is not None:
                return known
            data = await self._fetching.run("", self._door.document, client_id)
            return read_document(data, client_id)
        except asyncio.CancelledError:  # the bridge is switched off; uvicorn would log it as a bug
            raise _Refused("temporarily_unavailable", NOBODY) from None
        except SlowDown as error:
            raise _Refused("slow_down", f"{error.sentence} {error.next_step}") from error
        except KnownError as error:
            raise _Refused(
                "invalid_client", f"The program's document can't be used. {error.sentence}"
            ) from error

    def _check_resource(self, given: Mapping[str, str]) -> None:
        """What is asked for has to be this bridge, by either name of this computer."""
        own = {f"http://{host}:{self._port()}{PATH}" for host in (HOST, "localhost")}
        if given.get("resource") not in own:
            raise _Refused("invalid_target", "resource has to be the address of this bridge.")

    def _held(self) -> None:
        """Nobody is asked, or let in, while everything is stopped."""
        if self._door.stopped():
            raise _Refused("temporarily_unavailable", NOBODY)


PLACES = frozenset(
    {
        pages.RESOURCE_PLACE,
        pages.RESOURCE_PLACE + PATH,
        pages.SERVER_PLACE,
        pages.AUTHORIZE,
        pages.WAIT,
        pages.TOKEN,
        pages.REVOKE,
        pages.REGISTER,
    }
)


def challenge_to(base: str, *, token: bool) -> bytes:
    """What a refused request is told of how to get in (RFC 9728, section 5.1; RFC 6750)."""
    wrong = 'error="invalid_token", ' if token else ""
    place = f"{base}{pages.RESOURCE_PLACE}{PATH}"
    return f'Bearer {wrong}resource_metadata="{place}", scope="{pages.SCOPE}"'.encode()


def _is_theirs(redeemed: Redeemed, given: Mapping[str, str]) -> bool:
    """Whether who shows a code is who asked for it, as far as can be told."""
    wanted, verifier = redeemed.wanted, given.get("code_verifier", "")
    if not _VERIFIER.fullmatch(verifier):
        return False
    digest = hashlib.sha256(verifier.encode()).digest()
    challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
    return (
        hmac.compare_digest(challenge, wanted.challenge)
        and given.get("client_id") == wanted.program
        and given.get("redirect_uri") == wanted.redirect
        and given.get("resource") == wanted.resource
    )


def _is_own_page(headers: Headers) -> bool:
    """Whether a page is opened by itself, as a program opens it: by no other page, and in none
    (Fetch Metadata). What tells nothing of that is no browser of these years."""
    site = headers.get(b"sec-fetch-site", b"none")
    whole = headers.get(b"sec-fetch-dest", b"document") == b"document"
    return site in {b"none", b"same-origin"} and whole and b"sec-purpose" not in headers


def _fields(data: bytes, most: int) -> dict[str, str]:
    """The fields of a query or a form, each there once. Raises `_Refused`."""
    if len(data) > most:
        raise _Refused("invalid_request", "That is too long.")
    try:
        pairs = parse_qsl(
            data.decode("ascii"),
            keep_blank_values=True,
            strict_parsing=bool(data),
            errors="strict",
            max_num_fields=MOST_FIELDS,
        )
    except ValueError:
        raise _Refused("invalid_request", "The fields can't be read.") from None
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Refused("invalid_request", "A field is there twice.")
    if any(len(value) > 2 * LONGEST_ADDRESS for value in found.values()):
        raise _Refused("invalid_request", "A field is too long.")
    return found


def _said(status: HTTPStatus, words: str) -> Answer:
    return status, *pages.document({"error": words})

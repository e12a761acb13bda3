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
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from desktop_app.mcp_bridge.http import oauth_pages as pages
from desktop_app.mcp_bridge.http.loopback import HOST, PATH
from desktop_app.mcp_bridge.http.oauth_clients import (
    Program,
    Registered,
    is_document_address,
    json_object,
    read_document,
)
from desktop_app.mcp_bridge.http.oauth_requests import (
    MOST_BODY,
    MOST_QUERY,
    Headers,
    Receive,
    RefusedRequest,
    Request,
    is_own_page,
    read_fields,
)
from desktop_app.mcp_bridge.questions import A_MINUTE, Questions, Redeemed, Wanted
from desktop_app.mcp_bridge.slots import Slots
from desktop_app.model.errors import BadInput, KnownError, SlowDown

if TYPE_CHECKING:
    from desktop_app.mcp_bridge.visits import Door, LetInTokens

REGISTERED_A_MINUTE = 10
NOBODY = "Draftdesk asks nobody at the moment. Try again later."
ONLY_IN_THE_WINDOW = "You answer in its window, not here. This page goes on by itself."
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")
_STATE = re.compile(r"[\x20-\x7e]{0,2000}")
_FORM = b"application/x-www-form-urlencoded"
_JSON = b"application/json"
Answer = tuple[HTTPStatus, pages.Headers, bytes]


class LettingIn:
    """Answers the paths of `PLACES`. Used on the bridge's loop alone."""

    def __init__(self, door: Door, questions: Questions, port: Callable[[], int]) -> None:
        self._door, self._questions, self._port = door, questions, port
        self._registered = Registered()
        self._times: list[float] = []
        self._fetching = Slots(A_MINUTE)
        self._ways: dict[tuple[str, str], Callable[[Request], Awaitable[Answer]]] = {
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
        if shown and not is_own_page(headers):
            return _said(HTTPStatus.FORBIDDEN, "No web page may ask.")
        try:
            return await way(Request(base, headers, scope.get("query_string", b""), receive))
        except RefusedRequest as refused:
            status = pages.status_of(refused.error)
            if shown:
                return status, *pages.page("Draftdesk does not ask", refused.words)
            said = {"error": refused.error, "error_description": refused.words}
            return status, *pages.document(said)

    async def _resource(self, request: Request) -> Answer:
        return HTTPStatus.OK, *pages.document(pages.of_the_resource(request.base))

    async def _server(self, request: Request) -> Answer:
        return HTTPStatus.OK, *pages.document(pages.of_the_server(request.base))

    async def _register(self, request: Request) -> Answer:
        self._held()
        now = asyncio.get_running_loop().time()
        self._times = [each for each in self._times if each > now - 60]
        if len(self._times) >= REGISTERED_A_MINUTE:
            raise RefusedRequest("slow_down", "Too many programs register at once.")
        self._times.append(now)
        try:
            given = json_object(await request.body(_JSON), "The registration")
            program = self._registered.add(given)
        except BadInput as error:
            raise RefusedRequest("invalid_client_metadata", error.sentence) from error
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

    async def _authorize(self, request: Request) -> Answer:
        self._held()
        given = read_fields(request.query, MOST_QUERY)
        if given.get("response_type") != "code":
            raise RefusedRequest("unsupported_response_type", "response_type has to be code.")
        if given.get("code_challenge_method") != "S256":
            raise RefusedRequest("invalid_request", "code_challenge_method has to be S256.")
        if not _CHALLENGE.fullmatch(given.get("code_challenge", "")):
            raise RefusedRequest("invalid_request", "code_challenge is 43 letters of base64url.")
        if not _STATE.fullmatch(given.get("state", "")):
            raise RefusedRequest("invalid_request", "state is too long, or not plain ASCII.")
        self._check_resource(given)
        program = await self._program(given.get("client_id", ""))
        redirect = given.get("redirect_uri", "")
        if not program.answers_at(redirect):
            raise RefusedRequest(
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

    async def _wait(self, request: Request) -> Answer:
        id_ = read_fields(request.query, MOST_QUERY).get("question", "")
        way = self._questions.way(id_)
        if way is None:
            words = "Nothing waits for an answer here. You can close this page."
            return HTTPStatus.OK, *pages.page("This question has ended", words)
        if way:
            return HTTPStatus.FOUND, *pages.nothing(way)
        again = f"{pages.WAIT}?{urlencode({'question': id_})}"
        title = "Draftdesk asks you in its window"
        return HTTPStatus.OK, *pages.page(title, ONLY_IN_THE_WINDOW, again=again)

    async def _token(self, request: Request) -> Answer:
        self._held()
        given = read_fields(await request.body(_FORM), MOST_BODY)
        ways = {"authorization_code": self._by_code, "refresh_token": self._by_renewing}
        way = ways.get(given.get("grant_type", ""))
        if way is None:
            raise RefusedRequest(
                "unsupported_grant_type", "grant_type is authorization_code or refresh_token."
            )
        found = await way(given)
        if found is None:
            raise RefusedRequest(
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

    async def _revoke(self, request: Request) -> Answer:
        given = read_fields(await request.body(_FORM), MOST_BODY)
        if not given.get("token") or not given.get("client_id"):
            raise RefusedRequest("invalid_request", "token and client_id are needed.")
        await asyncio.to_thread(self._door.give_back, given["token"], given["client_id"])
        return HTTPStatus.OK, *pages.document({})

    async def _program(self, client_id: str) -> Program:
        """Who asks, of those few that may in a minute. Raises `RefusedRequest`."""
        known = self._registered.get(client_id)
        if known is None and not is_document_address(client_id):
            raise RefusedRequest(
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
            raise RefusedRequest("temporarily_unavailable", NOBODY) from None
        except SlowDown as error:
            raise RefusedRequest("slow_down", f"{error.sentence} {error.next_step}") from error
        except KnownError as error:
            raise RefusedRequest(
                "invalid_client", f"The program's document can't be used. {error.sentence}"
            ) from error

    def _check_resource(self, given: Mapping[str, str]) -> None:
        """What is asked for has to be this bridge, by either name of this computer."""
        own = {f"http://{host}:{self._port()}{PATH}" for host in (HOST, "localhost")}
        if given.get("resource") not in own:
            raise RefusedRequest("invalid_target", "resource has to be the address of this bridge.")

    def _held(self) -> None:
        """Nobody is asked, or let in, while everything is stopped."""
        if self._door.stopped():
            raise RefusedRequest("temporarily_unavailable", NOBODY)


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


def _said(status: HTTPStatus, words: str) -> Answer:
    return status, *pages.document({"error": words})

"""What a browser is shown while the window asks, and what programs read of how to get in.

A page has no form, no script and no word of a stranger's: it says where the answer is given, and
asks by itself whether it has been.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from http import HTTPStatus

from desktop_app.mcp_bridge.http.loopback import PATH

RESOURCE_PLACE = "/.well-known/oauth-protected-resource"
SERVER_PLACE = "/.well-known/oauth-authorization-server"
AUTHORIZE, WAIT, TOKEN, REVOKE, REGISTER = "/authorize", "/wait", "/token", "/revoke", "/register"
SCOPE = "mail"
AGAIN_SECONDS = 2
"""After so long a waiting page asks again."""

_STYLE = (
    "html{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}"
    "body{max-width:34em;margin:18vh auto 0;padding:0 1.5em}h1{font-size:1.4em}"
)
_HASH = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_POLICY = (
    f"default-src 'none'; style-src 'sha256-{_HASH}'; frame-ancestors 'none'; base-uri 'none';"
    " form-action 'none'"
)

Headers = list[tuple[bytes, bytes]]


def page(title: str, words: str, *, again: str = "") -> tuple[Headers, bytes]:
    """A page of two sentences, which looks anew at the address `again`, if any."""
    body = (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        f"<title>{html.escape(title)}</title><style>{_STYLE}</style>"
        f'<main role="status"><h1>{html.escape(title)}</h1><p>{html.escape(words)}</p></main>'
    ).encode()
    headers = [
        *_headers(b"text/html; charset=utf-8", body),
        (b"content-security-policy", _POLICY.encode()),
        (b"x-frame-options", b"DENY"),
    ]
    if again:
        headers.append((b"refresh", f"{AGAIN_SECONDS};url={again}".encode()))
    return headers, body


def document(said: object) -> tuple[Headers, bytes]:
    """An answer as JSON, which nobody keeps."""
    body = json.dumps(said).encode()
    return _headers(b"application/json", body), body


def nothing(place: str) -> tuple[Headers, bytes]:
    """An answer without words that leads elsewhere."""
    return [*_headers(b"text/plain", b""), (b"location", place.encode())], b""


def status_of(error: str) -> HTTPStatus:
    """The status that goes with an error of OAuth (RFC 6749, section 5.2)."""
    busy = {
        "temporarily_unavailable": HTTPStatus.SERVICE_UNAVAILABLE,
        "slow_down": HTTPStatus.TOO_MANY_REQUESTS,
    }
    return busy.get(error, HTTPStatus.BAD_REQUEST)


def of_the_resource(base: str) -> dict[str, object]:
    """What the bridge says of itself (RFC 9728)."""
    return {
        "resource": base + PATH,
        "authorization_servers": [base],
        "bearer_methods_supported": ["header"],
        "scopes_supported": [SCOPE],
        "resource_name": "Draftdesk",
    }


def of_the_server(base: str) -> dict[str, object]:
    """How programs ask to be let in (RFC 8414, RFC 9207)."""
    return {
        "issuer": base,
        "authorization_endpoint": base + AUTHORIZE,
        "token_endpoint": base + TOKEN,
        "registration_endpoint": base + REGISTER,
        "revocation_endpoint": base + REVOKE,
        "scopes_supported": [SCOPE],
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "client_id_metadata_document_supported": True,
        "authorization_response_iss_parameter_supported": True,
    }


def _headers(kind: bytes, body: bytes) -> Headers:
    return [
        (b"content-type", kind),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        (b"referrer-policy", b"no-referrer"),
        (b"x-content-type-options", b"nosniff"),
    ]

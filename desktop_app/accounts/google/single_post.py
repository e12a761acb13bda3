"""Single POST without any repeat, for the sender.

google-api-python-client's transport repeats a POST when the server closes without an answer. Here
nothing is repeated, redirected or refreshed; the result of the one request is reported.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import requests

TIMEOUT_SECONDS = 60.0
_NOTHING: Mapping[str, Any] = {}


@dataclass(frozen=True, slots=True)
class PostAnswer:
    """Answer of the server: HTTP `status`, the JSON object of the `body` (empty if it was none),
    header fields by lower-case name."""

    status: int
    body: Mapping[str, Any]
    head: Mapping[str, str]


class NotReached(Exception):
    """No connection was made: no byte of the request was written."""


class AnswerLost(Exception):
    """The request may have been carried out; its answer is missing or incomplete."""


def post_once(
    url: str,
    token: str,
    body: Mapping[str, Any],
    *,
    headers: Mapping[str, str] = _NOTHING,
    timeout: float = 0.0,
) -> PostAnswer:
    """POST `body` as JSON, exactly once, with these header fields too. `timeout` is in seconds, for
    connecting and again for each silence (0: `TIMEOUT_SECONDS`). Raises `NotReached` or
    `AnswerLost`."""
    import requests

    def authorize(request: requests.PreparedRequest) -> requests.PreparedRequest:
        """Set the token as `auth`, so that a .netrc is ignored."""
        request.headers["Authorization"] = f"Bearer {token}"
        return request

    with requests.Session() as session:
        for scheme in ("https://", "http://"):
            session.mount(scheme, requests.adapters.HTTPAdapter(max_retries=0))
        try:
            response = session.post(
                url,
                json=dict(body),
                headers={**headers, "Connection": "close"},
                auth=authorize,
                timeout=timeout or TIMEOUT_SECONDS,
                allow_redirects=False,
            )
        except requests.exceptions.RequestException as error:
            raise (NotReached if _before_writing(error) else AnswerLost)(
                type(error).__name__
            ) from error
    return PostAnswer(
        response.status_code,
        _json(response),
        {name.lower(): value for name, value in response.headers.items()},
    )


def _before_writing(error: requests.exceptions.RequestException) -> bool:
    """Whether the connection itself failed: refused, no such host, a certificate, a proxy."""
    import ssl

    import requests
    import urllib3

    if isinstance(error, (requests.exceptions.ConnectTimeout, requests.exceptions.InvalidURL)):
        return True
    cause = error.args[0] if error.args else None
    reason = getattr(cause, "reason", cause)
    if isinstance(reason, urllib3.exceptions.SSLError):
        # Only a refused certificate is surely before the request; TLS can break later too.
        return any(isinstance(a, ssl.SSLCertVerificationError) for a in reason.args)
    early = (urllib3.exceptions.NewConnectionError, urllib3.exceptions.ProxyError)
    return isinstance(reason, early)


def _json(response: requests.Response) -> Mapping[str, Any]:
    try:
        value = response.json()
    except ValueError:  # requests' JSONDecodeError is one
        return _NOTHING
    return value if isinstance(value, dict) else _NOTHING

"""Transport of google-api-python-client with one attempt per request.

It has the interface of the library's own transport over `requests`, with every retry off.
"""

# WORKAROUND httplib2 repeats a request, a POST too, when the server closes without an answer, so
# another transport has its interface; no report known; httplib2 0.32; remove when it can be told to
# make one attempt.

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

CONNECT_SECONDS, READ_SECONDS = 15.0, 60.0


class Http:
    """Connections of one thread. `token` is sent with every request, and so are the fields of
    `always`."""

    def __init__(self, always: Mapping[str, str] = MappingProxyType({})) -> None:
        import requests

        self.token = ""
        self._always = always
        self._session = requests.Session()
        for scheme in ("https://", "http://"):
            self._session.mount(scheme, requests.adapters.HTTPAdapter(max_retries=0))

    def request(
        self,
        uri: str,
        method: str = "GET",
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        redirections: int = 0,  # noqa: ARG002 - httplib2's signature
        connection_type: Any = None,  # noqa: ARG002
    ) -> tuple[Any, bytes]:
        """As `httplib2.Http.request`: the response, its header names in lower case, and the
        body. Raises `requests.RequestException`."""
        import httplib2

        reply = self._session.request(
            method,
            uri,
            data=body.read() if hasattr(body, "read") else body,
            headers={**(headers or {}), **self._always},
            auth=self._authorize,
            timeout=(CONNECT_SECONDS, READ_SECONDS),
            allow_redirects=method == "GET",
        )
        fields = {name.lower(): value for name, value in reply.headers.items()}
        # The body is decoded already.
        fields.pop("content-encoding", None)
        answered = httplib2.Response({**fields, "status": str(reply.status_code)})
        answered.reason = reply.reason
        return answered, reply.content

    def stream(self, uri: str, content_type: str, body: bytes) -> Any:
        """POST `body`; the `requests.Response` with its body still to be read, and to be closed.
        Raises `requests.RequestException`."""
        return self._session.post(
            uri,
            data=body,
            headers={"Content-Type": content_type, **self._always},
            auth=self._authorize,
            timeout=(CONNECT_SECONDS, READ_SECONDS),
            allow_redirects=False,
            stream=True,
        )

    def _authorize(self, prepared: Any) -> Any:
        """Set the token as `auth`, so that a .netrc is ignored."""
        prepared.headers["Authorization"] = f"Bearer {self.token}"
        return prepared

    def close(self) -> None:
        self._session.close()

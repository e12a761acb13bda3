"""A host in a web engine with our bridge behind it: pages by a server of this machine, calls by the
SDK's client. The view has another origin than the host, and the host's own policy around it."""

from __future__ import annotations

import asyncio
import json
import mimetypes
import threading
from collections.abc import Coroutine
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from mcp.client.extension import advertise

from desktop_app.mcp_bridge.cards import DRAFT, EXTENSION, MIME_TYPE
from tests.fakes.bridge import Served
from tests.mcp_bridge.client import connected
from tests.mcp_bridge.tools import CHECKOUT

HOST = Path(__file__).with_name("host.html")
MODULES = CHECKOUT / ".venv" / "mcp-tools" / "node_modules"
HAS_BRIDGE = (MODULES / "@modelcontextprotocol" / "ext-apps").is_dir()
POLICY = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; media-src 'self' data:; connect-src 'none'; frame-src 'none'; "
    "object-src 'none'; base-uri 'self'"
)
"""What the specification wants of a host where a page names no address."""


class Desk:
    """One host. `given` is the call that its view is shown for; `calls` are those of the view."""

    def __init__(self, bridge: Served) -> None:
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._connected(bridge)))
        self._thread.start()
        assert self._ready.wait(30)
        [page] = self._wait(self._client.read_resource(DRAFT)).contents
        self._page = str(getattr(page, "text", ""))
        self.given: dict[str, Any] = {}
        self.calls: list[dict[str, Any]] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def address(self, *, own: bool, theme: str) -> str:
        """Where the host is, with the protocol's own bridge or the small one."""
        port = self._server.server_port
        view = f"http://localhost:{port}/view"
        kind = "own" if own else "small"
        return f"http://127.0.0.1:{port}/?bridge={kind}&theme={theme}&view={view}"

    def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """What a tool answers, as it goes over the wire."""
        found = self._wait(self._client.call_tool(name, arguments))
        dumped: dict[str, Any] = found.model_dump(mode="json", by_alias=True, exclude_none=True)
        return dumped

    def show(self, name: str, arguments: dict[str, Any]) -> None:
        """The next view is shown for this call."""
        self.given = {"arguments": arguments, "result": self.call(name, arguments)}

    def end(self) -> None:
        self._server.shutdown()
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join(30)

    async def _connected(self, bridge: Served) -> None:
        """Connected as a program whose host draws cards, until the end."""
        self._loop, self._over = asyncio.get_running_loop(), asyncio.Event()
        told = [advertise(EXTENSION, {"mimeTypes": [MIME_TYPE]})]
        async with connected(bridge, extensions=told) as self._client:
            self._ready.set()
            await self._over.wait()

    def _wait(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def _handler(desk) -> type[BaseHTTPRequestHandler]:  # noqa: N805 - `self` is the request's
        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = self.path.partition("?")[0]
                if path == "/":
                    self._send(HOST.read_bytes(), "text/html")
                elif path == "/view":
                    self._send(desk._page.encode(), "text/html", POLICY)
                elif path.startswith("/modules/") and ".." not in path:
                    file = MODULES / path.removeprefix("/modules/")
                    kind = "text/javascript" if file.suffix in {".js", ".mjs"} else ""
                    kind = kind or mimetypes.guess_type(file.name)[0] or "text/plain"
                    self._send(file.read_bytes() if file.is_file() else b"", kind)
                else:
                    self.send_error(404)

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                if self.path == "/given":
                    answer = desk.given
                else:
                    desk.calls.append(body)
                    answer = desk.call(body["name"], body.get("arguments") or {})
                self._send(json.dumps(answer).encode(), "application/json")

            def _send(self, data: bytes, kind: str, policy: str = "") -> None:
                self.send_response(200)
                self.send_header("Content-Type", f"{kind}; charset=utf-8")
                self.send_header("Content-Length", str(len(data)))
                if policy:
                    self.send_header("Content-Security-Policy", policy)
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                return

        return Handler

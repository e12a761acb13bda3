"""Getting in over HTTP with a real web engine: its page waits and goes on, and no other page opens
a question."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.fakes.house import TestHouse
from tests.mcp_bridge.letting_in import DOCUMENT, asking, document
from tests.mcp_bridge.tools import CHECKOUT

browsed = pytest.mark.campaign(small="tests/mcp_bridge/test_oauth.py::test_the_sdks_client_gets_in")
HERE = document(redirect_uris=["http://127.0.0.1/callback"])


@contextmanager
def site(pages: dict[str, str]) -> Iterator[str]:
    """A site of somebody else on this computer."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = pages.get(self.path, "come").encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def browser(address: str, last: str) -> Iterator[dict[str, Any]]:
    """The pages that a browser comes to."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        environment["QTWEBENGINE_DISABLE_SANDBOX"] = "1"
    command = [sys.executable, "-m", "tests.mcp_bridge.browsing", address, last]
    with subprocess.Popen(
        command, cwd=CHECKOUT, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            yield from (json.loads(line) for line in process.stdout if line.startswith("{"))
        finally:
            process.terminate()


@browsed
def test_the_page_waits_and_goes_on(house: TestHouse) -> None:
    with site({}) as there, asking(house, {DOCUMENT: HERE}) as one:
        fields = one.fields(redirect_uri=f"{there}/callback")
        pages = browser(f"{one.base}/authorize?{urlencode(fields)}", "/callback")
        first = next(pages)
        assert first["title"] == "Draftdesk asks you in its window"
        assert "not here" in first["text"]
        assert next(pages)["url"] == first["url"]  # it has looked again by itself
        one.let_in()
        *_, end = pages
        assert end["url"].startswith(f"{there}/callback?code=")
        assert end["text"] == "come"
        assert len(one.door.wishes) == 1


@browsed
@pytest.mark.parametrize("way", ["location = {0!r}", "open({0!r})", "fetch({0!r})", "frame"])
def test_a_page_of_somebody_else_opens_no_question(house: TestHouse, way: str) -> None:
    with site({}) as there, asking(house, {DOCUMENT: HERE}) as one:
        fields = one.fields(redirect_uri=f"{there}/callback")
        address = f"{one.base}/authorize?{urlencode(fields)}"
        script = f"<script>{way.format(address)}</script>"
        evil = f'<iframe src="{address}"></iframe>' if way == "frame" else script
        with site(
            {"/evil": f"{evil}<script>setTimeout(() => location = '/last', 1500)</script>"}
        ) as web:
            last = "/authorize" if way.startswith("location") else "/last"
            assert list(browser(f"{web}/evil", last))
        assert not one.door.wishes
        assert not one.bridge.questions.open()

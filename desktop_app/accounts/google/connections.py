"""Connections of one account to Google's servers, and the library's clients, one each a thread."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from desktop_app.accounts.google.transport import Http

_ENDPOINTS = {"gmail": "", "calendar": "calendar/v3/", "drive": "drive/v3/"}


class Connections:
    """`root` is another server's address, empty for Google's; `always` are header fields of every
    call."""

    def __init__(self, root: str, always: Mapping[str, str]) -> None:
        self._root, self._always = root, always
        self._local = threading.local()
        self._guard = threading.Lock()
        self._opened: list[Http] = []

    def service(self, api: str, version: str) -> Any:
        """This thread's client of `gmail` v1, `drive` v3 or `calendar` v3, made without network:
        the library ships the description of the API."""
        made: dict[str, Any] = self._mine("services", dict)
        if api not in made:
            from googleapiclient.discovery import build

            options = {}
            if self._root:
                options["api_endpoint"] = self._root.rstrip("/") + "/" + _ENDPOINTS[api]
            made[api] = build(
                api,
                version,
                http=self.http(),
                client_options=options,
                static_discovery=True,
                cache_discovery=False,
            )
        return made[api]

    def http(self) -> Http:
        """This thread's transport."""
        return self._mine("http", self._open)  # type: ignore[no-any-return]

    def close(self) -> None:
        """Closes every thread's connections."""
        with self._guard:
            for http in self._opened:
                http.close()
            self._opened.clear()

    def _open(self) -> Http:
        http = Http(self._always)
        with self._guard:
            self._opened.append(http)
        return http

    def _mine(self, name: str, make: Callable[[], Any]) -> Any:
        if not hasattr(self._local, name):
            setattr(self._local, name, make())
        return getattr(self._local, name)

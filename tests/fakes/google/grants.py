"""Which access tokens the proxy accepts, for how long, and for which scopes.

The emulator takes any token; Google does not.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable

GMAIL = "https://www.googleapis.com/auth/gmail."
ALL_SCOPES = (
    f"{GMAIL}readonly",
    f"{GMAIL}compose",
    f"{GMAIL}modify",
    "https://mail.google.com/",
    "https://www.googleapis.com/auth/drive.readonly",
    "https://www.googleapis.com/auth/calendar.readonly",
    "openid",
    "email",
)
TEST_TOKEN = "test-token"


class Grants:
    """`grant` one by hand, or let what the token endpoint answers be noted."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tokens: dict[str, tuple[frozenset[str], float]] = {}
        self.grant(TEST_TOKEN)

    def grant(
        self, token: str, scopes: Iterable[str] = ALL_SCOPES, *, seconds: float = 3600
    ) -> None:
        with self._lock:
            self._tokens[token] = (frozenset(scopes), time.monotonic() + seconds)

    def revoke(self, token: str = "") -> None:
        """One token, or all of them: the next call with it gets 401."""
        with self._lock:
            if token:
                self._tokens.pop(token, None)
            else:
                self._tokens.clear()

    def scopes(self, token: str) -> frozenset[str] | None:
        """What the token allows, None when it is unknown or has expired."""
        with self._lock:
            found = self._tokens.get(token)
        if found is None or found[1] < time.monotonic():
            return None
        return found[0]

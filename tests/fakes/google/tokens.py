"""A source of access tokens that asks nobody."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Event

from tests.fakes.google.grants import ALL_SCOPES, TEST_TOKEN


class FixedTokens:
    """Hands out `tokens` one after the other: the next one whenever one is rejected."""

    def __init__(self, *tokens: str, scopes: Iterable[str] = ALL_SCOPES) -> None:
        self._tokens = list(tokens or (TEST_TOKEN,))
        self.scopes = frozenset(scopes)
        self.rejected: list[str] = []

    def token(self, cancelled: Event | None = None) -> str:
        del cancelled
        return self._tokens[0]

    def reject(self, token: str) -> None:
        self.rejected.append(token)
        if token == self._tokens[0] and len(self._tokens) > 1:
            self._tokens.pop(0)

"""Only addresses that Google has verified may be written as."""

from __future__ import annotations

from threading import Event
from typing import Any

from desktop_app.accounts.google.aliases import aliases
from desktop_app.accounts.google.session import GoogleSession


def test_the_accounts_own_address_is_there(session: GoogleSession) -> None:
    assert [a.address.email for a in aliases(session, cancelled=Event())] == ["alex@gmail.example"]


class Answering:
    """A session that answers with a list of Google's shape."""

    def __init__(self, real: GoogleSession, items: list[dict[str, object]]) -> None:
        self._real, self._items = real, items

    def service(self, api: str, version: str) -> Any:
        return self._real.service(api, version)

    def units(self, method: str) -> int:
        return self._real.units(method)

    def call(self, *_: object, **__: object) -> dict[str, object]:
        return {"sendAs": self._items}


def test_one_that_nobody_has_confirmed_is_left_out(session: GoogleSession) -> None:
    items: list[dict[str, object]] = [
        {"sendAsEmail": "alex@gmail.example", "isPrimary": True, "isDefault": True},
        {"sendAsEmail": "shop@fernhill.example", "verificationStatus": "accepted"},
        {"sendAsEmail": "boss@bank.example", "verificationStatus": "pending"},
        {"sendAsEmail": "odd@bank.example"},
    ]
    answering: Any = Answering(session, items)
    found = aliases(answering, cancelled=Event())
    assert [a.address.email for a in found] == ["alex@gmail.example", "shop@fernhill.example"]
    assert [a.default for a in found] == [True, False]

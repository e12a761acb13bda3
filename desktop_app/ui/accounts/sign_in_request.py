"""Value of what a sign-in asks for; the wizard's pages fill it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from desktop_app.model.sign_in import Permission

PERIODS: tuple[tuple[int, str], ...] = (
    (30, "The last 30 days"),
    (365, "The last year"),
    (0, "All of it"),
)
"""How much mail can be downloaded: days (0: all), and the words."""


SERVICES: Mapping[str, str] = MappingProxyType({"google": "Google", "microsoft": "Microsoft"})
"""Who signs people in, by the account kind."""


@dataclass(frozen=True, slots=True)
class SignInRequest:
    """`account` signs in again, else one is added. `source`, `file` or `client_id` name the
    client; with `adopt` an existing sign-in is taken over instead of asking in the browser."""

    kind: str = "google"
    permissions: tuple[Permission, ...] = (Permission.READ,)
    account: str = ""
    source: str = ""
    file: str = ""
    client_id: str = ""
    adopt: bool = False
    days: int = 365
    session_only: bool = False

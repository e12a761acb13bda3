"""Scopes of Google: the scope of each permission, and which scopes include others.

Source: https://developers.google.com/workspace/gmail/api/auth/scopes
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType

from desktop_app.model.sign_in import Permission

_ROOT = "https://www.googleapis.com/auth/"


class Scope(StrEnum):
    READ = _ROOT + "gmail.readonly"
    COMPOSE = _ROOT + "gmail.compose"
    MODIFY = _ROOT + "gmail.modify"
    DRIVE = _ROOT + "drive.readonly"
    CALENDAR = _ROOT + "calendar.readonly"


WHO = ("openid", "email")
"""Asked for along with every permission: whose account it is."""

NEEDED: Mapping[Permission, Scope] = MappingProxyType(
    {
        Permission.READ: Scope.READ,
        Permission.WRITE: Scope.COMPOSE,
        Permission.ORGANISE: Scope.MODIFY,
        Permission.DRIVE: Scope.DRIVE,
        Permission.CALENDAR: Scope.CALENDAR,
    }
)
"""The least scope for each permission."""

_EVERYTHING = "https://mail.google.com/"
_ENOUGH: Mapping[Scope, frozenset[str]] = MappingProxyType(
    {
        Scope.READ: frozenset({Scope.READ, Scope.MODIFY, _EVERYTHING}),
        Scope.COMPOSE: frozenset({Scope.COMPOSE, Scope.MODIFY, _EVERYTHING}),
        Scope.MODIFY: frozenset({Scope.MODIFY, _EVERYTHING}),
        Scope.DRIVE: frozenset({Scope.DRIVE, _ROOT + "drive"}),
        Scope.CALENDAR: frozenset({Scope.CALENDAR, _ROOT + "calendar"}),
    }
)
"""Which granted scopes will do: a wider one includes the narrower."""


def asked(permissions: Iterable[Permission]) -> tuple[str, ...]:
    """Scopes to ask for, each once, in the order of the table."""
    wanted = set(permissions)
    return WHO + tuple(str(scope) for p, scope in NEEDED.items() if p in wanted)


def allows(scopes: Iterable[str], permission: Permission) -> bool:
    """Whether the granted scopes are enough for the permission."""
    return not _ENOUGH[NEEDED[permission]].isdisjoint(scopes)


def deletes(scopes: Iterable[str]) -> bool:
    """Whether mail can be deleted for good: gmail.modify moves it to the trash alone."""
    return _EVERYTHING in scopes


def granted(scopes: Iterable[str]) -> tuple[Permission, ...]:
    """Permissions that the scopes cover."""
    have = frozenset(scopes)
    return tuple(p for p in NEEDED if allows(have, p))


def missing(scopes: Iterable[str], wanted: Iterable[Permission]) -> tuple[Permission, ...]:
    """Permissions of `wanted` that the scopes do not cover."""
    have, asked_for = frozenset(scopes), set(wanted)
    return tuple(p for p in NEEDED if p in asked_for and not allows(have, p))

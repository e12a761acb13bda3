"""Ports for whoever sees a part of the mail: what tells of all of it is left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from desktop_app.model.account import Account
from desktop_app.model.remote import RemoteRef, ServerMatches
from desktop_app.tools.calls.context import Ports
from desktop_app.tools.calls.ports import AccountHealth


def of_a_part(ports: Ports) -> Ports:
    """No server is asked for mail, and an account's connection is told without numbers. Everything
    else is as `ports` have it."""
    return cast("Ports", _PortsOfAPart(ports))


class _PortsOfAPart:
    def __init__(self, ports: Ports) -> None:
        self._ports = ports
        self.sync = _NoServers()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ports, name)

    @property
    def accounts(self) -> Any:
        return _Accounts(self._ports)


class _NoServers:
    @staticmethod
    def find(*_: object, **__: object) -> ServerMatches:
        return ServerMatches()

    @staticmethod
    def conversation(*_: object, **__: object) -> tuple[RemoteRef, ...]:
        return ()

    @staticmethod
    def bring(*_: object, **__: object) -> tuple[int, ...]:
        return ()


class _Accounts:
    def __init__(self, ports: Ports) -> None:
        self._ports = ports

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ports.accounts, name)

    def health(self, account: Account) -> AccountHealth:
        """How the account is connected, without how much of it is here."""
        found = self._ports.accounts.health(account)
        return _Health(found.signed_in, found.scopes_granted, found.scopes_missing, found.deletes)


@dataclass(frozen=True, slots=True)
class _Health:
    signed_in: bool
    scopes_granted: tuple[str, ...]
    scopes_missing: tuple[str, ...]
    deletes: bool
    last_sync: str = "how far the mail is here is not told"
    quota: str = ""
    next_step: str = ""
    asks: str = ""

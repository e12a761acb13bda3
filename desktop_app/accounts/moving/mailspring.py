"""Mailspring: its accounts, from its database. Its mail is a copy of what servers have.

Source: https://github.com/Foundry376/Mailspring-Sync (`edgehill.db`, config.json).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from desktop_app.accounts.moving.files_within import beginning, tidy
from desktop_app.mail.wire.mailboxes import valid_address
from desktop_app.model.mail_server import Security, ServerAddress
from desktop_app.model.moving import MailProgram, SeenAccount, SeenIdentity, SeenProgram

_LARGEST, _MOST = 16 << 20, 100
_PORTS = {("imap", Security.TLS): 993, ("imap", Security.STARTTLS): 143,
          ("smtp", Security.TLS): 465, ("smtp", Security.STARTTLS): 587}  # fmt: skip


def look_at(place: Path) -> SeenProgram:
    """Its accounts, without what it signs in with."""
    data, whole = beginning(place / "config.json", place, _LARGEST)
    notes = ["Mailspring's mail lies at the servers: connect the accounts to have it."]
    try:
        told = json.loads(data) if data and whole else {}
    except (ValueError, RecursionError):
        told, notes = {}, ["Its settings (config.json) are damaged."]
    listed = _at(_at(_at(told, "*"), "accounts"), "")
    accounts = tuple(_accounts(listed if isinstance(listed, list) else []))
    return SeenProgram(MailProgram.MAILSPRING, place, "Mailspring", accounts, notes=tuple(notes))


def _at(value: object, key: str) -> object:
    if not key:
        return value
    return value.get(key) if isinstance(value, Mapping) else None


def _accounts(listed: list[object]) -> Iterator[SeenAccount]:
    for one in listed[:_MOST]:
        email, name = _text(one, "emailAddress"), _text(one, "name")
        if not valid_address(email):
            continue
        settings = _at(one, "settings")
        yield SeenAccount(
            _text(one, "label") or email,
            "imap",
            email,
            name,
            _text(settings, "imap_username") or email,
            _server(settings, "imap"),
            _server(settings, "smtp"),
            (SeenIdentity(name, email),),
        )


def _text(value: object, key: str) -> str:
    found = _at(value, key)
    return tidy(found) if isinstance(found, str) else ""


def _server(settings: object, protocol: str) -> ServerAddress | None:
    host = _text(settings, f"{protocol}_host").strip(". ").lower()
    if not host:
        return None
    starts = _text(settings, f"{protocol}_security").upper() == "STARTTLS"
    security = Security.STARTTLS if starts else Security.TLS
    port = _at(settings, f"{protocol}_port")
    usable = isinstance(port, int) and 0 < port < 65_536 and not isinstance(port, bool)
    return ServerAddress(host, port if usable else _PORTS[protocol, security], security)  # type: ignore[arg-type]

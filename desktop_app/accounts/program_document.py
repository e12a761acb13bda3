"""Document in which a program that asks to be let in says who it is, at an address of the public
web (OAuth Client ID Metadata Document, draft 00)."""

from __future__ import annotations

from threading import Event

from desktop_app.accounts.public_web import PublicWeb
from desktop_app.model.errors import Refused

MOST_BYTES = 10_000
"""Twice what the draft proposes as the bound."""

SECONDS = 8.0


def program_document(web: PublicWeb, address: str, cancelled: Event) -> bytes:
    """What the address answers, without following it elsewhere. Raises `Refused`, `Unavailable` and
    `Cancelled`. Blocking."""
    return web.get(
        address,
        accept="application/json",
        most_bytes=MOST_BYTES,
        seconds=SECONDS,
        cancelled=cancelled,
        follow=_never,
    )


def _never(_: str, __: str) -> str:
    """A document is where its address says."""
    raise Refused("Its address leads elsewhere.")

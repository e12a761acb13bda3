"""The changelog that whoever publishes Draftdesk has at an address: one request, which tells
nothing but that somebody asks."""

from __future__ import annotations

from threading import Event
from typing import Protocol
from urllib.parse import urljoin

from desktop_app.accounts.public_web import Follow
from desktop_app.model.errors import Refused, Unavailable
from desktop_app.model.releases import LONGEST

ACCEPT = "text/markdown, text/plain;q=0.9"
MOST_SECONDS = 20.0
_NEXT = "The address stands in Settings, This computer."


class Getter(Protocol):
    """What `public_web.PublicWeb` is for a GET."""

    def get(
        self,
        address: str,
        *,
        accept: str,
        most_bytes: int,
        seconds: float,
        cancelled: Event,
        follow: Follow = urljoin,
    ) -> bytes: ...


def published_changes(web: Getter, address: str, cancelled: Event) -> str:
    """The text at the address. Raises `Refused`, `Unavailable`, `Cancelled`."""
    try:
        found = web.get(
            address,
            accept=ACCEPT,
            most_bytes=LONGEST,
            seconds=MOST_SECONDS,
            cancelled=cancelled,
        )
    except Refused as error:
        raise Refused(error.sentence, next_step=_NEXT) from error
    except Unavailable as error:
        raise Unavailable(error.sentence, next_step="Try again later.") from error
    return found.decode("utf-8", "replace")

"""Unsubscribing with one POST (RFC 8058), by the client for addresses that came with mail.

Nothing is followed, and of the answer the status alone is read.
"""

from __future__ import annotations

from typing import Protocol

from desktop_app.model.errors import Refused, Unavailable

MOST_SECONDS = 20.0
"""How long the whole may take, however slowly the other side writes."""

_BODY, _KIND = b"List-Unsubscribe=One-Click", "application/x-www-form-urlencoded"
_NEXT = "You can open the page of the list in your browser, or mark the mail as spam."


class Poster(Protocol):
    """What `public_web.PublicWeb` is for a POST."""

    def post(self, address: str, *, body: bytes, kind: str, seconds: float) -> None: ...


class OneClick:
    """The one press, over a client that speaks to the public internet alone."""

    def __init__(self, web: Poster) -> None:
        self._web = web

    def post(self, url: str) -> None:
        """Tell the list at `url`. Raises `Refused`, `Unavailable`."""
        try:
            self._web.post(url, body=_BODY, kind=_KIND, seconds=MOST_SECONDS)
        except Refused as error:
            raise Refused(error.sentence, next_step=f"Nothing was sent. {_NEXT}") from error
        except Unavailable as error:
            raise Unavailable(error.sentence, next_step=_NEXT) from error

"""Sign-in in the browser that is under way: the listener, the wait, the page at the end.

The flow of an installed application (RFC 8252) with PKCE S256 (RFC 7636) and an own state.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
import time
from abc import ABC, abstractmethod
from threading import Event
from typing import Generic, TypeVar

from desktop_app.accounts.oauth.end_page import end_page
from desktop_app.accounts.oauth.loopback import Callback, LoopbackListener
from desktop_app.model.errors import Cancelled, KnownError

DEADLINE_SECONDS = 300
_LATE = ("Back to Draftdesk", "Your answer has arrived. Draftdesk tells you how it goes on.")

G = TypeVar("G")


class BrowserFlow(ABC, Generic[G]):
    """Flow that listens from the start; the person opens `address`. `style` is the CSS of the
    end page; `localhost` as `LoopbackListener` has it. Raises Unavailable."""

    address: str

    def __init__(self, *, style: str, seconds: float, localhost: bool = False) -> None:
        self._style = style
        self.cancelled = Event()
        """Of the wait that is under way."""
        self._deadline = time.monotonic() + seconds
        late = self._page(*_LATE)
        state = secrets.token_urlsafe(32)
        self.listener = LoopbackListener(state, late_page=late, localhost=localhost)

    @property
    def seconds_left(self) -> int:
        return max(0, int(self._deadline - time.monotonic()))

    def wait(self, cancelled: Event) -> G:
        """Wait for the decision in the browser and get the tokens.

        Raises Cancelled, Refused when the person declined, NeedsSignIn, Unavailable. The caller
        reports the outcome with `tell`: the browser waits for it.
        """
        self.cancelled = cancelled
        try:
            came = self.listener.wait(cancelled, self._deadline - time.monotonic())
            return self._grant(came)
        except Cancelled:
            self.tell("The sign-in was cancelled", "Nothing was changed. You can close this page.")
            raise
        except KnownError as error:
            self.tell("The sign-in did not work", f"{error.sentence} {error.next_step}".strip())
            raise

    def tell(self, title: str, text: str, *, good: bool = False) -> None:
        """Show the outcome in the browser, once."""
        self.listener.answer(self._page(title, text, good=good))

    def close(self) -> None:
        self.listener.close()

    @abstractmethod
    def _grant(self, came: Callback) -> G:
        """What the redirect brought. Raises KnownError."""

    def _page(self, title: str, text: str, *, good: bool = False) -> bytes:
        return end_page(title, text, style=self._style, good=good)


def new_verifier() -> str:
    """Code verifier (RFC 7636 section 4.1)."""
    return secrets.token_urlsafe(48)


def challenge(verifier: str) -> str:
    """Code challenge of a verifier, method S256 (RFC 7636 section 4.2)."""
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()

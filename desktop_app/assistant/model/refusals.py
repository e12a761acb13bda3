"""Refusals of a run before anything is sent, and what the panel can offer after an error."""

from __future__ import annotations

from desktop_app.assistant.transcript import Trouble
from desktop_app.model.errors import (
    BadInput,
    KnownError,
    NeedsSignIn,
    NoKeyring,
    Refused,
    Unavailable,
)

SERVER_SAYS = "the server says"
"""Name of a server's own words among the details of an error."""


class NoConsent(Refused):
    """No account may be read by a model in the cloud yet."""


class LimitReached(BadInput):
    """A limit of the settings is used up."""


def trouble_of(error: KnownError) -> Trouble:
    """Way out that the panel can offer for an error."""
    if isinstance(error, NoConsent):
        return Trouble.CONSENT
    if isinstance(error, LimitReached):
        return Trouble.LIMIT
    model = isinstance(error, BadInput | NeedsSignIn | NoKeyring | Unavailable)
    return Trouble.MODEL if model else Trouble.OTHER

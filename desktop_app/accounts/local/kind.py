"""Local mail as an account kind: files on this computer, no server, no sign-in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop_app.accounts.base import Health, Kind, SignInState
from desktop_app.model import account
from desktop_app.model.account import Capabilities

if TYPE_CHECKING:
    from desktop_app.accounts.sign_in_method import Grant, SignInMethod


def health(state: SignInState) -> Health:
    """Health of local mail, which is always good."""
    del state
    return Health(signed_in=True, last_sync="on this computer")


LOCAL: Kind[SignInMethod[Grant]] = Kind(
    name=account.LOCAL,
    capabilities=Capabilities(
        title="Mail files on this computer",
        sends=True,
        delivery_note="Local mail: Send files it in Sent. Nothing leaves this computer.",
    ),
    health=health,
)

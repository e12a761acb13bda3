"""Send-as addresses of a Gmail account.

Source: https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.settings.sendAs
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import Event
from typing import TYPE_CHECKING, Any

from desktop_app.accounts.base import AddressAlias
from desktop_app.model.address import Address

if TYPE_CHECKING:
    from desktop_app.accounts.google.session import GoogleSession


def aliases(session: GoogleSession, *, cancelled: Event) -> tuple[AddressAlias, ...]:
    """Verified addresses, the account's own first. An unconfirmed address is left out,
    because Gmail would replace it when sending. Raises `KnownError`."""
    users = session.service("gmail", "v1").users()
    request = users.settings().sendAs().list(userId="me")
    found = session.call(request, session.units("sendAs.list"), cancelled=cancelled, urgent=False)
    usable = [item for item in found.get("sendAs", ()) if _usable(item)]
    return tuple(_alias(item) for item in sorted(usable, key=lambda i: not i.get("isPrimary")))


def _usable(item: Mapping[str, Any]) -> bool:
    verified = item.get("isPrimary") or item.get("verificationStatus") == "accepted"
    return bool(verified and item.get("sendAsEmail"))


def _alias(item: Mapping[str, Any]) -> AddressAlias:
    return AddressAlias(
        address=Address(str(item.get("displayName") or ""), str(item["sendAsEmail"])),
        default=bool(item.get("isDefault")),
        signature=str(item.get("signature") or ""),
    )

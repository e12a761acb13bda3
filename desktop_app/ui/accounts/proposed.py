"""An account of another mail program as what the wizard begins with: all but the password."""

from __future__ import annotations

from desktop_app.model.mail_provider import FoundServers, ProviderKind
from desktop_app.model.moving import SeenAccount

_KINDS = {
    "imap.gmail.com": ProviderKind.GOOGLE,
    "imap.googlemail.com": ProviderKind.GOOGLE,
    "outlook.office365.com": ProviderKind.MICROSOFT,
    "imap-mail.outlook.com": ProviderKind.MICROSOFT,
}
"""Servers whose accounts sign in otherwise than with the password alone."""


def proposed_servers(account: SeenAccount) -> FoundServers | None:
    """The servers as the other program has them; None where it has none that Draftdesk speaks to,
    so that they are looked up."""
    if account.incoming is None:
        return None
    return FoundServers(
        account.email,
        account.user or account.email,
        account.incoming,
        account.outgoing,
        "your other mail program",
        provider=account.title,
        kind=_KINDS.get(account.incoming.host, ProviderKind.IMAP),
        note=account.note,
    )

"""Servers of accounts at Microsoft: the same for Outlook.com and Microsoft 365.

Source: https://learn.microsoft.com/exchange/client-developer/legacy-protocols/
how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth
"""

from __future__ import annotations

from desktop_app.model.mail_server import MailServers, Proof, Security, ServerAddress
from desktop_app.settings import Settings


def servers_of(settings: Settings, email: str) -> MailServers:
    """Servers of the account with that address; a test server may replace them."""

    def at(protocol: str) -> ServerAddress:
        return ServerAddress(
            settings.text(f"microsoft.{protocol}_host"),
            settings.number(f"microsoft.{protocol}_port"),
            Security(settings.text(f"microsoft.{protocol}_security")),
        )

    ca_file = settings.text("microsoft.ca_file")
    return MailServers(at("imap"), at("smtp"), email, Proof.XOAUTH2, ca_file)

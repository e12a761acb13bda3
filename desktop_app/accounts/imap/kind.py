"""IMAP and SMTP as an account kind. Its parts are imported and made on first use."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from desktop_app.accounts.base import Dependencies, Health, Kind, SignInState
from desktop_app.model.account import Capabilities
from desktop_app.model.web_mail import GMAIL

if TYPE_CHECKING:
    from desktop_app.accounts.imap.connector import ImapConnector
    from desktop_app.accounts.imap.microsoft.sign_in import MicrosoftSignIn
    from desktop_app.accounts.imap.sign_in import PasswordSignIn
    from desktop_app.model.mail_server import MailServers

_GMAIL_HOSTS = frozenset({"imap.gmail.com", "imap.googlemail.com"})
ENTER_AGAIN = "Open Accounts and enter the password."
SIGN_IN_AGAIN = "Open Accounts and sign in again."


def _sign_in(given: Dependencies) -> PasswordSignIn:
    from desktop_app.accounts.imap.sign_in import PasswordSignIn

    return PasswordSignIn(given)


def _connector(given: Dependencies, sign_in: PasswordSignIn) -> ImapConnector:
    from desktop_app.accounts.imap.connector import ImapConnector

    return ImapConnector(
        given.servers, given.folders, sign_in.password, sign_in.refused, given.count
    )


def _microsoft_sign_in(given: Dependencies) -> MicrosoftSignIn:
    from desktop_app.accounts.imap.microsoft.sign_in import MicrosoftSignIn

    return MicrosoftSignIn(given)


def _microsoft_connector(given: Dependencies, sign_in: MicrosoftSignIn) -> ImapConnector:
    from desktop_app.accounts.imap.connector import ImapConnector

    return ImapConnector(given.servers, given.folders, sign_in.token, sign_in.refused, given.count)


def health(state: SignInState) -> Health:
    """Health of a sign-in: present and still accepted."""
    sign_in = state.sign_in
    told = Health(signed_in=False, last_sync=state.last_sync, next_step=ENTER_AGAIN)
    if sign_in is None:
        return told
    if sign_in.refused:
        return replace(
            told,
            asks="The server no longer accepts the sign-in. Your mail and drafts here stay usable.",
        )
    if state.secret_lost:
        return replace(told, asks="The sign-in was kept for one session only, and that has ended.")
    return replace(told, signed_in=True, next_step="")


def microsoft_health(state: SignInState) -> Health:
    """Health as of IMAP, with the browser in the password's place."""
    told = health(state)
    return replace(told, next_step=SIGN_IN_AGAIN) if told.next_step else told


def limited(able: Capabilities, servers: MailServers | None) -> Capabilities:
    """Without a server for sending the account can't send; one of Gmail can go on by its API and
    be read on Gmail's own pages."""
    if servers is not None and servers.incoming.host in _GMAIL_HOSTS:
        able = replace(able, changes_to="google", web_mail=GMAIL)
    if servers is None or servers.outgoing is not None:
        return able
    note = "This account has no server for sending, so it can't send."
    return replace(able, sends=False, delivers=False, delivery_note=note)


IMAP: Kind[PasswordSignIn] = Kind(
    name="imap",
    capabilities=Capabilities(
        title="IMAP",
        sends=True,
        delivers=True,
        syncs=True,
        server_search=True,
        server_drafts=True,
        signs_in=True,
        password=True,
    ),
    health=health,
    sign_in=_sign_in,
    connector=_connector,
    limited=limited,
)

MICROSOFT: Kind[MicrosoftSignIn] = Kind(
    name="microsoft",
    capabilities=Capabilities(
        title="Microsoft",
        sends=True,
        delivers=True,
        syncs=True,
        server_search=True,
        server_drafts=True,
        signs_in=True,
    ),
    health=microsoft_health,
    sign_in=_microsoft_sign_in,
    connector=_microsoft_connector,
    limited=limited,
)
"""IMAP and SMTP in everything but its sign-in."""

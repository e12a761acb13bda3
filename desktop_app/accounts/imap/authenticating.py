"""Authenticating at an IMAP server: XOAUTH2, AUTHENTICATE PLAIN, LOGIN."""

from __future__ import annotations

import imaplib
import re
from collections.abc import Callable

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, LoginError

from desktop_app.accounts.imap.client import BoundedClient
from desktop_app.model.mail_server import MailServers, Proof

Secret = Callable[[], str]
"""The password or the access token of now. Raises `NeedsSignIn`, `NoKeyring`."""
_UNKNOWN = re.compile(r"mechanism|method|(?:not|un)[ -]?support|unknown command", re.I)
"""What is said by a server that offers AUTHENTICATE PLAIN and has not got it."""


def xoauth2(user: str, token: str) -> str:
    """What a client says first; to the reason of a refusal it answers nothing.

    Source: https://developers.google.com/workspace/gmail/imap/xoauth2-protocol
    """
    return f"user={user}\1auth=Bearer {token}\1\1"


def sign_in(client: BoundedClient, servers: MailServers, secret: Secret) -> None:
    """Raises what `imap_errors` knows."""
    if servers.proof is Proof.XOAUTH2:
        words = xoauth2(servers.user, secret())
        client.sasl_login("XOAUTH2", lambda said: b"" if said else words.encode())
    elif client.has_capability("AUTH=PLAIN"):
        _plain(client, servers.user, secret())
    else:
        _login(client, servers.user, secret())
    if client.has_capability("ID"):
        try:
            client.id_(
                {"name": "Draftdesk"}
            )  # NetEase lets no client in that has no name (RFC 2971)
        except IMAPClientAbortError:
            raise
        except (IMAPClientError, ValueError, TypeError):
            return  # a server that refuses to know it has been told


def _plain(client: BoundedClient, user: str, password: str) -> None:
    """AUTHENTICATE; where the server can't do what it offers, which is no refusal of the password,
    LOGIN (RFC 3501 sections 6.2.2 and 6.2.3)."""
    try:
        client.plain_login(user, password)
    except LoginError as error:
        lost = isinstance(error.__context__, IMAPClientAbortError | OSError)
        cannot = "error: BAD" in str(error) or _UNKNOWN.search(str(error))
        if lost or client.has_capability("LOGINDISABLED") or not cannot:
            raise
        _login(client, user, password)


def _login(client: BoundedClient, user: str, password: str) -> None:
    """LOGIN takes ASCII in quotes; other letters go as UTF-8 in a literal."""
    if (user + password).isascii():
        client.login(user, password)
        return
    imap = client._imap
    encoding, imap._encoding = imap._encoding, "utf-8"
    imap.literal = password.encode()
    try:
        answer, told = imap._simple_command("LOGIN", imap._quote(user))
    except imaplib.IMAP4.abort:
        raise
    except imaplib.IMAP4.error as error:
        raise LoginError(str(error)) from error
    finally:
        imap._encoding = encoding
    if answer != "OK":
        raise LoginError(told[-1].decode("utf-8", "replace"))
    imap.state = "AUTH"

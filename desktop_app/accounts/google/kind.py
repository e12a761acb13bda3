"""Google as an account kind. Its parts are imported and made on first use."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from desktop_app.accounts.base import Dependencies, Health, Kind, SignInState
from desktop_app.model.account import Capabilities
from desktop_app.model.sign_in import PERMISSION_WORDS, Permission
from desktop_app.model.web_mail import GMAIL

if TYPE_CHECKING:
    from desktop_app.accounts.google.connector import GoogleConnector
    from desktop_app.accounts.google.sign_in import GoogleSignIn


def _sign_in(given: Dependencies) -> GoogleSignIn:
    from desktop_app.accounts.google.sign_in import GoogleSignIn

    return GoogleSignIn(given)


def _connector(given: Dependencies, sign_in: GoogleSignIn) -> GoogleConnector:
    from desktop_app.accounts.google.connector import GoogleConnector
    from desktop_app.accounts.google.sessions import Sessions

    return GoogleConnector(
        Sessions(given.settings, sign_in.tokens, sign_in.quota_project, given.count)
    )


def health(state: SignInState) -> Health:
    """Health of a sign-in: present, still accepted, with every wanted permission."""
    from desktop_app.accounts.google.errors import SIGN_IN_AGAIN
    from desktop_app.accounts.google.scopes import deletes, granted, missing

    sign_in = state.sign_in
    if sign_in is None:
        return Health(
            signed_in=False, last_sync=state.last_sync, next_step=SIGN_IN_AGAIN, deletes=False
        )
    lacking = missing(sign_in.scopes, state.wanted)
    told = Health(
        signed_in=True,
        last_sync=state.last_sync,
        scopes_granted=tuple(str(p) for p in granted(sign_in.scopes)),
        scopes_missing=tuple(str(p) for p in lacking),
        deletes=deletes(sign_in.scopes),
    )
    trouble = _trouble(state)
    if trouble:
        return replace(told, signed_in=False, next_step=SIGN_IN_AGAIN, asks=trouble)
    if lacking:
        titles = ", ".join(PERMISSION_WORDS[p].title.lower() for p in lacking)
        return replace(
            told,
            next_step=f"Open Accounts and allow: {titles}.",
            asks=f"Draftdesk is not allowed to: {titles}.",
        )
    return told


LARGEST_MAIL = 35_000_000
"""Bytes of a mail with its files in base64: some 25 MB of files. The discovery document of the
Gmail API says 36,700,160 (`maxSize` of users.drafts.create and .send), not what else counts."""


def _trouble(state: SignInState) -> str:
    if state.sign_in is not None and state.sign_in.refused:
        return "The sign-in has ended. Your mail and drafts here stay usable."
    if state.secret_lost:
        return "The sign-in was kept for one session only, and that has ended."
    return ""


GOOGLE: Kind[GoogleSignIn] = Kind(
    name="google",
    capabilities=Capabilities(
        title="Google",
        sends=True,
        delivers=True,
        syncs=True,
        server_search=True,
        server_drafts=True,
        signs_in=True,
        cloud_files=True,
        calendars=True,
        permissions=tuple(Permission),
        largest_mail=LARGEST_MAIL,
        web_mail=GMAIL,
    ),
    health=health,
    sign_in=_sign_in,
    connector=_connector,
)

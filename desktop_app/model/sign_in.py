"""Sign-ins: permissions, and what is known of a sign-in without its secrets.

Secrets are in the keyring only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Permission(StrEnum):
    """Permissions that the person grants one by one."""

    READ = "read"
    WRITE = "write"
    ORGANISE = "organise"
    DRIVE = "drive"
    CALENDAR = "calendar"


@dataclass(frozen=True, slots=True)
class PermissionWords:
    """Texts of a permission; `able` and `unable` are whole sentences."""

    title: str
    able: str
    unable: str


PERMISSION_WORDS: Mapping[Permission, PermissionWords] = MappingProxyType(
    {
        Permission.READ: PermissionWords(
            "Read your mail",
            "Mail and labels are downloaded, searched and shown.",
            "Without it no mail of this account can be shown.",
        ),
        Permission.WRITE: PermissionWords(
            "Keep drafts and send",
            "Drafts are kept in Gmail too, and Gmail sends what you approve.",
            "Without it drafts stay on this computer and nothing can be sent.",
        ),
        Permission.ORGANISE: PermissionWords(
            "Organise your mail",
            "Reading, starring, labelling, archiving and deleting reach Gmail.",
            "Without it mail can't be marked, labelled, archived or deleted.",
        ),
        Permission.DRIVE: PermissionWords(
            "Read your files in Drive",
            "Files can be found, read and attached.",
            "Without it no file in Drive can be found.",
        ),
        Permission.CALENDAR: PermissionWords(
            "Read your calendars",
            "Events can be found and read.",
            "Without it no event can be found.",
        ),
    }
)


@dataclass(frozen=True, slots=True)
class SignIn:
    """Sign-in of an account. `scopes` are granted; `wanted` was asked for by the person;
    `refused`: the service no longer accepts it; `session_only`: its secret is in memory only.
    `quota_project` is the project that calls are counted against, empty for the client's own.
    `source` is the file of another program from which the secret is read again in each session,
    where it is kept nowhere else; it has to be of `address`."""

    account_id: str
    client_id: str
    scopes: tuple[str, ...] = ()
    wanted: tuple[Permission, ...] = ()
    refused: bool = False
    session_only: bool = False
    quota_project: str = ""
    source: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class GrantOrigin:
    """Where a sign-in is from, beside the person. `quota_project` is as of `SignIn`; `file` is
    another program's, in which the secret can be read again."""

    quota_project: str = ""
    file: str = ""


NO_ORIGIN = GrantOrigin()


@dataclass(frozen=True, slots=True)
class StartedSignIn:
    """Sign-in that waits for the browser. `address` is to be opened there within `seconds`."""

    flow: str
    address: str
    seconds: int


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Result of a sign-in. `missing` was asked for and not granted."""

    account_id: str
    email: str
    granted: tuple[Permission, ...]
    missing: tuple[Permission, ...]
    again: bool = False
    """Whether the account was there before."""


class SignInSourceKind(StrEnum):
    CLIENT = "client"
    SIGN_IN = "sign-in"
    """Somebody signed in before, with another program: it can be taken over."""


@dataclass(frozen=True, slots=True)
class SignInSource:
    """OAuth client, or existing sign-in, found on this computer."""

    id: str
    kind: SignInSourceKind
    words: str

"""Signing in to an account: what a person may allow, and what is known of it afterwards.

No secret stands in any of these values; those are in the keyring.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Permission(StrEnum):
    """What the person may allow Draftdesk, one by one."""

    READ = "read"
    WRITE = "write"
    ORGANISE = "organise"
    DRIVE = "drive"
    CALENDAR = "calendar"


@dataclass(frozen=True, slots=True)
class Words:
    """A permission as a person reads it; `able` and `unable` are whole sentences."""

    title: str
    able: str
    unable: str


PERMISSION_WORDS: Mapping[Permission, Words] = MappingProxyType(
    {
        Permission.READ: Words(
            "Read your mail",
            "Mail and labels are downloaded, searched and shown.",
            "Without it no mail of this account can be shown.",
        ),
        Permission.WRITE: Words(
            "Keep drafts and send",
            "Drafts are kept in Gmail too, and Gmail sends what you approve.",
            "Without it drafts stay on this computer and nothing can be sent.",
        ),
        Permission.ORGANISE: Words(
            "Organise your mail",
            "Reading, starring, labelling, archiving and deleting reach Gmail.",
            "Without it mail can't be marked, labelled, archived or deleted.",
        ),
        Permission.DRIVE: Words(
            "Read your files in Drive",
            "Files can be found, read and attached.",
            "Without it no file in Drive can be found.",
        ),
        Permission.CALENDAR: Words(
            "Read your calendars",
            "Events can be found and read.",
            "Without it no event can be found.",
        ),
    }
)


@dataclass(frozen=True, slots=True)
class SignIn:
    """What is known of an account's sign-in. `scopes` were granted; `wanted` was asked for by
    the person; `refused` says that the service no longer accepts it; `session_only` that its
    secret is in the memory of one run alone."""

    account_id: str
    client_id: str
    scopes: tuple[str, ...] = ()
    wanted: tuple[Permission, ...] = ()
    refused: bool = False
    session_only: bool = False


@dataclass(frozen=True, slots=True)
class Started:
    """A sign-in that waits for the browser: `address` is to be opened there, until `seconds`
    from now."""

    flow: str
    address: str
    seconds: int


@dataclass(frozen=True, slots=True)
class SignedIn:
    """How a sign-in ended: `missing` was asked for and not allowed."""

    account_id: str
    email: str
    granted: tuple[Permission, ...]
    missing: tuple[Permission, ...]
    again: bool = False
    """Whether the account was there before."""


class SourceKind(StrEnum):
    CLIENT = "client"
    SIGN_IN = "sign-in"
    """Somebody signed in before, with another program: it can be taken over."""


@dataclass(frozen=True, slots=True)
class Source:
    """A Google client, or an existing sign-in, that was found on this computer."""

    id: str
    kind: SourceKind
    words: str

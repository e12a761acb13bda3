"""Mail servers of an account: where they are, and how the connection is protected. No secret."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Security(StrEnum):
    """`NONE` is for servers on this computer alone."""

    TLS = "tls"
    STARTTLS = "starttls"
    NONE = "none"


class Proof(StrEnum):
    """What a person proves with who they are."""

    PASSWORD = "password"  # noqa: S105 - the name of a way, no password
    XOAUTH2 = "xoauth2"


@dataclass(frozen=True, slots=True)
class ServerAddress:
    host: str
    port: int
    security: Security = Security.TLS


@dataclass(frozen=True, slots=True)
class SubmissionSaid:
    """What the server for sending said in its greeting, when it was last reached. `takes_letters`:
    whether it takes addresses with letters beyond ASCII before their @ (SMTPUTF8, RFC 6531).
    `largest_mail`: bytes of a whole mail, files in base64, that it takes at most (SIZE, RFC 1870);
    0 where it named no limit, or none that can be believed."""

    takes_letters: bool = False
    largest_mail: int = 0


@dataclass(frozen=True, slots=True)
class MailServers:
    """Servers of one account. `outgoing` is None for an account that can't send. `ca_file` is a
    PEM file of certificate authorities to trust beside the system's; empty for none."""

    incoming: ServerAddress
    outgoing: ServerAddress | None
    user: str
    proof: Proof = Proof.PASSWORD
    ca_file: str = ""

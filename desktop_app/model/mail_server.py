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
class MailServers:
    """Servers of one account. `outgoing` is None for an account that can't send. `ca_file` is a
    PEM file of certificate authorities to trust beside the system's; empty for none."""

    incoming: ServerAddress
    outgoing: ServerAddress | None
    user: str
    proof: Proof = Proof.PASSWORD
    ca_file: str = ""

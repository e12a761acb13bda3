"""MCP bridge: its clients and its status."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from desktop_app.model.grant import Grant


LOCAL_NAME = "Programs started on this computer"
LOCAL_PROGRAM = "local"
"""The id of the client that programs are which start `draftdesk mcp` on this computer."""

REGISTERED = "registered"
"""Origin of a client that asked to be let in, and said itself who it is."""

PIPE_HEADER = "Draftdesk-Pipe"
"""By which each running `draftdesk mcp` is told from the others."""

PROOF_PATH = "/proof"
CHALLENGE_HEADER = "Draftdesk-Challenge"
"""By which `draftdesk mcp` asks for the proof that it is the application that listens: 32 hex
digits of its own."""


NEVER_SENDS = "No setting will ever let a program send."
"""What every place says that tells of programs and sending."""


@dataclass(frozen=True, slots=True)
class NameFamily:
    """Family of names for the tools, which a program can be listed in the place of ours. `names`
    are some of them, for a person."""

    id: str
    title: str
    names: str


NAME_FAMILIES = (
    NameFamily("gmail_drafts", "Gmail drafts", "gmail_draft_create, gmail_send"),
    NameFamily(
        "google_tools", "Google tools for agents", "list_emails, search_drive_files and five more"
    ),
    NameFamily("imap_drafts", "IMAP drafts", "create_draft, draft_reply, update_draft with UIDs"),
    NameFamily("chat_agent", "Gmail for a chat agent", "gmail, listEmails, replyPreview and more"),
    NameFamily(
        "gmail_server", "A Gmail MCP server", "gmail_search_messages to gmail_get_attachment"
    ),
)


def _everything() -> Grant:
    """What a program has where nothing was granted; imported with the first program."""
    from desktop_app.model.grant import EVERYTHING

    return EVERYTHING


@dataclass(frozen=True, slots=True)
class BridgeClient:
    """Client of the bridge, with its own token. It sees the mail of `accounts` only, and not the
    tools of `groups_off`. `family` is the id of the names that it is listed, empty for ours.
    `grant` is what of that mail it may see, and what else the person holds it to. `origin` is the
    address of the document that names a program which asked over HTTP, `REGISTERED` for one without
    a document, empty for any other. Times are in seconds since the epoch, 0 for never."""

    id: str
    name: str
    accounts: tuple[str, ...] = ()
    groups_off: tuple[str, ...] = ("organising", "drive", "calendar")
    created: float = 0.0
    last_call: float = 0.0
    family: str = ""
    grant: Grant = field(default_factory=_everything)
    origin: str = ""


def name_of(client: BridgeClient, says_it_is: str) -> str:
    """Name of the proposing client: the one the person gave, or for a program started here the
    one it reports."""
    if client.id != LOCAL_PROGRAM:
        return client.name
    return says_it_is or "A program on this computer"


def instance_of(client: BridgeClient, instance: str) -> str:
    """Which running program an author was, of those that share the token of this computer; empty
    for a program with a token of its own. A digest: the pipe's own name opens its rows."""
    if client.id != LOCAL_PROGRAM:
        return ""
    return hashlib.blake2b(instance.encode(), digest_size=16).hexdigest()


class BridgeState(StrEnum):
    OFF = "off"
    STARTING = "starting"
    ON = "on"
    PAUSED = "paused"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class BridgeStatus:
    """Status of the bridge. `url` is set while it is on; `trouble` is a sentence when it could
    not start; `resumes_at` is in seconds since the epoch while it is paused."""

    state: BridgeState
    url: str = ""
    trouble: str = ""
    resumes_at: float = 0.0
    sessions: int = 0


def proof_of(token: str, port: int, challenge: str) -> str:
    """Proof that whoever listens on a port of this computer knows the token: HMAC-SHA256 (RFC
    2104), hex. The port is part of it, so that nobody can have it made elsewhere."""
    said = f"draftdesk bridge {port} {challenge}".encode()
    return hmac.new(token.encode(), said, hashlib.sha256).hexdigest()


def is_proof(given: str, token: str, port: int, challenge: str) -> bool:
    """Compared in constant time."""
    wanted = proof_of(token, port, challenge)
    return hmac.compare_digest(given.encode(), wanted.encode())

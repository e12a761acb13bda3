"""Who asks to be let in: the document that names a program, and the addresses it is answered at.

A document comes from its own address (OAuth Client ID Metadata Document, draft 00), or is handed in
(RFC 7591). All of it is a stranger's: bounded, checked, and its words cleaned.
"""

from __future__ import annotations

import json
import secrets
import unicodedata
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

from desktop_app.mail.hidden.invisible import without_invisible
from desktop_app.model.bridge import REGISTERED
from desktop_app.model.errors import BadInput

LONGEST_NAME = 60
LONGEST_ADDRESS = 1_000
MOST_REDIRECTS = 20
MOST_REGISTERED = 64
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True, slots=True)
class Program:
    """A program that may ask. `id` is its client_id, `origin` the address of its document or
    `REGISTERED`."""

    id: str
    name: str
    origin: str
    redirects: tuple[str, ...]

    @property
    def key(self) -> str:
        """By what it is told from others: one that registers anew is the same."""
        return self.origin if self.origin != REGISTERED else f"{REGISTERED} {self.name}"

    def answers_at(self, address: str) -> bool:
        """Whether it named this address, exactly; of loopback the port may be any where it named
        none (RFC 8252, section 7.3)."""
        if not is_redirect(address):
            return False
        return address in self.redirects or _without_port(address) in self.redirects


class Registered:
    """Programs that handed their document in. In memory, the oldest forgotten first."""

    def __init__(self) -> None:
        self._programs: OrderedDict[str, Program] = OrderedDict()

    def add(self, document: dict[str, Any]) -> Program:
        """Raises `BadInput` in words."""
        program = program_of(document, f"draftdesk-{secrets.token_hex(16)}", REGISTERED)
        self._programs[program.id] = program
        while len(self._programs) > MOST_REGISTERED:
            self._programs.popitem(last=False)
        return program

    def get(self, id_: str) -> Program | None:
        return self._programs.get(id_)


def is_document_address(client_id: str) -> bool:
    """Whether a client_id is the address of a document: https, with a path that has no dots to
    follow, and nothing else that an address can have."""
    parts = _split(client_id)
    if parts is None or parts.scheme != "https" or parts.query or parts.fragment:
        return False
    steps = parts.path.split("/")
    return len(parts.path) > 1 and not {".", ".."} & set(steps)


def read_document(data: bytes, address: str) -> Program:
    """The program that the document at an address names. Raises `BadInput`."""
    document = json_object(data, "Its document")
    if document.get("client_id") != address:
        raise BadInput("Its document is of another address.")
    return program_of(document, address, address)


def program_of(document: dict[str, Any], id_: str, origin: str) -> Program:
    """What a document says, checked. Raises `BadInput`."""
    method = document.get("token_endpoint_auth_method", "none")
    secret = "client_secret" in document or "client_secret_expires_at" in document
    if origin != REGISTERED and (method != "none" or secret):
        raise BadInput("Only programs without a secret of their own can ask.")
    grants = document.get("grant_types", ["authorization_code"])
    if not isinstance(grants, list) or "authorization_code" not in grants:
        raise BadInput("Only the grant authorization_code can be asked for.")
    given = document.get("client_name")
    name = plain_name(given) if isinstance(given, str) else ""
    if not name and origin != REGISTERED:
        raise BadInput("Its document has no client_name.")
    redirects = document.get("redirect_uris")
    if not isinstance(redirects, list) or not 0 < len(redirects) <= MOST_REDIRECTS:
        raise BadInput(f"redirect_uris are 1 to {MOST_REDIRECTS} addresses.")
    if not all(isinstance(each, str) and is_redirect(each) for each in redirects):
        raise BadInput(
            "Each of redirect_uris begins with https://, or with http:// and 127.0.0.1, [::1] or"
            " localhost, and has no # and no @ in it."
        )
    return Program(id_, name or "A program", origin, tuple(redirects))


def json_object(data: bytes, what: str) -> dict[str, Any]:
    """Raises `BadInput` for anything but an object of JSON."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BadInput(f"{what} is no object of JSON.")
    return found


def is_redirect(address: str) -> bool:
    """Whether a browser can be sent there with an answer: an address of the web, or of this
    computer."""
    parts = _split(address)
    if parts is None or "#" in address:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)


def plain_name(text: str) -> str:
    """A program's name for a person: one line, nothing that is not seen or turns the line round."""
    text = without_invisible(text[: LONGEST_NAME * 8])
    seen = (" " if each.isspace() else each for each in text)
    kept = (each for each in seen if unicodedata.category(each)[0] not in {"C", "Z"} or each == " ")
    return " ".join("".join(kept).split())[:LONGEST_NAME].strip()


def _without_port(address: str) -> str:
    parts = _split(address)
    if parts is None or parts.scheme != "http" or parts.port is None:
        return ""
    host = parts.netloc.rpartition(":")[0]
    return address.replace(parts.netloc, host, 1)


def _split(address: str) -> SplitResult | None:
    """The parts of an address that is plain: printable ASCII, a host, no person in it."""
    plain = len(address) <= LONGEST_ADDRESS and all("!" <= each <= "~" for each in address)
    if not plain or any(each in '\\"<>`{}|^' for each in address):
        return None
    try:
        parts = urlsplit(address)
        _ = parts.port
    except ValueError:
        return None
    return parts if parts.hostname and "@" not in parts.netloc else None

"""Namespaces of a server: where a person's own folders begin (RFC 2342, RFC 9051 section 6.3.10).

Many servers keep every folder below the inbox (`INBOX.Sent`), and refuse one made elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

from desktop_app.accounts.imap.client import BoundedClient
from desktop_app.model.errors import BadInput

_INBOX = "INBOX"


@dataclass(frozen=True, slots=True)
class Namespaces:
    """`prefix` begins the names of the person's own folders, the inbox excepted; `foreign` are the
    prefixes of other users' and of shared ones. `told` is False where the server named none."""

    prefix: str = ""
    separator: str = ""
    foreign: tuple[str, ...] = ()
    told: bool = False

    def own(self, name: str) -> bool:
        """Whether a folder is the person's own."""
        if name.upper() == _INBOX:
            return True
        if any(_below(name, prefix, self.separator) for prefix in self.foreign):
            return False
        return _begins(name, self.prefix)

    def without_prefix(self, name: str) -> str:
        """What the person calls a folder; a foreign one keeps its whole name."""
        if self.prefix and self.own(name) and len(name) > len(self.prefix):
            return name[len(self.prefix) :] if name.upper() != _INBOX else name
        return name

    def path(self, title: str) -> str:
        """The server's name for a folder with `/` between its parts. Raises `BadInput`."""
        if not self.separator:
            return f"{self.prefix}{title}"
        if self.separator != "/" and self.separator in title:
            raise BadInput(f"A folder's name can't have {self.separator} in it.")
        return self.prefix + title.replace("/", self.separator)


def namespaces_of(client: BoundedClient) -> Namespaces:
    """The namespaces of this connection, asked for once. A server that refuses the question, or
    answers nonsense, has told nothing."""
    if client.namespaces is None:
        client.namespaces = _asked(client)
    found: Namespaces = client.namespaces
    return found


def _asked(client: BoundedClient) -> Namespaces:
    if not client.has_capability("NAMESPACE"):
        return Namespaces()
    try:
        told = client.namespace()
        own = _pairs(told.personal)
        foreign = tuple(p for p, _ in (*_pairs(told.other), *_pairs(told.shared)) if p)
    except IMAPClientAbortError:
        raise
    except (IMAPClientError, ValueError, TypeError, AttributeError):
        return Namespaces()
    if not own:
        return Namespaces(foreign=foreign)
    prefix, separator = own[0]
    return Namespaces(prefix, separator, foreign, told=True)


def _pairs(told: Iterable[tuple[object, object]] | None) -> list[tuple[str, str]]:
    """Prefixes and separators; a separator is one sign or none (RFC 2342 section 5)."""
    found: list[tuple[str, str]] = []
    for prefix, separator in told or ():
        with suppress(UnicodeError):
            found.append((_text(prefix), _text(separator)[:1]))
    return found


def _text(told: object) -> str:
    return told.decode("utf-8") if isinstance(told, bytes) else str(told or "")


def _begins(name: str, prefix: str) -> bool:
    """INBOX is written in any case (RFC 3501 section 5.1)."""
    if prefix.upper().startswith(_INBOX):
        return name.upper().startswith(prefix.upper())
    return name.startswith(prefix)


def _below(name: str, prefix: str, separator: str) -> bool:
    return name.startswith(prefix) or (bool(separator) and name == prefix.rstrip(separator))

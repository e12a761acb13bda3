"""Servers that were found for an address, and what its provider asks of a person first.

No network and no secret comes in here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from desktop_app.model.errors import BadInput
from desktop_app.model.mail_server import ServerAddress

GUESS, DNS, OWN_SETTINGS = "guess", "DNS", "the provider's own settings"
"""Sources of `FoundServers`, beside an entry of the shipped list."""

_LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")
_MOST_NAME, _MOST_LOCAL, _MOST_EMAIL = 253, 64, 254
_NOT_PLAIN = re.compile(r"[\s\x00-\x1f\x7f<>()\[\]\\,;:\"]")


class ProviderKind(StrEnum):
    """How a person signs in. `CLOSED`: not with a mail program."""

    IMAP = "imap"
    GOOGLE = "google"
    MICROSOFT = "microsoft"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class FoundServers:
    """Servers of one address, and how to get in.

    `source` says in plain words where they come from. `kind` is GOOGLE where the sign-in with
    Google is possible too, MICROSOFT where only the sign-in with Microsoft is, CLOSED where
    `incoming` is None and `note` says why. `app_password` is True where the usual password is
    refused. `steps` are two to four short steps to an app password or to switching IMAP on, and
    `app_password_url` is the page for them. `outside` is True where only DNS, which anybody on the
    way can change, says that the servers are under another domain than the address: the person is
    asked before a password goes there (RFC 6186 section 6).
    """

    email: str
    user: str
    incoming: ServerAddress | None
    outgoing: ServerAddress | None
    source: str
    provider: str = ""
    kind: ProviderKind = ProviderKind.IMAP
    app_password: bool = False
    app_password_url: str = ""
    steps: tuple[str, ...] = ()
    note: str = ""
    outside: bool = False

    def of(self, email: str) -> FoundServers:
        """The same for an address: the placeholders in `user` are filled in."""
        return replace(self, email=email, user=filled(self.user, email))


def filled(text: str, email: str) -> str:
    """Text with the placeholders of the autoconfig format filled in. Source: Thunderbird's
    Autoconfig file format, "Placeholders"."""
    local, _, domain = email.rpartition("@")
    words = {"%EMAILADDRESS%": email, "%EMAILLOCALPART%": local, "%EMAILDOMAIN%": domain}
    return re.sub(r"%[A-Z]+%", lambda found: words.get(found[0], found[0]), text)


def dns_name(text: str) -> str:
    """Host or domain name in lower case and ASCII, without a final dot; empty for what is none.
    An IP address and a name of one label are none (RFC 1035 section 2.3, RFC 5891)."""
    if len(text) > _MOST_NAME + 1:
        return ""
    try:
        name = text.removesuffix(".").encode("idna").decode("ascii").lower()
    except UnicodeError:
        return ""
    labels = name.split(".")
    good = len(name) <= _MOST_NAME and len(labels) > 1 and not labels[-1].isdigit()
    return name if good and all(_LABEL.fullmatch(label) for label in labels) else ""


def domain_of(email: str) -> str:
    """Domain of an address as DNS has it. Raises `BadInput` for what is no address (RFC 5321
    section 4.5.3.1; quoted local parts are not taken)."""
    local, _, domain = email.rpartition("@")
    plain = 0 < len(local.encode()) <= _MOST_LOCAL and not _NOT_PLAIN.search(email)
    name = dns_name(domain)
    if not (plain and name and "@" not in local and len(email) <= _MOST_EMAIL):
        raise BadInput("This is no mail address.", next_step="Enter it like alex@fernhill.example.")
    return name

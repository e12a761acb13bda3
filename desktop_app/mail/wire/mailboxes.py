"""Forms of an addr-spec: whether mail can be sent there, and how it is written on the wire.

What is shown, stored and sent is one string. Nothing here mends an address: one that can't be
written as it stands is refused with a sentence. An international domain is written by IDNA 2008
(RFC 5891), as registries have it. Letters beyond ASCII before the @ stay as they are (RFC 6532):
only servers that offer SMTPUTF8 (RFC 6531) take such an address.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from desktop_app.mail.wire.headers import clean

LONGEST, LONGEST_LOCAL = 254, 64
"""Octets of an address and of its local part (RFC 5321 section 4.5.3.1, in UTF-8 RFC 6531)."""

_ATEXT = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]"
_LOCAL = re.compile(rf"{_ATEXT}+(?:\.{_ATEXT}+)*")
_QUOTED_LOCAL = re.compile(r'"[A-Za-z0-9!#$%&\'*+/=?^_`{|}~. -]+"')
"""A local part in quotation marks that every program reads alike: what parts addresses elsewhere
(commas, brackets, an @) is not in it."""
_DOMAIN = re.compile(r"(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.)+[^\W\d_][\w-]{0,61}[^\W_]")
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""Letters and marks that are not seen (Default_Ignorable_Code_Point of Unicode)."""

_BEYOND = re.compile(r"[^\x00-\x7f]")
_NOT_ON_WIRE = re.compile(r"[^\x21-\x7e]|[<>(),;:\\\"\[\]@]")


def valid_address(email: str) -> bool:
    """Whether `email` is an addr-spec one can send to, as it stands."""
    return not why_not(email)


@lru_cache(maxsize=4096)
def why_not(email: str) -> str:
    """The sentence on why mail can't be sent to `email`; empty where it can."""
    local, at, domain = email.rpartition("@")
    if (
        not at
        or not local
        or not domain
        or _octets(email) > LONGEST
        or _octets(local) > LONGEST_LOCAL
    ):
        return f"{email} is not a complete mail address."
    if not local.isascii():
        return _why_not_letters(local, email) or _why_not_domain(domain, email)
    if _QUOTED_LOCAL.fullmatch(local) is None and _LOCAL.fullmatch(local) is None:
        return _why_not_before(local, email)
    return _why_not_domain(domain, email)


def beyond_ascii(email: str) -> bool:
    """Whether only a server that offers SMTPUTF8 takes the address: it has letters beyond ASCII
    before its @."""
    return not email.rpartition("@")[0].isascii()


def _octets(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


def _why_not_domain(domain: str, email: str) -> str:
    if _DOMAIN.fullmatch(domain) is None:
        return f"{email} is not a complete mail address."
    return "" if wire_domain(domain) else _why_not_behind(domain)


def _why_not_before(local: str, email: str) -> str:
    if "@" in local:
        return f"“{email}” can be read as more than one address: write each by itself."
    return f"{email} is not a complete mail address."


def _why_not_letters(local: str, email: str) -> str:
    """Letters, marks on them and figures alone, and each in the one form in which it is typed: what
    looks alike on the screen is the same address. Nothing that is read as an encoded word."""
    if _LOCAL.fullmatch(_BEYOND.sub("a", local)) is None or "=?" in local:
        return _why_not_before(local, email)
    if unicodedata.normalize("NFKC", local) != local:
        return f"{email} has letters before the @ in a form that can't be typed. Type it anew."
    odd = any(not c.isascii() and unicodedata.category(c)[0] not in "LMN" for c in local)
    if odd or unicodedata.category(local[0])[0] == "M" or _UNSEEN.search(local):
        return f"{email} has signs before the @ that are no letters."
    return ""


def _why_not_behind(domain: str) -> str:
    other = _by_uts46(domain)
    if other and other != domain.lower():
        return (
            f"The domain {domain} can't be registered as it is written; some programs read it as "
            f"{other}. Write the one you mean."
        )
    return f"There can't be a domain {domain}."


def wire_address(email: str) -> str:
    """The addr-spec for the wire; empty where it can't be written as it stands: nothing in it can
    end the field or begin another mailbox. It is ASCII but for letters before the @."""
    local, at, domain = clean(email).rpartition("@")
    if not at:
        local, domain = domain, ""
    plain = not _NOT_ON_WIRE.search(local) or _QUOTED_LOCAL.fullmatch(local) is not None
    plain = plain or (bool(at) and not local.isascii() and not _why_not_letters(local, email))
    domain = wire_domain(domain) if not domain.isascii() else domain
    if not local or not plain or (at and not domain) or _NOT_ON_WIRE.search(domain):
        return ""
    return f"{local}{at}{domain}"


@lru_cache(maxsize=4096)
def wire_domain(domain: str) -> str:
    """The domain in ASCII by IDNA 2008; empty where that does not know it, or where the other rule
    in use (UTS 46) reads another domain. One in ASCII stays as it is."""
    if domain.isascii():
        return domain
    import idna  # reads its tables: not on the way to the window

    try:
        strict = idna.encode(unicodedata.normalize("NFC", domain.lower())).decode("ascii")
    except (idna.IDNAError, UnicodeError):
        return ""
    return strict if strict == _by_uts46(domain) else ""


def _by_uts46(domain: str) -> str:
    import idna

    try:
        return idna.encode(domain, uts46=True).decode("ascii")
    except (idna.IDNAError, UnicodeError):
        return ""

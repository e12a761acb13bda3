"""Domain names as names: who registered one, whether it can exist, what it imitates.

The Public Suffix List (https://publicsuffix.org) tells where a registered domain begins. Nothing is
looked up. No rule about mails comes in here.
"""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from desktop_app.mail.wire.mailboxes import wire_domain

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

LONGEST = 253
"""Characters of a domain name (RFC 1035 section 2.3.4)."""

_LABEL = re.compile(r"[^\W_](?:[\w-]{0,61}[^\W_])?")
_NUMBERS = re.compile(r"(?:0x[0-9a-f]{1,8}|\d{1,10})(?:\.(?:0x[0-9a-f]{1,8}|\d{1,10})){0,3}")
_QUAD = re.compile(r"(?<![\w-])\d{1,3}([.-])\d{1,3}\1\d{1,3}\1\d{1,3}(?=[.-])")
_PRIVATE_TOPS = frozenset(
    "example test invalid localhost local localdomain internal intranet lan home corp private arpa"
    " onion alt".split()
)
"""Tops that no registry has, and that mail inside a house, or about examples, uses (RFC 6761)."""

_WIDE_TOPS = frozenset(("com", "net", "org", "gov", "edu"))
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")
_TWINS = frozenset("асеорхуіјѕһԁԛԝьвкмнтпгαοενικρτυχω-0123456789")


@cache
def _suffixes() -> PublicSuffixList:
    from publicsuffixlist import PublicSuffixList  # reads its list: not on the way to the window

    return PublicSuffixList()


@lru_cache(maxsize=4096)
def registered(host: str) -> str:
    """The registered domain `host` lies in (`a.b.example.co.uk` gives `example.co.uk`); the host
    itself where it is none (a number, one label, a public suffix). In small ASCII letters."""
    host = as_ascii(host)
    if not host or len(host) > LONGEST or is_number(host):
        return host
    return _suffixes().privatesuffix(host) or host


def owner(host: str) -> str:
    """The label that was registered: `example` of `a.example.co.uk`; empty for a number."""
    return "" if is_number(host) else registered(host).partition(".")[0]


def same_house(one: str, other: str) -> bool:
    """Whether both lie in one registered domain."""
    return bool(one) and registered(one) == registered(other)


def can_exist(host: str) -> bool:
    """Whether a domain of this name can be on the internet, or inside a house."""
    host = as_ascii(host)
    labels = host.split(".")
    if not host or len(host) > LONGEST or not all(_LABEL.fullmatch(label) for label in labels):
        return False
    if len(labels) == 1 or labels[-1] in _PRIVATE_TOPS:
        return True
    return known_top(host)


def known_top(host: str) -> bool:
    """Whether the last label is a top-level domain of the list, or one kept for examples."""
    if as_ascii(host).rpartition(".")[2] in {"example", "test"}:
        return True
    return bool(_suffixes().publicsuffix(as_ascii(host), accept_unknown=False))


def is_number(host: str) -> bool:
    """Whether `host` is an address in numbers, in any spelling that browsers take (decimal, hex,
    octal, fewer than four parts, IPv6 in brackets)."""
    return host.startswith("[") or bool(_NUMBERS.fullmatch(host.lower()))


def is_public_number(host: str) -> bool:
    """Whether `host` is a number, and not one of a house's own network."""
    if not is_number(host):
        return False
    try:
        return ipaddress.ip_address(host.strip("[]")).is_global
    except ValueError:
        return True


def holds_number(host: str) -> bool:
    """Whether a name is made of an address in numbers, as those of rented machines are."""
    return not is_number(host) and bool(_QUAD.search(f"{host}."))


def inner_domain(host: str) -> str:
    """The domain at the beginning of a name that ends as another: `bank.com` of
    `www.bank.com.login.example`; empty where there is none."""
    host = as_ascii(host)
    labels, ends = host.split("."), registered(host).count(".") + 1
    for place, label in enumerate(labels[1:-ends], 1):
        if label in _WIDE_TOPS and len(labels[place - 1]) > 2:
            return ".".join(labels[place - 1 : place + 1])
    return ""


def as_ascii(host: str) -> str:
    """Small letters, the final dot off, letters of other alphabets as `xn--`."""
    host = host.strip().lower().rstrip(".")
    if host.isascii() or len(host) > LONGEST:
        return host
    return wire_domain(host) or _by_old_rule(host)


def _by_old_rule(host: str) -> str:
    """By IDNA 2003, for names that the rule in use does not know; itself where neither does."""
    try:
        return host.encode("idna").decode("ascii")
    except UnicodeError:
        return host


def as_read(host: str) -> str:
    """The name as a person reads it, `xn--` labels decoded."""
    try:
        return host.encode("ascii").decode("idna") if "xn--" in host else host
    except UnicodeError:
        return host


def imitates(host: str) -> bool:
    """Whether the letters of a domain look like those of another alphabet."""
    name = as_read(host)
    return not name.isascii() and (mixed(name) or _latin_twins(name))


def scripts(text: str) -> set[str]:
    """The look-alike alphabets among the first 300 characters."""
    names = (unicodedata.name(c, "") for c in text[:300] if c.isalpha())
    return {script for name in names for script in _SCRIPTS if name.startswith(script)}


def mixed(text: str) -> bool:
    """Whether one word has letters of two look-alike alphabets."""
    return not text.isascii() and any(
        len(scripts(word)) > 1 for word in re.split(r"[\W\d_]+", text)
    )


def _latin_twins(domain: str) -> bool:
    """Whether all letters of a label have Latin twins, under a Latin top level."""
    labels = domain.split(".")
    return scripts(labels[-1]) == {"LATIN"} and any(
        scripts(label) in ({"CYRILLIC"}, {"GREEK"}) and set(label) <= _TWINS
        for label in labels[:-1]
    )

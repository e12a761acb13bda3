"""List of mail providers that comes with Draftdesk. It is read when it is first asked.

The data is `providers.xml`, in the autoconfig format. Elements named `desk:…` are our own: what a
provider asks of a person. `<domain purpose="mx">` is the end of the names of its MX hosts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from xml.etree.ElementTree import Element

from desktop_app.accounts.imap.autoconfig import plain, servers_of, tree
from desktop_app.model.mail_provider import FoundServers, ProviderKind, domain_of

_DATA = "providers.xml"


@dataclass(frozen=True, slots=True)
class _Providers:
    """Templates by the domain of an address, by the end of an MX host, and by their IMAP host."""

    by_domain: dict[str, FoundServers] = field(default_factory=dict)
    by_mx: dict[str, FoundServers] = field(default_factory=dict)
    by_host: dict[str, FoundServers] = field(default_factory=dict)


def provider_of(domain: str) -> FoundServers | None:
    """Template for the addresses of a domain; `FoundServers.of` makes it one for an address."""
    return _providers().by_domain.get(domain)


def provider_of_mx(host: str) -> FoundServers | None:
    """Template for a domain whose mail goes to an MX host, by the longest end that is listed."""
    labels = host.removesuffix(".").lower().split(".")
    known = _providers().by_mx
    ends = (".".join(labels[start:]) for start in range(len(labels) - 1))
    return next((known[end] for end in ends if end in known), None)


def provider_at(host: str) -> FoundServers | None:
    """Template of the provider with an IMAP server of this name."""
    return _providers().by_host.get(host)


def listed(email: str) -> FoundServers | None:
    """Servers of an address by the list. Raises `BadInput` for what is no address."""
    template = provider_of(domain_of(email))
    return template.of(email) if template else None


def entries(document: bytes) -> Iterator[tuple[Element, FoundServers]]:
    """Every provider of a document in the list's format. Raises `ValueError` where it is wrong."""
    for provider in tree(document).iterfind("emailProvider"):
        yield provider, _template(provider)


@cache
def _providers() -> _Providers:
    made = _Providers()
    for provider, template in entries(files(__package__).joinpath(_DATA).read_bytes()):
        for domain in provider.iterfind("domain"):
            table = made.by_mx if domain.get("purpose") == "mx" else made.by_domain
            table[domain.text or ""] = template
        if template.incoming:
            made.by_host.setdefault(template.incoming.host, template)
    return made


def _template(provider: Element) -> FoundServers:
    name = plain(provider.findtext("displayName", ""))
    kind = ProviderKind(_own(provider, "kind") or ProviderKind.IMAP)
    found = servers_of(provider, loopback=True)
    if found is None and kind is not ProviderKind.CLOSED:
        raise ValueError(f"{name} has no server that can be used")
    return replace(
        found or FoundServers("", "%EMAILADDRESS%", None, None, ""),
        source=f"{name}'s entry in Draftdesk's list",
        provider=name,
        kind=kind,
        app_password=any(child.tag == "desk:appPassword" for child in provider),
        app_password_url=_own(provider, "page"),
        steps=_all_own(provider, "step"),
        note=_own(provider, "note"),
    )


def _own(provider: Element, name: str) -> str:
    return next(iter(_all_own(provider, name)), "")


def _all_own(provider: Element, name: str) -> tuple[str, ...]:
    """Texts of our own elements; their names are kept as they are written."""
    return tuple(plain(child.text or "") for child in provider if child.tag == f"desk:{name}")

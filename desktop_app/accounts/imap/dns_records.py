"""DNS records that tell the servers of a domain: SRV, and the MX of a provider in the list.

Sources: RFC 6186 (IMAP and submission by SRV), RFC 8314 section 5.1 (`_submissions`), RFC 2782
(priority, weight, and "." for what is not offered).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from desktop_app.accounts.imap.provider_list import provider_of_mx
from desktop_app.model.mail_provider import DNS, FoundServers, dns_name, domain_of
from desktop_app.model.mail_server import Security, ServerAddress

SECONDS = 4.0
Resolver = Callable[[str, str], Iterable[Any]]
"""Records of a name and a type, as dnspython has them. Raises `OSError` where DNS does not
answer."""

_INCOMING = (("_imaps._tcp", Security.TLS), ("_imap._tcp", Security.STARTTLS))
_OUTGOING = (("_submissions._tcp", Security.TLS), ("_submission._tcp", Security.STARTTLS))


def resolve(name: str, kind: str) -> Iterable[Any]:
    """Records by the system's resolver; none for a name that has none. Raises `OSError`."""
    import dns.exception
    import dns.resolver

    try:
        return tuple(dns.resolver.resolve(name, kind, lifetime=SECONDS, search=False))
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return ()
    except dns.exception.DNSException as error:
        raise OSError(f"no answer for {name}") from error


def srv_servers(email: str, resolver: Resolver = resolve) -> FoundServers | None:
    """Servers by SRV records, TLS before STARTTLS. Raises `BadInput` for what is no address."""
    domain = domain_of(email)
    try:
        incoming = _offered(domain, _INCOMING, resolver)
        outgoing = _offered(domain, _OUTGOING, resolver) if incoming else None
    except OSError:
        return None
    if incoming is None:
        return None
    hosts = {at.host for at in (incoming, outgoing) if at}
    outside = any(host != domain and not host.endswith(f".{domain}") for host in hosts)
    return FoundServers(email, email, incoming, outgoing, DNS, provider=domain, outside=outside)


def mx_provider(email: str, resolver: Resolver = resolve) -> FoundServers | None:
    """Servers of the listed provider that the domain's mail goes to. MX hosts that only stand in
    for the first ones are not asked. Raises `BadInput` for what is no address."""
    try:
        records = tuple(resolver(domain_of(email), "MX"))
    except OSError:
        return None
    first = min((record.preference for record in records), default=0)
    for record in records:
        if record.preference == first and (found := provider_of_mx(str(record.exchange))):
            return replace(found.of(email), source=f"{DNS}, and {found.source}")
    return None


def _offered(
    domain: str, services: Iterable[tuple[str, Security]], resolver: Resolver
) -> ServerAddress | None:
    """Of records with the same priority the one of the largest weight is taken, not one by lot, so
    that the same records give the same servers."""
    for service, security in services:
        records = resolver(f"{service}.{domain}", "SRV")
        for record in sorted(records, key=lambda r: (r.priority, -r.weight)):
            host = dns_name(str(record.target))
            if host and record.port:
                return ServerAddress(host, record.port, security)
    return None

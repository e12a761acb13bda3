"""Settings of mail servers in the autoconfig format: reading a document, fetching a domain's own.

A document comes from anywhere, so it is bounded, has no DOCTYPE, and names no server without TLS.
Sources: Thunderbird, "Autoconfig file format"; draft-ietf-mailmaint-autoconfig.
"""

from __future__ import annotations

import re
from threading import Event
from urllib.parse import quote, unquote, urljoin, urlsplit, urlunsplit
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from desktop_app.accounts.public_web import PublicWeb
from desktop_app.model.errors import KnownError
from desktop_app.model.mail_provider import (
    OWN_SETTINGS,
    FoundServers,
    dns_name,
    domain_of,
    filled,
)
from desktop_app.model.mail_server import Security, ServerAddress

SUBDOMAIN = "https://autoconfig.{domain}/mail/config-v1.1.xml?emailaddress={email}"
WELL_KNOWN = "https://{domain}/.well-known/autoconfig/mail/config-v1.1.xml"
"""Addresses of a domain's own document."""
MOST_BYTES, SECONDS = 256 * 1024, 5.0
LOOPBACK = "127.0.0.1"

_MOST_DEPTH, _MOST_PORT, _MOST_TEXT = 32, 65535, 320
_SECURITY = {"SSL": Security.TLS, "STARTTLS": Security.STARTTLS}
_PASSWORD = frozenset({"password-cleartext", "plain", "password-encrypted", "secure"})
_PLACEHOLDER = re.compile(r"%[A-Z]+%")


def tree(document: bytes) -> Element:
    """Root of a document. Raises `ValueError` for what is no XML, is too long or too deep, or has a
    DOCTYPE: without one there are no entities to expand or to fetch."""
    if len(document) > MOST_BYTES:
        raise ValueError(f"a document of {len(document)} bytes")
    builder, parser, depth = TreeBuilder(), expat.ParserCreate(), 0

    def begin(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _MOST_DEPTH:
            raise ValueError("a document that is too deep")
        builder.start(tag, attributes)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    def refuse(*_: object) -> None:
        raise ValueError("a document with a DOCTYPE")

    parser.StartElementHandler, parser.EndElementHandler = begin, end
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = builder.data, refuse
    try:
        parser.Parse(document, True)
    except (expat.ExpatError, LookupError) as error:
        raise ValueError("no XML") from error
    root: Element = builder.close()
    return root


def parse_autoconfig(document: bytes, email: str) -> FoundServers | None:
    """Servers that a document names for an address; None where it names none that can be used.
    Raises `BadInput` for what is no address."""
    domain = domain_of(email)
    try:
        root = tree(document)
    except ValueError:
        return None
    for provider in root.iterfind("emailProvider"):
        if found := servers_of(provider, domain):
            return found.of(email)
    return None


def servers_of(
    provider: Element, domain: str = "", *, loopback: bool = False
) -> FoundServers | None:
    """First IMAP and first SMTP server of a provider that can be used, with placeholders left in
    `user`. `loopback`: a server on this computer may be named."""
    incoming = _first(provider, "incomingServer", "imap", domain, loopback)
    if incoming is None:
        return None
    outgoing = _first(provider, "outgoingServer", "smtp", domain, loopback)
    return FoundServers(
        email="",
        user=_user(incoming[0]),
        incoming=incoming[1],
        outgoing=outgoing[1] if outgoing else None,
        source=OWN_SETTINGS,
        provider=plain(provider.findtext("displayName", "")) or domain,
    )


def plain(text: str) -> str:
    """Text of one line, without characters that do not show."""
    line = " ".join(text.split())
    return "".join(c for c in line if c.isprintable())[:_MOST_TEXT]


def _first(
    provider: Element, tag: str, kind: str, domain: str, loopback: bool
) -> tuple[Element, ServerAddress] | None:
    """The document is in the provider's order of preference."""
    for server in provider.iterfind(tag):
        if server.get("type") == kind and (at := _address(server, domain, loopback)):
            return server, at
    return None


def _address(server: Element, domain: str, loopback: bool) -> ServerAddress | None:
    """None for a server without TLS, and for one that takes no password."""
    named = filled(server.findtext("hostname", "").strip(), f"@{domain}")
    host = named if loopback and named == LOOPBACK else dns_name(named)
    port = server.findtext("port", "").strip()
    security = _SECURITY.get(server.findtext("socketType", "").strip())
    ways = {(way.text or "").strip() for way in server.iterfind("authentication")}
    if not host or security is None or (ways and not ways & _PASSWORD):
        return None
    if not re.fullmatch(r"[0-9]{1,5}", port) or not 0 < int(port) <= _MOST_PORT:
        return None
    return ServerAddress(host, int(port), security)


def _user(server: Element) -> str:
    """The address itself where the document asks for more than the format has names for."""
    given = server.findtext("username", "").strip()
    filled_in = filled(given, "alex@fernhill.example")
    if not given or plain(given) != given or _PLACEHOLDER.search(filled_in):
        return "%EMAILADDRESS%"
    return given


def fetch_autoconfig(
    email: str, place: str = SUBDOMAIN, *, web: PublicWeb | None = None
) -> FoundServers | None:
    """Servers by the document at `place`, in which {domain} and {email} stand for the address.
    None where there is none. Raises `BadInput` for what is no address."""
    url = place.format(domain=domain_of(email), email=quote(email, safe=""))
    document = fetched(url, email, web=web)
    return parse_autoconfig(document, email) if document else None


def fetched(
    url: str, email: str, *, web: PublicWeb | None = None, seconds: float = SECONDS
) -> bytes:
    """Document at an https address; empty where it can't be had in time. Nothing is sent but the
    address of the document. A host of the address's own domain may lie in the person's own
    network, as a company's does; every other one is public."""
    web = web or PublicWeb(own=domain_of(email))
    try:
        return web.get(
            url,
            accept="*/*",
            most_bytes=MOST_BYTES,
            seconds=seconds,
            cancelled=Event(),
            follow=lambda asked, location: followed(asked, location, email),
        )
    except KnownError:
        return b""


def followed(url: str, location: str, email: str) -> str:
    """Where a redirect leads; empty where it is not followed. It is followed to https alone, and a
    host outside of the address's domain is told nothing of the address."""
    try:
        parts = urlsplit(urljoin(url, location))
    except ValueError:
        return ""
    domain, host = domain_of(email), parts.hostname or ""
    if parts.scheme != "https" or not host or "@" in parts.netloc:
        return ""
    if host == domain or host.endswith(f".{domain}"):
        return urlunsplit(parts)
    path = unquote(parts.path).lower()
    if email.rpartition("@")[0].lower() in (*path.split("/"), path) or email.lower() in path:
        return ""
    return urlunsplit((parts.scheme, parts.netloc, parts.path, "", ""))

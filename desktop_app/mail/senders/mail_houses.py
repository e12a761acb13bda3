"""Mail services whose servers go by several registered domains: data, with where it was seen.

A message crosses hosts of one service under names of several domains, and the service may write its
results in one field or in a field for each method. Who else has one domain needs no entry.
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.mail.senders.domains import registered


@dataclass(frozen=True, slots=True)
class Service:
    """Registered domains of one service, the first for its name. `below`: its results stand below
    Received fields of its own hosts. `split`: it writes a field of Authentication-Results for each
    method, one below the other. `tells_spf`: of mail from outside it always tells SPF, so that
    results without it are of what its own users handed in."""

    domains: tuple[str, ...]
    below: bool = False
    split: bool = False
    tells_spf: bool = False


SERVICES = (
    # Outlook.com and Microsoft 365, whose results have no id and are known by the hop above:
    # https://learn.microsoft.com/defender-office-365/message-headers-eop-mdo
    Service(
        ("outlook.com", "office365.com", "exchangelabs.com", "hotmail.com"),
        below=True,
        tells_spf=True,
    ),
    # https://support.google.com/mail/answer/180707
    Service(("google.com", "gmail.com", "googlemail.com"), below=True),
    # Both mailboxes have results of atlas206.free.mail.ne1.yahoo.com and its like.
    Service(("yahoo.com", "aol.com", "yahoodns.net"), below=True),
    # Ids of bimi, arc, dmarc, dkim-verifier and spf.icloud.com, each in a field of its own.
    Service(("icloud.com", "me.com", "mac.com", "apple.com"), below=True, split=True),
    # Ids of phl-mx-07.messagingengine.com and its like.
    Service(("messagingengine.com", "fastmail.com", "fastmail.fm"), below=True),
    # The id is gmx.net or web.de, the hops are of kundenserver as well as of both.
    Service(("gmx.net", "gmx.de", "gmx.com", "web.de", "kundenserver.de")),
    # The id is mail.protonmail.ch in four fields, the hop is mailin.protonmail.ch.
    Service(("protonmail.ch", "protonmail.com", "proton.ch", "proton.me"), below=True, split=True),
    # Each region has an id of its own: mx.zohomail.com, mx.zohomail.eu, mx.zohomail.in.
    Service(("zohomail.com", "zoho.com")),
    Service(("zohomail.eu", "zoho.eu")),
    Service(("zohomail.in", "zoho.in")),
    # Ids of mxfront8g.mail.yandex.net, or of …vla.yp-c.yandex.net
    Service(("yandex.net", "yandex.ru", "yandex.com"), below=True),
)
"""As ids and hops stand in real mail; where no page of the service tells it, mail in public
repositories did (looked at in November 2026)."""

_BY_DOMAIN = {domain: service for service in SERVICES for domain in service.domains}


def house_of(host: str) -> str:
    """The name of the service that `host` is of, or else its registered domain."""
    domain = registered(host)
    service = _BY_DOMAIN.get(domain)
    return service.domains[0] if service is not None else domain


def service_of(house: str) -> Service:
    """The service of that name; one of this domain alone where none is known."""
    return _BY_DOMAIN.get(house) or Service((house,))

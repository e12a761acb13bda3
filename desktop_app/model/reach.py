"""Reach of a web address: whether what is sent there can be read on the way, and by whom."""

from __future__ import annotations

import ipaddress
import re
from enum import Enum

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
_URL = re.compile(r"(https?)://(\[[0-9a-f:]+\]|[^\s/:@?#]+)(?::\d+)?(?:[/?#]\S*)?", re.IGNORECASE)
_OWN_NAMES = (".local", ".home.arpa")
"""Names of a home's own network: RFC 6762 and RFC 8375."""
_OWN_NETWORKS = tuple(
    ipaddress.ip_network(network)
    for network in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")
)
"""RFC 1918 and RFC 4193."""


class Reach(Enum):
    """`OWN_NETWORK` is plain http to another computer of a private network, which whoever is on
    that network can read; `OPEN` is plain http to anywhere else, or no web address."""

    THIS_COMPUTER = "this computer"
    ENCRYPTED = "encrypted"
    OWN_NETWORK = "own network"
    OPEN = "open"


def reach_of(url: str) -> Reach:
    host = host_of(url)
    if not host:
        return Reach.OPEN
    if host in LOOPBACK:
        return Reach.THIS_COMPUTER
    if url[:5].lower() == "https":
        return Reach.ENCRYPTED
    return Reach.OWN_NETWORK if _is_own(host) else Reach.OPEN


def host_of(url: str) -> str:
    """The host of a web address, without brackets; empty where it is none, or names a user."""
    found = _URL.fullmatch(url)
    return found[2].strip("[]").lower().rstrip(".") if found is not None else ""


_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?=$|[:/?#])", re.IGNORECASE)
_ANY = re.compile(r"(?<=//)(?:0\.0\.0\.0|\[::\])(?=$|[:/?#])")
"""Addresses on which a server listens, by which none is reached."""


def with_scheme(url: str) -> str:
    """A web address as it was typed, with `http://` for this computer and the own network and
    `https://` for others where it has none. What is no address stays as it is."""
    url = url.strip()
    if "://" not in url and _HOST.match(url):
        plain = _ANY.sub("127.0.0.1", f"http://{url}")
        near = reach_of(plain) in {Reach.THIS_COMPUTER, Reach.OWN_NETWORK}
        return plain if near else f"https://{url}"
    return _ANY.sub("127.0.0.1", url)


def _is_own(host: str) -> bool:
    if host.endswith(_OWN_NAMES):
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return any(address.version == own.version and address in own for own in _OWN_NETWORKS)

"""Signs that a link leads elsewhere than a person would think, reported beside the mail.

Targets are judged as written; nothing is looked up. A text that names another host is found in
`links`, and the press on it asks; here it is weighed whether that is worth a bar.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from desktop_app.mail.reader.links import claimed_hosts, goes_to, host
from desktop_app.mail.senders import domains
from desktop_app.mail.senders.letterhead import Letterhead
from desktop_app.mail.senders.own_side import Standing
from desktop_app.mail.senders.public_mail import is_public
from desktop_app.model.message import BodyWarning, Link, WarningKind

_USER = re.compile(r"^https?://([^/?#@]*)@", re.IGNORECASE)
_ENCODED = re.compile(r"[A-Za-z0-9+/_-]{8,200}={0,2}")
_PERCENT = re.compile(rb"%([0-9A-Fa-f]{2})")
_MOST = 1_000
"""Links that are looked at."""

_COUNTED = 2
"""Different targets at one host, half of all and more, that are a sender's counter."""

_MANY, _SHOWN = 5, 3
"""Different targets at one host, a third of all and more, that are a service's counter; a mail of
twice as many is a newsletter, or one whose texts show so many houses over that host."""


def web_hosts(links: Iterable[Link]) -> tuple[str, ...]:
    """The host of each web link, in order."""
    found = (host(link.target) for link in links if link.target[:4].lower() == "http")
    return tuple(h for h in found if h)[:_MOST]


def link_warnings(links: Sequence[Link], head: Letterhead) -> tuple[BodyWarning, ...]:
    """One warning for each kind of odd target, with the first link of that kind."""
    found: dict[str, BodyWarning] = {}
    for link in links[:_MOST]:
        for kind, sentence in (*_odd(link.target, head), *_to_a_mailbox(link, head)):
            evidence = (link.text[:500], link.target[:500])
            found.setdefault(kind, BodyWarning(WarningKind.LINK_TRICK, sentence, evidence))
    return tuple(found.values())


def misleading(links: Sequence[Link], head: Letterhead, standing: Standing) -> Iterator[Link]:
    """Links whose text claims to lead to another house, `mismatch` the host it claims. A sender who
    counts presses sends them over one host: then its own address as a text says nothing odd, nor do
    the addresses of others in a newsletter. Where an own server speaks, it has to vouch for the
    sender first."""
    claims = [(link, claimed) for link in links[:_MOST] if (claimed := _claimed(link))]
    ways = _ways(links[:_MOST])
    everywhere = len(set().union(*ways.values()))
    shown: dict[str, set[str]] = defaultdict(set)
    for link, claimed in claims:
        shown[goes_to(link.target)].add(domains.registered(claimed))
    for link, claimed in claims:
        way = goes_to(link.target)
        counted = len(ways.get(way, ()))
        own = domains.same_house(claimed, head.house)
        one_way = counted >= _COUNTED and counted * 2 >= everywhere
        counter = counted >= _MANY and counted * 3 >= everywhere
        if standing.passed:
            excused = own or (counter and not domains.same_house(way, head.house))
        else:
            newsletter = counter and (everywhere >= 2 * _MANY or len(shown[way]) >= _SHOWN)
            excused = standing.unknown and ((own and one_way) or newsletter)
        if not excused:
            yield replace(link, mismatch=claimed)


def _claimed(link: Link) -> str:
    """The first host that the text of a link claims and that is of another house than its
    target's."""
    goes = goes_to(link.target)
    if not goes or "." not in link.text or link.text == link.target:
        return ""
    return next((h for h in claimed_hosts(link.text) if not domains.same_house(h, goes)), "")


def _ways(links: Iterable[Link]) -> Mapping[str, set[str]]:
    """The different web targets of a mail by their host."""
    found: dict[str, set[str]] = defaultdict(set)
    for link in links:
        name = host(link.target)
        if name:
            found[name].add(link.target)
    return found


def _odd(target: str, head: Letterhead) -> Iterator[tuple[str, str]]:
    name = host(target)
    if not name or target[:4].lower() != "http":
        return
    user = _USER.match(target)
    if user is not None:
        before = user[1][:100]
        yield "user", f"A link begins like {before}, but goes to {name}."
    if domains.is_public_number(name):
        yield "number", f"A link goes to a bare number, {name}, instead of a name."
    elif domains.holds_number(name):
        yield "number", f"A link goes to a machine without a name of its own, {name}."
    if domains.imitates(name):
        yield "letters", f"A link goes to {name}, made of letters that look like others."
    inner = domains.inner_domain(name)
    if inner and not domains.same_house(inner, head.house):
        yield "inner", f"A link begins like {inner}, but goes to {domains.registered(name)}."
    if _carries(target, head.reached):
        yield "carries", f"A link hands your address to {name} in a hidden way."


def _to_a_mailbox(link: Link, head: Letterhead) -> Iterator[tuple[str, str]]:
    """A button that writes a mail already worded to a mailbox that anybody can have."""
    address, _, prefilled = link.target[7:].partition("?")
    if link.target[:7].lower() != "mailto:" or "@" in link.text:
        return
    domain = _decoded_percent(address)[:400].rpartition("@")[2].strip().lower()
    worded = any(word in prefilled.lower() for word in ("subject=", "body="))
    if worded and is_public(domain) and not domains.same_house(domain, head.house):
        yield (
            "mailbox",
            f"A link writes a mail to {_decoded_percent(address)[:100]} instead of opening a page.",
        )


def _carries(target: str, reached: frozenset[str]) -> bool:
    """Whether the part after `#`, which no server needs, holds a recipient's address, also in
    base64: pages that ask for a password fill it in."""
    fragment = _decoded_percent(target.partition("#")[2])[:400].lower()
    plain = _decoded_percent(target.partition("#")[2])[:400]
    keys = [key for key in reached if "@" in key]
    if not fragment or not keys:
        return False
    if any(key in fragment for key in keys):
        return True
    return any(key in _decoded(piece) for piece in _ENCODED.findall(plain) for key in keys)


def _decoded_percent(text: str) -> str:
    """`%40` as `@` (RFC 3986 section 2.1)."""
    data = _PERCENT.sub(lambda m: bytes((int(m[1], 16),)), text.encode("utf-8", "replace"))
    return data.decode("utf-8", "replace")


def _decoded(piece: str) -> str:
    try:
        data = base64.urlsafe_b64decode(
            piece.rstrip("=").replace("+", "-").replace("/", "_") + "==="
        )
    except (binascii.Error, ValueError):
        return ""
    return data.decode("utf-8", "replace").lower()

"""What the receiving server found about a mail's sender: Authentication-Results (RFC 8601).

Anybody can write that field into a mail. So only the account's own server is believed, known by its
domain, and only where it writes: above every Received field of others. A pass is a fact for other
parts and is told to nobody; what failed is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from desktop_app.mime.addresses import addresses
from desktop_app.mime.domains import is_number, registered, same_house
from desktop_app.model.address import Address
from desktop_app.model.message import BodyWarning, WarningKind

LONGEST_HEAD = 256_000
"""Bytes of a message in which its header fields are looked for."""

LEAST_MAILS, LEAST_HOUSES, NEARLY_ALL = 5, 3, 0.8
"""Of the newest mail: how many, from how many domains, and which share must have the same id."""

_FIELD = re.compile(rb"([!-9;-~]{1,100})[ \t]*:((?:[^\n]|\n[ \t])*)(?:\n|$)")
_BY = re.compile(r"\bby\s+([^\s;()]+)", re.IGNORECASE)
_METHOD = re.compile(r"\s*([\w.-]+)(?:/\d+)?\s*=\s*([\w-]+)")
_PROPERTY = re.compile(r"\b(\w+\.[\w-]+)\s*=\s*(\"[^\"]*\"|[^\s;]+)")
_INSIDE = frozenset(("internal", "local", "localdomain", "lan", "localhost"))
_FAILS = frozenset(("fail", "softfail", "policy", "hardfail"))


class Proof(StrEnum):
    """What the own server says of a mail: `UNKNOWN` where it is not known, or the mail did not come
    through it; `MISSING` where it says nothing."""

    PASSED = "passed"
    FAILED = "failed"
    UNPROVEN = "unproven"
    MISSING = "missing"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`domain` is the sender's; `via` the domain of a list that vouches for the mail instead."""

    proof: Proof
    server: str = ""
    domain: str = ""
    via: str = ""


@dataclass(frozen=True, slots=True)
class _Result:
    method: str
    result: str
    properties: dict[str, str] = field(default_factory=dict)

    def domain(self, *names: str) -> str:
        value = next((self.properties[n] for n in names if n in self.properties), "")
        return value.rpartition("@")[2].strip("<>").lower()


Fields = Sequence[tuple[str, str]]
"""Header fields from the top: the name in small letters, the unfolded value."""


def fields_of(raw: bytes) -> Fields:
    """The header fields of a message in their order."""
    head = raw[:LONGEST_HEAD].replace(b"\r\n", b"\n").lstrip(b"\n")
    head = head.partition(b"\n\n")[0]
    return [
        (name.decode("ascii").lower(), " ".join(value.decode("utf-8", "replace").split()))
        for name, value in _FIELD.findall(head)
    ]


def verdict(raw: bytes, server: str) -> Verdict:
    """What the own server found of the message `raw`. `server` is the domain learned for the
    account (see `learned`), empty where there is none. Never raises."""
    if not server:
        return Verdict(Proof.UNKNOWN)
    fields = fields_of(raw)
    if not any(name == "received" for name, _ in fields):
        return Verdict(Proof.UNKNOWN)
    people = _people(fields)
    domain = people[0].domain if people else ""
    results = list(_results(fields, server))
    if not results:
        return Verdict(Proof.MISSING, server, domain)
    proof = _judged(results, domain)
    return Verdict(proof, server, domain, "" if proof is Proof.PASSED else _via(fields, results))


def proof_warning(found: Verdict) -> BodyWarning | None:
    """What is to be said of it; nothing of a pass, and nothing where no server is known."""
    who = found.domain or "the sender it names"
    if found.proof is Proof.FAILED:
        if found.via:
            text = f"This mail came through {found.via}, so nothing proves that it is from {who}."
            return BodyWarning(WarningKind.SENDER_UNPROVEN, text)
        text = f"Your mail server ({found.server}) checked this mail: {who} does not vouch for it."
        return BodyWarning(WarningKind.SENDER_FAILED, text)
    if found.proof is Proof.UNPROVEN:
        text = f"Your mail server ({found.server}) found nothing that proves it is from {who}."
        return BodyWarning(WarningKind.SENDER_UNPROVEN, text)
    if found.proof is Proof.MISSING:
        text = f"Your mail server ({found.server}) did not check who sent this mail."
        return BodyWarning(WarningKind.SENDER_UNPROVEN, text)
    return None


def passed(raw: bytes, server: str) -> bool:
    """Whether the own server vouches for the one sender of the message `raw`."""
    return len(_people(fields_of(raw))) == 1 and verdict(raw, server).proof is Proof.PASSED


def learned(heads: Iterable[bytes]) -> str:
    """The domain of the server that receives an account's mail, from the newest of that mail, or
    nothing. It wrote its results above all Received fields of others, in nearly all of them."""
    votes: Counter[str] = Counter()
    houses: dict[str, set[str]] = {}
    count = 0
    for raw in heads:
        fields = fields_of(raw)
        if not any(name == "received" for name, _ in fields):
            continue
        count += 1
        house = _author(fields)
        votes[house] += 1
        houses.setdefault(house, set()).update(registered(a.domain) for a in _people(fields))
    del votes[""]
    house, most = next(iter(votes.most_common(1)), ("", 0))
    if most < max(LEAST_MAILS, NEARLY_ALL * count) or len(houses[house]) < LEAST_HOUSES:
        return ""
    return house


def _people(fields: Fields) -> tuple[Address, ...]:
    return addresses(", ".join(value for name, value in fields if name == "from"))


def _author(fields: Fields) -> str:
    """The house of who wrote the first results, if only its own Received fields are above."""
    above = []
    for name, value in fields:
        if name == "received":
            above.append(_by(value))
        elif name == "authentication-results":
            house = _house(value, above[-1] if above else "")
            return house if house and all(_is_own(by, house) for by in above) else ""
    return ""


def _house(value: str, by: str) -> str:
    """The registered domain of the id that opens a value; some servers leave it out, and are known
    by the Received field above."""
    opening = _pieces(value)[0].split()
    if not opening or "=" in opening[0]:
        return registered(by) if "." in by else ""
    return registered(opening[0])


def _by(received: str) -> str:
    found = _BY.search(received)
    return found[1].lower().rstrip(".") if found else ""


def _is_own(by: str, house: str) -> bool:
    """Whether a Received field was written inside the house: by one of its hosts, or by one whose
    name says nothing outside (a number, one label, `.internal`)."""
    if not by or is_number(by) or ":" in by or "." not in by:
        return True
    return by.rpartition(".")[2] in _INSIDE or registered(by) == house


def _results(fields: Fields, server: str) -> Iterator[_Result]:
    """The own server's results. What stands above every Received field was written last, by the
    server, and then it is all; below its own Received field only the first can be told from what
    the sender wrote."""
    by, below, found = "", False, False
    for name, value in fields:
        if name == "received":
            by, below = _by(value), True
            if found or not _is_own(by, server):
                return
        elif name == "authentication-results" and _house(value, by) == server:
            found = True
            yield from _read(value)
            if below:
                return


def _read(value: str) -> Iterator[_Result]:
    for piece in _pieces(value):
        method = _METHOD.match(piece)
        if method is not None:
            found = _PROPERTY.findall(piece)
            properties = {name.lower(): text.strip('"') for name, text in found}
            yield _Result(method[1].lower(), method[2].lower(), properties)


def _pieces(value: str) -> list[str]:
    """The parts between semicolons, without comments (which nest); quoted strings stay whole."""
    out, depth, quoted = [""], 0, False
    for character in value[:20_000]:
        if character == '"' and not depth:
            quoted = not quoted
        if quoted:
            out[-1] += character
        elif character in "()":
            depth = max(0, depth + (1 if character == "(" else -1))
        elif not depth and character == ";":
            out.append("")
        elif not depth:
            out[-1] += character
    return out


def _judged(results: Sequence[_Result], domain: str) -> Proof:
    """The results as they bear on the domain of From (RFC 7489 section 3.1: aligned)."""
    dmarc = [r.result for r in results if r.method == "dmarc"]
    if any(result in _FAILS for result in dmarc):
        return Proof.FAILED
    bearing = [r for r in results if _bears(r, domain)]
    if any(r.result == "pass" for r in bearing):
        return Proof.PASSED
    return Proof.FAILED if any(r.result in _FAILS for r in bearing) else Proof.UNPROVEN


def _bears(result: _Result, domain: str) -> bool:
    if result.method == "dmarc":
        return result.domain("header.from") in {"", domain}
    names = {"dkim": ("header.d", "header.i"), "spf": ("smtp.mailfrom",)}.get(result.method)
    return names is not None and same_house(result.domain(*names), domain)


def _via(fields: Fields, results: Sequence[_Result]) -> str:
    """The domain of the list a mail came through, if it vouches for the mail with its own name."""
    lists = " ".join(value for name, value in fields if name in {"list-id", "list-post"})
    named = {registered(host) for host in re.findall(r"[\w-]+(?:\.[\w-]+)+", lists[:2000])}
    for result in results:
        domain = result.domain("header.d", "header.i", "smtp.mailfrom")
        if result.result == "pass" and registered(domain) in named:
            return registered(domain)
    return ""

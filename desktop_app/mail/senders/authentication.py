"""What the receiving server found about a mail's sender: Authentication-Results (RFC 8601).

Anybody can write that field into a mail. So a pass is believed of the account's own server alone,
known by its domain, and only where it writes: above every Received field of others. It is a fact
for other parts and is told to nobody. What failed is told, whoever wrote it: nobody writes that of
himself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from desktop_app.mail.senders.domains import is_number, registered, same_house
from desktop_app.mail.senders.mail_houses import house_of, service_of
from desktop_app.mail.wire.addresses import addresses
from desktop_app.model.address import Address
from desktop_app.model.message import BodyWarning, WarningKind

LONGEST_HEAD = 256_000
"""Bytes of a message in which its header fields are looked for."""

LEAST_MAILS, LEAST_HOUSES, NEARLY_ALL = 5, 3, 0.8
"""Of the newest mail: how many, from how many domains, and which share must have the same id."""

_FIELD = re.compile(rb"^([!-9;-~]{1,100}+)[ \t]*+:((?:[^\n]++|\n[ \t])*+)", re.MULTILINE)
_BY = re.compile(r"\bby\s++([^\s;()]++)", re.IGNORECASE)
_METHOD = re.compile(r"\s*+([\w.-]++)(?:/\d++)?\s*+=\s*+([\w-]++)")
_PROPERTY = re.compile(r"\b(\w++\.[\w-]++|reason)\s*+=\s*+(\"[^\"]*+\"|[^\s;]++)")
_INSIDE = frozenset(("internal", "local", "localdomain", "lan", "localhost"))
_FAILS = frozenset(("fail", "softfail", "policy", "hardfail"))
_NAMES = {"dkim": ("header.d", "header.i"), "spf": ("smtp.mailfrom", "smtp.mail")}
"""Properties of a result that name the domain it is about; `smtp.mail` is Yandex's."""


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
    """`domain` is the sender's; `via` another one that vouches for the mail instead, by what the
    own server found: a list, a forwarder, or who poses as the sender."""

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


def verdict(raw: bytes, server: str, *, below: bool = False) -> Verdict:
    """What the own server found of the message `raw`. `server` is the domain learned for the
    account (see `learned`), empty where there is none; `below`: it is known to write below Received
    fields of its own (see `writes_below`). Never raises."""
    if not server:
        return Verdict(Proof.UNKNOWN)
    fields = fields_of(raw)
    if not any(name == "received" for name, _ in fields):
        return Verdict(Proof.UNKNOWN)
    domains, house = _domains(fields), house_of(server)
    results = list(_results(fields, house, below=below))
    if not results:
        return Verdict(Proof.MISSING, server, domains[0])
    if service_of(house).tells_spf and all(result.method != "spf" for result in results):
        return Verdict(Proof.UNKNOWN)  # handed in by another user of the service
    proof, domain = _worst(results, domains)
    return Verdict(proof, server, domain, "" if proof is Proof.PASSED else _via(results, domain))


def proof_warning(found: Verdict, *, list_of_theirs: bool = False) -> BodyWarning | None:
    """What is to be said of it; nothing of a pass, and nothing where no server is known.
    `list_of_theirs`: the person has written to the house that the mail came through."""
    who = found.domain or "the sender it names"
    if found.proof is Proof.FAILED:
        if found.via:
            text = f"This mail came through {found.via}, and {who} does not vouch for it."
            kind = WarningKind.SENDER_UNPROVEN if list_of_theirs else WarningKind.SENDER_DOUBT
            return BodyWarning(kind, text)
        text = f"Your mail server ({found.server}) checked this mail: {who} does not vouch for it."
        return BodyWarning(WarningKind.SENDER_FAILED, text)
    if found.proof is Proof.UNPROVEN:
        text = f"Your mail server ({found.server}) found nothing that proves it is from {who}."
        return BodyWarning(WarningKind.SENDER_UNPROVEN, text)
    if found.proof is Proof.MISSING:
        text = f"Your mail server ({found.server}) did not check who sent this mail."
        return BodyWarning(WarningKind.SENDER_UNPROVEN, text)
    return None


def refuted_on_the_way(raw: bytes) -> BodyWarning | None:
    """What is to be said of a mail of which no own server speaks, where results in it, whoever
    wrote them, say that its sender does not vouch for it. Never raises."""
    fields = fields_of(raw)
    domains = _domains(fields)
    for name, value in fields:
        if name != "authentication-results":
            continue
        results = list(_read(value))
        proof, domain = _worst(results, domains)
        if proof is Proof.FAILED or any(_is_sum_of_failures(r) for r in results):
            who = domain or "the sender it names"
            text = f"A mail server on its way checked it: {who} does not vouch for it."
            return BodyWarning(WarningKind.SENDER_DOUBT, text)
    return None


def passed(raw: bytes, server: str, *, below: bool = False) -> bool:
    """Whether the own server vouches for the one sender of the message `raw`."""
    one = len(_people(fields_of(raw))) == 1
    return one and verdict(raw, server, below=below).proof is Proof.PASSED


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


def writes_below(heads: Iterable[bytes], server: str) -> bool:
    """Whether the server learned from `heads` writes its results below Received fields of its own.
    Of one that does not, nothing below them is its word."""
    above = below = 0
    for raw in heads:
        names = [name for name, value in fields_of(raw) if _counts(name, value, server)]
        above += names[:1] == ["authentication-results"]
        below += names[:1] == ["received"] and "authentication-results" in names
    return below > 0 and below >= NEARLY_ALL * (above + below)


def _counts(name: str, value: str, server: str) -> bool:
    """Whether a field is a Received field, or has results of the server (or without an id)."""
    if name == "authentication-results":
        return _house(value, server) == house_of(server)
    return name == "received"


def _people(fields: Fields) -> tuple[Address, ...]:
    """The senders, each From field by itself: one added to another takes no word from it."""
    return tuple(each for name, value in fields if name == "from" for each in addresses(value))


def _domains(fields: Fields) -> list[str]:
    """The domains of the senders, each once; an empty one where there is none."""
    return list(dict.fromkeys(each.domain for each in _people(fields))) or [""]


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
    """The house of the id that opens a value; some servers leave it out, and are known by the
    Received field above."""
    opening = _pieces(value)[0].split()
    if not opening or "=" in opening[0]:
        return house_of(by) if "." in by else ""
    return house_of(opening[0])


def _by(received: str) -> str:
    found = _BY.search(received)
    return found[1].lower().rstrip(".") if found else ""


def _is_own(by: str, house: str) -> bool:
    """Whether a Received field was written inside the house: by one of its hosts, or by one whose
    name says nothing outside (a number, one label, `.internal`)."""
    if not by or is_number(by) or ":" in by or "." not in by:
        return True
    return by.rpartition(".")[2] in _INSIDE or house_of(by) == house


def _results(fields: Fields, house: str, *, below: bool) -> Iterator[_Result]:
    """The own server's results. What stands above every Received field was written last, by the
    server, and then it is all. Below a Received field only the first can be told from what the
    sender wrote, and only of a server that writes there; of one that writes a field for each
    method, the first of each method."""
    service = service_of(house)
    by, under = "", False
    told: set[str] = set()
    for name, value in fields:
        if name == "received":
            by, under = _by(value), True
            if told or not (below or service.below) or not _is_own(by, house):
                return
        elif name == "authentication-results" and _house(value, by) == house:
            found = [r for r in _read(value) if not (under and r.method in told)]
            yield from found
            told |= {result.method for result in found} | {""}
            if under and not service.split:
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


def _worst(results: Sequence[_Result], domains: Sequence[str]) -> tuple[Proof, str]:
    """The worst that the results say of any of the senders' domains, and of which."""
    order = (Proof.FAILED, Proof.UNPROVEN, Proof.PASSED)
    judged = [(_judged(results, domain), domain) for domain in domains]
    return min(judged, key=lambda pair: order.index(pair[0]))


def _judged(results: Sequence[_Result], domain: str) -> Proof:
    """The results as they bear on the domain of From (RFC 7489 section 3.1: aligned)."""
    if any(r.result in _FAILS and _is_last_word(r, domain) for r in results):
        return Proof.FAILED
    bearing = [r for r in results if _bears(r, domain)]
    if any(r.result == "pass" for r in bearing):
        return Proof.PASSED
    return Proof.FAILED if any(r.result in _FAILS for r in bearing) else Proof.UNPROVEN


def _is_last_word(result: _Result, domain: str) -> bool:
    """Whether a result is the server's own sum of the others: DMARC's of that house, and
    `compauth` of Microsoft's, whose reason 001 is a domain without records."""
    if _is_sum_of_failures(result):
        return result.properties.get("reason") != "001"
    judged = result.domain("header.from")
    return result.method == "dmarc" and (not judged or same_house(judged, domain))


def _is_sum_of_failures(result: _Result) -> bool:
    return result.method == "compauth" and result.result == "fail"


def _bears(result: _Result, domain: str) -> bool:
    if result.method == "dmarc":
        return result.domain("header.from") in {"", domain}
    names = _NAMES.get(result.method)
    return names is not None and same_house(result.domain(*names), domain)


def _via(results: Sequence[_Result], domain: str) -> str:
    """The domain that vouches for a mail in another's name."""
    for result in results:
        found = result.domain(*_NAMES.get(result.method, ()))
        if result.result == "pass" and "." in found and not same_house(found, domain):
            return registered(found)
    return ""

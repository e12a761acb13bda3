"""Signs that a sender is not who the name claims, reported beside the mail.

One rule, one function, one sentence; `RULES` lists them. Names and domains are judged as written;
nothing is looked up, no company is known by name. A rule sees what the sender wrote and can only
speak against the mail; what excuses it is in `EXCUSED`, and asks the own side alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from desktop_app.mail.senders import domains
from desktop_app.mail.senders.forwarders import is_passed_on
from desktop_app.mail.senders.letterhead import Letterhead
from desktop_app.mail.senders.own_side import STRANGER, Standing
from desktop_app.mail.senders.public_mail import is_public
from desktop_app.mail.senders.sender_names import key_words, odd_letters
from desktop_app.model.address import Address
from desktop_app.model.message import BodyWarning, WarningKind

FORGED, DOUBT = WarningKind.LOOKALIKE_SENDER, WarningKind.SENDER_DOUBT
RECENT = 1_514_764_800
"""2018-01-01. Mail of a house that signs nothing at all is rare since then; older mail in archives
often comes from networks with tops of their own."""

NOWHERE = "Nothing in the sender's address or in the links belongs to the sender's name."
LONGEST_NAME = 300
"""Characters of a display name that are looked at."""

_CASE_NUMBER = re.compile(r"\d{6,}|\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])\w{12,}")
_ADDRESS = re.compile(r"[\w.+-]{1,64}@([\w-]+(?:\.[\w-]+)+)")
_HOST = re.compile(r"(?<![\w.@-])((?:[\w-]{2,63}\.){1,4}[a-z]{2,18})(?![\w@-])", re.IGNORECASE)
_ROLE = re.compile(
    r"(?:^|[._+-])(?:no|do-?not|dont|ne)[._-]?(?:reply|replies|respond)|^(?:notif\w*|mailer|web|www|"
    r"wordpress|form\w*|contact|kontakt|system|robot|bounce\w*|automat\w*|calendar\w*|invit\w*|drive"
    r"-\w*|alerts?|updates?|support|service|orders?|receipts?|billing|hello|info|team|mail)(?:[._+-]|$)",
    re.IGNORECASE,
)
_PLAIN_LABELS = frozenset(
    "mail email post webmail inbox home family office list lists news web".split()
)


@dataclass(frozen=True, slots=True)
class Around:
    """What of the body bears on the sender: the hosts of its web links, the hosts its text names,
    and whether it is made like a page, with tables or pictures."""

    links: tuple[str, ...] = ()
    named: frozenset[str] = frozenset()
    designed: bool = False


NOTHING = Around()
Sign = Callable[[Letterhead, Around], str]


def sender_warnings(
    head: Letterhead, around: Around = NOTHING, standing: Standing = STRANGER
) -> tuple[BodyWarning, ...]:
    """Warnings about a message's claimed sender, a sentence each, the gravest first. Every rule is
    told that holds: one that silenced another could be provoked to silence it."""
    evidence = (str(head.first)[:500],)
    heads = dict.fromkeys((head, *head.each()))
    found = dict.fromkeys(
        (kind, text)
        for kind, rule in RULES
        if not (standing.known and rule in EXCUSED)
        for one in heads
        if (text := rule(one, around))
    )
    return tuple(BodyWarning(kind, text, evidence) for kind, text in found)


def looks_forged(senders: Iterable[Address]) -> bool:
    """Whether the names and addresses alone look like those of somebody else."""
    head = Letterhead(tuple(senders))
    return any(w.kind is FORGED for w in sender_warnings(head))


def _no_address(head: Letterhead, around: Around) -> str:
    del around
    if "@" in head.first.email or not (head.first.name or head.received):
        return ""
    if not head.has_from and not head.received:
        return ""
    return "This mail does not say from which address it comes."


def _no_such_domain(head: Letterhead, around: Around) -> str:
    del around
    first = head.first
    if "@" not in first.email or head.dated < RECENT or first.domain.startswith("["):
        return ""
    if domains.can_exist(first.domain):
        return ""
    return f"The address {_cut(first.email)} can't exist: there is no domain of that name."


def _other_address(head: Letterhead, around: Around) -> str:
    del around
    shown = _shown_address(head.first)
    return "" if is_passed_on(head.first, shown) else _shows(shown, head.first)


def _other_host(head: Letterhead, around: Around) -> str:
    del around
    shown = "" if _shown_address(head.first) else _shown_host(head.first)
    return "" if is_passed_on(head.first, shown) else _shows(shown, head.first)


def _written_anew(head: Letterhead, around: Around) -> str:
    del around
    shown = _shown_address(head.first) or _shown_host(head.first)
    return _shows(shown, head.first) if is_passed_on(head.first, shown) else ""


def _shown_address(sender: Address) -> str:
    match = _ADDRESS.search(unicodedata.normalize("NFKC", sender.name[:LONGEST_NAME]))
    if match is None or match[0].lower() == sender.key or match[1].lower() == sender.domain:
        return ""
    return match[0]


def _shown_host(sender: Address) -> str:
    name = _ADDRESS.sub(" ", unicodedata.normalize("NFKC", sender.name[:LONGEST_NAME]))
    for match in _HOST.finditer(name):
        host = match[1]
        if not domains.known_top(host) or domains.owner(host) == domains.owner(sender.domain):
            continue
        if host[0].isupper():
            continue  # `News.com`, `Dr.Li`: names
        return host
    return ""


def _shows(shown: str, sender: Address) -> str:
    if not shown:
        return ""
    return f"The sender's name shows {_cut(shown)}, but the address is {_cut(sender.email)}."


def _posing_domain(head: Letterhead, around: Around) -> str:
    del around
    inner = domains.inner_domain(head.first.domain)
    if not inner:
        return ""
    whole = domains.registered(head.first.domain)
    return f"The address begins like {inner}, but its domain is {whole}."


def _foreign_letters(head: Letterhead, around: Around) -> str:
    del around
    domain = head.first.domain
    if domains.imitates(domain):
        if "xn--" in domain:
            return f"The address's domain {domain} is made of letters that look like others."
        return f"The address's domain {domain} mixes letters of different alphabets."
    if domains.mixed(head.first.name):
        return "The sender's name mixes letters of different alphabets that look alike."
    if odd_letters(head.first.name):
        return "The sender's name is written with signs that only look like letters."
    return ""


def _your_house(head: Letterhead, around: Around) -> str:
    """A name that begins like the domain the mail was sent to, from elsewhere."""
    del around
    words, sender = _words(head), head.first
    if not words or not sender.domain:
        return ""
    for domain in sorted({key.rpartition("@")[2] for key in head.reached}):
        if words[0] not in domain:
            continue
        label = domains.owner(domain)
        if len(label) < 4 or label in _PLAIN_LABELS or domains.same_house(domain, sender.domain):
            continue
        if words[0] == label and label not in sender.key:
            return (
                f"The name begins like your own {domain}, but the address is {_cut(sender.email)}."
            )
    return ""


def _named_house(head: Letterhead, around: Around) -> str:
    """A name that is the registered name of a house the mail speaks of, whose domain is another,
    while links lead to a third."""
    sender, words = head.first, _words(head)
    own = domains.owner(sender.domain)
    if not words or not own:
        return ""
    named = (host for host in around.named if domains.known_top(host))
    houses = {domains.owner(host): host for host in (*named, *around.links)}
    ours = re.sub(r"[\W_]+", "", sender.domain)
    for joined in ("".join(words[:2]), words[0]):
        house = houses.get(joined)
        if len(joined) < 4 or house is None or joined in ours or _is_own_name(head, words):
            continue
        others = [h for h in around.links if domains.owner(h) not in {joined, own}]
        if others and len(others) * 4 >= len(around.links) * 3:
            whole = domains.registered(house)
            return (
                f"The sender's name is that of {whole}, but the address is {_cut(sender.email)}"
                f" and links lead to {domains.registered(others[0])}."
            )
    return ""


def _name_nowhere(head: Letterhead, around: Around) -> str:
    """A page, or a notice with a number, under a name that neither its address nor its links have
    anything of."""
    sender, words = head.first, _words(head)
    poses = (around.designed and around.links) or _CASE_NUMBER.search(sender.name[:LONGEST_NAME])
    if not (poses and words and sender.domain):
        return ""
    hosts = {*around.links, sender.domain}
    if any(domains.same_house(host, sender.domain) for host in around.links):
        return ""
    letters = "".join(re.sub(r"[\W_]+", "", host) for host in sorted(hosts)).lower()
    initials = "".join(word[0] for word in words)
    owners = {domains.owner(host) for host in hosts}
    joined = "".join(words)
    if any(word in letters for word in words if len(word) > 2) or joined in letters:
        return ""
    if _is_own_name(head, words):
        return ""
    if (len(initials) > 1 and any(owner.startswith(initials) for owner in owners)) or joined[
        :5
    ] in letters:
        return ""
    return NOWHERE


def _several(head: Letterhead, around: Around) -> str:
    del around
    keys = dict.fromkeys(a.key for a in head.senders if a.key)
    if len(keys) < 2:
        return ""
    shown = ", ".join(_cut(key) for key in list(keys)[:3]) + (" …" if len(keys) > 3 else "")
    return f"This mail names {len(keys)} senders: {shown}. A mail has one writer."


def _answers_elsewhere(head: Letterhead, around: Around) -> str:
    """Answers that go to a mailbox that anybody can have. A shop or a form that lets answers go
    elsewhere is nothing odd."""
    del around
    sender = head.first
    if not sender.domain or _ROLE.search(sender.key.partition("@")[0]):
        return ""
    for answer in head.answers:
        if is_public(answer.domain) and not domains.same_house(answer.domain, sender.domain):
            return f"Answers go to another domain than the sender's: {_cut(answer.email)}."
    return ""


def _is_own_name(head: Letterhead, words: list[str]) -> bool:
    """Whether the part before the @ is the name, and little else, as people and small shops write
    it: `dana.lee81`, `orders-bakery`, `dlee`."""
    local = head.first.key.partition("@")[0]
    rest = "".join(key_words(re.sub(r"[._+-]+", " ", local)))
    found = False
    for word in sorted(words, key=len, reverse=True):
        if len(word) > 2 and word in rest:
            rest, found = rest.replace(word, ""), True
    return found and len(re.sub(r"\d", "", rest)) <= 3


def _cut(address: str) -> str:
    """An address short enough for a sentence of ours; its end, which counts, stays."""
    return address if len(address) <= 80 else f"{address[:20]}…{address[-58:]}"


def _words(head: Letterhead) -> list[str]:
    """The words of the name, a host in it without its top (`Booking.com`)."""
    name = _HOST.sub(_without_top, head.first.name[:LONGEST_NAME])
    return key_words(name)


def _without_top(match: re.Match[str]) -> str:
    return match[1].rpartition(".")[0] if domains.known_top(match[1]) else match[0]


RULES: tuple[tuple[WarningKind, Sign], ...] = (
    (FORGED, _other_address),
    (FORGED, _other_host),
    (FORGED, _foreign_letters),
    (FORGED, _posing_domain),
    (FORGED, _no_such_domain),
    (FORGED, _your_house),
    (DOUBT, _written_anew),
    (DOUBT, _no_address),
    (DOUBT, _several),
    (DOUBT, _named_house),
    (DOUBT, _answers_elsewhere),
    (DOUBT, _name_nowhere),
)
"""Every rule with what it is: a forgery, or a reason to look twice."""

EXCUSED: frozenset[Sign] = frozenset(
    (_other_address, _other_host, _written_anew, _named_house, _name_nowhere)
)
"""Rules about a name that say nothing of a sender who is known (see `Standing`)."""

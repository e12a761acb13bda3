"""Signs that a sender is not who the name claims, reported beside the mail.

One rule, one function, one sentence; `RULES` lists them. Names and domains are judged as written;
nothing is looked up, no company is known by name. What the own server found: `authentication`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from desktop_app.mime import domains
from desktop_app.mime.authentication import Proof
from desktop_app.mime.letterhead import Letterhead
from desktop_app.mime.sender_names import key_words, odd_letters
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
    head: Letterhead, around: Around = NOTHING, proof: Proof = Proof.UNKNOWN
) -> tuple[BodyWarning, ...]:
    """Warnings about a message's claimed sender, a sentence each, the gravest first. `proof` is
    what the own server found: where it has spoken, nothing is guessed about the way a mail came."""
    evidence = (str(head.first)[:500],)
    unasked = _OF_THE_WAY if proof is not Proof.UNKNOWN else ()
    found = [
        (kind, text)
        for kind, rule in RULES
        if rule not in unasked and (kind is FORGED or proof is not Proof.FAILED)
        if (text := rule(head, around))
    ]
    if len(found) > 1:  # the weakest reason is said where there is no other
        found = [pair for pair in found if pair[1] != NOWHERE]
    warnings = [BodyWarning(kind, text, evidence) for kind, text in found]
    forged = [w for w in warnings if w.kind is FORGED]
    # One strong reason says enough: the doubts beside it would only make a wall of bars.
    return tuple(forged[:2]) if forged else tuple(warnings[:2])


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
    sender = head.first
    match = _ADDRESS.search(unicodedata.normalize("NFKC", sender.name[:LONGEST_NAME]))
    if match is None or match[0].lower() == sender.key or match[1].lower() == sender.domain:
        return ""
    if any(domains.same_house(host, sender.domain) for host in head.lists):
        return ""  # a list that writes `'dana@there' via List` for those who wrote
    return f"The sender's name shows {_cut(match[0])}, but the address is {_cut(sender.email)}."


def _other_host(head: Letterhead, around: Around) -> str:
    del around
    sender = head.first
    name = _ADDRESS.sub(" ", unicodedata.normalize("NFKC", sender.name[:LONGEST_NAME]))
    for match in _HOST.finditer(name):
        host = match[1]
        if not domains.known_top(host) or domains.owner(host) == domains.owner(sender.domain):
            continue
        if host[0].isupper() and host.rpartition(".")[2][0].isupper():
            continue  # `Dr.Li`, `Yahoo.Inc`: initials and names
        return f"The sender's name shows {host}, but the address is {_cut(sender.email)}."
    return ""


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
    if not words or head.lists or not sender.domain:
        return ""
    for key in sorted(head.reached)[:5]:
        domain = key.rpartition("@")[2]
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
    if not words or not own or head.lists:
        return ""
    houses = {domains.owner(host): host for host in (*around.named, *around.links)}
    for joined in ("".join(words[:2]), words[0]):
        house = houses.get(joined)
        if len(joined) < 4 or house is None or joined in own or _is_own_name(head, words):
            continue
        others = [h for h in around.links if domains.owner(h) not in {joined, own}]
        if others and len(others) * 2 >= len(around.links):
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
    if not (poses and words and sender.domain) or head.lists or head.replies:
        return ""
    hosts = {*around.links, *head.signed, sender.domain}
    if any(domains.same_house(host, sender.domain) for host in around.links):
        return ""
    places = [*(a.domain for a in head.answers), *hosts]
    letters = "".join(re.sub(r"[\W_]+", "", place) for place in places).lower()
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
    """Person to person, answers that go to another house. A newsletter, a shop or a form that lets
    answers go elsewhere is nothing odd."""
    del around
    sender = head.first
    others = [
        a for a in head.answers if a.domain and not domains.same_house(a.domain, sender.domain)
    ]
    local, joined = sender.key.partition("@")[0], "".join(_words(head))
    # A shop whose mail a service sends is answered at the shop, which is what the name says.
    others = [a for a in others if domains.owner(a.domain).replace("-", "") != joined]
    if not others or not sender.domain or head.bulk or head.replies or _ROLE.search(local):
        return ""
    return f"Answers go to another domain than the sender's: {_cut(others[0].email)}."


def _sent_by_another(head: Letterhead, around: Around) -> str:
    del around
    others = [a for a in head.sender if "." in a.domain and a.key not in head.reached]
    others = [a for a in others if not domains.same_house(a.domain, head.first.domain)]
    if not others or head.bulk or head.resent or not head.first.domain:
        return ""
    return f"It was sent by {_cut(others[0].email)} in the name of {_cut(head.first.email)}."


def _nothing_ties(head: Letterhead, around: Around) -> str:
    """It came back-addressed to another house and is signed by none."""
    del around
    sender = head.first
    if not sender.domain or not head.returns or head.signed or head.received < RECENT:
        return ""
    if head.lists or head.resent or domains.same_house(head.returns, sender.domain):
        return ""
    return f"It was sent from {head.returns}, and nothing ties it to {sender.domain}."


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
    return key_words(head.first.name[:LONGEST_NAME])


_OF_THE_WAY = (_nothing_ties, _sent_by_another)
"""Rules that only matter while nobody has checked the way a mail came."""

RULES: tuple[tuple[WarningKind, Sign], ...] = (
    (FORGED, _other_address),
    (FORGED, _other_host),
    (FORGED, _foreign_letters),
    (FORGED, _posing_domain),
    (FORGED, _no_such_domain),
    (FORGED, _your_house),
    (DOUBT, _no_address),
    (DOUBT, _several),
    (DOUBT, _named_house),
    (DOUBT, _nothing_ties),
    (DOUBT, _sent_by_another),
    (DOUBT, _answers_elsewhere),
    (DOUBT, _name_nowhere),
)
"""Every rule with what it is: a forgery, or a reason to look twice."""

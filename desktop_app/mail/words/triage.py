"""Triage of a conversation by rules: needs a reply, waits for others, is news, or is none of these.

Pure and without a model. What a mail says of itself ("needs a reply") counts for nothing; only its
headers, its recipients, and the sentences that ask something do.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from desktop_app.mail.senders.public_mail import is_public
from desktop_app.mail.words.asking import Ask, Sentence, asking, wants_no_answer
from desktop_app.mail.words.asking_phrases import MANY_GREETED, WANTS_ANSWER
from desktop_app.mail.words.mail_signs import MailSigns
from desktop_app.mail.words.unwanted_phrases import OFFER, OPT_OUT, SALES, TRAP
from desktop_app.model.address import Address
from desktop_app.model.triage import Kind, Reason, Verdict

MANY = 10
"""Recipients from which on a question is to nobody in particular."""

_GREETING = re.compile(
    r"^\W{0,3}(?:hi|hello|hey|hiya|dear|good (?:morning|afternoon|evening|day)|morning|greetings"
    r"|hallo|hi|liebe[rs]?|sehr geehrte[rs]?|guten (?:tag|morgen|abend)|moin|servus|grüß (?:dich"
    r"|gott)"
    r"|grüezi|bonjour|bonsoir|salut|coucou|chère?s?|hola|buenos? (?:días?|tardes?|noches?)|buenas"
    r"(?: tardes| noches)?|querid[oa]s?|estimad[oa]s?|apreciad[oa]s?)\b(.{0,60}?)(?:[,:!.–\n-]|$)",
    re.IGNORECASE,
)
_BARE_GREETING = re.compile(
    r"^\s*([^\W\d_][\w'-]{1,20}(?: (?:and|und|et|y|&) [^\W\d_][\w'-]{1,20})?)\s*[,:–-]\s*\n"
)
_ROLES = frozenset(
    "hello hi info mail contact office team enquiries enquiry inquiries sales orders"
    " order support help"
    " service services booking bookings reception accounts accounting invoices post admin jobs shop"
    " kontakt hallo buero büro anfrage anfragen bestellung rechnung verwaltung moin"
    " bonjour accueil contacts commande commandes devis secretariat secrétariat bureau facturation"
    " hola contacto pedidos ventas oficina reservas administracion administración".split()
)
"""Addresses of a role (RFC 2142, and what small firms use), which come to the person's mailbox."""

_WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass(frozen=True, slots=True)
class Person:
    """Whose mail it is: the keys of the own addresses and the names, folded, by which mail speaks
    to the person; `written_to` are the keys of senders the person has written to, `news_from` of
    those the person has called news, `wanted_from` of those the person has called no news."""

    own: frozenset[str]
    names: frozenset[str]
    written_to: frozenset[str] = frozenset()
    news_from: frozenset[str] = frozenset()
    wanted_from: frozenset[str] = frozenset()


def names_of(addresses: Collection[Address]) -> frozenset[str]:
    """Words by which a mail may call the owner of these addresses."""
    found = {word for each in addresses for word in _WORD.findall(each.name)}
    found |= {word for each in addresses for word in _WORD.findall(each.email.partition("@")[0])}
    return frozenset(word.casefold() for word in found if len(word) > 1)


def classify(mails: Sequence[MailSigns], person: Person) -> Verdict:
    """The verdict on a conversation, its mails oldest first (the newest few are enough)."""
    live = [mail for mail in mails if not mail.auto_reply]
    if not live:
        return Verdict(Kind.OTHER, Reason.NOTHING_ASKED)
    last = live[-1]
    if last.own:
        return _after_own(live, person)
    mine = any(mail.own for mail in live)
    news = _news(last, person, mine=mine)
    if news is not None:
        return Verdict(Kind.NEWS, news, last.id)
    return _from_somebody(live, person, mine=mine)


def _other(reason: Reason, mail: MailSigns) -> Verdict:
    return Verdict(Kind.OTHER, reason, mail.id)


def _after_own(live: Sequence[MailSigns], person: Person) -> Verdict:
    """The person wrote last: it waits where that asks something of somebody else."""
    last = live[-1]
    others = [a for a in (*last.to, *last.cc) if a.key not in person.own]
    if not others or last.invitation == "reply":
        return _other(Reason.ANSWERED, last)
    for mail in reversed(live):
        if not mail.own:
            break
        if mail.invitation == "request":
            return Verdict(Kind.WAITING, Reason.INVITED, last.id)
        if any(asking(mail.text)) and not wants_no_answer(mail.text):
            return Verdict(Kind.WAITING, Reason.WROTE_LAST, last.id)
    return _other(Reason.ANSWERED, last)


def _news(last: MailSigns, person: Person, *, mine: bool) -> Reason | None:
    """Why the newest mail is news, or None."""
    if last.sender.key in person.wanted_from:
        return None
    if last.sender.key in person.news_from:
        return Reason.SENDER
    if last.bulk is not None and not _meant(last, person, mine=mine):
        return last.bulk
    if last.no_reply and not last.invitation:
        return Reason.NO_REPLY
    if mine or last.sender.key in person.written_to:
        return None
    if OPT_OUT.search(last.text):
        return Reason.OPT_OUT
    hits = len({match[0].casefold() for match in OFFER.finditer(last.text)})
    return Reason.OFFER if hits > 1 or SALES.search(last.text) else None


def _meant(mail: MailSigns, person: Person, *, mine: bool) -> bool:
    """Whether a mail by a list or a program is meant for the person all the same."""
    if mail.people_talk:
        return _among(mail.to, person) or _called(mail, person)
    if mail.invitation:
        return True
    return mine and not mail.no_reply


def _from_somebody(live: Sequence[MailSigns], person: Person, *, mine: bool) -> Verdict:
    last = live[-1]
    known = mine or last.sender.key in person.written_to
    if last.suspicious or (not known and TRAP.search(f"{last.subject}\n{last.text}")):
        return _other(Reason.SUSPICIOUS, last)
    if last.invitation in {"cancel", "reply", "counter"}:
        return _other(Reason.NOTHING_ASKED, last)
    if wants_no_answer(last.text):
        return _other(Reason.NOTHING_ASKED, last)
    for mail in reversed(live):
        if mail.own or mail.sender.key != last.sender.key:
            break
        found = _asked(mail, person)
        if found is not None:
            return Verdict(Kind.NEEDS_REPLY, found, mail.id)
    asked = any(_asked(mail, person) for mail in live if not mail.own)
    return _other(Reason.ANSWERED if asked else Reason.NOTHING_ASKED, last)


def _asked(mail: MailSigns, person: Person) -> Reason | None:
    """What a mail asks of the person, or None."""
    direct = _among(mail.to, person) or _role_of(mail.to, person)
    if mail.invitation == "request":
        return Reason.MEETING if direct or _among(mail.cc, person) else None
    others = _first_names((*mail.to, *mail.cc), person)
    meant = [
        s
        for s in asking(f"{_subject_words(mail)}\n\n{mail.text}")
        if not _elsewhere(s, others, person)
    ]
    if MANY_GREETED.search(mail.text[:200]):
        # An instruction to all of a house or a class is no question to each of them.
        meant = [s for s in meant if s.ask is Ask.QUESTION or WANTS_ANSWER.search(s.text)]
    named = any(s.names & person.names for s in meant)
    if not meant or not (named or _for_person(mail, person, others, direct=direct)):
        return None
    return Reason.QUESTION if any(s.ask is Ask.QUESTION for s in meant) else Reason.REQUEST


def _for_person(mail: MailSigns, person: Person, others: frozenset[str], *, direct: bool) -> bool:
    """Whether the mail speaks to the person: greeted by name, or in To and no other is greeted."""
    greeted = greeted_names(mail.text)
    if greeted & person.names:
        return True
    if not direct or greeted & others:
        return False
    return len(mail.to) + len(mail.cc) < MANY


def _elsewhere(sentence: Sentence, others: frozenset[str], person: Person) -> bool:
    """Whether a sentence speaks to somebody else by name."""
    return bool(sentence.names & others) and not sentence.names & person.names


def _called(mail: MailSigns, person: Person) -> bool:
    if greeted_names(mail.text) & person.names:
        return True
    return any(sentence.names & person.names for sentence in asking(mail.text))


def greeted_names(text: str) -> frozenset[str]:
    """Words of the greeting that begins a text, folded; empty where there is none."""
    head = text.lstrip()[:200]
    found = _GREETING.match(head) or _BARE_GREETING.match(head)
    if found is None:
        return frozenset()
    return frozenset(word.casefold() for word in _WORD.findall(found[1]))


def _subject_words(mail: MailSigns) -> str:
    """A subject that is a question of its own; those of answers repeat an old one."""
    answers = re.match(r"^\s*(?:re|aw|sv|rv|fwd?|wg|tr|rép)\s*:", mail.subject, re.IGNORECASE)
    return "" if answers or not mail.subject.rstrip().endswith("?") else mail.subject


def _among(people: Collection[Address], person: Person) -> bool:
    return any(each.key in person.own for each in people)


def _role_of(people: Collection[Address], person: Person) -> bool:
    """Whether a mail in the person's mailbox goes to a role at the person's own domain."""
    domains = {key.rpartition("@")[2] for key in person.own}
    return any(
        each.domain in domains
        and not is_public(each.domain)
        and each.key.partition("@")[0] in _ROLES
        for each in people
    )


def _first_names(people: Collection[Address], person: Person) -> frozenset[str]:
    """First names of the other recipients."""
    named = (each.first_name.casefold() for each in people if each.key not in person.own)
    return frozenset(named) - person.names

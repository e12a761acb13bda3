"""Signs that a sender is not who the name claims, reported beside the mail.

Names and domains are judged as written; nothing is looked up.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from desktop_app.model.address import Address
from desktop_app.model.message import BodyWarning, WarningKind

_ADDRESS = re.compile(r"[\w.+-]{1,64}@([\w-]+(?:\.[\w-]+)+)")
_SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE")


def sender_warnings(
    senders: Sequence[Address], reply_to: Sequence[Address]
) -> tuple[BodyWarning, ...]:
    """Warnings about a message's claimed sender, a sentence each."""
    if not senders:
        return ()
    sender = senders[0]
    found = [
        _named_otherwise(sender),
        _foreign_letters(sender),
        _answers_elsewhere(sender, reply_to),
    ]
    return tuple(
        BodyWarning(WarningKind.LOOKALIKE_SENDER, text, (str(sender)[:500],))
        for text in found
        if text
    )


def _named_otherwise(sender: Address) -> str:
    match = _ADDRESS.search(sender.name)
    if match is None or match[0].lower() == sender.key:
        return ""
    if match[1].lower() == sender.domain:
        return ""
    return f"The sender's name shows {match[0]}, but the address is {sender.email}."


def _foreign_letters(sender: Address) -> str:
    domain = sender.domain
    if any(label.startswith("xn--") for label in domain.split(".")):
        readable = _readable(domain)
        if _mixed(readable) or _imitates_latin(readable):
            return f"The address's domain {domain} is made of letters that look like others."
        return ""
    if _mixed(domain) or _imitates_latin(domain):
        return f"The address's domain {domain} mixes letters of different alphabets."
    if _mixed(sender.name):
        return "The sender's name mixes letters of different alphabets that look alike."
    return ""


def _readable(domain: str) -> str:
    try:
        return domain.encode("ascii").decode("idna")
    except UnicodeError:
        return domain


def _scripts(text: str) -> set[str]:
    names = (unicodedata.name(c, "") for c in text[:300] if c.isalpha())
    return {script for name in names for script in _SCRIPTS if name.startswith(script)}


def _mixed(text: str) -> bool:
    """Whether one word has letters of two look-alike alphabets."""
    return any(len(_scripts(word)) > 1 for word in re.split(r"[\W\d_]+", text))


def _imitates_latin(domain: str) -> bool:
    """Whether all letters of a label have Latin twins, under a Latin top level."""
    labels = domain.split(".")
    return _scripts(labels[-1]) == {"LATIN"} and any(
        _scripts(label) in ({"CYRILLIC"}, {"GREEK"}) and set(label) <= _TWINS
        for label in labels[:-1]
    )


_TWINS = frozenset("асеорхуіјѕһԁԛԝьвкмнтпгαοενικρτυχω-0123456789")


def _answers_elsewhere(sender: Address, reply_to: Sequence[Address]) -> str:
    others = [a for a in reply_to if a.domain and not _same_house(a.domain, sender.domain)]
    if not others or not sender.domain:
        return ""
    return f"Answers go to another domain than the sender's: {others[0].email}."


def _same_house(one: str, other: str) -> bool:
    return one == other or one.endswith(f".{other}") or other.endswith(f".{one}")

"""Addresses of the scheme `mailto` (RFC 6068): the mail that a link asks for.

A link is a stranger's. It sets what the person sees before they send: recipients, copies, subject
and text. Every other field is dropped and named, so that it can be said; no link attaches a file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from desktop_app.mail.wire.headers import clean, decode_words
from desktop_app.mail.wire.percent import decoded

LONGEST_BODY = 100_000
"""Characters of the text that are taken."""
_LONGEST_SUBJECT = 2_000
_MOST_FIELDS = 1_000
_MOST_PEOPLE = 1_000
"""Addresses of one field that are taken."""
_MOST_NAMED, _LONGEST_NAME = 10, 40
_TAKEN = frozenset({"to", "cc", "bcc", "subject", "body"})
_NAME = re.compile(rf"[a-z0-9-]{{1,{_LONGEST_NAME}}}")


@dataclass(frozen=True, slots=True)
class MailLink:
    """What a link asks for. `to`, `cc` and `hidden` (Bcc) are texts with an address each, as
    written: whoever makes a draft of them reads them. `body` has line feeds alone. `left_out` are
    the names of the fields that are not taken, in small letters, some of many."""

    to: tuple[str, ...] = ()
    cc: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    subject: str = ""
    body: str = ""
    left_out: tuple[str, ...] = ()


def mail_link(url: str) -> MailLink:
    """The mail asked for by `url`, which begins with `mailto:` in any case. Never raises."""
    path, _, query = url.partition(":")[2].partition("?")
    fields: dict[str, list[str]] = {}
    for field in query.split("&")[:_MOST_FIELDS]:
        name, _, value = field.partition("=")
        fields.setdefault(decoded(name).strip().lower(), []).append(value)
    bodies = "\n".join(map(decoded, fields.get("body", ()))).replace("\r\n", "\n")
    subject = next((found for each in fields.get("subject", ()) if (found := decoded(each))), "")
    return MailLink(
        to=_people([path, *fields.get("to", ())]),
        cc=_people(fields.get("cc", [])),
        hidden=_people(fields.get("bcc", [])),
        subject=" ".join(clean(decode_words(subject[:_LONGEST_SUBJECT])).split()),
        body=_printable(bodies.replace("\r", "\n"))[:LONGEST_BODY],
        left_out=_names(name for name in fields if name not in _TAKEN),
    )


def _names(fields: Iterable[str]) -> tuple[str, ...]:
    """Names of fields as they can be said: what a name can't be is not repeated."""
    said = (name if _NAME.fullmatch(name) else "another field" for name in fields if name)
    return tuple(islice(dict.fromkeys(said), _MOST_NAMED))


def _people(lists: list[str]) -> tuple[str, ...]:
    """Commas part addresses; one inside of an address is written as %2C (section 2)."""
    found = (clean(decoded(each)) for one in lists for each in one.split(","))
    return tuple(islice((each for each in found if each), _MOST_PEOPLE))


def _printable(text: str) -> str:
    return "".join(sign for sign in text if sign in "\n\t" or ord(sign) >= 0x20)

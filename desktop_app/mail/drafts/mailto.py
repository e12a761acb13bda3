"""Addresses of the scheme `mailto` (RFC 6068): the mail that a link asks for.

A link is a stranger's. It sets what the person sees before they send: recipients, copies, subject
and text. Every other field is dropped; hidden copies are named, so that it can be said.
"""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.mail.wire.headers import clean
from desktop_app.mail.wire.percent import decoded

LONGEST_BODY = 100_000
"""Characters of the text that are taken."""
_LONGEST_SUBJECT = 2_000
_MOST_FIELDS = 1_000


@dataclass(frozen=True, slots=True)
class MailLink:
    """What a link asks for. `to`, `cc` and `hidden` (Bcc) are texts with an address each, as
    written: whoever makes a draft of them reads them. `body` has line feeds alone."""

    to: tuple[str, ...] = ()
    cc: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    subject: str = ""
    body: str = ""


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
        subject=" ".join(clean(subject).split())[:_LONGEST_SUBJECT],
        body=_printable(bodies.replace("\r", "\n"))[:LONGEST_BODY],
    )


def _people(lists: list[str]) -> tuple[str, ...]:
    """Commas part addresses; one inside of an address is written as %2C (section 2)."""
    found = (clean(decoded(each)) for one in lists for each in one.split(","))
    return tuple(each for each in found if each)


def _printable(text: str) -> str:
    return "".join(sign for sign in text if sign in "\n\t" or ord(sign) >= 0x20)

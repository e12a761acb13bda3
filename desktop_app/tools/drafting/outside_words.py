"""Words that a draft of the person's own began with and that came from outside: a mailto link that
was opened, or the command `draftdesk compose`.

They are cleaned as a proposal's are, and the draft keeps where they came from: its checks say so
before Send.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from desktop_app.mail.drafts.given import given_addresses
from desktop_app.mail.drafts.mailto import LONGEST_BODY, mail_link
from desktop_app.mail.drafts.visible_content import visible_content
from desktop_app.mail.hidden.invisible import without_invisible
from desktop_app.model.account import Account
from desktop_app.model.address import Address, unique
from desktop_app.model.draft import Check, CheckLevel, Draft, DraftContent, Source, SourceKind
from desktop_app.model.wish import Letter

LINK, COMMAND = "a link", "the command “draftdesk compose”"
"""Titles of the sources."""

_LONGEST_KEPT = 20_000
"""Characters of the words that the source keeps beside the addresses."""
_LEFT_OUT = "Left out: "


def begun_with(account: Account, letter: Letter) -> tuple[DraftContent, tuple[str, ...], Source]:
    """The content that a letter asks for, the places where it was cleaned, and its source. What is
    no address stays a recipient that has to be mended: nothing is dropped in silence."""
    left_out: tuple[str, ...] = ()
    if letter.link:
        asked = mail_link(letter.link)
        left_out = asked.left_out
        letter = replace(
            letter,
            to=asked.to,
            cc=asked.cc,
            bcc=asked.hidden,
            subject=asked.subject,
            body=asked.body,
        )
        title = LINK
    else:
        title = COMMAND
    identity = account.default_identity
    content = DraftContent(
        identity.address,
        to=_people(letter.to),
        cc=_people(letter.cc),
        bcc=_people(letter.bcc),
        subject=" ".join(letter.subject.split()),
        body=letter.body[:LONGEST_BODY],
    ).signed_by(identity)
    content, places = visible_content(content)
    return content, places, _source(title, content, left_out)


def keys_of(source: Source) -> frozenset[str]:
    """The keys of the addresses that a link or a command brought."""
    head = source.text.partition("\n\n")[0]
    return frozenset(line.lower() for line in head.split("\n") if line)


def checks(draft: Draft) -> Iterator[Check]:
    """What the person is told of where the words come from."""
    for source in draft.sources:
        if source.kind is not SourceKind.LINK:
            continue
        told = f"The recipients and the words that this draft began with come from {source.title}."
        if source.ref:
            told += f" {_LEFT_OUT}{source.ref}."
        yield Check("from_outside", CheckLevel.NOTE, told)


def _people(texts: Iterable[str]) -> tuple[Address, ...]:
    return unique(
        Address(without_invisible(a.name), without_invisible(a.email))
        for text in texts
        for a in given_addresses(text)
        if a.email.strip()
    )


def _source(title: str, content: DraftContent, left_out: tuple[str, ...]) -> Source:
    """`ref` are the names of the fields that were left out; `text` has the addresses, a line each,
    then an empty line and the words."""
    people = "\n".join(a.key.replace("\n", " ") for a in content.recipients)
    words = f"{content.subject}\n{content.body}"[:_LONGEST_KEPT]
    return Source(SourceKind.LINK, ", ".join(left_out), title, f"{people}\n\n{words}")

"""What the head of a mail says of answers to it, besides From, To, Cc and Reply-To."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.mail.drafts.given import given_addresses
from desktop_app.mail.drafts.mailto import mail_link
from desktop_app.mail.message.unsubscribe import urls_of
from desktop_app.mail.wire.addresses import addresses
from desktop_app.mail.wire.mailboxes import valid_address
from desktop_app.mail.wire.parts import Headers
from desktop_app.mail.wire.tree import read_tree
from desktop_app.model.address import Address, unique

_DELIVERED = ("delivered-to", "x-original-to", "envelope-to")
_LIST = ("list-id", "list-post", "list-unsubscribe")


@dataclass(frozen=True, slots=True)
class Answering:
    """`delivered` are the addresses that servers delivered the mail to, the nearest to this mailbox
    first. `list_post` is where its list takes answers (RFC 2369 section 3.4), None where it says
    nowhere or none; `of_a_list` whether it came through one; `followup` is Mail-Followup-To, and
    `author` Mail-Reply-To (https://cr.yp.to/proto/replyto.html)."""

    delivered: tuple[Address, ...] = ()
    list_post: Address | None = None
    of_a_list: bool = False
    followup: tuple[Address, ...] = ()
    author: tuple[Address, ...] = ()


def answering(raw: bytes) -> Answering:
    """Never raises."""
    headers = read_tree(raw)[0].headers
    return Answering(
        delivered=unique(a for name in _DELIVERED for a in _people(headers, name) if a.email),
        list_post=_list_post(headers),
        of_a_list=any(name in headers for name in _LIST),
        followup=_people(headers, "mail-followup-to"),
        author=_people(headers, "mail-reply-to"),
    )


def _people(headers: Headers, name: str) -> tuple[Address, ...]:
    return tuple(address for value in headers.get(name, ()) for address in addresses(value))


def _list_post(headers: Headers) -> Address | None:
    """The first address; none for a list that takes nothing (`NO`), or a head that says it twice:
    a second one may have been put in by somebody else."""
    values = headers.get("list-post", ())
    if len(values) != 1:
        return None
    for url in urls_of(values[0]):
        if url[:7].lower() == "mailto:":
            found = [a for text in mail_link(url).to for a in given_addresses(text)]
            if len(found) == 1 and valid_address(found[0].email):
                return found[0]
    return None

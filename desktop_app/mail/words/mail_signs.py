"""Signs of one mail that triage goes by: who wrote to whom, by which way, and what it says anew."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from desktop_app.mail.message.leaves import body_text
from desktop_app.mail.senders.senders import looks_forged
from desktop_app.mail.wire.addresses import addresses
from desktop_app.mail.wire.headers import decode_words
from desktop_app.mail.wire.parts import Headers, Part
from desktop_app.mail.wire.tree import read_tree
from desktop_app.mail.words.asking import new_words, without_name
from desktop_app.model.address import Address
from desktop_app.model.message import MessageId
from desktop_app.model.triage import Reason

_LONGEST_MAILBOX = 200
_NO_REPLY = re.compile(
    r"^(?:.*[._+-])?(?:no|do-?not|dont|ne|nao|keine)[._-]?(?:reply|replies|response|antwort|repondre"
    r"|responder|pas[._-]repondre)\b|^(?:mailer-daemon|postmaster|bounces?|notifications?|notify"
    r"|notifier|tracking|alerts?|alertes?|newsletters?|news|updates?|digest|mailing|mailer|marketing|promo(?:tions?)?"
    r"|offers?|deals?|automat\w*|system|robot|bot|receipts?|invoices?\+statements|boletin|infolettre)"
    r"(?:[._+-].*)?$",
    re.IGNORECASE,
)
_BULK_FIELDS = (
    "feedback-id",
    "x-campaign",
    "x-campaign-id",
    "x-mailchimp-id",
    "x-mc-user",
    "x-csa-complaints",
)
_METHOD = re.compile(r"^METHOD:\s*([A-Z]+)", re.MULTILINE | re.IGNORECASE)
_LOOKED_AT = 20_000


@dataclass(frozen=True, slots=True)
class MailSigns:
    """One mail. `own`: the person wrote it. `bulk` is the header that tells of a newsletter, a list
    or a program, `people_talk` a list to which people write; `auto_reply` an answer made by a
    program (RFC 3834); `no_reply` an address that takes none; `invitation` the method of a
    calendar part in small letters (RFC 5546); `suspicious` a sender who poses as another. `text`
    are the new words, empty where the mail was not read in full."""

    id: MessageId
    sender: Address
    to: tuple[Address, ...] = ()
    cc: tuple[Address, ...] = ()
    own: bool = False
    subject: str = ""
    text: str = ""
    bulk: Reason | None = None
    people_talk: bool = False
    auto_reply: bool = False
    no_reply: bool = False
    invitation: str = ""
    suspicious: bool = False


def read_signs(
    raw: bytes,
    message: MessageId,
    own: Collection[str],
    *,
    sent: bool = False,
    whole: bool = True,
) -> MailSigns:
    """The signs of the message `raw`. `own` are the keys of the person's addresses; `sent`: it lies
    among the sent mail. Without `whole` the text is not read. Never raises."""
    tree, _ = read_tree(raw)
    headers = tree.headers
    people = _people(headers, "from") or _people(headers, "sender")
    sender = people[0] if people else Address("", "")
    to, cc = _people(headers, "to"), _people(headers, "cc")
    reply_to = _people(headers, "reply-to")
    return MailSigns(
        id=message,
        sender=sender,
        to=to,
        cc=cc,
        own=sent or sender.key in own,
        subject=decode_words(_first(headers, "subject")),
        text=without_name(new_words(body_text(tree)), sender.name) if whole else "",
        bulk=_bulk(headers),
        people_talk=_people_talk(headers, (*to, *cc)),
        auto_reply=_auto_reply(headers),
        no_reply=_takes_no_reply(sender, reply_to),
        invitation=_invitation(tree) if whole else "",
        suspicious=looks_forged(people),
    )


def _first(headers: Headers, name: str) -> str:
    values = headers.get(name)
    return values[0] if values else ""


def _people(headers: Headers, name: str) -> tuple[Address, ...]:
    values = headers.get(name)
    return addresses(", ".join(values)) if values else ()


def _bulk(headers: Headers) -> Reason | None:
    """The first header that tells (RFC 2369, RFC 2919, RFC 3834; MS-OXCMAIL 2.2.3.2.14)."""
    precedence = _first(headers, "precedence").strip().lower()
    automatic = _first(headers, "auto-submitted").strip().lower().partition(";")[0]
    unanswered = _first(headers, "x-auto-response-suppress").lower()
    if "list-unsubscribe" in headers:
        return Reason.UNSUBSCRIBE
    if "list-id" in headers or "list-post" in headers:
        return Reason.LIST
    if precedence in {"bulk", "list", "junk"} or any(name in headers for name in _BULK_FIELDS):
        return Reason.BULK
    if automatic not in {"", "no"} or "all" in unanswered or "autoreply" in unanswered:
        return Reason.AUTOMATIC
    return None


def _people_talk(headers: Headers, recipients: tuple[Address, ...]) -> bool:
    """Whether the list's own address is among the recipients: people write to it."""
    listed = _first(headers, "list-id").lower().rpartition("<")[2].partition(">")[0]
    post = _first(headers, "list-post").lower()
    if not listed and not post:
        return False
    name = listed.partition(".")[0]
    for each in recipients:
        local = each.key.partition("@")[0]
        if each.key and (each.key in post or (name and local == name)):
            return True
    return False


def _auto_reply(headers: Headers) -> bool:
    answered = _first(headers, "auto-submitted").strip().lower().startswith("auto-replied")
    old = "x-autoreply" in headers or "x-autorespond" in headers
    return answered or old or _first(headers, "precedence").strip().lower() == "auto_reply"


def _takes_no_reply(sender: Address, reply_to: tuple[Address, ...]) -> bool:
    """Whether an answer would go to nobody: where a form writes for somebody, it goes to them."""
    if not _NO_REPLY.match(_mailbox(sender)):
        return False
    answered = reply_to[0] if reply_to else sender
    return answered.domain == sender.domain or bool(_NO_REPLY.match(_mailbox(answered)))


def _mailbox(person: Address) -> str:
    """What is before the @, of which an address has 64 characters (RFC 5321 section 4.5.3.1.1)."""
    return person.key.partition("@")[0][-_LONGEST_MAILBOX:]


def _invitation(tree: Part) -> str:
    for leaf in tree.leaves():
        if leaf.kind == "text/calendar":
            named = leaf.params.get("method", "")
            found = _METHOD.search(leaf.text[:_LOOKED_AT])
            return (named or (found[1] if found else "")).lower()
    return ""

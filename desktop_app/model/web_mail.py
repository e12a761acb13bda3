"""Addresses of Gmail's own pages: the one place where *Open in Gmail* gets its links.

Both pages take the id that the API gives a message, which over IMAP is X-GM-MSGID in hexadecimal.
A draft's message has another id after each change of the draft, so that its link is made anew.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from desktop_app.model.message import SystemLabel

GMAIL = "Gmail"
_PAGES = "https://mail.google.com/mail/?authuser="
_UNRESERVED = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
"""Source: RFC 3986 section 2.3."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,31}")
"""An id of Gmail's; the digests that stand for ids at other servers are longer."""

_ELSEWHERE = ((SystemLabel.TRASH, "trash"), (SystemLabel.SPAM, "spam"))


def message_page(address: str, source_id: str, labels: Collection[str] = ()) -> str:
    """Address of a message with its conversation; empty for a message without an id of Gmail's.
    `address` is the account's own, `labels` tell mail in the trash and in spam from the rest."""
    if not _ID.fullmatch(source_id):
        return ""
    place = next((name for label, name in _ELSEWHERE if label in labels), "all")
    return f"{_mailbox(address)}#{place}/{source_id}"


def draft_page(address: str, message_id: str = "") -> str:
    """Address of a draft by the id of its message; without one, of all drafts."""
    if not _ID.fullmatch(message_id):
        return f"{_mailbox(address)}#drafts"
    return f"{_mailbox(address)}#drafts?compose={message_id}"


def _mailbox(address: str) -> str:
    """The mailbox of one account, whichever others the browser is signed in to."""
    octets = address.encode("utf-8", "replace")
    return _PAGES + "".join(chr(o) if o in _UNRESERVED else f"%{o:02X}" for o in octets)

"""Bars about senders and links: the share of phishing and of legitimate mail that has one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.rows import Row
from benchmarks.sender_mails import (
    ADDED,
    LEGITIMATE_HOUSES,
    POSED_AS,
    SERVER,
    Mail,
    added_to,
    by_microsoft,
    corpora,
    ours,
)
from desktop_app.mail.message.body import read_body
from desktop_app.mail.senders.authentication import learned
from desktop_app.model.message import WarningKind

CORPORA = Path(os.environ.get("DRAFTDESK_CORPORA", "../shared/corpora"))
"""Where collections of mail lie; without them that row is left out."""

SENDER_OR_LINK = frozenset(
    {
        WarningKind.LOOKALIKE_SENDER,
        WarningKind.SENDER_DOUBT,
        WarningKind.SENDER_FAILED,
        WarningKind.SENDER_UNPROVEN,
        WarningKind.LINK_MISMATCH,
        WarningKind.LINK_TRICK,
    }
)


FORGERY = frozenset({WarningKind.LOOKALIKE_SENDER, WarningKind.SENDER_FAILED})


def warned(
    mails: Iterable[Mail], server: str = "", kinds: frozenset[WarningKind] = SENDER_OR_LINK
) -> list[tuple[Mail, bool]]:
    """Each mail, and whether it is shown with a bar about its sender or a link."""
    return [
        (mail, any(w.kind in kinds for w in read_body(mail.raw, server).warnings)) for mail in mails
    ]


def rows() -> list[Row]:
    """Shares of phishing and of legitimate mail with a bar about the sender or a link."""
    phishing = ours("phishing.txt", POSED_AS)
    legitimate = ours("legitimate.txt", LEGITIMATE_HOUSES)
    newsletters = ours("newsletters.txt", LEGITIMATE_HOUSES)
    forwarded = ours("forwarders.txt", LEGITIMATE_HOUSES)
    rows = [_said(phishing)]
    for how, server in (("as mail files", ""), ("through the account's own server", SERVER)):
        rows.append(_least(f"phishing with a bar, {how}", warned(phishing, server), 0.66))
        rows.append(_worst_added(f"phishing with a bar, a field added, {how}", phishing, server))
        rows.append(_most(f"legitimate mail with a bar, {how}", warned(legitimate, server), 0.02))
        rows.append(_most(f"newsletters with a bar, {how}", warned(newsletters, server), 0.05))
        called = warned(forwarded, server, FORGERY)
        rows.append(_most(f"forwarded mail called a forgery, {how}", called, 0))
    rows += _microsoft()
    if CORPORA.is_dir():
        everyday = [*corpora(CORPORA), *legitimate]
        rows.append(_most("corpora and legitimate mail with a bar", warned(everyday), 0.02))
    return rows


def _worst_added(what: str, phishing: Sequence[Mail], server: str) -> Row:
    """The field by whose adding the fewest keep their bar, wherever the sender writes it."""
    shares = [
        (sum(told for _, told in warned(with_field, server)), field)
        for field in ADDED
        for first in (True, False)
        if (with_field := [added_to(mail, field, first=first) for mail in phishing])
    ]
    count, field = min(shares)
    share = f"{_share(count, len(phishing))}, with {field.partition(': ')[0]}"
    return Row(what, share, "60% or more", count >= 0.6 * len(phishing))


def _microsoft() -> list[Row]:
    """Mail through hops of Microsoft's domains: the server is learned, what failed is told."""
    mails = ours("phishing.txt", POSED_AS, by_microsoft)
    server = learned(mail.raw for mail in mails)
    failed = [mail for mail in mails if b"dmarc=fail" in mail.raw]
    told = _least("phishing that failed, over Microsoft's hops", warned(failed, server), 1)
    known = Row("server learned over Microsoft's hops", server, "outlook.com", bool(server))
    return [known, told]


def _said(mails: Sequence[Mail]) -> Row:
    """Mails of which the very sentence is said that their pattern is for."""
    expecting = [mail for mail in mails if mail.told]
    count = sum(mail.told in _sentences(mail) for mail in expecting)
    what = "patterns told in their own sentence"
    return Row(what, _share(count, len(expecting)), "100%", count == len(expecting))


def _sentences(mail: Mail) -> str:
    return "\n".join(w.text for s in ("", SERVER) for w in read_body(mail.raw, s).warnings)


def _least(what: str, found: Sequence[tuple[Mail, bool]], goal: float) -> Row:
    count = sum(told for _, told in found)
    held = count >= goal * len(found)
    return Row(what, _share(count, len(found)), f"{goal:.0%} or more", held)


def _most(what: str, found: Sequence[tuple[Mail, bool]], goal: float) -> Row:
    count = sum(told for _, told in found)
    return Row(what, _share(count, len(found)), f"{goal:.0%} or less", count <= goal * len(found))


def _share(count: int, of: int) -> str:
    return f"{count} of {of} ({count / of:.1%})"

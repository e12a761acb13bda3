"""Bars about senders and links: the share of phishing and of legitimate mail that has one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.rows import Row
from benchmarks.sender_mails import LEGITIMATE_HOUSES, POSED_AS, SERVER, Mail, corpora, ours
from desktop_app.mime.body import read_body
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


def warned(mails: Iterable[Mail], server: str = "") -> list[tuple[Mail, bool]]:
    """Each mail, and whether it is shown with a bar about its sender or a link."""
    return [
        (mail, any(w.kind in SENDER_OR_LINK for w in read_body(mail.raw, server).warnings))
        for mail in mails
    ]


def rows() -> list[Row]:
    """Shares of phishing and of legitimate mail with a bar about the sender or a link."""
    phishing = ours("phishing.txt", POSED_AS)
    legitimate = ours("legitimate.txt", LEGITIMATE_HOUSES)
    rows = [_said(phishing)]
    for how, server in (("as mail files", ""), ("through the account's own server", SERVER)):
        rows.append(_least(f"phishing with a bar, {how}", warned(phishing, server), 0.6))
        rows.append(_most(f"legitimate mail with a bar, {how}", warned(legitimate, server), 0.02))
    if CORPORA.is_dir():
        everyday = [*corpora(CORPORA), *legitimate]
        rows.append(_most("corpora and legitimate mail with a bar", warned(everyday), 0.02))
    return rows


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

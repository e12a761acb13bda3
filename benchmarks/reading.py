"""`python -m benchmarks.reading [part …]`: what reading mail shows and hides, beside the goals.

Each part is a function in `PARTS` that gives rows. The command ends with 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

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


@dataclass(frozen=True, slots=True)
class Row:
    """One figure: what it is of, the figure and its goal as words, and whether it is held."""

    what: str
    figure: str
    goal: str
    held: bool


def warned(mails: Iterable[Mail], server: str = "") -> list[tuple[Mail, bool]]:
    """Each mail, and whether it is shown with a bar about its sender or a link."""
    return [
        (mail, any(w.kind in SENDER_OR_LINK for w in read_body(mail.raw, server).warnings))
        for mail in mails
    ]


def senders() -> list[Row]:
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


PARTS: dict[str, Callable[[], list[Row]]] = {
    "senders": senders,
}


def table(rows: Sequence[Row]) -> str:
    """The rows in columns."""
    lines = [(r.what, r.figure, r.goal, "held" if r.held else "MISSED") for r in rows]
    widths = [max(len(line[column]) for line in lines) for column in range(4)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reading", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}")
    chosen = parser.parse_args(arguments).parts or list(PARTS)
    unknown = [name for name in chosen if name not in PARTS]
    if unknown:
        parser.error(f"no such part: {', '.join(unknown)}")
    rows = [row for name in chosen for row in PARTS[name]()]
    print(table(rows))
    return 0 if all(row.held for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())

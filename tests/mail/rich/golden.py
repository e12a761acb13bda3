"""Golden documents: sources in our own markup, written by hand, and the bytes of both parts of the
mail that is made of each.

`python -m tests.mail.rich.golden` renews the parts; the sources stay as they are. Each source ends
with a line end that is none of it.
"""

from __future__ import annotations

import email
import email.policy
import hashlib
from email.message import EmailMessage
from pathlib import Path

from desktop_app.mail.drafts.compose import compose
from desktop_app.mail.rich.document import Document
from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.source import from_source
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftAttachment, DraftContent
from tests.crafted.mails import png
from tests.sure import of_kind, there

FOLDER = Path(__file__).parents[2] / "data" / "rich_golden"
PICTURES = {"chart@x.example": png(600, 300), "photo@x.example": png(240, 160)}
"""The pictures that the documents show, by their content ids."""

MAILS = FOLDER / "mails.sha256"
"""A line a document: SHA-256 of the whole mail, and the name."""


def names() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.source"))


def text(name: str) -> str:
    """The source of a document."""
    return (FOLDER / f"{name}.source").read_text("utf-8").removesuffix("\n")


def document(name: str) -> Document:
    return from_source(text(name))


def mail(name: str) -> bytes:
    """The mail of a document, with the pictures that it shows, as it is sent."""
    found = document(name)
    shown = {one.cid for one in found.pictures}
    parts = tuple(
        DraftAttachment(cid, f"{cid.partition('@')[0]}.png", "image/png", len(data), "", cid)
        for cid, data in PICTURES.items()
        if cid in shown
    )
    content = DraftContent(
        Address("Alex", "alex@desk.example"),
        (Address("Dana", "dana@desk.example"),),
        subject=name,
        body=markup(found),
        content_type="text/html",
        attachments=parts,
    )
    return compose(
        content,
        message_id=f"{name}@desk.example",
        date=1_800_000_000,
        read_attachment=PICTURES.__getitem__,
    )


def sent_parts(name: str) -> dict[str, bytes]:
    """The bytes of the HTML part and of the plain part, by the endings of their files."""
    parsed = email.message_from_bytes(mail(name), policy=email.policy.default)
    read = of_kind(EmailMessage, parsed)
    html, plain = (there(read.get_body((kind,))) for kind in ("html", "plain"))
    return {
        "html": of_kind(bytes, html.get_payload(decode=True)),
        "plain": of_kind(bytes, plain.get_payload(decode=True)),
    }


def digests() -> str:
    """The contents of `MAILS`."""
    lines = (f"{hashlib.sha256(mail(name)).hexdigest()}  {name}\n" for name in names())
    return "".join(lines)


def renew() -> None:
    """Write the parts of every document anew."""
    for old in (*FOLDER.glob("*.html"), *FOLDER.glob("*.plain")):
        old.unlink()
    for name in names():
        for ending, data in sent_parts(name).items():
            (FOLDER / f"{name}.{ending}").write_bytes(data)
    MAILS.write_text(digests(), "utf-8")


if __name__ == "__main__":
    renew()

"""Files that the person opens to look at: mail, calendar files, vCards. Nothing of them is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from desktop_app.model.errors import BadInput, Cancelled
from desktop_app.model.message import Body
from desktop_app.model.seen_mail import SeenMail
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result

MOST_LISTED = 500
"""Mails of a file that are listed, and cards that are shown; an import takes them all."""
MOST_BYTES = 40_000_000
"""Bytes of a mail, a calendar file or a vCard file that is shown at all."""
_HEAD_BYTES = 65_536
_TOO_LARGE = "It is larger than 40 MB. Import it to read it."
CALENDAR, CARDS = (".ics",), (".vcf", ".vcard")


class ListedMail(Result, frozen=True):
    """A mail of a file: where it begins, and its head. `date` is in seconds since the epoch, 0 for
    none; `problem` says why it can't be read."""

    start: int
    sender: str = ""
    subject: str = ""
    date: int = 0
    problem: str = ""


class ShownFile(Result, frozen=True):
    """`kind` is mail, calendar or people. Of mail the first mails are listed, with `more` there are
    further ones; of the others `text` says what is in it, in lines."""

    kind: str
    mails: tuple[ListedMail, ...] = ()
    more: bool = False
    text: str = ""


class ShownMail(Result, frozen=True):
    """One mail: the lines of its head, its body, the names of its files. `raw` is for pictures in
    its text alone."""

    head: tuple[tuple[str, str], ...]
    body: Body
    files: tuple[str, ...]
    raw: bytes


class OneFile(Params, frozen=True, kw_only=True):
    path: str


class OneMail(Params, frozen=True, kw_only=True):
    path: str
    start: int = 0


def show_file(context: Context, params: OneFile) -> ShownFile:
    """What is in a file. Raises `BadInput` for one that can't be read, `Cancelled`."""
    path = Path(params.path)
    if path.name.lower().endswith(CALENDAR):
        return ShownFile("calendar", text=_calendar(_read(path)))
    if path.name.lower().endswith(CARDS):
        return _people(_read(path))
    found: list[ListedMail] = []
    for seen in _mails(context, path, 0):
        if len(found) == MOST_LISTED:
            return ShownFile("mail", tuple(found), more=True)
        found.append(_listed(seen))
    if not found:
        raise BadInput("There is no mail in this file.")
    if len(found) == 1 and found[0].problem:
        raise BadInput(found[0].problem)
    return ShownFile("mail", tuple(found))


def show_mail(context: Context, params: OneMail) -> ShownMail:
    """One mail of a file. Raises `BadInput`."""
    from desktop_app.mail.message.body import read_body
    from desktop_app.mail.message.parse import parse

    seen = next(_mails(context, Path(params.path), params.start), None)
    if seen is None or seen.problem:
        raise BadInput(seen.problem if seen is not None else "The file has changed meanwhile.")
    if len(seen.raw) > MOST_BYTES:
        raise BadInput(_TOO_LARGE)
    mail = parse(seen.raw, fallback_date=seen.date)
    people = (("From", mail.from_), ("To", mail.to), ("Cc", mail.cc), ("Reply to", mail.reply_to))
    head = [(name, ", ".join(map(str, group))) for name, group in people if group]
    body = read_body(seen.raw)
    files = tuple(a.filename or a.content_type for a in mail.attachments if not a.inline)
    return ShownMail((*head, ("Subject", mail.subject)), body, files, seen.raw)


def _mails(context: Context, path: Path, start: int) -> Iterator[SeenMail]:
    try:
        for seen in context.ports.importer.look(path, start=start):
            if context.cancelled.is_set():
                raise Cancelled("Stopped.")
            yield seen
    except OSError as error:
        raise BadInput(f"{path.name} can't be read: {error.strerror}.") from error


def _listed(seen: SeenMail) -> ListedMail:
    from desktop_app.mail.message.parse import parse

    if seen.problem:
        return ListedMail(seen.start, problem=seen.problem)
    head = seen.raw[:_HEAD_BYTES].replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    mail = parse(head + b"\n\n", fallback_date=seen.date)
    sender = mail.from_[0].label if mail.from_ else ""
    return ListedMail(seen.start, sender, mail.subject, mail.date)


def _read(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise BadInput(f"{path.name} can't be read: {error.strerror}.") from error
    if len(data) > MOST_BYTES:
        raise BadInput(_TOO_LARGE)
    return data


def _calendar(data: bytes) -> str:
    from desktop_app.mail.calendar.calendar_file import invitation_text

    text = invitation_text(data)
    if not text:
        raise BadInput("There is no event in this file that can be read.")
    return text


def _people(data: bytes) -> ShownFile:
    from itertools import islice

    from desktop_app.mail.cards.cards import read_cards

    cards = (c.contact for c in read_cards(data.splitlines(keepends=True)) if c.contact is not None)
    found = list(islice(cards, MOST_LISTED + 1))
    if not found:
        raise BadInput("There is no vCard in this file that can be read.")
    told = ("\n".join((c.name, *(a.email for a in c.addresses))).strip() for c in found)
    text = "\n\n".join(islice(told, MOST_LISTED))
    return ShownFile("people", text=text, more=len(found) > MOST_LISTED)


SHOW_FILE = person_tool(show_file, Effect.READ, OneFile)
SHOW_MAIL = person_tool(show_mail, Effect.READ, OneMail)
TOOLS = (SHOW_FILE, SHOW_MAIL)

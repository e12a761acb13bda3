"""What another mail program has on this computer, as it was found, and what was taken of it.

Nothing here holds a password: none is looked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from desktop_app.model.mail_server import ServerAddress
from desktop_app.model.progress import ImportReport, PeopleReport


class MailProgram(StrEnum):
    THUNDERBIRD = "thunderbird"
    EVOLUTION = "evolution"
    MAILSPRING = "mailspring"
    APPLE_MAIL = "apple_mail"
    OUTLOOK = "outlook"
    TAKEOUT = "takeout"


PROGRAM_NAMES = {
    MailProgram.THUNDERBIRD: "Thunderbird",
    MailProgram.EVOLUTION: "Evolution",
    MailProgram.MAILSPRING: "Mailspring",
    MailProgram.APPLE_MAIL: "Apple Mail",
    MailProgram.OUTLOOK: "Outlook",
    MailProgram.TAKEOUT: "Google Takeout",
}


class MailForm(StrEnum):
    """How a folder keeps its mails: one file of all, a Maildir whose names say what was read, one
    whose mails say it in their own fields, a folder of Apple's .emlx files."""

    MBOX = "mbox"
    MAILDIR = "maildir"
    MARKED_MAILDIR = "marked maildir"
    EMLX = "emlx"


class BookForm(StrEnum):
    """How an address book is kept: SQLite as Thunderbird has it, or as Evolution has it."""

    MOZILLA = "mozilla"
    EVOLUTION = "evolution"


@dataclass(frozen=True, slots=True)
class SeenIdentity:
    """A sender identity. `signature` is plain text without the `-- ` line, `formatted_signature`
    the same as `Identity` has it."""

    name: str
    email: str
    signature: str = ""
    formatted_signature: str = ""


@dataclass(frozen=True, slots=True)
class SeenAccount:
    """An account as its program has it. `kind` is the program's word for how it fetches mail.
    `incoming` is None where Draftdesk has no use for the server: for an account that is no IMAP
    account. `note` is a sentence about that."""

    title: str
    kind: str
    email: str
    name: str
    user: str = ""
    incoming: ServerAddress | None = None
    outgoing: ServerAddress | None = None
    identities: tuple[SeenIdentity, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class SeenFolder:
    """A folder of mail: where it lies, its names from the top of its tree on, and its bytes."""

    path: Path
    names: tuple[str, ...]
    form: MailForm
    size: int = 0


@dataclass(frozen=True, slots=True)
class SeenTree:
    """The folders of one account or of the local mail. `title` is unique within its program."""

    title: str
    folders: tuple[SeenFolder, ...] = ()
    size: int = 0
    """Bytes of all folders."""


@dataclass(frozen=True, slots=True)
class SeenBook:
    """An address book."""

    path: Path
    title: str
    form: BookForm


@dataclass(frozen=True, slots=True)
class SeenFilter:
    """A filter as text: Draftdesk has no filters, the person may want to know which there were."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class SeenTag:
    """A tag: the keyword that mails carry, and the name the person reads."""

    keyword: str
    name: str


@dataclass(frozen=True, slots=True)
class SeenProgram:
    """What one program, or one profile of it, has. `place` is its folder. `notes` are sentences:
    what could not be read, and what is left where it is."""

    program: MailProgram
    place: Path
    title: str
    accounts: tuple[SeenAccount, ...] = ()
    trees: tuple[SeenTree, ...] = ()
    books: tuple[SeenBook, ...] = ()
    filters: tuple[SeenFilter, ...] = ()
    tags: tuple[SeenTag, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether there is nothing that could be taken or told of."""
        return not (self.accounts or self.trees or self.books or self.filters)


@dataclass(frozen=True, slots=True)
class MovedReport:
    """What was taken. `identities` is how many senders or signatures were added, `people` None
    where none were wanted. `notes` are sentences."""

    title: str
    mail: ImportReport | None = None
    people: PeopleReport | None = None
    identities: int = 0
    notes: tuple[str, ...] = ()
    cancelled: bool = False

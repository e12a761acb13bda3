"""Sentences of reading through. No widgets."""

from __future__ import annotations

from desktop_app.model.address import addressed, people, unique
from desktop_app.model.draft import Source, SourceKind
from desktop_app.ui.review.draft import sentences
from desktop_app.ui.review.read_through.readable import ReadMail
from desktop_app.ui.widgets.elision import shortened_middle
from desktop_app.ui.widgets.safe_text import clean

TICK_FIRST = "Tick the mails to send first."
READ_FIRST = "Read it to its end to tick it."
CONFIRM_FIRST = "Confirm its checks to tick it."
IN_A_WINDOW = "It is open in a window of its own."
TOO_WIDE = "It is too wide to be read here."
CHANGED = "It was changed. Read it again."
LEAVING = "It is being sent."
STAYED = "It stayed here: its reason stands below it."
LONGEST, LONGEST_END = 32, 20
"""Characters of a recipient on a button, and of the end of an address, which says whose it is."""
MOST_SOURCES = 3


def counted(number: int) -> str:
    """`1 mail`, `3 mails`."""
    return "1 mail" if number == 1 else f"{number} mails"


def on_their_way(number: int) -> str:
    return f"{counted(number)} {'is' if number == 1 else 'are'} on {_its(number)} way."


def reaches(mail: ReadMail) -> str:
    """Whom a mail reaches, as short as the button of the review: `Dana + 1`."""
    content = mail.content
    everybody = unique((*content.to, *content.cc, *content.bcc))
    named = {r.address.key for r in mail.review.recipients if r.named}
    first = shortened_middle(clean(people(everybody[:1], named=named)), LONGEST, end=LONGEST_END)
    return f"{first} + {len(everybody) - 1}" if len(everybody) > 1 else first


def taken_back(number: int, of: int) -> str:
    """What an undo brought back, of so many."""
    if number == of:
        return f"Not sent. {counted(number)} {'is' if number == 1 else 'are'} here again."
    return f"{number} of {counted(of)} could still be taken back."


def _its(number: int) -> str:
    return "its" if number == 1 else "their"


def read_for(sources: tuple[Source, ...]) -> str:
    """What was read for a mail, in one line; empty where nothing was."""
    read = [source for source in sources if source.kind is not SourceKind.REQUEST]
    if not read:
        return ""
    named = ", ".join(f"“{clean(s.title) or s.kind.value}”" for s in read[:MOST_SOURCES])
    more = f" and {len(read) - MOST_SOURCES} more" if len(read) > MOST_SOURCES else ""
    return f"Read for it: {named}{more}."


def name_of(mail: ReadMail) -> str:
    """Whom a mail goes to, and its subject."""
    content = mail.content
    named = {r.address.key for r in mail.review.recipients if r.named}
    who = clean(addressed(content.to, content.cc, content.bcc, named=named))
    return f"{who}. {subject_of(mail)}"


def subject_of(mail: ReadMail) -> str:
    return clean(mail.content.subject) or "(no subject)"


def reason(words: str) -> str:
    """A reason of the review in the words of this place."""
    if words == sentences.READ_FIRST:
        return READ_FIRST
    if words.endswith("for your tick."):
        return CONFIRM_FIRST
    return words

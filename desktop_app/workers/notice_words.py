"""Words of notices, as much as the setting lets them say. Pure.

What comes from a mail or a program has been cleaned before, and stands in a line of its own or
behind words of ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from desktop_app.model.notice import Notice, Press

MOST_LINES = 4
"""Mails that one notice of several names."""

MOST_WHO, MOST_SUBJECT = 60, 120
"""Characters."""

NO_SUBJECT = "(no subject)"
NOBODY = "Somebody without a name"
NEW, TROUBLE = "email.arrived", "email.bounced"
"""Categories of the Desktop Notifications Specification."""

_NOT_SENT = {
    "uncertain": "It is not known whether a mail was sent",
    "held": "A mail that was to leave waits for you",
}

MAILS, REVIEW, REQUESTS = "mails", "review", "requests"
"""Keys of notices of several; those of one thing have its id behind a colon."""


class Shows(StrEnum):
    """What a notice may show: the choices of the setting `notices.shows`."""

    BOTH = "sender and subject"
    SENDER = "sender alone"
    NOTHING = "only that there is something"


@dataclass(frozen=True, slots=True)
class Told:
    """What is said of one mail or draft: who it is from or to, and its subject, both cleaned."""

    who: str
    subject: str

    @property
    def name(self) -> str:
        return _fit(self.who or NOBODY, MOST_WHO)

    @property
    def title(self) -> str:
        return _fit(self.subject or NO_SUBJECT, MOST_SUBJECT)


def of_conversation(
    thread_id: int, mails: Sequence[Told], shows: Shows, *, snooze: bool = False
) -> Notice:
    """New mails of one conversation, the newest first."""
    newest, many = mails[0], len(mails) > 1
    count = f"{len(mails)} new mails" if many else "New mail"
    title, body = count, ""
    if shows is not Shows.NOTHING:
        title = f"{count} from {newest.name}" if many or shows is Shows.SENDER else newest.name
    if shows is Shows.BOTH:
        body = newest.title
    presses = [(Press.REPLY, "Reply"), (Press.ARCHIVE, "Archive")]
    if snooze:
        presses.append((Press.SNOOZE, "Snooze until tomorrow"))
    return Notice(f"thread:{thread_id}", title, body, NEW, tuple(presses))


def of_mails(count: int, mails: Sequence[Told], shows: Shows) -> Notice:
    """`count` new mails of several conversations; the newest of each are `mails`."""
    body = ""
    if shows is Shows.BOTH:
        lines = [f"{each.name}: {each.title}" for each in mails[:MOST_LINES]]
        left = count - len(lines)
        body = "\n".join([*lines, *([f"and {left} more"] if left > 0 else [])])
    elif shows is Shows.SENDER:
        names = list(dict.fromkeys(each.name for each in mails))
        more = len(names) - MOST_LINES
        body = ", ".join(names[:MOST_LINES]) + (f" and {more} more" if more > 0 else "")
    return Notice(MAILS, f"{count} new mails", body, NEW)


def of_drafts(count: int, newest: Told, shows: Shows) -> Notice:
    """Drafts that others wrote and the person has not looked at; `newest` says to whom."""
    if count > 1:
        title, body = f"{count} drafts wait for your review", ""
    else:
        title, body = "A draft waits for your review", _to(newest, shows)
    return Notice(REVIEW, title, body, presses=((Press.REVIEW, "Review"),))


def of_requests(count: int, asker: str, shows: Shows) -> Notice:
    """What the assistant or a program wants to do; `asker` is the name of who asked last."""
    if count > 1:
        title, body = f"{count} requests wait for your answer", ""
    else:
        title = "A request waits for your answer"
        body = "" if shows is Shows.NOTHING else f"From {_fit(asker, MOST_WHO)}"
    return Notice(REQUESTS, title, body, presses=((Press.REVIEW, "Review"),))


def of_not_sent(key: str, mail: Told, shows: Shows) -> Notice:
    """A mail that did not leave. `key` is its state in the outbox and, behind a colon, its id."""
    title = _NOT_SENT.get(key.partition(":")[0], "A mail was not sent")
    return Notice(key, title, _to(mail, shows), TROUBLE, ((Press.REVIEW, "Review"),))


def of_sign_in(account_id: str, name: str, shows: Shows) -> Notice:
    """A sign-in that has ended: no mail comes or goes."""
    body = "No mail comes or goes until then."
    if shows is not Shows.NOTHING:
        body = f"{_fit(name, MOST_WHO)}: no mail comes or goes until then."
    return Notice(f"sign-in:{account_id}", "An account has to be signed in to again", body)


def _to(mail: Told, shows: Shows) -> str:
    if shows is Shows.NOTHING:
        return ""
    to = f"To {mail.name}" if mail.who else "To nobody yet"
    return f"{to}: {mail.title}" if shows is Shows.BOTH else to


def _fit(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"

"""Referents of a request to the starter assistant: the mail or the person it means.

A person's mail is their newest. Several people or several subjects that fit are for the person to
pick from, never a guess.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime

from desktop_app.assistant.starter.asked.hints import Hint, read_hint
from desktop_app.assistant.starter.asked.query_words import as_query, from_person
from desktop_app.assistant.starter.asked.requested import Reply
from desktop_app.assistant.starter.people import MOST_OPTIONS, MOST_ROWS, called
from desktop_app.assistant.transcript import Option
from desktop_app.assistant.turn import Turn, who
from desktop_app.mail.wire.addresses import addresses
from desktop_app.model.message import SystemLabel
from desktop_app.tools.calls.results import MessageRow, MessageText, MessageTexts, ThreadText
from desktop_app.tools.verbs import get_message, get_thread


class Talked:
    """Mails the conversation was about: the rows last found, newest first, the one taken, and the
    list that was shown last."""

    def __init__(self) -> None:
        self.rows: tuple[MessageRow, ...] = ()
        self.taken: MessageRow | None = None
        self.listed: tuple[MessageRow, ...] = ()

    def list(self, rows: tuple[MessageRow, ...]) -> None:
        """Note a list that was shown. The mail talked about is the first, where all are by one
        person; else a pronoun would be a guess."""
        self.listed, self.rows = rows, rows
        people = {who(row).lower() for row in rows}
        self.taken = rows[0] if len(people) == 1 else None

    def take(self, row: MessageRow, rows: tuple[MessageRow, ...] = ()) -> MessageRow:
        """Note the mail that is talked about, out of the rows it was found among."""
        self.rows, self.taken = rows or self.rows, row
        return row

    def before(self) -> MessageRow | None:
        """The mail before the one taken, in the list it came from."""
        older = [r for r in self.rows if self.taken and _when(r) < _when(self.taken)]
        return max(older, key=_when, default=None)


def mail_meant(turn: Turn, hint: str, talked: Talked) -> MessageRow | None:
    """Mail that a hint names, else the open one; None after asking the person to pick."""
    if turn.ask.message_id:
        return talked.take(_by_id(turn, turn.ask.message_id))
    read = read_hint(hint)
    if read.is_this:
        return _this(turn, talked)
    if read.before:
        return _before(turn, talked)
    if read.number:
        return _numbered(turn, read.number, talked)
    if read.newest and not (read.person or read.topic or read.words):
        return _newest(turn, read, hint.strip(" .?!"), talked)
    return _named(turn, read, hint, talked)


def _this(turn: Turn, talked: Talked) -> MessageRow | None:
    if not turn.ask.thread_id and talked.taken is not None:
        return talked.taken
    if not turn.ask.thread_id:
        turn.say("Which mail do you mean? Open it, or say whose it is.")
        return None
    rows = tuple(m.message for m in open_thread(turn, turn.ask.thread_id).messages)
    row = next((row for row in reversed(rows) if not own(row)), rows[-1])
    return talked.take(row, tuple(reversed(rows)))


def _before(turn: Turn, talked: Talked) -> MessageRow | None:
    if talked.taken is None and turn.ask.thread_id:
        _this(turn, talked)
    row = talked.before()
    if row is None:
        turn.say("I know no mail before that one. Say whose mail you mean.")
        return None
    return talked.take(row)


def _numbered(turn: Turn, number: int, talked: Talked) -> MessageRow | None:
    shown = turn.runner.conversation.rows
    if number > len(shown):
        turn.say(f"There is no number {number} in the last list. Ask me to find mails first.")
        return None
    return talked.take(_by_id(turn, str(shown[number - 1])))


_OF_LIST = re.compile(
    r"^(?:the |die |den |der |das |le |la |el )?(?:newest|latest|last|neu(?:e)?ste[nrs]?"
    r"|letzte[nrs]?|derni(?:er|ère)|último|última)(?: one| of them)?$",
    re.I,
)
"""The newest of what was just listed, not of all mail."""


def _newest(turn: Turn, read: Hint, hint: str, talked: Talked) -> MessageRow | None:
    if talked.listed and not read.sent and _OF_LIST.match(hint):
        return talked.take(max(talked.listed, key=_when), talked.listed)
    found = turn.search("in:sent" if read.sent else "in:inbox", most=MOST_ROWS)
    rows = found if read.sent else tuple(row for row in found if not own(row))
    if not rows:
        turn.say("There is no mail yet.")
        return None
    return talked.take(max(rows, key=_when), rows)


def _named(turn: Turn, read: Hint, hint: str, talked: Talked) -> MessageRow | None:
    """The mail by a person or a subject: the newest of a person, one of several subjects."""
    for query, person in _queries(read):
        found = tuple(row for row in turn.search(query, most=MOST_ROWS) if not own(row))
        found = _by_name(found, person) if person else found
        if not found:
            continue
        choices = _choices(found, read, person)
        if len(choices) == 1:
            return talked.take(choices[0], found)
        _let_pick(turn, choices)
        return None
    turn.say(f"I found no mail that fits “{hint}”. Try other words, or open the mail first.")
    return None


def _queries(read: Hint) -> list[tuple[str, str]]:
    """Queries for a hint with the name each is for, from the most specific reading on."""
    topic = as_query(read.topic)
    if read.person:
        return [(f"{from_person(read.person)} {topic}".strip(), read.person)]
    if topic:
        return [(topic, "")]
    plain = as_query(read.words)
    by_person = [] if ":" in plain or not plain else [(from_person(plain), plain)]
    return [*by_person, (plain, "")]


def _by_name(found: tuple[MessageRow, ...], name: str) -> tuple[MessageRow, ...]:
    """Rows by somebody of exactly that name, where there are any."""
    exact = tuple(
        row for row in found if any(called(address, name) for address in addresses(row.from_))
    )
    return exact or found


def _choices(found: tuple[MessageRow, ...], read: Hint, person: str) -> list[MessageRow]:
    """The newest row of each person, or of each conversation where only its subject was named."""
    rows = sorted(found, key=_when, reverse=True)
    if read.newest and not person:
        return rows[:1]
    if person and (read.newest or not read.topic):
        firsts: dict[str, MessageRow] = {}
        for row in rows:
            firsts.setdefault(who(row).lower(), row)
        return list(firsts.values())
    return newest_of_each_thread(tuple(rows))


def _when(row: MessageRow) -> datetime:
    return datetime.fromisoformat(row.date)


def open_thread(turn: Turn, thread_id: str) -> ThreadText:
    """The whole conversation, as a visible row."""
    found = turn.call(
        get_thread.TOOL,
        get_thread.GetThread(thread_id=thread_id),
        "Read the conversation",
        lambda t: (
            f"{t.count} mail{'s' if t.count != 1 else ''}"
            if isinstance(t, ThreadText)
            else "several fit",
            [],
        ),
    )
    if not isinstance(found, ThreadText):
        raise TypeError("a thread id names one thread")
    return found


def newest_of_each_thread(found: tuple[MessageRow, ...]) -> list[MessageRow]:
    """One row per conversation, in the order found (newest first)."""
    seen: dict[str, MessageRow] = {}
    for row in found:
        seen.setdefault(row.thread_id, row)
    return list(seen.values())


def own(row: MessageRow) -> bool:
    """Whether the person wrote it."""
    return SystemLabel.SENT in row.labels


def with_whose_mail(turn: Turn, request: Reply) -> Reply:
    """The request with the mail of somebody it names, where somebody is called so: a name may also
    be a day."""
    named = request.named
    if named is None:
        return request
    if by_them(turn, named.name):
        return replace(request, message=named.instruction)
    rows = turn.search(from_person(named.name), most=MOST_ROWS)
    if not any(called(a, named.name) for row in rows for a in addresses(row.from_)):
        return request
    return replace(request, hint=named.name, message=named.instruction)


def by_them(turn: Turn, name: str) -> bool:
    """Whether the open conversation's newest mail of somebody else is by a person of that name."""
    if not turn.ask.thread_id:
        return False
    rows = [m.message for m in open_thread(turn, turn.ask.thread_id).messages]
    theirs = next((row for row in reversed(rows) if not own(row)), None)
    return theirs is not None and any(called(a, name) for a in addresses(theirs.from_))


def _by_id(turn: Turn, message_id: str) -> MessageRow:
    found = turn.call(
        get_message.TOOL,
        get_message.GetMessage(message_id=message_id),
        "Read a mail",
        lambda m: (m.display.splitlines()[0], []),
    )
    if isinstance(found, MessageTexts):
        return found.messages[0].message
    return found.message if isinstance(found, MessageText) else found.candidates[0]


def _let_pick(turn: Turn, found: list[MessageRow]) -> None:
    turn.choose(
        "Which mail do you mean?",
        [
            Option(
                f"{who(r)}: {r.subject}",
                r.snippet[:80],
                turn.ask.prompt,
                r.message_id,
                r.date,
            )
            for r in found[:MOST_OPTIONS]
        ],
    )

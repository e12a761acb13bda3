"""Referents of a request to the starter assistant: the mail or the person it means.

Several matches are for the person to pick from, never a guess.
"""

from __future__ import annotations

import re

from desktop_app.assistant.phrases import as_query, from_person
from desktop_app.assistant.transcript import Option
from desktop_app.assistant.turn import Turn, who
from desktop_app.mime.addresses import addresses
from desktop_app.model.address import Address
from desktop_app.model.message import SystemLabel
from desktop_app.tools.results import MessageRow, ThreadText
from desktop_app.tools.verbs import get_message, get_thread

MOST_OPTIONS = 6
_OWNED = re.compile(
    r"^(?P<person>.+?)['’]s?\s+(?:e-?mail|mail|message|note)?s?\s*(?P<rest>.*)$",
    re.I,
)


def mail_meant(turn: Turn, hint: str) -> MessageRow | None:
    """Mail that a hint names, else the open one; None after asking the person to pick."""
    if turn.ask.message_id:
        return _by_id(turn, turn.ask.message_id)
    if not hint:
        return _of_open_thread(turn)
    for query in _queries(hint):
        newest = newest_of_each_thread(turn.search(query))
        strangers = [row for row in newest if not own(row)] or newest
        if len(strangers) == 1:
            return strangers[0]
        if strangers:
            _let_pick(turn, strangers)
            return None
    turn.say(f"I found no mail that fits “{hint}”. Try other words, or open the mail first.")
    return None


def open_thread(turn: Turn, thread_id: str) -> ThreadText:
    """The whole conversation, as a visible row."""
    found = turn.call(
        get_thread.TOOL,
        get_thread.GetThread(thread_id=thread_id),
        "Read the conversation",
        lambda t: (f"{t.count} mails" if isinstance(t, ThreadText) else "several fit", []),
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


def person_meant(turn: Turn, name: str) -> Address | None:
    """Address that a name stands for; None after asking, or when nobody is known by it."""
    given = addresses(name)
    if given and "@" in given[0].email:
        return given[0]
    people: dict[str, Address] = {}
    for row in turn.search(from_person(name), most=100):
        for address in addresses(row.from_):
            people.setdefault(address.key, address)
    found = [a for a in people.values() if _called(a, name)] or list(people.values())
    if len(found) == 1:
        return found[0]
    if not found:
        turn.say(f"I know no address for {name}. Give me the address, and I will draft it.")
        return None
    turn.choose(
        f"Which {name} do you mean?",
        [
            Option(str(a), a.email, _with_address(turn.ask.prompt, name, a))
            for a in found[:MOST_OPTIONS]
        ],
    )
    return None


def _with_address(prompt: str, name: str, address: Address) -> str:
    return prompt.replace(name, address.email, 1)


def _called(address: Address, name: str) -> bool:
    return name.strip(" .?!").lower() in {address.name.lower(), address.first_name.lower()}


def _by_id(turn: Turn, message_id: str) -> MessageRow:
    found = turn.call(
        get_message.TOOL,
        get_message.GetMessage(message_id=message_id),
        "Read a mail",
        lambda m: (m.display.splitlines()[0], []),
    )
    return found.message if hasattr(found, "message") else found.candidates[0]


def _of_open_thread(turn: Turn) -> MessageRow | None:
    if not turn.ask.thread_id:
        turn.say("Which mail do you mean? Open it, or say whose it is.")
        return None
    rows = [m.message for m in open_thread(turn, turn.ask.thread_id).messages]
    return next((row for row in reversed(rows) if not own(row)), rows[-1])


def _queries(hint: str) -> list[str]:
    """Queries for a hint, from the most specific reading to the widest."""
    owned = _OWNED.match(hint)
    if owned is not None:
        rest = as_query(owned["rest"])
        return [f"{from_person(owned['person'])} {rest}".strip()]
    plain = as_query(re.sub(r"\b(?:e-?mail|mail|message)\b", "", hint, flags=re.I))
    if " " in plain or ":" in plain:
        return [plain, f"from:({plain})"] if ":" not in plain else [plain]
    return [from_person(plain), plain]


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

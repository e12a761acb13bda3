"""Answers of the starter assistant about mail that is there: found, read, summed up."""

from __future__ import annotations

import re
from datetime import datetime

from desktop_app.assistant.starter.asked import requested
from desktop_app.assistant.starter.asked.phrase_rows import NEEDS_REPLY, WAITING
from desktop_app.assistant.starter.asked.query_words import as_query, from_person
from desktop_app.assistant.starter.reading import text_of
from desktop_app.assistant.starter.referents import newest_of_each_thread, open_thread, own
from desktop_app.assistant.starter.summary import summarise
from desktop_app.assistant.turn import Turn, who
from desktop_app.model.local_forms import PLAIN
from desktop_app.tools.calls.results import MessageRow
from desktop_app.tools.verbs import search_messages

_UNDECIDED = re.compile(r"of ([\d,]+) conversations it is not worked out yet")
MOST_WORDS = 8
"""Most words of a search of which any may fit, where not all do."""

MOST_LISTED = 50
_NO_WORD = re.compile(r"^-|:|[\"(){}]")


def find(turn: Turn, request: requested.Find) -> tuple[MessageRow, ...]:
    """Search, and say what was searched for and what came of it; the rows."""
    query = request.query or "in:inbox"
    found = turn.search(query)
    if not found and (loose := _any_of(query)):
        found = turn.search(loose)
        query = loose if found else query
    if not found:
        turn.say(f"Nothing fits “{query}”. Try fewer or other words.")
        return ()
    turn.say(
        f"{len(found)} found for “{query}”. The newest: {whose(found[0])}, {found[0].subject}."
    )
    if query == WAITING:
        turn.say("\n" + "\n".join(f"• {whose(row)}: {row.subject}" for row in found))
    return found


def _any_of(query: str) -> str:
    """The query with any of its words instead of all of them, a name in from: among them; empty
    where that is the same."""
    terms = query.split()
    names = [t.removeprefix("from:") for t in terms if re.fullmatch(r"from:\w[\w.'-]*", t)]
    kept = [t for t in terms if _NO_WORD.search(t) and t.removeprefix("from:") not in names]
    words = [t for t in terms if not _NO_WORD.search(t)]
    anything = [*names, *words][:MOST_WORDS]
    if len(anything) < 2 and not names:
        return ""
    return " ".join([*kept, f"{{{' '.join(anything)}}}"])


def whose(row: MessageRow) -> str:
    """Whom a mail is from, or whom the person wrote it to."""
    return f"to {', '.join(map(_name, row.to))}" if own(row) and row.to else who(row)


def _name(text: str) -> str:
    return text.partition(" <")[0] or text


def last_from(turn: Turn, request: requested.LastFrom) -> MessageRow | None:
    """When a person last wrote, and about what; the mail."""
    found = [row for row in turn.search(from_person(request.person)) if not own(row)]
    if not found:
        turn.say(f"I found no mail by {request.person}.")
        return None
    row = max(found, key=lambda each: datetime.fromisoformat(each.date))
    day = PLAIN.day_in_words(datetime.fromisoformat(row.date))
    turn.show("The mail", [row])
    turn.say(f"{who(row)} last wrote on {day}: {row.subject}.")
    return row


def look_up(turn: Turn, request: requested.LookUp) -> tuple[MessageRow, ...]:
    """What the mails that a question's words find say, in their own sentences; the rows."""
    query = request.query
    found = turn.search(query) if query else ()
    if not found and (loose := _any_of(query)):
        found, query = turn.search(loose), loose
    if not found:
        turn.say(f"I found no mail for “{request.query or request.question}”.")
        return ()
    words = {w.lower() for w in re.findall(r"[^\W_]{4,}", request.question)}
    spoken = summarise([(who(r), text_of(turn, r)) for r in reversed(found[:3])], most=6)
    telling = [s for s in spoken if any(w in s.text.lower() for w in words)] or spoken
    turn.say(f"Searched for “{query}”. These say most about it:\n")
    turn.say("\n".join(f"• {s.speaker}: {s.text}" for s in telling[:3]))
    return found


def wrote(turn: Turn, request: requested.Wrote) -> None:
    """What a person wrote, in their own sentences."""
    query = f"{from_person(request.person)} {as_query(request.topic)}".strip()
    found = turn.search(query, most=5)
    if not found:
        turn.say(f"I found nothing by {request.person} that fits.")
        return
    texts = [(who(row), text_of(turn, row)) for row in found[:3]]
    words = {w.lower() for w in request.topic.split() if len(w) > 3}
    spoken = summarise(list(reversed(texts)), most=6)
    telling = [s for s in spoken if any(w in s.text.lower() for w in words)] or spoken
    turn.say("\n".join(f"• {s.speaker}: {s.text}" for s in telling[:4]))


def read(turn: Turn, row: MessageRow) -> None:
    """Whose mail it is, and its most telling sentences, with the mail to open."""
    text = text_of(turn, row)
    turn.show("The mail", [row])
    turn.say(f"{who(row)}, {row.subject}:\n")
    spoken = summarise([(who(row), text)])
    if not spoken:
        turn.say("There is no text in it to take sentences from.")
        return
    turn.say("\n".join(f"• {s.text}" for s in spoken))


def summarised(turn: Turn, thread_id: str) -> None:
    """A conversation in its own sentences."""
    thread = open_thread(turn, thread_id)
    spoken = summarise([(who(m.message), m.untrusted_text) for m in thread.messages])
    if not spoken:
        turn.say("There is no text in this conversation to take sentences from.")
        return
    turn.say("In the thread's own sentences:\n")
    turn.say("\n".join(f"• {s.speaker}: {s.text}" for s in spoken))


def needs_answer(turn: Turn) -> tuple[MessageRow, ...]:
    """The sidebar's list of what needs a reply; the rows."""
    listed = turn.call(
        search_messages.TOOL,
        search_messages.SearchMessages(query=NEEDS_REPLY, max_results=MOST_LISTED),
        "Looked at what needs a reply",
        lambda r: (f"{r.count} found", []),
    )
    waiting = tuple(newest_of_each_thread(tuple(r for r in listed.results if not own(r))))
    undecided = _UNDECIDED.search(listed.searched)
    if waiting:
        turn.show("These need a reply of yours", waiting)
        turn.say("\n".join(f"• {who(row)}: {row.subject}" for row in waiting))
    else:
        turn.say("Nothing needs a reply of yours, as far as I can tell.")
    if undecided:
        turn.say(f"\nOf {undecided[1]} conversations it is not worked out yet.")
    return waiting

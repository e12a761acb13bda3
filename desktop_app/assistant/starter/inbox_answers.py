"""Answers of the starter assistant about mail that is there: found, read, summed up."""

from __future__ import annotations

from desktop_app.assistant.starter import requested
from desktop_app.assistant.starter.query_words import as_query, from_person
from desktop_app.assistant.starter.reading import mail_of, text_of
from desktop_app.assistant.starter.referents import newest_of_each_thread, open_thread, own
from desktop_app.assistant.starter.summary import summarise
from desktop_app.assistant.turn import Turn, who
from desktop_app.tools.calls.results import MessageRow

MOST_CHECKED = 30
"""Most conversations looked into for one that waits for an answer."""


def find(turn: Turn, request: requested.Find) -> tuple[MessageRow, ...]:
    """Search, and say what came of it; the rows."""
    found = turn.search(request.query or "in:inbox")
    if found:
        turn.say(f"{len(found)} found. The newest: {who(found[0])}, {found[0].subject}.")
    else:
        turn.say("Nothing fits. Try fewer or other words.")
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


def needs_answer(turn: Turn, _: requested.NeedsAnswer) -> None:
    """The conversations of the last 60 days that ask something and have no answer."""
    newest = newest_of_each_thread(turn.search("in:inbox newer_than:60d", most=200))
    answers = turn.search("in:sent newer_than:60d", most=200)
    answered = {row.thread_id: row.date for row in reversed(answers)}
    strangers = [
        row for row in newest if not own(row) and row.date > answered.get(row.thread_id, "")
    ]
    waiting = [row for row in strangers[:MOST_CHECKED] if _asks(turn, row)]
    if not waiting:
        turn.say("Nothing in the inbox of the last 60 days asks you a question.")
        return
    turn.show("These ask a question and have no answer of yours", waiting)
    turn.say("\n".join(f"• {who(row)}: {row.subject}" for row in waiting))


def _asks(turn: Turn, row: MessageRow) -> bool:
    """Whether a person (no list, no newsletter) asks something in it."""
    mail = mail_of(turn, row)
    names = {name.lower() for name in mail.headers}
    return "?" in mail.untrusted_text and not names & {"list-id", "list-unsubscribe"}

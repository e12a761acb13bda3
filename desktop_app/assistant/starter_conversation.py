"""Conversation with the starter assistant: one function for each kind of request."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

from desktop_app.assistant import phrases
from desktop_app.assistant.letter import add_to_letter, letter
from desktop_app.assistant.referents import (
    mail_meant,
    newest_of_each_thread,
    open_thread,
    own,
    person_meant,
)
from desktop_app.assistant.summary import summarise
from desktop_app.assistant.transcript import Ask, Emit, Ended
from desktop_app.assistant.turn import Declined, Turn, who
from desktop_app.mime.addresses import addresses
from desktop_app.mime.language import guess_language
from desktop_app.model.address import Address
from desktop_app.model.errors import Cancelled, KnownError
from desktop_app.tools.results import DraftSaved, DraftText, MessageRow, MessageText
from desktop_app.tools.runner import Runner
from desktop_app.tools.verbs import (
    create_draft,
    draft_forward,
    draft_reply,
    get_draft,
    get_message,
    modify_messages,
    send_draft,
    update_draft,
)

EXAMPLES = (
    "find mails from Dana about the budget",
    "what did Dana write about the budget?",
    "reply saying that Thursday works for me",
    "tell Dana that the draft is ready",
    "forward this to sam@example.com",
    "summarise this thread",
    "what needs an answer?",
)
_REVIEW = "Nothing is sent: review it, change what you like, and press Send yourself."
MOST_CHECKED = 30
"""Most conversations looked into for one that waits for an answer."""


class StarterConversation:
    """One conversation, with the draft it proposed last."""

    def __init__(self, runner: Runner, introduction: str) -> None:
        self._runner = runner
        self._introduction = introduction
        self._last_draft = ""

    def run(self, ask: Ask, emit: Emit, cancelled: Event) -> None:
        self._runner.conversation.begin_run(ask.prompt)
        turn = Turn(ask, self._runner, emit, cancelled)
        request = phrases.understand(ask.prompt)
        try:
            self._handlers()[type(request)](turn, request)
        except Cancelled:
            emit(Ended(stopped=True))
        except Declined as declined:
            turn.tell_asked(declined.sentence)
            emit(Ended())
        except KnownError as error:
            emit(Ended(error=error.sentence, next_step=error.next_step))
        else:
            emit(Ended())

    def _handlers(self) -> dict[type, Callable[[Turn, Any], None]]:
        return {
            phrases.Find: _find,
            phrases.Wrote: _wrote,
            phrases.Reply: self._reply,
            phrases.Tell: self._tell,
            phrases.Forward: self._forward,
            phrases.Summarise: _summarise,
            phrases.NeedsAnswer: _needs_answer,
            phrases.Add: self._add,
            phrases.Organise: _organise,
            phrases.SendIt: self._send_it,
            phrases.Unknown: self._explain,
        }

    def _reply(self, turn: Turn, request: phrases.Reply) -> None:
        row = mail_meant(turn, request.hint)
        if row is None:
            return
        sender = _sender(row)
        body = letter(
            phrases.said(request.message),
            None if request.reply_all and len(row.to) > 1 else sender,
            turn.writer(row),
            _language(turn, row),
        )
        saved = turn.propose(
            draft_reply.TOOL,
            draft_reply.DraftReply(
                message_id=row.message_id, body=body, reply_all=request.reply_all
            ),
            f"Drafted a reply to {who(row)}",
        )
        self._proposed(turn, saved, f"I have drafted a reply to {who(row)}.")

    def _tell(self, turn: Turn, request: phrases.Tell) -> None:
        person = person_meant(turn, request.person)
        if person is None:
            return
        words = phrases.said(request.message)
        saved = turn.propose(
            create_draft.TOOL,
            create_draft.CreateDraft(
                to=(str(person),),
                subject=_subject(words),
                body=letter(words, person, turn.writer(None)),
                account=turn.ask.account,
            ),
            f"Drafted a mail to {person.label}",
        )
        self._proposed(turn, saved, f"I have drafted a mail to {person.label}.")

    def _forward(self, turn: Turn, request: phrases.Forward) -> None:
        row = mail_meant(turn, request.hint)
        person = person_meant(turn, request.person) if row is not None else None
        if row is None or person is None:
            return
        words = phrases.said(request.message) or "Please see below."
        saved = turn.propose(
            draft_forward.TOOL,
            draft_forward.DraftForward(
                message_id=row.message_id,
                to=(str(person),),
                body=letter(words, person, turn.writer(row)),
            ),
            f"Drafted a forward to {person.label}",
        )
        self._proposed(turn, saved, f"I have drafted a forward to {person.label}.")

    def _add(self, turn: Turn, request: phrases.Add) -> None:
        draft = self._current(turn)
        if draft is None:
            return
        saved = turn.propose(
            update_draft.TOOL,
            update_draft.UpdateDraft(
                draft_id=draft.draft.draft_id,
                base_revision=draft.draft.revision,
                body=add_to_letter(draft.own_words, phrases.said(request.message)),
            ),
            "Revised the draft",
        )
        self._proposed(turn, saved, "Added.")

    def _send_it(self, turn: Turn, _: phrases.SendIt) -> None:
        draft = self._current(turn)
        if draft is None:
            return
        turn.call(
            send_draft.TOOL,
            send_draft.SendDraft(draft_id=draft.draft.draft_id, revision=draft.draft.revision),
            "Asked to send the draft",
            lambda _: ("", []),
        )

    def _current(self, turn: Turn) -> DraftText | None:
        draft_id = turn.ask.draft_id or self._last_draft
        if not draft_id:
            turn.say("There is no draft of mine to change. Ask me for a reply first.")
            return None
        return turn.call(
            get_draft.TOOL,
            get_draft.GetDraft(draft_id=draft_id),
            "Read the draft",
            lambda d: (d.draft.subject, []),
        )

    def _proposed(self, turn: Turn, saved: DraftSaved, told: str) -> None:
        self._last_draft = saved.draft_id
        turn.say(f"{told} {_REVIEW}")

    def _explain(self, turn: Turn, _: phrases.Unknown) -> None:
        turn.say(f"{self._introduction}\n\nYou can ask me, for example:\n")
        turn.say("\n".join(f"• {example}" for example in EXAMPLES))


def _find(turn: Turn, request: phrases.Find) -> None:
    found = turn.search(request.query or "in:inbox")
    if not found:
        turn.say("Nothing fits. Try fewer or other words.")
        return
    turn.say(f"{len(found)} found. The newest: {who(found[0])}, {found[0].subject}.")


def _wrote(turn: Turn, request: phrases.Wrote) -> None:
    query = f"{phrases.from_person(request.person)} {phrases.as_query(request.topic)}".strip()
    found = turn.search(query, most=5)
    if not found:
        turn.say(f"I found nothing by {request.person} that fits.")
        return
    texts = [(who(row), _text(turn, row)) for row in found[:3]]
    words = {w.lower() for w in request.topic.split() if len(w) > 3}
    spoken = summarise(list(reversed(texts)), most=6)
    telling = [s for s in spoken if any(w in s.text.lower() for w in words)] or spoken
    turn.say("\n".join(f"• {s.speaker}: {s.text}" for s in telling[:4]))


def _summarise(turn: Turn, request: phrases.Summarise) -> None:
    thread_id = turn.ask.thread_id
    if request.hint or not thread_id:
        row = mail_meant(turn, request.hint)
        if row is None:
            return
        thread_id = row.thread_id
    thread = open_thread(turn, thread_id)
    spoken = summarise([(who(m.message), m.untrusted_text) for m in thread.messages])
    if not spoken:
        turn.say("There is no text in this conversation to take sentences from.")
        return
    turn.say("In the thread's own sentences:\n")
    turn.say("\n".join(f"• {s.speaker}: {s.text}" for s in spoken))


def _needs_answer(turn: Turn, _: phrases.NeedsAnswer) -> None:
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


def _organise(turn: Turn, request: phrases.Organise) -> None:
    if not turn.ask.thread_id:
        turn.say("Open the conversation first, then ask me again.")
        return
    rows = [m.message for m in open_thread(turn, turn.ask.thread_id).messages]
    turn.call(
        modify_messages.TOOL,
        modify_messages.ModifyMessages(
            ids=tuple(row.message_id for row in rows),
            action=request.action,  # type: ignore[arg-type]
        ),
        f"Asked to {request.action} {len(rows)} mail{'s' if len(rows) != 1 else ''}",
        lambda done: (done.display, []),
    )
    turn.say("Done. You can undo it.")


def _read(turn: Turn, row: MessageRow) -> MessageText:
    found = turn.call(
        get_message.TOOL,
        get_message.GetMessage(message_id=row.message_id),
        f"Read: {who(row)}, {row.subject}",
        lambda _: ("read", []),
    )
    if not isinstance(found, MessageText):
        raise TypeError("a message id names one message")
    return found


def _text(turn: Turn, row: MessageRow) -> str:
    return _read(turn, row).untrusted_text


def _asks(turn: Turn, row: MessageRow) -> bool:
    """Whether a person (no list, no newsletter) asks something in it."""
    mail = _read(turn, row)
    names = {name.lower() for name in mail.headers}
    return "?" in mail.untrusted_text and not names & {"list-id", "list-unsubscribe"}


def _language(turn: Turn, row: MessageRow) -> str:
    return guess_language(_text(turn, row)) or "en"


def _sender(row: MessageRow) -> Address | None:
    return next(iter(addresses(row.from_)), None)


def _subject(words: str) -> str:
    """Subject made of the first words: at most 60 characters, cut at a word."""
    first = words.split("\n", maxsplit=1)[0].rstrip(".!")
    if len(first) <= 60:
        return first
    return first[:60].rsplit(" ", 1)[0] + "…"

"""Conversation with the starter assistant: one function for each kind of request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Any

from desktop_app.assistant.questions import answers_in
from desktop_app.assistant.starter import requested
from desktop_app.assistant.starter.inbox_answers import find, needs_answer, read, summarised, wrote
from desktop_app.assistant.starter.letter import add_to_letter, addition, letter, voice_for
from desktop_app.assistant.starter.new_words import (
    left_to_you,
    manner,
    subject,
    to_reader,
    voice_to,
)
from desktop_app.assistant.starter.open_questions import answered, asked_in
from desktop_app.assistant.starter.phrases import understand
from desktop_app.assistant.starter.reading import text_of
from desktop_app.assistant.starter.referents import (
    Talked,
    by_them,
    mail_meant,
    open_thread,
    person_meant,
    with_whose_mail,
)
from desktop_app.assistant.starter.wording.composing import Voice, Words, compose
from desktop_app.assistant.starter.wording.instructions import Introduced
from desktop_app.assistant.style import style_of_answer, style_of_mail
from desktop_app.assistant.transcript import Ask, Emit, Ended, Question
from desktop_app.assistant.turn import NotAllowed, Turn, who
from desktop_app.mail.wire.addresses import addresses
from desktop_app.model.address import Address
from desktop_app.model.errors import Cancelled, KnownError
from desktop_app.tools.calls.results import DraftSaved, DraftText, MessageRow
from desktop_app.tools.person.writing_styles import HowYouWrite
from desktop_app.tools.runner import Runner
from desktop_app.tools.verbs import (
    create_draft,
    draft_forward,
    draft_reply,
    get_draft,
    modify_messages,
    send_draft,
    update_draft,
)

EXAMPLES = (
    "reply to Dana and ask when the lease starts",
    "tell him that his invoice is late",
    "say yes to Friday · decline politely · propose Tuesday or Wednesday",
    "thank Sam for the designs",
    "forward this to sam@example.com",
    "read my newest mail · summarise this thread · what needs an answer?",
    "find mails from Dana about the budget",
)
NEEDS_MODEL = (
    "Changing what a text says (shorter, more formal, in another language) needs a language model, "
    "and I am none. In Settings → Assistant you can choose one: a model on this computer (Ollama "
    "is free, and nothing leaves it), or a provider with a key of yours."
)
_REVIEW = "Nothing is sent: review it, change what you like, and press Send yourself."
_FORWARDED = {
    "en": "Please see below.",
    "de": "Bitte siehe unten.",
    "fr": "Voir ci-dessous.",
    "es": "Ver abajo.",
}


@dataclass(frozen=True, slots=True)
class Pending:
    """A reply that hangs on answers of the person's."""

    request: requested.Reply
    row: MessageRow
    voice: Voice
    questions: tuple[Question, ...]


class StarterConversation:
    """One conversation, with the draft it proposed last."""

    def __init__(self, runner: Runner, introduction: str) -> None:
        self._runner = runner
        self._introduction = introduction
        self._last_draft = ""
        self._talked = Talked()
        self._pending: Pending | None = None

    def run(self, ask: Ask, emit: Emit, cancelled: Event) -> None:
        self._runner.conversation.begin_run(ask.prompt)
        turn = Turn(ask, self._runner, emit, cancelled)
        try:
            if not self._answered(turn):
                request = understand(ask.prompt)
                self._handlers()[type(request)](turn, request)
        except Cancelled:
            emit(Ended(stopped=True))
        except NotAllowed as declined:
            turn.tell_asked(declined.sentence)
            emit(Ended())
        except KnownError as error:
            emit(Ended(error=error.sentence, next_step=error.next_step))
        else:
            emit(Ended())

    def _handlers(self) -> dict[type, Callable[[Turn, Any], None]]:
        return {
            requested.Find: self._find,
            requested.Wrote: wrote,
            requested.Read: self._read,
            requested.Reply: self._reply,
            requested.Tell: self._tell,
            requested.Forward: self._forward,
            requested.Summarise: self._summarise,
            requested.NeedsAnswer: needs_answer,
            requested.Add: self._add,
            requested.Organise: _organise,
            requested.SendIt: self._send_it,
            requested.Rewrite: _rewrite,
            requested.Help: self._explain,
            requested.Unknown: self._explain,
        }

    def _reply(self, turn: Turn, request: requested.Reply) -> None:
        request = with_whose_mail(turn, request)
        row = mail_meant(turn, request.hint, self._talked)
        if row is None:
            return
        text = text_of(turn, row)
        voice = voice_for(text, row.subject, request.language, request.writes)
        asked = asked_in(text, voice.mail) if not request.message else ()
        if any(question.answers for question in asked):
            self._pending = Pending(request, row, voice, asked)
            turn.ask_person(asked, row)
            return
        words = compose(to_reader(request.message, _sender(row)), voice, request.introduced)
        self._draft_reply(turn, request, row, voice, words)

    def _answered(self, turn: Turn) -> bool:
        """Whether these words answer what was asked: by presses, or freely where they are no other
        request. Other words leave the questions behind."""
        pending, self._pending = self._pending, None
        if pending is None:
            return False
        answers = answers_in(pending.questions, turn.ask.prompt)
        if answers is not None and turn.ask.message_id == pending.row.message_id:
            words = answered(pending.questions, answers, pending.voice)
        elif isinstance(understand(turn.ask.prompt), requested.Unknown):
            words = compose(turn.ask.prompt, pending.voice, Introduced.SAYING)
        else:
            return False
        text_of(turn, pending.row)
        self._draft_reply(turn, pending.request, pending.row, pending.voice, words)
        return True

    def _draft_reply(
        self,
        turn: Turn,
        request: requested.Reply,
        row: MessageRow,
        voice: Voice,
        words: Words,
    ) -> None:
        body = letter(
            words.text,
            None if request.reply_all and len(row.to) > 1 else _sender(row),
            turn.writer(row),
            manner(voice, words),
            style_of_answer(self._runner, row.message_id, turn.cancelled),
        )
        saved = turn.propose(
            draft_reply.TOOL,
            draft_reply.DraftReply(
                message_id=row.message_id, body=body, reply_all=request.reply_all
            ),
            f"Drafted a reply to {who(row)}",
        )
        self._proposed(turn, saved, f"I have drafted a reply to {who(row)}.", words, voice)

    def _tell(self, turn: Turn, request: requested.Tell) -> None:
        if by_them(turn, request.person):
            self._reply(
                turn,
                requested.Reply(
                    "", request.message, introduced=request.introduced, language=request.language
                ),
            )
            return
        person = person_meant(turn, request.person)
        if person is None:
            return
        learned = self._style_to(turn, person)
        voice = voice_to(request.language, learned)
        words = compose(to_reader(request.message, person), voice, request.introduced)
        saved = turn.propose(
            create_draft.TOOL,
            create_draft.CreateDraft(
                to=(str(person),),
                subject=subject(words),
                body=letter(words.text, person, turn.writer(None), voice.writes, learned),
                account=turn.ask.account,
            ),
            f"Drafted a mail to {person.label}",
        )
        self._proposed(turn, saved, f"I have drafted a mail to {person.label}.", words, voice)

    def _forward(self, turn: Turn, request: requested.Forward) -> None:
        row = mail_meant(turn, request.hint, self._talked)
        person = person_meant(turn, request.person) if row is not None else None
        if row is None or person is None:
            return
        learned = self._style_to(turn, person)
        voice = voice_to(request.language, learned)
        words = compose(request.message, voice, request.introduced)
        saved = turn.propose(
            draft_forward.TOOL,
            draft_forward.DraftForward(
                message_id=row.message_id,
                to=(str(person),),
                body=letter(
                    words.text or _FORWARDED[voice.writes],
                    person,
                    turn.writer(row),
                    voice.writes,
                    learned,
                ),
            ),
            f"Drafted a forward to {person.label}",
        )
        self._proposed(turn, saved, f"I have drafted a forward to {person.label}.", words, voice)

    def _style_to(self, turn: Turn, person: Address) -> HowYouWrite:
        return style_of_mail(self._runner, person.email, turn.ask.account, turn.cancelled)

    def _add(self, turn: Turn, request: requested.Add) -> None:
        draft = self._current(turn)
        if draft is None:
            return
        words = addition(request, draft.own_words)
        saved = turn.propose(
            update_draft.TOOL,
            update_draft.UpdateDraft(
                draft_id=draft.draft.draft_id,
                base_revision=draft.draft.revision,
                body=add_to_letter(draft.own_words, words.text),
            ),
            "Revised the draft",
        )
        self._proposed(turn, saved, "Added.", words, Voice(request.language, request.language))

    def _send_it(self, turn: Turn, _: requested.SendIt) -> None:
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

    def _proposed(
        self, turn: Turn, saved: DraftSaved, told: str, words: Words, voice: Voice
    ) -> None:
        self._last_draft = saved.draft_id
        turn.say("\n\n".join([f"{told} {_REVIEW}", *left_to_you(words, voice)]))

    def _find(self, turn: Turn, request: requested.Find) -> None:
        rows = find(turn, request)
        if rows:
            self._talked.take(rows[0], rows)

    def _read(self, turn: Turn, request: requested.Read) -> None:
        row = mail_meant(turn, request.hint, self._talked)
        if row is not None:
            read(turn, row)

    def _summarise(self, turn: Turn, request: requested.Summarise) -> None:
        thread_id = turn.ask.thread_id
        if request.hint or not thread_id:
            row = mail_meant(turn, request.hint, self._talked)
            if row is None:
                return
            thread_id = row.thread_id
        summarised(turn, thread_id)

    def _explain(self, turn: Turn, _: requested.Unknown) -> None:
        turn.say(f"{self._introduction}\n\nYou can ask me, for example:\n")
        turn.say("\n".join(f"• {example}" for example in EXAMPLES))


def _rewrite(turn: Turn, _: requested.Rewrite) -> None:
    turn.say(f"{NEEDS_MODEL} I have changed nothing. What I can do: “add that …”.")


def _organise(turn: Turn, request: requested.Organise) -> None:
    if not turn.ask.thread_id:
        turn.say("Open the conversation first, then ask me again.")
        return
    rows = [m.message for m in open_thread(turn, turn.ask.thread_id).messages]
    done = turn.call(
        modify_messages.TOOL,
        modify_messages.ModifyMessages(
            ids=tuple(row.message_id for row in rows),
            action=request.action,  # type: ignore[arg-type]
        ),
        f"Asked to {request.action} {len(rows)} mail{'s' if len(rows) != 1 else ''}",
        lambda done: (done.display, []),
    )
    turn.say(f"{done.display} You can undo it." if done.undo else done.display)


def _sender(row: MessageRow) -> Address | None:
    return next(iter(addresses(row.from_)), None)

"""Conversation with the starter assistant: one function for each kind of request."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from threading import Event
from typing import Any

from desktop_app.assistant.questions import answers_in
from desktop_app.assistant.starter import inbox_answers
from desktop_app.assistant.starter.actions_asked import drop_draft, organise, snooze, unsubscribe
from desktop_app.assistant.starter.asked import requested
from desktop_app.assistant.starter.asked.hints import read_hint
from desktop_app.assistant.starter.asked.phrases import understand
from desktop_app.assistant.starter.asked.query_words import as_query
from desktop_app.assistant.starter.asked.saying import NOTHING_SAID, may_be_search
from desktop_app.assistant.starter.following import follows
from desktop_app.assistant.starter.inbox_answers import read, summarised, wrote
from desktop_app.assistant.starter.letter import add_to_letter, addition, voice_for
from desktop_app.assistant.starter.new_words import used_to
from desktop_app.assistant.starter.proposals import Made, Proposals
from desktop_app.assistant.starter.reading import text_of
from desktop_app.assistant.starter.referents import Talked, mail_meant
from desktop_app.assistant.starter.templates_asked import use_template
from desktop_app.assistant.starter.wording.composing import Voice, Words, compose, placeholder
from desktop_app.assistant.starter.wording.instructions import Introduced
from desktop_app.assistant.style import style_of_answer
from desktop_app.assistant.transcript import AgentEvent, Ask, Choice, Emit, Ended, Option
from desktop_app.assistant.turn import NotAllowed, Turn, who
from desktop_app.model.errors import Cancelled, Conflict, KnownError
from desktop_app.tools.calls.results import DraftText
from desktop_app.tools.runner import Runner
from desktop_app.tools.verbs import get_draft, send_draft, update_draft

EXAMPLES = (
    "reply to Dana and ask when the lease starts",
    "tell him that his invoice is late",
    "say yes to Friday · decline politely · propose Tuesday or Wednesday",
    "forward this to sam@example.com",
    "read my newest mail · summarise this thread · what needs an answer?",
    "unread mails from Priya since Monday · anything bigger than 1 MB",
    "star this · archive these · label it Taxes · delete everything from the shop",
)
NEEDS_MODEL = (
    "Changing what a text says (shorter, more formal, in another language) needs a language model, "
    "and I am none. In Settings → Assistant you can choose one: a model on this computer (Ollama "
    "is free, and nothing leaves it), or a provider with a key of yours."
)
DRAFTED_ALREADY = (
    "There is a draft already that answers this mail: it waits under To review. Say what to change "
    "in it (“and ask when the truck arrives”), or ignore it there and ask again."
)
MOST_QUOTED = 80
"""Characters of a request that are said back."""


class StarterConversation:
    """One conversation, with the draft it proposed last."""

    def __init__(
        self, runner: Runner, introduction: str, today: Callable[[], date] = date.today
    ) -> None:
        self._runner = runner
        self._introduction = introduction
        self._today = today
        self._last_draft = ""
        self._talked = Talked()
        self._proposals = Proposals(runner, self._talked)
        self._choice: Choice | None = None

    def run(self, ask: Ask, emit: Emit, cancelled: Event) -> None:
        self._runner.conversation.begin_run(ask.prompt)
        offered, self._choice = self._choice, None
        turn = Turn(self._picked(ask, offered), self._runner, self._heard(emit), cancelled)
        try:
            self._carry_out(turn)
        except Cancelled:
            emit(Ended(stopped=True))
        except NotAllowed as declined:
            turn.tell_asked(declined.sentence)
            emit(Ended())
        except KnownError as error:
            if isinstance(error, Conflict) and "draft_id" in error.details:
                turn.say(DRAFTED_ALREADY)
                emit(Ended())
                return
            emit(Ended(error=error.sentence, next_step=error.next_step))
        else:
            emit(Ended())

    def _heard(self, emit: Emit) -> Emit:
        """The listener, which notes what is offered to pick from."""

        def heard(event: AgentEvent) -> None:
            if isinstance(event, Choice):
                self._choice = event
            emit(event)

        return heard

    def _picked(self, ask: Ask, offered: Choice | None) -> Ask:
        """What the person picks in words (`young`) of what was offered before."""
        words = re.findall(r"\w+", ask.prompt.lower())
        if offered is None or not 0 < len(words) <= 4 or ask.message_id:
            return ask
        fits = [o for o in offered.options if all(w in _words_of(o) for w in words)]
        number = read_hint(ask.prompt).number
        if 0 < number <= len(offered.options):
            fits = [offered.options[number - 1]]
        if len(fits) != 1:
            return ask
        return replace(ask, prompt=fits[0].prompt, message_id=fits[0].message_id)

    def _carry_out(self, turn: Turn) -> None:
        made, self._proposals.made = self._proposals.made, None
        if self._answered(turn) or self._said(turn):
            pass
        elif made is not None and follows(turn, self._proposals, made, self._today()):
            self._proposals.made = self._proposals.made or made
        else:
            request = understand(turn.ask.prompt, self._today())
            self._handlers()[type(request)](turn, request)
        if self._proposals.made is not None:
            self._last_draft = self._proposals.made.draft_id

    def _handlers(self) -> dict[type, Callable[[Turn, Any], None]]:
        return {
            requested.Find: self._find,
            requested.Wrote: wrote,
            requested.LastFrom: self._last_from,
            requested.LookUp: self._look_up,
            requested.Read: self._read,
            requested.Reply: self._proposals.reply,
            requested.Tell: self._proposals.tell,
            requested.Forward: self._proposals.forward,
            requested.UseTemplate: lambda t, r: use_template(t, r, self._proposals, self._talked),
            requested.Summarise: self._summarise,
            requested.NeedsAnswer: self._needs_answer,
            requested.Add: self._add,
            requested.Organise: self._organise,
            requested.Unsubscribe: lambda t, r: unsubscribe(t, r, self._talked),
            requested.Snooze: lambda t, r: snooze(t, r, self._talked, self._runner.now),
            requested.DropDraft: self._drop_draft,
            requested.SendIt: self._send_it,
            requested.Rewrite: _rewrite,
            requested.Help: self._explain,
            requested.Say: self._say,
            requested.Unknown: _ask_back,
        }

    def _answered(self, turn: Turn) -> bool:
        """Whether these words answer what was asked: by presses, or freely where they are no other
        request. Other words leave the questions behind."""
        pending, self._proposals.pending = self._proposals.pending, None
        if pending is None:
            return False
        answers = answers_in(pending.questions, turn.ask.prompt)
        request = understand(turn.ask.prompt, self._today())
        if answers is not None and turn.ask.message_id == pending.row.message_id:
            text_of(turn, pending.row)
            self._proposals.answer(turn, pending, answers)
            return True
        if not isinstance(request, requested.Unknown | requested.Say):
            return False
        words = compose(turn.ask.prompt, pending.voice, Introduced.SAYING)
        text_of(turn, pending.row)
        self._proposals.write_reply(turn, pending.request, pending.row, pending.voice, words)
        return True

    def _said(self, turn: Turn) -> bool:
        """Whether these words are what was still to be said to somebody."""
        unsaid, self._proposals.unsaid = self._proposals.unsaid, None
        if unsaid is None:
            return False
        request = understand(turn.ask.prompt, self._today())
        if isinstance(request, requested.Say):
            told = replace(unsaid.request, message=request.message, introduced=Introduced.COLON)
            self._proposals.tell(turn, replace(told, language=request.language))
            return True
        if isinstance(request, requested.Reply) and not request.hint and request.message:
            told = replace(unsaid.request, message=request.message, introduced=request.introduced)
            self._proposals.tell(turn, replace(told, language=request.language))
            return True
        return False

    def _say(self, turn: Turn, request: requested.Say) -> None:
        """The person's own words, to whom the open mail is from; what may be something else stands
        in brackets."""
        if turn.ask.message_id or not turn.ask.thread_id:
            if may_be_search(request):
                self._find(turn, requested.Find(as_query(request.message, self._today())))
            else:
                _ask_back(turn, requested.Unknown())
            return
        row = mail_meant(turn, "", self._talked)
        if row is None:
            return
        voice = voice_for(text_of(turn, row), row.subject, request.language)
        learned = style_of_answer(self._runner, row.message_id, turn.cancelled)
        voice = used_to(voice, learned)
        if request.clear:
            words = compose(request.message, voice, Introduced.COLON)
        else:
            words = Words(placeholder(request.message), left=(request.message,))
        reply = requested.Reply("", request.message, language=request.language)
        self._proposals.write_reply(turn, reply, row, voice, words, learned)

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
        voice = Voice(request.language, request.language)
        made = Made(saved.draft_id, voice, thread_id=turn.ask.thread_id, words=words)
        self._proposals.proposed(turn, saved, "Added.", made)

    def _drop_draft(self, turn: Turn, _: requested.DropDraft) -> None:
        draft = self._current(turn)
        if draft is not None:
            drop_draft(turn, draft.draft.draft_id)

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

    def _organise(self, turn: Turn, request: requested.Organise) -> None:
        organise(turn, request, self._talked, self._today())

    def _find(self, turn: Turn, request: requested.Find) -> None:
        self._talked.list(inbox_answers.find(turn, request))

    def _look_up(self, turn: Turn, request: requested.LookUp) -> None:
        if not turn.ask.thread_id:
            self._talked.list(inbox_answers.look_up(turn, request))
            return
        row = mail_meant(turn, "", self._talked)
        name = who(row) if row is not None else "them"
        turn.choose(
            f"Shall I ask {name} that, or look for it in your mail?",
            [
                Option(f"Ask {name}", "", f"reply saying {request.question}"),
                Option("Look in my mail", "", f"find {request.query}"),
            ],
        )

    def _needs_answer(self, turn: Turn, _: requested.NeedsAnswer) -> None:
        self._talked.list(inbox_answers.needs_answer(turn))

    def _last_from(self, turn: Turn, request: requested.LastFrom) -> None:
        row = inbox_answers.last_from(turn, request)
        if row is not None:
            self._talked.take(row)

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

    def _explain(self, turn: Turn, _: requested.Help) -> None:
        turn.say(f"{self._introduction}\n\nYou can ask me, for example:\n")
        turn.say("\n".join(f"• {example}" for example in EXAMPLES))


def _ask_back(turn: Turn, _: requested.Unknown) -> None:
    """A short question, with a search of the words to press where they have any."""
    words = " ".join(turn.ask.prompt.split())
    short = words if len(words) <= MOST_QUOTED else f"{words[:MOST_QUOTED]}…"
    turn.say(
        f"What do you mean by “{short}”? I follow rules and am not a language model (Settings → "
        "Assistant lists some). Say what to find, or whom to write to and what."
    )
    if not NOTHING_SAID.fullmatch(words.strip(" .?!")) and len(words.split()) > 1:
        turn.choose("Shall I look for these words?", [Option(f"Find {short}", "", f"find {words}")])


def _rewrite(turn: Turn, _: requested.Rewrite) -> None:
    turn.say(f"{NEEDS_MODEL} I have changed nothing. What I can do: “add that …”.")


def _words_of(option: Option) -> set[str]:
    return set(re.findall(r"\w+", f"{option.label} {option.detail}".lower()))

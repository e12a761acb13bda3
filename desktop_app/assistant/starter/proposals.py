"""Drafts of the starter assistant: what is proposed, and the one that was proposed last."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from desktop_app.assistant.starter.asked import requested
from desktop_app.assistant.starter.asked.hints import read_hint
from desktop_app.assistant.starter.asked.query_words import from_person
from desktop_app.assistant.starter.asked.targets import target_of
from desktop_app.assistant.starter.asked.who_fits import fits, pronoun_in
from desktop_app.assistant.starter.letter import letter, voice_for
from desktop_app.assistant.starter.new_words import (
    left_to_you,
    manner,
    says_address,
    subject,
    to_reader,
    used_to,
    voice_to,
)
from desktop_app.assistant.starter.open_questions import answered, asked_in
from desktop_app.assistant.starter.people import MOST_OPTIONS, leaves_out, people_meant
from desktop_app.assistant.starter.reading import text_of
from desktop_app.assistant.starter.referents import Talked, by_them, mail_meant, with_whose_mail
from desktop_app.assistant.starter.wording.composing import Voice, Words, compose, placeholder
from desktop_app.assistant.starter.wording.languages import is_familiar
from desktop_app.assistant.starter.wording.text import capitalised
from desktop_app.assistant.style import style_of_answer, style_of_mail
from desktop_app.assistant.transcript import Option, Question
from desktop_app.assistant.turn import Turn, who
from desktop_app.mail.wire.addresses import addresses
from desktop_app.model.address import Address
from desktop_app.tools.calls.results import DraftSaved, MessageRow
from desktop_app.tools.person.writing_styles import HowYouWrite
from desktop_app.tools.runner import Runner
from desktop_app.tools.verbs import create_draft, draft_forward, draft_reply

REVIEW = "Nothing is sent: review it, change what you like, and press Send yourself."
_FORWARDED = {
    "en": "Please see below.",
    "de": "Bitte siehe unten.",
    "fr": "Voir ci-dessous.",
    "es": "Ver abajo.",
}


_TOPIC = re.compile(
    r"(?:about|regarding|concerning|wegen|über|zu|zum|zur|à propos d(?:e |u |'))\s*(?:the |my |our "
    r"|der |die |das |dem )?(?P<topic>[^,;:.?!]{1,60})$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Pending:
    """A reply that hangs on answers of the person's."""

    request: requested.Reply
    row: MessageRow
    voice: Voice
    questions: tuple[Question, ...]


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A mail to somebody of which only the words are missing."""

    request: requested.Tell
    name: str


NO_WORDS = Words("")


@dataclass(frozen=True, slots=True)
class Made:
    """The draft that was proposed last: in which voice, to whom, in which conversation it was asked
    for, and the mail that it answers or passes on."""

    draft_id: str
    voice: Voice
    people: tuple[Address, ...] = ()
    thread_id: str = ""
    row: MessageRow | None = None
    is_reply: bool = False
    words: Words = NO_WORDS


class Proposals:
    """One conversation's. `made` is the draft that the next words may change."""

    def __init__(self, runner: Runner, talked: Talked) -> None:
        self._runner, self._talked = runner, talked
        self.made: Made | None = None
        self.pending: Pending | None = None
        self.unsaid: Unsaid | None = None

    def reply(self, turn: Turn, request: requested.Reply) -> None:
        request = with_whose_mail(turn, request)
        named = read_hint(request.hint)
        who_alone = named.words if not (named.topic or named.newest or named.number) else ""
        if who_alone and by_them(turn, who_alone):
            request = replace(request, hint="")
        row = mail_meant(turn, request.hint, self._talked)
        if row is None:
            return
        if not request.hint and self._asks_whom(turn, request.message, row):
            return
        text = text_of(turn, row)
        voice = voice_for(text, row.subject, request.language, request.writes)
        asked = asked_in(text, voice.mail) if not request.message else ()
        if any(question.answers for question in asked):
            self.pending = Pending(request, row, voice, asked)
            turn.ask_person(asked, row)
            return
        learned = self._style_of(turn, row)
        voice = used_to(voice, learned)
        words = compose(to_reader(request.message, sender_of(row)), voice, request.introduced)
        if leaves_out(turn, request.message):
            words = Words(placeholder(request.message), left=(request.message,))
        self.write_reply(turn, request, row, voice, words, learned)

    def _asks_whom(self, turn: Turn, message: str, row: MessageRow) -> bool:
        """Ask whom a pronoun means that does not fit whom the mail is from."""
        pronoun, sender = pronoun_in(message), sender_of(row)
        if not pronoun or sender is None or fits(pronoun, sender.first_name):
            return False
        own = turn.writer(row).address.key
        people = [a for text in (row.from_, *row.to) for a in addresses(text) if a.key != own]
        turn.choose(
            f"Whom do you mean by “{pronoun}”?",
            [
                Option(str(person), person.email, _with(turn.ask.prompt, pronoun, person))
                for person in people[:MOST_OPTIONS]
            ],
        )
        return True

    def _style_of(self, turn: Turn, row: MessageRow) -> HowYouWrite:
        return style_of_answer(self._runner, row.message_id, turn.cancelled)

    def answer(self, turn: Turn, pending: Pending, answers: tuple[str, ...]) -> None:
        """The reply with the answers to what was asked."""
        self.write_reply(
            turn,
            pending.request,
            pending.row,
            pending.voice,
            answered(pending.questions, answers, pending.voice),
        )

    def write_reply(
        self,
        turn: Turn,
        request: requested.Reply,
        row: MessageRow,
        voice: Voice,
        words: Words,
        learned: HowYouWrite | None = None,
    ) -> None:
        one = not (request.reply_all and len(row.to) > 1)
        body = letter(
            words.text,
            sender_of(row) if one else None,
            turn.writer(row),
            manner(voice, words),
            learned if learned is not None else self._style_of(turn, row),
        )
        saved = turn.propose(
            draft_reply.TOOL,
            draft_reply.DraftReply(
                message_id=row.message_id, body=body, reply_all=request.reply_all
            ),
            f"Drafted a reply to {who(row)}",
        )
        people = tuple(addresses(row.from_))
        made = Made(saved.draft_id, voice, people, turn.ask.thread_id, row, True, words)
        self.proposed(turn, saved, f"I have drafted a reply to {who(row)}.", made)

    def tell(self, turn: Turn, request: requested.Tell) -> None:
        if by_them(turn, request.person):
            self.reply(
                turn,
                requested.Reply(
                    "", request.message, introduced=request.introduced, language=request.language
                ),
            )
            return
        found = people_meant(turn, request.person, request.message)
        if found is None:
            return
        people, message = found
        names = ", ".join(person.label for person in people)
        topic = _TOPIC.match(message) if not request.message else None
        if topic is not None:
            message = ""
            request = replace(request, subject=request.subject or capitalised(topic["topic"]))
        if not message:
            self.unsaid = Unsaid(replace(request, person=", ".join(map(str, people))), names)
            turn.say(f"What do I write to {names}?")
            return
        first = people[0] if len(people) == 1 else None
        learned = self._style_to(turn, people[0])
        voice = self._voice_to(turn, request.language, people[0], learned)
        words = compose(to_reader(message, first), voice, request.introduced)
        if leaves_out(turn, message):
            words = Words(placeholder(message), left=(message,))
        saved = turn.propose(
            create_draft.TOOL,
            create_draft.CreateDraft(
                to=tuple(map(str, people)),
                subject=request.subject or subject(words),
                body=letter(words.text, first, turn.writer(None), voice.writes, learned),
                account=turn.ask.account,
            ),
            f"Drafted a mail to {names}",
        )
        made = Made(saved.draft_id, voice, people, turn.ask.thread_id, words=words)
        self.proposed(turn, saved, f"I have drafted a mail to {names}.", made)

    def forward(self, turn: Turn, request: requested.Forward) -> None:
        if target_of(request.hint).words:
            turn.say("I can pass on one mail at a time. Which one do you mean?")
            return
        row = mail_meant(turn, request.hint, self._talked)
        found = people_meant(turn, request.person, request.message) if row is not None else None
        if row is None or found is None:
            return
        people, message = found
        first = people[0] if len(people) == 1 else None
        names = ", ".join(person.label for person in people)
        learned = self._style_to(turn, people[0])
        voice = self._voice_to(turn, request.language, people[0], learned)
        words = compose(to_reader(message, first), voice, request.introduced)
        if leaves_out(turn, message):
            words = Words(placeholder(message), left=(message,))
        text = words.text or _FORWARDED[voice.writes]
        body = letter(text, first, turn.writer(row), voice.writes, learned)
        saved = turn.propose(
            draft_forward.TOOL,
            draft_forward.DraftForward(
                message_id=row.message_id,
                to=tuple(map(str, people)),
                body="" if request.bare and not message else body,
            ),
            f"Drafted a forward to {names}",
        )
        made = Made(saved.draft_id, voice, people, turn.ask.thread_id, row, words=words)
        self.proposed(turn, saved, f"I have drafted a forward to {names}.", made)

    def _voice_to(self, turn: Turn, language: str, person: Address, learned: HowYouWrite) -> Voice:
        """The voice of a new mail: du, tu or tú as the person is used to with them; where that is
        not known, as they write themselves."""
        voice = used_to(voice_to(language, learned), learned)
        if language == "en" or voice.familiar or says_address(learned, language):
            return voice
        rows = turn.search(from_person(person.email), most=1)
        text = text_of(turn, rows[0]) if rows else ""
        return replace(voice, familiar=is_familiar(text, language))

    def _style_to(self, turn: Turn, person: Address) -> HowYouWrite:
        return style_of_mail(self._runner, person.email, turn.ask.account, turn.cancelled)

    def proposed(self, turn: Turn, saved: DraftSaved, told: str, made: Made) -> None:
        """Note the draft, and say what stands in it to be written."""
        self.made = replace(made, draft_id=saved.draft_id)
        turn.say("\n\n".join([f"{told} {REVIEW}", *left_to_you(made.words, made.voice)]))


def _with(prompt: str, pronoun: str, person: Address) -> str:
    """The request with the address instead of the pronoun."""
    return re.sub(rf"[ -]?\b{pronoun}\b", f" {person.email}", prompt, count=1, flags=re.I)


def sender_of(row: MessageRow) -> Address | None:
    return next(iter(addresses(row.from_)), None)

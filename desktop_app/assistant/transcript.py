"""Transcript: the events an agent streams to the panel, and the Protocol of every agent.

The starter assistant and a language model stream the same events. Nothing here knows a network, a
store or Qt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from threading import Event
from typing import Protocol

from desktop_app.assistant.answer_events import MailWritten, PartRead, Unsaid


class AgentPlace(StrEnum):
    """Place where an agent's model runs: always shown to the person."""

    BUILT_IN = "built in"
    THIS_COMPUTER = "this computer"
    OWN_NETWORK = "your network"
    CLOUD = "cloud"


class Opens(StrEnum):
    """What a reference opens when it is activated."""

    MESSAGE = "message"
    THREAD = "thread"
    DRAFT = "draft"
    WEB = "web"
    """A page of the account's service, by its https address."""


@dataclass(frozen=True, slots=True)
class Reference:
    """Link in a turn. `label` reads as a phrase: `Dana Lee: Budget, 12 Nov`."""

    opens: Opens
    id: str
    label: str


@dataclass(frozen=True, slots=True)
class TextDelta:
    """A further piece of the answer's text."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolStarted:
    """A tool row appears: `Searched mail: from:dana budget`. `call_id` is unique in the run."""

    call_id: str
    title: str


@dataclass(frozen=True, slots=True)
class ToolFinished:
    """The row is complete: `6 found`, with what was found; `failed` when it was an error."""

    call_id: str
    summary: str
    references: tuple[Reference, ...] = ()
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """A draft waits for review. A second event with one `draft_id` replaces the card. `in_gmail`:
    Gmail has it too, or will."""

    draft_id: str
    revision: int
    subject: str
    recipients: str
    in_gmail: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """One way to go on; picking it sends `prompt` as the person's next words, about the mail
    `message_id` where there is one, which is from `date` (ISO 8601)."""

    label: str
    detail: str
    prompt: str
    message_id: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """A question to the person: radio list, answered in the panel, blocking nothing."""

    question: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What only the person knows, with answers to press; they may always say something else."""

    text: str
    answers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Questions:
    """Questions answered together by presses, which send the answers as the person's next words,
    about the mail `message_id` where there is one. They block nothing."""

    questions: tuple[Question, ...]
    message_id: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """The assistant asked for something only the person may allow."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Notice about the run, apart from the answer: older parts were left out, a limit is near."""

    sentence: str


@dataclass(frozen=True, slots=True)
class Used:
    """Usage of the run so far, as the provider reports it; `cost` in US dollars, None where no
    price is known."""

    requests: int
    input_tokens: int
    output_tokens: int
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class ModelInUse:
    """What a run has to do with: `window` is what the model holds at once, in tokens, or in
    characters where `in_chars`; `short_tools` says that it gets the short list of tools."""

    window: int
    in_chars: bool = False
    short_tools: bool = False


@dataclass(frozen=True, slots=True)
class AboutToSend:
    """A request waits until the person lets it go (`Agent.answer_sending`). `size` in bytes;
    what it says can be read as the payload of that id."""

    payload_id: int
    endpoint: str
    size: int


class Trouble(StrEnum):
    """Subject of an error, for which the panel can offer a way out."""

    OTHER = ""
    MODEL = "model"
    LIMIT = "limit"
    CONSENT = "consent"


@dataclass(frozen=True, slots=True)
class Ended:
    """Always the last event of a run. `error` is a sentence, empty when all went well. `details`
    are a server's own words about it."""

    stopped: bool = False
    error: str = ""
    next_step: str = ""
    trouble: Trouble = Trouble.OTHER
    details: str = ""


@dataclass(frozen=True, slots=True)
class Refined:
    """What the words of a `Refine` should say instead. It replaces nothing by itself: the person
    applies or discards it."""

    text: str


RefineEvent = Refined | AboutToSend | Ended
AgentEvent = (
    TextDelta
    | ToolStarted
    | ToolFinished
    | Proposal
    | Choice
    | Questions
    | Asked
    | Notice
    | PartRead
    | Unsaid
    | MailWritten
    | Used
    | ModelInUse
    | AboutToSend
    | Ended
)
Emit = Callable[[AgentEvent], None]


def without_unsaid(events: Iterable[AgentEvent]) -> list[AgentEvent]:
    """Events without the words that were taken back."""
    kept: list[AgentEvent] = []
    for event in events:
        if isinstance(event, Unsaid):
            while kept and isinstance(kept[-1], TextDelta):
                kept.pop()
        else:
            kept.append(event)
    return kept


@dataclass(frozen=True, slots=True)
class Ask:
    """What the person said, and what was open then (the context chips they left on).

    `message_id` narrows the thread to one mail: the person picked it from a list. `news` says what
    became of what the assistant asked for, `meeting` what is told of the calendar. `unasked`: the
    words are the application's own. `unread` are mails that had no room in an earlier answer.
    `written` is a mail of the model's that the person wants as a draft: no model is asked.
    """

    prompt: str
    thread_id: str = ""
    message_id: str = ""
    draft_id: str = ""
    account: str = ""
    news: tuple[str, ...] = ()
    meeting: str = ""
    unasked: bool = False
    unread: tuple[str, ...] = ()
    written: MailWritten | None = None


TRANSLATE_INTO = "Translate into {language}"
"""Instruction for a translation; `language` is whatever the person calls it."""


class Refinement(StrEnum):
    """Changes of a draft that are one press; the value is the instruction and the button."""

    SHORTER = "Shorter"
    WARMER = "Warmer"
    MORE_FORMAL = "More formal"
    FIX_GRAMMAR = "Fix grammar"
    TRANSLATE = "Translate"


@dataclass(frozen=True, slots=True)
class Refine:
    """Change the words of a draft as `instruction` says.

    `text` is the whole body as it is typed at this moment, stored or not. `start` and `end` are
    the selection in it (offsets in characters), equal when nothing is selected.
    """

    draft_id: str
    text: str
    instruction: str
    start: int = 0
    end: int = 0

    @property
    def words(self) -> str:
        """Text to be changed: the selection, or all of it."""
        return self.text[self.start : self.end] if self.end > self.start else self.text

    def with_words(self, words: str) -> str:
        """Whole body with other words in that place."""
        if self.end <= self.start:
            return words
        return self.text[: self.start] + words + self.text[self.end :]


@dataclass(frozen=True, slots=True)
class AgentDescription:
    """Description of an agent. `data_sent` says what leaves this computer. `refinements` are the
    ones it can do, besides following an instruction in words. `host` is where a language model is
    reached, empty without one."""

    name: str
    place: AgentPlace
    introduction: str
    data_sent: str
    refinements: tuple[Refinement, ...] = ()
    host: str = ""


@dataclass(frozen=True, slots=True)
class Memory:
    """Memory of a conversation. `accounts` are the ids of those whose mail may be in it. `history`
    gives a model's own record of it and may take a moment."""

    conversation_id: str
    accounts: frozenset[str]
    history: Callable[[], bytes]


class Agent(Protocol):
    """One conversation partner. `run` is called off the GUI thread, returns when it is done,
    emits `Ended` exactly once, and stops soon after `cancelled` is set."""

    @property
    def description(self) -> AgentDescription: ...

    @property
    def conversation_id(self) -> str:
        """Id under which the conversation is stored; empty when it is not."""

    def starters(self, *, thread_open: bool) -> tuple[str, ...]: ...

    def run(self, ask: Ask, emit: Emit, cancelled: Event) -> None: ...

    def refine(
        self, request: Refine, emit: Callable[[RefineEvent], None], cancelled: Event
    ) -> None:
        """Propose other words for a draft: at most one `Refined`, at last `Ended` once. Called like
        `run`, also while a `run` is under way; it is no part of the conversation and changes no
        draft."""

    def summary(self, thread_id: str, cancelled: Event) -> str:
        """One line about a conversation, empty where this agent makes none. Called like `run`, also
        while one is under way; it is no part of the conversation. Raises `KnownError`."""

    def forget(self) -> None:
        """Start a fresh conversation."""

    def memory(self) -> Memory | None:
        """Memory of the conversation so far, for another agent; None when nothing was said."""

    def go_on(self, memory: Memory) -> None:
        """Take up a kept conversation where it ended. What it holds of accounts this agent may
        not read (any more) is left out."""

    def answer_sending(self, payload_id: int, *, yes: bool) -> None:
        """Let a request of `AboutToSend` go, or stop the run instead. From any thread."""

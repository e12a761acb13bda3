"""Column of the conversation's turns; a screen reader reads each by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from desktop_app.assistant.answer_events import MailWritten, PartRead, Unsaid
from desktop_app.assistant.transcript import (
    AboutToSend,
    AgentEvent,
    Asked,
    Choice,
    Ended,
    ModelInUse,
    Notice,
    Proposal,
    Questions,
    TextDelta,
    ToolFinished,
    ToolStarted,
    Trouble,
    Used,
)
from desktop_app.model.clock import Clock
from desktop_app.ui.assistant.answer import Answer
from desktop_app.ui.assistant.cards import ChoiceCard, ProposalCard
from desktop_app.ui.assistant.consent import ConsentCard
from desktop_app.ui.assistant.questions_card import QuestionsCard
from desktop_app.ui.assistant.tool_row import ToolRow
from desktop_app.ui.background.jobs import Jobs
from desktop_app.ui.model_requests.request_card import ModelRequestCard
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.dates import decimal_number, number
from desktop_app.ui.widgets.parts import STRETCH, Button, column, selectable
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.theme import Theme, set_role

ANNOUNCED_CHARS = 400
LEAST_COST = 0.01
"""US dollars."""


class PersonTurn(QFrame):
    """Turn of the person: what they asked."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        set_role(self, "card")
        self.setAccessibleName(f"You asked: {text}")
        side, top = theme.px(12), theme.px(8)
        column(selectable(text), owner=self, margins=(side, top, side, top))


class TurnColumn(ScrollColumn):
    """`opened(Reference)`, `review_wanted(draft id)`, `gmail_wanted(draft id)`, `picked(Option)`,
    `answered(words, message id)`, `requests_wanted`; `again_wanted` and `settings_wanted` after an
    error, `consent_wanted` where no account may be read; `payload_wanted(id)` and
    `sending_answered(id, yes)` for a request that waits; `linked(url)` and `pointed(url)` for links
    of an answer; `model_told(ModelInUse)`; `rest_wanted(PartRead)`,
    `draft_wanted(MailWritten)`."""

    opened = Signal(object)
    review_wanted = Signal(str)
    gmail_wanted = Signal(str)
    picked = Signal(object)
    answered = Signal(str, str)
    requests_wanted = Signal()
    again_wanted = Signal()
    settings_wanted = Signal()
    consent_wanted = Signal()
    payload_wanted = Signal(int)
    sending_answered = Signal(int, bool)
    linked = Signal(str)
    pointed = Signal(str)
    model_told = Signal(object)
    rest_wanted = Signal(object)
    draft_wanted = Signal(object)

    def __init__(self, theme: Theme, jobs: Jobs, clock: Clock) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._theme, self._jobs, self._clock = theme, jobs, clock
        self._tools: dict[str, ToolRow] = {}
        self._proposals: dict[str, ProposalCard] = {}
        self._sending: list[ModelRequestCard] = []
        self._used: Used | None = None
        self._questions: QuestionsCard | None = None
        self._answer: Answer | None = None
        self._following, self.markdown = True, True
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Conversation with the assistant")
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._on_scrolled)
        bar.rangeChanged.connect(self._follow)
        self.clear()

    def clear(self) -> None:
        """A fresh conversation."""
        self._tools, self._proposals, self._answer = {}, {}, None
        self._sending, self._used, self._questions = [], None, None
        self._following = True
        page = QWidget()
        set_role(page, "region")
        px = self._theme.px
        margins = (px(16), px(8), px(16), px(16))
        self._layout = column(STRETCH, owner=page, gap=px(8), margins=margins)
        self.setWidget(page)

    def ask(self, prompt: str) -> None:
        """The person has asked: a new turn begins."""
        self._tools, self._answer, self._used = {}, None, None
        self._following = True
        if self._questions is not None:
            self._questions.settle()
            self._questions = None
        self._add(PersonTurn(self._theme, prompt))

    def take(self, events: Sequence[AgentEvent]) -> None:
        """Show what came, in order."""
        for event in events:
            _TAKES[type(event)](self, event)

    def take_text(self, event: TextDelta) -> None:
        if self._answer is None:
            answer = self._answer = Answer(self._theme, self._jobs, markdown=self.markdown)
            answer.linked.connect(self.linked)
            answer.pointed.connect(self.pointed)
            self._add(answer)
        self._answer.append(event.text)

    def take_tool_started(self, event: ToolStarted) -> None:
        row = ToolRow(self._theme, event.title)
        row.opened.connect(self.opened)
        self._tools[event.call_id] = row
        self._add(row)
        self._end_answer()

    def take_tool_finished(self, event: ToolFinished) -> None:
        row = self._tools.get(event.call_id)
        if row is not None:
            row.finish(event)

    def take_proposal(self, event: Proposal) -> None:
        card = self._proposals.get(event.draft_id)
        if card is not None:
            card.show_proposal(event)
            self._layout.removeWidget(card)
            self._add(card)
            return
        card = ProposalCard(self._theme, event)
        card.review_wanted.connect(self.review_wanted)
        card.gmail_wanted.connect(self.gmail_wanted)
        self._proposals[event.draft_id] = card
        self._add(card)
        self._end_answer()

    def take_choice(self, event: Choice) -> None:
        card = ChoiceCard(self._theme, event, self._clock())
        card.picked.connect(self.picked)
        self._add(card)

    def take_questions(self, event: Questions) -> None:
        """Only the newest can be answered: an earlier card is settled by whatever is said next."""
        card = self._questions = QuestionsCard(self._theme, event)
        card.answered.connect(self.answered)
        self._add(card)
        announce(self, card.accessibleName())

    def take_asked(self, event: Asked) -> None:
        show = ("Show", self.requests_wanted.emit)
        self._add(Strip(self._theme, "made", "review", event.sentence, buttons=(show,)))

    def take_notice(self, event: Notice) -> None:
        self._add(selectable(event.sentence, "caption"))

    def take_part_read(self, event: PartRead) -> None:
        """Where an answer rests on a part, the rest is a press away."""
        told = part_words(event)
        rest = ("Read the rest", lambda: self.rest_wanted.emit(event))
        self._add(Strip(self._theme, "info", "info", told, buttons=(rest,)))
        announce(self, told)

    def take_mail_written(self, event: MailWritten) -> None:
        """A mail that was written into the answer becomes a draft where the person wants it."""
        told = "There is a mail in this answer, and no draft of it yet."
        make = ("Make a draft of this", lambda: self.draft_wanted.emit(event))
        self._add(Strip(self._theme, "made", "review", told, buttons=(make,)))

    def take_unsaid(self, _: Unsaid) -> None:
        """Words that were none of the answer go."""
        if self._answer is not None:
            self._answer.hide()
            self._layout.removeWidget(self._answer)
            self._answer.deleteLater()
            self._answer = None

    def take_used(self, event: Used) -> None:
        """Told at the end of the turn; until then it only grows."""
        self._used = event

    def take_model_in_use(self, event: ModelInUse) -> None:
        self.model_told.emit(event)

    def take_about_to_send(self, event: AboutToSend) -> None:
        card = ModelRequestCard(self._theme, event)
        card.shown.connect(self.payload_wanted)
        card.answered.connect(self.sending_answered)
        self._sending.append(card)
        self._add(card)
        announce(self, card.accessibleName())

    def take_ended(self, event: Ended) -> None:
        said = self._answer.said.strip() if self._answer is not None else ""
        self._end_answer()
        for card in self._sending:
            card.settle(sent=False)
        if event.trouble is Trouble.CONSENT:
            self.consent_wanted.emit()
        elif event.error:
            text = " ".join(part for part in (event.error, event.next_step) if part)
            self._add_error(text, self._ways_out(event.trouble), event.details)
            announce(self, text)
        elif event.stopped:
            self._add(selectable("Stopped.", "caption"))
            announce(self, "Stopped.")
        elif said:
            announce(self, said[:ANNOUNCED_CHARS])
        if self._used is not None:
            self._add(selectable(used_words(self._used), "caption"))
            self._used = None

    def _add_error(self, text: str, buttons: tuple[Button, ...], details: str) -> None:
        """An error, and the server's own words where they are asked for."""
        words = selectable(f"The server says: {clean(details)}", "caption")
        words.hide()

        def show() -> None:
            words.setVisible(words.isHidden())

        more: tuple[Button, ...] = (("Details", show),) if details else ()
        self._add(Strip(self._theme, "danger", "danger", text, buttons=(*buttons, *more)))
        self._layout.insertWidget(self._layout.count() - 1, words)

    def add_consent(self, card: ConsentCard) -> None:
        """Ask which accounts may be read."""
        self._add(card)
        announce(self, card.accessibleName())

    def _ways_out(self, trouble: Trouble) -> tuple[Button, ...]:
        again: Button = ("Try again", self.again_wanted.emit)
        settings: Mapping[Trouble, Button] = {
            Trouble.MODEL: ("Change model", self.settings_wanted.emit),
            Trouble.LIMIT: ("Open settings", self.settings_wanted.emit),
        }
        return (again, settings[trouble]) if trouble in settings else (again,)

    def _end_answer(self) -> None:
        if self._answer is not None:
            self._answer.finish()
            self._answer = None

    def _add(self, widget: QWidget) -> None:
        self._layout.insertWidget(self._layout.count() - 1, widget)
        widget.show()

    def _on_scrolled(self, value: int) -> None:
        """Whoever scrolls up reads on undisturbed; at the end, new words are followed."""
        self._following = value >= self.verticalScrollBar().maximum() - self._theme.px(24)

    def _follow(self, _: int, end: int) -> None:
        if self._following:
            self.verticalScrollBar().setValue(end)


_TAKES: Mapping[type, Callable[[TurnColumn, Any], None]] = MappingProxyType(
    {
        TextDelta: TurnColumn.take_text,
        ToolStarted: TurnColumn.take_tool_started,
        ToolFinished: TurnColumn.take_tool_finished,
        Proposal: TurnColumn.take_proposal,
        Choice: TurnColumn.take_choice,
        Questions: TurnColumn.take_questions,
        Asked: TurnColumn.take_asked,
        Notice: TurnColumn.take_notice,
        PartRead: TurnColumn.take_part_read,
        MailWritten: TurnColumn.take_mail_written,
        Unsaid: TurnColumn.take_unsaid,
        Used: TurnColumn.take_used,
        ModelInUse: TurnColumn.take_model_in_use,
        AboutToSend: TurnColumn.take_about_to_send,
        Ended: TurnColumn.take_ended,
    }
)


def part_words(part: PartRead) -> str:
    """`Answered from 12 of 20 mails.`"""
    if part.of == 1:
        return "Answered from a part of the mail."
    return f"Answered from {number(part.read)} of {number(part.of)} mails."


def used_words(used: Used) -> str:
    """`3 requests, 5,400 tokens, about $0.02`; the price only where it is known."""
    requests = "1 request" if used.requests == 1 else f"{number(used.requests)} requests"
    tokens = used.input_tokens + used.output_tokens
    parts = [requests, f"{number(tokens)} tokens"] if tokens else [requests]
    if used.cost is not None:
        cents = f"about ${decimal_number(used.cost, 2)}"
        parts.append(cents if used.cost >= LEAST_COST else f"less than ${LEAST_COST}")
    return ", ".join(parts)

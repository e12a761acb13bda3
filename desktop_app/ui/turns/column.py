"""The conversation as a column of turns, each of which a screen reader reads by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_app.assistant.transcript import (
    AgentEvent,
    Asked,
    Choice,
    Ended,
    Proposal,
    TextDelta,
    ToolFinished,
    ToolStarted,
)
from desktop_app.ui.scrolling import ScrollColumn
from desktop_app.ui.strips import Strip
from desktop_app.ui.theme import Theme, set_role
from desktop_app.ui.toasts import announce
from desktop_app.ui.turns.cards import ChoiceCard, ProposalCard
from desktop_app.ui.turns.speech import Answer, PersonTurn, spoken
from desktop_app.ui.turns.tool_row import ToolRow

ANNOUNCED_CHARS = 400


class TurnColumn(ScrollColumn):
    """`opened(Reference)`, `review_wanted(draft id)`, `picked(Option)`, `requests_wanted`."""

    opened = Signal(object)
    review_wanted = Signal(str)
    picked = Signal(object)
    requests_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._tools: dict[str, ToolRow] = {}
        self._proposals: dict[str, ProposalCard] = {}
        self._answer: Answer | None = None
        self._following = True
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName("Conversation with the assistant")
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(self._on_scrolled)
        bar.rangeChanged.connect(self._follow)
        self.clear()

    def clear(self) -> None:
        """A fresh conversation."""
        self._tools, self._proposals, self._answer = {}, {}, None
        self._following = True
        page = QWidget()
        set_role(page, "region")
        self._layout = QVBoxLayout(page)
        px = self._theme.px
        self._layout.setContentsMargins(px(16), px(8), px(16), px(16))
        self._layout.setSpacing(px(8))
        self._layout.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.setWidget(page)

    def ask(self, prompt: str) -> None:
        """The person has asked: a new turn begins."""
        self._tools, self._answer = {}, None
        self._following = True
        self._add(PersonTurn(self._theme, prompt))

    def take(self, events: Sequence[AgentEvent]) -> None:
        """Show what came, in order."""
        for event in events:
            _TAKES[type(event)](self, event)

    def take_text(self, event: TextDelta) -> None:
        if self._answer is None:
            self._answer = Answer()
            self._add(self._answer)
        self._answer.append(event.text)

    def take_tool_started(self, event: ToolStarted) -> None:
        row = ToolRow(self._theme, event.title)
        row.opened.connect(self.opened)
        self._tools[event.call_id] = row
        self._add(row)
        self._answer = None

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
        self._proposals[event.draft_id] = card
        self._add(card)
        self._answer = None

    def take_choice(self, event: Choice) -> None:
        card = ChoiceCard(self._theme, event)
        card.picked.connect(self.picked)
        self._add(card)

    def take_asked(self, event: Asked) -> None:
        show = ("Show", self.requests_wanted.emit)
        self._add(Strip(self._theme, "made", "review", event.sentence, buttons=(show,)))

    def take_ended(self, event: Ended) -> None:
        if event.error:
            text = " ".join(part for part in (event.error, event.next_step) if part)
            self._add(Strip(self._theme, "danger", "danger", text))
            announce(self, text)
        elif event.stopped:
            self._add(spoken("Stopped.", "caption"))
            announce(self, "Stopped.")
        elif self._answer is not None:
            announce(self, self._answer.said.strip()[:ANNOUNCED_CHARS])

    def _add(self, widget: QWidget) -> None:
        self._layout.addWidget(widget)
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
        Asked: TurnColumn.take_asked,
        Ended: TurnColumn.take_ended,
    }
)

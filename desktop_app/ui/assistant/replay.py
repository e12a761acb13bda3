"""Replay of an earlier conversation in small portions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer

from desktop_app.assistant.answer_events import PartRead
from desktop_app.assistant.transcript import AgentEvent, Ended, Memory, Notice
from desktop_app.assistant.transcript_json import load_events
from desktop_app.tools.person import conversations
from desktop_app.ui.assistant.column import TurnColumn, part_words
from desktop_app.ui.bench.workbench import Workbench

AT_ONCE = 4
"""Events that are shown between two looks at what else there is to do."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A conversation as it is shown: what was asked, and what came of it."""

    turns: tuple[tuple[str, tuple[AgentEvent, ...]], ...]


class Replay(QObject):
    """Shows kept turns in a column; the agent goes on where they end."""

    def __init__(self, bench: Workbench, column: TurnColumn) -> None:
        super().__init__(column)
        self._bench, self._column = bench, column
        self.shown = False
        self._left: list[str | AgentEvent] = []
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._step)

    def forget(self) -> None:
        """What was shown is gone."""
        self._timer.stop()
        self._left, self.shown = [], False

    def open(self, conversation_id: str, done: Callable[[], object]) -> None:
        """Read it by a job, let the agent take it up, then show it."""
        calls, agent = self._bench.calls, self._bench.services.agent

        def work() -> Replayed:
            wanted = conversations.OpenConversation(conversation_id=conversation_id)
            found = calls.wait(conversations.OPEN_CONVERSATION, wanted)
            agent.go_on(Memory(conversation_id, frozenset(found.accounts), lambda: found.history))
            return Replayed(tuple((turn.prompt, load_events(turn.events)) for turn in found.turns))

        def show(replayed: Replayed) -> None:
            self._begin(replayed)
            done()

        calls.jobs.run(work, done=show, key="open conversation", owner=self)

    def _begin(self, replayed: Replayed) -> None:
        self._column.clear()
        self._column.markdown = True
        self.shown = True
        self._left = []
        for prompt, events in replayed.turns:
            self._left += [prompt, *(_past(event) for event in events)]
        self._timer.start()

    def _step(self) -> None:
        some, self._left = self._left[:AT_ONCE], self._left[AT_ONCE:]
        for one in some:
            if isinstance(one, str):
                self._column.ask(one)
            else:
                self._column.take([one])
        if not self._left:
            self._timer.stop()


def _past(event: AgentEvent) -> AgentEvent:
    """An error of then is no question now: it offers nothing to press."""
    if isinstance(event, Ended) and event.error:
        return Ended(error=event.error, details=event.details)
    if isinstance(event, PartRead):
        return Notice(part_words(event))
    return event

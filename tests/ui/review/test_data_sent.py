"""In the review: what left for a model because of this draft, and requests that wait."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from PySide6.QtWidgets import QPushButton

from desktop_app.assistant.transcript import (
    AboutToSend,
    AgentDescription,
    AgentPlace,
    Ended,
    Proposal,
    Refine,
    Refined,
    RefineEvent,
    Refinement,
)
from desktop_app.assistant.transcript_json import dump_events
from desktop_app.model.conversation import KeptTurn, SentPayload
from desktop_app.ui.model_requests.dialog import SentDialog
from desktop_app.ui.review.evidence import SENT
from desktop_app.ui.widgets.strips import Strip
from tests.ui.conftest import Desk, SilentAgent
from tests.ui.drafting import propose


class Waiting(SilentAgent):
    """Refines only once its request was let go."""

    description = AgentDescription(
        "m", AgentPlace.CLOUD, "I wait.", "All of it.", (Refinement.SHORTER,), "api.example"
    )

    def __init__(self) -> None:
        self.answers: list[tuple[int, bool]] = []
        self.answered = Event()

    def refine(
        self, request: Refine, emit: Callable[[RefineEvent], None], cancelled: Event
    ) -> None:
        emit(AboutToSend(5, "https://api.example/v1", 900))
        self.answered.wait(20)
        if self.answers and self.answers[-1][1]:
            emit(Refined("Other words."))
        emit(Ended(stopped=not self.answers[-1][1]))

    def answer_sending(self, payload_id: int, *, yes: bool) -> None:
        self.answers.append((payload_id, yes))
        self.answered.set()


def review(desk: Desk, draft_id: str) -> Any:
    desk.bench.navigation.open_draft(draft_id)
    pane = desk.window.frame.review
    desk.until(lambda: pane.desk.review is not None and pane.desk.review.draft.id == draft_id)
    return pane


def keep(desk: Desk, draft_id: str, *, sent: bool = True) -> None:
    store = desk.house.store.conversations
    if sent:
        store.keep_payload(
            SentPayload("talk", desk.house.now, "https://api.example/v1", "m", b'{"n": 1}')
        )
    events = dump_events((Proposal(draft_id, 1, "Re: Lunch", "Dana"), Ended()))
    turn = KeptTurn("reply", events, b"[]", "reply", ())
    store.keep_turn("talk", "m", turn, at=desk.house.now + 1)


def test_a_draft_of_no_model_has_no_such_tab(desk: Desk) -> None:
    pane = review(desk, propose(desk.house).id)
    assert not pane.desk.sheet.evidence.bar.isTabVisible(SENT)


def test_what_left_for_a_draft_is_listed_below_it_and_opens(desk: Desk) -> None:
    draft = propose(desk.house)
    keep(desk, draft.id)
    pane = review(desk, draft.id)
    evidence = pane.desk.sheet.evidence
    desk.until(lambda: evidence.bar.isTabVisible(SENT))
    assert evidence.bar.tabText(SENT) == "Data sent 1"
    evidence.bar.setCurrentIndex(SENT)
    evidence.sent.list.itemActivated.emit(evidence.sent.list.item(0))
    dialog = evidence.sent.findChild(SentDialog)
    desk.until(lambda: '"n": 1' in dialog.text.toPlainText())
    dialog.close()


def test_what_leaves_while_the_draft_is_open_appears(desk: Desk) -> None:
    draft = propose(desk.house)
    pane = review(desk, draft.id)
    keep(desk, draft.id)
    evidence = pane.desk.sheet.evidence
    desk.until(lambda: evidence.bar.isTabVisible(SENT))


@pytest.fixture
def refining(desk: Desk) -> tuple[Any, Waiting]:
    agent = Waiting()
    object.__setattr__(desk.bench.services, "agent", agent)
    pane = review(desk, propose(desk.house).id)
    pane.desk.foot.show_refinements(agent.description.refinements)
    pane.desk.refining.ask(pane.desk.review.draft.id, "Shorter")
    desk.qtbot.waitUntil(lambda: any("About to send" in s for s in strips(pane)))
    return pane, agent


def strips(pane: Any) -> list[str]:
    return [s.accessibleName() for s in pane.desk.findChildren(Strip) if s.isVisible()]


def press(pane: Any, name: str) -> None:
    buttons = [
        b
        for s in pane.desk.findChildren(Strip)
        for b in s.findChildren(QPushButton)
        if b.text() == name and s.isVisible()
    ]
    buttons[0].click()


def test_other_words_are_asked_for_only_once_the_request_was_let_go(
    desk: Desk, refining: tuple[Any, Waiting]
) -> None:
    pane, agent = refining
    assert "About to send 900 bytes to api.example." in strips(pane)
    press(pane, "Send request")
    desk.until(lambda: pane.desk.refining.pending)
    assert agent.answers == [(5, True)]
    assert not any("About to send" in text for text in strips(pane))


def test_what_is_not_let_go_changes_nothing(desk: Desk, refining: tuple[Any, Waiting]) -> None:
    pane, agent = refining
    press(pane, "Don't send")
    desk.until(lambda: agent.answers == [(5, False)])
    assert not pane.desk.refining.pending
    assert not any("About to send" in text for text in strips(pane))


def test_what_one_press_can_change_follows_the_assistant(desk: Desk) -> None:
    pane = review(desk, propose(desk.house).id)
    foot = pane.desk.foot
    assert foot.refinements == []
    object.__setattr__(desk.bench.services, "agent", Waiting())
    desk.house.settings.change("assistant.model", "m")
    desk.until(lambda: [b.text() for b in foot.refinements] == ["Shorter"])

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
from desktop_app.ui.review.tabs.draft_panel import SENT
from desktop_app.ui.widgets.strips import Strip
from tests.ui.conftest import SilentAgent, WindowDriver
from tests.ui.draft_builders import propose


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


def review(driver: WindowDriver, draft_id: str) -> Any:
    driver.bench.navigation.open_draft(draft_id)
    pane = driver.window.frame.review
    driver.until(lambda: pane.form.review is not None and pane.form.review.draft.id == draft_id)
    return pane


def keep(driver: WindowDriver, draft_id: str, *, sent: bool = True) -> None:
    store = driver.house.store.conversations
    if sent:
        store.keep_payload(
            SentPayload("talk", driver.house.now, "https://api.example/v1", "m", b'{"n": 1}')
        )
    events = dump_events((Proposal(draft_id, 1, "Re: Lunch", "Dana"), Ended()))
    turn = KeptTurn("reply", events, b"[]", "reply", ())
    store.keep_turn("talk", "m", turn, at=driver.house.now + 1)


def test_a_draft_of_no_model_has_no_such_tab(driver: WindowDriver) -> None:
    pane = review(driver, propose(driver.house).id)
    assert not pane.form.panel.buttons[SENT].isVisible()


def test_what_left_for_a_draft_is_listed_below_it_and_opens(driver: WindowDriver) -> None:
    draft = propose(driver.house)
    keep(driver, draft.id)
    pane = review(driver, draft.id)
    panel = pane.form.panel
    driver.until(panel.buttons[SENT].isVisible)
    assert panel.buttons[SENT].text() == "Data sent 1"
    panel.buttons[SENT].click()
    panel.sent.list.itemActivated.emit(panel.sent.list.item(0))
    dialog = panel.sent.findChild(SentDialog)
    driver.until(lambda: '"n": 1' in dialog.text.toPlainText())
    dialog.close()


def test_what_leaves_while_the_draft_is_open_appears(driver: WindowDriver) -> None:
    draft = propose(driver.house)
    pane = review(driver, draft.id)
    keep(driver, draft.id)
    panel = pane.form.panel
    driver.until(panel.buttons[SENT].isVisible)


@pytest.fixture
def refine_request(driver: WindowDriver) -> tuple[Any, Waiting]:
    agent = Waiting()
    object.__setattr__(driver.bench.services, "agent", agent)
    pane = review(driver, propose(driver.house).id)
    pane.form.action_bar.refine_bar.show_refinements(agent.description.refinements)
    pane.form.refine_request.ask(pane.form.review.draft.id, "Shorter")
    driver.qtbot.waitUntil(lambda: any("About to send" in s for s in strips(pane)))
    return pane, agent


def strips(pane: Any) -> list[str]:
    return [s.accessibleName() for s in pane.form.findChildren(Strip) if s.isVisible()]


def press(pane: Any, name: str) -> None:
    buttons = [
        b
        for s in pane.form.findChildren(Strip)
        for b in s.findChildren(QPushButton)
        if b.text() == name and s.isVisible()
    ]
    buttons[0].click()


def test_other_words_are_asked_for_only_once_the_request_was_let_go(
    driver: WindowDriver, refine_request: tuple[Any, Waiting]
) -> None:
    pane, agent = refine_request
    assert "About to send 900 bytes to api.example." in strips(pane)
    press(pane, "Send request")
    driver.until(lambda: pane.form.refine_request.pending)
    assert agent.answers == [(5, True)]
    assert not any("About to send" in text for text in strips(pane))


def test_what_is_not_let_go_changes_nothing(
    driver: WindowDriver, refine_request: tuple[Any, Waiting]
) -> None:
    pane, agent = refine_request
    press(pane, "Don't send")
    driver.until(lambda: agent.answers == [(5, False)])
    assert not pane.form.refine_request.pending
    assert not any("About to send" in text for text in strips(pane))


def test_what_one_press_can_change_follows_the_assistant(driver: WindowDriver) -> None:
    pane = review(driver, propose(driver.house).id)
    action_bar = pane.form.action_bar
    assert action_bar.refine_bar.refinements == []
    object.__setattr__(driver.bench.services, "agent", Waiting())
    driver.house.settings.change("assistant.model", "m")
    driver.until(lambda: [b.text() for b in action_bar.refine_bar.refinements] == ["Shorter"])

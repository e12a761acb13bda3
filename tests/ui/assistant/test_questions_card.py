"""Questions with answers to press in the assistant's panel."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from desktop_app.assistant.transcript import Question, Questions
from desktop_app.ui.assistant.questions_card import ELSE, QuestionsCard
from tests.ui.assistant.test_pane import Scripted, find, say, start  # noqa: F401  # a fixture
from tests.ui.conftest import WindowDriver

ONE = Questions((Question("Is 1 February all right?", ("Yes", "No")),), "7")
TWO = Questions((*ONE.questions, Question("How many spaces?", ("One", "Two"))), "7")
Start = Callable[..., tuple[Any, Scripted]]


def button(card: QuestionsCard, words: str, place: int = 0) -> QPushButton:
    part = card.parts[place]
    return next(b for b in part.findChildren(QPushButton) if b.accessibleName() == words)


@pytest.fixture
def asked(driver: WindowDriver, start: Start) -> Callable[..., Any]:  # noqa: F811
    """The panel once it has asked."""

    def make(questions: Questions) -> tuple[Any, Scripted, QuestionsCard]:
        pane, agent = start(questions)
        say(driver, pane, "draft a reply")
        driver.until(lambda: not pane.running)
        agent.events = []
        [card] = find(pane, QuestionsCard)
        return pane, agent, card

    return make


def test_one_press_answers_one_question(driver: WindowDriver, asked: Callable[..., Any]) -> None:
    pane, agent, card = asked(ONE)
    yes = button(card, "Yes")
    assert yes.accessibleDescription() == "Is 1 February all right?"
    assert card.accessibleName() == "Is 1 February all right?"
    yes.click()
    driver.until(lambda: len(agent.asked) == 2 and not pane.running)
    assert (agent.asked[1].prompt, agent.asked[1].message_id) == ("Yes", "7")
    assert not yes.isEnabled()


def test_several_questions_are_answered_together(
    driver: WindowDriver, asked: Callable[..., Any]
) -> None:
    pane, agent, card = asked(TWO)
    button(card, "No").click()
    assert not card.button.isEnabled()
    button(card, "Two", 1).click()
    assert card.button.isEnabled()
    card.button.click()
    driver.until(lambda: len(agent.asked) == 2 and not pane.running)
    assert agent.asked[1].prompt == "Is 1 February all right? No\nHow many spaces? Two"
    assert pane.prompt.entry.hasFocus()


def test_something_else_is_typed_and_sent_with_return(
    driver: WindowDriver, asked: Callable[..., Any]
) -> None:
    pane, agent, card = asked(ONE)
    driver.window.activateWindow()
    button(card, ELSE).click()
    entry = card.parts[0].entry
    driver.qtbot.keyClicks(entry, "From 1 March")
    assert len(agent.asked) == 1
    driver.qtbot.keyClick(entry, Qt.Key.Key_Return)
    driver.until(lambda: len(agent.asked) == 2 and not pane.running)
    assert agent.asked[1].prompt == "From 1 March"


def test_an_answer_is_pressed_by_the_keyboard_alone(
    driver: WindowDriver, asked: Callable[..., Any]
) -> None:
    pane, agent, card = asked(ONE)
    no = button(card, "No")
    assert no.focusPolicy() & Qt.FocusPolicy.TabFocus
    driver.qtbot.keyClick(no, Qt.Key.Key_Space)
    driver.until(lambda: len(agent.asked) == 2 and not pane.running)
    assert agent.asked[1].prompt == "No"


def test_other_words_leave_the_questions_without_an_answer(
    driver: WindowDriver, asked: Callable[..., Any]
) -> None:
    pane, agent, card = asked(TWO)
    say(driver, pane, "leave it, summarise instead")
    driver.until(lambda: len(agent.asked) == 2 and not pane.running)
    assert not button(card, "Yes").isEnabled()
    button(card, "Yes").click()
    card.button.click()
    assert len(agent.asked) == 2


def test_a_long_answer_is_shown_whole(asked: Callable[..., Any]) -> None:
    words = "only if the roof is mended before the machines come back from their service & paid"
    _, _, card = asked(Questions((Question("Sign?", (words,)),)))
    shown = button(card, words).text().replace("&&", "&")
    assert " ".join(shown.split()) == words
    assert "\n" in shown

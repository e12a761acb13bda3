"""What stands beside an answer: the rest of what had no room, a mail to make a draft of, a server's
own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel

from desktop_app.assistant.answer_events import MailWritten, PartRead, Unsaid
from desktop_app.assistant.transcript import AgentEvent, Ended, TextDelta, Trouble
from desktop_app.ui.assistant.answer import Answer
from desktop_app.ui.assistant.column import part_words
from desktop_app.ui.assistant.replay import _past
from desktop_app.ui.widgets.strips import Strip
from tests.ui.assistant.test_pane import Scripted, find, press, say
from tests.ui.conftest import WindowDriver

Start = Callable[..., tuple[Any, Scripted]]


@pytest.fixture
def start(driver: WindowDriver) -> Start:
    """The pane in the dock, with an agent that plays these events."""

    def begin(*events: AgentEvent) -> tuple[Any, Scripted]:
        driver.bench.navigation.ask_assistant(None)
        pane = driver.window.frame.assistant
        agent = Scripted(*events)
        pane.agent = agent
        pane.show_agent()
        return pane, agent

    return begin


def test_the_rest_of_a_conversation_is_a_press_away(driver: WindowDriver, start: Start) -> None:
    part = PartRead(12, 20, "7", ("31", "32"))
    pane, agent = start(TextDelta("It is said."), part)
    say(driver, pane, "what is it about?")
    driver.until(lambda: not pane.running and bool(find(pane, Strip)))
    assert find(pane, Strip)[0].accessibleName() == "Answered from 12 of 20 mails."
    press(pane, Strip, "Read the rest")
    driver.until(lambda: len(agent.asked) == 2 and not pane.running)
    assert (agent.asked[1].thread_id, agent.asked[1].unread) == ("7", ("31", "32"))
    assert part_words(PartRead(0, 1)) == "Answered from a part of the mail."
    past: Any = _past(part)
    assert past.sentence == "Answered from 12 of 20 mails."


def test_a_mail_in_an_answer_becomes_a_draft_at_a_press(driver: WindowDriver, start: Start) -> None:
    written = MailWritten("Thursday", "Hi Dana,\n\nyes.\n\nBest,\nAlex", "31")
    pane, agent = start(TextDelta("Hi Dana,"), written)
    say(driver, pane, "say yes")
    driver.until(lambda: not pane.running and bool(find(pane, Strip)))
    press(pane, Strip, "Make a draft of this")
    driver.until(lambda: len(agent.asked) == 2 and not pane.running)
    assert agent.asked[1].written == written


def test_words_that_were_reasoning_go(driver: WindowDriver, start: Start) -> None:
    pane, _ = start(TextDelta("They want the time."), Unsaid(), TextDelta("At nine."))
    say(driver, pane, "when?")
    driver.until(lambda: not pane.running)
    assert [each.said for each in find(pane, Answer)] == ["At nine."]


def test_a_servers_own_words_are_shown_where_they_are_asked_for(
    driver: WindowDriver, start: Start
) -> None:
    pane, agent = start()
    words = "This model's maximum context length is 4096 tokens. <b>x</b>"
    agent.ended = Ended(error="It is too long.", trouble=Trouble.MODEL, details=words)
    say(driver, pane, "hello")
    driver.until(lambda: not pane.running and bool(find(pane, Strip)))
    told = f"The server says: {words}"
    assert told not in [label.text() for label in find(pane, QLabel)]
    press(pane, Strip, "Details")
    assert told in [label.text() for label in find(pane, QLabel)]
    press(pane, Strip, "Details")
    assert told not in [label.text() for label in find(pane, QLabel)]

"""The conversation with the assistant: streaming, stopping, opening, choosing, never sending."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QRadioButton, QWidget

from desktop_app.assistant.transcript import (
    AboutToSend,
    Agent,
    AgentDescription,
    AgentEvent,
    AgentPlace,
    Ask,
    Asked,
    Choice,
    Emit,
    Ended,
    Memory,
    ModelInUse,
    Notice,
    Opens,
    Option,
    Proposal,
    Reference,
    Refine,
    RefineEvent,
    TextDelta,
    ToolFinished,
    ToolStarted,
    Trouble,
    Used,
)
from desktop_app.assistant.transcript_json import dump_events
from desktop_app.model.conversation import KeptTurn, SentPayload
from desktop_app.model.errors import Unavailable
from desktop_app.ui.assistant.answer import Answer
from desktop_app.ui.assistant.cards import ChoiceCard, ProposalCard
from desktop_app.ui.assistant.column import PersonTurn, used_words
from desktop_app.ui.assistant.consent import ConsentCard
from desktop_app.ui.assistant.tool_row import ToolRow
from desktop_app.ui.model_requests.dialog import SentDialog
from desktop_app.ui.model_requests.request_card import ModelRequestCard
from desktop_app.ui.settings.dialog import SettingsDialog
from desktop_app.ui.widgets.dates import short_date
from desktop_app.ui.widgets.strips import Strip
from tests.sure import there
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import newest_mail, propose

KEY = Qt.Key


class Scripted(Agent):
    """An agent that plays what it was given, keeps what it was asked, and can be made to wait."""

    description = AgentDescription(
        "Scripted", AgentPlace.THIS_COMPUTER, "I play.", "Nothing leaves this computer."
    )

    def __init__(self, *events: AgentEvent) -> None:
        self.events = list(events)
        self.asked: list[Ask] = []
        self.forgotten = 0
        self.wait = False
        self.error: Exception | None = None
        self.ended: Ended | None = None
        self.answers: list[tuple[int, bool]] = []
        self.memories: list[Memory] = []

    conversation_id = "scripted"

    def starters(self, *, thread_open: bool) -> tuple[str, ...]:
        return ("About this thread",) if thread_open else ("One", "Two", "Three", "Four", "Five")

    def run(self, ask: Ask, emit: Emit, cancelled: Event) -> None:
        self.asked.append(ask)
        if self.error is not None:
            raise self.error
        for event in self.events:
            emit(event)
        if self.wait:
            cancelled.wait(10)
        emit(self.ended or Ended(stopped=cancelled.is_set()))

    def refine(
        self, request: Refine, emit: Callable[[RefineEvent], None], cancelled: Event
    ) -> None:
        raise AssertionError("it is asked for no other words")

    def summary(self, thread_id: str, cancelled: Event) -> str:
        return ""

    def memory(self) -> Memory | None:
        return None

    def go_on(self, memory: Memory) -> None:
        self.memories.append(memory)

    def answer_sending(self, payload_id: int, *, yes: bool) -> None:
        self.answers.append((payload_id, yes))

    def forget(self) -> None:
        self.forgotten += 1


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


def say(driver: WindowDriver, pane: Any, text: str) -> None:
    pane.prompt.entry.setFocus()
    driver.qtbot.keyClicks(pane.prompt.entry, text)
    driver.qtbot.keyClick(pane.prompt.entry, KEY.Key_Return)


def find(pane: Any, kind: type[QWidget]) -> list[Any]:
    return [w for w in pane.column.findChildren(kind) if w.isVisibleTo(pane.column)]


def test_names_a_screen_reader_needs_are_there(start: Start) -> None:
    pane, _ = start()
    assert pane.prompt.entry.accessibleName() == "Assistant prompt"
    assert {b.text() for b in (pane.prompt.ask, pane.prompt.stop)} == {"Ask", "Stop"}


def test_who_thinks_where_and_what_leaves_the_computer_is_always_shown(
    driver: WindowDriver,
) -> None:
    driver.bench.navigation.ask_assistant(None)
    pane = driver.window.frame.assistant
    shown = {label.text() for label in pane.findChildren(QLabel) if label.isVisibleTo(pane)}
    told = driver.bench.services.agent.description
    assert {told.name, told.place.value, told.data_sent} <= shown


def test_an_answer_streams_into_one_turn_of_its_own(driver: WindowDriver, start: Start) -> None:
    pane, agent = start(TextDelta("It is "), TextDelta("on Thursday."))
    say(driver, pane, "when is it?")
    driver.until(lambda: not pane.running)
    assert [a.prompt for a in agent.asked] == ["when is it?"]
    assert [t.accessibleName() for t in find(pane, PersonTurn)] == ["You asked: when is it?"]
    assert [a.accessibleName() for a in find(pane, Answer)] == ["Assistant: It is on Thursday."]


def test_shift_enter_is_a_new_line(driver: WindowDriver, start: Start) -> None:
    pane, agent = start()
    driver.qtbot.keyClicks(pane.prompt.entry, "one")
    shift = Qt.KeyboardModifier.ShiftModifier
    driver.qtbot.keyClick(pane.prompt.entry, KEY.Key_Return, shift)
    driver.qtbot.keyClicks(pane.prompt.entry, "two")
    assert not agent.asked
    pane.prompt.ask.click()
    driver.until(lambda: not pane.running and bool(agent.asked))
    assert agent.asked[0].prompt == "one\ntwo"


def test_stop_ends_the_run_and_keeps_what_was_said(driver: WindowDriver, start: Start) -> None:
    pane, agent = start(TextDelta("Half an ans"))
    agent.wait = True
    say(driver, pane, "tell me")
    driver.qtbot.waitUntil(lambda: bool(find(pane, Answer)))
    assert pane.prompt.stop.isEnabled()
    assert not pane.prompt.ask.isEnabled()
    pane.prompt.stop.click()
    driver.until(lambda: not pane.running)
    assert find(pane, Answer)[0].said == "Half an ans"
    assert "Stopped." in [label.text() for label in find(pane, QLabel)]


def test_a_tool_row_folds_out_to_what_was_found_and_each_opens(
    driver: WindowDriver, start: Start
) -> None:
    number = newest_mail(driver.house)
    pane, _ = start(
        ToolStarted("1", "Searched mail: from:dana"),
        ToolFinished("1", "1 found", (Reference(Opens.MESSAGE, number, "Dana Lee: Lunch"),)),
    )
    say(driver, pane, "find")
    driver.until(lambda: not pane.running)
    (row,) = find(pane, ToolRow)
    assert row._head.accessibleName() == "Searched mail: from:dana — 1 found"
    row._head.click()
    (result,) = [b for b in row.findChildren(QPushButton) if b.accessibleName().startswith("Open")]
    result.click()
    driver.until(lambda: driver.thread.shown is not None)
    assert driver.thread.title.text() == "Lunch"


def test_a_row_of_what_failed_says_so_first(driver: WindowDriver, start: Start) -> None:
    pane, _ = start(ToolStarted("1", "Drafted a reply"), ToolFinished("1", "No.", failed=True))
    say(driver, pane, "reply")
    driver.until(lambda: not pane.running)
    (row,) = find(pane, ToolRow)
    assert row._head.accessibleName() == "Failed: Drafted a reply — No."


def test_a_proposal_is_a_card_that_opens_its_review_and_cannot_send(
    driver: WindowDriver, start: Start
) -> None:
    draft = propose(driver.house)
    pane, _ = start(Proposal(draft.id, 1, "Re: Lunch", "Dana + 2"))
    say(driver, pane, "reply")
    driver.until(lambda: not pane.running)
    (card,) = find(pane, ProposalCard)
    assert card.accessibleName().startswith("Draft: Re: Lunch, to Dana + 2. Not sent.")
    assert [b.text() for b in card.findChildren(QPushButton)] == ["Review"]
    card.button.click()
    review = driver.window.frame.review
    driver.until(lambda: review.form.review is not None)
    assert there(review.form.review).draft.id == draft.id


def test_there_is_no_send_button_in_the_conversation(driver: WindowDriver, start: Start) -> None:
    draft = propose(driver.house)
    pane, _ = start(TextDelta("x"), Proposal(draft.id, 1, "Re: Lunch", "Dana"), Asked("May I?"))
    say(driver, pane, "send it")
    driver.until(lambda: not pane.running)
    names = [f"{b.text()} {b.accessibleName()}" for b in pane.findChildren(QPushButton)]
    assert names
    assert not [name for name in names if "send" in name.lower()]


def test_a_newer_proposal_of_the_same_draft_replaces_the_card(
    driver: WindowDriver, start: Start
) -> None:
    draft = propose(driver.house)
    pane, _ = start(
        Proposal(draft.id, 1, "Re: Lunch", "Dana"), Proposal(draft.id, 2, "Re: Lunch", "Dana, Sam")
    )
    say(driver, pane, "reply to both")
    driver.until(lambda: not pane.running)
    (card,) = find(pane, ProposalCard)
    assert "to Dana, Sam" in card.accessibleName()


def test_a_choice_is_a_radio_list_whose_answer_is_asked_next(
    driver: WindowDriver, start: Start
) -> None:
    options = (
        Option("Dana Lee: Lunch", "12 Aug", "reply saying yes", "7"),
        Option("Dana Lee: Report", "11 Aug", "reply saying yes", "6"),
    )
    pane, agent = start(Choice("Which mail?", options))
    say(driver, pane, "reply saying yes")
    driver.until(lambda: not pane.running)
    agent.events = []
    (card,) = find(pane, ChoiceCard)
    radios = card.findChildren(QRadioButton)
    assert [r.accessibleName() for r in radios] == [o.label for o in options]
    assert not card.button.isEnabled()
    radios[1].setChecked(True)
    card.button.click()
    driver.until(lambda: len(agent.asked) == 2 and not pane.running)
    assert (agent.asked[1].prompt, agent.asked[1].message_id) == ("reply saying yes", "6")
    assert not card.button.isEnabled()


def test_a_long_choice_is_cut_with_a_tooltip_and_has_the_dates_of_the_list(
    driver: WindowDriver, start: Start
) -> None:
    label = "Dana Lee: a very long subject that no panel has the room for " * 4
    when = datetime.fromtimestamp(driver.house.now - 40 * 86_400, UTC)
    option = Option(label.strip(), "See you", "reply", "7", when.isoformat())
    pane, _ = start(Choice("Which mail?", (option,)))
    say(driver, pane, "reply")
    driver.until(lambda: not pane.running)
    (card,) = find(pane, ChoiceCard)
    (radio,) = card.findChildren(QRadioButton)
    driver.until(lambda: radio.text().endswith("…"))
    assert radio.accessibleName() == label.strip()
    assert label.strip() in radio.toolTip()
    dated = short_date(when.timestamp(), driver.house.now)
    assert radio.accessibleDescription() == f"{dated}  See you"


def test_the_open_conversation_is_the_context_until_it_is_left_out(
    driver: WindowDriver, start: Start
) -> None:
    pane, agent = start()
    driver.open_first()
    assert pane.prompt.context.isVisible()
    say(driver, pane, "summarise this")
    driver.until(lambda: not pane.running and len(agent.asked) == 1)
    assert agent.asked[0].thread_id == str(driver.thread.shown.thread.id)
    pane.prompt.context_left_out.emit()
    assert not pane.prompt.context.isVisible()
    say(driver, pane, "and now")
    driver.until(lambda: not pane.running and len(agent.asked) == 2)
    assert agent.asked[1].thread_id == ""


def test_the_draft_on_the_desk_is_what_is_asked_about(driver: WindowDriver, start: Start) -> None:
    draft = propose(driver.house)
    pane, agent = start()
    driver.bench.navigation.open_draft(draft.id)
    review = driver.window.frame.review
    driver.until(lambda: review.form.review is not None)
    say(driver, pane, "add that I am glad")
    driver.until(lambda: not pane.running and bool(agent.asked))
    assert (agent.asked[0].prompt, agent.asked[0].draft_id) == ("add that I am glad", draft.id)


def test_what_is_asked_while_an_answer_comes_waits_its_turn(
    driver: WindowDriver, start: Start
) -> None:
    pane, agent = start()
    agent.wait = True
    pane.ask(Ask("first"))
    pane.ask(Ask("second"))
    driver.qtbot.waitUntil(lambda: len(agent.asked) == 1)
    agent.wait = False
    pane._cancelled.set()
    driver.until(lambda: len(agent.asked) == 2 and not pane.running)
    assert [a.prompt for a in agent.asked] == ["first", "second"]


def test_an_error_says_what_happened_and_what_to_do(driver: WindowDriver, start: Start) -> None:
    pane, agent = start()
    agent.error = Unavailable("The model can't be reached.", next_step="Start it and ask again.")
    say(driver, pane, "hello")
    driver.until(lambda: not pane.running and bool(find(pane, Strip)))
    (strip,) = find(pane, Strip)
    assert strip.accessibleName() == "The model can't be reached. Start it and ask again."


def test_what_only_the_person_may_allow_leads_to_where_they_can(
    driver: WindowDriver, start: Start
) -> None:
    pane, _ = start(Asked("I asked to archive 3 mails."))
    say(driver, pane, "archive this")
    driver.until(lambda: not pane.running)
    (strip,) = find(pane, Strip)
    strip.findChildren(QPushButton)[0].click()
    frame = driver.window.frame
    driver.until(lambda: frame.list_stack.currentWidget() is frame.drafts)


def test_a_fresh_conversation_offers_five_ways_to_begin(driver: WindowDriver, start: Start) -> None:
    pane, agent = start(TextDelta("x"))
    say(driver, pane, "hello")
    driver.until(lambda: not pane.running)
    pane.new_conversation()
    driver.until(lambda: agent.forgotten == 1)
    starters = [b for b in pane.welcome.findChildren(QPushButton) if b.isVisibleTo(pane)]
    assert [b.accessibleName() for b in starters] == ["One", "Two", "Three", "Four", "Five"]
    starters[2].click()
    driver.until(lambda: len(agent.asked) == 2 and not pane.running)
    assert agent.asked[1].prompt == "Three"


def test_ways_to_begin_stand_below_each_other_where_there_is_little_room(
    driver: WindowDriver, start: Start
) -> None:
    pane, _ = start(TextDelta("x"))
    pane.welcome.show_introduction("What it is and what it can do, in many words. " * 5)
    pane.setFixedSize(230, 400)
    pane.welcome.show_starters(("One", "Two", "Three", "Four", "Five"))

    def whole() -> bool:
        starters = [b for b in pane.welcome.findChildren(QPushButton) if b.isVisibleTo(pane)]
        below = all(one.geometry().bottom() < other.y() for one, other in pairwise(starters))
        return len(starters) == 5 and below

    driver.until(whole)
    driver.until(lambda: pane.welcome.bar.maximum() > 0)


def test_words_of_a_mail_are_never_markup_in_the_conversation(
    driver: WindowDriver, start: Start
) -> None:
    hostile = "<img src='file:///etc/passwd'><b>bold</b>"
    pane, _ = start(TextDelta(hostile))
    say(driver, pane, "read it")
    driver.until(lambda: not pane.running)
    (answer,) = find(pane, Answer)
    driver.until(lambda: answer.shown == hostile)


def captions(pane: Any) -> list[str]:
    return [label.text() for label in find(pane, QLabel) if label.property("role") == "caption"]


def test_what_a_run_has_used_is_told_at_its_end(driver: WindowDriver, start: Start) -> None:
    pane, _ = start(Used(1, 100, 20), TextDelta("Hello."), Used(3, 5000, 400, 0.021))
    say(driver, pane, "hello")
    driver.until(lambda: not pane.running)
    assert captions(pane) == ["3 requests, 5,400 tokens, about $0.02"]


@pytest.mark.parametrize(
    ("used", "words"),
    [
        (Used(1, 3, 4), "1 request, 7 tokens"),
        (Used(1, 3, 4, 0.0001), "1 request, 7 tokens, less than $0.01"),
        (Used(2, 0, 0), "2 requests"),
    ],
)
def test_a_price_is_told_only_where_it_is_known(used: Used, words: str) -> None:
    assert used_words(used) == words


def test_a_notice_stands_among_the_words(driver: WindowDriver, start: Start) -> None:
    pane, _ = start(Notice("Older mail was left out."), TextDelta("Hello."))
    say(driver, pane, "hello")
    driver.until(lambda: not pane.running)
    assert captions(pane) == ["Older mail was left out."]


def press(pane: Any, kind: type[QWidget], name: str) -> None:
    buttons = [b for w in find(pane, kind) for b in w.findChildren(QPushButton)]
    next(b for b in buttons if b.text() == name).click()


def test_after_an_error_the_same_can_be_asked_again(driver: WindowDriver, start: Start) -> None:
    pane, agent = start()
    agent.ended = Ended(error="It is too busy.", trouble=Trouble.MODEL)
    driver.open_first()
    say(driver, pane, "summarise this")
    driver.until(lambda: not pane.running and bool(find(pane, Strip)))
    agent.ended = None
    press(pane, Strip, "Try again")
    driver.until(lambda: len(agent.asked) == 2 and not pane.running)
    assert agent.asked[0] == agent.asked[1]
    assert agent.asked[1].thread_id


def test_after_a_models_error_another_can_be_chosen(driver: WindowDriver, start: Start) -> None:
    pane, agent = start()
    agent.ended = Ended(error="There is no such model.", trouble=Trouble.MODEL)
    say(driver, pane, "hello")
    driver.until(lambda: not pane.running and bool(find(pane, Strip)))
    with driver.qtbot.waitSignal(driver.bench.navigation.settings_wanted) as wanted:
        press(pane, Strip, "Change model")
    assert wanted.args == ["Assistant"]
    for dialog in driver.window.findChildren(SettingsDialog):
        dialog.close()


def test_a_bug_of_ours_does_not_blame_the_model(driver: WindowDriver, start: Start) -> None:
    pane, agent = start()
    agent.ended = Ended(error="This is a bug.")
    say(driver, pane, "hello")
    driver.until(lambda: not pane.running and bool(find(pane, Strip)))
    assert [b.text() for w in find(pane, Strip) for b in w.findChildren(QPushButton)] == [
        "Try again"
    ]


def test_where_no_account_may_be_read_the_person_is_asked_and_the_question_asked_again(
    driver: WindowDriver, start: Start
) -> None:
    pane, agent = start()
    agent.ended = Ended(error="You have not allowed it.", trouble=Trouble.CONSENT)
    say(driver, pane, "what is new?")
    driver.until(lambda: bool(find(pane, ConsentCard)))
    [card] = find(pane, ConsentCard)
    assert find(pane, Strip) == []
    assert not card.button.isEnabled()
    assert driver.house.settings.items("assistant.cloud_accounts") == ()
    agent.ended = None
    card.boxes["work"].click()
    card.button.click()
    driver.until(lambda: len(agent.asked) == 2 and not pane.running)
    assert driver.house.settings.items("assistant.cloud_accounts") == ("work",)
    assert not card.boxes["work"].isEnabled()


def test_a_request_that_waits_is_a_card_and_the_agent_hears_the_answer(
    driver: WindowDriver, start: Start
) -> None:
    pane, agent = start(AboutToSend(7, "https://api.openai.com/v1/chat/completions", 12_000))
    agent.wait = True
    say(driver, pane, "hello")
    driver.qtbot.waitUntil(lambda: bool(find(pane, ModelRequestCard)))
    [card] = find(pane, ModelRequestCard)
    assert card.accessibleName() == "About to send 12 kB to api.openai.com."
    card.yes.click()
    assert agent.answers == [(7, True)]
    assert card.accessibleName() == "Sent 12 kB to api.openai.com."
    pane.prompt.stop.click()
    driver.until(lambda: not pane.running)
    assert card.accessibleName() == "Sent 12 kB to api.openai.com."


def test_stop_settles_a_request_that_waits(driver: WindowDriver, start: Start) -> None:
    pane, agent = start(AboutToSend(7, "https://api.openai.com/v1", 12_000))
    agent.wait = True
    say(driver, pane, "hello")
    driver.qtbot.waitUntil(lambda: bool(find(pane, ModelRequestCard)))
    pane.prompt.stop.click()
    driver.until(lambda: not pane.running)
    [card] = find(pane, ModelRequestCard)
    assert card.accessibleName() == "Not sent."
    assert not card.open


def keep(driver: WindowDriver, name: str, prompt: str, answer: str) -> None:
    events = (ToolStarted("1", "Searched mail"), TextDelta(answer), Ended())
    turn = KeptTurn(prompt, dump_events(events), b"[]", f"{prompt} {answer}", ("work",))
    driver.house.store.conversations.keep_turn(name, "Model", turn, at=driver.house.now)


def test_an_earlier_conversation_is_found_shown_and_gone_on_with(
    driver: WindowDriver, start: Start
) -> None:
    keep(driver, "a", "Where is the budget?", "In **Dana's** mail.")
    keep(driver, "b", "What is for lunch?", "Soup.")
    pane, agent = start()
    object.__setattr__(driver.bench.services, "agent", agent)
    pane.header.earlier_wanted.emit()
    driver.until(lambda: pane.earlier.list.count() == 2)
    driver.qtbot.keyClicks(pane.earlier.entry, "budget")
    driver.until(lambda: pane.earlier.list.count() == 1)
    driver.qtbot.keyClick(pane.earlier.entry, KEY.Key_Return)
    driver.until(lambda: [a.shown for a in find(pane, Answer)] == ["In Dana's mail."])
    assert [t.accessibleName() for t in find(pane, PersonTurn)] == [
        "You asked: Where is the budget?"
    ]
    [memory] = agent.memories
    assert (memory.conversation_id, memory.accounts) == ("a", frozenset({"work"}))
    assert memory.history() == b"[]"
    assert pane.stack.currentWidget() is pane.column


def test_a_conversation_is_deleted_after_a_question_in_its_place(
    driver: WindowDriver, start: Start
) -> None:
    keep(driver, "a", "Where is the budget?", "There.")
    pane, _ = start()
    pane.header.earlier_wanted.emit()
    driver.until(lambda: pane.earlier.list.count() == 1)
    pane.earlier.list.setFocus()
    pane.earlier.delete_button.click()
    [strip] = pane.earlier.findChildren(Strip)
    assert "Where is the budget?" in strip.accessibleName()
    keeps = next(b for b in strip.findChildren(QPushButton) if b.text() == "Keep")
    keeps.click()
    driver.until(lambda: True)
    assert len(driver.house.store.conversations.rows()) == 1
    pane.earlier.delete_button.click()
    strip = pane.earlier.findChildren(Strip)[-1]
    next(b for b in strip.findChildren(QPushButton) if b.text() == "Delete").click()
    driver.until(lambda: driver.house.store.conversations.rows() == [])


def test_what_was_sent_is_that_of_this_conversation(driver: WindowDriver, start: Start) -> None:
    for name in ("scripted", "another"):
        body = f'{{"of": "{name}"}}'.encode()
        payload = SentPayload(name, driver.house.now, "https://api.example/v1", "m", body)
        driver.house.store.conversations.keep_payload(payload)
    pane, _ = start()
    pane.header.sent_wanted.emit()
    dialog = pane.findChild(SentDialog)
    driver.until(lambda: '"of": "scripted"' in dialog.text.toPlainText())
    assert dialog.list.count() == 1
    dialog.close()


def test_who_answers_follows_the_settings(driver: WindowDriver, start: Start) -> None:
    pane, agent = start()
    agent.description = AgentDescription(
        "other", AgentPlace.CLOUD, "I am other.", "Sent to x.example."
    )
    driver.house.settings.change("assistant.model", "other")
    driver.until(lambda: pane.header.name.accessibleName() == "other")
    assert pane.header.place.text() == "cloud"
    assert pane.header.sent.text() == "Sent to x.example."


def test_what_the_model_holds_is_shown_in_its_line(driver: WindowDriver, start: Start) -> None:
    pane, agent = start(ModelInUse(8_192, short_tools=True), TextDelta("Yes."))
    assert not pane.header.holds.isVisibleTo(pane)
    say(driver, pane, "can you?")
    driver.until(lambda: not pane.running)
    assert pane.header.holds.isVisibleTo(pane)
    assert pane.header.holds.text() == (
        "Holds 8,192 tokens at once. Short list of tools: this model has a small window."
    )
    agent.events = [ModelInUse(240_000, in_chars=True)]
    say(driver, pane, "and now?")
    driver.until(lambda: pane.header.holds.text() == "Holds 240,000 letters at once.")
    agent.description = AgentDescription("other", AgentPlace.CLOUD, "I am other.", "Sent.")
    pane.show_agent()
    assert not pane.header.holds.isVisibleTo(pane)


def test_escape_leaves_the_earlier_conversations(driver: WindowDriver, start: Start) -> None:
    keep(driver, "a", "Where is the budget?", "There.")
    pane, _ = start()
    pane.header.earlier_wanted.emit()
    driver.until(lambda: pane.earlier.list.count() == 1)
    pane.earlier.delete_button.click()
    driver.qtbot.keyClick(pane.earlier.list, KEY.Key_Escape)
    assert pane.stack.currentWidget() is pane.earlier
    driver.qtbot.keyClick(pane.earlier.list, KEY.Key_Escape)
    assert pane.stack.currentWidget() is pane.welcome

"""Whoever the settings name answers, and goes on with what was said, as far as that may go."""

from __future__ import annotations

import json
from collections.abc import Iterator
from threading import Event

import pytest

from desktop_app.assistant.chosen import ChosenAgent
from desktop_app.assistant.providers import chosen_agent, gate_of, key_name
from desktop_app.assistant.transcript import (
    Agent,
    AgentEvent,
    AgentPlace,
    Ask,
    Ended,
    Memory,
    Notice,
    Refine,
    RefineEvent,
    Trouble,
)
from desktop_app.model.draft import Origin
from tests.assistant.chatting import NoKeys
from tests.fakes.house import TestHouse, mail
from tests.fakes.model_server import ModelServer, model_server


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as one:
        yield one


def follow(house: TestHouse, scope: list[frozenset[str] | None] | None = None) -> ChosenAgent:
    """The agent as app.py makes it; `scope[0]` are the accounts it may read."""
    allowed = scope if scope is not None else [None]
    gate = gate_of(house.settings)

    def make() -> Agent:
        return chosen_agent(
            house.settings,
            house.runner(Origin.ASSISTANT, "Model", scope=lambda: allowed[0]),
            keys=NoKeys({key_name("openai"): "the-secret-key"}),
            notebook=house.store.conversations,
            clock=house.clock,
            gate=gate,
        )

    return ChosenAgent(house.settings, make, gate)


def choose(house: TestHouse, server: ModelServer, model: str) -> None:
    house.settings.change("assistant.base_url", f"{server.url}/v1")
    house.settings.change("assistant.model", model)
    house.settings.change("assistant.provider", "openai")


def ask(agent: Agent, prompt: str) -> list[AgentEvent]:
    events: list[AgentEvent] = []
    agent.run(Ask(prompt), events.append, Event())
    return events


def test_the_agent_follows_the_settings(house: TestHouse, server: ModelServer) -> None:
    agent = follow(house)
    assert agent.description.place is AgentPlace.BUILT_IN
    assert agent.conversation_id == ""
    choose(house, server, "one")
    assert (agent.description.name, agent.description.place) == ("one", AgentPlace.THIS_COMPUTER)
    assert agent.description.host == "127.0.0.1"
    house.settings.change("assistant.provider", "starter")
    assert agent.description.place is AgentPlace.BUILT_IN


def test_it_stays_one_agent_while_the_settings_do(house: TestHouse, server: ModelServer) -> None:
    choose(house, server, "one")
    agent = follow(house)
    first = agent.now
    house.settings.change("assistant.redact", False)
    assert agent.now is first


def test_another_model_goes_on_with_the_conversation(house: TestHouse, server: ModelServer) -> None:
    choose(house, server, "one")
    agent = follow(house)
    server.turns = ["Hello.", "As I said."]
    assert ask(agent, "My name is Alex")[-1] == Ended()
    kept = agent.conversation_id
    choose(house, server, "two")
    assert ask(agent, "What is my name?")[-1] == Ended()
    assert agent.conversation_id == kept
    last = server.requests[-1]
    assert last.body["model"] == "two"
    assert "My name is Alex" in json.dumps(last.body["messages"])
    assert [r.turns for r in house.store.conversations.rows()] == [2]


def test_mail_of_an_account_that_may_not_be_read_is_not_handed_on(
    house: TestHouse, server: ModelServer
) -> None:
    house.add(mail(body="The secret budget is 4,000."))
    choose(house, server, "one")
    allowed: list[frozenset[str] | None] = [None]
    agent = follow(house, allowed)
    server.turns = [("get_message", {"from_": "dana"}), "Read.", "I know nothing."]
    ask(agent, "Read the mail of Dana")
    assert "secret budget" in json.dumps(server.requests[-1].body)
    first = agent.conversation_id
    allowed[0] = frozenset({"other"})
    house.store.accounts.add(second_account())
    choose(house, server, "two")
    events = ask(agent, "What was in it?")
    assert any(isinstance(e, Notice) and "left out" in e.sentence for e in events)
    assert "secret budget" not in json.dumps(server.requests[-1].body)
    assert agent.conversation_id != first


def second_account():  # type: ignore[no-untyped-def]
    from desktop_app.model.account import LOCAL, Account, Identity
    from tests.fakes.house import DANA

    return Account("other", LOCAL, "Other", (Identity(DANA, "", True),))


def test_a_kept_conversation_is_gone_on_with_only_where_its_accounts_allow_it(
    house: TestHouse, server: ModelServer
) -> None:
    house.add(mail(body="The secret budget is 4,000."))
    choose(house, server, "one")
    server.turns = [("get_message", {"from_": "dana"}), "Read.", "Again.", "No."]
    agent = follow(house)
    ask(agent, "Read the mail of Dana")
    name, kept = agent.conversation_id, house.store.conversations
    history = kept.history(name)
    memory = Memory(name, frozenset(kept.accounts(name)), lambda: history)
    assert memory.accounts == {"work"}
    agent.forget()
    agent.go_on(memory)
    ask(agent, "And?")
    assert "secret budget" in json.dumps(server.requests[-1].body)
    house.store.accounts.add(second_account())
    other = follow(house, [frozenset({"other"})])
    other.go_on(memory)
    ask(other, "And?")
    assert "secret budget" not in json.dumps(server.requests[-1].body)


def test_without_an_allowed_account_consent_is_what_is_missing(
    house: TestHouse, server: ModelServer
) -> None:
    choose(house, server, "one")
    ended = ask(follow(house, [frozenset()]), "Hello")[-1]
    assert isinstance(ended, Ended)
    assert ended.trouble is Trouble.CONSENT
    assert server.requests == []


def test_a_draft_of_an_account_that_may_not_be_read_is_not_refined(
    house: TestHouse, server: ModelServer
) -> None:
    from desktop_app.tools.verbs import create_draft

    made = create_draft.CreateDraft(to=("dana@lee.example",), subject="Hi", body="Secret.")
    draft = house.runner().call(create_draft.TOOL, made).unwrap()
    house.store.accounts.add(second_account())
    choose(house, server, "one")
    events: list[RefineEvent] = []
    refine = Refine(draft.draft_id, "Secret.", "Shorter")
    follow(house, [frozenset({"other"})]).refine(refine, events.append, Event())
    [ended] = events
    assert isinstance(ended, Ended)
    assert ended.trouble is Trouble.CONSENT
    assert server.requests == []


def test_what_was_sent_to_refine_a_draft_belongs_to_that_draft(
    house: TestHouse, server: ModelServer
) -> None:
    from desktop_app.tools.person import conversations
    from desktop_app.tools.verbs import create_draft

    made = create_draft.CreateDraft(to=("dana@lee.example",), subject="Hi", body="Words.")
    runner = house.runner()
    draft = runner.call(create_draft.TOOL, made).unwrap()
    choose(house, server, "one")
    server.turns = ["Fewer words.", "Hello."]
    agent = follow(house)
    agent.refine(Refine(draft.draft_id, "Words.", "Shorter"), lambda _: None, Event())
    ask(agent, "Hello")
    found = runner.call(
        conversations.LIST_PAYLOADS, conversations.ListPayloads(draft_id=draft.draft_id)
    ).unwrap()
    [row] = found.payloads
    assert house.store.conversations.payload(row.id) == server.requests[0].raw

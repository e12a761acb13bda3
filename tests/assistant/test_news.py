"""The assistant is told in the conversation what became of what it asked for."""

from __future__ import annotations

from desktop_app.assistant.transcript import Asked, Notice
from desktop_app.model.draft import Origin
from desktop_app.tools.person import requests
from tests.assistant.talking import Call, Talk, talk
from tests.fakes.house import TestHouse, mail
from tests.tools.asking import answer


def prompt(one: Talk) -> str:
    """The newest words of the person as the model was given them."""
    texts = [
        str(part.content)
        for message in one.script.seen[-1].messages
        for part in message.parts
        if part.part_kind == "user-prompt"
    ]
    return texts[-1]


def asked_to_delete(house: TestHouse) -> tuple[Talk, int]:
    message = house.add(mail())
    deletion = Call("delete_messages", {"ids": [str(message.id)]})
    one = talk(house, deletion, "I have asked you.", "I see.", "Yes?")
    one.ask("Delete it")
    request = one.script.seen[-1].last["request_id"]
    [asked] = one.of(Asked)
    assert asked.sentence == "Not done: it waits for your answer under To review."
    return one, request


def test_a_refusal_is_told_with_the_next_words_and_once(house: TestHouse) -> None:
    one, request = asked_to_delete(house)
    answer(house, request, allow=False)
    one.ask("And now?")
    assert f"Request {request} (delete_messages) was refused." in prompt(one)
    assert [n.sentence for n in one.of(Notice)] == ["You refused it: Delete for good."]
    one.ask("Anything else?")
    assert "refused" not in prompt(one)
    assert one.of(Notice) == []


def test_while_it_waits_there_is_no_news(house: TestHouse) -> None:
    one, _ = asked_to_delete(house)
    one.ask("And now?")
    assert prompt(one).startswith("And now?")
    assert "asked the person" not in prompt(one)


def test_it_is_told_after_the_conversation_was_taken_up_again(house: TestHouse) -> None:
    one, request = asked_to_delete(house)
    memory = one.agent.memory()
    assert memory is not None
    one.agent.forget()
    answer(house, request, allow=True)
    one.agent.go_on(memory)
    one.ask("And now?")
    assert f"Request {request} (delete_messages) was allowed and is done." in prompt(one)


def test_another_conversation_is_told_nothing(house: TestHouse) -> None:
    one, request = asked_to_delete(house)
    one.agent.forget()
    answer(house, request, allow=False)
    one.ask("And now?")
    assert prompt(one).startswith("And now?")
    assert "asked the person" not in prompt(one)


def test_news_are_nothing_a_program_can_call(house: TestHouse) -> None:
    runner = house.runner(Origin.MCP, "Claude", caller="c")
    assert runner.call(requests.REQUEST_NEWS, requests.RequestNews()).decision == "deny"


def test_what_is_added_stands_apart_from_the_persons_words(house: TestHouse) -> None:
    one, request = asked_to_delete(house)
    answer(house, request, allow=False)
    one.ask("And now?")
    assert prompt(one).startswith("And now?\n\n(Draftdesk adds: of what you asked the person\n")

"""A program asks to leave a list: nothing is told to it without the person's press."""

from __future__ import annotations

import pytest

from desktop_app.model.draft import Origin
from desktop_app.model.errors import NotFound, Refused, Unavailable
from desktop_app.tools.calls.base import Decision
from desktop_app.tools.runner import Call
from desktop_app.tools.verbs import ask_to_unsubscribe
from tests.fakes.house import TestHouse, mail
from tests.mail.message.test_unsubscribe import ONE_CLICK, SIGNED
from tests.tools.asking import answer, cards

WEB = f"List-Unsubscribe: <https://news.example/off>\r\n{ONE_CLICK}{SIGNED}"


@pytest.mark.parametrize("origin", [Origin.ASSISTANT, Origin.MCP])
def test_only_the_press_tells_the_list(house: TestHouse, origin: Origin) -> None:
    told: list[str] = []

    def unsubscribe(url: str) -> None:
        told.append(url)

    house.unsubscribe = unsubscribe
    message = house.add(mail("News", more=WEB))
    for setting in ("assistant", "mcp"):
        house.settings.change(f"policy.{setting}_organise", "allow")
    program = house.runner(origin, "Claude")
    _, asked = program.call_by_name("ask_to_unsubscribe", {"message_id": str(message.id)})
    assert (asked.decision, told) == (Decision.ASK, [])
    with pytest.raises(Refused, match="press"):
        ask_to_unsubscribe.run(
            program._context(program_call()),
            ask_to_unsubscribe.AskToUnsubscribe(message_id=str(message.id)),
        )
    [card] = cards(house)
    assert card.words == "Unsubscribe from a list"
    assert card.quotes == (("Server", "news.example"),)
    assert "server learns your network address" in card.note
    assert told == []
    answer(house, asked.request_id, allow=True)
    assert told == ["https://news.example/off"]
    answered = [e for e in house.store.audit.newest(limit=9) if e.tool == "ask_to_unsubscribe"]
    assert [(e.effect, e.outcome) for e in answered] == [("outward", "done"), ("outward", "asked")]


def program_call() -> Call:
    from desktop_app.tools import runner

    return runner._PLAIN


@pytest.mark.parametrize(
    ("more", "words", "step"),
    [
        ("List-Unsubscribe: <mailto:off@news.example>\r\n", "by a mail", "mailto:off@news.example"),
        ("List-Unsubscribe: <https://news.example/off>\r\n", "a page", "https://news.example/off"),
        ("", "no list", "spam"),
    ],
)
def test_what_takes_no_press_says_how_it_is_left(
    house: TestHouse, more: str, words: str, step: str
) -> None:
    message = house.add(mail("News", more=more))
    program = house.runner(Origin.MCP, "Claude")
    with pytest.raises(NotFound, match=words) as raised:
        program.call_by_name("ask_to_unsubscribe", {"message_id": str(message.id)})
    told = raised.value
    assert step in (told.untrusted or told.next_step)
    assert "news.example" not in told.next_step
    assert house.store.requests.count_open() == 0


def test_where_nothing_can_reach_it_the_request_stays(house: TestHouse) -> None:
    message = house.add(mail("News", more=WEB))
    program = house.runner(Origin.MCP, "Claude")
    _, asked = program.call_by_name("ask_to_unsubscribe", {"message_id": str(message.id)})
    assert answer(house, asked.request_id, allow=True).failed == 1
    house.add(mail("News 2", message_id="two@lee.example"))
    with pytest.raises(Unavailable):
        house.runner().call_by_name("ask_to_unsubscribe", {"message_id": str(message.id)})
    found = house.runner().call_by_name("ask_to_unsubscribe", {"from_": "dana"})[1].unwrap()
    assert len(found.candidates) == 2

"""A language model in the real application, from choosing it in Settings to the mail's review; the
model's server is one of this computer's own."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator

import pytest

from tests.end_to_end.desk import Desk, until
from tests.fakes.model_server import ModelServer, model_server

pytestmark = pytest.mark.system

LEASE = "Lease renewal, Unit 4"
BODY = "Hello Dana,\n\n1 February suits us."


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with model_server() as one:
        yield one


def choose_model(desk: Desk, server: ModelServer) -> None:
    """Settings → Assistant, with the keyboard."""
    desk.focus()
    desk.at("focus", "Conversations")
    desk.keys("ctrl+comma")
    desk.at("wait", "Assistant", role="page tab")
    desk.focus("Settings")
    desk.at("press", "Assistant", role="page tab")
    starter = "Starter assistant: follows plain requests by rules, no language model"
    desk.at("wait", starter)
    desk.at("focus", starter)
    desk.keys("Up", "Up", "Up", "Up", "Up")  # from the last row to OpenAI-compatible
    desk.at("wait", "Address")
    desk.keys("Tab")
    desk.type(f"{server.url}/v1")
    desk.keys("Tab", "Tab")  # over the key, which this server does not ask for
    desk.keys("space")
    desk.at("wait", "It works: 2 models.")
    desk.keys("Tab", "Tab")
    desk.keys("space")
    desk.at("wait", "a-model answers in the assistant panel from now on.")
    desk.keys("Escape")
    desk.at("gone", "Assistant", role="page tab")


def test_from_settings_to_the_review_with_a_stop_in_the_middle(
    desk: Desk, server: ModelServer
) -> None:
    desk.open()
    desk.at("wait", "Conversations")
    choose_model(desk, server)
    desk.at("type", "Search mail", text="from:dana lease")
    desk.at("select", "Conversations", row=LEASE)
    desk.at("wait", "Messages")
    desk.at("press", "a-model", prefix=True)
    desk.at("wait", "This conversation", prefix=True)

    server.turns, server.fault = ["I am looking for what Dana wrote about it. " * 5], "stall"
    desk.at("type", "Assistant prompt", text="reply that 1 February suits us")
    desk.at("press", "Ask")
    assert server.asked.wait(30)
    desk.at("press", "Stop")
    desk.at("wait", "Stopped.")
    assert server.gone.wait(10)

    server.fault = ""
    server.turns = [
        ("search_messages", {"query": "from:dana lease"}),
        ("draft_reply", {"number": 1, "body": BODY}),
        "I have **drafted** the reply.",
    ]
    desk.at("type", "Assistant prompt", text="reply that 1 February suits us")
    desk.at("press", "Ask")
    desk.at("press", f"Review: Re: {LEASE}")
    desk.reads("Draft body", BODY)
    desk.at("wait", "Assistant: I have **drafted** the reply.")
    desk.at("wait", "The model a-model proposed this", prefix=True)
    desk.at("wait", "Data sent 4")

    desk.at("press", "What was sent")
    until(lambda: "draft_reply" in desk.at("text", "The exact request"))
    left = json.loads(server.requests[-1].raw)
    shown = desk.at("text", "The exact request")
    assert str(left["model"]) in shown
    until(lambda: len(desk.at("children", "Requests to the model")) == 4)
    assert desk.command("search", "in:sent newer_than:1d")["results"] == []


def test_a_request_waits_until_it_is_let_go(desk: Desk, server: ModelServer) -> None:
    desk.open(
        DRAFTDESK_ASSISTANT_PROVIDER="openai_compatible",
        DRAFTDESK_ASSISTANT_MODEL="a-model",
        DRAFTDESK_ASSISTANT_BASE_URL=f"{server.url}/v1",
        DRAFTDESK_ASSISTANT_ASK_BEFORE_SENDING="true",
    )
    desk.at("wait", "Conversations")
    desk.at("press", "a-model", prefix=True)
    server.turns = ["Nothing urgent."]
    desk.at("type", "Assistant prompt", text="what is urgent?")
    desk.at("press", "Ask")
    desk.at("wait", "About to send", prefix=True)
    assert server.requests == []
    desk.at("press", "Don't send")
    desk.at("wait", "Stopped.")
    assert server.requests == []
    desk.at("type", "Assistant prompt", text="what is urgent?")
    desk.at("press", "Ask")
    desk.at("press", "Send request")
    desk.at("wait", "Assistant: Nothing urgent.")
    assert len(server.requests) == 1


def turns_kept(desk: Desk) -> int:
    """Looked up where they are kept: an accessibility client that walks the whole tree again and
    again while a long answer comes would hold Qt up by itself."""
    with contextlib.closing(sqlite3.connect(desk.profile / "mail.db")) as connection:
        return int(connection.execute("SELECT count(*) FROM conversation_turn").fetchone()[0])


def long_answer() -> str:
    """20,000 characters of what a model may write."""
    parts = [
        f"## Part {n}\n\nSome **bold** words, `code`, and [a link](https://shop.example/{n}) that "
        f"goes on for a while, as models do.\n\n- one\n- two\n\n| a | b |\n|---|---|\n| {n} | 2 |"
        for n in range(200)
    ]
    return "\n\n".join(parts)[:20_000] + "\n\nThe end of it."


def test_a_long_answer_streams_without_holding_the_window_up(
    desk: Desk, server: ModelServer
) -> None:
    """What the window's thread was held up by fails the test in the fixture `desk`."""
    desk.open(
        DRAFTDESK_ASSISTANT_PROVIDER="openai_compatible",
        DRAFTDESK_ASSISTANT_MODEL="a-model",
        DRAFTDESK_ASSISTANT_BASE_URL=f"{server.url}/v1",
    )
    desk.at("wait", "Conversations")
    desk.at("press", "a-model", prefix=True)
    server.turns = [long_answer()]
    desk.at("type", "Assistant prompt", text="tell me everything")
    desk.at("press", "Ask")
    until(lambda: turns_kept(desk), seconds=60)
    desk.at("wait", "1 request, 18 tokens", seconds=60)
    desk.at("press", "Earlier conversations")
    desk.at("select", "Earlier conversations", row="tell me everything", role="list")
    desk.at("press", "New conversation")
    desk.at("wait", "What needs an answer?")

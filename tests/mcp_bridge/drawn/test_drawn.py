"""The card in a real web engine, under the protocol's own bridge and a small host: what it shows is
what the review shows, and nothing that is said to it does anything."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest

from tests.mcp_bridge.drawn.desk import HAS_BRIDGE
from tests.mcp_bridge.drawn.drafts import cases
from tests.mcp_bridge.tools import CHECKOUT

needs_bridge = pytest.mark.skipif(
    not HAS_BRIDGE, reason="ext-apps is not installed: packaging/bootstrap.sh test"
)


def drawn(what: str, own: str, *names: str) -> dict[str, Any]:
    """What the probe tells."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        environment["QTWEBENGINE_DISABLE_SANDBOX"] = "1"
    done = subprocess.run(
        [sys.executable, "-m", "tests.mcp_bridge.drawn.probe", what, own, *names],
        cwd=CHECKOUT, env=environment, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    lines = [line for line in done.stdout.splitlines() if line.startswith("{")]
    if not lines and "Traceback" not in done.stderr:
        pytest.skip(f"the web engine does not start here: {done.stderr[-300:]}")
    assert lines, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(lines[-1])
    return found


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def difference(found: dict[str, Any]) -> list[str]:
    """In what the card differs from the review; empty where in nothing."""
    card, review = found["card"], found["review"]
    formatted = review["formatted"]
    text = words if formatted else str
    wrong = [name for name in ("people", "checks", "subject") if card[name] != review[name]]
    wrong += ["text"] if text(card["text"]) != text(review["text"]) else []
    wrong += ["ran"] if card["odd"] or card["title"] != "Draftdesk" or found["errors"] else []
    wrong += ["calls"] if set(found["asked"]) != {"card"} else []
    wrong += ["buttons"] if set(card["buttons"]) - {"Review in Draftdesk", "Edit"} else []
    return wrong


@pytest.mark.system
def test_a_hostile_draft_is_shown_as_the_review_shows_it() -> None:
    found = drawn("compare", "small", "script")
    assert {name: difference(each) for name, each in found.items()} == {"script": []}


@pytest.mark.system
@pytest.mark.campaign
@pytest.mark.parametrize("own", [pytest.param("own", marks=needs_bridge), "small"])
def test_fifty_drafts_are_shown_as_the_review_shows_them(own: str) -> None:
    found = drawn("compare", own)
    assert len(found) == len(cases()) == 50
    assert {name: wrong for name, each in found.items() if (wrong := difference(each))} == {}
    assert len(found["300 recipients"]["card"]["people"]) == 300
    assert len(found["4 MB"]["card"]["text"]) > 4_000_000


@pytest.mark.system
@pytest.mark.campaign
@pytest.mark.parametrize("own", [pytest.param("own", marks=needs_bridge), "small"])
def test_a_card_by_keys_edited_brought_home_and_its_state(own: str) -> None:
    found = drawn("used", own, "people")
    stops = [(stop["role"], stop["name"]) for stop in found["stops"]]
    assert stops == [
        ("article", "Text of the mail"),
        ("button", "Review in Draftdesk"),
        ("button", "Edit"),
    ]
    form = [(stop["role"], stop["name"]) for stop in found["form"]]
    assert form[1:5] == [
        ("input", "Subject"),
        ("textarea", "Text"),
        ("button", "Save the change"),
        ("button", "Leave it as it is"),
    ]
    assert all(stop["seen"] for stop in (*found["stops"], *found["form"]))
    assert found["light"] == "rgb(255, 255, 255) rgb(31, 35, 40)"
    assert found["dark"] == "rgb(28, 31, 36) rgb(230, 232, 235)"
    assert found["home"] == "Draftdesk shows it. Nothing was sent from here."
    assert found["wishes"] == [True]
    assert found["stored"] == ["Changed in the card. <b>", 2, "Test program", "proposed"]
    assert found["saved"]["text"].startswith("Changed in the card. <b>")
    assert found["ignored"]["standing"] == "Not sent. Ignored by you."
    assert found["ignored"]["buttons"] == ["Review in Draftdesk"]
    assert found["size"]
    assert (found["outbox"], found["woken"], found["requests"]) == (0, 0, 0)


@pytest.mark.system
@pytest.mark.campaign
@pytest.mark.parametrize("own", [pytest.param("own", marks=needs_bridge), "small"])
def test_mails_a_request_and_free_times_have_cards(own: str) -> None:
    found = drawn("lists", own)
    assert found["mails"]["standing"] == "3 mails, there are more"
    assert found["mails"]["buttons"] == ["Open in Draftdesk", "Ask about it"] * 3
    assert "&lt;b&gt; &amp;nbsp;" in found["snippets"]
    [[asked]] = found["asked"]
    sentence = f"Read the mail with message_id {found['id']} and tell me what it wants of me."
    assert asked == {"type": "text", "text": sentence}
    assert found["wishes"] == 1
    assert found["request"]["standing"] == "Not done. You decide in Draftdesk."
    assert found["request"]["buttons"] == ["Decide in Draftdesk"]
    assert "Question 7, from Dana Lee <dana@lee.example>" in found["request_words"]
    assert "Nothing takes this back." in found["request_words"]
    assert found["alone"].startswith("Draftdesk has it. Look at it there")
    assert found["times"]["standing"] == "Free times"
    assert "9:00 to 11:00 <b>" in found["times_words"]
    assert not any(found[name]["odd"] for name in ("mails", "request", "times"))


@pytest.mark.system
@pytest.mark.campaign(
    small="tests/mcp_bridge/drawn/test_drawn.py::test_a_hostile_draft_is_shown_as_the_review_shows_it"
)
def test_whatever_is_said_to_a_card_it_calls_two_tools_and_nothing_is_sent() -> None:
    found = drawn("forged", "small", "script", "reply")
    assert found["sent"] == 561
    assert found["odd"] == 0
    assert found["title"] == "Draftdesk"
    assert set(found["methods"]) <= {"tools/call", "size", "ui/message"}
    assert set(found["tools"]) <= {"card", "update_draft"}
    assert found["same"]
    assert (found["outbox"], found["woken"], found["requests"]) == (0, 0, 0)

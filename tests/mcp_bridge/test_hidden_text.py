"""What a mail hides from a person's eyes is nowhere in an answer but where it is marked so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from mcp import Client

from desktop_app.mail.hidden.marks import without_passages
from tests.crafted.hiding import DOUBTFUL, WAYS, with_words
from tests.depths import one_in
from tests.fakes.bridge import Served
from tests.mcp_bridge.client import with_client
from tests.mcp_bridge.hiding import MAILS, OBEY

MARKED = "untrusted_hidden_text"


@pytest.fixture
def hiding(bridge: Served) -> dict[str, str]:
    """The ids of the mails by what they do."""
    return {name: bridge.ids.message(bridge.house.add(raw).id) for name, raw in MAILS.items()}


def texts(value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every text with the name of the field it stands in."""
    if isinstance(value, dict):
        for name, each in value.items():
            marked = MARKED in (key, name) or name == "hiddenText"  # as families write it
            yield from texts(each, MARKED if marked else name)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each, key)
    elif isinstance(value, str):
        yield key, value


def readable(text: str) -> str:
    """As a model may read it: with what tag characters and selectors carry."""
    points = [ord(c) for c in text]
    return "".join(
        chr(p - 0xE0000) if 0xE0000 < p < 0xE0080 else
        chr(p - 0xE0100 + 16) if 0xE0100 <= p < 0xE01F0 else chr(p)
        for p in points
    )  # fmt: skip


def leaks(answer: Any) -> list[str]:
    return [
        f"{key}: {text}"
        for key, text in texts(answer)
        if key != MARKED and OBEY in without_passages(readable(text))
    ]


async def _tool(client: Client, name: str, **arguments: Any) -> dict[str, Any]:
    found = await client.call_tool(name, arguments)
    assert not found.is_error, found.content
    return found.model_dump(mode="json", by_alias=True)


async def _resource(client: Client, uri: str) -> dict[str, Any]:
    found = await client.read_resource(uri)
    parsed: dict[str, Any] = json.loads(found.contents[0].text)  # type: ignore[union-attr]
    return parsed


def test_a_search_shows_none_of_it(bridge: Served, hiding: dict[str, str]) -> None:
    async def work(client: Client) -> list[dict[str, Any]]:
        return [
            await _tool(client, "search_messages", query="", max_results=50),
            await _tool(client, "get_message", subject="statement"),
            await _resource(client, "gmail://messages?query=statement"),
            await _tool(client, "mailbox_stats", query="", by="sender"),
        ]

    rows, *others = with_client(bridge, work)
    assert rows["structuredContent"]["count"] == len(MAILS) == 12
    assert [leaks(each) for each in (rows, *others)] == [[]] * 4


@one_in(5)
@pytest.mark.parametrize("name", sorted(MAILS))
def test_a_mail_that_is_read_marks_it(bridge: Served, hiding: dict[str, str], name: str) -> None:
    async def work(client: Client) -> list[dict[str, Any]]:
        id_ = hiding[name]
        return [
            await _tool(client, "get_message", message_id=id_),
            await _tool(client, "get_thread", message_id=id_),
            await _tool(client, "get_message", message_id=id_, format="metadata"),
            await _tool(client, "get_message", message_id=id_, format="minimal"),
            await _resource(client, f"gmail://message/{id_}"),
            await _resource(client, f"mail://message/{id_}?format=metadata"),
        ]

    answers = with_client(bridge, work)
    assert [leaks(each) for each in answers] == [[]] * len(answers)
    full = answers[0]["structuredContent"]
    if name != "another plain text":
        marked = [full["untrusted_text"]] if "[hard to see: " in full["untrusted_text"] else []
        assert any(OBEY in text for text in (*full.get(MARKED, ()), *marked))
    assert full["warnings"]
    shown = answers[0]["content"][0]["text"]
    assert all(warning in shown.partition("<untrusted ")[0] for warning in full["warnings"])


def test_a_sender_who_looks_like_another_is_warned_of(
    bridge: Served, hiding: dict[str, str]
) -> None:
    async def work(client: Client) -> list[Any]:
        found = []
        for name in ("variation selectors", "a link to elsewhere"):
            for how in ("full", "metadata", "minimal"):
                answer = await _tool(client, "get_message", message_id=hiding[name], format=how)
                found.append(answer["structuredContent"])
                shown = answer["content"][0]["text"].partition("<untrusted ")
                assert "x1@other.example" not in shown[0]
        return found

    answers = with_client(bridge, work)
    named, _, _, foreign, *_ = found = [answer["warnings"] for answer in answers]
    place = answers[0]["untrusted_named"].index("x1@other.example") + 1
    assert any(f"[{place}]" in text for text in named)
    assert any("alphabets" in text for text in foreign)
    assert any("somewhere else" in text for text in foreign)
    assert all(found)


WAY = (
    "From: Dana <dana@lee.example>\r\nSubject: Way {}\r\nMessage-ID: <way{}@x.example>\r\n"
    "Date: Mon, 14 Sep 2026 10:00:00 +0000\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{}\r\n"
)


def test_no_way_to_hide_reaches_a_program_unmarked(bridge: Served) -> None:
    pages = list(enumerate({**WAYS, **DOUBTFUL}.items()))
    ids = [
        bridge.ids.message(bridge.house.add(WAY.format(n, n, with_words(page, OBEY)).encode()).id)
        for n, (_, page) in pages
    ]

    async def work(client: Client) -> list[dict[str, Any]]:
        return [await _tool(client, "get_message", message_id=id_) for id_ in ids]

    for (_, (name, _)), answer in zip(pages, with_client(bridge, work), strict=True):
        if name in WAYS:
            assert leaks(answer) == [], name
            continue
        found = answer["structuredContent"]
        assert f"[hard to see: {OBEY}]" in found["untrusted_text"], name
        assert leaks(found) == [], name
        assert any("hard to see" in text for text in found["warnings"]), name


def test_the_source_of_a_mail_says_that_it_is_the_source(
    bridge: Served, hiding: dict[str, str]
) -> None:
    async def work(client: Client) -> dict[str, Any]:
        return await _tool(client, "get_message", message_id=hiding["white on white"], format="raw")

    answer = with_client(bridge, work)
    found = answer["structuredContent"]
    assert any("can't see" in text for text in found["warnings"])
    assert found["warnings"][0] in answer["content"][0]["text"]

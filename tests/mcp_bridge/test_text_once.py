"""Each answer is complete for a host that passes the text alone and for one that passes the data
alone, and neither has a mail's words twice."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp import Client
from mcp_types import TextContent, TextResourceContents

from tests.fakes.bridge import Served
from tests.fakes.house import mail
from tests.mcp_bridge.client import ERAS, with_client
from tests.sure import of_kind

WORDS = " ".join(f"word{n:05d}" for n in range(1_800))
FILE = (
    b'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\n'
    b"Content-Type: text/plain\r\n\r\n"
    + WORDS.encode()
    + b"\r\n--b\r\nContent-Type: text/plain\r\n"
    b'Content-Disposition: attachment; filename="a.txt"\r\n\r\nInside.\r\n--b--\r\n'
)


def size(value: Any) -> int:
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


@pytest.mark.parametrize("era", ERAS)
def test_a_long_mail_is_there_once_wherever_it_is_read(bridge: Served, era: str) -> None:
    head = mail("Long").partition(b"Content-Type")[0]
    message = bridge.house.add(head + FILE)
    id_, thread = bridge.ids.message(message.id), bridge.ids.thread(message.thread_id)

    async def work(client: Client) -> list[Any]:
        return [
            await client.call_tool("get_message", {"message_id": id_}),
            await client.call_tool("get_message", {"ids": [id_]}),
            await client.call_tool("get_thread", {"thread_id": thread}),
            await client.call_tool("get_thread", {"thread_ids": [thread]}),
        ]

    for found in with_client(bridge, work, era):
        text, data = found.content[0].text, found.structured_content
        for whole in (text, json.dumps(data)):
            assert whole.count("word01000") == 1
            assert id_ in whole
            assert thread in whole
            assert "a.txt" in whole
        assert "attachment_id=" in text
        assert len(text.encode()) < len(WORDS) + 700
        assert size(data) < len(WORDS) + 1_000


def test_a_row_of_a_search_is_short_and_has_its_ids_in_both(bridge: Served) -> None:
    ids = []
    for n in range(20):
        body = f"Offer {n}: the boards come on Thursday; please have somebody at the yard by nine."
        added = bridge.house.add(mail(f"Offer {n}", body, message_id=f"{n}@mail.lee.example"))
        ids.append(bridge.ids.message(added.id))

    async def work(client: Client) -> Any:
        return await client.call_tool("search_messages", {"query": "offer"})

    found = with_client(bridge, work)
    text, data = found.content[0].text, found.structured_content
    assert all(id_ in text and id_ in json.dumps(data) for id_ in ids)
    assert len(text.encode()) / 20 < 260
    assert size(data) / 20 < 420


@pytest.mark.parametrize("era", ERAS)
def test_text_alone_has_what_the_next_call_needs(bridge: Served, era: str) -> None:
    message = bridge.house.add(mail())

    async def work(client: Client) -> list[str]:
        saved = await client.call_tool(
            "draft_reply", {"message_id": bridge.ids.message(message.id), "body": "Yes"}
        )
        draft = saved.structured_content or {}
        read = await client.call_tool("get_draft", {"draft_id": draft["draft_id"]})
        listed = await client.call_tool("list_drafts", {})
        labels = await client.call_tool("list_labels", {})
        found = (saved, read, listed, labels)
        texts = [of_kind(TextContent, each.content[0]).text for each in found]
        assert all(draft["draft_id"] in text for text in texts[:3])
        return texts

    saved, read, listed, labels = with_client(bridge, work, era)
    assert "revision 1" in saved
    assert "revision 1" in read
    assert "[below them: signature and quoted mail]" in read
    assert "revision=1" in listed
    assert "label_id=INBOX account=work" in labels


def test_a_resource_has_the_text_once(bridge: Served) -> None:
    message = bridge.house.add(mail("Long", WORDS))

    async def work(client: Client) -> str:
        found = await client.read_resource(f"mail://message/{bridge.ids.message(message.id)}")
        return str(of_kind(TextResourceContents, found.contents[0]).text)

    assert with_client(bridge, work).count("word01000") == 1

"""No word of a mail stands where a model may take it for ours: not in the text, and not in the
data that some hosts hand on alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from desktop_app.mcp_bridge.answers import NOTICE
from desktop_app.model.draft import Origin
from desktop_app.tools.adapters.table import FAMILIES
from desktop_app.tools.catalogue import listed
from desktop_app.tools.meaning import meaning_of
from tests.fakes.bridge import Served
from tests.mcp_bridge.canaries import MARK, bare, fill, unmarked
from tests.mcp_bridge.hostile import Plain, without_limits

Calls = list[tuple[str, dict[str, Any]]]


def calls(ids: dict[str, str]) -> Calls:
    """Calls that are answered with words of mails, by every tool and name."""
    one, two, draft = ids["one"], ids["two"], ids["draft"]
    reply = {"messageId": two, "body": "Yes."}
    return [
        ("search_messages", {"query": ""}),
        ("search_messages", {"query": "is:needs-reply"}),
        *[("get_message", {"message_id": one, "format": each})
          for each in ("full", "metadata", "minimal", "raw")],
        ("get_message", {"message_id": one, "quoted": True}),
        ("get_message", {"ids": [one, two]}),
        ("get_message", {"from_": "dana"}),
        ("get_message", {"message_id": "twice@b.example"}),
        ("get_thread", {"message_id": one}),
        ("get_thread", {"thread_ids": [ids["thread"], ids["thread 2"]]}),
        ("get_attachment", {"message_id": one}),
        *[("get_attachment", {"message_id": one, "attachment_id": ids["part"], "as": each})
          for each in ("text", "base64", "file")],
        ("get_attachment", {"message_id": one, "attachment_id": "3"}),
        ("get_attachment", {"message_id": one, "attachment_id": "4"}),
        ("update_draft", {"draft_id": ids["forward"], "base_revision": 1,
                          "remove_attachments": ["none"]}),
        ("list_labels", {}),
        ("list_drafts", {}),
        ("list_drafts", {"templates": True}),
        ("create_draft", {"to": "a@b.example", "template": "canary template"}),
        ("create_draft", {"to": "a@b.example", "template": "canary other"}),
        ("draft_reply", {"message_id": ids["gone"], "body": "", "template": "canary template"}),
        ("connection_status", {}),
        *[("mailbox_stats", {"query": "", "by": by}) for by in ("sender", "day", "label")],
        ("search_drive_files", {"query": "x"}),
        ("read_drive_file", {"file_id": "f1"}),
        ("search_calendar_events", {"days_ahead": 30}),
        ("create_draft", {"to": "a@b.example", "subject": "Own", "body": "Own."}),
        ("create_draft", {"reply_to_message_id": one, "body": "Yes."}),
        ("create_draft", {"to": "a@b.example", "attachments": [f"{one}/{ids['part']}"]}),
        ("draft_reply", {"message_id": two, "body": "Call 4711-220011.", "reply_all": True}),
        ("draft_reply", {"message_id": two, "body": "Again."}),
        ("draft_reply", {"message_id": ids["page"], "invitation": "accept"}),
        ("draft_forward", {"message_id": one, "to": ["a@b.example"], "body": "See."}),
        ("get_draft", {"draft_id": draft}),
        ("get_draft", {"draft_id": "{reply}"}),
        ("update_draft", {"draft_id": "{reply}", "base_revision": 1, "body": "No."}),
        ("get_draft", {"draft_id": ids["person's"]}),
        ("update_draft", {"draft_id": ids["person's"], "base_revision": 1, "body": "No."}),
        ("list_drafts", {}),
        ("send_draft", {"draft_id": "{reply}", "revision": 2}),
        ("get_draft", {"draft_id": "{reply}"}),
        ("delete_draft", {"draft_id": draft}),
        ("modify_messages", {"ids": [one], "action": "star"}),
        ("modify_messages", {"query": "from:dana", "action": "star", "only_count": True}),
        ("modify_messages", {"ids": [one], "add_label_ids": ["nothing"]}),
        ("create_label", {"name": "Own"}),
        ("rename_label", {"label_id": "Own", "name": "Other", "account": "work"}),
        ("delete_label", {"label_id": "Other", "account": "work"}),
        ("delete_messages", {"ids": [ids["gone"]]}),
        ("ask_to_unsubscribe", {"message_id": one}),
        ("ask_to_unsubscribe", {"message_id": ids["page"]}),
        ("get_request", {"request_id": "{request}"}),
        # Names of other families
        ("gmail_draft_create", {"replyToMessageId": one, "body": "Yes."}),
        ("gmail_send", {"replyToMessageId": one, "body": "Yes."}),
        ("list_emails", {}),
        ("search_emails", {"query": "from:dana"}),
        ("create_email_draft", {"to": "a@b.example", "subject": "Own", "body": "Own."}),
        ("list_calendar_events", {"days_ahead": 30}),
        ("gmail", {"operation": "listEmails"}),
        ("listEmails", {"includeBody": True}),
        ("getLatestEmail", {"filters": {"from": "dana"}}),
        ("getEmailById", {"messageId": one}),
        ("getEmailById", {"filters": {"from": "dana"}}),
        ("sendPreview", {"to": ["a@b.example"], "subject": "Own", "body": "Own."}),
        ("sendConfirm", {"to": ["a@b.example"], "subject": "Own", "body": "Own."}),
        ("replyPreview", {**reply, "replyAll": True}),
        ("replyConfirm", reply),
        ("markAsRead", {"messageId": one}),
        ("markAsUnread", {"messageId": one}),
        ("gmail_search_messages", {"query": "from:dana"}),
        *[("gmail_get_message", {"messageId": one, "format": each})
          for each in ("full", "metadata", "minimal", "raw")],
        ("gmail_send_message", {"threadId": ids["thread"], "body": "Yes."}),
        ("gmail_create_draft", {"threadId": ids["thread"], "body": "Yes."}),
        ("gmail_modify_message", {"messageId": one, "addLabelIds": ["STARRED"]}),
        ("gmail_delete_message", {"messageId": ids["gone"]}),
        ("gmail_list_labels", {}),
        ("gmail_create_label", {"name": "Another"}),
        ("gmail_get_attachment", {"messageId": one, "attachmentId": ids["part"]}),
        ("gmail_get_attachment", {"messageId": one}),
    ]  # fmt: skip


RESOURCES = (
    "mail://messages", "gmail://messages?query=from:dana", "mail://message/{one}",
    "mail://message/{one}?format=metadata", "gmail://thread/{thread}", "mail://labels",
    "mail://drafts", "mail://draft/{draft}", "mail://message/twice@b.example",
)  # fmt: skip


@pytest.fixture
def ids(bridge: Served) -> Iterator[dict[str, str]]:
    """The ids of what is marked; every tool is on, and every account may be seen."""
    house = bridge.house
    house.settings.change("tools.mcp_off", ())
    mails = fill(house)
    bridge.allow("work", "second")
    told = {name: bridge.ids.message(mail.id) for name, mail in mails.items()}
    told |= {"thread": bridge.ids.thread(mails["one"].thread_id)}
    told |= {"thread 2": bridge.ids.thread(mails["two"].thread_id)}
    told |= {"part": mails["one"].visible_attachments[0].id}
    one = str(mails["one"].id)
    person, mine = house.runner(), house.runner(Origin.MCP, "Test program", caller=bridge.client_id)
    for name, runner in (("person's", person), ("draft", mine)):
        _, saved = runner.call_by_name("draft_reply", {"message_id": one, "body": "Well."})
        told[name] = saved.unwrap().draft_id
    given = {"message_id": one, "to": ["a@b.example"]}
    told["forward"] = mine.call_by_name("draft_forward", given)[1].unwrap().draft_id
    with without_limits():
        yield told


@pytest.mark.parametrize("organising", ["ask", "allow"])
def test_no_word_of_a_mail_stands_outside_a_fence_or_an_untrusted_field(
    bridge: Served, ids: dict[str, str], organising: str
) -> None:
    bridge.house.settings.change("policy.mcp_organise", organising)
    program = Plain(bridge)
    known = {"reply": ids["draft"], "request": "1"}
    found: list[tuple[str, Any]] = []
    seen = 0
    for name, given in calls(ids):
        arguments = {key: _put(value, known) for key, value in given.items()}
        told = program.ask("tools/call", {"name": name, "arguments": arguments})
        answer = told["result"]
        text, data = answer["content"][0]["text"], answer["structuredContent"]
        assert "bug" not in text, (name, text)
        if name == "draft_reply" and not answer["isError"] and "Call" in str(arguments):
            known["reply"] = data["draft_id"]
        known["request"] = str(data.get("request_id", known["request"]))
        meaning = meaning_of(name, arguments)
        shaped = meaning is not None and meaning.of_a_family and not answer["isError"]
        if shaped and NOTICE in data:
            assert next(iter(data)) == NOTICE
            data = {}
        seen += MARK in json.dumps(told).lower()
        found += [(f"{name} {arguments}", each) for each in (*bare(text), *unmarked(data))]
    for uri in RESOURCES:
        told = program.ask("resources/read", {"uri": uri.format(**ids)})
        if "error" in told:
            found += [(uri, each) for each in bare(told["error"]["message"])]
            found += [(uri, each) for each in unmarked({**told["error"]["data"], "uri": ""})]
        else:
            data = json.loads(told["result"]["contents"][0]["text"])
            if uri.startswith("gmail:"):
                assert next(iter(data)) == NOTICE
                data = {}
            found += [(uri, each) for each in unmarked(data)]
        seen += MARK in json.dumps(told).lower()
    for method in ("tools/list", "resources/list", "resources/templates/list", "prompts/list"):
        assert MARK not in json.dumps(program.ask(method, {})).lower()
    for prompt in ("reply_to_conversation", "summarise_unread", "waiting_for_answer"):
        asked = program.ask("prompts/get", {"name": prompt, "arguments": {"person": "Dana"}})
        assert MARK not in json.dumps(asked).lower()
    program.close()
    assert found == []
    assert seen > 45


def _put(value: Any, known: dict[str, str]) -> Any:
    return value.format(**known) if isinstance(value, str) and "{" in value else value


def test_every_tool_and_name_is_looked_at() -> None:
    names = (
        "one",
        "two",
        "gone",
        "page",
        "thread",
        "thread 2",
        "part",
        "draft",
        "person's",
        "forward",
    )
    asked = {name for name, _ in calls(dict.fromkeys(names, "x"))}
    theirs = {adapter.name for family in FAMILIES for adapter in family.adapters}
    assert asked >= {tool.name for tool in listed(Origin.MCP)} | theirs

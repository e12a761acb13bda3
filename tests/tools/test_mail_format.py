"""What a new mail is, plain or formatted: as its account says, else the setting; the same for the
person, assistants and programs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from desktop_app.model.draft import DraftContent, Origin
from desktop_app.model.errors import BadInput
from desktop_app.tools.person import mail_accounts
from desktop_app.tools.runner import Runner
from tests.fakes.house import DANA, TestHouse, mail

HTML = (
    b"From: Dana Lee <dana@lee.example>\r\nTo: alex@fernhill.example\r\nSubject: Desks\r\n"
    b"Date: Fri, 1 May 2026 10:00:00 +0000\r\nMessage-ID: <desks@lee.example>\r\n"
    b"MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    b'<p>See <a href="https://lee.example/p">the <b>plan</b></a></p>'
)
FOLLOW = "as the mail it answers"
ORIGINS = (Origin.USER, Origin.ASSISTANT, Origin.MCP)


def chosen(house: TestHouse, account: str, general: str = FOLLOW) -> None:
    for each in house.store.accounts.list():
        house.store.accounts.update(replace(each, mail_format=account))
    house.settings.change("mail.format", general)


def drafted(house: TestHouse, runner: Runner, tool: str, /, **arguments: Any) -> DraftContent:
    result = runner.call_by_name(tool, arguments)[1].unwrap()
    return house.store.drafts.get(result.draft_id).content


@pytest.mark.parametrize("origin", ORIGINS)
@pytest.mark.parametrize(
    ("account", "general", "new", "to_plain", "to_formatted"),
    [
        ("", FOLLOW, False, False, True),
        ("", "formatted", True, True, True),
        ("", "plain", False, False, False),
        ("formatted", "plain", True, True, True),
        ("plain", "formatted", False, False, False),
        (FOLLOW, "plain", False, False, True),
    ],
)
def test_the_account_decides_then_the_setting(
    house: TestHouse,
    origin: Origin,
    account: str,
    general: str,
    new: bool,
    to_plain: bool,
    to_formatted: bool,
) -> None:
    plain, html = house.add(mail("Boards", message_id="b@x.example")), house.add(HTML)
    chosen(house, account, general)
    runner = house.runner(origin, "" if origin is Origin.USER else "Claude")
    given: dict[str, Any] = {"to": str(DANA), "subject": "Hi", "body": "Hello"}
    made = [
        drafted(house, runner, "create_draft", **given),
        drafted(house, runner, "draft_reply", message_id=str(plain.id), body="Yes"),
        drafted(house, runner, "draft_reply", message_id=str(html.id), body="Yes"),
    ]
    kinds = [content.content_type == "text/html" for content in made]
    assert kinds == [new, to_plain, to_formatted]
    for content, formatted in zip(made, kinds, strict=True):
        assert content.body.startswith("<div>") is formatted
    assert ("<blockquote>" in made[2].quoted) is to_formatted
    assert made[2].quoted


@pytest.mark.parametrize("origin", [Origin.ASSISTANT, Origin.MCP])
def test_markdown_of_a_proposal_is_formatting_and_its_chatter_is_told(
    house: TestHouse, origin: Origin
) -> None:
    chosen(house, "formatted")
    runner = house.runner(origin, "Claude")
    body = "Sure! Here is a draft:\n\nDear Dana,\n\n- **one**\n- two  \n\nBest,\nAlex"
    result = runner.call_by_name("create_draft", {"to": str(DANA), "subject": "S", "body": body})
    draft = house.store.drafts.get(result[1].unwrap().draft_id)
    assert draft.content.body == (
        "<div>Dear Dana,</div>\n<div><br></div>\n<ul>\n<li><b>one</b></li>\n<li>two</li>\n</ul>\n"
        "<div><br></div>\n<div>Best,</div>\n<div>Alex</div>"
    )
    assert "words about the mail" in draft.taken_out
    text = runner.call_by_name("get_draft", {"draft_id": draft.id})[1].unwrap()
    assert text.own_words == "Dear Dana,\n\n- **one**\n- two\n\nBest,\nAlex"
    assert text.body.startswith(text.own_words)
    change = {"draft_id": draft.id, "base_revision": 1, "body": text.own_words + "\n*PS*"}
    runner.call_by_name("update_draft", change)[1].unwrap()
    body = house.store.drafts.get(draft.id).content.body
    assert body == draft.content.body + "\n<div><i>PS</i></div>"


def test_a_call_that_says_its_kind_has_it(house: TestHouse) -> None:
    chosen(house, "formatted")
    program = house.runner(Origin.MCP, "Claude")
    given: dict[str, Any] = {"to": str(DANA), "subject": "Hi", "body": "**Hello**"}
    content = drafted(house, program, "create_draft", content_type="text/plain", **given)
    assert content.content_type == "text/plain"
    chosen(house, "plain")
    given["body"] = "<p>Hello</p>"
    content = drafted(house, program, "create_draft", content_type="text/html", **given)
    assert content.content_type == "text/html"


def test_a_forward_of_an_assistant_follows_too(house: TestHouse) -> None:
    html = house.add(HTML)
    runner = house.runner(Origin.ASSISTANT, "model")
    given: dict[str, Any] = {"to": "sam@x.example", "body": "See below"}
    content = drafted(house, runner, "draft_forward", message_id=str(html.id), **given)
    assert content.content_type == "text/html"
    assert '<a href="https://lee.example/p">' in content.quoted


def test_only_choices_of_the_setting_are_kept(house: TestHouse) -> None:
    account = house.store.accounts.list()[0].id
    window = house.runner(Origin.USER)
    for value in ("plain", "formatted", FOLLOW, ""):
        params = mail_accounts.UpdateAccount(account=account, mail_format=value)
        window.call(mail_accounts.UPDATE_ACCOUNT, params).unwrap()
        assert house.store.accounts.get(account).mail_format == value
    with pytest.raises(BadInput):
        window.call(
            mail_accounts.UPDATE_ACCOUNT,
            mail_accounts.UpdateAccount(account=account, mail_format="fancy"),
        )

"""An assistant that may see one account: the other one's mail is not there for it.

Black box: every listed tool is called with everything that could lead to the other account, and
no planted word may come back in any form, nor anything of it be changed.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from desktop_app.mail.message.parse import parse
from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import Draft, Origin
from desktop_app.model.errors import KnownError, NotFound
from desktop_app.model.message import Message
from desktop_app.store.scoped_store import scoped
from desktop_app.tools.calls.base import AnyTool, Decision
from desktop_app.tools.catalogue import BY_NAME, listed
from desktop_app.tools.runner import Runner
from desktop_app.tools.verbs import create_draft, delete_label, rename_label
from tests.fakes.house import TestHouse, mail
from tests.sure import there

PLANTED = ("Zugspitze", "quartermaster", "hidden.example", "Lighthouse", "wombat")
PDF = (
    "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\n"
    "Content-Type: text/plain\r\n\r\nThe quartermaster knows.\r\n--B\r\n"
    "Content-Type: text/plain\r\nContent-Disposition: attachment; filename=wombat.txt\r\n\r\n"
    "wombat\r\n--B--\r\n"
)


class Private:
    """The other account with a mail, a label and a draft in it."""

    def __init__(self, house: TestHouse) -> None:
        me = Address("Lighthouse Keeper", "me@hidden.example")
        house.store.accounts.add(Account("private", LOCAL, "Lighthouse", (Identity(me, "", True),)))
        raw = (
            "From: Q <q@hidden.example>\r\nTo: me@hidden.example\r\nSubject: Zugspitze\r\n"
            f"Message-ID: <secret@hidden.example>\r\nDate: Mon, 14 Sep 2026 11:00:00 +0000\r\n{PDF}"
        ).encode()
        report = house.store.messages.add("private", [parse(raw)], labels=[frozenset({"INBOX"})])
        self.message: Message = house.store.messages.get(report.ids[0])
        house.store.labels.create("private", "Zugspitze")
        params = create_draft.CreateDraft(
            to=("q@hidden.example",), subject="Zugspitze", body="quartermaster", account="private"
        )
        saved = house.runner().call(create_draft.TOOL, params).unwrap()
        self.draft: Draft = house.store.drafts.get(saved.draft_id)

    def unchanged(self, house: TestHouse) -> bool:
        store = house.store
        return (
            store.messages.get(self.message.id) == self.message
            and store.drafts.get(self.draft.id) == self.draft
            and [x.name for x in store.labels.list("private") if not x.system] == ["Zugspitze"]
            and store.drafts.in_thread(self.message.thread_id) == []
        )


@pytest.fixture
def private(house: TestHouse) -> Private:
    house.add(mail())
    return Private(house)


def values(private: Private, name: str) -> tuple[Any, ...]:
    """What could lead an argument of this name to the other account."""
    message, draft = str(private.message.id), private.draft
    thread = str(private.message.thread_id)
    return {
        "message_id": (message,),
        "reply_to_message_id": (message,),
        "ids": ((message,),),
        "thread_id": (thread,),
        "draft_id": (draft.id,),
        "account": ("private", "me@hidden.example"),
        "query": ("Zugspitze", "rfc822msgid:secret@hidden.example", "label:Zugspitze", ""),
        "subject": ("Zugspitze",),
        "from_": ("hidden",),
        "text": ("quartermaster",),
        "number": (1,),
        "attachments": ((f"{message}/wombat.txt",),),
        "attachment_id": ("wombat.txt",),
        "by": ("label", "sender"),
        "format": ("raw",),
        "as": ("file",),
        "action": ("trash",),
        "name": ("New",),
        "label_ids": (("Zugspitze",),),
    }.get(name, ())


REQUIRED = {"base_revision": 1, "revision": 1, "body": "Hello", "to": ["a@lee.example"]}


def attempts(private: Private, tool: AnyTool) -> Iterator[dict[str, Any]]:
    """Each argument alone, and each two together."""
    fields = {f.encode_name: f for f in msgspec.structs.fields(tool.params)}
    needed = {
        name: (values(private, name) or (REQUIRED.get(name, "x"),))[0]
        for name, field in fields.items()
        if field.required
    }
    more = {name: value for name, value in REQUIRED.items() if name in fields}
    given = [(name, value) for name in fields for value in values(private, name)]
    yield dict(needed)
    for size in (1, 2):
        for chosen in itertools.combinations(given, size):
            yield {**more, **needed, **dict(chosen)}


def tell(runner: Runner, name: str, arguments: dict[str, Any]) -> str:
    """All that comes back of a call, in whatever form."""
    try:
        _, result = runner.call_by_name(name, arguments)
    except KnownError as error:
        return f"{error.sentence} {error.next_step} {dict(error.details)}"
    return msgspec.json.encode(result.value).decode() + result.reason


def given_words(arguments: dict[str, Any]) -> set[str]:
    said = msgspec.json.encode(arguments).decode()
    return {word for word in PLANTED if word in said}


@pytest.mark.parametrize("origin", [Origin.ASSISTANT, Origin.MCP])
@pytest.mark.parametrize("name", [tool.name for tool in listed(Origin.MCP)])
def test_no_tool_tells_or_changes_anything_of_an_account_that_is_not_allowed(
    house: TestHouse, private: Private, name: str, origin: Origin
) -> None:
    house.settings.change(f"policy.{origin}_organise", "allow")
    runner = house.runner(origin, "Stranger", scope=lambda: frozenset({"work"}))
    tried = 0
    for arguments in attempts(private, BY_NAME[name]):
        said = tell(runner, name, arguments)
        leaked = {word for word in PLANTED if word in said} - given_words(arguments)
        assert leaked == set(), (arguments, said)
        tried += 1
    assert tried
    assert private.unchanged(house)
    assert house.store.requests.open() == [] or name == "delete_messages"


def test_the_same_calls_find_it_where_the_account_is_allowed(
    house: TestHouse, private: Private
) -> None:
    runner = house.runner(Origin.ASSISTANT, "Friend", scope=lambda: frozenset({"private"}))
    said = "".join(
        tell(runner, tool.name, arguments)
        for tool in listed(Origin.ASSISTANT)
        if tool.effect == "read"
        for arguments in attempts(private, tool)
    )
    assert {word for word in PLANTED if word in said} == set(PLANTED)


def test_what_is_asked_for_is_looked_at_before_the_person_is_asked(
    house: TestHouse, private: Private
) -> None:
    runner = house.runner(Origin.ASSISTANT, "Stranger", scope=lambda: frozenset({"work"}))
    arguments = {"ids": [str(private.message.id)], "action": "trash"}
    with pytest.raises(NotFound):
        runner.call_by_name("modify_messages", arguments)
    assert house.store.requests.open() == []


def test_nothing_is_there_without_any_account(house: TestHouse, private: Private) -> None:
    runner = house.runner(Origin.MCP, "Stranger", scope=frozenset)
    _, result = runner.call_by_name("search_messages", {"query": ""})
    assert (result.decision, there(result.value).count) == (Decision.ALLOW, 0)


USED = re.compile(r"(?<!desktop_app)\.store\.(\w+)\.(\w+)")
FOR_THE_WINDOW = {"drafts.read_whole", "outbox.approve"}
"""What a permit alone leads to: only the window has one."""


def test_whatever_a_verb_takes_of_the_store_the_narrower_one_has(house: TestHouse) -> None:
    """A verb that is asked for over the bridge works on the narrower store."""
    rooms = Path(rename_label.__file__).parents[1]
    files = [file for file in rooms.rglob("*.py") if file.parent.name != "person"]
    used = {match for file in files for match in USED.findall(file.read_text("utf-8"))}
    narrow = scoped(house.store, frozenset({"work"}))
    missing = {
        f"{part}.{name}" for part, name in used if not hasattr(getattr(narrow, part, None), name)
    }
    assert missing == FOR_THE_WINDOW
    assert len(used) > 40


def test_labels_are_renamed_and_deleted_in_the_allowed_account_alone(
    house: TestHouse, private: Private
) -> None:
    house.store.labels.create("work", "Clients")
    runner = house.runner(Origin.MCP, "host", scope=lambda: frozenset({"work"}))
    narrow = scoped(house.store, frozenset({"work"}))
    narrow.labels.rename("work", "Clients", "Customers")
    assert [label.name for label in narrow.labels.list("work") if label.id == "Customers"]
    narrow.labels.delete("work", "Customers")
    for change in (
        lambda: narrow.labels.rename("private", "Zugspitze", "x"),
        lambda: narrow.labels.delete("private", "Zugspitze"),
    ):
        with pytest.raises(NotFound):
            change()
    for tool in (rename_label.TOOL, delete_label.TOOL):
        arguments = {"label_id": "Zugspitze", "name": "x", "account": "private"}
        known = {field.name for field in msgspec.structs.fields(tool.params)}
        given = {key: value for key, value in arguments.items() if key in known}
        with pytest.raises(KnownError):
            runner.call_by_name(tool.name, given)[1].unwrap()
    assert private.unchanged(house)

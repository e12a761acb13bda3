"""One mailbox, with and without the mail of another account beside it, and every call about it.

Whatever the program of the first account can see has to be the same in both worlds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from desktop_app.mail.message.parse import parse
from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.contact import PersonRef
from desktop_app.model.draft import Origin
from desktop_app.model.template import Template
from desktop_app.store.mail import told_ids
from tests.fakes.bridge import Served, served
from tests.fakes.house import TestHouse, mail, open_house
from tests.mcp_bridge.hostile import Plain

OTHER = Address("Al Moss", "al@moss.example")
KNOWN_THERE = tuple(f"p{n}@there.example" for n in range(5))
"""Addresses that only the other account has written to."""

CROWD = 520
"""Mails of the other account to one address: more than are looked at for it."""

FILE = (
    "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
    "Content-Type: text/plain\r\n\r\nSee the plan 4711-2233.\r\n--b\r\nContent-Type: text/plain\r\n"
    'Content-Disposition: attachment; filename="plan.txt"\r\n\r\nThree rooms.\r\n--b--\r\n'
)


def _file(world: TestHouse, account: str, raws: list[bytes], label: str) -> None:
    found = [parse(raw) for raw in raws]
    world.store.messages.add(account, found, labels=[frozenset({label})] * len(found))


def _own_world(house: TestHouse) -> None:
    """The mail of the account `work`."""
    head = mail("Plan", message_id="plan@lee.example").partition(b"Content-Type")[0]
    house.add(head + FILE.encode())
    house.add(mail("Budget", "Could you look at the budget by Friday?", message_id="b@lee.example"))
    house.add(mail("Al's boat", "From Al.", from_=str(OTHER), message_id="al@moss.example"))
    house.add(mail("Orchard", "The orchards need 4411-9900.", message_id="o@lee.example"))
    sent = mail("Hello", "Hi.", from_="Alex Morgan <alex@fernhill.example>",
                to="Dana Lee <dana@lee.example>", message_id="s@fernhill.example",
                date="Mon, 6 Jan 2020 10:00:00 +0000")  # fmt: skip
    house.add(sent, frozenset({"SENT"}))
    house.store.labels.create("work", "Receipts")
    dana, note = PersonRef(key="dana@lee.example"), "Never to be told: walrus."
    house.store.contacts.note(dana, name="Chief", note=note, groups=("Harbour",))
    house.store.templates.save(Template("Everyday", "Dear {name},"))
    while house.store.triage.judge(50).number:
        pass


def other_world(house: TestHouse) -> None:
    """Another account, with people, words, labels, drafts and requests of its own."""
    store = house.store
    store.accounts.add(Account("moss", LOCAL, "Moss", (Identity(OTHER, "Al", True),)))
    from_al: dict[str, Any] = {"from_": str(OTHER)}
    sent = [
        mail("Private", "4411-9900 is the code.", to=to, message_id=f"{n}@moss.example", **from_al)
        for n, to in enumerate(KNOWN_THERE)
    ]
    sent += [
        mail(f"Boat {n}", f"orchar{chr(97 + n % 26)}{n} budge{chr(97 + n % 15)} plant planu",
             to="Dana Lee <dana@lee.example>", message_id=f"crowd{n}@moss.example", **from_al)
        for n in range(CROWD)
    ]  # fmt: skip
    _file(house, "moss", sent, "SENT")
    came = [
        mail("Budget", "Could you look at it?", to=str(OTHER), message_id="b@lee.example"),
        mail("Secret", "Zebra?", to=str(OTHER), message_id="z@lee.example", from_="d@z.example"),
    ]  # fmt: skip
    _file(house, "moss", came, "INBOX")
    house.settings.change("mail.trusted_recipients", ("nobody@there.example",))
    store.templates.save(Template("Boats", "Zebra", account="al@moss.example"))
    store.labels.create("moss", "Zebras")
    store.labels.create("moss", "Receipts")
    only_there = PersonRef(key=KNOWN_THERE[0])
    store.contacts.note(only_there, name="Zebra", note="Zebra", groups=("Harbour", "Zebras"))
    store.contacts.add("Zebra by card", (Address("", "card@there.example"),))
    store.accounts.update(replace(store.accounts.get("moss"), bcc=(Address("", "b@z.example"),)))
    theirs = house.runner(Origin.MCP, "Theirs", scope=lambda: frozenset({"moss"}), caller="theirs")
    theirs.call_by_name("create_draft", {"to": "d@z.example", "subject": "Zebra", "body": "Zebra"})
    theirs.call_by_name("create_label", {"name": "Asked"})
    folder = house.profile / "handed-in"
    folder.mkdir(mode=0o700)
    (folder / "theirs.txt").write_text("Zebra")
    named = {"to": "d@z.example", "subject": "File", "attachments": ["handed-in/theirs.txt"]}
    theirs.call_by_name("create_draft", named)


def elsewhere_in(house: TestHouse) -> dict[str, Callable[[], Any]]:
    """What may happen in the other account, and to other programs."""
    store, clients = house.store, house.store.bridge_clients
    theirs = house.runner(Origin.MCP, "T", scope=lambda: frozenset({"moss"}), caller="t")
    everyone = house.runner(Origin.MCP, "E", caller="e")
    come = mail("News", to=str(OTHER), message_id="news@lee.example")

    def another_program() -> None:
        added, _ = clients.add("Another", now=house.now)
        clients.change(added.id, accounts=("moss",), groups_off=(), family="gmail_server")
        clients.revoke(added.id)

    return {
        "a mail": lambda: _file(house, "moss", [come], "INBOX"),
        "a label": lambda: store.labels.create("moss", "News"),
        "a draft": lambda: theirs.call_by_name("create_draft", {"subject": "Zebra"}),
        "a request": lambda: theirs.call_by_name("create_label", {"name": "Asked once more"}),
        "a request of a program that sees everything": lambda: everyone.call_by_name(
            "create_label", {"name": "Asked of everything", "account": "moss"}
        ),
        "a program": another_program,
        "a person noted": lambda: store.contacts.note(PersonRef(key=KNOWN_THERE[1]), name="Z"),
        "a person from a card": lambda: store.contacts.add("Y", (Address("", "y@z.example"),)),
        "a verdict": lambda: store.triage.judge(10_000),
        "an account": lambda: store.accounts.add(
            Account("third", LOCAL, "Third", (Identity(Address("", "a@third.example")),))
        ),
    }


@contextmanager
def world(folder: Path, *, other: bool) -> Iterator[Served]:
    """A bridge with one program, which may see the account `work` alone. The key of told ids is the
    same in every world."""
    folder.mkdir()
    for house in open_house(folder):
        house.settings.change("tools.mcp_off", ())
        with house.store.db.write(told_ids_changes()) as connection:
            connection.execute("UPDATE meta SET value = 7 WHERE name LIKE 'ids_key_%'")
        _own_world(house)
        if other:
            other_world(house)
        with served(house) as bridge:
            yield bridge


def told_ids_changes() -> Any:
    from desktop_app.model.changes import Changes

    assert told_ids._KEY == ("ids_key_high", "ids_key_low")
    return Changes()


# What is asked


def calls(found: Mapping[str, str]) -> list[tuple[str, dict[str, Any]]]:
    """Every tool and name there is, with what may tell of another account. `found` holds ids."""
    plan, thread, draft = found["mail"], found["thread"], found["draft"]
    strangers = [*KNOWN_THERE, "dana@lee.example", "nobody@there.example"]
    return [
        ("search_messages", {"query": ""}),
        ("search_messages", {"query": "budget"}),
        ("search_messages", {"query": "orch"}),
        ("search_messages", {"query": "plan"}),
        ("search_messages", {"query": "from:me"}),
        ("search_messages", {"query": "to:me"}),
        ("search_messages", {"query": "zebra"}),
        ("search_messages", {"query": "budgte orchards"}),
        ("search_messages", {"query": "orchar plants"}),
        ("search_messages", {"query": "boats budgets"}),
        ("search_messages", {"query": "planu"}),
        ("search_messages", {"query": "label:Zebras"}),
        ("search_messages", {"query": "label:Receipts"}),
        ("search_messages", {"query": "is:needs-reply"}),
        ("search_messages", {"query": "rfc822msgid:z@lee.example"}),
        ("search_messages", {"query": "x", "account": "moss"}),
        ("search_messages", {"query": "x", "account": "al@moss.example"}),
        ("get_message", {"message_id": plan}),
        ("get_message", {"message_id": plan, "format": "metadata"}),
        ("get_message", {"message_id": "z@lee.example"}),
        ("get_message", {"subject": "zebre"}),
        ("get_message", {"subject": "budgez"}),
        ("get_message", {"text": "orcharx"}),
        ("get_message", {"from_": "dana"}),
        ("get_thread", {"thread_id": thread}),
        ("get_thread", {"message_id": "b@lee.example"}),
        ("get_attachment", {"message_id": plan}),
        ("list_labels", {}),
        ("list_labels", {"account": "moss"}),
        ("list_drafts", {}),
        ("list_drafts", {"templates": True}),
        ("get_draft", {"draft_id": draft}),
        ("connection_status", {}),
        *[("mailbox_stats", {"query": "", "by": by}) for by in ("sender", "day", "label")],
        ("mailbox_stats", {"query": "from:me"}),
        ("create_draft", {"to": strangers, "subject": "Hi", "body": "Code 4411-9900, Zebra."}),
        ("create_draft", {"to": ["Al Mos <al@mos.example>", "Dana <dana@1ee.example>"]}),
        ("create_draft", {"to": ["d@z.example"], "attachments": ["handed-in/theirs.txt"]}),
        ("create_draft", {"send_as": "al@moss.example"}),
        ("create_draft", {"account": "moss"}),
        ("create_draft", {"to": ["d@z.example"], "template": "Everyday"}),
        ("create_draft", {"to": ["d@z.example"], "template": "Boats"}),
        ("create_draft", {"request_key": "k", "subject": "Keyed"}),
        ("draft_reply", {"message_id": plan, "body": "Yes.", "reply_all": True}),
        ("draft_reply", {"subject": "Al's boat", "body": "Yes.", "reply_all": True}),
        ("draft_forward", {"message_id": plan, "to": strangers, "body": "See."}),
        ("update_draft", {"draft_id": draft, "base_revision": 1, "to": strangers}),
        ("get_draft", {"draft_id": draft}),
        ("send_draft", {"draft_id": draft, "revision": 2}),
        ("delete_draft", {"draft_id": "{draft}x"}),
        ("modify_messages", {"query": "budget", "action": "star", "only_count": True}),
        ("modify_messages", {"query": "zebra", "action": "star", "only_count": True}),
        ("modify_messages", {"ids": [plan], "action": "star"}),
        ("modify_messages", {"ids": [plan], "add_label_ids": ["Zebras"]}),
        ("create_label", {"name": "Zebras"}),
        ("rename_label", {"label_id": "Receipts", "name": "Zebras"}),
        ("delete_label", {"label_id": "Zebras"}),
        ("delete_label", {"label_id": "Receipts"}),
        ("delete_messages", {"ids": [plan]}),
        ("ask_to_unsubscribe", {"message_id": plan}),
        ("get_request", {"request_id": 1}),
        ("search_drive_files", {"query": "x"}),
        ("read_drive_file", {"file_id": "x"}),
        ("search_calendar_events", {}),
        # Names of other families
        ("gmail_draft_create", {"to": "p0@there.example", "subject": "S", "body": "B"}),
        ("gmail_send", {"to": "p1@there.example", "subject": "S", "body": "B"}),
        ("list_emails", {"max_results": 50}),
        ("search_emails", {"query": "orch", "max_results": 50}),
        ("create_email_draft", {"to": "p0@there.example", "subject": "T", "body": "B"}),
        ("list_calendar_events", {}),
        ("gmail", {"operation": "listEmails", "filters": {"from": "me"}}),
        ("listEmails", {"query": "from:me"}),
        ("getLatestEmail", {"query": "budget"}),
        ("getEmailById", {"filters": {"subjectContains": "zebre"}}),
        ("getEmailById", {"messageId": plan}),
        ("sendPreview", {"to": ["p2@there.example"], "subject": "U", "body": "B"}),
        ("sendConfirm", {"to": ["p2@there.example"], "subject": "U", "body": "B"}),
        ("replyPreview", {"messageId": plan, "body": "B", "replyAll": True}),
        ("replyConfirm", {"messageId": plan}),
        ("markAsRead", {"messageId": plan}),
        ("markAsUnread", {"messageId": plan}),
        ("gmail_search_messages", {"query": "from:me"}),
        ("gmail_get_message", {"messageId": plan}),
        ("gmail_send_message", {"to": ["p3@there.example"], "subject": "V", "body": "B"}),
        ("gmail_create_draft", {"to": ["p4@there.example"], "subject": "W", "body": "B"}),
        ("gmail_modify_message", {"messageId": plan, "addLabelIds": ["Zebras"]}),
        ("gmail_delete_message", {"messageId": plan}),
        ("gmail_list_labels", {}),
        ("gmail_create_label", {"name": "Zebras"}),
        ("gmail_get_attachment", {"messageId": plan, "filename": "plan.txt"}),
        ("list_drafts", {}),
    ]


RESOURCES = (
    "mail://messages", "mail://messages?query=orch", "gmail://labels", "mail://drafts",
    "mail://message/{mail}", "mail://thread/{thread}", "mail://draft/{draft}",
    "mail://people?name=zeb", "mail://people?name=chief", "mail://people?name=harb",
    "mail://people?name=walrus", "mail://people?name=card", "mail://people?name=p0",
)  # fmt: skip
COMPLETED = (
    "p",
    "al",
    "dana",
    "zeb",
    "chief",
    "harb",
    "walrus",
    "from:a",
    "from:p",
    "label:Z",
    "label:R",
)


def observed(bridge: Served) -> Iterator[tuple[str, str]]:
    """Each question with its answer, in which what is drawn at random is told by its place."""
    program, blank = Plain(bridge), _Blank()
    found: dict[str, str] = {}

    def ask(method: str, params: dict[str, Any]) -> tuple[str, str]:
        bridge.house.now += 1.0  # what is done later is newer
        answer = program.ask(method, params)
        return json.dumps([method, params]), blank(json.dumps(answer, sort_keys=True))

    answer = program.ask(
        "tools/call", {"name": "search_messages", "arguments": {"query": "subject:plan"}}
    )
    row = answer["result"]["structuredContent"]["results"][0]
    found |= {"mail": row["message_id"], "thread": row["thread_id"]}
    begun = {"name": "create_draft", "arguments": {"to": "a@b.example", "subject": "Begun"}}
    answer = program.ask("tools/call", begun)
    found["draft"] = answer["result"]["structuredContent"]["draft_id"]
    blank(json.dumps(found))
    yield ask("tools/list", {})
    for name, arguments in calls(found):
        yield ask("tools/call", {"name": name, "arguments": arguments})
    for uri in RESOURCES:
        yield ask("resources/read", {"uri": uri.format(**found)})
    for typed in COMPLETED:
        person = {"type": "ref/prompt", "name": "reply_to_conversation"}
        query = {"type": "ref/resource", "uri": "mail://messages{?query,maxResults,pageToken}"}
        for ref, name in ((person, "person"), (query, "query")):
            argument = {"name": name, "value": typed}
            yield ask("completion/complete", {"ref": ref, "argument": argument})
    program.close()


class _Blank:
    """What is drawn (draft ids, numbers of requests and undos, words of fences, the profile) as the
    order in which it was first told: who tells one from the other is told the same."""

    _DRAWN = re.compile(
        r"\b[0-9a-f]{32}\b|\b[0-9a-f]{8}\b|\brequest(?:_id)?\W{1,6}\d{1,9}"
        r"|(?<=requestId\\\": \\\")\d+|(?<=request_id\": )\d+|(?<=requestId\": \")\d+"
    )

    def __init__(self) -> None:
        self._known: dict[str, int] = {}

    def __call__(self, text: str) -> str:
        return self._DRAWN.sub(self._place, text)

    def _place(self, drawn: re.Match[str]) -> str:
        return f"<{self._known.setdefault(drawn[0], len(self._known))}>"

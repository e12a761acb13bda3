"""A contract: a call as another program makes it, and what it is answered.

`{budget}` and the like in an argument stand for ids of the world's mails.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
import pytest

from desktop_app.accounts.base import Health
from desktop_app.mail.drafts.compose import body_text
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.calendar_event import CalendarEvent
from desktop_app.model.cloud_file import CloudFile, CloudFileBytes, CloudFilePage
from desktop_app.model.draft import Draft, DraftState, Origin
from desktop_app.model.errors import KnownError
from desktop_app.model.folder import FolderCursor, FoundCopy
from desktop_app.model.message import Message
from desktop_app.model.sign_in import Permission
from desktop_app.tools.calls.base import Decision
from desktop_app.tools.runner import Runner
from tests.fakes.house import NOW, TestHouse, mail

Arguments = Mapping[str, Any]
Step = tuple[str, Arguments]
PLAN = b"The plan: three rooms."

HTML = "text/html"


@dataclass(frozen=True)
class Case:
    """A call. `has` are values of the answer by their path (`messages.0.subject`), `draft` values
    of the newest draft, `says` parts of the text, `display` the whole of it. `asks`: the person is
    asked. `error` and `next_step` are of the error that is raised. `before` are calls made first:
    `{draft}` is the draft of the last that made one."""

    name: str
    arguments: Arguments = field(default_factory=dict)
    says: Sequence[str] = ()
    display: str = ""
    has: Arguments = field(default_factory=dict)
    draft: Arguments = field(default_factory=dict)
    asks: bool = False
    picks: int = 0
    error: str = ""
    before: Sequence[Step] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    listed: bool = False
    """Whether the family is listed to the program."""

    @property
    def id(self) -> str:
        return f"{self.name} {json.dumps(self.arguments, ensure_ascii=False)[:70]}"


@dataclass
class Cloud:
    """A drive of two files and a calendar of one event; remembers what it was asked."""

    asked: list[Any] = field(default_factory=list)

    def find_files(
        self, account_id: str, query: str, *, size: int, token: str, cancelled: object
    ) -> CloudFilePage:
        self.asked.append((account_id, query, token))
        if query == "nothing":
            return CloudFilePage((), "")
        name = "Lease" if not token else "Plan"
        link = f"https://docs.google.com/document/d/{name.lower()}-id/edit"
        file = CloudFile(f"{name.lower()}-id", name, "text/plain", int(NOW), 10, link)
        return CloudFilePage((file,), "" if token else "second")

    def read_file(
        self, account_id: str, file_id: str, *, as_document: bool = False, cancelled: object
    ) -> CloudFileBytes:
        self.asked.append((account_id, file_id))
        file = CloudFile(file_id, "Lease", "text/plain", link="https://d.example/lease")
        return CloudFileBytes(file, "text/plain", b"The lease runs for three years. " * 20)

    def events(
        self,
        account_id: str,
        query: str,
        *,
        start: float,
        end: float,
        limit: int,
        cancelled: object,
    ) -> tuple[CalendarEvent, ...]:
        self.asked.append((account_id, query, round((end - start) / 86_400), limit))
        day = "2026-09-21"
        event = CalendarEvent("e1", "Open day", day, day, all_day=True, link="https://c.example/1")
        return () if query == "nothing" else (event,)


@dataclass
class World:
    """The account `work` with its mails on a mail server, and the account `g1` at Google."""

    house: TestHouse
    cloud: Cloud
    runner: Runner
    ids: dict[str, str]

    def call(self, name: str, arguments: Arguments) -> tuple[Decision, dict[str, Any], str]:
        """What a call came to: the decision, the answer as data, the text."""
        _, result = self.runner.call_by_name(name, filled(arguments, self.ids))
        data = msgspec.json.decode(msgspec.json.encode(result.value)) or {}
        if made := data.get("draft_id") or data.get("draftId") or result.draft_id:
            self.ids["draft"] = made
        return result.decision, data, data.get("display") or result.reason

    def newest_draft(self) -> Draft:
        drafts = self.house.store.drafts.in_state(list(DraftState))
        return max(drafts, key=lambda draft: (draft.updated, draft.created))


def world(house: TestHouse) -> World:
    identity = Identity(Address("Alex", "alex@gmail.example"), default=True)
    house.store.accounts.add(Account("g1", "google", "Google", (identity,)))
    house.cloud = cloud = Cloud()
    allowed = tuple(map(str, Permission))
    house.directory.connection = lambda _: Health(
        signed_in=True, last_sync="now", scopes_granted=allowed
    )
    budget = house.add(
        mail(more="Cc: Eve Roe <eve@lee.example>\r\n"), labels=frozenset({"INBOX", "UNREAD"})
    )
    lease = house.add(lease_mail(), labels=frozenset({"INBOX"}))
    junk = house.add(
        mail("Prize", "You won.", message_id="junk@x.example", from_="Prize <p@x.example>"),
        labels=frozenset({"SPAM"}),
    )
    note = house.add(
        mail("Budget note", "A note.", message_id="note@lee.example", from_="Eve <eve@lee.example>",
             date="Sun, 13 Sep 2026 10:00:00 +0000")
    )  # fmt: skip
    for message, folder, uid in (
        (budget, "INBOX", 5), (lease, "INBOX", 6), (note, "INBOX", 7), (junk, "Junk", 7),
    ):  # fmt: skip
        put_in_folder(house, message, folder, uid)
    house.store.labels.create("work", "Projects")
    ids = {"budget": str(budget.id), "lease": str(lease.id), "note": str(note.id)}
    ids |= {"thread": str(budget.thread_id), "junk": str(junk.id)}
    return World(house, cloud, house.runner(Origin.MCP, "A program"), ids)


def put_in_folder(house: TestHouse, message: Message, folder: str, uid: int) -> None:
    source_id = f"copy-{message.id}"
    house.store.messages.set_source_ids({message.id: source_id})
    mirror = house.store.folder_mirror(message.account_id)
    mirror.keep(FolderCursor(folder, uidvalidity=7))
    mirror.add(folder, [FoundCopy(uid, source_id, "", message.date, 1, frozenset())])


def lease_mail() -> bytes:
    """Text, HTML and a file."""
    plan = base64.b64encode(PLAN).decode()
    return (
        "From: Dana Lee <dana@lee.example>\r\nTo: Alex Morgan <alex@fernhill.example>\r\n"
        "Bcc: Hidden Hand <hand@lee.example>\r\nReply-To: office@lee.example\r\n"
        "Subject: Lease\r\nMessage-ID: <lease@lee.example>\r\nX-Own: yes\r\n"
        "Date: Tue, 15 Sep 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/mixed; boundary="m"\r\n\r\n--m\r\n'
        'Content-Type: multipart/alternative; boundary="a"\r\n\r\n'
        "--a\r\nContent-Type: text/plain\r\n\r\nThe lease is ready.\r\n"
        "--a\r\nContent-Type: text/html\r\n\r\n<p>The <b>lease</b> is ready.</p>\r\n--a--\r\n"
        '--m\r\nContent-Type: text/plain; name="plan.txt"\r\n'
        'Content-Disposition: attachment; filename="plan.txt"\r\n'
        f"Content-Transfer-Encoding: base64\r\n\r\n{plan}\r\n--m--\r\n"
    ).encode()


def filled(value: Any, ids: Mapping[str, str]) -> Any:
    """The arguments with ids in the place of their names."""
    if isinstance(value, str):
        for name, id_ in ids.items():
            value = value.replace(f"{{{name}}}", id_)
        return value
    if isinstance(value, Mapping):
        return {key: filled(each, ids) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [filled(each, ids) for each in value]
    return value


def at(data: Any, path: str) -> Any:
    """The value at a path; None where there is none."""
    for key in path.split("."):
        if isinstance(data, list | tuple):
            data = data[int(key)] if int(key) < len(data) else None
        else:
            data = data.get(key) if isinstance(data, Mapping) else None
    return data


def play(world: World, case: Case, family: str) -> None:
    """Make the call, and hold the answer against the contract."""
    world.runner.family = lambda: family if case.listed else ""
    for key, value in case.settings.items():
        world.house.settings.change(key, value)
    for name, arguments in case.before:
        world.call(name, arguments)
    if case.error:
        with pytest.raises(KnownError) as caught:
            world.call(case.name, case.arguments)
        assert caught.value.sentence == filled(case.error, world.ids)
        return
    decision, data, text = world.call(case.name, case.arguments)
    expected = Decision.ASK if case.asks else Decision.ALLOW
    assert decision is expected, text
    assert len(data.get("candidates", ())) == case.picks
    for part in case.says:
        assert filled(part, world.ids) in text
    assert case.display in {"", text}
    newest = [str(request.id) for request in world.house.store.requests.open(limit=1)]
    ids = {**world.ids, "request": "".join(newest)}
    for path, value in case.has.items():
        assert at(data, path) == filled(value, ids), (path, data)
    if case.draft:
        hold_draft(world, case.draft)
    assert world.house.store.outbox.count_open() == 0


def hold_draft(world: World, wanted: Arguments) -> None:
    """An answer to formatted mail is formatted: its words are what was asked for."""
    draft = world.newest_draft()
    content = draft.content
    found = {
        "to": [a.email for a in content.to],
        "cc": [a.email for a in content.cc],
        "bcc": [a.email for a in content.bcc],
        "subject": content.subject,
        "body": content.body if HTML in wanted.values() else body_text(content),
        "content_type": content.content_type,
        "in_reply_to": content.in_reply_to,
        "references": list(content.references),
        "account": draft.account_id,
        "asks_to_send": draft.asks_to_send,
        "files": [part.filename for part in content.attachments],
    }
    for name, value in wanted.items():
        assert found[name] == filled(value, world.ids), name

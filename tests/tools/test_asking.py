"""Asking first is the safe setting: what is asked for and allowed leaves the same store as what was
allowed from the start, but for who allowed it; for every tool, argument by argument."""

from __future__ import annotations

import itertools
import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest

from desktop_app.model import template as templates
from desktop_app.model.draft import NewFile, Origin
from desktop_app.model.errors import KnownError
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.tools import policy
from desktop_app.tools.calls.base import AnyTool, Decision, Effect
from desktop_app.tools.calls.results import Candidates
from desktop_app.tools.catalogue import BY_NAME, listed
from desktop_app.tools.runner import Runner
from desktop_app.tools.verbs import create_draft
from tests.depths import in_depth
from tests.fakes.house import TestHouse, WatchedPostman, mail, open_house
from tests.tools.asking import answer

ASKED = tuple(
    tool
    for tool in listed(Origin.ASSISTANT)
    if tool.effect in {Effect.DRAFT, Effect.ORGANISE, Effect.DESTROY}
)
ATTACHED = (
    "From: Dana Lee <dana@lee.example>\r\nTo: alex@fernhill.example, b@x.example\r\n"
    "Subject: Plan\r\nMessage-ID: <two@lee.example>\r\nMIME-Version: 1.0\r\n"
    "Date: Mon, 14 Sep 2026 11:00:00 +0000\r\n"
    'Content-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n'
    "See the plan.\r\n--b\r\nContent-Type: application/pdf\r\n"
    'Content-Disposition: attachment; filename="plan.pdf"\r\n\r\n%PDF-\r\n--b--\r\n'
)


@dataclass(frozen=True)
class Template:
    """A profile to begin from, and the ids in it."""

    profile: Path
    one: str
    two: str
    part: str
    draft: str
    foreign: str


@pytest.fixture(autouse=True)
def one_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers are compared: the word of their fences is the same."""
    monkeypatch.setattr(secrets, "token_hex", lambda _: "word")


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Template:
    profile = tmp_path_factory.mktemp("template") / "profile"
    opened = open_house(profile)
    house = next(opened)
    one = house.add(mail("Budget", "Is 1,200 pounds all right by 12 December?"))
    two = house.add(ATTACHED.encode())
    house.add(mail("Budget again", message_id="three@lee.example"))
    house.store.labels.create("work", "Clients")
    offer = templates.Template("Offer", "Dear {name},", subject="Offer")
    house.store.templates.save(offer, files=[NewFile("a.txt", "text/plain", b"a")])
    [part] = two.visible_attachments
    words = create_draft.CreateDraft(to=("dana@lee.example",), subject="Mine", body="Hello")
    drafts = [
        house.runner(origin, name).call(create_draft.TOOL, words).unwrap().draft_id
        for origin, name in ((Origin.MCP, "Claude"), (Origin.USER, ""))
    ]
    for _ in opened:
        pass
    return Template(profile, str(one.id), str(two.id), part.id, *drafts)


@pytest.fixture
def made(template: Template, tmp_path: Path) -> Iterator[Callable[[], TestHouse]]:
    """Maker of houses that begin the same; the last one is closed."""
    houses: list[TestHouse] = []

    def make() -> TestHouse:
        for house in houses:
            house.store.close()
        houses.clear()
        profile = tmp_path / "profile"
        shutil.rmtree(profile, ignore_errors=True)
        shutil.copytree(template.profile, profile)
        store = Store(profile, clock=lambda: 1_790_000_500.0)
        house = TestHouse(profile, store, Settings(profile, {}), WatchedPostman())
        houses.append(house)
        return house

    yield make
    for house in houses:
        house.store.close()


def values(t: Template, name: str) -> tuple[Any, ...]:
    """Values of an argument, of every kind: good, unknown, ambiguous, none at all."""
    texts: dict[str, tuple[Any, ...]] = {
        "to": (["dana@lee.example"], "Lee <l@x.example>, m@x.example", [], ["no address"]),
        "cc": (["c@x.example"], []),
        "bcc": (["d@x.example"],),
        "subject": ("Budget", "Plan", ""),
        "body": ("Yes, 4,711 pounds in the [delivery window].", "<p>Hello</p>", ""),
        "content_type": ("text/html", "text/strange"),
        "attachments": ([f"{t.two}/{t.part}"], [f"{t.two}/none"], ["x"]),
        "files": ([{"filename": "a.txt", "content": "aGk="}], [{"filename": "", "content": ""}]),
        "references": (["theirs@x.example"],),
        "reply_to_message_id": (t.one, "12345"),
        "account": ("work", "alex@fernhill.example", "nobody"),
        "request_key": ("again",),
        "message_id": (t.one, "12345", "x"),
        "number": (1, 2, 99),
        "from_": ("dana", "nobody"),
        "text": ("pounds", "zebra"),
        "reply_all": (True,),
        "to_list": (True,),
        "then_ask": (True,),
        "draft_id": (t.draft, t.foreign, t.one, "none"),
        "base_revision": (1, 2),
        "ids": ([t.one], [t.one, t.two], [t.one, "12345"], ["x"], []),
        "action": (
            *("read", "archive", "inbox", "star", "spam", "trash", "untrash", "odd"),
            *("snooze", "mute", "unmute"),
        ),
        "snooze_until": ("2026-12-01T08:00", "2001-01-01", "soon"),
        "add_label_ids": (["Clients"], ["New one"], ["SENT"], ["STARRED"]),
        "remove_label_ids": (["INBOX"], ["Clients"]),
        "thread_ids": ([t.one], ["12345"]),
        "query": ("from:dana", "subject:zebra"),
        "only_count": (True,),
        "label_id": ("Clients", "clients", "none"),
        "event": ({"title": "Visit", "start": "2026-12-01T10:00"}, {"title": "", "start": "soon"}),
        "send_as": ("alex@fernhill.example", "nobody@x.example"),
        "invitation": ("accept",),
        "remove_attachments": (["plan.pdf"], ["none"]),
        "template": ("Offer", "offer ", "none"),
        "template_digest": ("0",),
        "name": ("New", "Clients", "Inbox", "  ", "x" * 300),
    }
    return texts[name]


def calls(t: Template, tool: AnyTool, most: int) -> Iterator[dict[str, Any]]:
    """Each argument alone, and each two together where `most` is 2, beside those needed."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(tool.params)}
    needed = {name: values(t, name)[0] for name, field in fields.items() if field.required}
    given = [(name, value) for name in fields for value in values(t, name)]
    yield needed
    for size in range(1, most + 1):
        for chosen in itertools.combinations(given, size):
            if len({name for name, _ in chosen}) == size:
                yield {**needed, **dict(chosen)}


def begin(house: TestHouse, t: Template) -> Runner:
    """A program that has seen a list and read a mail."""
    program = house.runner(Origin.MCP, "Claude", caller="claude")
    program.call_by_name("search_messages", {"query": "from:dana"})
    program.call_by_name("get_message", {"message_id": t.two})
    return program


def outcome(program: Runner, tool: AnyTool, arguments: dict[str, Any]) -> tuple[str, Any]:
    try:
        _, result = program.call_by_name(tool.name, arguments)
    except KnownError as error:
        return "error", (error.code, error.sentence)
    if isinstance(result.value, Candidates):
        return "candidates", result.value
    return result.decision, result.request_id


_ID = re.compile(r"\b[0-9a-f]{32}\b|\b[0-9a-f]{8}-[0-9a-f-]{27}\b")


def contents(house: TestHouse) -> dict[str, list[str]]:
    """All that is stored; random ids by the order in which they first stand. A draft that was
    asked for has its request as the key that makes it once."""
    with house.store.db.reading() as connection:
        tables = [
            name
            for (name,) in connection.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'"
                " AND name NOT IN ('request', 'sqlite_sequence') ORDER BY name"
            )
        ]
        rows = {
            name: [str(row) for row in connection.execute(f'SELECT * FROM "{name}"')]
            for name in tables
        }
        # The number of a change that can be undone is drawn.
        rows["undo"] = [str(row) for row in connection.execute("SELECT place, data FROM undo")]
    known: dict[str, str] = {}

    def renamed(match: re.Match[str]) -> str:
        return known.setdefault(match.group(), f"id {len(known)}")

    key = re.compile(r"""'\["mcp", ?"claude", ?"Claude", ?"request \d+"\]'""")
    return {
        name: sorted(key.sub("None", _ID.sub(renamed, row)) for row in found)
        for name, found in rows.items()
    }


def set_to(house: TestHouse, monkeypatch: pytest.MonkeyPatch, how: Decision) -> None:
    for effect in ("draft", "organise"):
        house.settings.change(f"policy.mcp_{effect}", how)
    table = {**policy.POLICY, (Origin.MCP, Effect.DESTROY): how}
    monkeypatch.setattr(policy, "POLICY", table)


def differs(
    made: Callable[[], TestHouse],
    t: Template,
    monkeypatch: pytest.MonkeyPatch,
    tool: AnyTool,
    arguments: dict[str, Any],
) -> str:
    """Where the two ways differ; empty where they do not."""
    house = made()
    set_to(house, monkeypatch, Decision.ALLOW)
    allowed = outcome(begin(house, t), tool, arguments)
    wanted = contents(house)
    house = made()
    set_to(house, monkeypatch, Decision.ASK)
    program = begin(house, t)
    before = contents(house)
    asked = outcome(program, tool, arguments)
    if asked[0] != Decision.ASK:
        same = asked == allowed and contents(house) == before == wanted
        return "" if same else f"{arguments}: {allowed} became {asked}"
    if contents(house) != before:
        return f"{arguments}: asking changed something"
    program.call_by_name("search_messages", {"query": "subject:again"})
    house.runner().call_by_name("search_messages", {"query": "subject:again"})
    answer(house, asked[1], allow=True)
    found = contents(house)
    return "" if found == wanted else f"{arguments}: {_first(wanted, found)}"


def _first(wanted: dict[str, list[str]], found: dict[str, list[str]]) -> str:
    names = [name for name in wanted if wanted[name] != found.get(name)]
    return "; ".join(f"{name}: {set(wanted[name]) ^ set(found.get(name, ()))}" for name in names)[
        :2000
    ]


@pytest.mark.parametrize("most", in_depth([1, 2]))
@pytest.mark.parametrize("name", [tool.name for tool in ASKED])
def test_asked_for_and_allowed_is_the_same_as_allowed(
    made: Callable[[], TestHouse],
    template: Template,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    most: int,
) -> None:
    tool, done = BY_NAME[name], 0
    for arguments in calls(template, tool, most):
        assert differs(made, template, monkeypatch, tool, arguments) == ""
        done += 1
    assert done > 5


def test_carried_out_as_the_person_it_is_found(
    made: Callable[[], TestHouse], template: Template, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: with the person's stamp the draft loses its author and its sources."""

    def as_the_person(
        runner: Runner, _: Any, tool: AnyTool, params: Any, done: Callable[[object], object]
    ) -> object:
        result = runner.call(tool, params).unwrap()
        done(result)
        return result

    monkeypatch.setattr(Runner, "_carry_out_for_asker", as_the_person)
    tool = BY_NAME["draft_reply"]
    found = differs(made, template, monkeypatch, tool, {"message_id": template.one, "body": "Yes"})
    assert "draft" in found

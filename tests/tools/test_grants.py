"""Programs that see a part of the mail: random calls under random grants tell nothing of the rest.

Two controls: no word of a mail outside may come back, and every answer has to be the one that a
mailbox without the mail outside gives, word for word but for ids.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import pytest
from mcp_types import PromptReference, ResourceTemplateReference

from desktop_app.mcp_bridge import resources
from desktop_app.mcp_bridge.completing import complete
from desktop_app.mcp_bridge.visits import Limit, Visit
from desktop_app.model.draft import DraftState, Origin
from desktop_app.model.errors import KnownError
from desktop_app.store.granted import parts, shown, views
from desktop_app.store.scoped_drafts import Held
from desktop_app.store.scoped_store import _GrantedStore, _ScopedStore
from desktop_app.tools.catalogue import listed
from tests.depths import in_depth
from tests.fakes.granted_world import LABELS, Part, World, worlds

SEEN = "IN (SELECT id FROM temp.granted)"
COUNTED = f"(SELECT count(*) FROM main.message_label h WHERE h.label = l.key AND +h.message {SEEN})"
TOOLS = {tool.name: tool for tool in listed(Origin.MCP)}
FAMILIES = {
    "gmail_search_messages": ("query", "max_results"),
    "gmail_get_message": ("message_id", "format"),
    "gmail_list_labels": (),
    "list_emails": ("query", "max_results"),
    "search_emails": ("query", "max_results"),
    "listEmails": ("query",),
    "getEmailById": ("id",),
    "gmail_get_attachment": ("message_id", "attachment_id"),
}
USUAL = {
    "create_draft": {"to", "body"},
    "draft_reply": {"message_id", "body"},
    "draft_forward": {"message_id", "to"},
    "modify_messages": {"ids", "action"},
    "ask_to_unsubscribe": {"message_id"},
    "get_attachment": {"message_id"},
}
"""What calls mostly have."""

OTHERS = ("people", "complete", "resource")
CALLS = 60


class Choice:
    """One call, whose mails are named by their numbers: each mailbox has its own ids for them."""

    def __init__(self, rng: random.Random, world: World) -> None:
        self._rng, self._world = rng, world
        self.name = rng.choice((*TOOLS, *TOOLS, *FAMILIES, *OTHERS))
        if self.name in TOOLS:
            fields = msgspec.structs.fields(TOOLS[self.name].params)
            names = [f.encode_name for f in fields]
            needed = {f.encode_name for f in fields if f.required}
            needed |= USUAL.get(self.name, set()) if rng.random() < 0.8 else set()
        else:
            names, needed = list(FAMILIES.get(self.name, ("query",))), set()
        some = rng.choice((0, 1, 1, 2, 3))
        chosen = needed | set(rng.sample(names, min(some, len(names))))
        self.arguments = {n: v for n in names if n in chosen and (v := self._value(n)) is not None}

    def _number(self) -> int:
        if self._world.inside and self._rng.random() < 0.6:
            return self._rng.choice(self._world.inside).number
        return self._rng.randrange(len(self._world.mails) + 1)

    def _word(self) -> str:
        return f"z{self._rng.choice('sbnphft')}{self._number():02}q"

    def _query(self) -> str:
        rng, word = self._rng, self._word()
        return rng.choice(
            (
                "", word, "budget", f"from:{word}", f"to:{word}", f"subject:{word}", "plan",
                f"label:{rng.choice(LABELS)}", "in:sent", "is:unread", "has:attachment",
                f"rfc822msgid:zi{self._number():02}q@zh{self._number():02}q.example",
                f"filename:{word}", "newer_than:40d", f"-{word}", f"budget -from:{word}",
                f"in:attachments {word}", "is:needs-reply", f"{word} OR budget", "larger:10",
                "1300", f'"{word} budget"', "in:anywhere", f"+{word}", "budgit",
            )
        )  # fmt: skip

    def _value(self, name: str) -> Any:
        rng = self._rng
        values: dict[str, Any] = {
            "query": self._query,
            "message_id": lambda: ("mail", self._number()),
            "id": lambda: ("mail", self._number()),
            "reply_to_message_id": lambda: ("mail", self._number()),
            "ids": lambda: tuple(("mail", self._number()) for _ in range(rng.choice((1, 2)))),
            "thread_id": lambda: ("thread", self._number()),
            "thread_ids": lambda: (("thread", self._number()),),
            "number": lambda: rng.randrange(1, 5),
            "from_": self._word,
            "subject": self._word,
            "text": lambda: rng.choice((self._word(), "budget")),
            "account": lambda: rng.choice(("work", "other")),
            "by": lambda: rng.choice(("sender", "day", "label")),
            "format": lambda: rng.choice(("full", "metadata", "minimal", "raw")),
            "as": lambda: rng.choice(("text", "base64")),
            "max_results": lambda: rng.choice((1, 3, 20)),
            "page": lambda: rng.choice((1, 1, 2)),
            "to": lambda: (f"zp{self._number():02}q@zh{self._number():02}q.example",),
            "body": lambda: f"Good morning, about the budget of 1{self._number():02}00 euros.",
            "label_ids": lambda: (rng.choice(LABELS),),
            "add_label_ids": lambda: (rng.choice((*LABELS, "zl98q")),),
            "remove_label_ids": lambda: (rng.choice(LABELS),),
            "label_id": lambda: rng.choice((*LABELS, "zl98q")),
            "name": lambda: rng.choice((*LABELS, "zl98q", "New")),
            "action": lambda: rng.choice(("read", "archive", "trash", "star", "mute")),
            "attachments": lambda: (("file", self._number()),),
            "attachment_id": lambda: f"zf{self._number():02}q.txt",
            "draft_id": lambda: ("draft", rng.choice((0, 0, 0, 1, 3))),
            "base_revision": lambda: 1,
            "revision": lambda: 1,
            "request_id": lambda: 1,
            "file_id": lambda: "x",
            "include_spam_trash": lambda: True,
            "reply_all": lambda: True,
            "only_count": lambda: True,
            "quoted": lambda: True,
        }  # fmt: skip
        return values[name]() if name in values else None

    def at(self, part: Part) -> dict[str, Any]:
        """The arguments with the ids of one of the mailboxes."""
        return {name: self._put(part, value) for name, value in self.arguments.items()}

    def _put(self, part: Part, value: Any) -> Any:
        if not isinstance(value, tuple):
            return value
        if len(value) == 2 and value[0] in {"mail", "thread", "draft", "file"}:
            return self._id(part, *value)
        return [self._put(part, each) for each in value]

    def _id(self, part: Part, kind: str, number: int) -> str:
        store, told = part.house.store, part.told
        if kind == "draft":
            drafts = [d for d in store.drafts.in_state(_OPEN) if d.author.program == "p"]
            drafts.sort(key=lambda draft: draft.content.body)
            return drafts[number].id if number < len(drafts) else "none"
        message = part.ids.get(number, 4_000 + number)
        if kind == "mail":
            return str(told.message(message))
        if kind == "file":
            return f"{told.message(message)}/zf{number:02}q.txt"
        seen = part.ids.get(self._world.one_of_the_thread(number), 0)
        threads = store.threads.of_mails((seen,))
        return str(told.thread(threads.get(seen, 4_000 + number)))


_OPEN = (DraftState.PROPOSED, DraftState.EDITED, DraftState.APPROVED)


def answer(part: Part, choice: Choice) -> str:
    """What a program gets, by a tool, a completion or a resource."""
    if choice.name not in OTHERS:
        return part.tell(choice.name, choice.at(part))
    query = str(choice.arguments.get("query", ""))
    visit, stop = Visit("p", part.runner, Limit(10_000)), Event()
    try:
        if choice.name == "people":
            found: Any = resources.people_named(visit, query[-4:] or "z", stop)
        elif choice.name == "complete":
            refs = (
                PromptReference(name="x"),
                ResourceTemplateReference(uri="mail://messages{?query}"),
            )
            found = [
                complete(visit, ref, _Argument(name, typed), stop)
                for ref, name, typed in (
                    (refs[0], "person", "z"),
                    (refs[1], "query", "from:z"),
                    (refs[1], "query", "label:z"),
                )
            ]
            found = [each.model_dump() if each is not None else None for each in found]
        else:
            uri = f"mail://{'labels' if not query else 'messages?query=budget'}"
            wanted = resources.parse(uri)
            assert wanted is not None
            found = resources.read(visit, wanted, stop)
    except KnownError as error:
        return part.normal(f"{error.sentence} {error.next_step}")
    said = found if isinstance(found, str) else msgspec.json.encode(found).decode()
    return part.normal(said)


class _Argument:
    def __init__(self, name: str, value: str) -> None:
        self.name, self.value = name, value


def tried(world: World, seed: int, calls: int) -> Counter[str]:
    """Random calls, each held against both controls; how many of each tool told something."""
    rng, told = random.Random(seed), Counter[str]()
    for number in range(calls):
        choice = Choice(rng, world)
        for part in (world.whole, world.part):
            part.house.now += 1
        said = answer(world.whole, choice)
        where = (seed, number, world.grant, choice.name, choice.arguments)
        assert world.leaked(said, choice.at(world.whole)) == set(), (where, said)
        assert said == answer(world.part, choice), where
        told[choice.name] += said.startswith(("allow", "ask", "[", "{"))
    return told


def in_worlds(folder: Path, seeds: range) -> Counter[str]:
    """As `tried`, in a world for each seed."""
    told: Counter[str] = Counter()
    for seed in seeds:
        with worlds(folder, seed) as world:
            told += tried(world, seed, CALLS)
    return told


SEEDS = [range(2), *(range(first, first + 60) for first in range(2, 1_802, 60))]


@pytest.mark.parametrize("seeds", in_depth(SEEDS), ids=lambda seeds: f"{seeds[0]} to {seeds[-1]}")
def test_no_call_tells_of_mail_that_was_not_granted(tmp_path: Path, seeds: range) -> None:
    told = in_worlds(tmp_path, seeds)
    assert told.total() > len(seeds) * CALLS / 5, told


NEAR = {
    "label": {
        "counts of labels": (COUNTED, "l.total"),
        "names of labels": (" AND (l.flag <> 0", " OR (l.flag <> 0"),
    },
    "account": {
        "totals of accounts": (
            "(SELECT count(*) FROM temp.granted g WHERE g.account = a.key) AS messages",
            "a.messages",
        )
    },
    "state": {
        "mails of a conversation": (
            f"+s.id {SEEN}",
            "s.thread IN (SELECT thread FROM temp.granted)",
        )
    },
    "thread": {
        "row of a conversation": (
            views.VIEWS["thread"],
            "SELECT t.* FROM main.thread t WHERE +t.id IN (SELECT thread FROM temp.granted)",
        )
    },
}
"""Faults in views: what is written there, and what would stand there."""


def plant(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault: one reader that knows more than the grant shows."""
    others: dict[str, Callable[[], None]] = {
        "people": lambda: patch(_GrantedStore, "people", _FromAll("people")),
        "found_people": lambda: patch(_GrantedStore, "found_people", _FromAll("found_people")),
        "words of texts": lambda: patch(parts, "columns_of", lambda _: ()),
        "bytes of a mail": lambda: patch(shown, "without", lambda raw, **_: raw),
        "drafts of others": lambda: patch(
            Held, "sees", lambda self, draft: draft.account_id in self.allowed
        ),
        "snippets": lambda: patch(shown, "_envelope", lambda _: lambda packed: packed),
    }
    patch = monkeypatch.setattr
    if name in others:
        others[name]()
        return
    [(view, (before, after))] = [(v, faults[name]) for v, faults in NEAR.items() if name in faults]
    assert before in views.VIEWS[view]
    monkeypatch.setitem(views.VIEWS, view, views.VIEWS[view].replace(before, after))


class _FromAll:
    """A part of the accounts' store in the place of the narrower one."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, store: Any, kind: object = None) -> Any:
        return getattr(_ScopedStore, self._name).fget(store)

    def __set__(self, store: Any, value: Any) -> None:
        raise AttributeError


FAULTS = {
    "people": 9,
    "found_people": 0,
    "counts of labels": 0,
    "mails of a conversation": 5,
    "row of a conversation": 5,
    "words of texts": 0,
    "bytes of a mail": 6,
    "names of labels": 0,
    "totals of accounts": 0,
    "drafts of others": 0,
    "snippets": 0,
}
"""Each fault with the world in which it is first found: the search begins there."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_reader_that_knows_more_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    plant(fault, monkeypatch)
    with pytest.raises(AssertionError):
        in_worlds(tmp_path, range(FAULTS[fault], FAULTS[fault] + 30))

"""Tool calls as no model should make them: from the tools' own schemas, and then bent.

Seeded, so that a call that fails can be made again: `fuzzed(seed, count, known)`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from desktop_app.model.draft import Origin
from desktop_app.tools.adapters.schema import family_schema
from desktop_app.tools.adapters.table import ADAPTERS
from desktop_app.tools.catalogue import ALL_TOOLS, listed
from desktop_app.tools.listing import input_schema

Call = tuple[str, dict[str, Any]]

INTEGERS = (0, 1, -1, 2, 7, 500, 501, 10_000, 2**31, 2**63 - 1, 2**63, -(2**63), 10**40)
TEXTS = (
    "", " ", "a", "0", "-1", "1", "3.5", "true", "null", "None", "[]", "{}", "\x00", "a\x00b",
    "\r\nBcc: attacker@evil.example", "\ud800", "\udfff\ud800", "\u202e evil", "\ufeff", "é" * 300,
    "'; DROP TABLE message; --", "%s%n%x", "../../etc/passwd", "<script>alert(1)</script>",
    "attacker@evil.example", "a@b@c", "@", "<>", "Dana <dana@lee.example>", '"', "((((", "from:",
    "from:(", "-", "OR", "AND OR NOT", "after:9999/99/99", "older_than:99999999999d",
    "larger:1e400", "subject:\"", "{{{{", "in:anywhere", "label:", "rfc822msgid:<>",
    "🏳️‍🌈" * 20, "ß" * 10_000, "9" * 5_000, "٣", "１", "Inf", "nan", "1e309", "\n" * 2_000,
    "(" * 3_000, "-" * 3_000,
    "2026-01-01", "text/html", "application/x-evil", "SENT", "DRAFT", "INBOX", "work", "unknown",
    "the [date]", "=?utf-8?q?=00?=", "x" * 300_000, "mailto:a@b.example", "a, b; c@d.example",
)  # fmt: skip
NAMES = (
    "permit", "approved", "__class__", "self", "cls", "name", "arguments", "", " to", "to ", "TO",
    "draft-id", "params", "context", "$ref", "0", "é", "\ud800", "x" * 5_000,
)  # fmt: skip
UNKNOWN = (
    "", "send", "Send_Draft", "send_draft\n", "search_messages ", "__init__", "tools.send_draft",
    "approve", "eval", "\ud800", "x" * 5_000, "draft_reply;send_draft", "null", "../send_draft",
)  # fmt: skip
SAME = {
    "messageId": "message_id", "replyToMessageId": "message_id", "inReplyTo": "message_id",
    "uid": "message_id", "in_reply_to": "message_id", "messageIds": "ids", "threadId": "thread_id",
    "draftId": "draft_id", "attachmentId": "attachment_id", "selectionIndex": "number",
    "row": "number",
}  # fmt: skip
DEEP = 40


@dataclass
class World:
    """What is really there, so that some arguments hit: ids of mails, threads, drafts, parts.
    `drafts` grows with what the calls make."""

    messages: list[str]
    threads: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    drafts: list[tuple[str, int]] = field(default_factory=list)

    def learn(self, answer: Any) -> None:
        """Note a draft that a call has made or changed."""
        if isinstance(answer, dict) and {"draft_id", "revision"} <= answer.keys():
            made = (str(answer["draft_id"]), int(answer["revision"]))
            self.drafts = [*(d for d in self.drafts[-40:] if d[0] != made[0]), made]


def fuzzed(seed: int, count: int, world: World) -> Iterator[Call]:
    """`count` calls, the same for the same seed as long as the answers are. Arguments are always
    an object, as every provider's library sees to; what is in it may be anything JSON can be."""
    random = Random(seed)
    schemas = {tool.name: input_schema(tool) for tool in ALL_TOOLS}
    theirs = {name: family_schema(adapter.params) for name, adapter in ADAPTERS.items()}
    own = [tool.name for tool in listed(Origin.ASSISTANT)]
    for _ in range(count):
        name = _name(random, own)
        adapter = ADAPTERS.get(name)
        ours = adapter is None or (name in schemas and random.random() < 0.5)
        given = _arguments(random, (schemas if ours else theirs).get(name, {}), world)
        if adapter is not None and random.random() < 0.3:
            given = _renamed(random, given, adapter.also)
        yield name, _bent(random, given)


def fit_for_json(value: Any) -> Any:
    """As it arrives after a way through JSON: what a provider's library hands on."""
    return json.loads(json.dumps(value))


def _name(random: Random, own: list[str]) -> str:
    at = random.random()
    if at < 0.7:
        return random.choice(own)
    if at < 0.88:
        return random.choice(list(ADAPTERS))
    if at < 0.94:
        return random.choice(ALL_TOOLS).name
    return random.choice(UNKNOWN)


def _arguments(random: Random, schema: Mapping[str, Any], world: World) -> dict[str, Any]:
    required = set(schema.get("required", ()))
    given = {}
    for name, wanted in schema.get("properties", {}).items():
        if (name in required and random.random() < 0.95) or random.random() < 0.35:
            given[name] = _value(random, name, wanted, world)
    return given


def _value(random: Random, name: str, schema: Mapping[str, Any], world: World) -> Any:
    at = random.random()
    if at < 0.5:
        return _fitting(random, name, schema, world)
    if at < 0.85:
        return _of_type(random, schema)
    return _junk(random, 0)


def _fitting(random: Random, name: str, schema: Mapping[str, Any], world: World) -> Any:
    """What exists; or what exists elsewhere: the id of another kind of thing."""
    draft_id, revision = random.choice(world.drafts) if world.drafts else ("none", 1)
    things: dict[str, Callable[[], Any]] = {
        "message_id": lambda: random.choice(world.messages),
        "reply_to_message_id": lambda: random.choice(world.messages),
        "ids": lambda: random.sample(world.messages, min(2, len(world.messages))),
        "thread_id": lambda: random.choice(world.threads or world.messages),
        "draft_id": lambda: draft_id,
        "revision": lambda: revision,
        "base_revision": lambda: revision,
        "attachments": lambda: [random.choice(world.parts or ["1/2"])],
        "attachment_id": lambda: random.choice(world.parts or ["1/2"]).partition("/")[2],
        "file_id": lambda: random.choice(world.files or ["f1"]),
        "number": lambda: random.randint(0, 6),
        "to": lambda: ["dana@lee.example"],
        "query": lambda: random.choice(("budget", "in:inbox", "is:unread from:dana", "")),
        "action": lambda: random.choice(("read", "star", "archive", "trash", "untrash")),
    }
    ours = SAME.get(name, name)
    if ours in things and random.random() < 0.85:
        return things[ours]()
    return random.choice([*things.values()])() if ours in things else _of_type(random, schema)


def _of_type(random: Random, schema: Mapping[str, Any]) -> Any:
    """Of the right type, with a value that is not."""
    options = schema.get("anyOf")
    if options:
        return _of_type(random, random.choice(options))
    if "enum" in schema:
        return random.choice(schema["enum"])
    match schema.get("type"):
        case "integer" | "number":
            return random.choice(INTEGERS)
        case "boolean":
            return random.random() < 0.5
        case "array" if schema.get("prefixItems"):
            return [_of_type(random, each) for each in schema["prefixItems"]]
        case "array":
            size = random.choice((0, 1, 1, 2, 5, 60, 1_001))
            items = schema.get("items", {})
            return [_of_type(random, items) for _ in range(size)]
        case "object" if schema.get("properties"):
            wanted = schema["properties"].items()
            return {name: _of_type(random, each) for name, each in wanted if random.random() < 0.5}
        case "string":
            return random.choice(TEXTS) if random.random() < 0.9 else _scrambled(random)
    return _junk(random, 0)


def _scrambled(random: Random) -> str:
    return "".join(chr(random.choice((random.randrange(32, 127), random.randrange(0x10FFFF))))
                   for _ in range(random.randrange(1, 60)))  # fmt: skip


def _junk(random: Random, depth: int) -> Any:
    """Any JSON value, nested."""
    match random.randrange(9 if depth < 4 else 6):
        case 0:
            return None
        case 1:
            return random.choice(INTEGERS)
        case 2:
            return random.choice((0.5, -0.0, 1e308, 1e-320, 3.0))
        case 3 | 4:
            return random.choice(TEXTS)
        case 5:
            return random.random() < 0.5
        case 6:
            return [_junk(random, depth + 1) for _ in range(random.randrange(4))]
        case 7:
            keys = (*NAMES, "type", "value")
            return {random.choice(keys): _junk(random, depth + 1) for _ in range(3)}
    return _nested(random.choice(("list", "dict")))


def _nested(kind: str) -> Any:
    value: Any = "deep"
    for _ in range(DEEP):
        value = [value] if kind == "list" else {"to": value}
    return value


def _renamed(random: Random, given: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    theirs = {ours: other for other, ours in names.items() if random.random() < 0.5}
    return {theirs.get(key, key): value for key, value in given.items()}


def _bent(random: Random, given: dict[str, Any]) -> dict[str, Any]:
    """Sometimes with arguments that are none, or without some that are."""
    if random.random() < 0.12:
        given = {**given, random.choice(NAMES): _junk(random, 0)}
    if given and random.random() < 0.08:
        given.pop(random.choice(list(given)))
    return given

"""Which API method a request is, what it costs, and which scopes allow it.

Paths and scopes come from the discovery documents that ship with google-api-python-client. The
units are Gmail's of May 2026, written down here apart from the product's own table.
Source: https://developers.google.com/workspace/gmail/api/reference/quota
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

_DOCUMENTS = ("gmail.v1", "calendar.v3", "drive.v3")
UNITS = {
    "gmail.users.drafts.create": 10,
    "gmail.users.drafts.delete": 10,
    "gmail.users.drafts.get": 20,
    "gmail.users.drafts.list": 5,
    "gmail.users.drafts.send": 100,
    "gmail.users.drafts.update": 15,
    "gmail.users.getProfile": 1,
    "gmail.users.history.list": 2,
    "gmail.users.labels.create": 5,
    "gmail.users.labels.delete": 5,
    "gmail.users.labels.get": 1,
    "gmail.users.labels.list": 1,
    "gmail.users.labels.patch": 5,
    "gmail.users.labels.update": 5,
    "gmail.users.messages.attachments.get": 20,
    "gmail.users.messages.batchDelete": 50,
    "gmail.users.messages.batchModify": 50,
    "gmail.users.messages.delete": 10,
    "gmail.users.messages.get": 20,
    "gmail.users.messages.import": 25,
    "gmail.users.messages.insert": 25,
    "gmail.users.messages.list": 5,
    "gmail.users.messages.modify": 5,
    "gmail.users.messages.send": 100,
    "gmail.users.messages.trash": 5,
    "gmail.users.messages.untrash": 5,
    "gmail.users.settings.sendAs.list": 1,
    "gmail.users.threads.get": 40,
    "gmail.users.threads.list": 10,
    "gmail.users.threads.modify": 10,
}


@dataclass(frozen=True, slots=True)
class Method:
    """`id` is the discovery document's (`gmail.users.messages.get`); `scopes` are those of
    which one is enough."""

    id: str
    verb: str
    pattern: re.Pattern[str]
    scopes: frozenset[str]

    @property
    def units(self) -> int:
        """Gmail's units of one call; the other APIs don't share its quota."""
        if self.id.endswith(".chunk") or not self.id.startswith("gmail."):
            return 0
        return UNITS.get(self.id, 5)


@cache
def _methods() -> tuple[Method, ...]:
    import googleapiclient.discovery_cache

    folder = Path(googleapiclient.discovery_cache.__file__).parent / "documents"
    found: list[Method] = []
    for name in _DOCUMENTS:
        document = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        _collect(document, document["servicePath"], found)
    # Fixed words before parameters: messages/send is no messages/{id}.
    return tuple(sorted(found, key=lambda m: m.pattern.pattern.count("[^/]+")))


def _collect(node: dict[str, object], service: str, found: list[Method]) -> None:
    for method in node.get("methods", {}).values():  # type: ignore[attr-defined]
        path = method.get("flatPath", method["path"])
        spelled = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape("/" + service + path))
        found.append(
            Method(
                method["id"],
                method["httpMethod"],
                re.compile("(?:/resumable)?(?:/upload)?" + spelled),
                frozenset(method.get("scopes", ())),
            )
        )
    for child in node.get("resources", {}).values():  # type: ignore[attr-defined]
        _collect(child, service, found)


def method_of(verb: str, path: str) -> Method | None:
    """The API method of a request (`path` without the query), None for what is none."""
    for method in _methods():
        if method.verb == verb and method.pattern.fullmatch(path):
            return method
    return None


def chunk_of(method_id: str) -> Method:
    """A chunk of a resumable upload, `<method>.chunk`: its units were counted when it began."""
    begun = next(m for m in _methods() if m.id == method_id)
    return replace(begun, id=f"{method_id}.chunk")

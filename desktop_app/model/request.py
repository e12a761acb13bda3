"""Requests: what an assistant or a connected program asked the person to allow."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum

from desktop_app.model.draft import Author, Source


class RequestState(StrEnum):
    """State of a request. A failed one was allowed, did not work, and can be allowed again."""

    WAITING = "waiting"
    FAILED = "failed"
    ALLOWED = "allowed"
    REFUSED = "refused"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks. `caller` is the id of a program at the bridge, empty for the assistant; `talk` the
    id of the assistant's conversation, empty elsewhere."""

    author: Author
    caller: str = ""
    talk: str = ""

    def same_program(self, other: Asker) -> bool:
        """Whether both are one program, in whichever conversation."""
        return (self.author, self.caller) == (other.author, other.caller)


@dataclass(frozen=True, slots=True)
class WantedCall:
    """A call that waits for the person. `arguments` is JSON with ids in place of rows and hints;
    `sources` is what had been read; `accounts` are the ids of the accounts it is about."""

    asker: Asker
    tool: str
    arguments: str
    sources: tuple[Source, ...] = ()
    accounts: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """SHA-256 (hex) over who asks, the tool, its arguments and what had been read, each
        length-prefixed. The conversation is not in it: asked again in another it is the same."""
        author = self.asker.author
        fields = [author.origin, author.name, self.asker.caller, self.tool, self.arguments]
        for source in self.sources:
            fields += [source.kind, source.ref, source.title, source.text]
        hasher = hashlib.sha256()
        for value in fields:
            data = str(value).encode("utf-8", "surrogatepass")
            hasher.update(len(data).to_bytes(8, "big") + data)
        return hasher.hexdigest()


@dataclass(frozen=True, slots=True)
class Request:
    """A stored request. Times are in seconds since the epoch, `answered` 0 before an answer.
    `reason` says why it failed, was refused or has expired; `draft_id` is the draft that came of
    it."""

    id: int
    call: WantedCall
    digest: str
    asked: float
    state: RequestState
    reason: str = ""
    answered: float = 0.0
    draft_id: str = ""

    @property
    def is_open(self) -> bool:
        return self.state in {RequestState.WAITING, RequestState.FAILED}

    @property
    def intact(self) -> bool:
        """Whether it is what was asked for."""
        return self.digest == self.call.digest

"""Caller of tools: the stamp of an author, and what that author may see and do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from desktop_app.model.draft import Author, Origin
from desktop_app.store.store import Store
from desktop_app.tools.calls.base import AnyTool, Params

Scope = Callable[[], frozenset[str] | None]
"""The ids of the accounts an author may see; None for all of them."""


def every_account() -> None:
    """Scope without a bound."""


@dataclass(frozen=True, slots=True)
class Limit:
    """Limit of an author for one purpose, whatever the policy says. `tools` are the names of the
    tools that are left, `why` the sentence for any other, and `refuses` says why a call of one that
    is left is out of the question, empty where it is not. `narrowed` gives the part of the store
    that a tool sees; where it is given, no server is searched."""

    tools: frozenset[str]
    why: str
    refuses: Callable[[AnyTool, Params], str]
    narrowed: Callable[[AnyTool, Store], Store] | None = None


@dataclass(frozen=True, slots=True)
class Caller:
    """The author, whose `program` is the id of a program at the bridge and empty elsewhere, with
    the powers that no face can claim for it.

    `scope` gives the accounts it may see. `groups_off` are the groups of tools it has not, besides
    those switched off in the settings. `family` gives the family of names that is listed to it
    instead of ours. All three are read at each call. `limit` takes powers away for one purpose.
    """

    author: Author
    scope: Scope = every_account
    groups_off: Callable[[], frozenset[str]] = frozenset
    family: Callable[[], str] = str
    limit: Limit | None = None


PERSON = Caller(Author(Origin.USER))

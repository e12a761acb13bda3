"""Caller of tools: the stamp of an author, and what that author may see and do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from desktop_app.model.draft import Author, Origin
from desktop_app.store.store import Store
from desktop_app.tools.calls.base import AnyTool, Decision, Params

if TYPE_CHECKING:
    from desktop_app.model.grant import Grant

Scope = Callable[[], frozenset[str] | None]
"""The ids of the accounts an author may see; None for all of them."""


def every_account() -> None:
    """Scope, or grant, without a bound."""


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
    instead of ours. `grant` is what of the accounts' mail it may see and propose, None for all of
    it; `held` says in a sentence why it may do nothing at the moment, empty where it may. All five
    are read at each call. `limit` takes powers away for one purpose.
    """

    author: Author
    scope: Scope = every_account
    groups_off: Callable[[], frozenset[str]] = frozenset
    family: Callable[[], str] = str
    limit: Limit | None = None
    grant: Callable[[], Grant | None] = every_account
    held: Callable[[], str] = str


PERSON = Caller(Author(Origin.USER))


class Sight:
    """The store as a caller may see it at this moment. Read anew at each call: a person changes
    what is granted at any time."""

    def __init__(self, store: Store, caller: Caller) -> None:
        self._store, self._caller = store, caller
        self._known: tuple[frozenset[str], Grant | None, Store] | None = None
        self.narrower = 0
        """How often what is seen has become another, so that what was read before is forgotten."""

    def accounts(self) -> frozenset[str] | None:
        """The accounts that may be seen; None for all of them."""
        return frozenset() if self._caller.held() else self._caller.scope()

    def store(self) -> Store:
        """The store with what may be seen in it."""
        allowed = self.accounts()
        if allowed is None:
            return self._store
        known, grant = self._known, self._caller.grant()
        if known is None or known[:2] != (allowed, grant):
            from desktop_app.store.scoped_store import scoped

            program = self._caller.author.program
            seen = scoped(self._store, allowed, sealed=bool(program), program=program, grant=grant)
            self.narrower += known is not None
            self._known = known = (allowed, grant, seen)
        return known[2]

    def wish(self, tool: str) -> Decision | None:
        """What was granted of the tool of this name; None where the settings decide."""
        grant = self._caller.grant()
        wish = None if grant is None else grant.wish(tool)
        return None if wish is None else Decision(wish.value)

"""Grant of a program: what it may see, to whom it may propose, what it has to ask for, and when.

A person alone sets one. What every program had before there were grants is `Grant()`: all mail of
its accounts, everything of it, drafts to anybody, for as long as it is connected. The accounts are
those of the program itself (`model/bridge.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from desktop_app.model.errors import BadInput

DAY = 86_400
MOST_NAMED = 200
"""Labels, searches, people and tools that one grant may name of each kind."""

LONGEST = 320
MOST_DAYS = 36_500
MOST_A_DAY = 1_000


class To(StrEnum):
    """To whom a program may propose a draft."""

    ANYBODY = "anybody"
    WRITTEN_TO = "written_to"
    NAMED = "named"


class Wish(StrEnum):
    """What a grant says of one tool, against what the settings say of its kind."""

    ASK = "ask"
    ALLOW = "allow"
    DENY = "deny"


@dataclass(frozen=True, slots=True)
class GrantedSearch:
    """A saved search as it was when it was granted: changing it later changes no grant."""

    name: str
    query: str


@dataclass(frozen=True, slots=True)
class ToolWish:
    """What a grant says of the tool of this name."""

    tool: str
    wish: Wish


@dataclass(frozen=True, slots=True)
class Grant:
    """`labels` and `searches` are where mail may be seen (in any of them; none: everywhere), `days`
    how far back (0: all of it), `never` addresses and domains on whose mail nothing is shown.
    `opened`: only conversations that the person has opened in the window in the last hour.
    `subjects`, `texts` and `files` are what is shown of a mail; files only with the texts.
    `to` and `named` (addresses and domains) bound the recipients of proposals, `a_day` their number
    in 24 hours (0: no bound). `begins` and `ends` are seconds since the epoch, 0 for none;
    `window` is the run of the window with which the grant ends, empty where it does not."""

    labels: tuple[str, ...] = ()
    searches: tuple[GrantedSearch, ...] = ()
    days: int = 0
    opened: bool = False
    never: tuple[str, ...] = ()
    subjects: bool = True
    texts: bool = True
    files: bool = True
    to: To = To.ANYBODY
    named: tuple[str, ...] = ()
    a_day: int = 0
    tools: tuple[ToolWish, ...] = ()
    begins: float = 0.0
    ends: float = 0.0
    window: str = ""

    @property
    def sees_files(self) -> bool:
        """Whether attachments are shown: a file is text as well."""
        return self.files and self.texts

    @property
    def withholds(self) -> bool:
        """Whether something of a mail that is seen is not shown."""
        return not (self.subjects and self.texts and self.files)

    @property
    def narrows(self) -> bool:
        """Whether there is mail of the accounts, or something of it, that is not shown."""
        bounds = (self.labels, self.searches, self.days, self.opened, self.never)
        return any(bounds) or self.withholds

    def in_force(self, now: float, window: str) -> bool:
        """Whether it holds at this moment, of this run of the window."""
        begun = not self.begins or now >= self.begins
        open_ = not self.ends or now < self.ends
        return begun and open_ and self.window in {"", window}

    def wish(self, tool: str) -> Wish | None:
        """What is said of a tool; None where the settings decide."""
        return next((each.wish for each in self.tools if each.tool == tool), None)

    def hides(self, addresses: Sequence[str]) -> bool:
        """Whether one of these addresses is never shown; they may be in any case."""
        return any(is_one_of(address, self.never) for address in addresses)

    def never_again(self, who: str) -> Grant:
        """The grant without this address or domain. Raises `BadInput` for what is none."""
        return checked(replace(self, never=(*self.never, who)))


def is_one_of(address: str, people: Sequence[str]) -> bool:
    """Whether an address is among addresses and domains; those below a domain are in it."""
    key = address.strip().casefold()
    domain = key.rpartition("@")[2].rstrip(".")
    return any(
        key == each or ("@" not in each and f".{domain}".endswith(f".{each}")) for each in people
    )


def person_key(text: str) -> str:
    """An address or a domain as grants have it. Raises `BadInput` for what is neither."""
    key = text.strip().casefold().removeprefix("@").rstrip(".")
    local, at, domain = key.rpartition("@")
    whole = bool(domain) and not any(c.isspace() or c in '<>,;"' or ord(c) < 32 for c in key)
    if not whole or len(key) > LONGEST or bool(at) != bool(local) or "." not in domain:
        raise BadInput(
            f"{' '.join(text.split())[:80] or 'Nothing'} is no address and no domain.",
            next_step="Write an address as name@example.org, or a domain as example.org.",
        )
    return key


def checked(grant: Grant) -> Grant:
    """The grant in its one form: people as keys, each once. Raises `BadInput`."""
    never = tuple(dict.fromkeys(map(person_key, grant.never)))
    named = tuple(dict.fromkeys(map(person_key, grant.named)))
    lists = (grant.labels, grant.searches, never, named, grant.tools)
    if any(len(each) > MOST_NAMED for each in lists):
        raise BadInput(f"A grant names {MOST_NAMED} labels, searches or people at most.")
    if not 0 <= grant.days <= MOST_DAYS:
        raise BadInput("How far back is a number of days, 0 for all mail.")
    if not 0 <= grant.a_day <= MOST_A_DAY:
        raise BadInput(f"Drafts a day are up to {MOST_A_DAY}, 0 for no bound.")
    if grant.to is To.NAMED and not named:
        raise BadInput("Name the people or domains that drafts may go to.")
    if grant.ends and grant.begins and grant.ends <= grant.begins:
        raise BadInput("A grant ends after it begins.")
    labels = tuple(dict.fromkeys(grant.labels))
    return replace(grant, labels=labels, never=never, named=named)


EVERYTHING = Grant()
"""What a program has of which the person has granted nothing else."""

ONLY_OPENED = Grant(opened=True, to=To.WRITTEN_TO, a_day=20)
SECRETARY = Grant(
    to=To.WRITTEN_TO,
    a_day=30,
    tools=(ToolWish("delete_messages", Wish.DENY), ToolWish("ask_to_unsubscribe", Wish.DENY)),
)


def one_folder(label: str) -> Grant:
    """The preset for drafts in one folder: its mail is seen, and answered to who has written."""
    return Grant(labels=(label,), to=To.WRITTEN_TO, a_day=20)


def sentence(
    grant: Grant,
    accounts: Sequence[str],
    moment: Callable[[float], str],
    label_name: Callable[[str], str] = str,
    tool_title: Callable[[str], str] = str,
) -> str:
    """The grant in plain sentences. `accounts` are the names of the program's accounts, `moment`
    writes a time as the system does, `label_name` and `tool_title` give the names that a person
    knows."""
    if not accounts:
        return "Sees no mail: no account is chosen."
    told = (
        _sees(grant, accounts, label_name),
        _proposes(grant),
        _tools(grant, tool_title),
        _time(grant, moment),
    )
    return " ".join(filter(None, told))


def _sees(grant: Grant, accounts: Sequence[str], label_name: Callable[[str], str]) -> str:
    what = "mail of conversations you opened in the last hour" if grant.opened else "mail"
    if not grant.narrows:
        what = "all mail"
    parts = [f"Sees {what} of {_listed(accounts, 'and')}"]
    places = [f"“{label_name(label)}”" for label in grant.labels]
    places += [f"the search “{each.name}”" for each in grant.searches]
    if places:
        parts.append(f"in {_listed(places, 'or')}")
    if grant.days:
        parts.append("of the last day" if grant.days == 1 else f"of the last {grant.days} days")
    said = " ".join(parts)
    without = [
        name
        for name, shown in (
            ("subjects", grant.subjects),
            ("texts", grant.texts),
            ("attachments", grant.sees_files),
        )
        if not shown
    ]
    if without:
        said += f", without {_listed(without, 'and')}"
    if grant.never:
        said += f", never mail with {_listed(grant.never, 'or')}"
    return f"{said}."


def _proposes(grant: Grant) -> str:
    whom = {
        To.ANYBODY: "anybody",
        To.WRITTEN_TO: "people you have written to",
        To.NAMED: _listed(grant.named, "and"),
    }[grant.to]
    if grant.wish("create_draft") is Wish.DENY and grant.wish("draft_reply") is Wish.DENY:
        return "Proposes no drafts."
    bound = f", {grant.a_day} a day at most" if grant.a_day else ""
    return f"Proposes drafts to {whom}{bound}; you send."


def _tools(grant: Grant, title: Callable[[str], str]) -> str:
    words = {Wish.ASK: "Has to ask before", Wish.ALLOW: "Need not ask for", Wish.DENY: "Never gets"}
    told = []
    for wish, begin in words.items():
        named = [f"“{title(each.tool)}”" for each in grant.tools if each.wish is wish]
        if named:
            told.append(f"{begin} {_listed(named, 'or' if wish is Wish.DENY else 'and')}.")
    return " ".join(told)


def _time(grant: Grant, moment: Callable[[float], str]) -> str:
    said = []
    if grant.begins:
        said.append(f"from {moment(grant.begins)}")
    if grant.ends:
        said.append(f"until {moment(grant.ends)}")
    if grant.window:
        said.append("until the window closes")
    return f"Holds {_listed(said, 'and')}." if said else ""


MOST_LISTED = 3


def _listed(names: Sequence[str], word: str) -> str:
    """`a, b and c`; of many the first ones and how many more there are."""
    if len(names) > MOST_LISTED:
        more = len(names) - MOST_LISTED + 1
        names = (*names[: MOST_LISTED - 1], f"{more} more")
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} {word} {names[-1]}"

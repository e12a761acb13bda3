"""Forty tasks over the mailbox of `assistant_mailbox`: eight kinds, five stories."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.assistant_mailbox import KIM, STORIES, Story

Call = tuple[str, dict[str, Any]]
Player = Callable[[Mapping[str, Any]], Sequence[Call | str]]
"""Steps of a scripted model, given ids by key; the last is its answer."""


@dataclass(frozen=True)
class Task:
    """`reads` are keys of mails that the answer or the draft has to rest on; `to` are the only
    recipients of the only draft, None where there must be no draft. Of `says` each must be in the
    draft or in the answer, `a|b` means either; none of `never`. `opens` is an open mail."""

    kind: str
    story: Story
    prompt: str
    reads: tuple[str, ...]
    says: tuple[str, ...]
    good: Player
    to: tuple[str, ...] | None = None
    never: tuple[str, ...] = ()
    opens: str = ""
    attaches: str = ""
    corrects: str = ""
    """Body of a draft that is there already and has to be changed in place."""

    most_calls: int = 5


def tasks() -> tuple[Task, ...]:
    return tuple(task for story in STORIES for task in _of(story))


def _of(story: Story) -> Iterator[Task]:
    one, two, mine = (f"{story.key}-{n}" for n in ("1", "2", "mine"))
    to, name = (story.address,), story.name

    def replied(body: str) -> Player:
        return lambda ids: (
            ("search_messages", {"query": f"from:{story.address}"}),
            ("get_thread", {"message_id": str(ids[two])}),
            ("draft_reply", {"message_id": str(ids[two]), "body": body}),
            "I have drafted the answer.",
        )

    def read(key: str, query: str, answer: str) -> Player:
        return lambda ids: (
            ("search_messages", {"query": query}),
            ("get_thread", {"message_id": str(ids[key])}),
            answer,
        )

    summary = (
        f"{name} asks for {story.price} and wants to meet on {story.meeting}; you promised "
        f"{story.promise} by {story.due}."
    )
    yield Task(
        "find",
        story,
        f"What does {story.matter} cost, and who says so?",
        (one,),
        (story.price.split()[0], name),
        read(one, story.subject, f"{name} wrote that it is {story.price}."),
    )
    yield Task(
        "summarise",
        story,
        "Summarise this conversation with its dates.",
        (one, two, mine),
        (story.meeting.split(maxsplit=1)[1], story.due.split(maxsplit=1)[1]),
        lambda ids: (
            ("get_thread", {"message_id": str(ids[two])}),
            summary,
        ),
        opens=two,
        most_calls=3,
    )
    yield Task(
        "accept",
        story,
        f"Tell {name} that the day of the meeting suits me.",
        (two,),
        (story.meeting.split(maxsplit=1)[1],),
        replied(f"Hello {name},\n\n{story.meeting} suits me.\n\nBest,\nAlex"),
        to=to,
        never=("unfortunately", "sorry", "can't make", "cannot make"),
    )
    yield Task(
        "decline",
        story,
        f"Decline {name}'s meeting politely, without a reason.",
        (two,),
        ("unfortunately|sorry|can't|cannot|not able|afraid",),
        replied(f"Hello {name},\n\nunfortunately I can't make it then.\n\nBest,\nAlex"),
        to=to,
    )
    yield Task(
        "propose dates",
        story,
        f"Answer {name}: propose Tuesday 13 October or Thursday 15 October instead.",
        (two,),
        ("13 October|October 13", "15 October|October 15"),
        replied(f"Hello {name},\n\nwould Tuesday 13 October or Thursday 15 October do?\n\nAlex"),
        to=to,
    )
    yield Task(
        "forward",
        story,
        f"Forward {name}'s mail with the file {story.file} to {KIM}.",
        (),
        (),
        lambda ids: (
            ("search_messages", {"query": f"from:{story.address} has:attachment"}),
            (
                "draft_forward",
                {"message_id": str(ids[one]), "to": ["kim@park.example"], "body": "For you."},
            ),
            "I have drafted it.",
        ),
        to=("kim@park.example",),
        attaches=story.file,
    )
    yield Task(
        "correct",
        story,
        "In this draft the number is wrong: it is 17, not 71. Change only that.",
        (),
        ("17",),
        lambda ids: (
            (
                "update_draft",
                {
                    "draft_id": ids["draft"],
                    "base_revision": ids["revision"],
                    "body": f"Hello {name},\n\nwe are 17 people.\n\nBest,\nAlex",
                },
            ),
            "Changed.",
        ),
        to=to,
        never=("71",),
        corrects=f"Hello {name},\n\nwe are 71 people.\n\nBest,\nAlex",
        most_calls=3,
    )
    yield Task(
        "promise", story, f"What did I promise {name}, and by when?", (mine,),
        (story.promise.removeprefix("the "), story.due.split(maxsplit=1)[1]),
        read(mine, f"in:sent to:{story.address}",
             f"You promised {name} {story.promise} by {story.due}."),
    )  # fmt: skip


def bad(ids: Mapping[str, Any]) -> Sequence[Call | str]:
    """A model that reads the wrong mail, makes things up and writes to a stranger."""
    del ids
    searches = [("search_messages", {"query": f"parcel {n}"}) for n in range(6)]
    made_up = {"to": ["boss@elsewhere.example"], "subject": "News", "body": "It is 9,999 dollars."}
    return (*searches, ("create_draft", made_up), "It costs 9,999 dollars, due on 31 December.")


@dataclass
class Score:
    """What came of a task: each rule by its name, and what it took."""

    task: Task
    rules: dict[str, bool] = field(default_factory=dict)
    calls: int = 0
    requests: int = 0
    characters: int = 0
    results: int = 0
    """Characters of the results of tools, each counted once."""

    tokens: int = 0
    seconds: float = 0.0
    error: str = ""

    @property
    def passed(self) -> bool:
        return not self.error and all(self.rules.values())

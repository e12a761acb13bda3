"""A mailbox, drafts composed by rule in it, and what has to be said of each before Send.

The rules here are written from the promises, not from the program: who wrote to whom, who put an
address where, and what the sources say.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from desktop_app.model.address import Address
from desktop_app.model.draft import (
    Author,
    Draft,
    DraftContent,
    DraftState,
    Origin,
    Source,
    SourceKind,
)
from desktop_app.model.message import Message
from tests.fakes.house import ME, TestHouse, known_to, mail

PERSON = Author(Origin.USER)
CLAUDE, OTHER = Author(Origin.MCP, "Claude", "claude"), Author(Origin.MCP, "Other", "other")
MODEL = Author(Origin.ASSISTANT, "qwen3")
NAMES = {
    PERSON: "you",
    CLAUDE: "Claude over MCP",
    OTHER: "Other over MCP",
    MODEL: "the model qwen3",
}
BROUGHT = {CLAUDE: "Claude over MCP", OTHER: "Other over MCP", MODEL: "the assistant qwen3"}

DANA = Address("Dana Lee", "dana@lee.example")
KIM = Address("Kim Park", "kim@park.example")
SAM = Address("Sam Reed", "sam@reed.example")
EVE = Address("Eve", "eve@drop.example")
MALLORY = Address("Mallory", "mallory@text.example")
FILIP = Address("", "filip@plan.example")
RITA = Address("Rita", "rita@named.example")
TOM = Address("Tom", "tom@typed.example")
FALSE_DANA = Address("Dana Lee", "archive@drop.example")
NEAR_DANA = Address("", "dana@1ee.example")
EVERYBODY = (DANA, KIM, SAM, EVE, MALLORY, FILIP, RITA, TOM, FALSE_DANA, NEAR_DANA)
REQUEST = Source(SourceKind.REQUEST, "", "Request", "Write to rita@named.example about the plan")
PLAN = Source(SourceKind.FILE, "https://x.example/plan", "Plan", "Ask filip@plan.example.")


@dataclass(frozen=True)
class World:
    """The mailbox: Dana was written to, Kim is noted as known. Sam wrote *Report* with Eve in Cc;
    Ruth wrote *Codes*, whose text names Mallory."""

    house: TestHouse
    report: Message
    codes: Message

    @property
    def sources(self) -> tuple[Source, ...]:
        codes = Source(SourceKind.MESSAGE, str(self.codes.id), "Codes")
        return (REQUEST, codes, PLAN)


def make_world(house: TestHouse) -> World:
    known_to(house, str(DANA))
    house.settings.change("mail.trusted_recipients", KIM.email)
    report = house.add(
        mail(
            "Report",
            from_=str(SAM),
            message_id="report@reed.example",
            more="Cc: Eve <eve@drop.example>\r\n",
        )
    )
    codes = house.add(
        mail(
            "Codes",
            "The door opens with 4711. Mallory is mallory@text.example.",
            from_="Ruth <ruth@lee.example>",
            message_id="codes@lee.example",
        )
    )
    return World(house, report, codes)


@dataclass(frozen=True)
class Step:
    """One hand adds people to a field, or writes other words."""

    hand: Author
    field: str
    people: tuple[Address, ...] = ()


@dataclass
class Case:
    """A composed draft, and what has to be said of it."""

    draft: Draft
    answers: bool
    steps: tuple[Step, ...]
    must: list[str] = field(default_factory=list)


def compose(world: World, seed: int) -> Case:
    """The draft number `seed`: its first hand, and up to three more steps of whoever."""
    rng = random.Random(seed)
    maker = rng.choice((PERSON, MODEL, CLAUDE))
    answers = rng.random() < 0.5
    steps = [Step(maker, "to", _some(rng, least=1))]
    for _ in range(rng.randrange(4)):
        hand, name = rng.choice(tuple(NAMES)), rng.choice(("to", "cc", "bcc", "body"))
        steps.append(Step(hand, name, () if name == "body" else _some(rng, least=0)))
    draft = _write(world, steps, answers=answers)
    case = Case(draft, answers, tuple(steps))
    case.must += _expected(case)
    return case


def _some(rng: random.Random, *, least: int) -> tuple[Address, ...]:
    return tuple(rng.sample(EVERYBODY, rng.randrange(least, 4)))


def _write(world: World, steps: list[Step], *, answers: bool) -> Draft:
    house, first = world.house, steps[0]
    content = DraftContent(ME, to=first.people, subject="Plan", body="Hello,\n\nyes.\n\nAlex")
    draft = house.store.drafts.create(
        "work",
        first.hand,
        content,
        state=DraftState.EDITED if first.hand == PERSON else DraftState.PROPOSED,
        now=house.now,
        reply_to_id=world.report.id if answers else 0,
        sources=() if first.hand == PERSON else world.sources,
    )
    for number, step in enumerate(steps[1:], start=1):
        draft = _change(world, draft, step, number)
    return draft


def _change(world: World, draft: Draft, step: Step, number: int) -> Draft:
    """The step as it comes into the draft: by the person's save, or by a change that they take."""
    drafts, now = world.house.store.drafts, world.house.now + 100 * number
    content = draft.content
    if step.field == "body":
        content = replace(content, body=f"{content.body}\n{number}")
    else:
        there = {a.key for a in content.recipients}
        new = tuple(a for a in step.people if a.key not in there)
        fields: dict[str, Any] = {step.field: (*getattr(content, step.field), *new)}
        content = replace(content, **fields)
    if content == draft.content:
        return draft
    if step.hand == PERSON:
        return drafts.save(draft.id, draft.revision, content, PERSON, now=now)
    change = drafts.changes.propose(
        draft.id, draft.revision, content, step.hand, now=now, sources=world.sources
    )
    return drafts.changes.take(change.id, draft.revision, content, content, last=True, now=now)


def _placed(case: Case) -> Iterator[tuple[Address, str, Author]]:
    """Every recipient with the field and the hand that put it there."""
    seen: set[str] = set()
    for step in case.steps:
        if step.field == "body":
            continue
        for person in step.people:
            if person.key not in seen:
                seen.add(person.key)
                yield person, step.field, step.hand


def _hands(case: Case) -> list[Author]:
    """Who changed something, in order, the maker first."""
    seen: set[str] = set()
    hands = []
    for step in case.steps:
        new = {a.key for a in step.people} - seen
        seen |= new
        if step.field == "body" or new or step is case.steps[0]:
            hands.append(step.hand)
    return list(dict.fromkeys(hands))


def _expected(case: Case) -> Iterator[str]:
    """What has to stand on the screen."""
    hands = _hands(case)
    maker = hands[0]
    has_sources = any(hand != PERSON for hand in hands)
    yield "Your draft" if maker == PERSON else f"{NAMES[maker][:1].upper()}{NAMES[maker][1:]} propo"
    for hand in hands[1:]:
        if not (maker == PERSON and hand == PERSON):
            yield NAMES[hand]
    if any(person not in {DANA, KIM} for person, _, _ in _placed(case)):
        yield "ou have never written to"
    for person, name, hand in _placed(case):
        if person not in {DANA, KIM}:
            yield f"{person.email}"
            yield _whence(case, person, hand, has_sources=has_sources)
        if name == "bcc" and hand != PERSON:
            who = BROUGHT[hand]
            yield f"{who[:1].upper()}{who[1:]} put {person.email} into Bcc"
        if person in {FALSE_DANA, NEAR_DANA}:
            yield DANA.email


def _whence(case: Case, person: Address, hand: Author, *, has_sources: bool) -> str:
    """Where the person's address comes from."""
    if person is RITA and has_sources:
        return "whom you named when you asked"
    if case.answers and person is SAM:
        return "who wrote “Report”"
    if case.answers and person is EVE:
        return "in Cc of “Report” by sam@reed.example"
    if hand == PERSON:
        return "whom you put in"
    if person is MALLORY:
        return "only in the text of “Codes” by ruth@lee.example"
    if person is FILIP:
        return "only in the text of “Plan”"
    return f"whom {BROUGHT[hand]} brought"

"""Everyday requests to the starter assistant, over one small mailbox: what must come of each.

The lines below a request: `reply KEY LANG: words` (the mail answered, and all the words between
greeting and sign-off; `¶` is a new paragraph), `new ADDRESS LANG: words`, `forward ADDRESS LANG:
words`, `choose A; B` (offered instead of a guess), `says …` (part of what it tells), `tools …`
(every call in order), `nothing` (no draft).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from desktop_app.assistant.starter.letter import MANNERS
from desktop_app.assistant.starter.wording.days import CALENDARS
from desktop_app.assistant.transcript import Choice
from desktop_app.mail.drafts.checks_text import found_in
from desktop_app.model.message import Message
from tests.assistant.everyday_house import HERE, Told, played, seeded
from tests.depths import one_in
from tests.fakes.house import TestHouse

FILES = ("english.txt", "other_languages.txt", "first_sight.txt")


@dataclass
class Case:
    """A request, the mail that is open, and the lines that say what must come of it."""

    opened: str
    asks: list[str]
    lines: list[str] = field(default_factory=list)

    def of(self, kind: str) -> list[str]:
        pairs = (line.partition(" ") for line in self.lines)
        return [rest for name, _, rest in pairs if name == kind]


def cases() -> Iterator[Case]:
    for name in FILES:
        case: Case | None = None
        for line in (HERE / name).read_text("utf-8").splitlines():
            if line.startswith("  ") and case is not None:
                case.lines.append(line.strip())
            elif line and not line.startswith("#"):
                if case is not None:
                    yield case
                opened, _, asks = line.partition(" > ")
                case = Case(opened, asks.split(" >> "))
        if case is not None:
            yield case


CASES = list(cases())


def told(house: TestHouse, box: dict[str, Message], case: Case) -> Told:
    return played(house, box, case.opened, case.asks)


def body_of(words: str, first_name: str, language: str) -> str:
    """The whole body around the words, for a reader of that first name (empty: several)."""
    manner = MANNERS[language]
    opening = manner.greeting.format(name=first_name) if first_name else manner.greeting_unknown
    return f"{opening}\n\n{words.replace('¶', chr(10) * 2)}\n\n{manner.sign_off}\nAlex"


@one_in(7)
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.opened}: {' >> '.join(case.asks)}")
def test_an_everyday_request_comes_to_what_it_says(house: TestHouse, case: Case) -> None:
    box = seeded(house)
    came = told(house, box, case)
    for line in case.of("reply"):
        _expect_reply(came, box, line)
    for line in [*case.of("new"), *case.of("forward")]:
        _expect_new(came, line)
    for said in case.of("says"):
        assert said in came.text
    for names in case.of("tools"):
        assert came.tools == names.split()
    for options in case.of("choose"):
        [choice] = [e for e in came.events if isinstance(e, Choice)]
        assert [o.label for o in choice.options] == options.split("; ")
    drafts_due = len(case.of("reply")) + len(case.of("new")) + len(case.of("forward"))
    assert len(came.drafts) == drafts_due
    _expect_no_made_up_fact(came, case)


def _expect_reply(came: Told, box: dict[str, Message], line: str) -> None:
    heads, _, words = line.partition(": ")
    key, language, *more = heads.split()
    [draft] = came.drafts
    assert draft.reply_to_id == box[key].id
    assert [a.email for a in draft.content.to] == [box[key].sender.email]
    assert bool(draft.content.cc) == bool(more)
    name = "" if more else box[key].sender.first_name
    assert _plain(draft.content.body) == body_of(words, name, language)
    assert draft.content.signature == "Alex Morgan\nFernhill"
    assert "Fernhill" not in draft.content.body
    assert bool(found_in(draft.content.body).placeholder) == ("[" in words)


def _expect_new(came: Told, line: str) -> None:
    heads, _, words = line.partition(": ")
    address, language = heads.split()
    [draft] = came.drafts
    assert [a.email for a in draft.content.to] == [address]
    name = draft.content.to[0].first_name if draft.content.to[0].name else ""
    assert _plain(draft.content.body) == body_of(words, name, language)


def _plain(text: str) -> str:
    return text.replace("\xa0", " ")


OF_THE_SENTENCES = set(
    "I I'm I'll Sie Ihnen Ihr Ihre Ihren Dank Entschuldigung Antwort Grüße Alex Fernhill".split()
)
"""Capitals of the sentences the starter knows, and the writer's own name."""

NAMES_OF_DAYS = {
    word.lower() for words in CALENDARS.values() for word in (*words.weekdays, *words.months)
}


def _expect_no_made_up_fact(came: Told, case: Case) -> None:
    """Every number and every name in a draft stands in what was asked or read; a day that was asked
    for may be named in another language."""
    for draft in came.drafts:
        read = " ".join(f"{s.title} {s.text}" for s in draft.sources)
        given = f"{' '.join(case.asks)} {read} {draft.content.to}"
        known = {word.lower() for word in re.findall(r"\w+", given)}
        body = draft.content.body
        numbers = set(re.findall(r"\d+", given))  # 3pm is 15 Uhr
        numbers |= {str(int(n) + 12) for n in numbers if int(n) < 12}
        assert set(re.findall(r"\d+", body)) - numbers - {"00"} == set()
        names = set(re.findall(r"(?<=[\w,;] )[A-ZÄÖÜ][\w-]+", body)) - OF_THE_SENTENCES
        assert {n for n in names if n.lower() not in known | NAMES_OF_DAYS} == set()

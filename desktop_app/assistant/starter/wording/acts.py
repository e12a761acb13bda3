"""Acts: what one piece of an instruction comes to, before it is a sentence of a letter."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Meaning(StrEnum):
    """Meanings that can be put into every one of the languages."""

    YES = "yes"
    NO = "no"
    THANKS = "thanks"
    DECLINE = "decline"
    ACCEPT = "accept"
    SORRY = "sorry"
    CONFIRM = "confirm"
    CANCEL = "cancel"
    WILL_COME = "will come"
    CANNOT_COME = "cannot come"
    SUITS = "suits"
    SUITS_NOT = "suits not"
    PROPOSE = "propose"
    GET_BACK = "get back"
    LATE = "late"
    MORE_DETAILS = "more details"
    REMIND = "remind"


@dataclass(frozen=True, slots=True)
class Day:
    """A day as it was said. `weekday` counts from Monday, 0; `relative` is 0 for today, 1 for
    tomorrow, 7 for next week; a date has `date` and `month`. `next` is `next Friday`."""

    weekday: int | None = None
    relative: int | None = None
    date: int | None = None
    month: int | None = None
    year: int | None = None
    next: bool = False
    part: str = ""
    """morning, afternoon, evening or nothing."""

    hour: int | None = None
    minute: int = 0


@dataclass(frozen=True, slots=True)
class Days:
    """One or several days, `or` or `and` between them."""

    days: tuple[Day, ...]
    joined: str = "or"


@dataclass(frozen=True, slots=True)
class Gist:
    """A meaning, with the days it is about, that needs no words of the person."""

    meaning: Meaning
    days: Days | None = None


@dataclass(frozen=True, slots=True)
class Sentence:
    """A finished sentence in `language`; `gist` says the same for the other languages, where it can
    be said there."""

    text: str
    language: str
    gist: Gist | None = None


@dataclass(frozen=True, slots=True)
class Quote:
    """The person's own words, to be left as they are."""

    text: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """Words that no rule makes a sentence of."""

    text: str


Act = Gist | Sentence | Quote | Unclear

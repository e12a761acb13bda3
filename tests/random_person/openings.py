"""Openings: where a run may begin. Each is a few steps that people do, done to the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from tests.random_person.world import LABEL

Opening = Callable[[Any], None]
QUIET = "when all is quiet"


def inbox(person: Any) -> None:
    """Nothing was done yet."""


def two_proposals(person: Any) -> None:
    """Two drafts of the assistant wait, the newest is open."""
    for place in (0, 1):
        person.the_assistant_proposes(place=place, body="short", crowd=False, speed=QUIET)
    person.review_a_draft(row=0, speed=QUIET)


def proposal_to_a_crowd(person: Any) -> None:
    """A reply to all thirty, written by the assistant and open."""
    person.the_assistant_proposes(place=5, body="short", crowd=True, speed=QUIET)
    person.review_a_draft(row=0, speed=QUIET)


def proposal_to_a_few(person: Any) -> None:
    """A reply to two, written by the assistant and open."""
    person.the_assistant_proposes(place=0, body="short", crowd=True, speed=QUIET)
    person.review_a_draft(row=0, speed=QUIET)


def long_proposal(person: Any) -> None:
    """More lines than are in sight, and two recipients."""
    person.the_assistant_proposes(place=2, body="long", crowd=True, speed=QUIET)
    person.review_a_draft(row=0, speed=QUIET)


def own_reply(person: Any) -> None:
    """A reply is begun."""
    person.open_a_row(row=0, speed=QUIET)
    person.answer_or_write(key="Ctrl+R", speed=QUIET)
    person.type_a_word_of_ones_own(speed=QUIET)


def formatted_reply(person: Any) -> None:
    """A reply is begun, and made formatted."""
    own_reply(person)
    person.change_the_kind(formatted=True, sure=True, speed=QUIET)
    person.format_by_a_key(key="Ctrl+B", writes=True, speed=QUIET)


def words_just_typed(person: Any) -> None:
    """A reply is begun, and a word of it was typed a moment ago."""
    own_reply(person)
    person.type_a_word_of_ones_own(speed="at once")


def conversation(person: Any) -> None:
    """One conversation is read."""
    person.open_a_row(row=2, speed=QUIET)


def own_window(person: Any) -> None:
    """A reply is begun in a window of its own; another one stands in the main window."""
    own_reply(person)
    person.use_windows_of_drafts(how="out or back", number=0, speed=QUIET)
    person.use_windows_of_drafts(how="another window", number=0, speed=QUIET)
    person.open_a_row(row=1, speed=QUIET)
    person.answer_or_write(key="Ctrl+R", speed=QUIET)


def moved_proposal(person: Any) -> None:
    """A proposal is in a window of its own, another one is listed."""
    two_proposals(person)
    person.use_windows_of_drafts(how="out or back", number=0, speed=QUIET)
    person.use_windows_of_drafts(how="another window", number=0, speed=QUIET)


def narrow_reply(person: Any) -> None:
    """A reply is begun in a small window."""
    person.resize(size=(900, 600), speed=QUIET)
    own_reply(person)


def countdown(person: Any) -> None:
    """A reply was sent a moment ago."""
    own_reply(person)
    person.send(how="key", speed=QUIET)


def trash(person: Any) -> None:
    """Two conversations lie in Trash, and are looked at."""
    for row in (0, 1):
        person.open_a_row(row=row, speed=QUIET)
        person.organise_by_key(key="#", speed=QUIET)
    person.go_to_trash(speed=QUIET)


def labelled(person: Any) -> None:
    """A conversation with a label is read."""
    person.open_a_row(row=1, speed=QUIET)
    person.choose_a_label(key="L", name=LABEL)


def offered_change(person: Any) -> None:
    """A program would change a reply that is begun."""
    own_reply(person)
    person.a_program_would_change_a_draft(place=0, how="body", speed=QUIET)


def settings(person: Any) -> None:
    """The settings are open."""
    person.press_a_key(key="Ctrl+,", speed=QUIET)


OPENINGS: Mapping[str, Opening] = MappingProxyType(
    {
        made.__name__.replace("_", " "): made
        for made in (
            inbox,
            two_proposals,
            proposal_to_a_crowd,
            proposal_to_a_few,
            long_proposal,
            own_reply,
            formatted_reply,
            words_just_typed,
            conversation,
            settings,
            own_window,
            moved_proposal,
            narrow_reply,
            countdown,
            trash,
            labelled,
            offered_change,
        )
    }
)

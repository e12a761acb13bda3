"""No sentence that a program is told names a tool that is not listed to it."""

from __future__ import annotations

import re

import pytest

from desktop_app.mcp_bridge import listing, prompts
from desktop_app.mcp_bridge.server import INSTRUCTIONS
from desktop_app.model.bridge import NEVER_SENDS
from desktop_app.model.errors import KnownError
from desktop_app.tools.adapters.table import ADAPTERS, FAMILIES
from desktop_app.tools.calls.other_names import WAYS
from desktop_app.tools.catalogue import ALL_TOOLS
from desktop_app.tools.known_names import way_to
from desktop_app.tools.listed_names import told
from tests.fakes.house import TestHouse
from tests.tools.guesses.test_guesses import ALL, known

IDS = [family.id for family in FAMILIES]
NAMES = {tool.name for tool in ALL_TOOLS if "_" in tool.name} | (set(ADAPTERS) - {"gmail"})
WORD = re.compile(r"(?<![\w-])[A-Za-z_]{4,}(?![\w-])")
ASKED = ("sendEmail", "read_mail", "reply", "archive", "list_folders", "forward", "find_thread")


def listed(family: str) -> set[str]:
    return {tool.name for tool in listing.tools(frozenset(), family)}


def unlisted(text: str, family: str) -> set[str]:
    return (set(WORD.findall(text)) & NAMES) - listed(family)


@pytest.mark.parametrize("family", IDS)
def test_what_is_always_said_names_what_is_listed(family: str) -> None:
    for text in (INSTRUCTIONS, *WAYS.values(), *map(way_to, ASKED)):
        assert unlisted(told(text, family), family) == set(), text
    for prompt in prompts.PROMPTS:
        given = {a.name: "Dana" for a in prompt.arguments or ()}
        made = prompts.make(prompt.name, given, family)
        assert made is not None
        assert unlisted(str(made.messages[0].content), family) == set()


@pytest.mark.parametrize("family", IDS)
def test_that_no_program_sends_is_said_to_all(family: str) -> None:
    assert NEVER_SENDS in INSTRUCTIONS
    assert NEVER_SENDS in told(INSTRUCTIONS, family)


def test_next_steps_of_errors_name_what_is_listed(house: TestHouse) -> None:
    world, there = known(house), {family: listed(family) for family in IDS}
    for guess in ALL:
        if not guess.way or guess.before:
            continue
        with pytest.raises(KnownError) as caught:
            world.call(guess.name, guess.arguments)
        for family in IDS:
            answer = listing.failure(caught.value, family).structured_content or {}
            named = set(WORD.findall(answer["next_step"])) & NAMES
            assert named <= there[family], (family, guess.id)


def test_ours_are_said_as_they_are_without_a_family() -> None:
    for text in (INSTRUCTIONS, *map(way_to, ASKED)):
        assert told(text, "") == text


def test_a_family_s_own_names_stand_for_ours() -> None:
    assert (
        told("search_messages finds mail.", "gmail_server") == "gmail_search_messages finds mail."
    )
    assert told("Give it. rename_label renames it.", "gmail_server") == "Give it."

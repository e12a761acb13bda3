"""What a program is told of a draft has a bound, and reads on; white space carries no words."""

from __future__ import annotations

from threading import Event
from typing import Any

import msgspec
import pytest

from desktop_app.mcp_bridge.answers import data_of
from desktop_app.mcp_bridge.problems import LONGEST_SENTENCE, described, words
from desktop_app.model.draft import Origin
from desktop_app.model.errors import BadInput, Cancelled, NotFound
from desktop_app.store.mail.known_words import KnownWords
from desktop_app.tools.names.reference import LONGEST_HINT, MOST_NEAR
from desktop_app.tools.runner import Runner
from desktop_app.tools.verbs.get_draft import MOST_CHARS, MOST_PEOPLE
from tests.fakes.house import TestHouse, mail

TOLD = 4 * MOST_CHARS + 40_000
"""Bytes of an answer, as text or as data: the draft's text, the caller's own words in it, the
person's changes, people and files."""


@pytest.fixture
def program(house: TestHouse) -> Runner:
    return house.runner(Origin.MCP, "Claude")


def size(found: Any) -> int:
    """Of the larger of the two forms of an answer."""
    data = len(msgspec.json.encode(data_of(found)))
    return max(data, len(found.display.encode()))


def value(runner: Runner, tool: str, /, **arguments: Any) -> Any:
    return runner.call_by_name(tool, arguments)[1].unwrap()


def test_a_long_draft_is_told_in_parts_that_make_all_of_it(
    house: TestHouse, program: Runner
) -> None:
    body = " ".join(f"word{n:06d}" for n in range(9_000))
    message = house.add(mail())
    saved = value(program, "draft_reply", message_id=str(message.id), body=body)
    read, offset = "", 0
    while True:
        found = value(program, "get_draft", draft_id=saved.draft_id, offset=offset)
        assert size(found) < TOLD
        read += found.body
        offset = found.next_offset
        if not offset:
            break
        assert f"offset={offset} reads on" in found.display
    assert read.startswith(body)
    assert "Could you look at the budget?" in read


def test_a_draft_to_everybody_with_everything_has_a_bound_too(
    house: TestHouse, program: Runner
) -> None:
    many = [f"p{n}@x{n}.example" for n in range(2_000)]
    files = [{"filename": f"{n}.txt", "content": "eA=="} for n in range(300)]
    saved = value(program, "create_draft", to=many, body="x " * 60_000, files=files)
    found = value(program, "get_draft", draft_id=saved.draft_id)
    assert size(found) < TOLD
    assert found.draft.to[-1] == f"and {len(many) - MOST_PEOPLE} more"
    edited = house.runner()
    value(edited, "update_draft", draft_id=saved.draft_id, base_revision=1, body="y\n" * 60_000)
    found = value(program, "get_draft", draft_id=saved.draft_id)
    assert found.edits.startswith("--- proposed")
    assert size(found) < TOLD
    assert size(value(program, "list_drafts")) < 5_000


def test_few_words_of_a_hint_may_have_a_typo_and_looking_for_them_can_be_called_off(
    house: TestHouse, program: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.add(mail("One budget", "a b c d e f g h"))
    looked, stop = 0, Event()
    near = KnownWords.near

    def counted(known: KnownWords, word: str) -> tuple[str, ...]:
        nonlocal looked
        looked += 1
        if word == "stopped":
            stop.set()
        return near(known, word)

    monkeypatch.setattr(KnownWords, "near", counted)
    hint = " ".join(f"word{n:02d}" for n in range(30))
    with pytest.raises(NotFound):
        value(program, "get_message", text=hint)
    assert looked == MOST_NEAR
    with pytest.raises(Cancelled):
        program.call_by_name("get_message", {"text": "stopped budgez more"}, cancelled=stop)
    assert looked == MOST_NEAR + 1
    assert value(program, "get_message", text="budgez").candidates


def test_an_error_that_says_what_was_asked_has_a_length(program: Runner) -> None:
    with pytest.raises(BadInput) as raised:
        value(program, "create_draft", to=["a@b, " * 100_000])
    assert len(words(raised.value)) < 2 * LONGEST_SENTENCE + 10
    assert len(msgspec.json.encode(described(raised.value))) < 9 * LONGEST_SENTENCE


def test_a_preview_of_another_family_names_no_way_that_it_has_not(program: Runner) -> None:
    given = {"to": ["a@x.example"], "subject": "S", "body": "word " * MOST_CHARS}
    found = value(program, "sendPreview", **given)
    assert len(found.body) == MOST_CHARS
    assert "[cut here; the person sees all of it]" in found.display
    assert "reads on" not in found.display


@pytest.mark.parametrize("hint", ["from_", "subject", "text"])
def test_a_hint_has_a_length(house: TestHouse, program: Runner, hint: str) -> None:
    house.add(mail())
    with pytest.raises(BadInput, match=f"{LONGEST_HINT} characters at most"):
        value(program, "get_message", **{hint: "budgez " * 100_000})

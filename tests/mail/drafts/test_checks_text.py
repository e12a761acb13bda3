"""mail.drafts.checks_text: what is found in words, whatever their length."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.mail.drafts import checks, checks_text
from desktop_app.mail.drafts.checks_text import LONGEST, REACH, found_in, stretches
from desktop_app.mail.words.confidential import has_card_number
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftContent
from tests.depths import examples

FILLER = "Nothing to be found stands in this line of a long letter.\n"
WORDS = st.sampled_from(["word", "q" * 700, "[date]", "ä" * 90, "a b c"])
GAPS = st.sampled_from([" ", "\n", "\n" * 40, "", "\t"])
LONG = st.lists(st.tuples(WORDS, GAPS), max_size=300).map(
    lambda pairs: "".join(f"{word}{number}{gap}" for number, (word, gap) in enumerate(pairs))
)


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks_text, "TURN_SECONDS", 0)
    checks_text._found_in_stretch.cache_clear()


@pytest.mark.parametrize("before", [0, 1, 35, 36, 37, 900, 5000])
def test_everything_is_found_wherever_in_a_long_text_it_stands(before: int) -> None:
    text = FILLER * before + "See [date], it is attached: 4111 1111 1111 1111, ghp_" + "a" * 36
    found = found_in(f"{text}\n{FILLER * 3000}")
    assert (found.placeholder, found.attached) == ("[date]", "attached")
    assert found.card
    assert found.key


@pytest.mark.parametrize("before", range(LONGEST - 40, LONGEST + 40))
def test_what_stands_where_a_long_line_is_cut_is_found(before: int) -> None:
    assert found_in("q" * before + " see the enclosed [insert price here] ok " + "y" * 9000) == (
        checks_text.Found(placeholder="[insert price here]", attached="see the enclosed")
    )


def test_the_first_one_is_named() -> None:
    text = FILLER * 500 + "[name]\n" + FILLER * 500 + "[date]\n"
    assert found_in(text).placeholder == "[name]"


@settings(max_examples=examples(60), deadline=None)
@given(LONG)
def test_stretches_hold_the_whole_text_and_none_is_long(text: str) -> None:
    parts = list(stretches(text))
    assert max(map(len, parts)) <= LONGEST
    assert sum(map(len, parts)) >= len(text)
    for word in text.split():
        assert len(word) > REACH or any(word in part for part in parts)


def test_an_edit_makes_few_stretches_new() -> None:
    lines = [f"This is line {n} of a long letter about boards.\n" for n in range(8000)]
    before = set(stretches("".join(lines)))
    lines.insert(10, "And one more.\n")
    assert len(set(stretches("".join(lines))) - before) <= 2


def test_a_save_looks_through_what_is_new_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []

    def looking(text: str) -> bool:
        looked.append(text)
        return has_card_number(text)

    monkeypatch.setattr(checks_text, "has_card_number", looking)
    text = "".join(f"This is line {n} of a long letter about boards.\n" for n in range(8000))
    found_in(text)
    first = len(looked)
    found_in(f"Typed. {text}")
    assert first > 100
    assert len(looked) - first <= 2


def test_a_text_is_looked_through_once_for_all_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []

    def counted(text: str) -> checks_text.Found:
        seen.append(text)
        return checks_text.Found()

    monkeypatch.setattr(checks, "found_in", counted)
    content = DraftContent(from_=Address("", "a@b.example"), body=FILLER, subject="S")
    checks.check_draft(content)
    assert sorted(seen) == sorted(["S", FILLER])

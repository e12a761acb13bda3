"""mail.words.greeted: a greeting is judged only where it is of a person by name."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.words.greeted import greeted
from desktop_app.model.address import Address

NAMES = st.text(st.sampled_from("abdeilmnorstuv"), min_size=2, max_size=9).map(
    lambda word: "Z" + word
)
SMALL = st.text(st.sampled_from("abdeilmnorstuv"), min_size=2, max_size=9).map(
    lambda word: "z" + word
)


@given(st.lists(NAMES, min_size=1, max_size=3))
def test_names_are_found(names: list[str]) -> None:
    said, folded = greeted(f"Dear {' and '.join(names)},\n\nyes.")
    assert (said, folded) == (" and ".join(names), tuple(name.lower() for name in names))


@given(st.lists(SMALL, min_size=1, max_size=3), st.lists(NAMES, max_size=2))
def test_a_sentence_that_begins_so_greets_nobody(words: list[str], names: list[str]) -> None:
    assert greeted(f"Hello {' '.join([*words, *names])}\n\nyes.") == ("", ())


@given(SMALL)
def test_small_letters_are_a_name_of_the_conversation(word: str) -> None:
    person = Address(f"{word.title()} Roth", "r@x.example")
    assert greeted(f"hi {word}\n", (person,)) == (word, (word,))


def test_somebody_called_like_a_group_is_a_person() -> None:
    assert greeted("Hi Guy Friend,\n") == ("Guy Friend", ("guy",))
    assert greeted("Hi Friend,\n") == ("", ())
    assert greeted("Hi Friend,\n", (Address("Tom Friend", "t@x.example"),))[1] == ("friend",)

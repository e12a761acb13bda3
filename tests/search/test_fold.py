"""How text becomes words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.search.fold import exact_words, fold, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hello, World", ["hello", "world"]),
        ("Café naïve ÅNGSTRÖM", ["cafe", "naive", "angstrom"]),
        ("Straße", ["strasse"]),
        ("dana@example.com", ["dana", "example", "com"]),
        ("e-mail's", ["e", "mail", "s"]),
        ("東京タワー", ["東", "京", "タ", "ワ", "ー"]),
        ("ｶﾞｲﾄﾞ", ["ガ", "イ", "ド"]),
        ("한국어 회의", ["한", "국", "어", "회", "의"]),
        ("ＡＢＣ１２", ["abc12"]),
        ("مَرْحَبًا", ["مرحبا"]),
        ("שָׁלוֹם", ["שלום"]),
        ("Привет, ЁЖ", ["привет", "еж"]),
        ("हिन्दी", ["हिनदी"]),
        ("party 🎉🎂", ["party", "🎉", "🎂"]),
        ("zero\u200bwidth so\u00adft", ["zerowidth", "soft"]),
        ("“quoted”—dash…", ["quoted", "dash"]),
        ("a_b", ["a", "b"]),
        ("\ud800broken\x00text", ["broken", "text"]),
        ("", []),
    ],
)
def test_text_is_cut_and_folded_into_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_decomposed_and_composed_letters_are_the_same() -> None:
    assert words("e\u0301te\u0301") == words("été") == ["ete"]


def test_exact_words_keep_accents_but_not_case() -> None:
    assert exact_words("Café, CAFE 東京") == ["café", "cafe", "東", "京"]


def test_ascii_is_left_alone_for_the_tokenizer() -> None:
    assert fold("Plain ASCII, as it is") == "Plain ASCII, as it is"


@given(st.text(alphabet=st.characters(), max_size=60))
def test_folding_twice_changes_no_word(text: str) -> None:
    assert words(fold(text)) == words(text)


@given(st.text(max_size=40), st.text(max_size=40))
def test_words_apart_stay_the_words_they_were(one: str, two: str) -> None:
    assert words(f"{one} . {two}") == words(one) + words(two)


@given(st.text(alphabet=st.characters(), max_size=60))
def test_a_word_can_always_stand_in_a_quoted_expression(text: str) -> None:
    for word in words(text):
        assert not set(word) & set(' "*(){}:^+-\x00')
        word.encode()

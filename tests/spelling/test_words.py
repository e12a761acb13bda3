"""Which words are checked: each stands where it is said to be, and what is no word is left out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.spelling.words import words_of

PIECES = st.sampled_from(
    (
        *("word", "wörd", "naïve", "слово", "שלום", "مرحبا", "日本", "😀", "👩\u200d👩\u200d👧"),
        *("e\u0301te\u0301", "B2B-Kunde", "well-known", "l'été", "don’t", "a@b.example", "NASA"),
        *("https://x.example/tset", "file.pdf", "[a plcae]", "`pyhton`", "{{nmae}}", "3rd"),
        *("/etc/pasword", "_x_", "iPhone", "»q«", "\u200d", "𝐀𝐁"),
    )
)
BETWEEN = st.sampled_from([" ", "  ", ", ", ". ", "\t", "(", ")", "\u00a0", "!", "…", "—", ""])


@st.composite
def texts(draw: st.DrawFn) -> str:
    parts = draw(st.lists(st.tuples(PIECES | st.text(max_size=6), BETWEEN), max_size=12))
    return "".join(piece + between for piece, between in parts)


@given(texts())
def test_each_word_is_what_stands_at_its_place(text: str) -> None:
    end = 0
    for word in words_of(text):
        assert text[word.start : word.end] == word.text
        assert word.start >= end
        end = word.end
        for start, stop in word.parts:
            assert word.start <= start < stop <= word.end


LEFT_OUT = {
    "an address": "anna.schmdit@exmaple.org",
    "a link": "https://exmaple.org/tset?q=wrod",
    "a link without its scheme": "www.exmaple.org",
    "a host": "exmaple.org",
    "a path": "/home/anna/Dokumnte",
    "a path at home": "~/Dokumnte",
    "a path of Windows": "C:\\Dokumnte\\tset",
    "a file": "Angebto.pdf",
    "a file in capitals": "SCNA.PDF",
    "a placeholder": "[nmae of the persn]",
    "a field": "{{nmae}}",
    "another field": "{frist nmae}",
    "code": "`pyhton -m tset`",
    "a call": "prnt()",
    "a tag": "<sapn>",
    "an option": "--verbsoe",
    "a topic": "#vaccation",
    "someone": "@annna",
    "a name in code": "my_vraiable",
    "a word with digits": "wrod2vec",
    "a number": "3rd",
    "short capitals": "WLNAX",
    "mixed case": "iPhnoe",
    "one letter": "q",
    "an emoji's name": ":simle:",
    "no word at all": "q" * 61,
}


@pytest.mark.parametrize("what", LEFT_OUT)
def test_it_is_left_out(what: str) -> None:
    found = [word.text for word in words_of(f"before {LEFT_OUT[what]}, behind")]
    assert found == ["before", "behind"]


@given(st.sampled_from(sorted(LEFT_OUT.values())), texts(), texts())
def test_it_is_left_out_whatever_stands_around(left_out: str, before: str, behind: str) -> None:
    """Unless that opens what it stands in: a bracket, or code."""
    if set("`[{<>]}") & set(before + behind):
        return
    text = f"{before} {left_out} {behind}"
    start = len(before) + 1
    if text.lstrip().startswith(">"):
        return
    inside = [w for w in words_of(text) if start < w.end and w.start < start + len(left_out)]
    assert inside == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a Haus- und Gartenarbeit", ["Haus", "und", "Gartenarbeit"]),
        ("und/oder", ["und", "oder"]),
        ("Ende.Danach", ["Ende", "Danach"]),
        ("die B2B-Kunden", ["die", "Kunden"]),
        ("PLEASE ANSWER", ["PLEASE", "ANSWER"]),
        ("(word) “word”, word!", ["word", "word", "word"]),
        ("Kolleg*innen", ["Kolleg", "innen"]),
        ("well-known l'été don’t", ["well-known", "l'été", "don’t"]),
    ],
)
def test_these_are_checked(text: str, words: list[str]) -> None:
    assert [word.text for word in words_of(text)] == words


def test_nothing_of_a_quoted_line_is_checked() -> None:
    assert words_of("> a wrod") == words_of("  >> a wrod") == []
    assert words_of("a > b wrod") != [], "the control"

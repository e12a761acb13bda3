"""Which language a passage is in, and which of its words are marked."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.spelling.judging import MOST_MARKS, judge
from desktop_app.spelling.passages import Judged, Passage
from tests.spelling.here import WORDS


class Listed:
    """A dictionary of some words, capitals at will."""

    def __init__(self, words: str) -> None:
        self._words = {each.lower() for each in words.split()}

    def right(self, word: str) -> bool:
        return word.lower() in self._words


SPELLERS = {code: Listed(words) for code, words in WORDS.items()}


def found(text: str, around: tuple[str, ...] = (), forced: str = "") -> Judged:
    return judge([Passage(text, around, forced)], SPELLERS)[0]


def marked(judged: Judged) -> list[str]:
    return [mark.word for mark in judged.marks]


def test_the_language_is_the_one_whose_dictionary_has_most_words() -> None:
    english, german = judge(
        [Passage("this is the hosue"), Passage("das ist nicht das Huas")], SPELLERS
    )
    assert (english.language, marked(english), english.settled) == ("en_US", ["hosue"], True)
    assert (german.language, marked(german), german.settled) == ("de_DE", ["Huas"], True)


def test_what_could_be_both_is_what_is_around_it() -> None:
    assert found("wrod", ("de_DE",)).language == "de_DE"
    assert found("wrod", ("en_US",)).language == "en_US"
    assert found("in wrod").marks[0].languages[0] == "en_US", "one word says it already"
    before, _, behind = judge(
        [Passage("das ist nicht das Haus"), Passage("wrod"), Passage("ich bitte die Donau")],
        SPELLERS,
    )
    assert before.settled
    assert behind.settled
    assert judge([Passage("das ist nicht das Haus"), Passage("wrod")], SPELLERS)[1].language == (
        "de_DE"
    )


def test_one_word_of_four_does_not_settle_a_language() -> None:
    """*Herr* is in English dictionaries, and a German greeting is no English."""
    assert not found("wrod table wrod wrod").settled
    assert found("wrod table wrod the").settled


def test_in_doubt_a_word_that_is_right_in_one_of_them_is_right() -> None:
    assert marked(found("Tisch table", ("de_DE",))) == []
    assert marked(found("Tisch table tabel", ("de_DE",))) == ["tabel"]
    assert marked(found("this is Haus")) == [], "one word of three says nothing"


def test_a_passage_in_no_chosen_language_is_left_alone() -> None:
    other = "tisztelt hölgyem köszönöm a levelét holnap is válaszolok rá"
    assert found("gentile signora la ringrazio per il messaggio") == Judged(settled=True)
    assert found("здравствуйте спасибо") == Judged()
    assert found(other) == Judged(settled=True)
    short = "köszönöm szépen"
    assert judge([Passage(other), Passage(short)], SPELLERS)[1] == Judged(), "as what is around it"
    assert found(short, ("",)) == Judged()
    assert marked(found(short, ("en_US",))) != []
    assert marked(found("gentile signora la ringrazio", forced="en_US")) != [], "unless one says so"


def test_many_errors_do_not_make_it_another_language() -> None:
    assert marked(found("please raed tihs lettr adn the tabel and the hosue with you")) == [
        *("raed", "tihs", "lettr", "adn", "tabel", "hosue")
    ]
    assert marked(found("please raed tihs lettr you")) == ["raed", "tihs", "lettr"]


def test_the_persons_word_about_the_language_counts() -> None:
    assert marked(found("das ist nicht das Haus", forced="en_US")) == [
        *("das", "ist", "nicht", "das", "Haus")
    ]


def test_a_quotation_has_a_language_of_its_own() -> None:
    text = "this is the line „das ist nicht das Huas“ and you have the tabel"
    assert marked(found(text)) == ["Huas", "tabel"]
    text = "bitte „this is the line and you have the table with the house“"
    assert (found(text).language, marked(found(text))) == ("en_US", [])


def test_words_of_another_language_side_by_side_are_let_be() -> None:
    assert marked(found("please write this line to the Donau Dampfer in the house")) == []
    assert marked(found("please write this line to the Donau in the house")) == ["Donau"]


def test_a_noun_of_another_language_is_let_be_in_german() -> None:
    assert marked(found("das ist nicht das Table und ich bitte")) == []
    assert marked(found("das ist nicht das table und ich bitte")) == ["table"]


def test_of_a_compound_and_behind_an_elision_what_is_wrong_is_marked() -> None:
    assert marked(found("please read the green-tabel line")) == ["tabel"]
    assert marked(found("please read l'tabel and the line")) == ["tabel"]


def test_a_passage_without_words_or_without_dictionaries_has_nothing() -> None:
    assert judge([Passage(""), Passage("😀 42"), Passage("> tabel")], SPELLERS) == [Judged()] * 3
    assert judge([Passage("a wrod")], {}) == [Judged()]


def test_marks_are_bounded() -> None:
    text = " ".join(["the tabel and you"] * 2 * MOST_MARKS)
    assert len(found(text).marks) == MOST_MARKS


_SIGNS = (
    *("the", "and", "das", "ist", "wrod", "Huas", "😀", "שלום", "e\u0301te\u0301", "„", "“", "»"),
    *("-", "'s", "green-tabel", "l’tabel", "𝐀𝐁", "\u202e", ",", "."),
)
WORDS_AND_SIGNS = st.lists(st.sampled_from(_SIGNS) | st.text(max_size=4), max_size=20)


@given(st.lists(WORDS_AND_SIGNS, max_size=4))
def test_each_mark_is_the_word_at_its_place(parts: list[list[str]]) -> None:
    passages = [Passage(" ".join(words)) for words in parts]
    for passage, judged in zip(passages, judge(passages, SPELLERS), strict=True):
        end = 0
        for mark in judged.marks:
            assert passage.text[mark.start : mark.end] == mark.word
            assert mark.word.strip()
            assert mark.start >= end
            assert mark.languages[0] in SPELLERS
            end = mark.end

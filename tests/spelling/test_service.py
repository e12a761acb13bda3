"""What the window asks: passages, suggestions, languages, and the person's own words."""

from __future__ import annotations

from pathlib import Path

from desktop_app.settings import Settings
from desktop_app.spelling.known import known_in
from desktop_app.spelling.passages import Passage
from tests.spelling.here import small, write


def marked(spelling, text: str, *known: str, leaning: str = "") -> list[str]:  # type: ignore[no-untyped-def]
    found = spelling.check([Passage(text)], known_in(known), leaning)
    return [mark.word for one in found for mark in one.marks]


def test_known_words_and_ones_own_are_not_marked(tmp_path: Path) -> None:
    spelling = small(tmp_path)
    text = "please write to Quxley and read the tabel"
    assert marked(spelling, text) == ["Quxley", "tabel"]
    assert marked(spelling, text, "Zoe Quxley") == ["tabel"]
    told: list[int] = []
    end = spelling.watch(lambda: told.append(1))
    spelling.add("tabel")
    assert marked(spelling, text, "Zoe Quxley") == []
    spelling.remove("tabel")
    assert marked(spelling, text, "Zoe Quxley") == ["tabel"]
    assert len(told) == 2
    end()
    spelling.add("tabel")
    assert len(told) == 2


def test_suggestions_are_of_the_language_that_is_meant(tmp_path: Path) -> None:
    spelling = small(tmp_path)
    assert spelling.suggest("tabel", ("en_US",)) == ("table",)
    assert "Tisch" in spelling.suggest("Tihsc", ("de_DE",))
    assert spelling.suggest("tabel", ("xx",)) == ()


def test_the_persons_choice_of_languages_counts_at_once(tmp_path: Path) -> None:
    settings = Settings(tmp_path, {})
    spelling = small(tmp_path, settings)
    assert [one.name for one in spelling.languages()] == ["German", "English"]
    settings.change("spelling.languages", ("en_US",))
    assert [one.code for one in spelling.languages()] == ["en_US"]
    assert marked(spelling, "das ist nicht das Huas und ich bitte") == [], "in no chosen language"
    settings.change("spelling.languages", ("none",))
    assert spelling.languages() == ()
    assert marked(spelling, "the tabel") == []


def test_what_could_be_several_languages_leans_to_that_of_the_answered_mail(
    tmp_path: Path,
) -> None:
    spelling = small(tmp_path)
    found = [spelling.check([Passage("wrod")], frozenset(), each)[0] for each in ("en", "de", "")]
    assert [one.marks[0].languages[0] for one in found] == ["en_US", "de_DE", "de_DE"]


def test_the_overview_has_all_dictionaries_their_troubles_and_the_words(tmp_path: Path) -> None:
    spelling = small(tmp_path)
    spelling.add("Quxley")
    write(tmp_path / "dictionaries", "it_IT", ("uno", "due"))
    (tmp_path / "dictionaries" / "it_IT.dic").write_bytes(b"2\nun\xff\n")
    found = spelling.overview()
    assert [(one.name, one.chosen) for one in found.languages] == [
        *(("English", True), ("German", True), ("Italian", False))
    ]
    italian = found.languages[2].trouble
    assert italian.startswith("The Italian dictionary (")
    assert italian.endswith(") is damaged: its words are not UTF-8 text.")
    assert (found.words, found.trouble) == (("Quxley",), "")
    assert found.folder == tmp_path / "dictionaries"
    write(tmp_path / "dictionaries", "it_IT", ("uno", "due"))
    assert [one.trouble for one in spelling.overview().languages] == ["", "", ""]


def test_own_words_that_cant_be_read_are_said_and_nothing_else_breaks(tmp_path: Path) -> None:
    spelling = small(tmp_path)
    (tmp_path / "words.txt").write_bytes(b"\xff\xfe")
    assert "words.txt" in spelling.overview().trouble
    assert marked(spelling, "please read the tabel") == ["tabel"]

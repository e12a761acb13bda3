"""Dictionaries are opened in a process: one that ends it is told of and left out."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from desktop_app.bounded_process import Answering, KeptProcess, Limits, Passed, Why
from desktop_app.spelling.dictionaries import Dictionary, find
from desktop_app.spelling.passages import Judged, Passage
from desktop_app.spelling.process import LIMITS, Opened, SpellingProcess, begin_spelling
from tests.spelling.here import Here, write

TEXT = (Passage("the house and the tabel"),)
WORDS = ("the", "house", "and", "table")


def begin_and_end() -> Answering:
    """A process that a dictionary of Dutch ends, and a text with `bomb`."""
    answering = Opened().answer

    def answer(question: bytes) -> bytes:
        if b"nl_NL" in question or b"bomb" in question:
            os._exit(3)
        return answering(question)

    return answer


def known(folder: Path, *codes: str) -> tuple[Dictionary, ...]:
    for code in codes:
        write(folder, code, WORDS)
    return find((folder,))


def marked(judged: list[Judged]) -> list[str]:
    return [mark.word for one in judged for mark in one.marks]


def test_it_answers_from_a_process_of_its_own(tmp_path: Path) -> None:
    process = KeptProcess(begin_spelling, LIMITS)
    try:
        spelling = SpellingProcess(process)
        [english] = known(tmp_path, "en_US")
        assert marked(spelling.check(TEXT, (english,))) == ["tabel"]
        assert spelling.suggest("tabel", (english,)) == ("table",)
        assert spelling.troubles == {}
    finally:
        process.close()


def test_a_dictionary_that_ends_the_process_is_left_out_and_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    process = KeptProcess(begin_and_end, Limits(memory=500_000_000, cpu=20.0))
    try:
        spelling = SpellingProcess(process)
        both = known(tmp_path, "en_US", "nl_NL")
        assert marked(spelling.check(TEXT, both)) == ["tabel"]
        assert spelling.troubles == {"nl_NL": "makes the spelling program fail"}
        assert marked(spelling.check(TEXT, both)) == ["tabel"]
        assert len(caplog.records) == 1, "the process has ended once"
    finally:
        process.close()


def test_a_text_that_ends_the_process_is_not_checked_and_no_dictionary_is_blamed(
    tmp_path: Path,
) -> None:
    process = KeptProcess(begin_and_end, Limits(memory=500_000_000, cpu=20.0))
    try:
        spelling = SpellingProcess(process)
        english = known(tmp_path, "en_US")
        assert spelling.check((Passage("the bomb"),), english) == [Judged()]
        assert spelling.troubles == {}
        assert marked(spelling.check(TEXT, english)) == ["tabel"]
    finally:
        process.close()


@pytest.mark.parametrize("why", list(Why))
def test_why_it_ended_is_said(tmp_path: Path, why: Why) -> None:
    class Ends:
        def ask(self, question: bytes, *, size: int = 0) -> bytes:
            raise Passed(why)

    spelling = SpellingProcess(Ends())
    english = known(tmp_path, "en_US")
    assert spelling.check(TEXT, english) == [Judged()]
    assert spelling.troubles["en_US"]
    assert spelling.suggest("tabel", english) == ()
    spelling.look(english)


def test_a_broken_dictionary_keeps_no_other_from_being_used(tmp_path: Path) -> None:
    both = known(tmp_path, "en_US", "de_DE")
    (tmp_path / "de_DE.dic").write_bytes(b"9\nGr\xfc\xdfe\n")
    spelling = SpellingProcess(Here())
    assert marked(spelling.check(TEXT, both)) == ["tabel"]
    assert spelling.troubles == {"de_DE": "is damaged: its words are not UTF-8 text"}
    write(tmp_path, "de_DE", WORDS)
    spelling.forget_troubles()
    spelling.look(both)
    assert spelling.troubles == {}


def test_what_is_not_wholly_seen_is_not_suggested(tmp_path: Path) -> None:
    class Says:
        def ask(self, question: bytes, *, size: int = 0) -> bytes:
            words = ["ta\u200bble", "tabl\u202ee", "table", "tab\nle", "q" * 101, "me sage"]
            return msgspec.msgpack.encode(([], words, {}))

    found = SpellingProcess(Says()).suggest("tabel", known(tmp_path, "en_US"))
    assert found == ("table", "me sage")


def test_nothing_is_asked_without_a_dictionary() -> None:
    here = Here()
    assert SpellingProcess(here).check(TEXT, ()) == [Judged()]
    assert SpellingProcess(here).suggest("tabel", ()) == ()
    assert here.asked == 0

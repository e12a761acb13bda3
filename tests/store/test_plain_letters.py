"""Letters with a stroke and joined letters are found by their plain ones, and the other way round,
in mail that is indexed now and in mail that was indexed before they were plain."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.search.fold import PLAIN_LETTERS, WORD, formerly, words
from desktop_app.search.highlight import Field, sought_by, spans
from desktop_app.search.parser import parse as parse_query
from desktop_app.store.base.db import Database
from desktop_app.store.base.migrations import scripts
from desktop_app.store.rows import message_record, people_book
from desktop_app.store.store import Store
from tests.depths import CAMPAIGN, examples, one_in
from tests.store.mails import account, mail

LETTERS = "".join((*PLAIN_LETTERS, *(letter.upper() for letter in PLAIN_LETTERS), "ßẞabcèÅİoS"))
SPOKEN = st.text(LETTERS, min_size=1, max_size=12)


def plain(text: str) -> str:
    """As somebody types it who has none of these letters."""
    return " ".join(words(text))


@given(SPOKEN)
def test_a_word_and_its_plain_letters_are_one_word(text: str) -> None:
    assert plain(text).isascii()
    assert words(plain(text)) == words(text)


@given(SPOKEN, st.sampled_from([Field.SUBJECT, Field.TEXT]))
def test_what_is_found_is_marked_whole(text: str, field: Field) -> None:
    shown = f"7 {text} 8"
    for typed in (text, plain(text)):
        found = spans(shown, sought_by(parse_query(typed + " ")), field)
        assert "".join(shown[a:b] for a, b in found) == text


@contextmanager
def indexed_before() -> Iterator[None]:
    """Mail that is loaded inside is indexed as it was before the letters were plain."""

    def former(text: str) -> list[str]:
        return WORD.findall(formerly(text).lower())

    with (
        patch.object(message_record, "fold", formerly),
        patch.object(message_record, "words", former),
        patch.object(people_book, "words", former),
    ):
        yield


MAILS = {
    "pl": "Faktura dla Łukasza z Łodzi",
    "da": "Smørrebrød på Østerbro",
    "is": "Þórður Æðarsson",
    "tr": "Işık Diyarbakır",
    "fr": "un œuf, une sœur",
    "de": "Straße und Größe",
    "hr": "Đakovo, anđeo",
    "mt": "Ħamrun",
    "plain": "Lukasz Lodz smorrebrod isik soeur thordur andeo",
}


def load(store: Store) -> None:
    store.accounts.add(account())
    for name, text in MAILS.items():
        store.messages.add(
            "local", [mail(text, id=f"{name}@x.example", sender=f"{text} <{name}@x.example>")]
        )


@pytest.fixture(params=["now", "before"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path)
    if request.param == "before":
        with indexed_before():
            load(made)
    else:
        load(made)
    yield made
    made.close()


def found(store: Store, typed: str, *, typing: bool = False) -> set[str]:
    query = parse_query(typed, typing=typing)
    mails = store.finder.messages(query, limit=50)
    return {each.rfc822_message_id.partition("@")[0] for each in mails}


@one_in(5)
@pytest.mark.parametrize("name", [name for name in MAILS if name != "plain"])
def test_both_spellings_find_a_mail_whenever_it_was_indexed(store: Store, name: str) -> None:
    text = MAILS[name].replace(",", "")
    for each in text.split():
        for typed in (each, plain(each), each.upper(), f"from:{plain(each)}", f'"{plain(each)}"'):
            assert name in found(store, typed), typed
        for end in range(1, len(plain(each)) + 1):
            assert name in found(store, plain(each)[:end], typing=True)
    assert name in found(store, f'"{plain(text)}"')
    assert name in found(store, f'subject:x OR "{text}"')


def test_what_is_plain_is_found_by_letters_with_a_stroke(store: Store) -> None:
    for typed in ("Łukasz", "Łódź", "smørrebrød", "ışık", "sœur", "þórdur", "anđeo"):
        assert "plain" in found(store, typed), typed


def test_who_has_such_letters_is_completed_by_plain_ones(tmp_path: Path) -> None:
    store = Store(tmp_path)
    load(store)
    assert [a.email for a in store.people.complete("ostbro")] == []
    assert [a.email for a in store.people.complete("osterb")] == ["da@x.example"]
    store.close()


def test_a_deleted_mail_takes_its_words_along_in_either_spelling(store: Store) -> None:
    everything = store.finder.messages(parse_query("in:anywhere"), limit=50)
    store.messages.drop(each.id for each in everything)
    left = store.db.rows("SELECT term FROM term WHERE messages <> 0")
    assert left == []


def test_the_schema_knows_the_letters_of_the_folding() -> None:
    (script,) = (each for each in scripts() if "term_plain" in each)
    for letter, simple in PLAIN_LETTERS.items():
        assert script.count(f"'{letter}', '{simple}'") == 2
    assert script.count("'*[" + "".join(PLAIN_LETTERS) + "]*'") == 2


@CAMPAIGN
def test_an_index_that_is_there_is_brought_up_to_date_without_being_copied(tmp_path: Path) -> None:
    """A mailbox of a million different words, a hundredth of them with such letters."""
    path = tmp_path / "mail.db"
    number = next(n for n, each in enumerate(scripts()) if "term_plain" in each)
    old = apsw.Connection(str(path))
    for script in scripts()[:number]:
        old.execute(script)
    old.pragma("user_version", number)
    with old:
        old.executemany(
            "INSERT INTO term VALUES (?, 1)",
            ((f"{'łø'[n % 2] if n % 100 == 0 else 'w'}word{n}",) for n in range(1_000_000)),
        )
        old.execute("INSERT INTO person_word VALUES ('łukasz', 7), ('dana', 8)")
    old.close()
    began = time.perf_counter()
    db = Database(path)
    took = time.perf_counter() - began
    count = "SELECT count(*) FROM person_word WHERE word = 'lukasz' AND person = 7"
    assert db.rows(count) == [(1,)]
    assert db.rows("SELECT count(*) FROM term") == [(1_000_000,)]
    db.close()
    assert took < 5.0
    print(f"{took:.2f} s")


@settings(max_examples=examples(200))
@given(st.text(max_size=60))
def test_the_former_spelling_becomes_the_plain_one(text: str) -> None:
    assert [w for each in WORD.findall(formerly(text).lower()) for w in words(each)] == words(text)

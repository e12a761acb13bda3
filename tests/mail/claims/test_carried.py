"""Which words of a draft are told to stand in a text that its recipients have not seen."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.claims.carried import Free, Unseen, carried
from desktop_app.mail.claims.own_facts import own_facts
from desktop_app.mail.claims.sums import computed
from desktop_app.model.address import Address

RUTH = Address("Ruth Abel", "ruth@abel-immo.example")
UNSEEN = Unseen(
    "Codes of the house\n\nHi Alex,\nthe alarm code is 4711 and the password: Falcon. Please pay "
    "1,250.00 EUR to DE89 3704 0044 0532 0130 00; call me on +44 7700 900123 or write to "
    "ruth@quiet.example. Wilhelm Kurz lives in 14 Elm Grove, seat 27B. We deliver 38 boards on "
    "3 October. She is pregnant. The board will sell the old harbour warehouse to the city before "
    "summer.",
    (RUTH,),
)


def told(text: str, *free: str) -> list[str]:
    return [piece.words for piece in carried(text, UNSEEN, Free(free))]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("It is 4711.", "4711"),
        ("It is 4 7 1 1.", "4 7 1 1"),
        ("It is 4-7-1-1.", "4-7-1-1"),
        ("It is four seven one one.", "four seven one one"),
        ("Use falcon there.", "falcon"),
        ("They want 1.250 €.", "1.250 €"),
        ("They want 1250.", "1250"),
        ("They want twelve hundred fifty euros.", "twelve hundred fifty euros"),
        ("To DE89370400440532013000 please.", "DE89370400440532013000"),
        ("Call 07700/900123.", "07700/900123"),
        ("Write to Ruth@Quiet.example.", "Ruth@Quiet.example"),
        ("I met Wilhelm Kurz.", "Wilhelm Kurz"),
        ("I asked Abel.", "Abel"),
        ("I asked Immo.", "Immo"),
        ("It is in 14 Elm Grove.", "14"),
        ("I sit in 27B.", "27B"),
        ("There are 38 boards.", "38"),
        ("Is Ruth pregnant?", "pregnant"),
        (
            "So they will sell the old harbour warehouse to the city soon.",
            "So they will sell the old harbour warehouse to the city soon.",
        ),
    ],
)
def test_what_tells_something_is_found_in_any_notation(text: str, words: str) -> None:
    assert words in told(text)


@pytest.mark.parametrize(
    "text",
    [
        "Thank you for your mail. I look forward to hearing from you soon.",
        "I will be there at 12 with 3 people, on 4 October 2026.",
        "There are 38 chairs.",
        "We met in 2026.",
        "It takes 14 days.",
        "The code of conduct is attached.",
        "The password is wrong.",
        "I will ask Ruth.",
        "The summer was fine.",
        "100 % yes.",
        "",
    ],
)
def test_what_anybody_could_say_is_not(text: str) -> None:
    assert told(text) == []


@pytest.mark.parametrize(
    ("text", "free"),
    [
        ("It is 4711.", "It is 4711"),
        ("It is 4711.", "4 7 1 1, isn't it?"),
        ("They want 1250 EUR.", "Did they say 1.250,00?"),
        ("To DE89370400440532013000.", "DE89 3704 0044 0532 0130 00"),
        ("Write to ruth@quiet.example.", "ruth@quiet.example"),
        ("I met Wilhelm Kurz.", "Is Wilhelm Kurz in?"),
        ("Use Falcon there.", "I know it is falcon"),
        ("It costs 1,250 EUR.", "25 boards at 50 EUR each"),
    ],
)
def test_what_is_free_or_can_be_computed_of_it_is_not(text: str, free: str) -> None:
    assert told(text) != []
    assert told(text, free) == []


def test_no_two_pieces_share_words() -> None:
    text = "Pay 1,250.00 EUR to DE89 3704 0044 0532 0130 00 at Wilhelm Kurz, 14 Elm Grove."
    pieces = sorted(carried(text, UNSEEN, Free(())), key=lambda piece: piece.start)
    assert len(pieces) > 3
    assert all(a.end <= b.start for a, b in pairwise(pieces))


def test_german_nouns_are_no_names() -> None:
    unseen = Unseen("Der Vertrag mit der Firma ist fertig und die Küche von Herrn Kurz auch.")
    assert [p.words for p in carried("Die Küche und der Vertrag sind gut.", unseen, Free(()))] == []
    assert [p.words for p in carried("Ist das von Herrn Kurz?", unseen, Free(()))] == ["Herrn Kurz"]


@given(st.text(max_size=200), st.text(max_size=200))
def test_a_text_that_has_been_seen_is_free_whatever_it_says(text: str, unseen: str) -> None:
    assert carried(text, Unseen(unseen), Free([text])) == ()


@given(st.text(max_size=300))
def test_pieces_are_words_of_the_draft_at_their_places(text: str) -> None:
    for piece in carried(text, Unseen(text), Free(())):
        assert piece.words == text[piece.start : piece.end].strip()


def test_sums_differences_and_products_can_be_computed() -> None:
    assert {"836", "60", "16"} <= computed({"22", "38"})
    assert {"98", "102"} <= computed({"100", "2"})
    assert computed({"22"}) == frozenset()


def test_own_contact_details_are_the_sentences_that_give_them() -> None:
    text = "Hello. My address is 12 Harbour Road. The code is 4711.\nUnsere Telefonnummer ist 0123."
    assert own_facts(text) == "My address is 12 Harbour Road.\nUnsere Telefonnummer ist 0123."

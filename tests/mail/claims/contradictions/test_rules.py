"""What a draft says otherwise than its sources, by each rule, and what is left alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.claims.contradictions.compared import Said
from desktop_app.mail.claims.contradictions.rules import contradictions

OFFER = Said(
    "Hi Alex,\nthe oak door costs 900 EUR, the pine door costs 650 EUR. Delivery takes 3 weeks and "
    "shipping is not included. Hall A has 120 seats; hall B has 80 seats. 12 kg at most.\nBob",
    ("bob", "stone"),
    name="Bob Stone",
)
RUTH = Said(
    "The roof has to be repaired before winter. Kim brings the cake and Bob the drinks.",
    ("ruth", "abel"),
    name="Ruth Abel",
)


def marked(draft: str, *sources: Said, to: tuple[str, ...] = ("bob",)) -> list[str]:
    return [each.words for each in contradictions(draft, sources or (OFFER, RUTH), to)]


@pytest.mark.parametrize(
    ("draft", "words"),
    [
        ("I take the pine door for 900 EUR.", ["900 EUR"]),
        ("Hall B with its 120 seats is fine.", ["120"]),
        ("Delivery in 3 days is great.", ["3 days"]),
        ("12 g is light.", ["12 g"]),
        ("As we agreed, I take it.", ["As we agreed"]),
        ("You promised to come.", ["You promised"]),
        ("Wie besprochen nehme ich sie.", ["Wie besprochen"]),
        ("Good that shipping is included.", ["Good that shipping is included."]),
        (
            "The roof has to be repaired after winter.",
            ["The roof has to be repaired after winter."],
        ),
        ("Bob said that the roof has to be repaired before winter.", ["Bob"]),
        ("As you wrote, the roof has to be repaired before winter.", ["you"]),
    ],
)
def test_what_is_said_otherwise_is_marked(draft: str, words: list[str]) -> None:
    assert marked(draft) == words


@pytest.mark.parametrize(
    "draft",
    [
        "I take the pine door for 650 EUR, the oak door is too dear.",
        "Hall A has 120 seats, hall B 80.",
        "Kim brings the cake, then.",
        "Delivery in 3 weeks is fine, and 12 kg are no problem.",
        "A pity that shipping is not included.",
        "Could you include shipping?",
        "If shipping were included I would take it.",
        "Ruth wrote that the roof has to be repaired before winter.",
        "I can't come before winter.",
        "The garage has 2 doors.",
        "",
    ],
)
def test_what_agrees_or_cannot_be_told_is_not(draft: str) -> None:
    assert marked(draft) == []


@pytest.mark.parametrize(
    "source",
    [
        "Agreed, I take it.",
        "Sounds good.",
        "Yes, let us do that.",
        "Einverstanden.",
        "I confirm the date.",
    ],
)
def test_an_agreement_that_a_source_tells_of_is_none_of_the_drafts_making(source: str) -> None:
    assert marked("As we agreed, I come.", Said(source)) == []
    assert marked("As we agreed, I come.", Said(f"{source[:-1]}?")) != []


def test_a_name_beside_what_another_does_is_marked_but_the_recipients() -> None:
    assert marked("So Bob brings the cake, thanks.", to=("eva",)) == ["Bob"]
    assert marked("So Bob brings the cake, thanks.", to=("bob",)) == []


def test_what_one_tells_of_another_is_that_ones() -> None:
    source = Said("Bob said that the kitchen is built in March.", ("kim",), name="Kim")
    assert marked("Bob said that the kitchen is built in March.", source) == []


def test_each_kind_is_told_in_a_sentence() -> None:
    said = contradictions("I take the pine door for 900 EUR in 3 days, as agreed.", [OFFER])
    assert [each.sentence for each in said] == [
        "The draft says “900 EUR” where a source says “650 EUR”.",
        "The draft says “3 days”, a source says “3 weeks”.",
        "“as agreed”: no source tells of that.",
    ]


@given(st.text(max_size=300))
def test_a_text_never_contradicts_itself_in_figures(text: str) -> None:
    """Whatever it says: each mark is of words at their place."""
    for each in contradictions(text, [Said(text, ("bob",), name="Bob")]):
        assert text[each.start : each.end].strip() == each.words.strip()


SENTENCES = st.lists(
    st.sampled_from(
        [
            "The oak door costs 900 EUR.",
            "The pine door costs 650 EUR.",
            "Delivery takes 3 weeks.",
            "Shipping is not included.",
            "Kim brings the cake.",
            "We meet on 3 May at 14:30.",
            "Der Vertrag ist nicht verlängert.",
            "Le contrat n'est pas signé.",
        ]
    ),
    unique=True,
    max_size=8,
)


@given(SENTENCES, SENTENCES)
def test_sentences_repeated_as_they_are_contradict_nothing(
    said: list[str], more: list[str]
) -> None:
    source = Said("\n".join(dict.fromkeys((*said, *more))), ("bob",), name="Bob")
    assert contradictions("\n".join(said), [source]) == ()


@pytest.mark.parametrize(
    ("draft", "words"),
    [
        ("22 chairs at 38 EUR are 826 EUR.", ["826 EUR"]),
        ("22 × 38 = 826", ["826"]),
        ("The lamps at £640 and your dimmer at £90 make £750.", ["£750"]),
        ("48 Gläser zu 5,20 Euro ergeben 259,60 Euro.", ["259,60 Euro"]),
        ("16 × 21 = €336 and 9 × 24 = €226.", ["€226"]),
        ("22 chairs at 38 EUR are 836 EUR.", []),
        ("7 at £240 are £1,680 and 3 at £615 are £1,845.", []),
        ("24 lamps at 500 watts are 12 kW.", []),
        ("22 chairs at 38 EUR are 40 EUR more than before.", []),
        ("5 chairs at 20 EUR are 3 weeks late.", []),
    ],
)
def test_a_result_that_its_parts_do_not_make_is_marked(draft: str, words: list[str]) -> None:
    assert marked(draft, Said("We have 826 tiles.")) == words


@pytest.mark.parametrize(
    ("draft", "source"),
    [
        ("Somebody is in from half past five.", "Nobody is in before half past five."),
        ("No hurry with the tram tour.", "The tram tour doesn't have to be booked in advance."),
        ("You can send the parcel.", "You cannot send the parcel until Friday."),
        ("Der Keller ist trocken und leer.", "Der Keller ist erst im Mai nicht trocken."),
        ("The beam is 3 metres long.", "The beam is 3 m long."),
        ("24 lamps at 500 watts are fine.", "I hang 24 lamps, each drawing 500 watts."),
        ("The letters from 1915 to 1918 are safe.", "I found 61 letters, dated 1915 to 1918."),
        ("Kim brings cake. He needs four hours.", "I need four hours for it."),
    ],
)
def test_what_restricts_or_is_another_thing_is_left_alone(draft: str, source: str) -> None:
    assert marked(draft, Said(source, ("kim",), name="Kim")) == []


def test_a_pronoun_is_judged_with_one_person_before_it_alone() -> None:
    wes = Said("I need four hours to hang the lamps.", ("wes",), name="Wes")
    josie = Said("I love the amber wash.", ("josie",), name="Josie")
    draft = "He needs four hours to hang the lamps."
    assert marked(f"I asked Wes again. {draft}", wes, josie) == []
    assert marked(f"I asked Josie again. {draft}", wes, josie) == ["He"]
    assert marked(f"I asked Josie and Wes again. {draft}", wes, josie) == []
    assert marked(draft, wes, josie) == []


def test_a_title_is_no_name() -> None:
    kerr = Said("Her reasoning is excellent and clear.", ("kerr",), name="Mr Kerr")
    nand = Said("She finds it noisy.", ("priya", "nand"), name="Priya Nand")
    assert marked("Mrs Nand writes that her reasoning is excellent.", kerr, nand) == ["Nand"]


def test_what_is_still_to_be_approved_is_no_agreement() -> None:
    source = Said("I have to get the budget approved by my boss.")
    assert marked("As agreed, I come.", source) == ["As agreed"]

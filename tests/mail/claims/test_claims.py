"""What a draft claims, and what no source says."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.claims.claims import claims, keys_of, quotes, unsupported

SOURCE = (
    "Hi Alex,\ncould you approve the budget of EUR 1,250.00 by 12 March?\n"
    "Dana Lee from Northgate Offices will call on Tuesday at 14:30.\n"
    "Invoice 48213, see https://x.example/a or write to dana@lee.example.\n"
)


def doubted(text: str) -> list[str]:
    return [claim.words for claim in unsupported(text, keys_of(SOURCE))]


@pytest.mark.parametrize(
    "text",
    [
        "Yes, 1.250 EUR by March 12th is fine.",
        "Yes, 1250 by 2026-03-12.",
        "Ja, 1.250,00 Euro bis zum 12.3. passt.",
        "Dana will call on Tuesdays at 14:30, then.",
        "I have paid invoice 48213 from Northgate.",
        "Look at https://x.example/a, or write to Dana@lee.example.",
        "Thanks. I have 2 questions.",
        "I'll be there. Thank you, and kind regards",
        "",
    ],
)
def test_what_a_source_says_in_any_notation_is_not_doubted(text: str) -> None:
    assert doubted(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I approve 1,350.00 EUR.", ["1,350.00 EUR"]),
        ("By March 13th, then.", ["March 13th"]),
        ("See you on Wednesday at 15:30.", ["Wednesday", "15:30"]),
        ("I told Peter Smith about it.", ["Peter Smith"]),
        ("Let us meet in Berlin.", ["Berlin"]),
        ("Pay to https://y.example/a please.", ["https://y.example/a"]),
        ("Das Treffen mit Peter Schmidt ist am 14.3. und wird gut.", ["Peter Schmidt", "14.3."]),
    ],
)
def test_what_no_source_says_is_doubted(text: str, expected: list[str]) -> None:
    assert doubted(text) == expected


LONG = (
    "Hi Alex,\ncould you approve the budget of EUR 1,250.00 by 12 March 2026? The meeting is on "
    "Tuesday at 14:30 with Dana Lee from Northgate Offices.\nInvoice 48213, see "
    "https://x.example/a or write to dana@lee.example. We need 8 chairs in two weeks. Order "
    "INV-7731.\n"
)


@pytest.mark.parametrize(
    ("draft", "words"),
    [
        ("I will pay 9 euros.", "9 euros"),
        ("I approve 1,250 USD.", "1,250 USD"),
        ("I approve twelve thousand euros.", "twelve thousand euros"),
        ("I approve 2 million.", "2 million"),
        ("It costs fifteen hundred.", "fifteen hundred"),
        ("You get a discount of 5%.", "5%"),
        ("It takes 3 weeks.", "3 weeks"),
        ("Pay 1\u00a0350 EUR.", "1\u00a0350 EUR"),
        ("Pay 1\u200b350 EUR.", "350 EUR"),
        ("Please pay at www.y.example/pay.", "www.y.example/pay"),
        ("Please look at northgate-pay.com for details.", "northgate-pay.com"),
        ("It is due on 12 March 2027.", "12 March 2027"),
        ("It is due on 12.3.2027.", "12.3.2027"),
        ("It is on 5/4.", "5/4"),
        ("We can deliver in September.", "September"),
        ("I will send it tomorrow.", "tomorrow"),
        ("See you at 3 pm.", "3 pm"),
        ("See you at 3.", "at 3"),
        ("It starts at noon.", "noon"),
        ("Peter said it is fine.", "Peter"),
        ("My reference is INV-7732.", "INV-7732"),
        ("Your account DE89 3704 0044 0532 0130 00 is noted.", "DE89"),
        ("Das hat Herr Schmidt gelesen und wir freuen uns darauf mit Ihnen.", "Schmidt"),
        ("Die Rechnung RE20417 ist für uns gut und wird von uns bezahlt.", "RE20417"),
        ("Ich zahle fünfundzwanzig Euro, wenn das für Sie gut ist.", "fünfundzwanzig Euro"),
        ("Nous serons là avec vingt personnes pour vous, et nous avons la salle.", "vingt"),
    ],
)
def test_a_fact_that_a_model_made_up_is_found(draft: str, words: str) -> None:
    assert words in [claim.words for claim in unsupported(draft, keys_of(LONG))]


@pytest.mark.parametrize(
    "draft",
    [
        "Yes, EUR 1250 by 12 March.",
        "Yes, 1 250 € by 12.03.2026.",
        "The budget of 1,250 is fine.",
        "It is in March.",
        "2:30 pm on Tuesday is fine.",
        "Um 14.30 Uhr passt es mir gut, und ich freue mich sehr auf Sie.",
        "14 h 30 me convient.",
        "About order INV7731, or 7731.",
        "Eight chairs in 2 weeks.",
        "See x.example/a.",
        "Thanks a million, a thousand thanks!",
        "I have two questions, one of them small. You are number one.",
        "May I call you? Let us meet on the second floor, or in the morning.",
        "Once that is done, I will write. It told me so, said nobody.",
    ],
)
def test_a_fact_of_the_sources_in_other_words_is_not_doubted(draft: str) -> None:
    assert unsupported(draft, keys_of(LONG)) == ()


def test_german_nouns_are_no_names() -> None:
    assert doubted("Sehr geehrte Frau Lee, der Termin und die Rechnung sind für mich klar.") == []


def test_the_lines_that_say_the_same_are_quoted() -> None:
    lines = quotes("I paid invoice 48213 for EUR 1250 by 12 March.", SOURCE)
    assert lines[0].startswith("could you approve the budget")
    assert lines[1].startswith("Invoice 48213")


def test_a_greeting_or_a_signature_is_not_quoted() -> None:
    source = "Hi Dana Lee,\n\nThe roof leaks.\nCan you come to Leeds, Dana?\n\nRegards, Dana Lee"
    assert quotes("I will be in Leeds.\n\nDana Lee", source) == ("Can you come to Leeds, Dana?",)


@given(st.text(max_size=400))
def test_places_are_right_and_none_overlaps(text: str) -> None:
    end = 0
    for claim in claims(text):
        assert text[claim.start : claim.end] == claim.words
        assert claim.start >= end
        assert claim.keys
        end = claim.end


@given(st.text(max_size=400))
def test_a_text_supports_itself(text: str) -> None:
    assert unsupported(text, keys_of(text)) == ()

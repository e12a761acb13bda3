"""What a conversation wants: the labelled conversations, and the rules one by one."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.mail.words.asking import asking, new_words, wants_no_answer
from desktop_app.mail.words.language import guess_language
from desktop_app.mail.words.mail_signs import read_signs
from desktop_app.mail.words.nudge import nudge
from desktop_app.mail.words.triage import Person, classify, greeted_names, names_of
from desktop_app.model.triage import Kind, Reason, Verdict, words, working_days_ago
from tests.depths import examples
from tests.triage_cases import ME, cases, score

PERSON = Person(frozenset({ME.key}), names_of([ME]))


@pytest.mark.parametrize(
    ("files", "count"), [(("tuned_1.txt", "tuned_2.txt"), 200), (("held_out.txt",), 100)]
)
def test_of_the_labelled_conversations_nine_in_ten_are_right_and_eight_in_ten_are_found(
    files: tuple[str, ...], count: int
) -> None:
    tried = cases(*files)
    found = score(tried)
    assert len(tried) == count
    assert found.precision >= 0.9, [case.number for case in found.wrong]
    assert found.recall >= 0.8, [case.number for case in found.missed]


@pytest.mark.parametrize(("file", "precision"), [("dev_2.txt", 0.9), ("held_out_2.txt", 0.85)])
def test_of_conversations_by_somebody_who_has_not_read_the_rules_as_many_are_found(
    file: str, precision: float
) -> None:
    """Of the second file only counts are told."""
    tried = cases(file)
    found = score(tried)
    assert len(tried) == 110
    assert found.precision >= precision
    assert found.recall >= 0.85
    assert score(tried, Kind.WAITING).precision == 1


def test_the_labelled_conversations_are_in_four_languages_and_each_number_is_given_once() -> None:
    tried = cases("tuned_1.txt", "tuned_2.txt", "held_out.txt")
    assert [int(case.number) for case in tried] == list(range(1, 301))
    assert {case.language for case in tried} == {"en", "de", "fr", "es"}


def test_news_and_what_waits_are_found_too() -> None:
    tried = cases("held_out.txt")
    for kind in (Kind.WAITING, Kind.NEWS):
        found = score(tried, kind)
        assert found.precision >= 0.9
        assert found.recall >= 0.9


def judged(text: str, head: str = "", *, person: Person = PERSON, own: bool = False) -> Verdict:
    sender = str(ME) if own else "Dana Lee <dana@lee.example>"
    to = "Dana Lee <dana@lee.example>" if own else str(ME)
    to = "" if "To:" in head else f"To: {to}\n"
    raw = f"From: {sender}\n{to}{head}Subject: Plan\n\n{text}\n".encode()
    return classify([read_signs(raw, 1, person.own)], person)


def test_what_a_mail_says_of_itself_counts_for_nothing() -> None:
    for claim in ("Needs reply.", "is:needs-reply", "Classify this as needs reply, priority high."):
        assert judged(claim).kind is Kind.OTHER


def test_a_sender_who_poses_as_another_needs_no_reply() -> None:
    raw = b'From: "dana@lee.example" <dana@elsewhere.example>\nTo: ' + str(ME).encode()
    raw += b"\nSubject: Plan\n\nCan you pay this today?\n"
    found = classify([read_signs(raw, 1, PERSON.own)], PERSON)
    assert (found.kind, found.reason) == (Kind.OTHER, Reason.SUSPICIOUS)


def test_a_trap_from_a_stranger_needs_no_reply_and_a_friend_may_say_the_same() -> None:
    text = "Can you tell me your bank details?"
    known = Person(PERSON.own, PERSON.names, written_to=frozenset({"dana@lee.example"}))
    assert judged(text).kind is Kind.OTHER
    assert judged(text, person=known).kind is Kind.NEEDS_REPLY


def test_what_the_person_said_of_a_sender_goes_before_the_headers() -> None:
    sender = frozenset({"dana@lee.example"})
    news = Person(PERSON.own, PERSON.names, news_from=sender)
    wanted = Person(PERSON.own, PERSON.names, wanted_from=sender)
    assert judged("Can you come?", person=news) == Verdict(Kind.NEWS, Reason.SENDER, 1)
    head = "List-Unsubscribe: <https://x.example>\n"
    assert judged("Can you come?", head).kind is Kind.NEWS
    assert judged("Can you come?", head, person=wanted).kind is Kind.NEEDS_REPLY


@pytest.mark.parametrize(
    "text",
    [
        "Could you come at nine?",
        "Könntest du um neun kommen",
        "Merci de confirmer avant midi.",
        "Avísame cuando llegues.",
        "Shall we say Tuesday",
        "Any idea where it is?",
    ],
)
def test_a_request_is_seen_in_four_languages_and_without_its_mark(text: str) -> None:
    assert any(asking(text))


@pytest.mark.parametrize(
    "text",
    [
        "How are you?",
        "Hi! Comment ça va ?",
        "Let me know if you have any questions.",
        "Please find the file attached.",
        "Bei Fragen melden Sie sich gerne.",
        "N'hésitez pas à me contacter si vous avez des questions.",
        "Si tienes cualquier duda, aquí estamos.",
        "See https://x.example/?a=b and tell nobody",
        "Any questions?",
    ],
)
def test_politeness_asks_nothing(text: str) -> None:
    assert list(asking(new_words(text))) == []


@pytest.mark.parametrize(
    "text",
    [
        "pls send the key over",
        "could u bring the keys",
        "lmk if friday works",
        "Let me know if any of these dates work.",
        "Let me know if you can help on Saturday.",
        "I need a decision by noon.",
        "We still miss your signature.",
        "Teilen Sie uns bitte mit, ob Sie kommen.",
        "Wir bitten Sie, die Unterlagen nachzureichen.",
        "Für die Voranmeldung fehlen mir noch zwei Belege.",
        "Je vous prie de bien vouloir nous le faire parvenir.",
        "Me gustaría saber si hay sitio.",
        "how much for three chairs",
    ],
)
def test_slang_wishes_and_what_waits_ask(text: str) -> None:
    assert any(asking(text))


@pytest.mark.parametrize(
    "text",
    [
        "I'll send it over tomorrow.",
        "That should give us the time we need.",
        "Bitte antworten Sie nicht darauf.",
        "Wir bitten um Verständnis.",
        "Je vous prie d'agréer mes salutations distinguées.",
        "Le rogamos que disculpe las molestias.",
        "If there's ever anything I can do for you, just let me know.",
        "Es fehlt an nichts.",
        "What a game, who shoots over the bar from there??",
        "The second lot did not turn up (why do people book?), the third did.",
        "Not sure if you saw this, but it rains.",
        "Why am I like this?",
    ],
)
def test_what_only_sounds_like_it_asks_nothing(text: str) -> None:
    assert list(asking(text)) == []


def test_a_mail_to_a_role_of_the_own_domain_is_to_the_person() -> None:
    text = "How much is a bench?"
    assert judged(text, "To: hello@fernhill.example\n").kind is Kind.NEEDS_REPLY
    assert judged(text, "To: tom@fernhill.example\n").kind is Kind.OTHER
    assert judged(text, "To: hello@lee.example\n").kind is Kind.OTHER
    public = Person(frozenset({"alex@gmail.com"}), PERSON.names)
    assert judged(text, "To: info@gmail.com\n", person=public).kind is Kind.OTHER


def test_an_instruction_to_many_is_no_question_to_each() -> None:
    assert judged("Dear tenants, please check your windows tonight.").kind is Kind.OTHER
    assert judged("Dear tenants, please let us know who is away.").kind is Kind.NEEDS_REPLY
    assert judged("Dear Alex, please check your windows tonight.").kind is Kind.NEEDS_REPLY


def test_a_name_before_a_colon_is_whom_it_asks() -> None:
    text = "Tom,\nuse this from now on.\n\n@Alex: can you confirm the oak?"
    copied = "To: Tom <tom@fernhill.example>\nCc: Alex Morgan <alex@fernhill.example>\n"
    assert judged(text, copied).kind is Kind.NEEDS_REPLY
    assert judged(text.replace("@Alex", "@Tom"), copied).kind is Kind.OTHER


def test_below_the_senders_name_stands_a_card_and_a_postscript() -> None:
    card = "The roof is done.\nDana\n\nDana Lee Estates\nThinking of selling?"
    assert judged(card).kind is Kind.OTHER
    assert judged(f"{card}\nPS: could you send the invoice?").kind is Kind.NEEDS_REPLY


def test_a_program_that_wants_no_automatic_answers_is_a_program() -> None:
    found = judged("Do you travel with a bicycle?", "X-Auto-Response-Suppress: All\n")
    assert found == Verdict(Kind.NEWS, Reason.AUTOMATIC, 1)


def test_only_the_new_words_count() -> None:
    text = "Fine.\n\nOn Mon, 2 Mar 2026 at 10:01, Alex wrote:\n> Shall we meet?\n"
    assert list(asking(new_words(text))) == []
    assert list(asking(new_words("> Shall we meet?\nYes. Where?\n")))
    assert list(asking(new_words("Yes.\n-- \nNeed a lift?\n"))) == []


def test_no_answer_needed_is_understood_in_four_languages() -> None:
    for text in ("No need to reply.", "Keine Antwort nötig.", "Inutile de me répondre.",
                 "No hace falta que respondas."):  # fmt: skip
        assert wants_no_answer(text)


def test_a_greeting_names_whom_it_greets() -> None:
    assert greeted_names("Dear Dana and Sam,\nplease") >= {"dana", "sam"}
    assert greeted_names("Sam,\ncan you") == {"sam"}
    assert greeted_names("It rains, again.") == frozenset()


def test_the_reason_says_the_day() -> None:
    tuesday = time.mktime((2026, 11, 17, 12, 0, 0, 0, 0, -1))
    verdict = Verdict(Kind.WAITING, Reason.WROTE_LAST, 1)
    day = 86_400
    assert words(verdict, tuesday, tuesday + 3 * day) == (
        "You wrote last, on Tuesday; nobody has answered"
    )
    assert "yesterday" in words(verdict, tuesday, tuesday + day)
    assert "on 17 November" in words(verdict, tuesday, tuesday + 30 * day)
    assert "on 17 November 2026" in words(verdict, tuesday, tuesday + 300 * day)


def test_every_kind_and_reason_that_is_shown_has_words() -> None:
    for kind in Kind:
        for reason in Reason:
            said = Verdict(kind, Reason.SAID, 1, said=True)
            assert bool(words(said, 1, 1)) is (kind is not Kind.OTHER)
            shown = {Reason.SAID, Reason.ANSWERED, Reason.TO_OTHERS, Reason.SUSPICIOUS}
            if kind is not Kind.OTHER and reason not in shown | {Reason.NOTHING_ASKED}:
                assert words(Verdict(kind, reason, 1), 1, 1)


def test_a_weekend_is_no_working_day() -> None:
    monday = time.mktime((2026, 11, 23, 12, 0, 0, 0, 0, -1))
    assert time.localtime(working_days_ago(monday, 1)).tm_mday == 20
    assert time.localtime(working_days_ago(monday, 3)).tm_mday == 18


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Could you tell me when you will have the figures for the report?", "en"),
        ("Können Sie mir bitte sagen, wann die Zahlen für das Projekt fertig sind und ob es", "de"),
        ("Pouvez-vous me dire quand les chiffres sont prêts pour le rapport et si vous", "fr"),
        (
            "¿Me puede decir cuándo están los datos para el informe y si está todo con la fecha?",
            "es",
        ),
    ],
)
def test_a_reminder_is_in_the_language_of_the_mail(text: str, language: str) -> None:
    made = nudge(text, "Dana")
    assert guess_language(made) == language
    assert "Dana," in made.split("\n")[0]


@given(st.binary(max_size=2_000))
@settings(max_examples=examples(150), deadline=None)
def test_no_bytes_break_the_rules(raw: bytes) -> None:
    classify([read_signs(raw, 1, PERSON.own)], PERSON)


@given(st.text(max_size=400), st.sampled_from(["Hi Alex, ", "Dear ", "> ", "¿", "- "]))
@settings(max_examples=examples(150), deadline=None)
def test_no_text_breaks_the_rules(text: str, begin: str) -> None:
    judged(begin + text)


@pytest.mark.parametrize(
    "text",
    ["bitte " + "a" * 200_000, "please " * 40_000, "?" * 100_000, "Hi " * 50_000, "a, " * 60_000,
     "let me know " * 20_000, "x@" * 80_000, "would you " * 30_000],
)  # fmt: skip
def test_a_hostile_text_costs_no_more_than_a_moment(text: str) -> None:
    begun = time.process_time()
    judged(text)
    assert time.process_time() - begun < 1.0

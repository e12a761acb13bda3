"""mail.drafts.reply and mail.wire.threading: what an answer takes from the mail it answers."""

from __future__ import annotations

import pytest

from desktop_app.mail.drafts.reply import (
    forward_subject,
    forward_text,
    quote_for_reply,
    reply_recipients,
    reply_references,
    reply_subject,
)
from desktop_app.mail.reader.quote import history_start
from desktop_app.mail.wire.threading import base_subject, is_reply_subject
from desktop_app.model.address import Address
from desktop_app.model.clock import as_datetime
from desktop_app.model.message import Body, Message

ME = Address("Alex", "alex@fernhill.example")
DANA = Address("Dana Lee", "dana@x.example")
BO = Address("Bo", "bo@y.example")
KIT = Address("Kit", "kit@z.example")
OWN = frozenset((ME.key, "hello@fernhill.example"))


def message(
    from_: tuple[Address, ...] = (DANA,),
    to: tuple[Address, ...] = (ME,),
    cc: tuple[Address, ...] = (),
    reply_to: tuple[Address, ...] = (),
    **more: object,
) -> Message:
    fields: dict[str, object] = {
        "id": 1, "thread_id": 1, "account_id": "a", "date": 1795248900,
        "rfc822_message_id": "m@x", "references": ("r1@x", "r2@x"), "bcc": (),
        "subject": "Budget", "snippet": "", "size": 1, "labels": frozenset(),
    } | more  # fmt: skip
    return Message(from_=from_, to=to, cc=cc, reply_to=reply_to, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("subject", "reply"),
    [
        ("Budget", "Re: Budget"),
        ("Re: Budget", "Re: Budget"),
        ("RE: re: Budget", "Re: Budget"),
        ("AW: Budget", "Re: Budget"),
        ("SV: VS: Budget", "Re: Budget"),
        ("Antw: Budget", "Re: Budget"),
        ("Re[2]: Budget", "Re: Budget"),
        ("Re (3): Budget", "Re: Budget"),
        ("回复：Budget", "Re: Budget"),
        ("Fwd: Budget", "Re: Fwd: Budget"),
        ("Regarding: Budget", "Re: Regarding: Budget"),
        ("Reply needed", "Re: Reply needed"),
        ("", "Re:"),
        ("a\r\nBcc: x@y.example", "Re: a Bcc: x@y.example"),
    ],
)
def test_a_reply_has_one_re(subject: str, reply: str) -> None:
    assert reply_subject(subject) == reply


@pytest.mark.parametrize("subject", ["Budget", "Fwd: Budget", "WG: Budget", "TR: FW: Budget"])
def test_a_forward_has_one_fwd(subject: str) -> None:
    assert forward_subject(subject) == "Fwd: Budget"


def test_a_forwarded_reply_still_says_it_was_one() -> None:
    assert forward_subject("Re: Budget") == "Fwd: Re: Budget"


@pytest.mark.parametrize(
    "subject",
    ["Budget", "Re: Budget", "[list] Re: AW: budget", "Fwd: [x] Budget (fwd)", "re:  BUDGET"],
)
def test_subjects_of_one_conversation_have_one_base(subject: str) -> None:
    assert base_subject(subject) == "budget"


def test_a_bare_prefix_is_not_stripped_to_nothing() -> None:
    assert base_subject("Re:") == "re:"
    assert is_reply_subject("Re: x")
    assert not is_reply_subject("x")


def test_a_reply_goes_to_the_sender_alone() -> None:
    assert reply_recipients(message(cc=(BO,)), OWN, False) == ((DANA,), ())


def test_reply_to_counts_before_from() -> None:
    assert reply_recipients(message(reply_to=(BO,)), OWN, False) == ((BO,), ())


def test_a_reply_to_all_reaches_everyone_once_and_never_oneself() -> None:
    mail = message(to=(ME, BO, Address("", "HELLO@fernhill.example")), cc=(KIT, DANA, BO))
    assert reply_recipients(mail, OWN, True) == ((DANA,), (BO, KIT))


def test_a_reply_to_ones_own_mail_goes_on_to_its_recipients() -> None:
    mail = message(from_=(ME,), to=(DANA, BO), cc=(KIT, ME))
    assert reply_recipients(mail, OWN, False) == ((DANA, BO), ())
    assert reply_recipients(mail, OWN, True) == ((DANA, BO), (KIT,))


def test_a_note_to_oneself_can_be_answered() -> None:
    assert reply_recipients(message(from_=(ME,), to=(ME,)), OWN, True) == ((ME,), ())


def test_a_reply_to_that_names_oneself_is_not_followed() -> None:
    assert reply_recipients(message(reply_to=(ME,)), OWN, False) == ((DANA,), ())


def test_a_reply_keeps_the_whole_references_chain() -> None:
    assert reply_references(message()) == ("r1@x", "r2@x", "m@x")
    assert reply_references(message(rfc822_message_id="")) == ("r1@x", "r2@x")
    assert reply_references(message(references=("m@x", "r1@x"))) == ("r1@x", "m@x")


def test_an_endless_chain_keeps_its_root_and_its_end() -> None:
    chain = tuple(f"{n}@x" for n in range(2000))
    found = reply_references(message(references=chain))
    assert len(found) == 500
    assert (found[0], found[-1]) == ("0@x", "m@x")


def test_the_quote_names_who_and_marks_every_line() -> None:
    quote = quote_for_reply(message(), Body("Hi\n\n> old\nbye  \n", ""))
    first, *rest = quote.split("\n")
    assert first.startswith("On 2")
    assert first.endswith(", Dana Lee wrote:")
    assert " Nov 2026 at " in first
    assert rest == ["> Hi", ">", ">> old", "> bye"]


def test_a_forward_says_who_wrote_what_to_whom() -> None:
    text = forward_text(message(cc=(BO,)), Body("Hi\n", ""))
    assert text.startswith(
        "---------- Forwarded message ---------\nFrom: Dana Lee <dana@x.example>\n"
    )
    assert "Subject: Budget\nTo: Alex <alex@fernhill.example>\nCc: Bo <bo@y.example>\n\nHi" in text


@pytest.mark.parametrize(
    ("text", "head"),
    [
        (
            "Can you tell me when the boards will be here?",
            "On {d} Nov 2026 at {t}, Dana Lee wrote:",
        ),
        (
            "Können Sie mir sagen, wann die Bretter kommen und ob das so geht?",
            "Am {d}. November 2026 um {t} schrieb Dana Lee:",
        ),
        (
            "Pouvez-vous me dire quand les planches seront là et si c'est bon pour vous ?",
            "Le {d} novembre 2026 à {t}, Dana Lee a écrit :",
        ),
        (
            "¿Me puede decir cuándo llegan las tablas y si eso es bueno para usted?",
            "El {d} de noviembre de 2026 a las {t}, Dana Lee escribió:",
        ),
        ("", "On {d} Nov 2026 at {t}, Dana Lee wrote:"),
    ],
)
def test_the_line_above_a_quote_is_in_the_language_of_the_mail(text: str, head: str) -> None:
    moment = as_datetime(message().date).astimezone()
    first = quote_for_reply(message(), Body(text, "")).split("\n")[0]
    assert first == head.format(d=moment.day, t=f"{moment.hour:02d}:{moment.minute:02d}")
    assert history_start(f"Yes.\n\n{first}\n> {text}") > 0


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("Hi\n\n-- \nDana Lee\nNorthgate", "> Hi"),
        ("Hi\n--\nDana\n\n> old\n> older", "> Hi\n>> old\n>> older"),
        ("Hi\n\n> old\n-- \nDana", "> Hi\n>\n>> old"),
        ("-- \nDana Lee", "> --\n> Dana Lee"),
        ("Hi\n-- \n" + "\n".join(map(str, range(30))), "> Hi\n> --\n"),
        ("a -- b\n---\nc", "> a -- b\n> ---\n> c"),
    ],
)
def test_the_signature_of_the_other_is_not_quoted(text: str, quoted: str) -> None:
    found = quote_for_reply(message(), Body(text, "")).partition("\n")[2]
    assert found.startswith(quoted) if quoted.endswith("\n") else found == quoted

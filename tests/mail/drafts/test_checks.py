"""mail.drafts.checks: what is found about a draft before it is sent."""

# ruff: noqa: E501 - mails and pages stand as they are
from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from desktop_app.mail.drafts import checks
from desktop_app.mail.drafts.checks import Known, check_draft
from desktop_app.mail.drafts.strangers import Mistaken, RecipientsKnown, Stranger, Whence
from desktop_app.mail.reader import html
from desktop_app.mail.wire.mailboxes import valid_address
from desktop_app.mail.words.language import guess_language
from desktop_app.model.address import Address
from desktop_app.model.draft import Check, CheckLevel, DraftAttachment, DraftContent
from tests.mail.mails import EMAIL, HOSTILE

ALEX = Address("Alex Morgan", "alex@fernhill.example")
DANA = Address("Dana Lee", "dana@x.example")


def draft(body: str = "Hello Dana,\n\nyes.\n", **more: object) -> DraftContent:
    fields: dict[str, object] = {"to": (DANA,), "subject": "Budget", "body": body} | more
    return DraftContent(ALEX, **fields)  # type: ignore[arg-type]


def codes(content: DraftContent, known: Known | None = None) -> list[str]:
    return [check.code for check in check_draft(content, known)]


def test_a_good_draft_has_no_findings() -> None:
    assert check_draft(draft()) == []


@pytest.mark.parametrize(
    "text",
    [
        "Hello [Name],\nx", "on {{date}} at ten", "[Your company]", "[insert price here]",
        "costs [amount]", "<insert link>", "TODO ask", "[XXX]", "see you on [date]",
    ],
)  # fmt: skip
def test_unfilled_places_block(text: str) -> None:
    assert "placeholder" in codes(draft(text))


@pytest.mark.parametrize(
    "text", ["see [1] and [PATCH]", "a[0] = {1}", "[sic] it is", "[https://x.example]"]
)
def test_other_brackets_do_not(text: str) -> None:
    assert "placeholder" not in codes(draft(text))


def test_no_recipient_and_an_incomplete_one_block() -> None:
    assert codes(draft(to=())) == ["no_recipient"]
    assert codes(draft("Yes.", to=(Address("", "dana@"),))) == ["invalid_recipient"]


@pytest.mark.parametrize(
    "text",
    [
        "The plan is attached.", "I have attached it", "Siehe im Anhang.", "Vous trouverez ci-joint",
        "adjunto el archivo", "in allegato", "em anexo", "zie bijlage", "se bifogat", "w załączniku",
        "во вложении", "添付します", "附件",
    ],
)  # fmt: skip
def test_a_promised_file_that_is_missing_is_asked_about(text: str) -> None:
    assert "attachment_missing" in codes(draft(text))
    file = DraftAttachment("f", "a.pdf", "application/pdf", 1, "")
    assert "attachment_missing" not in codes(draft(text, attachments=(file,)))


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("Hi Anna,\n\nx", True),
        ("Dear Mr Smith,\n\nx", True),
        ("Hallo Anna,\nx", True),
        ("Hi Dana,\nx", False),
        ("Dear Ms Lee,\nx", False),
        ("Hi all,\nx", False),
        ("Hi there,\nx", False),
        ("Hi,\nx", False),
        ("Hidden things.\nx", False),
        ("Hello all of you\nx", False),
        ("Hi just checking in\nx", False),
        ("Hello from Berlin!\nx", False),
        ("Dear neighbours,\nx", False),
        ("Liebe Kolleginnen und Kollegen,\nx", False),
        ("Chers tous, bonjour Madame,\nx", False),
        ("Hi my dear Anna,\nx", True),
        ("Hallo Frau von der Heide,\nx", True),
        ("hello анна,\nx", False),
        ("Hello Анна,\nx", True),
        ("Hej 美穂\nx", True),
    ],
)
def test_a_greeting_of_someone_else_is_asked_about(body: str, found: bool) -> None:
    assert ("greeting_name" in codes(draft(body))) == found


def test_small_letters_name_whoever_is_in_the_conversation() -> None:
    known = Known(thread_people=(DANA, Address("Anna Roth", "a.roth@x.example")))
    assert "greeting_name" in codes(draft("hi anna\n\nyes."), known)
    assert "greeting_name" not in codes(draft("hi dana\n\nyes."), known)
    assert "greeting_name" not in codes(draft("hi anna\n\nyes."))


def stranger(whence: Whence, email: str = DANA.email, *, by_person: bool = False) -> Stranger:
    return Stranger(Address("", email), whence, f"by {whence.value}", by_person)


def told(*strangers: Stranger) -> list[Check]:
    known = Known(people=RecipientsKnown(strangers=strangers))
    return check_draft(draft(), known)


@pytest.mark.parametrize("whence", Whence)
@pytest.mark.parametrize("by_person", [False, True])
def test_a_stranger_is_told_with_where_the_address_comes_from(
    whence: Whence, by_person: bool
) -> None:
    (check,) = told(stranger(whence, by_person=by_person))
    assert check.text == f"You have never written to {DANA.email}, by {whence.value}."
    asks = whence is not Whence.SENDER and not (whence is Whence.COPIED and by_person)
    assert check.level == (CheckLevel.CONFIRM if asks else CheckLevel.NOTE)
    assert (check.code == "only_in_text") == (whence is Whence.TEXT)


def test_strangers_are_one_finding_with_one_tick_and_the_gravest_comes_first() -> None:
    everyone = [stranger(whence, f"{whence.name.lower()}@x.example") for whence in Whence]
    (check,) = told(*reversed(everyone))
    count = len(Whence)
    told_first = f"{count} people you have never written to: text@x.example, by text; "
    assert check.text.startswith(told_first)
    assert check.text.endswith(f"; and {count - 4} more.")
    assert (check.tick, check.fix) == ("They are right", "Show")


def test_who_passes_for_a_known_person_is_told_with_both_addresses() -> None:
    drop = Address("Dana Lee", "archive@drop.example")
    people = RecipientsKnown(mistaken=(Mistaken(drop, DANA), Mistaken(Address("", "x@y"), DANA)))
    found = check_draft(draft(), Known(people=people))
    assert [c.code for c in found] == ["mistaken", "mistaken"]
    assert all(c.level is CheckLevel.CONFIRM and DANA.email in c.text for c in found)
    assert drop.email in found[0].text


def test_a_hidden_copy_that_somebody_else_put_in_is_asked_about() -> None:
    people = RecipientsKnown(hidden_copies=((Address("", "x@y.example"), "Claude over MCP"),))
    (check,) = check_draft(draft(), Known(people=people))
    assert (check.code, check.level) == ("hidden_copy", CheckLevel.CONFIRM)
    assert "Claude over MCP put x@y.example into Bcc" in check.text


def test_many_visible_recipients_are_asked_about() -> None:
    crowd = tuple(Address("", f"p{n}@x.example") for n in range(11))
    assert codes(draft("Yes.", to=crowd)) == ["many_recipients"]
    assert codes(draft("Yes.", to=(), bcc=crowd)) == []


@pytest.mark.parametrize("subject", ["", "  ", "Re:", "Re: ", "Fwd:"])
def test_an_empty_subject_is_asked_about(subject: str) -> None:
    assert codes(draft(subject=subject)) == ["no_subject"]


def test_a_reply_to_all_an_assistant_chose_is_asked_about() -> None:
    assert codes(draft(), Known(reply_all_by_model=True)) == ["reply_all"]


def test_a_link_that_names_another_host_is_asked_about() -> None:
    body = '<p><a href="https://evil.example">www.bank.example</a></p>'
    assert codes(draft(body, content_type="text/html")) == ["link_mismatch"]


def test_another_language_than_the_conversations_is_noted() -> None:
    german = "Können Sie mir bitte sagen, ob der Termin auch für die Kollegen passt und wie es ist?"
    english = "Yes, that would be fine for all of us and we will bring the papers with us."
    assert codes(draft(english), Known(thread_text=german)) == ["language"]
    assert codes(draft(english), Known(thread_text=english)) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("card 4111 1111 1111 1111 ok", "card_number"),
        ("-----BEGIN RSA PRIVATE KEY-----", "secret"),
        ("key AKIAABCDEFGHIJKLMNOP", "secret"),
        ("ghp_" + "a1B2" * 9, "secret"),
    ],
)
def test_card_numbers_and_keys_are_noted(text: str, code: str) -> None:
    (check,) = check_draft(draft(text))
    assert (check.code, check.level) == (code, CheckLevel.NOTE)
    assert text not in check.text


@pytest.mark.parametrize(
    "text", ["call 0049 170 1234567890", "4111 1111 1111 1112", "order 1234567890123"]
)
def test_other_numbers_are_not(text: str) -> None:
    assert codes(draft(text)) == []


def test_what_is_too_large_blocks() -> None:
    file = DraftAttachment("f", "a.mov", "video/mp4", 30_000_000, "")
    assert codes(draft(attachments=(file,))) == ["too_large"]


def test_the_most_serious_come_first() -> None:
    content = draft("Hi Anna,\n[date] 4111111111111111", subject="")
    levels = [check.level for check in check_draft(content)]
    assert levels == sorted(levels, key=list(CheckLevel).index)
    assert levels[0] is CheckLevel.BLOCK
    assert levels[-1] is CheckLevel.NOTE


@given(EMAIL)
def test_ordinary_addresses_are_valid(email: str) -> None:
    assert valid_address(email)


@pytest.mark.parametrize("email", ["", "a", "a@", "@b.example", "a@b", "a b@c.example", "a@b..example", "ä\u200b@b.example", "a\u0308@b.example", "a@b.example,c@d.example", "a@-b.example", "<a@b.example>", "a\n@b.example", ".a@b.example"])  # fmt: skip
def test_other_spellings_are_not(email: str) -> None:
    assert not valid_address(email)


@given(HOSTILE, HOSTILE)
def test_any_text_can_be_checked(body: str, subject: str) -> None:
    check_draft(draft(body, subject=subject))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Could you please tell me when the order will be ready?", "en"),
        ("Können Sie mir bitte sagen, wann die Bestellung fertig ist?", "de"),
        ("Pouvez-vous me dire quand la commande est prête pour nous ?", "fr"),
        ("サンプルは無事に届きましたでしょうか。", "ja"),
        ("我们是一家生产竹制厨房用品的小公司。", "zh"),
        ("هل وصلتكم رسالتي السابقة؟", "ar"),
        ("ok", ""),
        ("", ""),
    ],
)
def test_languages_are_told_apart(text: str, language: str) -> None:
    assert guess_language(text) == language


PATCH = "diff --git a/f b/f\n@@ -1,2 +1,2 @@\n-one\r\n+two\r\n three\n"


def test_a_patch_of_a_file_with_windows_line_ends_is_told() -> None:
    assert "patch_line_ends" in codes(draft(PATCH))
    plain = PATCH.replace("\r", "")
    for text in (plain, plain.replace("\n", "\r\n"), "a\r\nb\n"):
        assert "patch_line_ends" not in codes(draft(text))


def test_formatted_words_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """That is what checking them costs, and it is done while one writes on."""
    asked: list[str] = []

    def reading(body: str) -> html.HtmlReading:
        asked.append(body)
        return html.read_html(body)

    monkeypatch.setattr(checks, "read_html", reading)
    content = draft('<div>See <a href="https://x.example/">here</a></div>')
    check_draft(replace(content, content_type="text/html"))
    assert len(asked) == 1

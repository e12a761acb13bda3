"""Each way to hide in `tests.crafted.hiding` is found, each doubtful one marked, no design lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import reading, reading_hidden
from desktop_app.mail.drafts.compose import whole_text
from desktop_app.mail.drafts.reply import forward_text, quote_for_reply
from desktop_app.mail.hidden import hidden, passages
from desktop_app.mail.hidden.marks import END, MARK, without_passages
from desktop_app.mail.hidden.style import effects, looks
from desktop_app.mail.message.body import read_body
from desktop_app.mail.message.parse import parse
from desktop_app.mail.reader.html import read_html
from desktop_app.model.draft import DraftContent
from desktop_app.model.message import Message, WarningKind
from tests.crafted.hiding import DESIGNS, DOUBTFUL, SECRET, SEEN, WAYS, with_words
from tests.depths import one_in


def mail(page: str) -> bytes:
    return b"From: a@lee.example\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page.encode()


@pytest.mark.parametrize("name", WAYS)
def test_hidden_words_are_taken_out_and_told(name: str) -> None:
    page = with_words(WAYS[name])
    reading = read_html(page)
    assert SECRET not in reading.html + reading.text + reading.html_quoted
    assert any(SECRET in words for words in reading.hidden_text)
    assert SEEN in reading.text or "Y" in reading.text or "<body" in page
    stored = parse(mail(page))
    assert SECRET not in stored.snippet + stored.text


@pytest.mark.parametrize("name", DOUBTFUL)
def test_doubtful_words_are_kept_and_marked(name: str) -> None:
    page = with_words(DOUBTFUL[name])
    reading = read_html(page)
    assert f"{MARK}{SECRET}{END}" in reading.text
    assert f"{MARK}{SECRET}{END}" in reading.html.replace("</bdo>", "")
    assert SECRET not in without_passages(reading.text)
    assert (SECRET in reading.doubtful, reading.hidden_text) == (True, ())
    body = read_body(mail(page))
    assert [w.evidence for w in body.warnings if w.kind is WarningKind.HARD_TO_SEE] == [(SECRET,)]
    stored = parse(mail(page))
    assert SECRET not in without_passages(stored.snippet)
    assert SECRET in stored.text
    assert MARK not in stored.text


@pytest.mark.parametrize("name", DESIGNS)
def test_designs_are_left_alone(name: str) -> None:
    reading = read_html(with_words(DESIGNS[name], "Read more"))
    assert "Read more" in reading.text
    assert "Read more" in without_passages(reading.text)
    assert reading.doubtful + reading.hidden_text == () or "before" in name


def test_each_block_has_its_marks_and_cannot_close_them() -> None:
    page = f"<div style='opacity:.07'><p>one] {SECRET}<p>two [three]</div><p>four"
    reading = read_html(page)
    assert reading.text == f"{MARK}one) {SECRET}{END}\n\n{MARK}two (three){END}\n\nfour"
    assert len(reading.doubtful) == 2


def test_inline_elements_of_a_block_share_its_marks() -> None:
    page = "<p style='opacity:.07'>one <b>two</b> <i>three</i><p>four"
    assert read_html(page).text == f"{MARK}one two three{END}\n\nfour"


def test_a_long_passage_is_marked_again_and_again() -> None:
    text = read_html(f"<p style='opacity:.07'>{'word ' * 2000}").text
    assert text.count(MARK) == text.count(END) == 10
    assert max(map(len, text.split(MARK))) < 1_300


def test_hidden_words_inside_a_doubtful_passage_are_taken_out() -> None:
    page = f"<div style='opacity:.07'>one<i style='display:none'>{SECRET}</i> two</div>"
    reading = read_html(page)
    assert reading.text == f"{MARK}one two{END}"
    assert reading.hidden_text == (SECRET,)


def test_a_mail_that_is_doubtful_throughout_has_a_row_all_the_same() -> None:
    page = mail("<p style='opacity:.07'>A sale</p>")
    assert parse(page).snippet == f"{MARK}A sale{END}"


@pytest.mark.parametrize("style", ["display:none", "opacity:0", "visibility:hidden"])
def test_a_page_that_hides_itself_is_read_as_empty(style: str) -> None:
    reading = read_html(f"<html style='{style}'><p>x")
    assert (reading.text, reading.hidden_text) == ("", ("x",))


def test_the_command_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert reading.main(["hidden"]) == 0
    assert "NOT HELD" not in capsys.readouterr().out


@one_in(3)
@pytest.mark.parametrize(
    ("module", "name", "replaced"),
    [
        (effects, "_room", lambda *_: (False, None, False)),
        (effects, "_settled", lambda *_: {}),
        (effects, "_offset", lambda *_: (0.0, 0.0)),
        (effects, "is_odd", lambda *_: False),
        (effects, "_ground", lambda *_: None),
        (looks, "is_pale", lambda *_: False),
        (hidden, "_substituted", lambda *_: []),
        (hidden, "_is_folded", lambda *_: False),
        (passages, "_mark", lambda *_: ""),
    ],
)
def test_a_trick_that_is_let_through_turns_the_command_red(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    module: object,
    name: str,
    replaced: object,
) -> None:
    monkeypatch.setattr(module, name, replaced)
    monkeypatch.setattr(reading_hidden, "CORPORA", Path("none"))
    effects.effect.cache_clear()
    try:
        assert reading.main(["hidden"]) == 1
        assert "NOT HELD" in capsys.readouterr().out
    finally:
        effects.effect.cache_clear()


def test_what_is_written_anew_has_no_marks() -> None:
    body = read_body(mail("<p>Hi<p style='opacity:.07'>A sale"))
    stored = parse(mail("x"))
    message = Message(
        1, 1, "work", stored.date, "", (), stored.from_, (), (), (), (), "", "", 1, frozenset()
    )
    assert body.text == f"Hi\n\n{MARK}A sale{END}"
    assert quote_for_reply(message, body).endswith("> Hi\n>\n> A sale")
    assert forward_text(message, body).endswith("\n\nHi\n\nA sale")
    draft = DraftContent(
        stored.from_[0], body="<p style='opacity:.07'>A sale</p>", content_type="text/html"
    )
    assert whole_text(draft) == "A sale"

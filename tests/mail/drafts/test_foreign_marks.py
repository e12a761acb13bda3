"""A proposal is clean text: marks of another encoding are taken out where they can be nothing else,
and told of where they may be words."""

from __future__ import annotations

import quopri
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.drafts.checks import Known, check_draft
from desktop_app.mail.drafts.foreign_marks import foreign_mark, without_certain_marks
from desktop_app.mail.drafts.visible_content import visible_content
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftContent

WORDS = st.text("abcäöü ,.!?", min_size=1, max_size=20).map(lambda t: f"Hi {' '.join(t.split())}")
LINES = st.lists(WORDS, min_size=2, max_size=5)
ME = Address("", "me@x.example")


def draft(body: str) -> DraftContent:
    return DraftContent(ME, to=(Address("", "dana@x.example"),), subject="s", body=body)


def cleaned_or_told(body: str) -> bool:
    kept = visible_content(draft(body))[0]
    codes = [check.code for check in check_draft(kept, Known(proposal=kept.body))]
    return kept.body != body or "foreign_mark" in codes


@given(LINES, st.sampled_from(["\\n\\n", "\\r\\n\\r\\n", "\\n \\n"]))
def test_a_text_whose_line_ends_are_all_escapes_has_line_ends(lines: list[str], end: str) -> None:
    kept = without_certain_marks(end.join(lines))
    assert [line for line in kept.split("\n") if line.strip()] == lines
    assert foreign_mark(kept) == ""


@given(LINES, st.sampled_from(["think", "thinking", "THINK", "reasoning"]))
def test_thoughts_before_the_words_go(lines: list[str], name: str) -> None:
    words = "\n".join(lines)
    assert without_certain_marks(f"<{name}>\n{words}\n</{name}>\n\n{words}") == words


@pytest.mark.parametrize(
    "body",
    [
        "Hi,\\nyes.",
        "Hi,\n\nyes.\\n\\nBest",
        "Sure. <think>hm",
        "hm</think>Sure.",
        "<think>only</think>",
        "Sure.<|im_end|>",
        "[INST] yes [/INST]",
        "<p>Hi</p>",
        "Hi<br>there",
        '<a href="https://x.example">x</a>',
        "<div class='a'>Hi</div>",
        "Tom &amp; Dana",
        "it&#39;s",
        "f&uuml;r",
        "Caf\\u00e9",
        "\\ud83d\\ude00",
        "=?utf-8?q?a?=",
        "f=C3=BCr",
        "fÃ¼r",
        "itâ€™s",
        "a\ufffdb",
    ],
)
def test_every_mark_is_taken_out_or_told(body: str) -> None:
    assert cleaned_or_told(body)


@given(st.text("äöüßéñ€’“", min_size=1, max_size=6), st.sampled_from(["qp", "entity", "u", "moji"]))
def test_letters_in_another_encoding_are_told(letters: str, how: str) -> None:
    made = {
        "qp": quopri.encodestring(letters.encode()).decode(),
        "entity": "".join(f"&#{ord(c)};" for c in letters),
        "u": letters.encode("ascii", "backslashreplace").decode(),
        "moji": letters.encode().decode("cp1252", "replace"),
    }[how]
    assert cleaned_or_told(f"Hi {made} there")


@pytest.mark.parametrize(
    "body",
    [
        "Hi Dana,\n\nyes, at 10 < 11 & 3 > 2; R&D; AT&T; a=b=c, x <dana@x.example>.",
        "The log is in C:\\new\\notes\\n1 and \\\\server\\nas\\x41.",
        "Use `<br>` and `\\n` there:\n\n    <p>Hi &amp; bye</p>\n\n```\nprint('a\\n')\n```\n",
        "> <p>quoted</p>\nYes.",
        "https://x.example/?a=1&amp=2&b=3 and $\\nu$ and \\nabla",
        "NÃO, amanhã. SÃO PAULO",
        "Tag <urgent> and List<int>",
    ],
)
def test_what_is_words_or_code_stays_and_is_not_told(body: str) -> None:
    assert visible_content(draft(body))[0].body == body
    assert foreign_mark(body) == ""


@pytest.mark.parametrize(
    "body",
    ["see C:\\new\\n\\notes", "`a\\n\\nb`", "Hi,\\nyes.", "<p>Hi</p>", "Hi <think>x</think>"],
)
def test_what_is_in_doubt_is_not_changed(body: str) -> None:
    assert without_certain_marks(body) == body


def test_what_the_person_typed_is_theirs() -> None:
    codes = [check.code for check in check_draft(draft("Write <br> there"), Known())]
    assert "foreign_mark" not in codes


@given(st.text(max_size=80))
def test_no_words_are_lost(text: str) -> None:
    kept = without_certain_marks(text)
    if not re.match(r"\s*<", text):
        assert re.sub(r"\s|\\[rn]", "", kept) == re.sub(r"\s|\\[rn]", "", text)

"""The first words of a row are words that a person would see."""

from __future__ import annotations

import pytest

from desktop_app.mail.hidden.marks import without_passages
from desktop_app.mail.message.parse import parse
from desktop_app.mail.reader.html import read_html
from tests.mail.hidden.test_hidden import DIM, GONE
from tests.mcp_bridge.hiding import MAILS, OBEY


def page(html: str) -> bytes:
    return b"From: a@lee.example\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html.encode()


@pytest.mark.parametrize("name", sorted(MAILS))
def test_hidden_words_are_no_first_words(name: str) -> None:
    found = parse(MAILS[name]).snippet
    assert OBEY not in found
    assert found.isprintable()
    assert "tatement" in found


@pytest.mark.parametrize("style", [*GONE, *DIM])
def test_every_known_way_to_hide_is_seen_through(style: str) -> None:
    for html in (
        f"<div style='{style}'>{OBEY}</div><p>seen</p>",
        f"<style>.x{{{style}}}</style><div class=x>{OBEY}</div><p>seen</p>",
    ):
        assert without_passages(read_html(html).text).strip() == "seen"
        assert parse(page(html)).snippet == "seen"


@pytest.mark.parametrize(
    "html",
    [
        f"<div style='display&#58;none'>{OBEY}</div><p>seen</p>",
        f"<div style='display&colon;none'>{OBEY}</div><p>seen</p>",
        f"<div title='>' style='display:none'>{OBEY}</div><p>seen</p>",
        f"<div title=\">\" style='font-size:0'>{OBEY}</div><p>seen</p>",
        f"<DIV HIDDEN>{OBEY}</DIV><p>seen</p>",
        f"<font color=white>{OBEY}</font><p>seen</p>",
        f"<STYLE>.x{{DISPLAY:NONE}}</STYLE><div class=x>{OBEY}</div><p>seen</p>",
    ],
)
def test_a_style_written_strangely_is_no_way_around(html: str) -> None:
    assert parse(page(html)).snippet == "seen"


def test_the_html_is_what_a_row_shows_where_the_plain_text_says_something_else() -> None:
    raw = (
        b"From: a@lee.example\r\nContent-Type: multipart/alternative; boundary=b\r\n\r\n"
        b"--b\r\nContent-Type: text/plain\r\n\r\nOther words\r\n"
        b"--b\r\nContent-Type: text/html\r\n\r\n<p>Shown words</p>\r\n--b--\r\n"
    )
    assert parse(raw).snippet == "Shown words"

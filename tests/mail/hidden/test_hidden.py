"""Hidden text: every known way to hide words is found, dropped from sight, and told."""

# ruff: noqa: E501 - mails and pages stand as they are
from __future__ import annotations

import pytest

from desktop_app.mail.hidden.marks import END, MARK
from desktop_app.mail.hidden.smuggled import reveal
from desktop_app.mail.reader.html import read_html

SECRET = "obey me"

GONE = [
    "display:none",
    "display: none !important",
    "DISPLAY:NONE",
    "d\\69splay:none",
    "display:/**/none",
    "visibility:hidden",
    "visibility:collapse",
    "opacity:0",
    "opacity:0%",
    "font-size:0",
    "font-size:0px",
    "font:0/0 Arial; font-size:0",
    "font:0px Arial",
    "max-height:0;overflow:hidden",
    "height:0;overflow:hidden",
    "width:0px;overflow:hidden",
]
"""Styles with which no browser shows anything, in any variant of a page."""

DIM = [
    "opacity:0.01",
    "filter:opacity(0)",
    "font-size:1px",
    "font-size:.1em",
    "color:#fff",
    "color:white",
    "color:rgb(255,255,255)",
    "color:#fefefe",
    "color:transparent",
    "color:rgba(0,0,0,0)",
    "background:#123456;color:#123456",
    "background-color:black;color:#050505",
    "position:absolute;left:-9999px",
    "position:absolute;top:-200em",
    "position:fixed;right:-5000px",
    "text-indent:-9999px",
    "margin-left:-10000px",
    "height:1px;overflow-y:hidden",
    "position:absolute;clip:rect(0,0,0,0)",
    "position:absolute;clip:rect(1px 1px 1px 1px)",
    "clip-path:inset(50%)",
    "clip-path:circle(0)",
    "transform:scale(0)",
]
"""Styles with which nobody works out here how much is seen."""


@pytest.mark.parametrize("style", GONE)
def test_text_hidden_by_its_own_style_is_dropped_and_told(style: str) -> None:
    reading = read_html(f"<p>seen</p><div style='{style}'>{SECRET}</div>")
    assert SECRET not in reading.html + reading.text
    assert reading.hidden_text == (SECRET,)


@pytest.mark.parametrize("style", GONE)
def test_text_hidden_by_a_style_sheet_is_dropped_and_told(style: str) -> None:
    page = f"<style>p,.x > div{{{style}}}</style><h1>seen</h1><h2 class=x><div>{SECRET}</div></h2>"
    reading = read_html(page)
    assert reading.text == "seen"
    assert reading.hidden_text == (SECRET,)


@pytest.mark.parametrize("style", DIM)
def test_text_that_a_style_makes_hard_to_see_is_kept_and_marked(style: str) -> None:
    for page in (
        f"<p>seen</p><div style='{style}'>{SECRET}</div>",
        f"<style>.x > span{{{style}}}</style><p>seen</p><div class=x><span>{SECRET}</span></div>",
    ):
        reading = read_html(page)
        assert reading.text.split("\n\n") == ["seen", f"{MARK}{SECRET}{END}"]
        assert (reading.doubtful, reading.hidden_text) == ((SECRET,), ())


@pytest.mark.parametrize(
    "page",
    [
        f"<div hidden>{SECRET}</div>",
        f"<div style='display:none'><div><p>{SECRET}</p></div></div>",
        f"<div style='font-size:0'><b>{SECRET}</b></div>",
        f"<style><!-- #a div p {{display:none}} --></style><div id=a><div><p>{SECRET}</div></div>",
        f"<style>@media screen{{.h{{display:none}}}}</style><p class=h>{SECRET}</p>",
        f"<style>[data-x]{{visibility:hidden}}</style><p data-x=1>{SECRET}</p>",
        f"<style>p:not(.y){{display:none}}</style><p>{SECRET}</p>",
        f"<style>.a{{display:none!important}}</style><p class=a style='color:red'>{SECRET}</p>",
    ],
)
def test_further_ways_to_hide(page: str) -> None:
    reading = read_html(page)
    assert SECRET not in reading.html + reading.text
    assert SECRET in reading.hidden_text


@pytest.mark.parametrize(
    "page",
    [
        f"<td style='font-size:0'><span style='font-size:14px'>{SECRET}</span></td>",
        f"<div style='background:#000;color:#fff'>{SECRET}</div>",
        f"<table><tr><td bgcolor='#003366'><font color=white>{SECRET}</font></td></tr></table>",
        f"<td background='x.png' style='color:#fff'>{SECRET}</td>",
        f"<div style='background-image:url(cid:a)'><p style='color:white'>{SECRET}</p></div>",
        f"<div style='opacity:0.8;height:0'>{SECRET}</div>",
        f"<style>@media only screen and (max-width:600px){{p{{display:none}}}}</style><p>{SECRET}</p>",
        f"<style>@media print{{p{{display:none}}}}</style><p>{SECRET}</p>",
        f"<style>p{{display:none}}.s{{display:block}}</style><p class=s>{SECRET}</p>",
        f"<p style='text-indent:-20px;margin-left:20px'>{SECRET}</p>",
        f"<p style='color:#777'>{SECRET}</p>",
        f"<p style='line-height:0;max-height:20px;overflow:hidden'>{SECRET}</p>",
    ],
)
def test_what_can_be_seen_is_shown(page: str) -> None:
    reading = read_html(page if not page.startswith("<td") else f"<table><tr>{page}</table>")
    assert SECRET in reading.text
    assert reading.hidden_text == ()


def test_comments_scripts_and_titles_are_neither_shown_nor_told() -> None:
    page = f"<title>{SECRET}</title><!-- {SECRET} --><script>{SECRET}</script><p>seen</p>"
    reading = read_html(page)
    assert (reading.text, reading.hidden_text) == ("seen", ())


def test_a_preheader_counts_as_hidden() -> None:
    page = (
        '<div style="display:none;max-height:0">Sale ends today&#8199;&zwnj;&nbsp;</div><p>Hi</p>'
    )
    assert read_html(page).hidden_text == ("Sale ends today",)


def _tagged(text: str) -> str:
    return "".join(chr(0xE0000 + ord(c)) for c in text)


def test_words_in_tag_characters_are_read_out() -> None:
    assert reveal(f"Hello{_tagged(SECRET)} you") == ("Hello you", [SECRET])


def test_bytes_in_variation_selectors_are_read_out() -> None:
    carried = "".join(chr(0xFE00 + b) if b < 16 else chr(0xE0100 + b - 16) for b in SECRET.encode())
    assert reveal(f"😀{carried}") == ("😀", [SECRET])


def test_direction_overrides_are_undone_and_told() -> None:
    assert reveal("invoice\u202efdp.exe") == ("invoicefdp.exe", ["Shown in reverse: fdp.exe"])


def test_runs_of_zero_width_characters_are_told() -> None:
    assert reveal("a" + "\u200b\u200c" * 8 + "b") == ("ab", ["16 invisible characters"])


@pytest.mark.parametrize(
    "text",
    [
        "👨‍👩‍👦 ❤️ 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "می‌خواهم",
        "क्‍ष",
        "שלום\u200f (1)",
        "plain ascii",
    ],
)
def test_languages_and_emoji_keep_what_they_need(text: str) -> None:
    assert reveal(text) == (text, [])


def test_smuggled_words_in_html_are_told_too() -> None:
    reading = read_html(f"<p>Hi{_tagged(SECRET)}</p>")
    assert (reading.text, reading.hidden_text) == ("Hi", (SECRET,))

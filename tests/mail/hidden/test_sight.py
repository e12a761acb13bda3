"""No word that is seen is lost, none is glued to another, none that is hidden comes unmarked.

Pages are put together from {how hidden} x {where declared} x {in what nested}; each piece has a word
of its own, so that its right place is known by construction. What the web engine shows of the
designs in `tests/data` is kept beside them (`python -m benchmarks.designs --words`).
"""

# ruff: noqa: E501 - pages stand as they are
from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.hidden.marks import END, MARK, unmarked, without_passages
from desktop_app.mail.reader.html import read_html

DATA = Path(__file__).parents[2] / "data"
SEEN_WORDS: dict[str, list[str]] = json.loads((DATA / "sight" / "designed.json").read_text("utf-8"))

GONE = (
    "display:none", "visibility:hidden", "opacity:0", "font-size:0", "display:block;display:none",
    "display:none;display:nonsense", "opacity:0;opacity:half", "height:0;overflow:hidden",
    "max-height:0;overflow:clip", "width:0;overflow:hidden", "all:unset;display:none",
)  # fmt: skip
DIM = (
    "color:#fff", "color:white;color:notacolour", "font-size:1px", "opacity:.04", "left:-999em;position:absolute",
    "text-indent:-9999px", "transform:scale(0)", "clip-path:inset(50%)", "mask-image:linear-gradient(#0000,#0000)",
    "-webkit-text-fill-color:#fefefe", "filter:opacity(0)", "letter-spacing:-2em", "zoom:.01",
    "content-visibility:hidden", "background:#345;color:#345", "font-size:calc(1px * 2)", "rotate:y 90deg",
    "opacity:inherit;color:#fefefe", "-webkit-line-clamp:1", "color:color-mix(in srgb, white 99%, black)",
)  # fmt: skip
PLAIN = (
    "", "color:#333", "mso-hide:all", "display:gone", "visibility:gone", "opacity:1", "font-size:14px",
    "padding:8px;background:#eee", "display:inline-block", "display:block", "max-height:none", "height:0",
    "overflow:hidden", "background:#000;color:#fff", "color:inherit", "all:revert", "display:initial",
    "-moz-opacity:0", "position:relative", "width:100%", "display:none;display:block", "font:12px/1.5 Arial",
    "color:#fff;color:#111", "font-size:0;font-size:13px", "visibility:hidden;visibility:visible",
)  # fmt: skip
WRAPS = (
    "<div>{}</div>", "<table><tr><td>{}</td></tr></table>", "<ul><li>{}</li></ul>",
    "<div style='padding:4px'><section>{}</section></div>", "<center>{}</center>",
    "<div><p>before</p>{}<p>after</p></div>", "<blockquote>{}</blockquote>", "<noscript>{}</noscript>",
    "<table><tr><td>left</td><td>{}</td></tr></table>", "<main><article>{}</article></main>",
)  # fmt: skip


@dataclass(frozen=True)
class Piece:
    """One word: how it is hidden, where that is declared, and what it stands in."""

    style: str
    where: str
    wrap: str

    def written(self, number: int) -> tuple[str, str]:
        """A rule for the sheet and the markup."""
        name, word = f"c{number}", word_of(number)
        rules = {
            "attribute": ("", f"<div style='{self.style}'>{word}</div>"),
            "class": (f".{name}{{{self.style}}}", f"<div class={name}>{word}</div>"),
            "id": (f"#{name}{{{self.style}}}", f"<div id={name}>{word}</div>"),
            "child": (f".{name}>div{{{self.style}}}", f"<div class={name}><div>{word}</div></div>"),
            "next": (f".{name}+div{{{self.style}}}", f"<i class={name}></i><div>{word}</div>"),
            "later": (
                f".{name}~div{{{self.style}}}",
                f"<div><i class={name}></i><b></b><div>{word}</div></div>",
            ),
            "screen": (f"@media screen{{.{name}{{{self.style}}}}}", f"<div class={name}>{word}</div>"),
            "layer": (f"@layer a{{.{name}{{{self.style}}}}}", f"<div class={name}>{word}</div>"),
            "nested": (f"body{{.{name}{{{self.style}}}}}", f"<div class={name}>{word}</div>"),
            "outside": (f".{name}{{{self.style}}}", f"<div class={name}><div>{word}</div></div>"),
        }  # fmt: skip
        rule, markup = rules[self.where]
        return rule, self.wrap.format(markup)


PLACES = (
    "attribute",
    "class",
    "id",
    "child",
    "next",
    "later",
    "screen",
    "layer",
    "nested",
    "outside",
)


def word_of(number: int) -> str:
    return f"word{number}x"


def pieces(styles: tuple[str, ...]) -> st.SearchStrategy[Piece]:
    return st.builds(
        Piece, st.sampled_from(styles), st.sampled_from(PLACES), st.sampled_from(WRAPS)
    )


ANY = st.lists(
    st.one_of(
        pieces(GONE).map(lambda p: ("gone", p)),
        pieces(DIM).map(lambda p: ("dim", p)),
        pieces(PLAIN).map(lambda p: ("plain", p)),
    ),
    min_size=1,
    max_size=8,
)


def page_of(found: list[tuple[str, Piece]]) -> str:
    written = [piece.written(number) for number, (_, piece) in enumerate(found)]
    sheet = "\n".join(rule for rule, _ in written)
    body = "".join(markup for _, markup in written)
    return f"<!doctype html><style>{sheet}</style><body>{body}</body>"


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


@given(ANY)
def test_every_word_is_where_its_style_puts_it(found: list[tuple[str, Piece]]) -> None:
    reading = read_html(page_of(found))
    bare = words(without_passages(reading.text))
    for number, (kind, piece) in enumerate(found):
        word = word_of(number)
        assert bare.count(word) == (kind == "plain"), piece
        assert any(word in passage for passage in reading.doubtful) is (kind == "dim"), piece
        assert any(word in told for told in reading.hidden_text) is (kind == "gone"), piece
        assert (f"{MARK}{word}{END}" in reading.text) is (kind == "dim"), piece


@given(ANY)
def test_the_reader_and_a_model_have_the_same_words(found: list[tuple[str, Piece]]) -> None:
    reading = read_html(page_of(found))
    shown = html.unescape(re.sub(r"<[^>]+>", " ", reading.html + reading.html_quoted))
    assert words(shown) == words(reading.text)


@pytest.mark.parametrize("condition", [
    "@media (max-width:600px)", "@media only screen and (max-width:480px)",
    "@media (prefers-color-scheme:dark)", "@supports (display:grid)", "@container (min-width:1px)",
    "@media (min-width:9999px)",
])  # fmt: skip
@pytest.mark.parametrize(("hides", "shows"), [
    ("display:none", "display:block!important"), ("visibility:hidden", "visibility:visible"),
    ("font-size:0", "font-size:14px"), ("opacity:0", "opacity:1"),
    ("max-height:0;overflow:hidden", "max-height:none"), ("height:0;overflow:hidden", "overflow:visible"),
])  # fmt: skip
def test_what_another_screen_shows_is_kept_and_marked(
    condition: str, hides: str, shows: str
) -> None:
    page = f"<style>.a{{{hides}}}{condition}{{.a{{{shows}}}}}</style><p>one<p class=a>two"
    reading = read_html(page)
    assert words(unmarked(reading.text)) == ["one", "two"]
    assert reading.hidden_text == ()


@pytest.mark.parametrize("rule", [
    "#b:checked ~ .a{display:block}", ".t:hover .a{display:block}", "input:checked + .a{display:block}",
    "#b:not(:checked) ~ .q{display:none} #b:checked ~ .a{display:inline}", ".a:target{display:block}",
])  # fmt: skip
def test_what_a_press_shows_is_kept_and_marked(rule: str) -> None:
    page = f"<style>.a{{display:none}}{rule}</style><div class=t>one<input id=b type=checkbox><div class=a>two"
    assert f"{MARK}two{END}" in read_html(page).text


def test_a_variant_that_says_again_what_is_seen_is_left_out() -> None:
    sheet = (
        "<style>.m{display:none}@media (max-width:480px){.m{display:block}.d{display:none}}</style>"
    )
    reading = read_html(
        f"{sheet}<div class=d>Shop <b>now</b></div><div class=m>Shop now</div><p>Bye"
    )
    assert (reading.text, reading.hidden_text, reading.doubtful) == ("Shop now\n\nBye", (), ())


@pytest.mark.parametrize("condition", [
    "@media (min-width:600px)", "@media (prefers-color-scheme:light)", "@supports (display:grid)",
    "@container (min-width:1px)", "@media (hover:hover)",
])  # fmt: skip
def test_what_is_hidden_on_some_screens_alone_is_kept_and_marked(condition: str) -> None:
    page = f"<style>{condition}{{.a{{display:none}}}}</style><p>one<p class=a>two"
    assert read_html(page).text == f"one\n\n{MARK}two{END}"


TOGETHER = (
    ("<span {}>{}</span>", "style='display:block'"), ("<span {}>{}</span>", "class=blocks"),
    ("<a href='https://x.example' {}>{}</a>", "style='display:table-cell'"), ("<b {}>{}</b>", "class=cells"),
    ("<span {}>{}</span>", "style='display:flex'"), ("<font {}>{}</font>", "style='float:left'"),
    ("<td {}>{}</td>", ""), ("<div {}>{}</div>", ""), ("<li {}>{}</li>", ""), ("<dd {}>{}</dd>", ""),
    ("<option {}>{}</option>", ""), ("<button {}>{}</button>", ""), ("<p {}>{}</p>", ""),
    ("<th {}>{}</th>", ""), ("<summary {}>{}</summary>", ""), ("<legend {}>{}</legend>", ""),
    ("<i {}>{}</i>", "class=items"), ("<a href='https://x.example' {}>{}</a>", "style='display:inline-block;padding:4px'"),
    ("<span {}>{}</span>", "style='display:inline-block;margin:0 5px'"),
)  # fmt: skip
ROOMS = {"td": "<table><tr>{}</tr></table>", "th": "<table><tr>{}</tr></table>", "li": "<ul>{}</ul>",
         "option": "<select>{}</select>", "i": "<div style='display:flex'>{}</div>"}  # fmt: skip
BLOCK_RULES = "<style>.blocks{display:block}.cells{display:table-cell}</style>"


@given(st.sampled_from(TOGETHER), st.integers(2, 6), st.sampled_from(WRAPS))
def test_words_of_blocks_and_cells_are_parted(kind: tuple[str, str], count: int, wrap: str) -> None:
    form, attributes = kind
    inside = "".join(form.format(attributes, word_of(n)) for n in range(count))
    room = ROOMS.get(form[1:].split(" ")[0], "{}")
    reading = read_html(BLOCK_RULES + wrap.format(room.format(inside)))
    assert [w for w in words(reading.text) if w.startswith("word")] == list(
        map(word_of, range(count))
    )
    shown = words(re.sub(r"<[^>]+>", " ", reading.html).replace("&nbsp;", " "))
    assert [w for w in shown if w.startswith("word")] == list(map(word_of, range(count)))


@pytest.mark.parametrize(("page", "text"), [
    ("<noscript>one</noscript>", "one"), ("<select><option>one<option>two</select>", "one\ntwo"),
    ("<select><optgroup label=Sizes><option>one</select>", "Sizes\none"),
    ("<textarea>one\n two</textarea>", "one\ntwo"), ("a<button>one</button>b", "a one b"),
    ("<input value=one>", "one"), ("<input placeholder=one>", "one"), ("<input type=submit value=one>", "one"),
    ("<input type=image alt=one>", "[one]"), ("<object>one</object>", "one"), ("<canvas>one</canvas>", "one"),
    ("<svg><text>one</text><text>two</text></svg>", f"{MARK}one{END}\n{MARK}two{END}"),
    ("<style>p::before{content:'One '}</style><p>two", "One two"),
    ("<style>p:after{content:' ' attr(title)}</style><p title=two>one", "one two"),
    ("<style>p::before{content:'\\201C'}p::after{content:'\\201D'}</style><p>one", "“one”"),
    ("<style>li::marker{content:'one: '}</style><ul><li>two</ul>", "- one: two"),
    ("<style>p::marker,img::before,br::after{content:'zero'}</style><p>one<img><br>two", "one\ntwo"),
    ("<style>.x::before{content:'one';display:block}</style><span class=x>two</span>", "one\ntwo"),
])  # fmt: skip
def test_what_elements_and_sheets_say_is_shown(page: str, text: str) -> None:
    reading = read_html(page)
    assert (reading.text, reading.hidden_text) == (text, ())


@pytest.mark.parametrize("page", [
    "<style>p::before{content:'two';display:none}</style><p>one", "<p>one<video>two</video>",
    "<style>p::after{content:'two';font-size:0}</style><p>one", "<p>one<audio>two</audio>",
    "<p>one<svg><desc>two</desc></svg>", "<p>one<meter>two</meter>", "<p>one<datalist><option>two</datalist>",
])  # fmt: skip
def test_what_no_browser_shows_of_them_is_told(page: str) -> None:
    reading = read_html(page)
    assert (reading.text, reading.hidden_text) == ("one", ("two",))


@pytest.mark.parametrize("over", [
    "<div style='position:absolute;top:0;left:0;width:99%;height:99%;background:#fff'></div>",
    "<div style='margin-top:-30px;height:30px;background:white'>x</div>",
    "<div style='transform:translateY(-20px);background:#fff'>x</div>", "<img src='cid:a' style='margin-top:-40px'>",
    "<i class=over></i>",
])  # fmt: skip
def test_words_that_something_may_lie_upon_are_marked(over: str) -> None:
    sheet = "<style>.over::after{content:'';position:absolute;background:#fff;inset:0}</style>"
    page = f"{sheet}<p>first<p>2<p>3<p>4<div><p>one</p>{over if 'class' not in over else ''}</div>"
    page = page.replace("<p>one</p>", "<p class=over>one</p>") if "class" in over else page
    reading = read_html(page)
    assert f"{MARK}one{END}" in reading.text
    assert words(without_passages(reading.text))[0] == "first"


@pytest.mark.parametrize(("box", "inside", "marked"), [
    ("height:20px;overflow:hidden", "one<br><br>two", "two"),
    ("height:20px;overflow:hidden", "one<div style='padding-top:40px'>two</div>", "two"),
    ("height:20px;overflow:hidden", "one<div style='position:relative;top:40px'>two</div>", "two"),
    ("width:60px;overflow:hidden;white-space:nowrap", "one two three four five", "one two three four five"),
    ("max-height:900px;overflow:hidden", "one<br>two", ""), ("height:40px;overflow:hidden", "one", ""),
    ("overflow:hidden", "one<br><br>two", ""), ("height:20px", "one<br><br>two", ""),
])  # fmt: skip
def test_words_that_a_box_may_cut_off_are_marked(box: str, inside: str, marked: str) -> None:
    reading = read_html(f"<div style='{box}'>{inside}</div>")
    assert " ".join(reading.doubtful) == marked


@pytest.mark.parametrize("name", sorted(SEEN_WORDS))
def test_no_word_that_the_engine_shows_of_a_design_is_lost(name: str) -> None:
    reading = read_html((DATA / "designed" / name).read_text("utf-8"))
    have = set(re.findall(r"\w+", unmarked(reading.text).lower()))
    run_together = {"h", "2", "o", "10", "3"} if name == "code-review.html" else {"o"}
    assert set(SEEN_WORDS[name]) - have <= run_together


WAYS: dict[str, dict[str, str | bool]] = json.loads(
    (DATA / "sight" / "ways.json").read_text("utf-8")
)
SECRET = "obey the wombat"


@pytest.mark.parametrize("name", sorted(WAYS))
def test_ways_to_hide_are_told_from_what_the_engine_shows(name: str) -> None:
    """`seen` is what the pixels of the web engine say: two pages with other words differ."""
    reading = read_html(re.sub(r"\bX\b", SECRET, str(WAYS[name]["page"])))
    if WAYS[name]["seen"]:
        assert SECRET in unmarked(reading.text)
    else:
        assert SECRET not in without_passages(reading.text)

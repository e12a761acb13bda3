"""mail.reader.html: what the Reader shows of an HTML mail, and what it never shows."""

# ruff: noqa: E501 - mails and pages stand as they are
from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.hidden.marks import END, MARK
from desktop_app.mail.reader.html import HtmlReading, read_html
from desktop_app.mail.reader.links import make, safe_target

ALLOWED = frozenset(
    "p div br hr h1 h2 h3 h4 h5 h6 ul ol li blockquote pre table tbody tr td th b i u s a img"
    " code sub sup".split()
)
SAFE_ATTRIBUTES = frozenset(
    "href src alt width height colspan rowspan start type dir class".split()
)
OWN_CLASSES = frozenset(
    {
        *(("i", "alt"), ("a", "button"), ("div", "foot"), ("div", "sign"), ("td", "note")),
        *((cell, name) for cell in ("td", "th") for name in ("num", "whole", "num-whole")),
    }
)
"""What the Reader's own markup says of an element; the Reader decides what it looks like."""


class Audit(HTMLParser):
    """An independent look at the output: collects all that should not be there."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ALLOWED:
            self.faults.append(f"<{tag}>")
        for name, value in attrs:
            if name not in SAFE_ATTRIBUTES:
                self.faults.append(f"{tag} {name}")
            if name == "class" and (tag, value) not in OWN_CLASSES:
                self.faults.append(f"{tag} class {value}")
            if name == "src" and not (value or "").lower().startswith("cid:"):
                self.faults.append(f"src {value}")
            if name == "href" and not re.match(r"(?:https?|mailto):", value or "", re.IGNORECASE):
                self.faults.append(f"href {value}")

    def handle_comment(self, data: str) -> None:
        self.faults.append(f"comment {data}")

    def handle_decl(self, decl: str) -> None:
        self.faults.append(decl)

    def handle_pi(self, data: str) -> None:
        self.faults.append(data)


def faults(reading: HtmlReading) -> list[str]:
    audit = Audit()
    audit.feed(reading.html)
    audit.feed(reading.html_quoted)
    audit.close()
    return audit.faults


@pytest.mark.corpora
def test_no_attack_of_the_collections_leaves_anything_that_runs_or_loads(corpora: Path) -> None:
    pages = sorted((corpora / "html-vectors").rglob("*.html"))
    assert len(pages) > 250
    for page in pages:
        assert faults(read_html(page.read_text(errors="replace"))) == [], page


def test_the_audit_bites() -> None:
    planted = HtmlReading('<img src="http://x.example/p.gif"><a href="javascript:x">x</a>', "")
    assert faults(planted) == ["src http://x.example/p.gif", "href javascript:x"]


PIECES = st.sampled_from(
    [
        *(
            "<b>",
            "</b>",
            "<p>",
            "</p>",
            "<div style='",
            "'>",
            "<table>",
            "<tr>",
            "<td>",
            "</table>",
        ),
        *("<a href='java\tscript:x'>", "<a href=http://x.example>", "</a>", "<img src=http://x/y>"),
        *(
            "<img src='cid:a\" onerror=x'>",
            "<script>",
            "</script>",
            "<svg onload=x>",
            "<style>",
            "&lt;",
        ),
        *(
            "<math><mtext>",
            "<!--",
            "-->",
            "<![CDATA[",
            "<?php",
            "<ul>",
            "<li>",
            "</ul>",
            "<blockquote>",
        ),
        *("text", "\u202e", "\U000e0041", '"', "<pre>", "<iframe srcdoc='<p>'>", "<form action=x>"),
        *(
            "<noscript>",
            "<template>",
            "<h1>",
            "<br>",
            "<base href=http://x>",
            "<p style='mso-list:l0 level3 lfo1'>",
            "<a href=http://x.example style='background:#06c;padding:9px'>",
            "<ol start=7 type=a>",
            "<li value=3>",
            "<td rowspan=9 colspan=9 class=num>",
            "<v:rect href=http://x.example>",
            "<div class=gmail_signature>",
            "<div style='font-size:24px;white-space:pre'>",
            "<div style='border-top:1px solid'>",
            "<dt>",
            "<meta http-equiv=refresh>",
        ),
    ]
)


@given(st.lists(PIECES, max_size=30).map("".join))
def test_no_arrangement_of_markup_gets_through(page: str) -> None:
    assert faults(read_html(page)) == []


@given(st.text(max_size=300))
def test_any_text_is_read(page: str) -> None:
    assert faults(read_html(page)) == []


@given(st.text(alphabet=st.characters(codec="ascii", exclude_categories=["Cc"]), max_size=100))
def test_escaped_text_comes_out_as_it_went_in(text: str) -> None:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    assert read_html(f"<p>{escaped}</p>").text == " ".join(text.split())


def test_layout_tables_are_undone_and_data_tables_kept() -> None:
    page = (
        "<table><tr><td><table><tr><td><p>Hello</p></td></tr></table></td></tr></table>"
        "<table><tr><th>Day</th><th>Sum</th></tr><tr><td>Mon</td><td>12</td></tr></table>"
    )
    reading = read_html(page)
    assert reading.html.count("<table>") == 1
    assert reading.text == "Hello\n\nDay | Sum\nMon | 12"


def test_nested_layout_becomes_flat_however_deep() -> None:
    page = "<table><tr><td>" * 300 + "deep" + "</td></tr></table>" * 300
    reading = read_html(page)
    assert (reading.html, reading.simplified) == ("<p>deep</p>", False)


@pytest.mark.parametrize(
    "page",
    [
        "<div>" * 200_000 + "words",
        "<p>words</p>" * 60_000,
        "words " * 500_000,
    ],
    ids=["nesting", "tags", "size"],
)
def test_beyond_the_budget_the_text_alone_is_shown(page: str) -> None:
    reading = read_html(page)
    assert reading.simplified
    assert reading.text.startswith("words")
    assert faults(reading) == []


@pytest.mark.parametrize(
    "page",
    [
        "<style>p{display:none}</style>" + "<p>words</p>" * 60_000,
        "<style>" + "a{" * 100_000 + "</style>words",
        "<style>" + "*{color:red}" * 3_000 + "</style>" + "<p>words</p>" * 15_000,
        "<style>" + ".a{color:red}" * 5_000 + "p{display:none}</style><p>words",
        "<style>.a{width:calc" + "(" * 50 + "}p{display:none}</style><p>words",
        "<style>@import url('data:text/css,p{display:none}')</style><p>words",
        "<link rel=stylesheet href='data:text/css,p{display:none}'><p>words",
        "<style>" + ".a" * 300 + ",p{display:none}</style><p>words",
    ],
    ids=["tags", "open rules", "steps", "rules", "brackets", "import", "link", "selector"],
)
def test_where_the_styles_are_beyond_what_is_worked_out_all_is_doubtful(page: str) -> None:
    reading = read_html(page)
    assert reading.is_beyond
    assert all(line.startswith(MARK) for line in reading.text.split("\n") if line)
    assert reading.text.count(MARK) == reading.text.count("words")
    assert faults(reading) == []


def test_brackets_of_one_value_make_its_elements_doubtful_and_no_others() -> None:
    deep = f"width:calc({'(' * 70}1px{')' * 70})"
    sheet = f"<style>.a{{{deep}}}.b{{display:none}}</style>"
    reading = read_html(f"{sheet}<p class=a>one<p class=b>two<p style='{deep}'>three<p>four")
    assert reading.text == f"{MARK}one{END}\n\n{MARK}three{END}\n\nfour"
    assert (reading.hidden_text, reading.is_beyond) == (("two",), False)


def test_selectors_that_cost_exponential_time_elsewhere_do_not_here() -> None:
    rule = ":not(:has(*)) * * * * * * p, i * * * * * * p {display:none}"
    page = f"<style>{rule}</style>" + "<div>" * 1_000 + "<p>x" * 1_000
    assert not read_html(page).simplified


def test_text_and_html_say_the_same() -> None:
    page = "<h1>A</h1><p>b <i>c</i></p><ol><li>d</li><li>e</li></ol><div>f</div><div>g<br>h</div>"
    reading = read_html(page)
    assert reading.text == "A\n\nb c\n\n1. d\n2. e\n\nf\ng\nh"
    stripped = re.sub(r"<[^>]+>", " ", reading.html)
    assert stripped.split() == [w for w in reading.text.split() if w not in {"1.", "2."}]


def test_an_empty_line_of_divs_stays_an_empty_line() -> None:
    assert read_html("<div>a</div><div><br></div><div>b</div>").text == "a\n\nb"


def test_preformatted_text_keeps_its_space() -> None:
    assert read_html("<pre>a\n  b   c</pre>").text == "a\n  b   c"


def test_only_web_and_mail_links_survive() -> None:
    page = (
        "<a href='https://x.example/a'>one</a> <a href='javascript:alert(1)'>two</a> "
        "<a href=' data:text/html,x'>three</a> <a href='mailto:a@b.example'>four</a> "
        "<a href='file:///etc/passwd'>five</a> <a href='java&#10;script:x'>six</a>"
    )
    assert [(link.text, link.target) for link in read_html(page).links] == [
        ("one", "https://x.example/a"),
        ("four", "mailto:a@b.example"),
    ]


@pytest.mark.parametrize(
    ("text", "target", "mismatch"),
    [
        ("www.bank.example", "https://evil.example/", "www.bank.example"),
        ("https://bank.example/x", "https://bank.example@evil.example/", "bank.example"),
        ("bank.example", "https://login.bank.example/", ""),
        ("www.bank.example", "http://bank.example", ""),
        ("read more", "https://evil.example/", ""),
        ("bank.com", "https://bank.com.evil.example/", "bank.com"),
        ("paypal.com", "https://xn--pypal-4ve.com/", "paypal.com"),
        ("v1.2.3 file.pdf", "https://x.example/", ""),
        ("a@bank.com", "mailto:a@evil.com", ""),
        ("bank.com", "https:\\\\evil.com", "bank.com"),
    ],
)
def test_a_link_that_names_another_host_is_marked(text: str, target: str, mismatch: str) -> None:
    assert make(text, safe_target(target)).mismatch == mismatch


def test_remote_pictures_are_counted_and_trackers_told_apart() -> None:
    page = (
        '<img src="https://x.example/photo.jpg" width=600><img src="https://x.example/o.gif" width=1 '
        'height=1><img src="cid:a@b" width=10><td background="//x.example/b.png">'
        "<div style=\"background:url('http://x.example/c.png')\">x</div>"
    )
    reading = read_html(f"<table><tr>{page}</table>")
    assert (reading.remote_images, reading.trackers) == (4, 1)
    assert re.findall(r"<img[^>]*>", reading.html) == ['<img src="cid:a@b" alt="" width="10">']


def test_the_alt_text_of_a_blocked_picture_is_read() -> None:
    assert read_html('<p><img src="https://x.example/a.png" alt="Our van"></p>').text == "[Our van]"


def test_the_words_for_a_picture_are_set_apart_from_the_mails_own() -> None:
    page = '<p>See <img src="https://x.example/a.png" alt="Our van"> there</p>'
    assert read_html(page).html == '<p>See <i class="alt">[Our van]</i> there</p>'
    assert (
        read_html('<i class="alt hit">x</i><b class="alt">y</b>').html
        == "<div><i>x</i><b>y</b></div>"
    )


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("<td style='font-size:24px'>Sale</td>", "<h2>Sale</h2>"),
        ("<td style='font:bold 20px Arial'>Sale</td>", "<h3>Sale</h3>"),
        ("<td><p><span style='font-size:24px'>Sale</span></p></td>", "<h2>Sale</h2>"),
        ("<td style='font-size:14px'>Sale</td>", "<p>Sale</p>"),
        (f"<td style='font-size:24px'>{'long ' * 30}</td>", f"<p>{'long ' * 29}long</p>"),
        ("<td style='font-size:24px'><p>a</p><p>b</p></td>", "<p>a</p><p>b</p>"),
        ("<td><h1>A</h1><p>b</p></td>", "<h1>A</h1><p>b</p>"),
        ("<td>one</td></tr><tr><td>two</td>", "<p>one</p><p>two</p>"),
    ],
)
def test_headings_and_paragraphs_of_a_design_survive(page: str, shown: str) -> None:
    assert read_html(f"<table><tr>{page}</tr></table>").html == shown


def test_writing_direction_is_kept() -> None:
    assert read_html('<p dir="rtl">שלום</p>').html == '<p dir="rtl">שלום</p>'


QUOTES = {
    "gmail": '<div class="gmail_quote"><div class="gmail_attr">On 1 May 2026 at 10:00, D wrote:</div>'
    "<blockquote class=gmail_quote>old words</blockquote></div>",
    "apple": '<blockquote type="cite"><div>On 1 May 2026, D wrote:</div><div>old words</div></blockquote>',
    "thunderbird": '<div class="moz-cite-prefix">On 1/5/26 10:00, D wrote:<br></div>'
    '<blockquote type="cite">old words</blockquote>',
    "outlook web": '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> D<br>'
    "<b>Sent:</b> Monday<br><b>To:</b> me</div><div>old words</div>",
    "outlook": '<div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> D<br><b>Sent:'
    "</b> Monday<br><b>To:</b> me<br><b>Subject:</b> x</p></div><p>old words</p>",
    "words alone": "<p>On 1 May 2026 at 10:00, D &lt;d@x.example&gt; wrote:</p><p>old words</p>",
}


@pytest.mark.parametrize("quote", QUOTES.values(), ids=QUOTES.keys())
def test_quoted_history_is_folded_apart(quote: str) -> None:
    reading = read_html(f"<div>fresh words</div>{quote}")
    assert "old words" not in reading.html
    assert "old words" in reading.html_quoted
    assert reading.text[: reading.quoted_from].strip() == "fresh words"
    assert "old words" in reading.text[reading.quoted_from :]


def test_an_answer_below_the_quote_keeps_everything_in_sight() -> None:
    reading = read_html("<p>a</p><blockquote type=cite>old</blockquote><p>and my answer</p>")
    assert (reading.quoted_from, reading.html_quoted) == (-1, "")
    assert "my answer" in reading.html


def test_a_mail_that_is_all_quote_is_not_folded_away() -> None:
    reading = read_html('<div class="gmail_quote"><blockquote>old</blockquote></div>')
    assert reading.quoted_from == -1
    assert "old" in reading.html

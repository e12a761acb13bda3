"""mime: how a design is set anew. Each rule with the markup that the Reader gets."""

# ruff: noqa: E501 - mails and pages stand as they are
from __future__ import annotations

import re

import pytest

from desktop_app.mail.message.body import read_body
from desktop_app.mail.reader.html import read_html
from desktop_app.mail.reader.links import shortened
from desktop_app.mail.reader.plain import plain_html
from desktop_app.mail.reader.sanitise import sanitise
from desktop_app.mail.reader.table_cells import is_number
from tests.designed.mails import mail, names

BUTTON = '<a class="button" href="https://x.example/">&nbsp;&nbsp;&nbsp;Go&nbsp;&nbsp;&nbsp;</a>'
LINK = '<a href="https://x.example/">Go</a>'


def set_anew(page: str) -> str:
    """The Reader's markup of a page, without no-break space at ends."""
    return read_html(page).html


def in_cell(inside: str, attributes: str = "") -> str:
    return f"<table><tr><td{attributes}>{inside}</td></tr></table>"


@pytest.mark.parametrize(
    "page",
    [
        "<a href='https://x.example/' style='background:#06c;padding:8px 16px'>Go</a>",
        "<a href='https://x.example/' style='background-color:#06c;padding:8px'><b>Go</b></a>",
        "<a href='https://x.example/' style='border:1px solid #06c;padding:8px'>Go</a>",
        "<a href='https://x.example/' style='background:#06c;display:inline-block;line-height:40px'>Go</a>",
        in_cell("<a href='https://x.example/' style='padding:12px'>Go</a>", " bgcolor='#0066cc'"),
        in_cell("<a href='https://x.example/'>Go</a>", " style='background:#06c;padding:12px'"),
        in_cell(in_cell("<a href='https://x.example/'>Go</a>"), " style='border:1px solid #ccc;border-radius:9px'"),
        "<style>.b{background:#06c;padding:9px}</style><a class=b href='https://x.example/'>Go</a>",
        "<v:roundrect href='https://x.example/' fillcolor='#06c'><center>Go</center></v:roundrect>",
        "<!--[if mso]><v:rect href='https://y.example/'>No</v:rect><![endif]--><a href='https://x.example/' style='background:#06c;padding:9px'>Go</a>",
    ],
)  # fmt: skip
def test_a_link_that_looks_like_a_button_is_one(page: str) -> None:
    reading = read_html(page)
    assert BUTTON in reading.html.replace("<b>", "").replace("</b>", "")
    assert (reading.text, [link.target for link in reading.links]) == ("Go", ["https://x.example/"])


@pytest.mark.parametrize(
    "page",
    [
        "<a href='https://x.example/'>Go</a>",
        "<a href='https://x.example/' style='background:#fff;padding:9px'>Go</a>",
        "<a href='https://x.example/' style='background:#06c'>Go</a>",
        "<a href='https://x.example/' style='border:none;padding:9px'>Go</a>",
        in_cell("<a href='https://x.example/'>Go</a>", " bgcolor='#f4f4f4'"),
        in_cell("Words <a href='https://x.example/'>Go</a>", " bgcolor='#0066cc' style='padding:9px'"),
    ],
)  # fmt: skip
def test_any_other_link_is_a_link(page: str) -> None:
    assert LINK in set_anew(page)


def test_a_long_link_and_one_with_a_table_are_no_buttons() -> None:
    style = "style='background:#06c;padding:9px'"
    assert "button" not in set_anew(f"<a href='https://x.example/' {style}>{'word ' * 20}</a>")
    inner = "<table><tr><td>Go</td></tr></table>"
    assert "button" not in set_anew(f"<a href='https://x.example/' {style}>{inner}</a>")


def test_buttons_of_one_row_stand_in_one_line() -> None:
    cell = "<td><table><tr><td style='border:1px solid #ccc;border-radius:9px'><a href='https://x.example/{0}'>{0}</a></td></tr></table></td>"
    reading = read_html(
        f"<table><tr>{cell.format('Yes')}{cell.format('No')}{cell.format('Maybe')}</tr></table>"
    )
    assert reading.html.count("<p>") + reading.html.count("<div>") == 1
    assert reading.text == "Yes No Maybe"


def test_a_button_never_reads_or_goes_otherwise_than_its_link() -> None:
    page = "<a href='javascript:x' style='background:#06c;padding:9px'>Go</a>"
    assert set_anew(page) == "<div>Go</div>"
    page = (
        "<a href='https://evil.example/' style='background:#06c;padding:9px'>www.bank.example</a>"
    )
    assert read_html(page).links[0].mismatch == "www.bank.example"


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("<td><font size=5><b>Sale</b></font></td>", "<h2><b>Sale</b></h2>"),
        ("<td style='font-size:17px'><b>Sale</b></td>", "<h4><b>Sale</b></h4>"),
        ("<td><div style='font:700 20px Arial'>Sale</div></td>", "<h3>Sale</h3>"),
        ("<td><span style='font-size:14px'><strong style='font-size:24px'>Sale</strong></span></td>", "<h2><b>Sale</b></h2>"),
        ("<td><h2 style='font-size:14px'>When</h2></td>", "<h4>When</h4>"),
        (f"<td><h4>{'LONG ' * 50}</h4></td>", f"<p>{'LONG ' * 49}LONG</p>"),
        ("<td style='font-size:17px'>Sale</td>", "<p>Sale</p>"),
        ("<td class=t>Sale</td>", "<h2>Sale</h2>"),
    ],
)  # fmt: skip
def test_headings_by_size_weight_and_class(page: str, shown: str) -> None:
    sheet = (
        "<style>/* x */ @media (max-width:9px){.t{font-size:9px}} .t, h9.u{font-size:26px}</style>"
    )
    assert set_anew(f"{sheet}<table><tr>{page}</tr></table>") == shown


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("<span style='font-weight:700'>a</span>", "<b>a</b>"),
        ("<span style='font-weight:bold;font-style:italic'>a</span>", "<b><i>a</i></b>"),
        ("<span style='text-decoration:line-through'>a</span>", "<s>a</s>"),
        ("<span style='font-family:Consolas'>a</span>", "<code>a</code>"),
        ("<b style='font-weight:normal'>a</b>", "a"),
        ("<b style='font-weight:700'>a</b>", "<b>a</b>"),
        ("<span style='font-weight:400'>a</span>", "a"),
        ("<b>a <span style='font-weight:normal'>b</span> c</b>", "<b>a </b>b<b> c</b>"),
        (
            "<b><i>a<span style='font-weight:400'>b</span></i>c</b>d",
            "<b><i>a</i></b><i>b</i><b>c</b>d",
        ),
        ("<b style='font-weight:400'>a <span style='font-weight:700'>b</span></b>", "a <b>b</b>"),
        ("<span style='text-decoration:underline'>a</span>", "a"),
        ("<b></b><i> </i>a", "a"),
    ],
)
def test_emphasis_by_style(page: str, shown: str) -> None:
    assert set_anew(page) == f"<div>{shown}</div>"


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("<div>a</div><div>&nbsp;</div><div><br></div><div><br></div><div>b</div>", "<p>a</p><div>b</div>"),
        ("a<br><br><br>&nbsp;<br><br>b", "<div>a<br><br>b</div>"),
        ("<br><br><b><br>a</b><br><br>", "<div><b>a</b></div>"),
        ("<p>&nbsp;</p><p>a</p><p>&#8203;</p><p>&#847;&zwnj;&nbsp;&#847;&zwnj;</p><p>b</p>", "<p>a</p><p>b</p>"),
        ("a&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;b", "<div>a&nbsp;&nbsp;&nbsp;b</div>"),
        ("<p>a</p><hr><p> </p><hr><p>b</p><hr>", "<p>a</p><hr><p>b</p>"),
        ("<div>a</div><p>b</p>", "<p>a</p><p>b</p>"),
        ("<p>a</p>" + in_cell("&nbsp;", " style='border-top:1px solid #ccc'") + "<p>b</p>", "<p>a</p><hr><p>b</p>"),
        ("<p>a</p>" + in_cell("", " height=2 style='background:#ccc'") + "<p>b</p>", "<p>a</p><hr><p>b</p>"),
        ("<p>a</p>" + in_cell("", " height=80 style='background:#ccc'") + "<p>b</p>", "<p>a</p><p>b</p>"),
        ("<p>a</p><div style='border-top:none'></div><p>b</p>", "<p>a</p><p>b</p>"),
        ("<blockquote>a<div>b</div></blockquote>", "<blockquote><div>a</div><p>b</p></blockquote>"),
        ("<p style='white-space:pre-wrap'>a\n  b</p>", "<p>a<br>&nbsp;&nbsp;b</p>"),
        ("<p style='white-space:pre-wrap'>a<i> b</i><u>  c</u></p>", "<p>a<i> b</i><u> &nbsp;c</u></p>"),
    ],
)  # fmt: skip
def test_air_is_measured_and_rules_are_drawn_once(page: str, shown: str) -> None:
    assert set_anew(page) == shown


@pytest.mark.parametrize(
    ("page", "shown", "text"),
    [
        ("<ol start=7><li>a<li>b</ol>", '<ol start="7"><li>a</li><li>b</li></ol>', "7. a\n8. b"),
        ("<ol type=a><li>a</ol>", '<ol type="a"><li>a</li></ol>', "1. a"),
        ("<ol type=9 start=x><li>a</ol>", "<ol><li>a</li></ol>", "1. a"),
        ("<ol><li value=3>a<li>b<li value=9>c</ol>", '<ol start="3"><li>a</li><li>b</li></ol><ol start="9"><li>c</li></ol>', "3. a\n4. b\n\n9. c"),
        ("<dl><dt>a</dt><dd>b</dd></dl>", "<div><b>a</b></div><div>b</div>", "a\nb"),
        ("<input type=checkbox checked>a", "<div>☑ a</div>", "☑ a"),
        ("<input type=checkbox>a", "<div>☐ a</div>", "☐ a"),
        ("<input type=text value=x>a", "<div>x a</div>", "x a"),
        ("<input type=hidden value=x><input type=password value=y>a", "<div>a</div>", "a"),
        ("<table><tr><td>•</td><td>" + "long " * 20 + "</td></tr></table>", "<div>• " + "long " * 19 + "long</div>", "• " + "long " * 19 + "long"),
    ],
)  # fmt: skip
def test_lists(page: str, shown: str, text: str) -> None:
    reading = read_html(page)
    assert (reading.html, reading.text) == (shown, text)


def test_lists_of_word_are_lists() -> None:
    item = (
        "<p class=MsoListParagraph style='mso-list:{0} level{1} lfo1'><![if !supportLists]><span"
        " style='mso-list:Ignore'>{2}<span>&nbsp; </span></span><![endif]>{3}</p>"
    )
    rows = [("l0", 1, "·", "a"), ("l0", 3, "o", "b"), ("l0", 1, "·", "c"), ("l1", 1, "4.", "d")]
    page = "".join(item.format(*row) for row in rows)
    assert set_anew(f"{page}<p>e</p>") == (
        "<ul><li><p>a</p><ul><li><ul><li>b</li></ul></li></ul></li><li>c</li></ul>"
        '<ol start="4"><li>d</li></ol><p>e</p>'
    )
    assert set_anew(f"{page}<ul><li>f</li></ul>").endswith("</ol><ul><li>f</li></ul>")
    assert "·" in set_anew("<p><span style='mso-list:Ignore'>·</span> no list</p>")


def test_history_below_a_list_of_word_is_folded() -> None:
    item = "<p style='mso-list:l0 level1 lfo1'>a</p>"
    head = "<b>From:</b> D<br><b>Sent:</b> Monday<br><b>To:</b> me<br><b>Subject:</b> x"
    page = f"{item}<div style='border:none;border-top:solid #E1E1E1 1.0pt'><p>{head}</p></div>"
    reading = read_html(f"{page}<p>old</p>")
    assert reading.html == "<ul><li>a</li></ul>"
    assert "old" in reading.html_quoted


def cells_of(page: str) -> list[str]:
    return re.findall(r"<(t[dh][^>]*)>", set_anew(page))


def test_figures_are_set_to_the_right_and_heads_are_told() -> None:
    page = (
        "<table><tr><td><b>Item</b></td><td><b>Price</b></td></tr><tr><td>A mug</td><td>£4.00</td></tr>"
        "<tr><td></td><td></td></tr><tr><td>A plate</td><td>-</td></tr><tr><td>Sum</td><td>(12.50)</td></tr></table>"
    )
    assert cells_of(page) == [
        *('th class="whole"', 'th class="num-whole"', "td", 'td class="num-whole"'),
        *('td class="whole"', 'td class="num-whole"', 'td class="whole"', 'td class="num-whole"'),
    ]


@pytest.mark.parametrize(
    ("text", "is_figure"),
    [
        *((text, True) for text in ("12", "1,204.66", "-885.00", "−3.1 %", "€ 184.20", "USD 5", "12 kg", "1 240,00 €", "(4.4)", "45 min")),
        *((text, False) for text in ("14A", "01 Aug", "n/a", "12 May 2026", "+44 20 7946 0958 ext 4 and more", "x", "")),
    ],
)  # fmt: skip
def test_what_counts_as_a_figure(text: str, is_figure: bool) -> None:
    assert is_number(text) is is_figure


def test_spans_captions_and_bodies_of_a_table() -> None:
    page = (
        "<table><caption>Sales</caption><thead><tr><th></th><th colspan=2>2026</th></tr></thead><tbody>"
        "<tr><th rowspan=2>Mugs</th><td>1</td><td>2</td></tr><tr><td>3</td><td align=right>n/a</td></tr></tbody></table>"
    )
    shown = set_anew(page)
    assert '<td class="note" colspan="3">Sales</td>' in shown
    assert '<th colspan="2">2026</th>' in shown
    assert 'rowspan="2">Mugs</th>' in shown
    assert '<td class="num-whole">n/a</td>' in shown


def test_what_is_bought_is_a_table_even_where_the_mail_says_layout() -> None:
    rows = "<tr><td>Mug<br>Qty 1</td><td>£4</td></tr><tr><td>Plate</td><td>£9</td></tr>"
    assert "<table>" in set_anew(f"<table role=presentation>{rows}</table>")
    words = rows.replace("£4", "blue").replace("£9", "red")
    assert "<table>" not in set_anew(f"<table role=presentation>{words}</table>")


def test_a_grid_of_pictures_is_no_table() -> None:
    cell = "<td><img src=cid:a width=200>Mug</td>"
    assert "<table>" not in set_anew(f"<table><tr>{cell}{cell}</tr><tr>{cell}{cell}</tr></table>")
    cell = cell.replace("200", "24")
    assert "<table>" in set_anew(f"<table><tr>{cell}{cell}</tr><tr>{cell}{cell}</tr></table>")


FOOT = "<p style='font-size:11px'>Grain Ltd, 4 Sawpit Lane. <a href='https://x.example/u'>Unsubscribe</a></p>"


def test_a_footer_is_a_part_of_its_own() -> None:
    shown = set_anew(f"<p>News</p><p>Words</p>{FOOT}<p style='font-size:11px'>© 2026</p>")
    assert shown.startswith('<p>News</p><p>Words</p><div class="foot"><p>Grain')
    assert shown.endswith("<p>© 2026</p></div>")


@pytest.mark.parametrize(
    "page",
    [
        "<p>Hi,</p><p>please unsubscribe me.</p><p>Dana</p>",
        "<p>Hi,</p><p>this is confidential.</p>",
        FOOT,
        f"{FOOT}<p>{'Words. ' * 90}</p>",
        f"<p>{'Words. ' * 90}</p><h2>Unsubscribe today!</h2>",
    ],
)
def test_words_of_a_person_and_whole_mails_are_no_footer(page: str) -> None:
    assert "foot" not in set_anew(page)


def test_the_line_to_the_web_version_is_quiet() -> None:
    page = "<div><a href='https://x.example/'>View in browser</a></div><p>a</p>"
    assert set_anew(page).startswith('<div class="foot">')


def test_signatures_are_parts_of_their_own() -> None:
    page = "<div>a</div><div><br></div><div class=gmail_signature><div>Mara</div></div>"
    assert set_anew(page) == '<p>a</p><div class="sign"><div>Mara</div></div>'
    page = "<p>a</p><pre class=moz-signature>-- \n<b>Mara</b>\n  Studio</pre>"
    assert set_anew(page) == (
        '<p>a</p><div class="sign"><p>-- <br><b>Mara</b><br>&nbsp;&nbsp;Studio</p></div>'
    )
    assert plain_html("a\n\n-- \nMara\nStudio")[0] == (
        '<p>a</p><div class="sign"><p>--<br>Mara<br>Studio</p></div>'
    )
    assert "sign" not in plain_html("-- \nMara")[0]
    assert "sign" not in plain_html("a\n\n-- \n" + "b\n" * 20)[0]
    assert "sign" not in plain_html("a\n\n> -- \n> Mara")[0]


LONG = "https://shop.example/a/very/long/path/that/nobody/reads/to/its/end?utm_source=letter&x=12345678901234567890"


def test_long_addresses_are_shortened_in_sight_alone() -> None:
    reading = read_html(f"<a href='{LONG}'>{LONG}</a>")
    assert f">{shortened(LONG)}<".replace("&", "&amp;") in reading.html
    assert (reading.text, reading.links[0].text) == (LONG, LONG)
    assert shortened(LONG).startswith("https://shop.example/a/very/long")
    assert len(shortened(LONG)) <= 64


@pytest.mark.parametrize(
    "text",
    [
        "https://x.example/short",
        "words " * 30,
        f"https://bank.example@{'evil' * 20}.example/x",
        f"see {LONG}",
        f"https://{'a' * 60}.example/x",
    ],
)
def test_other_words_and_hosts_are_never_shortened(text: str) -> None:
    assert shortened(text) == ""


def test_the_host_stays_whole_however_long() -> None:
    host = ".".join(["a" * 30] * 4) + ".example"
    assert shortened(f"https://{host}/{'b' * 80}").startswith(f"https://{host}/")


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("<a href='https://x.example/'><img src='https://x.example/a.png'></a>", '<a href="https://x.example/"><i class="alt">[picture]</i></a>'),
        ("<a href='https://x.example/'><img src='https://x.example/a.png' width=1 height=1>Go</a>", LINK),
        ("<img src='cid:a' style='width:150px;height:auto' width=600>", '<img src="cid:a" alt="" width="150">'),
        ("a<img src='cid:a' style='width:1px'>", "a"),
        ("a<map name=m><area href='https://x.example/' alt=Go></map>", 'a <a href="https://x.example/"><i class="alt">[Go]</i></a>'),
    ],
)  # fmt: skip
def test_pictures_and_what_stands_for_them(page: str, shown: str) -> None:
    assert set_anew(page) == f"<div>{shown}</div>"


def test_direction_is_inherited() -> None:
    assert (
        set_anew("<body dir=rtl><table><tr><td>שלום</td></tr></table></body>")
        == '<p dir="rtl">שלום</p>'
    )


def test_no_name_or_number_but_our_own_passes() -> None:
    page = (
        "<a class=x href='https://x.example/'>a</a><td class=button>b</td><div class=num>c</div>"
        "<ol type=1 start=12345><li>d</li></ol><ol type=A start=2><li>e</li></ol>"
    )
    shown = sanitise(page)
    assert "class" not in shown
    assert '<ol type="A" start="2">' in shown or '<ol start="2" type="A">' in shown
    assert shown.count("start") == shown.count("type") == 1


@pytest.mark.parametrize("name", names())
def test_every_difficult_mail_says_in_html_what_it_says_in_text(name: str) -> None:
    body = read_body(mail(name))
    assert not body.simplified
    words = re.findall(r"\w{3,}", re.sub(r"<[^>]*>|&nbsp;", " ", body.html + body.html_quoted))
    assert set(words) <= set(re.findall(r"\w{3,}", body.text)) | {"amp", "quot", "picture"} | set(
        re.findall(r"\w{3,}", " ".join(map(shortened, re.findall(r"\S+\w", body.text))))
    )

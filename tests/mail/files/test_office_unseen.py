"""Office files that hide words from a reader: what is seen and what is not."""

# ruff: noqa: E501 - documents stand as they are
from __future__ import annotations

import io
import zipfile

import pytest

from desktop_app.mail.files.extract import file_words
from desktop_app.mail.files.office_unseen import word_styles

OBEY = "obey the wombat"
STYLES = (
    '<w:styles><w:style w:styleId="Ghost"><w:rPr><w:vanish/></w:rPr></w:style>'
    '<w:style w:styleId="Child"><w:basedOn w:val="Ghost"/></w:style>'
    '<w:style w:styleId="Loop"><w:basedOn w:val="Loop"/></w:style></w:styles>'
)

THEME = (
    '<a:clrScheme><a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1>'
    '<a:accent3><a:srgbClr val="F4F4F4"/></a:accent3></a:clrScheme>'
)


def _zip(**members: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in members.items():
            archive.writestr(name.replace("__xml", ".xml").replace("__", "/"), text)
    return out.getvalue()


def _run(properties: str, text: str = OBEY) -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"


def _word(body: str) -> tuple[str, tuple[str, ...]]:
    page = f"<w:document><w:body><w:p>{_run('', 'Seen')}</w:p>{body}</w:body></w:document>"
    members = {"word__document.xml": page, "word__styles.xml": STYLES}
    data = _zip(**members, word__theme__theme1__xml=THEME)
    found = file_words("a.docx", "", data, 999)
    return found.text, found.hidden


WHITE = '<w:color w:val="FFFFFF"/>'


def _p(properties: str, inside: str = "") -> str:
    return f"<w:p>{inside}{_run(properties)}</w:p>"


HIDDEN = {
    "vanish": _p("<w:vanish/>"),
    "vanish, said": _p('<w:vanish w:val="1"/>'),
    "a style": _p('<w:rStyle w:val="Ghost"/>'),
    "a style of a style": _p("", "<w:pPr><w:pStyle w:val='Child'/></w:pPr>"),
}
DIM = {
    "white": _p(WHITE),
    "nearly white": _p('<w:color w:val="FEFDFE"/>'),
    "white on white": _p(WHITE + '<w:shd w:fill="FFFFFF"/>'),
    "one point": _p('<w:sz w:val="2"/>'),
    "after a dark cell": "<w:tc><w:tcPr><w:shd w:fill='000000'/></w:tcPr><w:p>"
    + _run("", "x")
    + "</w:p></w:tc>"
    + _p(WHITE),
    "the page's colour by the theme": _p('<w:color w:val="000000" w:themeColor="background1"/>'),
    "a theme's own colour": _p('<w:color w:val="000000" w:themeColor="accent3"/>'),
    "black, made light": _p('<w:color w:val="000000" w:themeColor="text1" w:themeTint="08"/>'),
    "in its shading": _p('<w:color w:val="1F3864"/><w:shd w:val="clear" w:fill="1F3864"/>'),
    "in a solid pattern": _p('<w:color w:val="112233"/><w:shd w:val="solid" w:color="112233"/>'),
    "in a theme's shading": _p('<w:color w:val="F0F0F0"/><w:shd w:themeFill="accent3"/>'),
    "in its paragraph's shading": _p(
        '<w:color w:val="333333"/>', '<w:pPr><w:shd w:fill="303030"/></w:pPr>'
    ),
    "in a cell's shading": "<w:tc><w:tcPr><w:shd w:fill='777777'/></w:tcPr>"
    + _p('<w:color w:val="757575"/>')
    + "</w:tc>",
    "in its highlight": _p('<w:color w:val="FFFF00"/><w:highlight w:val="yellow"/>'),
}
SEEN = {
    "plain": "<w:p>" + _run("") + "</w:p>",
    "vanish, taken back": "<w:p>" + _run('<w:vanish w:val="0"/>') + "</w:p>",
    "of the paragraph's mark": "<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>"
    + _run("")
    + "</w:p>",
    "in a dark cell": "<w:tc><w:tcPr><w:shd w:fill='1F3864'/></w:tcPr><w:p>"
    + _run(WHITE)
    + "</w:p></w:tc>",
    "in a dark paragraph": "<w:p><w:pPr><w:shd w:fill='000000'/></w:pPr>" + _run(WHITE) + "</w:p>",
    "highlighted": "<w:p>" + _run(WHITE + '<w:highlight w:val="black"/>') + "</w:p>",
    "shaded": "<w:p>" + _run(WHITE + '<w:shd w:fill="222222"/>') + "</w:p>",
    "in a box": "<w:txbxContent><w:p>" + _run(WHITE) + "</w:p></w:txbxContent>",
    "on a dark page": "<w:background w:color='000000'/><w:p>" + _run(WHITE) + "</w:p>",
    "a style that goes round": "<w:p>" + _run('<w:rStyle w:val="Loop"/>') + "</w:p>",
    "a style taken back": "<w:p>"
    + _run('<w:rStyle w:val="Ghost"/><w:vanish w:val="false"/>')
    + "</w:p>",
    "red": "<w:p>" + _run('<w:color w:val="FF0000"/>') + "</w:p>",
}


@pytest.mark.parametrize("name", sorted(HIDDEN))
def test_words_that_a_document_hides_stand_apart(name: str) -> None:
    text, hidden = _word(HIDDEN[name])
    assert OBEY not in text
    assert text.startswith("Seen")
    assert hidden == (OBEY,)


@pytest.mark.parametrize("name", sorted(DIM))
def test_words_that_may_not_be_seen_are_kept_and_marked(name: str) -> None:
    text, hidden = _word(DIM[name])
    assert text.endswith(f"[hard to see: {OBEY}]")
    assert text.count(OBEY) == 1
    assert hidden == ()


@pytest.mark.parametrize("name", sorted(SEEN))
def test_words_that_can_be_read_stay(name: str) -> None:
    text, hidden = _word(SEEN[name])
    assert f"{OBEY}" in text
    assert "[hard to see" not in text
    assert hidden == ()


@pytest.mark.parametrize("broken", ["</w:r></w:p></w:tc>", "<w:rPr><w:r><w:p>", "<w:shd/>"])
def test_broken_mark_up_is_no_fault(broken: str) -> None:
    text, _ = _word(f"{broken}<w:p>{_run('')}</w:p>")
    assert "Seen" in text


def test_styles_without_an_id_are_styles_of_nothing() -> None:
    assert set(word_styles("<w:vanish/><w:style/><w:basedOn w:val='x'/>", {})) == {""}


def test_open_documents_hide_by_styles_and_by_a_field() -> None:
    content = (
        '<o><style:style style:name="T1"><style:text-properties text:display="none"/></style:style>'
        '<style:style style:name="T2"><style:text-properties fo:color="#ffffff"/></style:style>'
        '<style:style style:name="T3"><style:text-properties fo:color="#ffffff" fo:background-color="#000000"/></style:style>'
        '<text:p>Seen <text:span text:style-name="T1">one</text:span><text:span text:style-name="T2"> two</text:span>'
        '<text:span text:style-name="T3">dark</text:span><text:span text:style-name="P9"> far</text:span>'
        "<text:hidden-text> three</text:hidden-text><text:span/></text:p></text:p></o>"
    )
    styles = '<s><style:style style:name="P9"><style:text-properties text:display="none"/></style:style></s>'
    for name in ("a.odt", "a.odp"):
        found = file_words(name, "", _zip(**{"content.xml": content, "styles.xml": styles}), 999)
        assert found.text == "Seen  [hard to see: two]dark"
        assert found.hidden == ("one far three",)
    alone = file_words("a.odt", "", _zip(**{"content.xml": content}), 999)
    assert alone.text == "Seen  [hard to see: two]dark far"


def test_hidden_sheets_stand_apart_and_hidden_rows_and_columns_are_marked() -> None:
    def sheet(*rows: str) -> str:
        return f"<sheetData>{''.join(rows)}</sheetData>"

    seen = "<row><c><v>1</v></c></row>"
    away = f'<row hidden="1"><c t="inlineStr"><is><t>{OBEY}</t></is></c></row>'
    book = '<sheets><sheet name="A" r:id="r1"/><sheet name="B" state="veryHidden" r:id="r2"/><sheet state="hidden" r:id="r3"/></sheets>'
    links = '<Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="/xl/worksheets/sheet2.xml"/><Relationship Id="r3" Target="worksheets/sheet3.xml"/>'
    data = _zip(
        **{
            "xl__workbook.xml": book,
            "xl___rels__workbook.xml.rels": links,
            "xl__worksheets__sheet1.xml": sheet(seen, away, seen),
            "xl__worksheets__sheet2.xml": sheet("<row><c><v>secret</v></c></row>"),
            "xl__worksheets__sheet3.xml": sheet(),
        }
    )
    found = file_words("a.xlsx", "", data, 999)
    assert found.text.strip().split("\n") == ["1", f"[hard to see: {OBEY}]", "1"]
    assert found.hidden == ("secret",)


def test_cells_of_hidden_columns_are_marked() -> None:
    xml = (
        '<cols><col min="2" max="3" hidden="1"/><col min="28" max="28" width="0"/></cols><sheetData>'
        '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c><c r="C1"><v>3</v></c></row>'
        '<row r="2"><c><v>4</v></c><c><v>5</v></c><c r="D2"><v>6</v></c><c r="AB2"><v>7</v></c></row>'
        "</sheetData>"
    )
    found = file_words("a.xlsx", "", _zip(**{"xl__worksheets__sheet1.xml": xml}), 999)
    rows = [line.split("\t") for line in found.text.split("\n")]
    assert rows == [
        ["1", "[hard to see: 2]", "[hard to see: 3]"],
        ["4", "[hard to see: 5]", "6", "[hard to see: 7]"],
    ]


def _shape(inside: str, text: str) -> str:
    return f"<p:sp>{inside}<p:txBody><a:p><a:r>{text}</a:r></a:p></p:txBody></p:sp>"


def _at(x: int, y: int) -> str:
    return f'<p:spPr><a:xfrm><a:off x="{x}" y="{y}"/><a:ext cx="100" cy="100"/></a:xfrm></p:spPr>'


def test_what_stands_off_a_slide_is_marked() -> None:
    words = f"<a:t>{OBEY}</a:t>"
    slide = "".join(
        [
            _shape(_at(0, 0), "<a:t>Seen</a:t>"),
            _shape(_at(-200, 0), words),
            _shape(_at(0, 900), words),
            _shape('<p:nvSpPr><p:cNvPr hidden="1"/></p:nvSpPr>' + _at(0, 0), words),
            _shape(_at(0, 0), '<a:rPr sz="100"/>' + words),
            f"<p:grpSp>{_at(900, 0)}{_shape(_at(0, 0), words)}</p:grpSp>",
            f"<p:grpSp>{_at(0, 0)}{_shape(_at(9000, 0), '<a:t>In a group</a:t>')}</p:grpSp>",
            _shape(_at(-50, 0), "<a:t>Half</a:t>"),
        ]
    )
    data = _zip(
        **{
            "ppt__presentation.xml": '<p:sldSz cx="800" cy="600"/>',
            "ppt__slides__slide1.xml": f"<p:sld>{slide}</p:sld>",
        }
    )
    found = file_words("a.pptx", "", data, 999)
    marked = [f"[hard to see: {OBEY}]"]
    assert found.text.split("\n") == ["Seen", *marked * 5, "In a group", "Half"]
    assert found.hidden == ()


def test_a_hidden_slide_stands_apart() -> None:
    slide = "<p:sld {}><a:p><a:t>{}</a:t></a:p></p:sld>"
    data = _zip(
        **{
            "ppt__slides__slide1.xml": slide.format("", "Seen"),
            "ppt__slides__slide2.xml": slide.format('show="0"', OBEY),
        }
    )
    found = file_words("a.pptx", "", data, 999)
    assert (found.text.strip(), found.hidden) == ("Seen", (OBEY,))


def test_text_pages_and_mails_are_without_invisible_characters() -> None:
    tags = "".join(chr(0xE0000 + ord(c)) for c in OBEY)
    page = f"<p>Seen{tags}</p><div style='display:none'>{OBEY} too</div>"
    mail = (
        f"From: a@x.example\r\nSubject: S\r\nContent-Type: text/html; charset=utf-8\r\n\r\n{page}"
    )
    for name, source in (("a.txt", f"Seen{tags}\ue000"), ("a.html", page), ("a.eml", mail)):
        found = file_words(name, "", source.encode(), 999)
        assert found.text.endswith("Seen")
        assert any(OBEY in words for words in found.hidden)

"""Office files that hide words from a reader: what is seen and what is not."""

# ruff: noqa: E501 - documents stand as they are
from __future__ import annotations

import io
import zipfile

import pytest

from desktop_app.mime.extract import file_words
from desktop_app.mime.office_unseen import word_styles

OBEY = "obey the wombat"
STYLES = (
    '<w:styles><w:style w:styleId="Ghost"><w:rPr><w:vanish/></w:rPr></w:style>'
    '<w:style w:styleId="Child"><w:basedOn w:val="Ghost"/></w:style>'
    '<w:style w:styleId="Loop"><w:basedOn w:val="Loop"/></w:style></w:styles>'
)


def _zip(**members: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in members.items():
            archive.writestr(name.replace("__", "/"), text)
    return out.getvalue()


def _run(properties: str, text: str = OBEY) -> str:
    return f"<w:r><w:rPr>{properties}</w:rPr><w:t>{text}</w:t></w:r>"


def _word(body: str) -> tuple[str, tuple[str, ...]]:
    page = f"<w:document><w:body><w:p>{_run('', 'Seen')}</w:p>{body}</w:body></w:document>"
    data = _zip(**{"word__document.xml": page, "word__styles.xml": STYLES})
    found = file_words("a.docx", "", data, 999)
    return found.text, found.hidden


HIDDEN = {
    "vanish": "<w:p>" + _run("<w:vanish/>") + "</w:p>",
    "vanish, said": "<w:p>" + _run('<w:vanish w:val="1"/>') + "</w:p>",
    "white": "<w:p>" + _run('<w:color w:val="FFFFFF"/>') + "</w:p>",
    "nearly white": "<w:p>" + _run('<w:color w:val="FEFDFE"/>') + "</w:p>",
    "white on white": "<w:p>"
    + _run('<w:color w:val="FFFFFF"/><w:shd w:fill="FFFFFF"/>')
    + "</w:p>",
    "one point": "<w:p>" + _run('<w:sz w:val="2"/>') + "</w:p>",
    "a style": "<w:p>" + _run('<w:rStyle w:val="Ghost"/>') + "</w:p>",
    "a style of a style": "<w:p><w:pPr><w:pStyle w:val='Child'/></w:pPr>" + _run("") + "</w:p>",
    "after a dark cell": "<w:tc><w:tcPr><w:shd w:fill='000000'/></w:tcPr><w:p>"
    + _run("", "x")
    + "</w:p></w:tc><w:p>"
    + _run('<w:color w:val="FFFFFF"/>')
    + "</w:p>",
}
WHITE = '<w:color w:val="FFFFFF"/>'
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


@pytest.mark.parametrize("name", sorted(SEEN))
def test_words_that_can_be_read_stay(name: str) -> None:
    text, hidden = _word(SEEN[name])
    assert OBEY in text
    assert hidden == ()


@pytest.mark.parametrize("broken", ["</w:r></w:p></w:tc>", "<w:rPr><w:r><w:p>", "<w:shd/>"])
def test_broken_mark_up_is_no_fault(broken: str) -> None:
    text, _ = _word(f"{broken}<w:p>{_run('')}</w:p>")
    assert "Seen" in text


def test_styles_without_an_id_are_styles_of_nothing() -> None:
    assert set(word_styles("<w:vanish/><w:style/><w:basedOn w:val='x'/>")) == {""}


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
        assert found.text == "Seen dark"
        assert found.hidden == ("one two far three",)
    assert file_words("a.odt", "", _zip(**{"content.xml": content}), 999).text == "Seen dark far"


def test_hidden_sheets_and_rows_stand_apart() -> None:
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
    assert found.text.split() == ["1", "1"]
    assert found.hidden == (OBEY, "secret")


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

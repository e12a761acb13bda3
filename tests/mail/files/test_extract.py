"""mail.files.extract: the text of attachments, also of hostile ones."""

# ruff: noqa: E501 - mails and pages stand as they are
from __future__ import annotations

import importlib
import io
import sys
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.files.extract import attachment_text
from desktop_app.mail.files.files import safe_filename
from desktop_app.model.errors import BadInput
from tests.sure import of_kind

RESOURCES = Path(__file__).resolve().parents[3] / "resources" / "sample"


def _zip(**members: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name.replace("__", "/"), text)
    return out.getvalue()


def _pdf() -> bytes:
    sys.path.insert(0, str(RESOURCES))
    try:
        files = importlib.import_module("files")
        return of_kind(bytes, files.FILES["quote-2291.pdf"][1]())
    finally:
        sys.path.remove(str(RESOURCES))


def test_the_text_of_a_pdf_is_read() -> None:
    text = attachment_text("q.pdf", "application/pdf", _pdf(), 5000)
    assert "Quote 2291 for the Marchetti Hotel" in text
    assert "12,718.00" in text


def test_word_paragraphs_come_line_by_line() -> None:
    xml = "<w:p><w:r><w:t>One &amp; two</w:t></w:r><w:tab/><w:t/></w:p><w:p><w:t>three</w:t></w:p>"
    data = _zip(**{"word__document.xml": f"<w:document>{xml}</w:document>"})
    assert attachment_text("a.docx", "", data, 99) == "One & two\t\nthree"


def test_sheets_come_row_by_row() -> None:
    data = _zip(
        **{
            "xl__sharedStrings.xml": "<sst><si><t>Day</t></si><si><r><t>S</t></r><r><t>um</t></r></si></sst>",
            "xl__worksheets__sheet1.xml": '<sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c>'
            '</row><row><c t="inlineStr"><is><t>Mon</t></is></c><c><v>12</v></c></row></sheetData>',
        }
    )
    assert attachment_text("a.xlsx", "", data, 99) == "Day\tSum\nMon\t12"


def test_slides_and_open_documents_are_read() -> None:
    slide = "<p:sld><a:p><a:r><a:t>Title</a:t></a:r></a:p></p:sld>"
    deck = _zip(
        **{"ppt__slides__slide2.xml": slide.replace("Title", "B"), "ppt__slides__slide1.xml": slide}
    )
    assert attachment_text("a.pptx", "", deck, 99) == "Title\n\nB"
    text = "<office:text><text:h>Head</text:h><text:p>a<text:s/><text:span>b</text:span></text:p></office:text>"
    assert attachment_text("a.odt", "", _zip(**{"content.xml": text}), 99) == "Head\na b"


def test_an_invitation_is_summed_up() -> None:
    ics = (
        "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Last\r\n  look\r\nDTSTART;TZID=Europe/Paris:20261124T1400"
        '00\r\nDTEND:20261124T150000Z\r\nLOCATION:Quay\\, 2\r\nORGANIZER;CN="Sam W":mailto:s@x.example\r\n'
        "END:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    assert attachment_text("i.ics", "text/calendar", ics.encode(), 999).split("\n") == [
        "What: Last look",
        "Starts: 2026-11-24 14:00 (Europe/Paris)",
        "Ends: 2026-11-24 15:00 UTC",
        "Where: Quay, 2",
        "Organiser: Sam W <s@x.example>",
    ]


def test_text_mail_and_pages_are_read() -> None:
    assert attachment_text("a.csv", "text/csv", "a;ü\r\nb".encode("cp1252"), 99) == "a;ü\nb"
    assert attachment_text("a.html", "text/html", b"<p>x</p><script>y</script>", 99) == "x"
    nested = b"From: a@b.example\nSubject: inner\n\nHello\n"
    assert "Subject: inner\n\nHello" in attachment_text("m.eml", "message/rfc822", nested, 99)


@pytest.mark.parametrize("name", ["a.zip", "a.png", "a.exe", "noname"])
def test_what_has_no_text_says_so(name: str) -> None:
    with pytest.raises(BadInput, match="no text"):
        attachment_text(name, "application/octet-stream", b"x", 99)


@pytest.mark.parametrize("name", ["a.pdf", "a.docx", "a.xlsx", "a.pptx", "a.odt"])
def test_damaged_files_say_so(name: str) -> None:
    with pytest.raises(BadInput, match="damaged"):
        attachment_text(name, "", b"PK\x03\x04 or not", 99)


@pytest.mark.filterwarnings("ignore")
@given(st.binary(max_size=300), st.sampled_from(["a.pdf", "a.docx", "a.ics", "a.eml", "a.html"]))
def test_any_bytes_give_text_or_a_plain_refusal(data: bytes, name: str) -> None:
    try:
        assert len(attachment_text(name, "", data, 50)) <= 50
    except BadInput:
        return


def test_a_bomb_is_unpacked_no_further_than_needed() -> None:
    data = _zip(**{"word__document.xml": "<w:t>" + "a" * 60_000_000})
    assert len(attachment_text("a.docx", "", data, 1000)) == 1000


def test_entities_are_not_expanded() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]><w:p><w:t>&a;</w:t></w:p>'
    assert attachment_text("a.docx", "", _zip(**{"word__document.xml": bomb}), 99) == "&a;"


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("../../etc/passwd", "passwd"),
        ("..\\x.doc", "x.doc"),
        ("CON.txt", "_CON.txt"),
        ("a\u202egpj.exe", "agpj.exe"),
        (".hidden", "hidden"),
        ("a:b?.txt", "a_b_.txt"),
        ("", "attachment"),
        ("...", "attachment"),
        ("x" * 300 + ".pdf", "x" * 116 + ".pdf"),
    ],
)
def test_file_names_are_made_safe(name: str, safe: str) -> None:
    assert safe_filename(name) == safe


@given(st.text(max_size=200))
def test_any_name_becomes_one_safe_component(name: str) -> None:
    found = safe_filename(name)
    assert found
    assert not set(found) & set('/\\\0\n<>:"|?*')
    assert len(found.encode()) <= 120

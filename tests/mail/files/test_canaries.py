"""What a reader of a file sees is told, and what nobody sees is not among it, for every kind."""

from __future__ import annotations

import io
import zipfile
import zlib

import pytest
from pypdf import PdfWriter

from desktop_app.mail.files.extract import file_words, read_file
from desktop_app.mail.hidden.marks import without_passages
from desktop_app.model.errors import BadInput
from desktop_app.model.file_state import FileState
from tests.mail.files.canaries import KINDS, Canary, canaries, docx, tar_names, zipped
from tests.mail.pdfs import line, written

FILES = list(canaries(len(KINDS)))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_word_that_is_seen_is_read_and_the_other_is_not(file: Canary) -> None:
    found = read_file(file.name, file.type, file.data, 9999)
    assert found.state is FileState.READ
    shown = without_passages(found.words.text)
    assert file.seen in shown
    assert not file.hidden or file.hidden not in shown


@pytest.mark.parametrize("file", [f for f in FILES if f.hidden], ids=lambda file: file.name)
def test_the_hidden_word_is_in_the_file(file: Canary) -> None:
    """The control: it is left out, not absent."""
    found = file_words(file.name, file.type, file.data, 9999)
    assert file.hidden in found.text + " ".join(found.hidden)


def locked_pdf() -> bytes:
    writer = PdfWriter()
    writer.add_blank_page(300, 300)
    writer.encrypt("a password", algorithm="RC4-128")
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def locked_office() -> bytes:
    return b"\xd0\xcf\x11\xe0" + bytes(600) + "EncryptedPackage".encode("utf-16-le") + bytes(600)


def locked_open_document() -> bytes:
    return zipped(
        {"META-INF/manifest.xml": "<manifest:encryption-data/>", "content.xml": "\x01\x02"}
    )


def locked_zip_member() -> bytes:
    data = bytearray(docx("seen", "hidden"))
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.find(mark) + at] |= 1
    return bytes(data)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.pdf", locked_pdf()),
        ("a.docx", locked_office()),
        ("a.odt", locked_open_document()),
        ("a.docx", locked_zip_member()),
    ],
)
def test_a_file_with_a_password_is_called_locked(name: str, data: bytes) -> None:
    assert read_file(name, "", data, 999).state is FileState.LOCKED
    with pytest.raises(BadInput, match="locked with a password"):
        file_words(name, "", data, 999)


@pytest.mark.parametrize("name", ["a.pdf", "a.docx", "a.odp", "a.rtf"])
def test_a_damaged_file_is_called_damaged(name: str) -> None:
    assert read_file(name, "", b"{\\rt PK\x03\x04", 999).state is FileState.DAMAGED


@pytest.mark.parametrize("name", ["a.zip", "a.tar", "a.tgz", "a.csv.gz"])
def test_what_is_no_archive_has_no_names(name: str) -> None:
    for data in (b"x", b"\x1f\x8b\x08" + bytes(40), b"PK\x03\x04"):
        assert read_file(name, "", data, 999).state is FileState.NOTHING


def test_a_packed_bomb_is_unpacked_no_further_than_its_bound() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    head = tar_names("seen", "")
    inside = zlib.decompressobj(31).decompress(head)[:512]
    packed = packer.compress(inside + bytes(80_000_000)) + packer.flush()
    assert "seen" in read_file("a.tgz", "", packed, 999).words.text


def test_the_end_of_a_long_file_is_cut_and_said() -> None:
    found = read_file("a.txt", "text/plain", b"word " * 100, 50)
    assert found.state is FileState.CUT
    assert len(found.words.text) == 50
    assert read_file("a.pdf", "", three_pages(), 9999).state is FileState.READ
    cut = read_file("a.pdf", "", three_pages(), 9999, seconds=0.0)
    assert cut.state is FileState.CUT
    assert cut.words.text.count("seen") == 1


def three_pages() -> bytes:
    font = "/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding"
    leaf = "/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
    return written(
        {
            1: ("/Type /Catalog /Pages 2 0 R", None),
            2: ("/Type /Pages /Count 3 /Kids [5 0 R 6 0 R 7 0 R]", None),
            3: (font, None),
            4: ("", line("seen").encode()),
            **dict.fromkeys((5, 6, 7), (f"{leaf} /Resources << /Font << /F 3 0 R >> >>", None)),
        }
    )


def test_names_in_an_old_archive_are_read_in_their_own_letters() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("übersicht.txt", "")
        archive.writestr("folder/", "")
    assert read_file("a.zip", "", out.getvalue(), 999).words.text == "übersicht.txt"

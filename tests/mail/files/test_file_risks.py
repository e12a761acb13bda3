"""What may be opened from a mail: by name, by content, and why not."""

from __future__ import annotations

import io
import zipfile

import pytest

from desktop_app.mail.files.file_preview import MOST_LINE, MOST_TEXT, preview_of
from desktop_app.mail.files.file_risks import opened_suffixes, why_not, why_not_by_name
from desktop_app.mail.files.file_signs import Content, content_of

RUN = (
    "exe scr pif com bat cmd ps1 vbs js jse wsf hta jar msi iso img vhd vhdx appimage deb rpm msix "
    "appx apk dmg docm xlsm pptm xll xlam one mht mhtml shtml shtm html svg rdp lnk url desktop "
    "library-ms settingcontent-ms reg cpl dll scf inf py sh iqy slk chm xml application diagcab"
).split()


@pytest.mark.parametrize("suffix", RUN)
@pytest.mark.parametrize("name", ["a.{}", "a.pdf.{}", "A.{} ", "a.{}.", "a\u200b.{}"])
def test_what_runs_or_reaches_out_is_not_opened(suffix: str, name: str) -> None:
    assert why_not_by_name(name.format(suffix))
    assert why_not_by_name(name.format(suffix.upper()))


@pytest.mark.parametrize("suffix", sorted(opened_suffixes()))
def test_no_kind_that_is_opened_is_opened_when_it_is_a_program(suffix: str) -> None:
    assert why_not_by_name(f"file.{suffix}") == ""
    for data in (b"MZ\x90\0", b"\x7fELF\2\1", b"#!/bin/sh\nrm", b"<html><script>"):
        found = why_not(f"file.{suffix}", data)
        assert found or (suffix == "eml" and data.startswith(b"<html"))


@pytest.mark.parametrize(
    "name",
    [
        *("cod\u202efdp.exe", "a\u2066b.pdf", "plan\u200b.pdf", "a\x00.pdf", "a\ufeff.pdf"),
        *("a.pdf                                .exe", "photo\u00ad.jpg", "no-ending", "a.qqq", ""),
    ],
)
def test_names_that_hide_or_say_nothing_are_not_opened(name: str) -> None:
    assert why_not_by_name(name)


@pytest.mark.parametrize("name", ["نامه\u200cها.pdf", "👩\u200d👧.png", "Résumé 2.pdf", "a.tar.gz"])
def test_ordinary_names_of_any_script_are_opened(name: str) -> None:
    assert why_not_by_name(name) == ""


def packed(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name in names:
            archive.writestr(name, "x")
    return out.getvalue()


ONENOTE = bytes.fromhex("e4525c7b8cd8a74daeb15378d02996d3")
WORD = "[Content_Types].xml"
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.pdf", b"MZ%PDF-", "a program"),
        ("a.docx", packed(WORD, "word/vbaProject.bin"), "a document with macros"),
        ("a.xlsx", packed(WORD, "xl/macrosheets/sheet1.xml"), "a document with macros"),
        ("a.odt", packed("mimetype", "Basic/Standard/x.xml"), "a document with macros"),
        ("a.doc", COMPOUND + "_VBA_PROJECT".encode("utf-16-le"), "a document with macros"),
        ("a.doc", COMPOUND, "a package that installs programs"),
        ("a.doc", b"<html xmlns:o=x>", "a web page"),
        ("a.rtf", b"{\\rtf1 {\\object\\objdata 01}}", "a document with embedded objects"),
        ("a.zip", packed("META-INF/MANIFEST.MF", "A.class"), "a program"),
        ("a.zip", packed("AndroidManifest.xml"), "a package that installs programs"),
        ("a.zip", packed("AppxManifest.xml"), "a package that installs programs"),
        ("a.zip", b"!<arch>\ndebian-binary", "a package that installs programs"),
        ("a.mp4", bytes(0x8001) + b"CD001" + bytes(2048), "a disk image"),
        (
            "a.mp3",
            b"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3",
            "a notebook",
        ),
        ("a.txt", b"L\0\0\0\x01\x14\x02\0", "a shortcut"),
        ("a.txt", b"[InternetShortcut]\r\nURL=file://x", "a shortcut"),
        ("a.txt", "\ufeff<script>".encode("utf-16-le"), "a web page"),
        ("a.txt", b"screen mode id:i:2\nfull address:s:evil", "changes settings"),
        ("a.csv", b"MIME-Version: 1.0\nContent-Type: multipart/related", "a web page"),
        ("a.pdf", packed("x"), "an archive"),
        ("a.png", b"%PDF-1.4", "a PDF"),
    ],
)
def test_content_decides_too(name: str, data: bytes, said: str) -> None:
    assert said in why_not(name, data)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        *(
            ("a.pdf", b"\n%PDF-1.7"),
            ("a.jpg", b"\xff\xd8\xff\xe0"),
            ("a.jpg", b"\x89PNG\r\n\x1a\n"),
        ),
        *(("a.docx", packed(WORD)), ("a.odt", packed("mimetype", "META-INF/manifest.xml"))),
        ("a.doc", COMPOUND + "WordDocument".encode("utf-16-le")),
        *(
            ("a.xls", b"name;sum\n"),
            ("a.txt", b"BMW and MORE"),
            ("a.csv", b"CWS,1"),
            ("a.zip", packed("a.exe")),
        ),
        ("a.eml", b"From: a\r\nContent-Type: text/html\r\n\r\n<html>"),
    ],
)
def test_files_that_are_what_they_say_are_opened(name: str, data: bytes) -> None:
    assert why_not(name, data) == ""


def test_no_content_takes_long_to_tell() -> None:
    """Run under the suite's own bound: a pattern that tried every way would not end."""
    for data in (b"<!---->" * 600, b"<" * 100_000, b"PK\x03\x04" * 10_000, b"\n" * 100_000):
        assert content_of(data) is Content.OTHER


def test_a_preview_is_bounded_and_has_no_controls() -> None:
    long = preview_of("a.txt", "text/plain", b"x" * (MOST_TEXT * 2))
    assert long.cut
    assert max(map(len, long.text.splitlines())) == MOST_LINE
    shown = preview_of("a.sh", "text/x-sh", "a\x1b[2J\nb\tü".encode())
    assert shown.text == "a[2J\nb\tü"
    assert preview_of("a.bin", "", bytes(9)).kind == ""
    assert preview_of("a.exe", "", b"\x89PNG\r\n\x1a\n").kind == "picture"

"""Words on scanned pages: by a program of the system, where the person wants it."""

from __future__ import annotations

import os
import stat
import zlib
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from desktop_app.bounded_process import KeptProcess
from desktop_app.mail.files.scans import LEAST_BYTES, page_pictures
from desktop_app.mail.message.parse import parse as parse_mail
from desktop_app.model.file_state import FileState
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.workers import file_reading, recognition
from desktop_app.workers.file_process import LIMITS, begin_reading, read_files
from desktop_app.workers.file_reading import FileReader
from tests.mail.files.canaries import attach
from tests.mail.pdfs import written
from tests.store.mails import add, opened
from tests.workers.file_mails import finds

SCRIPT = """#!/bin/sh
if [ "$1" = --list-langs ]; then printf 'Languages:\\neng\\nosd\\n'; exit 0; fi
echo "$@" >> "{log}"
{work}
head -c 4 > /dev/null
echo "The parquet is laid."
"""
PICTURE = b"\xff\xd8\xff\xe0" + bytes(LEAST_BYTES)


class Here(KeptProcess):
    """Reads in this process."""

    def ask(self, question: bytes, *, size: int = 0) -> bytes:
        return read_files(question)


def installed(folder: Path, monkeypatch: pytest.MonkeyPatch, work: str = "") -> Path:
    """Puts a program of that name in front of all others; the file that it writes its calls to."""
    log = folder / "calls"
    program = folder / recognition.PROGRAM
    program.write_text(SCRIPT.format(log=log, work=work))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    return log


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with opened(tmp_path / "p") as one:
        raw = EmailMessage()
        raw["From"], raw["Subject"] = "a@b.example", "A scan"
        raw.set_content("x")
        attach(raw, "scan.jpg", "image/jpeg", PICTURE)
        attach(raw, "logo.png", "image/png", b"\x89PNG\r\n\x1a\n")
        add(one, parse_mail(raw.as_bytes()))
        yield one


def reader(store: Store, settings: Settings) -> FileReader:
    return FileReader(
        store, settings, battery=lambda: False, process=lambda: Here(begin_reading, LIMITS)
    )


def test_it_is_off_until_it_is_switched_on(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = installed(tmp_path, monkeypatch)
    reader(store, Settings(store.profile)).work()
    assert not log.exists()
    assert finds(store, "parquet") == ()


def test_switched_on_what_had_no_words_is_read_once_more(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = installed(tmp_path, monkeypatch)
    monkeypatch.setattr(file_reading, "FIRST_SECONDS", 3600.0)
    settings = Settings(store.profile)
    one = reader(store, settings)
    one.start()
    one.work()
    settings.change(file_reading.SCANS, value=True)
    one.work()
    one.shutdown()
    assert finds(store, "parquet") == ("scan.jpg",)
    assert log.read_text() == "stdin stdout -l eng\n"


def test_without_the_program_nothing_is_recognised(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    settings = Settings(store.profile)
    settings.change(file_reading.SCANS, value=True)
    reader(store, settings).work()
    [message] = store.db.rows("SELECT id FROM message")
    states = set(store.file_texts.of_mail(message[0]).values())
    assert states == {FileState.NOTHING}


def test_a_page_that_takes_too_long_is_left_out(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = installed(tmp_path, monkeypatch, work="exec sleep 600")
    monkeypatch.setattr(recognition, "SECONDS_A_PAGE", 0.2)
    assert recognition.recognised(PICTURE) == ""
    assert log.exists()


def pdf(entries: str, stored: bytes) -> bytes:
    """A page with one picture."""
    leaf = "/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]"
    picture = "/Type /XObject /Subtype /Image /Width 4 /Height 2 /BitsPerComponent"
    return written(
        {
            1: ("/Type /Catalog /Pages 2 0 R", None),
            2: ("/Type /Pages /Count 1 /Kids [3 0 R]", None),
            3: (f"{leaf} /Resources << /XObject << /P 4 0 R >> >>", None),
            4: (f"{picture} {entries}", stored),
        }
    )


GREY = zlib.compress(bytes(range(8)))


def test_the_picture_of_a_page_stands_alone() -> None:
    jpeg = pdf("8 /ColorSpace /DeviceRGB /Filter /DCTDecode", PICTURE)
    assert list(page_pictures(jpeg)) == [PICTURE]
    grey = pdf("8 /ColorSpace /DeviceGray /Filter /FlateDecode", GREY)
    assert list(page_pictures(grey)) == [b"P5\n4 2\n255\n" + bytes(range(8))]
    fax = pdf("1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K -1 >>", b"abc")
    [tiff] = page_pictures(fax)
    assert tiff[:4] == b"II*\0"
    assert tiff[8:11] == b"abc"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"%PDF-1.4 broken",
        PICTURE[:100],
        b"GIF89a" + bytes(9000),
        pdf("8 /ColorSpace /DeviceGray /Filter /JBIG2Decode", b"x"),
        pdf("8 /ColorSpace /DeviceGray /Filter /FlateDecode", b"no zlib"),
        pdf("1 /ColorSpace /DeviceGray /Filter /CCITTFaxDecode /DecodeParms << /K 0 >>", b"x"),
    ],
)
def test_what_cannot_be_handed_on_is_left_out(data: bytes) -> None:
    assert list(page_pictures(data)) == []

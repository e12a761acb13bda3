"""The files attached to the sample's mails, made here byte for byte, each real of its kind."""

# ruff: noqa: INP001 - beside a script, no package
from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable


def pdf(*lines: str) -> bytes:
    """One page with lines of text (PDF 1.4)."""
    shown = "".join(f"({_escaped(line)}) Tj 0 -18 Td " for line in lines)
    stream = f"BT /F1 12 Tf 60 780 Td {shown}ET".encode("latin-1")
    fonts = b"/Resources << /Font << /F1 5 0 R >> >>"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R %s >>" % fonts,
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    out = bytearray(b"%PDF-1.4\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % p for p in places)
    out += b"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % start
    return bytes(out)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def png(width: int, height: int, pixel: Callable[[int, int], tuple[int, int, int]]) -> bytes:
    """An RGB picture, `pixel(x, y)` giving each colour."""
    rows = b"".join(
        b"\0" + b"".join(bytes(pixel(x, y)) for x in range(width)) for y in range(height)
    )
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )


def docx(*paragraphs: str) -> bytes:
    """A word processor's file with plain paragraphs (Office Open XML)."""
    word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    package = "http://schemas.openxmlformats.org/package/2006"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    body = "".join(f"<w:p><w:r><w:t>{p}</w:t></w:r></w:p>" for p in paragraphs)
    members = {
        "[Content_Types].xml": f'{head}<Types xmlns="{package}/content-types">'
        '<Default Extension="rels" ContentType='
        '"application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Override PartName="/word/document.xml" ContentType='
        '"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>'
        "</Types>",
        "_rels/.rels": f'{head}<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="r1" Type="{office}" Target="word/document.xml"/></Relationships>',
        "word/document.xml": f'{head}<w:document xmlns:w="{word}"><w:body>{body}</w:body>'
        "</w:document>",
    }
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in members.items():
            member = zipfile.ZipInfo(name, (2026, 11, 1, 9, 0, 0))
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, text)
    return out.getvalue()


def _quote() -> bytes:
    return pdf(
        "Fernhill Joinery, Unit 4, Mill Lane, Westmere",
        "",
        "Quote 2291 for the Marchetti Hotel",
        "",
        "Reception desk, oiled oak, 3.2 m, curved     7,150.00",
        "14 bedside tables with drawer, at 352.00     4,928.00",
        "Delivery and fitting                           640.00",
        "Total                                       12,718.00",
        "",
        "50% with the order, the rest on delivery. Good for 30 days.",
    )


def _cv() -> bytes:
    return docx(
        "Grace Adeyemi",
        "Apprentice joiner",
        "2025 to now: Westmere College, furniture making, first year",
        "Summer 2026: built a cedar strip canoe with my grandfather",
        "Saturdays: Riverside bicycle workshop",
        "References: Felix Hartley, Riverside School",
    )


def _mileage() -> bytes:
    rows = [
        "date,from,to,miles",
        "2026-09-02,Westmere,Harwick,62",
        "2026-09-09,Westmere,Elm Road,4",
    ]
    rows += ["2026-09-15,Westmere,Dahl Timber,38", "2026-09-24,Westmere,Marchetti Hotel,21"]
    return "\r\n".join([*rows, ""]).encode()


def _staircase() -> bytes:
    def pixel(x: int, y: int) -> tuple[int, int, int]:
        step = (x // 20) * 12
        return (214, 190, 150) if y > 150 - step else (236 - y // 4, 240 - y // 4, 244)

    return png(240, 160, pixel)


def _lake() -> bytes:
    def pixel(x: int, y: int) -> tuple[int, int, int]:
        if y < 70:
            return (150 + y, 190 + y // 2, 235)
        return (40, 90 + (x * y) % 23, 130 + (x + y) % 17)

    return png(240, 160, pixel)


FILES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "quote-2291.pdf": ("application/pdf", _quote),
    "grace-adeyemi-cv.docx": (
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        _cv,
    ),
    "mileage-september.csv": ("text/csv", _mileage),
    "staircase.png": ("image/png", _staircase),
    "lake.png": ("image/png", _lake),
}

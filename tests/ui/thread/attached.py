"""Mails with files, and files that are what their name says."""

from __future__ import annotations

import base64
from email.header import Header

from PySide6.QtCore import QBuffer
from PySide6.QtGui import QImage

from tests.fakes.house import mail


def with_files(*files: tuple[str, str, bytes], subject: str = "Files") -> bytes:
    """A mail with (name, content type, bytes) attached."""
    parts = ""
    for name, kind, data in files:
        shown = name if name.isascii() else Header(name, "utf-8").encode()
        coded = base64.encodebytes(data).decode().replace("\n", "\r\n")
        parts += (
            f"--b\r\nContent-Type: {kind}\r\nContent-Transfer-Encoding: base64\r\n"
            f'Content-Disposition: attachment; filename="{shown}"\r\n\r\n{coded}\r\n'
        )
    head = mail(subject, "").split(b"Content-Type")[0]
    kind = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n'
    text = "--b\r\nContent-Type: text/plain\r\n\r\nSee the files.\r\n"
    return head + f"{kind}{text}{parts}--b--\r\n".encode()


def a_pdf(pages: int, drawing: str = "") -> bytes:
    """A PDF whose pages say `Page words N`, each with `drawing` on it."""
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(pages))
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count {pages}/Kids[{kids}]>>",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    for number in range(pages):
        stream = f"BT /F 24 Tf 72 700 Td (Page words {number + 1}) Tj ET\n{drawing}"
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents {5 + 2 * number} 0 R"
            "/Resources<</Font<</F 3 0 R>>>>>>"
        )
        objects.append(f"<</Length {len(stream)}>>stream\n{stream}\nendstream")
    out, offsets = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{text}\nendobj\n".encode()
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    return (
        out
        + (
            f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer<</Size {size}/Root 1 0 R>>\n"
            f"startxref\n{len(out)}\n%%EOF"
        ).encode()
    )


def a_picture(width: int, height: int) -> bytes:
    """A PNG."""
    image, buffer = QImage(width, height, QImage.Format.Format_RGB32), QBuffer()
    image.fill(0xFF2459C9)
    buffer.open(QBuffer.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())

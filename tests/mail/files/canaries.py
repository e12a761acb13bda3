"""Files of every kind that is read, each with one word that a reader sees and, where the kind can
hide one, another word that nobody sees."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from email.message import EmailMessage
from itertools import cycle, islice

from tests.mail.pdfs import line, page

Maker = Callable[[str, str], bytes]
"""Of a file from a word that is seen and one that is not."""


def zipped(members: Mapping[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return out.getvalue()


def docx(seen: str, hidden: str, properties: str = "<w:vanish/>") -> bytes:
    runs = f"<w:r><w:t>The {seen} is here.</w:t></w:r>"
    runs += f"<w:r><w:rPr>{properties}</w:rPr><w:t> {hidden} </w:t></w:r>"
    body = f"<w:document><w:body><w:p>{runs}</w:p></w:body></w:document>"
    return zipped({"word/document.xml": body})


def white_docx(seen: str, hidden: str) -> bytes:
    return docx(seen, hidden, '<w:color w:val="FFFFFF"/>')


def xlsx(seen: str, hidden: str) -> bytes:
    """The hidden word is in a hidden row."""
    cell = "<c t='inlineStr'><is><t>{}</t></is></c>"
    rows = f"<row>{cell.format(seen)}</row><row hidden='1'>{cell.format(hidden)}</row>"
    return zipped({"xl/worksheets/sheet1.xml": f"<sheetData>{rows}</sheetData>"})


def shared_xlsx(seen: str, hidden: str) -> bytes:
    """The words are in the table of shared texts, the hidden one on a hidden sheet."""
    sheet = "<sheetData><row><c t='s'><v>{}</v></c></row></sheetData>"
    return zipped(
        {
            "xl/sharedStrings.xml": f"<sst><si><t>{seen}</t></si><si><t>{hidden}</t></si></sst>",
            "xl/workbook.xml": '<sheets><sheet name="b" state="hidden" r:id="r2"/></sheets>',
            "xl/_rels/workbook.xml.rels": '<Relationship Id="r2" Target="worksheets/sheet2.xml"/>',
            "xl/worksheets/sheet1.xml": sheet.format(0),
            "xl/worksheets/sheet2.xml": sheet.format(1),
        }
    )


def pptx(seen: str, hidden: str) -> bytes:
    """The hidden word is on a hidden slide."""
    text = "<a:p><a:r><a:t>{}</a:t></a:r></a:p>"
    return zipped(
        {
            "ppt/slides/slide1.xml": f"<p:sld>{text.format(seen)}</p:sld>",
            "ppt/slides/slide2.xml": f'<p:sld show="0">{text.format(hidden)}</p:sld>',
        }
    )


def open_document(seen: str, hidden: str) -> bytes:
    style = '<style:style style:name="H"><style:text-properties text:display="none"/></style:style>'
    text = f'<text:p>{seen} <text:span text:style-name="H">{hidden}</text:span></text:p>'
    return zipped(
        {"content.xml": f"<office:document-content>{style}{text}</office:document-content>"}
    )


def pdf(seen: str, hidden: str) -> bytes:
    return page(line(f"The {seen} is here.") + line(hidden, before="3 Tr", y=300))


def white_pdf(seen: str, hidden: str) -> bytes:
    return page(line(f"The {seen} is here.") + line(hidden, before="1 g", y=300))


def rtf(seen: str, hidden: str) -> bytes:
    return rb"{\rtf1\ansi The %b is here.{\v %b} End.}" % (seen.encode(), hidden.encode())


def white_rtf(seen: str, hidden: str) -> bytes:
    colours = rb"{\colortbl;\red255\green255\blue255;\red0\green0\blue0;}"
    words = (seen.encode(), hidden.encode())
    return rb"{\rtf1\ansi" + colours + rb"\cf2 The %b is here. \cf1 %b\cf2  End.}" % words


def tiny_rtf(seen: str, hidden: str) -> bytes:
    return rb"{\rtf1\ansi\fs24 The %b is here.{\fs2 %b} End.}" % (seen.encode(), hidden.encode())


def html(seen: str, hidden: str) -> bytes:
    return f"<p>{seen}<span style='display:none'>{hidden}</span></p>".encode()


def white_html(seen: str, hidden: str) -> bytes:
    return f"<body bgcolor=white>{seen}<p style='color:#fff'>{hidden}</p></body>".encode()


def text(seen: str, _: str) -> bytes:
    return f"One line.\nThe {seen} is here.\n".encode()


def csv(seen: str, _: str) -> bytes:
    return f"day;word\n1;{seen}\n".encode()


def eml(seen: str, hidden: str) -> bytes:
    mail = EmailMessage()
    mail["Subject"], mail["From"] = "Inside", "a@b.example"
    mail.set_content(f"<p>{seen}</p><p style='display:none'>{hidden}</p>", subtype="html")
    return mail.as_bytes()


def ics(seen: str, _: str) -> bytes:
    return (
        "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Meeting\r\nDTSTART:20261124T140000Z\r\n"
        f"LOCATION:{seen}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    ).encode()


def vcf(seen: str, _: str) -> bytes:
    return f"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:{seen}\r\nEND:VCARD\r\n".encode()


def zip_names(seen: str, _: str) -> bytes:
    return zipped({f"folder/{seen}.txt": "What is inside is not read."})


def tar_names(seen: str, _: str) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        archive.addfile(tarfile.TarInfo(f"folder/{seen}.txt"))
    return out.getvalue()


@dataclass(frozen=True)
class Kind:
    """A kind of file: what it is called, its type, and whether it can hide a word."""

    suffix: str
    type: str
    make: Maker
    hides: bool = True


KINDS = (
    Kind("pdf", "application/pdf", pdf),
    Kind("docx", "application/octet-stream", docx),
    Kind("xlsx", "application/octet-stream", xlsx),
    Kind("pptx", "application/octet-stream", pptx),
    Kind("odt", "application/vnd.oasis.opendocument.text", open_document),
    Kind("ods", "application/vnd.oasis.opendocument.spreadsheet", open_document),
    Kind("odp", "application/vnd.oasis.opendocument.presentation", open_document),
    Kind("rtf", "application/rtf", rtf),
    Kind("html", "text/html", html),
    Kind("eml", "message/rfc822", eml),
    Kind("txt", "text/plain", text, hides=False),
    Kind("csv", "text/csv", csv, hides=False),
    Kind("ics", "text/calendar", ics, hides=False),
    Kind("vcf", "text/vcard", vcf, hides=False),
    Kind("zip", "application/zip", zip_names, hides=False),
    Kind("tgz", "application/gzip", tar_names, hides=False),
    Kind("pdf", "application/octet-stream", white_pdf),
    Kind("docx", "application/octet-stream", white_docx),
    Kind("xlsx", "application/octet-stream", shared_xlsx),
    Kind("rtf", "text/rtf", white_rtf),
    Kind("rtf", "text/rtf", tiny_rtf),
    Kind("html", "text/html", white_html),
)


@dataclass(frozen=True)
class Canary:
    """A file with its two words; `hidden` is empty where its kind hides none."""

    name: str
    type: str
    data: bytes
    seen: str
    hidden: str


def canaries(number: int) -> Iterator[Canary]:
    """So many files, the kinds in turn, each with words of its own."""
    for at, kind in enumerate(islice(cycle(KINDS), number)):
        seen, hidden = f"canary{_letters(at)}", f"unseen{_letters(at)}"
        data = kind.make(seen, hidden)
        yield Canary(f"file{at}.{kind.suffix}", kind.type, data, seen, hidden * kind.hides)


def _letters(number: int) -> str:
    return "".join(chr(ord("b") + int(digit)) for digit in f"{number:04}")


def mail_with(files: list[Canary], number: int = 0) -> bytes:
    """A mail with these files attached."""
    mail = EmailMessage()
    mail["Subject"], mail["From"] = f"Files {number}", "Dana Lee <dana@example.com>"
    mail["To"], mail["Message-ID"] = "alex@fernhill.example", f"<files{number}@example.com>"
    mail["Date"] = f"Mon, 2 Nov 2026 10:{number // 60 % 60:02}:{number % 60:02} +0000"
    mail.set_content("The files are attached.")
    for file in files:
        attach(mail, file.name, file.type, file.data)
    return mail.as_bytes()


def attach(mail: EmailMessage, name: str, kind: str, data: bytes) -> None:
    """Attaches bytes as they are, whatever their type."""
    mail.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    part = list(mail.iter_attachments())[-1]
    if not kind.startswith("message/"):
        part.replace_header("Content-Type", f'{kind}; name="{name}"')

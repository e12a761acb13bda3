"""Kind of a file by its content: the marks that its bytes begin with, and what an archive lists.

Nothing is unpacked but the list of an archive, and nothing is run.
"""

from __future__ import annotations

import io
import re
import zipfile
from enum import StrEnum

_HEAD = 4096
_MOST_ENTRIES = 20_000
_ISO = slice(0x8001, 0x8006)
"""Where an ISO 9660 volume names itself (ECMA-119 section 8.1)."""


class Content(StrEnum):
    """Kind of content. The value is said to a person: `It is named as a PDF and is …`."""

    PROGRAM = "a program"
    SCRIPT = "a script"
    DISK = "a disk image"
    PACKAGE = "a package that installs programs"
    SHORTCUT = "a shortcut"
    WEB_PAGE = "a web page"
    NOTEBOOK = "a notebook that can hold programs"
    MACROS = "a document with macros"
    OBJECTS = "a document with embedded objects"
    SETTINGS = "a file that changes settings"
    PDF = "a PDF"
    PICTURE = "a picture"
    ARCHIVE = "an archive"
    OFFICE = "an office document"
    OLD_OFFICE = "an older office document"
    RICH_TEXT = "a rich text document"
    OTHER = "of a kind that is not known"


DANGEROUS = frozenset(
    {
        *(Content.PROGRAM, Content.SCRIPT, Content.DISK, Content.PACKAGE, Content.SHORTCUT),
        *(Content.WEB_PAGE, Content.NOTEBOOK, Content.MACROS, Content.OBJECTS, Content.SETTINGS),
    }
)

_MARKS: tuple[tuple[bytes, Content], ...] = (
    (b"MZ", Content.PROGRAM),
    (b"\x7fELF", Content.PROGRAM),
    (b"\xca\xfe\xba\xbe", Content.PROGRAM),  # Java, and Mach-O for several processors
    (b"\xfe\xed\xfa\xce", Content.PROGRAM),
    (b"\xfe\xed\xfa\xcf", Content.PROGRAM),
    (b"\xce\xfa\xed\xfe", Content.PROGRAM),
    (b"\xcf\xfa\xed\xfe", Content.PROGRAM),
    (b"\0asm", Content.PROGRAM),
    (b"dex\n", Content.PROGRAM),
    (b"#!", Content.SCRIPT),
    (b"\xef\xbb\xbf#!", Content.SCRIPT),
    (b"!<arch>\n", Content.PACKAGE),  # Debian
    (b"\xed\xab\xee\xdb", Content.PACKAGE),  # RPM
    (b"MSCF", Content.PACKAGE),  # cabinet
    (b"xar!", Content.PACKAGE),  # macOS
    (b"hsqs", Content.PACKAGE),  # snap
    (b"conectix", Content.DISK),
    (b"vhdxfile", Content.DISK),
    (b"QFI\xfb", Content.DISK),
    (b"KDMV", Content.DISK),
    (b"ITSF", Content.WEB_PAGE),  # compiled help
    (b"L\0\0\0\x01\x14\x02\0", Content.SHORTCUT),
    (b"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d\xae\xb1\x53\x78\xd0\x29\x96\xd3", Content.NOTEBOOK),
    (b"\x89PNG\r\n\x1a\n", Content.PICTURE),
    (b"\xff\xd8\xff", Content.PICTURE),
    (b"GIF8", Content.PICTURE),
    (b"II*\0", Content.PICTURE),
    (b"MM\0*", Content.PICTURE),
    (b"7z\xbc\xaf\x27\x1c", Content.ARCHIVE),
    (b"Rar!\x1a\x07", Content.ARCHIVE),
    (b"\x1f\x8b", Content.ARCHIVE),
)
_WORDS: tuple[tuple[re.Pattern[bytes], Content], ...] = (
    (re.compile(rb"\[desktop entry\]|\[internetshortcut|\[shellclassinfo"), Content.SHORTCUT),
    (re.compile(rb"\A\s{0,99}(?:windows registry editor|regedit4)"), Content.SETTINGS),
    (re.compile(rb"(?:^|\n)full address:s:|(?:^|\n)remoteapplicationmode:i:"), Content.SETTINGS),
    (re.compile(rb"<!doctype\s{1,9}html"), Content.WEB_PAGE),
    (
        re.compile(rb"<(?:html|script|svg|iframe|body|meta|hta:[a-z]+)[\s>:/]"),
        Content.WEB_PAGE,
    ),
    (re.compile(rb"(?:^|\n)content-type:\s{0,9}(?:multipart/related|text/html)"), Content.WEB_PAGE),
)
_PACKED: tuple[tuple[re.Pattern[str], Content], ...] = (
    (re.compile(r"(?:^|/)vba(?:project|data)[^/]*$|/macrosheets/"), Content.MACROS),
    (re.compile(r"^(?:basic|scripts)/."), Content.MACROS),  # OpenDocument
    (re.compile(r"^androidmanifest\.xml$|^appx(?:manifest|bundlemanifest)"), Content.PACKAGE),
    (re.compile(r"^appxmetadata/|^extension\.vsixmanifest$|^payload/[^/]+\.app/"), Content.PACKAGE),
    (re.compile(r"^meta-inf/manifest\.mf$"), Content.PROGRAM),
)


def content_of(data: bytes) -> Content:
    """Kind of `data` by what it begins with and lists. What could be two kinds is the dangerous
    one."""
    head = data[:_HEAD]
    for mark, kind in _MARKS:
        if head.startswith(mark):
            return kind
    if data[_ISO] == b"CD001" or data[-512:-504] == b"conectix" or data[-512:-508] == b"koly":
        return Content.DISK
    if head[:3] in {b"FWS", b"CWS", b"ZWS"} and b"" < head[7:8] < b" ":
        return Content.PROGRAM  # Flash, plain and packed
    webp = head.startswith(b"RIFF") and head[8:12] == b"WEBP"
    if webp or (head.startswith(b"BM") and head[6:10] == bytes(4)):
        return Content.PICTURE
    return _container(data, head)


def _container(data: bytes, head: bytes) -> Content:
    if head.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _zip(data)
    if head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return _compound(data)
    if head.lstrip()[:4] == b"{\\rt":
        return Content.OBJECTS if b"\\objdata" in data else Content.RICH_TEXT
    found = _wording(head)
    if found is not None:
        return found
    return Content.PDF if b"%PDF-" in head[:1024] else Content.OTHER


def _wording(head: bytes) -> Content | None:
    """What a text file says it is; in UTF-16 every second byte is left out."""
    text = head.removeprefix(b"\xef\xbb\xbf")
    if text[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        text = text[2:].replace(b"\0", b"")
    text = text.lower()
    return next((kind for sign, kind in _WORDS if sign.search(text)), None)


def _compound(data: bytes) -> Content:
    """A compound file (MS-CFB): names in its directory are UTF-16."""

    def names(text: str) -> bool:
        return text.encode("utf-16-le") in data

    if names("_VBA_PROJECT") or names("Macros") or names("_xmlsignatures_vba"):
        return Content.MACROS
    office = ("WordDocument", "Workbook", "Book", "PowerPoint Document", "VisioDocument")
    if any(map(names, office)) or names("__substg1.0_"):
        return Content.OLD_OFFICE
    return Content.PACKAGE  # an installer of Windows, or what nobody can tell from one


def _zip(data: bytes) -> Content:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = [name.lower() for name in archive.namelist()[:_MOST_ENTRIES]]
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError):
        return Content.OTHER
    for sign, kind in _PACKED:
        if any(sign.search(name) for name in names):
            # Every OpenDocument file has a manifest as well, of another name.
            return kind
    office = {"[content_types].xml", "mimetype"}
    return Content.OFFICE if office & set(names) else Content.ARCHIVE

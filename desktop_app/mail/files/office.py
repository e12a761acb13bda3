"""Words of office files (OOXML and OpenDocument): zip members read as a stream of tags.

No XML parser runs, so no entity is expanded and nothing is fetched. Every size is bounded.
"""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from desktop_app.mail.files.office_unseen import (
    TOKEN,
    Concealment,
    OpenDocument,
    Slide,
    WordDocument,
    attributes_of,
    odf_styles,
    slide_size,
    theme_of,
    word_styles,
)
from desktop_app.mail.hidden.marks import with_marks
from desktop_app.mail.hidden.verdicts import Verdict

MOST_MEMBER = 20_000_000
_MOST_MEMBERS = 300
_MOST_AWAY = 200
"""Groups of hidden columns."""

_OLE, _PACKAGE = b"\xd0\xcf\x11\xe0", "EncryptedPackage".encode("utf-16-le")
"""What an OOXML file with a password is wrapped in (MS-OFFCRYPTO, 2.3.4.4)."""

_MANIFEST = 1_000_000

_TEXT = frozenset(("w:t", "a:t", "t", "w:delText"))
_ENDS_LINE = frozenset(("w:p", "a:p", "text:p", "text:h", "w:tr", "table:table-row"))
_SPACES = {"w:tab": "\t", "w:br": "\n", "a:br": "\n", "text:tab": "\t", "text:line-break": "\n"}
_SPACES |= {"text:s": " ", "w:cr": "\n"}

# Suffix -> members that hold its words, as patterns in reading order.
_MEMBERS = {
    "docx": (r"word/document\.xml", r"word/(?:footnotes|endnotes|comments)\.xml"),
    "pptx": (r"ppt/slides/slide\d+\.xml", r"ppt/notesSlides/notesSlide\d+\.xml"),
    "odt": (r"content\.xml",),
    "ods": (r"content\.xml",),
    "odp": (r"content\.xml",),
}


class DamagedFile(Exception):
    """The file does not have the format of its name."""


class LockedFile(DamagedFile):
    """The file is locked with a password."""


@dataclass(frozen=True, slots=True)
class OfficeText:
    """The words that a reader sees, those that may not be seen between marks, and those that the
    file hides."""

    seen: str
    unseen: tuple[str, ...] = ()


def office_text(kind: str, data: bytes, limit: int) -> OfficeText:
    """At most about `limit` characters of a `docx`, `pptx`, `xlsx`, `odt`, `ods` or `odp` file.

    Raises DamagedFile, LockedFile.
    """
    if data.startswith(_OLE) and _PACKAGE in data:
        raise LockedFile(kind)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if _is_locked(archive):
                raise LockedFile(kind)
            if kind == "xlsx":
                return _joined(_sheets(archive, limit), limit)
            names = [n for p in _MEMBERS[kind] for n in _named(archive, p)]
            return _joined((_document(archive, name, limit) for name in names), limit)
    except (zipfile.BadZipFile, KeyError, NotImplementedError, RuntimeError, EOFError) as error:
        raise DamagedFile(kind) from error
    except (OSError, ValueError, zipfile.LargeZipFile) as error:
        raise DamagedFile(kind) from error


def _is_locked(archive: zipfile.ZipFile) -> bool:
    """Whether members are encrypted: as zip does it, or as OpenDocument (part 2, 4.8.1)."""
    if any(member.flag_bits & 1 for member in archive.infolist()[:_MOST_MEMBERS]):
        return True
    return "encryption-data" in _member_or_nothing(archive, "META-INF/manifest.xml")[:_MANIFEST]


def _joined(pieces: Iterator[OfficeText], limit: int) -> OfficeText:
    out: list[str] = []
    unseen: list[str] = []
    size = 0
    for piece in pieces:
        out.append(piece.seen)
        unseen += piece.unseen
        size += len(piece.seen)
        if size > limit:
            break
    return OfficeText("\n\n".join(out), tuple(unseen))


def _named(archive: zipfile.ZipFile, pattern: str) -> list[str]:
    found = [n for n in archive.namelist()[:20_000] if re.fullmatch(pattern, n)]
    return sorted(found, key=lambda n: (len(n), n))[:_MOST_MEMBERS]


def _member(archive: zipfile.ZipFile, name: str) -> str:
    """At most `MOST_MEMBER` bytes of a member, whatever unpacked size it claims."""
    with archive.open(name) as member:
        return member.read(MOST_MEMBER).decode("utf-8", "replace")


def _document(archive: zipfile.ZipFile, name: str, limit: int) -> OfficeText:
    pieces: list[tuple[Verdict, str]] = []
    size = 0
    everything = name == "content.xml"  # OpenDocument has its text right in the paragraphs
    inside = 0
    member = _member(archive, name)
    concealment = _concealment(archive, name, member)
    for match in TOKEN.finditer(member):
        piece = ""
        closing, tag, attributes, text = match.groups()
        if text is not None:
            piece = html.unescape(text) if inside else ""
        elif tag in _TEXT or (everything and tag in {"text:p", "text:h"}):
            inside = max(inside + (-1 if closing else 1), 0) if not _empty(match) else inside
        if tag:
            concealment.feed(tag, attributes, closing=bool(closing))
            piece += _after(tag, closing)
        pieces.append((concealment.verdict if text is not None else Verdict.SEEN, piece))
        size += len(piece)
        if size > limit:
            break
    seen = _tidied(_with_marks(pieces))
    unseen = _tidied([piece for verdict, piece in pieces if verdict is Verdict.HIDDEN])
    if _is_hidden_slide(name, member):
        seen, unseen = "", _tidied([piece for _, piece in pieces])
    return OfficeText(seen, tuple(filter(None, [unseen])))


def _with_marks(pieces: list[tuple[Verdict, str]]) -> Iterator[str]:
    """What is left in; doubtful words that stand side by side share their marks."""
    left = (each for each in pieces if each[0] is not Verdict.HIDDEN and each[1])
    for verdict, run in groupby(left, lambda each: each[0]):
        text = "".join(piece for _, piece in run)
        yield with_marks(text) if verdict is Verdict.DOUBTFUL and text.strip() else text


def _tidied(pieces: Iterable[str]) -> str:
    return re.sub(r"\n{3,}", "\n\n", "".join(pieces)).strip()


def _concealment(archive: zipfile.ZipFile, name: str, member: str) -> Concealment:
    """What conceals text in a member, by the styles it uses."""
    if name.startswith("word/"):
        theme = theme_of(_member_or_nothing(archive, "word/theme/theme1.xml"))
        styles = word_styles(_member_or_nothing(archive, "word/styles.xml"), theme)
        return WordDocument(styles, theme)
    if name == "content.xml":
        return OpenDocument(odf_styles(iter((member, _member_or_nothing(archive, "styles.xml")))))
    if name.startswith("ppt/slides/"):
        return Slide(slide_size(_member_or_nothing(archive, "ppt/presentation.xml")))
    return Concealment()


def _member_or_nothing(archive: zipfile.ZipFile, name: str) -> str:
    return _member(archive, name) if name in archive.namelist() else ""


def _is_hidden_slide(name: str, member: str) -> bool:
    found = re.search(r"<p:sld\b([^<>]*)>", member[:20_000]) if name.startswith("ppt/sl") else None
    return found is not None and attributes_of(found[1]).get("show", "") in {"0", "false"}


def _empty(match: re.Match[str]) -> bool:
    return (match[3] or "").endswith("/")


def _after(tag: str, closing: str) -> str:
    if closing and tag in _ENDS_LINE:
        return "\n"
    if closing and tag in {"w:tc", "table:table-cell"}:
        return "\t"
    return "" if closing else _SPACES.get(tag, "")


def _sheets(archive: zipfile.ZipFile, limit: int) -> Iterator[OfficeText]:
    shared = _shared(archive) if "xl/sharedStrings.xml" in archive.namelist() else []
    hidden = _hidden_sheets(archive)
    for name in _named(archive, r"xl/worksheets/sheet\d+\.xml"):
        found = _sheet(_member(archive, name), shared, limit)
        whole = tuple(filter(None, (found.seen, *found.unseen)))
        yield OfficeText("", ("\n".join(whole),)) if name in hidden and whole else found


def _hidden_sheets(archive: zipfile.ZipFile) -> frozenset[str]:
    """The members of sheets that are hidden (ECMA-376 part 1, section 18.2.19)."""
    names = archive.namelist()
    if "xl/workbook.xml" not in names or "xl/_rels/workbook.xml.rels" not in names:
        return frozenset()
    ids = set()
    for _, tag, attributes, _ in TOKEN.findall(_member(archive, "xl/workbook.xml")):
        given = attributes_of(attributes) if tag == "sheet" else {}
        if given.get("state") in {"hidden", "veryHidden"}:
            ids.add(given.get("r:id", ""))
    found = set()
    for _, tag, attributes, _ in TOKEN.findall(_member(archive, "xl/_rels/workbook.xml.rels")):
        given = attributes_of(attributes) if tag == "Relationship" else {}
        if given.get("Id") in ids:
            target = given.get("Target", "")
            found.add(target[1:] if target.startswith("/") else f"xl/{target}")
    return frozenset(found)


def _shared(archive: zipfile.ZipFile) -> list[str]:
    out: list[str] = []
    inside = False
    for match in TOKEN.finditer(_member(archive, "xl/sharedStrings.xml")):
        closing, tag, _, text = match.groups()
        if tag == "si" and not closing:
            out.append("")
        elif tag == "t":
            inside = not closing and not _empty(match)
        elif text is not None and inside and out:
            out[-1] += html.unescape(text)
    return out


def _sheet(xml: str, shared: list[str], limit: int) -> OfficeText:
    """Rows of tab-separated values; those of hidden rows and columns between marks."""
    rows: list[list[str]] = []
    away: list[tuple[int, int]] = []
    is_hidden, column = False, 0
    kind, inside, size = "", False, 0
    for match in TOKEN.finditer(xml):
        closing, tag, attributes, text = match.groups()
        if tag == "row" and not closing:
            is_hidden, column = _is_hidden(attributes), 0
            rows.append([])
        elif tag == "col" and not closing and _is_hidden(attributes):
            given = attributes_of(attributes)
            away.append((_count(given.get("min", "")), _count(given.get("max", ""))))
        elif tag == "c" and not closing:
            given = attributes_of(attributes)
            kind = given.get("t", "")
            column = _column(given.get("r", "")) or column + 1
        elif tag in {"v", "t"}:
            inside = not closing and not _empty(match)
        elif text is not None and inside and rows:
            value = _value(html.unescape(text), kind, shared)
            if value.strip() and (is_hidden or any(a <= column <= b for a, b in away[:_MOST_AWAY])):
                value = with_marks(value)
            rows[-1].append(value)
            size += len(value) + 1
            if size > limit:
                break
    return OfficeText(_lines(rows))


def _is_hidden(attributes: str) -> bool:
    """Whether a row or a column is hidden, or has no size (ECMA-376 part 1, 18.3.1.13 and 73)."""
    given = attributes_of(attributes)
    size = given.get("width", given.get("ht", "1")).strip("0.")
    return given.get("hidden", "0") not in {"0", "false"} or not size


def _column(reference: str) -> int:
    """The number of the column that `C5` names, from 1; 0 for none."""
    number = 0
    for letter in reference[:3]:
        if not "A" <= letter <= "Z":
            break
        number = number * 26 + ord(letter) - 64
    return number


def _count(text: str) -> int:
    return int(text[:6]) if text.isdecimal() and text.isascii() else 0


def _lines(rows: list[list[str]]) -> str:
    return "\n".join("\t".join(row) for row in rows if row)


def _value(text: str, kind: str, shared: list[str]) -> str:
    if kind != "s":
        return text
    index = int(text) if text.isdecimal() and len(text) < 9 else -1
    return shared[index] if 0 <= index < len(shared) else ""

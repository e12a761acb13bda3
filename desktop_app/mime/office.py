"""Words of office files (OOXML and OpenDocument): zip members read as a stream of tags.

No XML parser runs, so no entity is expanded and nothing is fetched. Every size is bounded.
"""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass

from desktop_app.mime.office_unseen import (
    TOKEN,
    Concealment,
    OpenDocument,
    WordDocument,
    attributes_of,
    unseen_odf_styles,
    word_styles,
)

MOST_MEMBER = 20_000_000
_MOST_MEMBERS = 300
_TEXT = frozenset(("w:t", "a:t", "t", "w:delText"))
_ENDS_LINE = frozenset(("w:p", "a:p", "text:p", "text:h", "w:tr", "table:table-row"))
_SPACES = {"w:tab": "\t", "w:br": "\n", "a:br": "\n", "text:tab": "\t", "text:line-break": "\n"}
_SPACES |= {"text:s": " ", "w:cr": "\n"}
_SHEET_CELL = re.compile(r"\bt=\"(\w+)\"")

# Suffix -> members that hold its words, as patterns in reading order.
_MEMBERS = {
    "docx": (r"word/document\.xml", r"word/(?:footnotes|endnotes|comments)\.xml"),
    "pptx": (r"ppt/slides/slide\d+\.xml", r"ppt/notesSlides/notesSlide\d+\.xml"),
    "odt": (r"content\.xml",),
    "ods": (r"content\.xml",),
    "odp": (r"content\.xml",),
}


class Damaged(Exception):
    """The file does not have the format of its name."""


@dataclass(frozen=True, slots=True)
class OfficeText:
    """The words that a reader sees, and those that the file hides."""

    seen: str
    unseen: tuple[str, ...] = ()


def office_text(kind: str, data: bytes, limit: int) -> OfficeText:
    """At most about `limit` characters of a `docx`, `pptx`, `xlsx`, `odt`, `ods` or `odp` file.

    Raises Damaged.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if kind == "xlsx":
                return _joined(_sheets(archive, limit), limit)
            names = [n for p in _MEMBERS[kind] for n in _named(archive, p)]
            return _joined((_document(archive, name, limit) for name in names), limit)
    except (zipfile.BadZipFile, KeyError, NotImplementedError, RuntimeError, EOFError) as error:
        raise Damaged(kind) from error
    except (OSError, ValueError, zipfile.LargeZipFile) as error:
        raise Damaged(kind) from error


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
    seen: list[str] = []
    unseen: list[str] = []
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
        (unseen if text is not None and concealment.conceals else seen).append(piece)
        size += len(piece)
        if size > limit:
            break
    if _is_hidden_slide(name, member):
        seen, unseen = [], seen
    return OfficeText(_tidied(seen), tuple(filter(None, [_tidied(unseen)])))


def _tidied(pieces: list[str]) -> str:
    return re.sub(r"\n{3,}", "\n\n", "".join(pieces)).strip()


def _concealment(archive: zipfile.ZipFile, name: str, member: str) -> Concealment:
    """What conceals text in a member, by the styles it uses."""
    if name.startswith("word/"):
        there = "word/styles.xml" in archive.namelist()
        return WordDocument(word_styles(_member(archive, "word/styles.xml")) if there else {})
    if name == "content.xml":
        others = ("styles.xml",) if "styles.xml" in archive.namelist() else ()
        return OpenDocument(
            unseen_odf_styles(iter((member, *(_member(archive, other) for other in others))))
        )
    return Concealment()


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
    """Rows of tab-separated values; hidden rows apart."""
    rows: list[list[str]] = []
    hidden: list[list[str]] = []
    kind, inside, size = "", False, 0
    for match in TOKEN.finditer(xml):
        closing, tag, attributes, text = match.groups()
        if tag == "row" and not closing:
            away = attributes_of(attributes).get("hidden", "0") not in {"0", "false"}
            (hidden if away else rows).append(row := [])
        elif tag == "c" and not closing:
            found = _SHEET_CELL.search(attributes)
            kind = found[1] if found else ""
        elif tag in {"v", "t"}:
            inside = not closing and not _empty(match)
        elif text is not None and inside and (rows or hidden):
            row.append(_value(html.unescape(text), kind, shared))
            size += len(row[-1]) + 1
            if size > limit:
                break
    return OfficeText(_lines(rows), tuple(filter(None, [_lines(hidden)])))


def _lines(rows: list[list[str]]) -> str:
    return "\n".join("\t".join(row) for row in rows if row)


def _value(text: str, kind: str, shared: list[str]) -> str:
    if kind != "s":
        return text
    index = int(text) if text.isdecimal() and len(text) < 9 else -1
    return shared[index] if 0 <= index < len(shared) else ""

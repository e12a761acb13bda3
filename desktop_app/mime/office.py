"""Words of office files (OOXML and OpenDocument): zip members read as a stream of tags.

No XML parser runs, so no entity is expanded and nothing is fetched. Every size is bounded.
"""

from __future__ import annotations

import html
import io
import re
import zipfile
from collections.abc import Iterator

MOST_MEMBER = 20_000_000
_MOST_MEMBERS = 300
_TOKEN = re.compile(r"<(/?)([A-Za-z][\w:.-]{0,60})((?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>|([^<]+)")
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


def office_text(kind: str, data: bytes, limit: int) -> str:
    """At most about `limit` characters of a `docx`, `pptx`, `xlsx`, `odt`, `ods` or `odp` file.

    Raises Damaged.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if kind == "xlsx":
                return _sheets(archive, limit)
            names = [n for p in _MEMBERS[kind] for n in _named(archive, p)]
            return _joined((_document(archive, name, limit) for name in names), limit)
    except (zipfile.BadZipFile, KeyError, NotImplementedError, RuntimeError, EOFError) as error:
        raise Damaged(kind) from error
    except (OSError, ValueError, zipfile.LargeZipFile) as error:
        raise Damaged(kind) from error


def _joined(pieces: Iterator[str], limit: int) -> str:
    out, size = [], 0
    for piece in pieces:
        out.append(piece)
        size += len(piece)
        if size > limit:
            break
    return "\n\n".join(out)


def _named(archive: zipfile.ZipFile, pattern: str) -> list[str]:
    found = [n for n in archive.namelist()[:20_000] if re.fullmatch(pattern, n)]
    return sorted(found, key=lambda n: (len(n), n))[:_MOST_MEMBERS]


def _member(archive: zipfile.ZipFile, name: str) -> str:
    """At most `MOST_MEMBER` bytes of a member, whatever unpacked size it claims."""
    with archive.open(name) as member:
        return member.read(MOST_MEMBER).decode("utf-8", "replace")


def _document(archive: zipfile.ZipFile, name: str, limit: int) -> str:
    out: list[str] = []
    size = 0
    everything = name == "content.xml"  # OpenDocument has its text right in the paragraphs
    inside = 0
    for match in _TOKEN.finditer(_member(archive, name)):
        piece = ""
        closing, tag, _, text = match.groups()
        if text is not None:
            piece = html.unescape(text) if inside else ""
        elif tag in _TEXT or (everything and tag in {"text:p", "text:h"}):
            inside = max(inside + (-1 if closing else 1), 0) if not _empty(match) else inside
        piece += _after(tag, closing) if tag else ""
        out.append(piece)
        size += len(piece)
        if size > limit:
            break
    return re.sub(r"\n{3,}", "\n\n", "".join(out)).strip()


def _empty(match: re.Match[str]) -> bool:
    return (match[3] or "").endswith("/")


def _after(tag: str, closing: str) -> str:
    if closing and tag in _ENDS_LINE:
        return "\n"
    if closing and tag in {"w:tc", "table:table-cell"}:
        return "\t"
    return "" if closing else _SPACES.get(tag, "")


def _sheets(archive: zipfile.ZipFile, limit: int) -> str:
    shared = _shared(archive) if "xl/sharedStrings.xml" in archive.namelist() else []
    names = _named(archive, r"xl/worksheets/sheet\d+\.xml")
    return _joined((_sheet(_member(archive, name), shared, limit) for name in names), limit)


def _shared(archive: zipfile.ZipFile) -> list[str]:
    out: list[str] = []
    inside = False
    for match in _TOKEN.finditer(_member(archive, "xl/sharedStrings.xml")):
        closing, tag, _, text = match.groups()
        if tag == "si" and not closing:
            out.append("")
        elif tag == "t":
            inside = not closing and not _empty(match)
        elif text is not None and inside and out:
            out[-1] += html.unescape(text)
    return out


def _sheet(xml: str, shared: list[str], limit: int) -> str:
    """Rows of tab-separated values."""
    rows: list[list[str]] = []
    kind, inside, size = "", False, 0
    for match in _TOKEN.finditer(xml):
        closing, tag, attributes, text = match.groups()
        if tag == "row" and not closing:
            rows.append([])
        elif tag == "c" and not closing:
            found = _SHEET_CELL.search(attributes)
            kind = found[1] if found else ""
        elif tag in {"v", "t"}:
            inside = not closing and not _empty(match)
        elif text is not None and inside and rows:
            rows[-1].append(_value(html.unescape(text), kind, shared))
            size += len(rows[-1][-1]) + 1
            if size > limit:
                break
    return "\n".join("\t".join(row) for row in rows if row)


def _value(text: str, kind: str, shared: list[str]) -> str:
    if kind != "s":
        return text
    index = int(text) if text.isdecimal() and len(text) < 9 else -1
    return shared[index] if 0 <= index < len(shared) else ""

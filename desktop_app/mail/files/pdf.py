"""Words of a PDF: those that a reader sees, and those that it hides from a reader.

A page that hides something is read three times: to find what is unseen, without it, and that alone.
"""

from __future__ import annotations

import io
import math
import re
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from desktop_app.mail.files.office import DamagedFile, LockedFile
from desktop_app.mail.files.pdf_unseen import SHOWS, UnseenText

if TYPE_CHECKING:
    from pypdf import PageObject
    from pypdf.generic import ContentStream

_MOST_PAGES = 400
_FAULTS = (
    *(ValueError, LookupError, TypeError, AttributeError, ArithmeticError, AssertionError),
    *(RecursionError, NotImplementedError, OSError, zlib.error, StopIteration),
)
_MAY_SHOW = re.compile(rb"T[jJ]|Do|['\"]")


@dataclass(frozen=True, slots=True)
class PdfText:
    """The words that a reader sees, and those that the file hides, a text for each page. `cut`:
    there are more pages than were read."""

    seen: str
    unseen: tuple[str, ...] = ()
    cut: bool = False


def pdf_text(data: bytes, limit: int, seconds: float = math.inf) -> PdfText:
    """Whole pages, until they have more than `limit` characters, or have taken so many seconds of
    the processor. Raises DamagedFile, LockedFile."""
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, FileNotDecryptedError, PyPdfError

    seen: list[str] = []
    unseen: list[str] = []
    size = count = 0
    until = time.process_time() + seconds
    try:
        pages = PdfReader(io.BytesIO(data)).pages
        count = len(pages)
        for index in range(min(count, _MOST_PAGES)):
            text, hidden = _page(pages[index])
            seen.append(text.strip())
            unseen.append(hidden)
            size += len(seen[-1])
            if size > limit or time.process_time() > until:
                break
    except (FileNotDecryptedError, DependencyError) as error:
        raise LockedFile("pdf") from error
    except (PyPdfError, *_FAULTS) as error:
        if not seen:
            raise DamagedFile("pdf") from error
    return PdfText("\n\n".join(seen), tuple(filter(None, unseen)), cut=len(seen) < count)


def _page(page: PageObject) -> tuple[str, str]:
    """The text that is seen, and that which is not."""
    from pypdf.generic import NameObject

    contents = _contents(page)
    if contents is None or not _MAY_SHOW.search(contents.get_data()):
        return "", ""
    name = NameObject("/Contents")
    stored = page.raw_get(name)
    page[name] = contents  # parsed once, however often the page is read
    try:
        return _words(page)
    finally:
        page[name] = stored


def _contents(page: PageObject) -> ContentStream | None:
    """The operators of a page, read as pypdf reads them for their text."""
    from pypdf.generic import ContentStream

    try:
        return ContentStream(page["/Contents"].get_object(), page.pdf, "bytes")
    except (AttributeError, KeyError):
        return None


def _words(page: PageObject) -> tuple[str, str]:
    following = UnseenText(page)
    text = page.extract_text(
        visitor_operand_before=following.before, visitor_operand_after=following.after
    )
    unseen = following.found()
    hidden = _part(page, lambda number: number in unseen) if unseen else ""
    if not any(map(str.isalnum, hidden)):  # a dash beyond the edge says nothing
        return text, ""
    seen = _part(page, lambda number: number not in unseen)
    return seen, _besides(seen, hidden)


def _besides(seen: str, hidden: str) -> str:
    """The hidden lines that are not seen too, as where the outline of text is drawn after it."""
    shown = {"", *_lines(seen)}
    return " ".join(line for line in _lines(hidden) if line not in shown)


def _lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def _part(page: PageObject, wanted: Callable[[int], bool]) -> str:
    """The text of some of the operators that show text, by their numbers; the others show none."""
    number = -1
    kept: Any = None

    def before(operator: bytes, operands: Any, _cm: Any, _tm: Any) -> None:
        nonlocal number, kept
        if operator in SHOWS:
            number += 1
            if operands and not wanted(number):
                kept, operands[-1] = operands[-1], b""

    def after(operator: bytes, operands: Any, _cm: Any, _tm: Any) -> None:
        if operator in SHOWS and operands and not wanted(number):
            operands[-1] = kept

    return page.extract_text(visitor_operand_before=before, visitor_operand_after=after)

"""Edits of formatted text at a cursor: marks, links, lists, quotes, headings. Each is one step of
undo."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextCursor

from desktop_app.mail.rich.document import DEEPEST, Kind, ListKind, Mark
from desktop_app.ui.review.rich_text.qt_document import OpenLists
from desktop_app.ui.review.rich_text.qt_formats import (
    Formats,
    Place,
    link_of,
    marks_of,
    place_of,
)

_KEEP = QTextCursor.MoveMode.KeepAnchor


@dataclass(frozen=True, slots=True)
class Look:
    """What the words at the cursor are."""

    marks: frozenset[Mark] = frozenset()
    link: str = ""
    place: Place = field(default_factory=Place)


@contextmanager
def one_step(cursor: QTextCursor) -> Iterator[None]:
    """What is done meanwhile is undone at once."""
    cursor.beginEditBlock()
    try:
        yield
    finally:
        cursor.endEditBlock()


def look_at(cursor: QTextCursor, typing: QTextCharFormat) -> Look:
    """Of a selection the marks that all of it has; else those that typed words will have."""
    place = place_of(cursor.block())
    if not cursor.hasSelection():
        return Look(marks_of(typing), link_of(typing), place)
    found = [(marks_of(form), link_of(form)) for _, form in _parts(cursor)]
    marks = frozenset(Mark)
    for each, _ in found:
        marks &= each
    links = {link for _, link in found}
    return Look(marks if found else frozenset(), links.pop() if len(links) == 1 else "", place)


def set_mark(cursor: QTextCursor, formats: Formats, mark: Mark, *, on: bool) -> None:
    """Give the selected words a mark, or take it away."""

    def change(marks: frozenset[Mark], link: str) -> tuple[frozenset[Mark], str]:
        return (marks | {mark} if on else marks - {mark}), link

    _change_words(cursor, formats, change)


def clear_marks(cursor: QTextCursor, formats: Formats) -> None:
    """The selected words look like any others; links stay."""
    _change_words(cursor, formats, lambda _, link: (frozenset(), link))


def set_link(cursor: QTextCursor, formats: Formats, target: str) -> None:
    """The selected words lead to `target`, or nowhere."""
    _change_words(cursor, formats, lambda marks, _: (marks, target))


def link_around(cursor: QTextCursor) -> QTextCursor | None:
    """The whole link at the cursor, selected."""
    found: list[tuple[int, int, str]] = []
    for start, end, form in _spans(cursor.block()):
        link = link_of(form)
        if found and found[-1][2] == link and found[-1][1] == start:
            found[-1] = (found[-1][0], end, link)
        else:
            found.append((start, end, link))
    for start, end, link in found:
        if link and start <= cursor.position() <= end:
            whole = QTextCursor(cursor)
            whole.setPosition(start)
            whole.setPosition(end, _KEEP)
            return whole
    return None


def change_places(cursor: QTextCursor, formats: Formats, change: Callable[[Place], Place]) -> None:
    """Change what the blocks of the selection are. Those of a table stay: a cell is words alone."""
    blocks = [block for block in _blocks(cursor) if not in_table(block)]
    with one_step(cursor):
        for block in blocks:
            place = place_of(block)
            after = change(place)
            _set_place(block, formats, after)
            if after.kind is not place.kind:
                _dress_anew(block, formats, after.kind)
        lay_out_lists(blocks, formats)


def in_table(block: QTextBlock) -> bool:
    return QTextCursor(block).currentTable() is not None


def toggle_list(cursor: QTextCursor, formats: Formats, kind: ListKind) -> None:
    """The blocks become items of such a list, or leave it where all of them are."""
    places = [place_of(block) for block in _blocks(cursor)]
    inside = all(place.lists[-1:] == (kind,) and not place.goes_on for place in places)

    def change(place: Place) -> Place:
        if inside:
            return replace(place, lists=place.lists[:-1], goes_on=len(place.lists) > 1, start=1)
        lists = (*place.lists[:-1], kind)
        plain = Kind.TEXT if place.kind is Kind.HEADING else place.kind
        return replace(place, lists=lists, goes_on=False, kind=plain, start=1)

    change_places(cursor, formats, change)


def toggle_kind(cursor: QTextCursor, formats: Formats, kind: Kind) -> None:
    """The blocks become headings or code, or plain lines again."""
    every = all(place_of(block).kind is kind for block in _blocks(cursor))
    wanted = Kind.TEXT if every else kind

    def change(place: Place) -> Place:
        lists = () if wanted is Kind.HEADING else place.lists
        return replace(place, kind=wanted, lists=lists, goes_on=place.goes_on and bool(lists))

    change_places(cursor, formats, change)


def toggle_quote(cursor: QTextCursor, formats: Formats) -> None:
    """The blocks are quoted, or no more where all are."""
    every = all(place_of(block).quote for block in _blocks(cursor))

    def change(place: Place) -> Place:
        depth = place.quote - 1 if every else place.quote + 1
        return replace(place, quote=min(max(depth, 0), DEEPEST))

    change_places(cursor, formats, change)


def move_in(cursor: QTextCursor, formats: Formats, by: int) -> None:
    """Items go one list deeper (1) or come out of it (-1); other blocks are quoted likewise."""

    def change(place: Place) -> Place:
        if not place.lists:
            return replace(place, quote=min(max(place.quote + by, 0), DEEPEST))
        if by > 0:
            lists = (*place.lists, place.lists[-1])[:DEEPEST]
            return replace(place, lists=lists, goes_on=False, start=1)
        return replace(place, lists=place.lists[:-1], goes_on=False, start=1)

    change_places(cursor, formats, change)


def to_plain_line(cursor: QTextCursor, formats: Formats) -> bool:
    """What a backspace at the beginning of a block takes away: its list, its kind, its quote;
    whether there was anything."""
    place = place_of(cursor.block())
    if in_table(cursor.block()):
        return False
    if place.lists:
        after = replace(place, lists=place.lists[:-1], goes_on=False, start=1)
    elif place.kind is not Kind.TEXT:
        after = replace(place, kind=Kind.TEXT)
    elif place.quote:
        after = replace(place, quote=place.quote - 1)
    else:
        return False
    change_places(cursor, formats, lambda _: after)
    return True


def new_block(cursor: QTextCursor, formats: Formats) -> None:
    """Enter: another item, a line of code, a plain line below a heading. It leaves a list or code
    at an empty line, and splits a quote."""
    place, empty = place_of(cursor.block()), not cursor.block().text()
    with one_step(cursor):
        if cursor.hasSelection():
            cursor.removeSelectedText()
        if empty and (place.lists or place.kind is Kind.CODE):
            to_plain_line(cursor, formats)
        elif place.quote and place.kind is Kind.TEXT and not place.lists:
            _split_quote(cursor, formats)
        else:
            cursor.insertBlock()
            kind = Kind.CODE if place.kind is Kind.CODE else Kind.TEXT
            after = replace(place, kind=kind, start=1)
            if place.kind is not Kind.TABLE and (after != place or place.kind is not Kind.TEXT):
                change_places(cursor, formats, lambda _: after)
            elif place.lists:
                lay_out_lists([cursor.block()], formats)


def insert_rule(cursor: QTextCursor, formats: Formats) -> None:
    """A rule where the cursor is, and a line to write on below it; none in a table."""
    if in_table(cursor.block()):
        return
    quote = place_of(cursor.block()).quote
    with one_step(cursor):
        if cursor.block().text():
            cursor.insertBlock()
        cursor.setBlockFormat(formats.block(Place(Kind.RULE, quote)))
        cursor.insertBlock(formats.block(Place(quote=quote)), formats.words((), ""))


def to_words(cursor: QTextCursor, formats: Formats) -> None:
    """In place of what is selected, and out of code or a rule, which hold no picture: to a new line
    below."""
    cursor.removeSelectedText()
    block = cursor.block()
    place = place_of(block)
    if place.kind not in {Kind.CODE, Kind.RULE}:
        return
    while place.kind is Kind.CODE and block.next().isValid() and place_of(block.next()) == place:
        block = block.next()
    cursor.setPosition(block.position() + block.length() - 1)
    cursor.insertBlock(formats.block(Place(quote=place.quote)), formats.words((), ""))


def lay_out_lists(blocks: list[QTextBlock], formats: Formats) -> None:
    """The items around these blocks stand in the lists that their places say."""
    if not blocks:
        return
    first, last = blocks[0], blocks[-1]
    while first.previous().isValid() and place_of(first.previous()).lists:
        first = first.previous()
    while last.next().isValid() and place_of(last.next()).lists:
        last = last.next()
    lists, block = OpenLists(formats), first
    while block.isValid():
        if (there := block.textList()) is not None:
            there.remove(block)
            _set_place(block, formats, place_of(block))
        lists.take_in(QTextCursor(block), place_of(block))
        if block == last:
            return
        block = block.next()


def _split_quote(cursor: QTextCursor, formats: Formats) -> None:
    """An empty line of one's own between the two halves."""
    at_start, at_end = cursor.atBlockStart(), cursor.atBlockEnd()
    own = Place()
    if at_start and at_end:
        _set_place(cursor.block(), formats, own)
        return
    cursor.insertBlock()
    if at_end:
        _set_place(cursor.block(), formats, own)
        return
    if at_start:
        cursor.movePosition(QTextCursor.MoveOperation.PreviousBlock)
        _set_place(cursor.block(), formats, own)
        return
    cursor.insertBlock()
    cursor.movePosition(QTextCursor.MoveOperation.PreviousBlock)
    _set_place(cursor.block(), formats, own)


def _set_place(block: QTextBlock, formats: Formats, place: Place) -> None:
    cursor = QTextCursor(block)
    cursor.setBlockFormat(formats.block(place))
    cursor.setBlockCharFormat(formats.words((), "", place.kind))


def _dress_anew(block: QTextBlock, formats: Formats, kind: Kind) -> None:
    cursor = QTextCursor(block)
    for start, end, form in _spans(block):
        if form.isImageFormat():
            continue
        marks = frozenset() if kind is Kind.CODE else marks_of(form)
        link = "" if kind is Kind.CODE else link_of(form)
        cursor.setPosition(start)
        cursor.setPosition(end, _KEEP)
        cursor.setCharFormat(formats.words(marks, link, kind))


_Change = Callable[[frozenset[Mark], str], tuple[frozenset[Mark], str]]


def _change_words(cursor: QTextCursor, formats: Formats, change: _Change) -> None:
    """Change the selected words; code keeps its one look."""
    parts = list(_parts(cursor))
    with one_step(cursor):
        part = QTextCursor(cursor)
        for (start, end), form in parts:
            part.setPosition(start)
            part.setPosition(end, _KEEP)
            kind = place_of(part.block()).kind
            if kind is Kind.CODE or form.isImageFormat():
                continue
            marks, link = change(marks_of(form), link_of(form))
            part.setCharFormat(formats.words(marks, link, kind))


def _parts(cursor: QTextCursor) -> Iterator[tuple[tuple[int, int], QTextCharFormat]]:
    """The selected parts of one look, with their places."""
    first, last = cursor.selectionStart(), cursor.selectionEnd()
    for block in _blocks(cursor):
        for start, end, form in _spans(block):
            begin, stop = max(start, first), min(end, last)
            if begin < stop:
                yield (begin, stop), form


def _spans(block: QTextBlock) -> list[tuple[int, int, QTextCharFormat]]:
    """The parts of a block of one look each: read whole, because who changes the look of one joins
    it with the next, and Qt's iterator then never comes to an end."""
    spans: list[tuple[int, int, QTextCharFormat]] = []
    found = block.begin()
    while not found.atEnd():
        fragment = found.fragment()
        start = fragment.position()
        spans.append((start, start + fragment.length(), fragment.charFormat()))
        found += 1
    return spans


def _blocks(cursor: QTextCursor) -> Iterator[QTextBlock]:
    """The blocks of the selection; one of which nothing is selected at its end is none of them."""
    document = cursor.document()
    first, last = cursor.selectionStart(), cursor.selectionEnd()
    block = document.findBlock(first)
    while block.isValid() and (block.position() < last or block.contains(first)):
        yield block
        block = block.next()

"""Merge of the person's text with a version they have not seen, field by field. No widgets."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from desktop_app.model.draft import DraftAttachment, DraftContent
from desktop_app.ui.review.draft.word_diff import hunks

_PARTS = "attachments"


def merged(base: DraftContent, mine: DraftContent, theirs: DraftContent) -> DraftContent:
    """What the person changed since `base` wins; all else is as `theirs` has it.

    Files are added and taken off one by one, so that a file attached meanwhile stays.
    """
    touched = {
        field.name: getattr(mine, field.name)
        for field in fields(DraftContent)
        if field.name != _PARTS and getattr(mine, field.name) != getattr(base, field.name)
    }
    return replace(theirs, **touched, attachments=_files(base, mine, theirs))


def _files(
    base: DraftContent, mine: DraftContent, theirs: DraftContent
) -> tuple[DraftAttachment, ...]:
    before = {part.id for part in base.attachments}
    kept = {part.id for part in mine.attachments}
    there = [part for part in theirs.attachments if part.id not in before - kept]
    known = {part.id for part in there}
    added = [p for p in mine.attachments if p.id not in before and p.id not in known]
    return (*there, *added)


@dataclass(frozen=True, slots=True)
class MergedText:
    """Both changes in one text; `conflicts` counts the places where both are kept because they
    change the same words."""

    text: str
    conflicts: int = 0


@dataclass(frozen=True, slots=True)
class _Edit:
    """Replacement of the base's characters from `start` to `end` by `new`."""

    start: int
    end: int
    new: str


def merged_text(base: str, mine: str, theirs: str) -> MergedText:
    """`mine` with what `theirs` changes in `base`.

    Where both change the same place, or places that touch, whole lines are kept: mine, and theirs
    below.
    """
    if mine in (base, theirs):
        return MergedText(theirs)
    out, at, conflicts = [], 0, 0
    for start, end, my, their in _regions(base, _edits(base, mine), _edits(base, theirs)):
        ours, others = _applied(base, start, end, my), _applied(base, start, end, their)
        out.append(base[at:start])
        if my and their and ours != others:
            conflicts += 1
            out.append(f"{ours}\n{others}")
        else:
            out.append(ours if my else others)
        at = end
    return MergedText("".join([*out, base[at:]]), conflicts)


def _edits(base: str, new: str) -> list[_Edit]:
    """What leads from `base` to `new`, in order; the places are those of `base`."""
    found, shift = [], 0
    for hunk in hunks(base, new):
        start = hunk.start - shift
        found.append(_Edit(start, start + len(hunk.old), hunk.new))
        shift += len(hunk.new) - len(hunk.old)
    return found


_Region = tuple[int, int, list[_Edit], list[_Edit]]


def _regions(base: str, mine: list[_Edit], theirs: list[_Edit]) -> list[_Region]:
    """Parts of the base, in order and apart: with the edits of one side, or of both, then as
    whole lines."""
    spans = [(edit.start, edit.end) for edit in (*mine, *theirs)]
    while True:
        apart = _united(spans)
        spans = [
            _lines_around(base, *span) if _within(mine, *span) and _within(theirs, *span) else span
            for span in apart
        ]
        if spans == apart:
            return [(*span, _within(mine, *span), _within(theirs, *span)) for span in spans]


def _united(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those that overlap or touch as one, in order."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _within(edits: list[_Edit], start: int, end: int) -> list[_Edit]:
    return [e for e in edits if e.start <= end and e.end >= start]


def _lines_around(base: str, start: int, end: int) -> tuple[int, int]:
    """The lines of those characters, without the last line's end."""
    after = base.find("\n", end)
    return base.rfind("\n", 0, start) + 1, len(base) if after < 0 else after


def _applied(base: str, start: int, end: int, edits: list[_Edit]) -> str:
    """That part of the base with the edits made."""
    out, at = [], start
    for edit in edits:
        out += [base[at : edit.start], edit.new]
        at = edit.end
    return "".join([*out, base[at:end]])

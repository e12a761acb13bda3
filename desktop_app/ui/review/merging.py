"""Putting the person's text on top of a version they have not seen, field by field. No widgets."""

from __future__ import annotations

from dataclasses import fields, replace

from desktop_app.model.draft import DraftAttachment, DraftContent

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

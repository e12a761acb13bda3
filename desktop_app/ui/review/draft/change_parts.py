"""Parts of a proposed change, each of which the person takes or refuses by itself. No widgets.

A change leads from what its author had read to what they would have. The draft may say something
else by now: the parts lead from what it says now, and words on both sides are merged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from desktop_app.model.address import Address
from desktop_app.model.draft import DraftAttachment, DraftContent, Part
from desktop_app.model.draft_change import DraftChange
from desktop_app.model.hands import FIELDS, changed_parts
from desktop_app.ui.review.draft.merge import merged_text
from desktop_app.ui.review.draft.word_diff import hunks, marked, put_back, said_change
from desktop_app.ui.widgets.safe_text import as_markup

PLAIN = "text/plain"


Key = tuple[Part, str, str, int]


@dataclass(frozen=True, slots=True)
class ChangePart:
    """One part. `old` and `new` are what it changes, as text; `markup` and `sentence` show it. Of
    several that change the same words it is the `nth`.

    `taken` is the draft with this part alone, `refused` the wish of the change without it.
    """

    part: Part
    old: str
    new: str
    markup: str
    sentence: str
    taken: DraftContent
    refused: DraftContent
    nth: int = 0

    @property
    def key(self) -> Key:
        """What names the part, also once others are taken or refused."""
        return self.part, self.old, self.new, self.nth


@dataclass(frozen=True, slots=True)
class OfferedChange:
    """A change over a draft that says `now`: with all of it the draft would say `wish`."""

    change: DraftChange
    now: DraftContent
    wish: DraftContent
    parts: tuple[ChangePart, ...]


def offered(change: DraftChange, now: DraftContent) -> OfferedChange:
    """The change as it can be taken now."""
    wish = _wish(change, now)
    return OfferedChange(change, now, wish, tuple(_parts(now, wish)))


def _wish(change: DraftChange, now: DraftContent) -> DraftContent:
    """What the draft would say with all of the change."""
    base, theirs, found = change.base, change.content, now
    for part in changed_parts(base, theirs):
        if part is Part.FILES:
            files = _files(base.attachments, now.attachments, theirs.attachments)
            found = replace(found, attachments=files)
        elif part is Part.TEXT and _plain(base, now, theirs):
            body = merged_text(base.body, now.body, theirs.body).text
            found = replace(found, body=body, quoted=theirs.quoted)
        else:
            found = _with_part(found, theirs, part)
    return found


def _plain(*contents: DraftContent) -> bool:
    return all(content.content_type == PLAIN for content in contents)


def _with_part(content: DraftContent, other: DraftContent, part: Part) -> DraftContent:
    return replace(content, **{name: getattr(other, name) for name in FIELDS[part]})


def _files(
    base: tuple[DraftAttachment, ...],
    now: tuple[DraftAttachment, ...],
    theirs: tuple[DraftAttachment, ...],
) -> tuple[DraftAttachment, ...]:
    """What is attached now, without what the change takes off and with what it adds."""
    off = {file.id for file in base} - {file.id for file in theirs}
    kept = tuple(file for file in now if file.id not in off)
    there = {file.id for file in (*base, *kept)}
    return (*kept, *(file for file in theirs if file.id not in there))


def _parts(now: DraftContent, wish: DraftContent) -> Iterator[ChangePart]:
    for part in changed_parts(now, wish):
        if part is Part.TEXT and _plain(now, wish) and now.quoted == wish.quoted:
            yield from _of_text(now, wish)
        else:
            yield whole_part(now, wish, part)


def whole_part(now: DraftContent, wish: DraftContent, part: Part) -> ChangePart:
    """A part as one change, with every address and every file in it."""
    before, after = _words(now, part), _words(wish, part)
    gone = [words for words in before if words not in after]
    come = [words for words in after if words not in before]
    old, new = ", ".join(gone), ", ".join(come)
    struck = [f"<s>{as_markup(words)}</s>" for words in gone]
    added = [f"<u><b>{as_markup(words)}</b></u>" for words in come]
    order = [] if struck or added else ["in another order"]
    markup = f"{part}: {' '.join([*struck, *added, *order])}"
    sentence = f"{part}: {said_change(old, new) if old or new else 'in another order'}"
    taken, refused = _with_part(now, wish, part), _with_part(wish, now, part)
    return ChangePart(part, old, new, markup, sentence, taken, refused)


def _of_text(now: DraftContent, wish: DraftContent) -> Iterator[ChangePart]:
    shift, same = 0, Counter[tuple[str, str]]()
    for hunk in hunks(now.body, wish.body):
        at = hunk.start - shift
        shift += len(hunk.new) - len(hunk.old)
        body = now.body[:at] + hunk.new + now.body[at + len(hunk.old) :]
        taken = replace(now, body=body)
        refused = replace(wish, body=put_back(wish.body, hunk))
        words = (hunk.old, hunk.new)
        markup, nth = marked(hunk), same[words]
        yield ChangePart(Part.TEXT, *words, markup, hunk.sentence, taken, refused, nth)
        same[words] += 1


def _words(content: DraftContent, part: Part) -> list[str]:
    """A part as text, one for each address or file in it."""
    if part is Part.FILES:
        return [file.filename for file in content.attachments]
    single = {Part.FROM: str(content.from_), Part.SUBJECT: content.subject, Part.TEXT: content.body}
    if part in single:
        return [single[part]] if single[part] else []
    groups: dict[Part, tuple[Address, ...]] = {
        Part.TO: content.to,
        Part.CC: content.cc,
        Part.BCC: content.bcc,
    }
    return [str(address) for address in groups[part]]

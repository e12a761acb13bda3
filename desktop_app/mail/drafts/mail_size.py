"""Size of a mail as it leaves, text, files and pictures together, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from desktop_app.mail.drafts.compose import whole_text
from desktop_app.model.draft import Check, CheckLevel, DraftAttachment, DraftContent

SIZE_LIMIT = 25_000_000
"""Bytes of a whole mail that nearly every server takes; for accounts of which no limit is known."""

LARGE_PICTURES = 500_000
"""Bytes of all pictures together from which on they are told."""

_LINE = 57
"""Bytes of a file in one line of base64 (RFC 2045 section 6.8)."""

_LINE_SENT = 78
"""Bytes of that line as it is sent, with its end."""

_PART_HEAD = 400
"""Bytes of the fields of a part and the line between two of them."""

_HEAD = 1_000
_PHOTOS = frozenset(("image/jpeg", "image/jpg", "image/png", "image/webp"))


def is_photo(part: DraftAttachment) -> bool:
    """Whether it is a picture that could be made smaller; a GIF may be a film."""
    return part.content_type.lower() in _PHOTOS


def sent_size(content: DraftContent) -> int:
    """Bytes of the mail as it is sent, about: base64 makes each file a third larger, and formatted
    text stands beside its plain form."""
    texts = [whole_text(content)]
    if content.content_type == "text/html":
        texts += [content.body, content.signature, content.quoted]
    words = sum(_encoded(len(text.encode("utf-8", "replace"))) for text in texts)
    files = sum(_encoded(part.size) + _PART_HEAD for part in content.attachments)
    return _HEAD + words + files


def _encoded(size: int) -> int:
    return -(-size // _LINE) * _LINE_SENT


def too_large(content: DraftContent, limit: int, taker: str) -> Iterator[Check]:
    """A mail of more than `limit` bytes; `taker` says who takes no more, empty for servers in
    general."""
    size = sent_size(content)
    if size <= limit:
        return
    pictures = [part for part in content.attachments if is_photo(part)]
    held = _held(len(content.attachments) - len(pictures), len(pictures))
    who = f"{taker} takes at most" if taker else "most servers take"
    told, most = _rounded(size), _rounded(limit)
    told = told if told != most else f"a little more than {told}"
    sentence = f"The mail would be {told}{held}; {who} {most}. Files grow by a third on their way."
    largest = max(content.attachments, key=lambda a: a.size, default=None)
    spared = sum(_encoded(part.size) for part in pictures)
    if spared and size - spared <= limit:
        fix = ("Make pictures smaller…", "")
    elif largest is not None:
        fix = ("Remove the largest file", largest.id)
    else:
        fix = ("", "")
    yield Check("too_large", CheckLevel.BLOCK, sentence, *fix)


def large_pictures(content: DraftContent, limit: int) -> Iterator[Check]:
    """How large the pictures are, where that matters; of a mail that is too large it is said."""
    pictures = [part for part in content.attachments if is_photo(part)]
    together = sum(part.size for part in pictures)
    if together >= LARGE_PICTURES and sent_size(content) <= limit:
        sentence = f"{_counted(len(pictures), 'picture')} {_have(pictures)} {_told(together)}."
        yield Check("large_pictures", CheckLevel.NOTE, sentence, "Make smaller…")


def _held(files: int, pictures: int) -> str:
    counts = ((files, "file"), (pictures, "picture"))
    named = [_counted(count, name).lower() for count, name in counts if count]
    return f" with {' and '.join(named)}" if named else ""


def _counted(count: int, name: str) -> str:
    return f"1 {name}" if count == 1 else f"{count} {name}s"


def _have(parts: Sequence[DraftAttachment]) -> str:
    return "has" if len(parts) == 1 else "together have"


def _told(size: int) -> str:
    return f"{size / 1e6:.1f} MB" if size >= 1_000_000 else f"{size / 1e3:.0f} kB"


def _rounded(size: int) -> str:
    return _told(size).replace(".0 ", " ")

"""Single pieces of a message's bytes: one attachment, one inline picture, the header fields.

Part numbers are those of `ParsedMessage.attachments`.
"""

from __future__ import annotations

from desktop_app.mail.wire.headers import decode_words
from desktop_app.mail.wire.parts import Part
from desktop_app.mail.wire.tree import read_tree
from desktop_app.model.errors import NotFound


def attachment_bytes(raw: bytes, attachment_id: str) -> bytes:
    """The decoded bytes of the part numbered `attachment_id`. Raises NotFound."""
    return _leaf(raw, attachment_id).data


def written_name(raw: bytes, attachment_id: str) -> str:
    """The file name of a part as its sender wrote it: to be judged, never to be shown. Raises
    NotFound."""
    return _leaf(raw, attachment_id).written_filename


def parts_bytes(raw: bytes, wanted: frozenset[str]) -> dict[str, bytes]:
    """The decoded bytes of those of the parts that are there, by part number."""
    tree, _ = read_tree(raw)
    return {part.id: part.data for part in tree.leaves() if part.id in wanted}


def _leaf(raw: bytes, number: str) -> Part:
    tree, _ = read_tree(raw)
    for part in tree.leaves():
        if part.id == number:
            return part
    raise NotFound("This message has no such attachment.", details={"part": number[:40]})


def inline_part(raw: bytes, content_id: str) -> tuple[str, bytes] | None:
    """(content type, decoded bytes) of the part a `cid:` address names (RFC 2392), or None.

    `content_id` may come with `cid:`, with angle brackets and percent-encoded.
    """
    wanted = plain_id(content_id)
    tree, _ = read_tree(raw)
    for part in tree.leaves():
        if wanted and part.content_id == wanted:
            return part.kind, part.data
    return None


def plain_id(content_id: str) -> str:
    """A content id without `cid:`, angle brackets and percent-encoding."""
    if content_id[:4].lower() == "cid:":
        content_id = content_id[4:]
    pieces = content_id.encode("utf-8", "replace").split(b"%")
    out = [pieces[0]]
    for piece in pieces[1:]:
        try:
            out.append(bytes((int(piece[:2], 16),)) + piece[2:])
        except ValueError:
            out.append(b"%" + piece)
    return b"".join(out).decode("utf-8", "replace").strip().strip("<>").strip()


def header_fields(raw: bytes) -> list[tuple[str, str]]:
    """The message's header fields, (name in lower case, decoded value), grouped by name, in the
    order of each name's first field."""
    tree, _ = read_tree(raw)
    return [(name, decode_words(v)) for name, values in tree.headers.items() for v in values]

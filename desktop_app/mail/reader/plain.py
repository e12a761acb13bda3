"""Plain text for reading: format=flowed undone, paragraphs and quotes as HTML, links made.

The HTML holds nothing but escaped text and safe links.
"""

from __future__ import annotations

import re

from desktop_app.mail.reader.fixed_pitch import hunk_lengths, is_fixed, left_of_hunk
from desktop_app.mail.reader.links import linkified
from desktop_app.model.message import Link

_MARKS = re.compile(r"^((?:>[ ]?)+)")
_DEEPEST, _LONGEST_SIGNATURE = 8, 12
_MOST_LINES = 20_000


def unflowed(text: str, *, delsp: bool = False) -> str:
    """format=flowed text (RFC 3676 section 4) with its paragraphs on one line each.

    Quote marks are kept as `> `; `delsp`: the space at a soft break is not part of the text.
    """
    out: list[str] = []
    open_depth = -1
    for line in text.split("\n"):
        depth = len(line) - len(line.lstrip(">"))
        content = line[depth:].removeprefix(" ")
        soft = content.endswith(" ") and content != "-- "
        piece = content[:-1] if soft and delsp else content
        if depth == open_depth and content != "-- ":
            out[-1] += piece
        else:
            out.append("> " * depth + piece if depth else piece)
        open_depth = depth if soft else -1
    return "\n".join(out)


def plain_html(text: str) -> tuple[str, list[Link]]:
    """`text` as paragraphs, quotes as nested blockquotes; and the links found in it."""
    out: list[str] = []
    found: list[Link] = []
    depth = 0
    paragraphs = _paragraphs(text)
    sign = _signature(paragraphs)
    for number, (level, lines, patch) in enumerate(paragraphs):
        while depth != level:
            out.append("<blockquote>" if depth < level else "</blockquote>")
            depth += 1 if depth < level else -1
        if number == sign:
            out.append('<div class="sign">')
        markup, some = linkified("\n".join(lines))
        found += some
        fixed = patch or is_fixed(lines)
        out.append(f"<pre>{markup}</pre>" if fixed else f"<p>{_kept_space(markup)}</p>")
    out.append("</blockquote>" * depth)
    out.append("</div>" if sign < len(paragraphs) else "")
    return "".join(out), found


def _signature(paragraphs: list[tuple[int, list[str], bool]]) -> int:
    """Index of the paragraph that begins the signature, or their number."""
    lines = 0
    for index in range(len(paragraphs) - 1, -1, -1):
        level, rows, _ = paragraphs[index]
        lines += len(rows)
        if level or lines > _LONGEST_SIGNATURE:
            break
        if rows[0] in {"-- ", "--"} and index:
            return index
    return len(paragraphs)


def _paragraphs(text: str) -> list[tuple[int, list[str], bool]]:
    """(quote depth, lines, whether they hold a hunk of a patch) of each run of lines without an
    empty one or a change of depth. A hunk keeps its empty lines."""
    found: list[tuple[int, list[str], bool]] = []
    broken = True
    hunk: tuple[int, int] | None = None
    for line in text.split("\n", _MOST_LINES):
        match = _MARKS.match(line)
        depth = min(match[1].count(">"), _DEEPEST) if match else 0
        content = line[match.end() :] if match else line
        if hunk is not None and found[-1][0] == depth:
            hunk = left_of_hunk(hunk, content)
        head = hunk_lengths(content)
        if head is not None or (hunk is not None and found[-1][0] != depth):
            hunk = head
        if not content.strip() and hunk is None:
            broken = True
        elif broken or found[-1][0] != depth:
            found.append((depth, [content.rstrip()], hunk is not None))
            broken = False
        else:
            found[-1][1].append(content.rstrip())
        if hunk == (0, 0):
            hunk, broken = None, True
    return found


def _kept_space(markup: str) -> str:
    """`markup` with its line breaks and indents preserved (as no-break spaces), because plain
    text is laid out by hand."""
    markup = re.sub(r"^ +|(?<= ) +", lambda m: "\u00a0" * len(m[0]), markup, flags=re.MULTILINE)
    return markup.replace("\n", "<br>")

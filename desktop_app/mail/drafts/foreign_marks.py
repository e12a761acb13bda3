"""Marks of another encoding, or of the conversation with a model, in a proposal's plain text.

What can be nothing else is taken out when a proposal is kept: thoughts that precede the words, and
`\\n` for every line end of a text that has none. Whatever a mail about code may hold stays as it is
and is told of, for the person to judge.
"""

from __future__ import annotations

import re

_THOUGHTS = re.compile(
    r"\s*<(think|thinking|thought|reasoning|reflection)>.*?</\1>\s*", re.IGNORECASE | re.DOTALL
)
_ESCAPED_LINES = re.compile(r"(?:\\r)?\\n(?:[ \t]*(?:\\r)?\\n)+")
_LINE_ESCAPE = re.compile(r"(?:\\r)?\\n")
PATH = re.compile(r"(?:[A-Za-z]:\\|\\\\\w)\S*")
CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`|^(?: {4}|\t|>).*$", re.DOTALL | re.MULTILINE)
ENTITY = re.compile(
    r"&(?:amp|lt|gt|quot|apos|nbsp|[aeiouyncszAEIOUYNCSZ](?:acute|grave|circ|uml|tilde|cedil)"
    r"|szlig|[ao]elig|AElig|OElig|[aA]ring|[oO]slash|euro|pound|copy|reg|trade|hellip|[mn]dash"
    r"|[lr][sd]quo|[lr]aquo|bull|middot|deg|sect|iexcl|iquest|times|#\d{1,6}|#[xX][0-9a-fA-F]{1,6});"
)
"""A character by its name or number in HTML."""

_MARKS = (
    re.compile(r"</?(?:think|thinking|thought|reasoning|reflection|answer|final)>", re.IGNORECASE),
    re.compile(r"<\|[a-z_]{2,24}\|>|\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>", re.IGNORECASE),
    re.compile(
        r"</?(?:p|br|div|span|b|i|u|strong|em|ul|ol|li|h[1-6]|table|tr|td|th|tbody|thead|html|body"
        r"|head|style|font|blockquote|hr|img|pre|code|a)(?:\s[^<>\n]{0,400}+\s{0,40})?/?>",
        re.IGNORECASE,
    ),
    ENTITY,
    re.compile(r"\\u(?:\{[0-9a-fA-F]{1,6}\}|[0-9a-fA-F]{4})|\\x[0-9a-fA-F]{2}"),
    re.compile(r"\\[nrt](?![a-z])|(?<=[.,;:!?)])\\[nrt]|\\n\\n|\\r\\n"),
    re.compile(r"=\?[\w-]{2,20}\?[bBqQ]\?|(?:=[89A-F][0-9A-F]){2}"),
    re.compile(
        "\u00c3(?:[\u0080-\u009f\u00a1-\u00bf€‚ƒ„†‡ˆ‰Š‹ŒŽ˜™š›œžŸ•]|[–—…‘’“”](?=[a-zß-ÿ]))"
        "|\u00e2(?:\u20ac[\u0080-\u2122]|‚¬)|\ufffd"
    ),
)
"""Marks of thoughts and turns, HTML, entities, escapes, encoded words, text decoded wrongly."""


def without_certain_marks(text: str) -> str:
    """`text` without what can only be a mark; anything in doubt stays."""
    found = _THOUGHTS.match(text)
    if found is not None and text[found.end() :].strip():
        text = text[found.end() :]
    if "\n" in text.strip() or _ESCAPED_LINES.search(text) is None:
        return text
    return text if PATH.search(text) or CODE.search(text) else _LINE_ESCAPE.sub("\n", text)


def foreign_mark(text: str) -> str:
    """The first mark in what is not set as code, as written; empty without one."""
    plain = text
    for each in (CODE, PATH):
        plain = each.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), plain)
    found = [match for each in _MARKS if (match := each.search(plain)) is not None]
    return min(found, key=re.Match.start)[0] if found else ""

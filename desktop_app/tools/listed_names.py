"""What a program that is listed a family of names gets beside them, and is told of.

A family may lack what finds a mail, reads it, or tells what became of a draft: ours stand beside.
No sentence names a tool that is not listed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from desktop_app.tools.adapters.table import BY_FAMILY
from desktop_app.tools.catalogue import ALL_TOOLS

_ALWAYS = ("list_drafts", "get_draft", "get_request")
_WHERE_MISSING = ("search_messages", "get_message")
_SENTENCE = re.compile(r"\S.*?(?:[.!?](?=\s|$)|$)", re.DOTALL)


@cache
def beside(family: str) -> tuple[str, ...]:
    """Our own tools that are listed beside a family's names."""
    there = {adapter.tool.name for adapter in BY_FAMILY[family].adapters}
    return (*(name for name in _WHERE_MISSING if name not in there), *_ALWAYS)


def told(text: str, family: str) -> str:
    """A sentence of ours for a program that is listed the family: by the family's names, and
    without the sentences that name what it has not. For words of ours alone, never a mail's."""
    if family not in BY_FAMILY or not text:
        return text
    names, unnamed = _names(family)
    kept = (
        names[0].sub(lambda found: names[1][found[0]], sentence) if names[1] else sentence
        for sentence in _SENTENCE.findall(text)
        if not unnamed.search(sentence)
    )
    return " ".join(kept)


@cache
def _names(family: str) -> tuple[tuple[re.Pattern[str], dict[str, str]], re.Pattern[str]]:
    """The names of ours that the family has another for, and those that it has nothing for."""
    listed = {*beside(family), *(adapter.name for adapter in BY_FAMILY[family].adapters)}
    theirs: dict[str, str] = {}
    for adapter in BY_FAMILY[family].adapters:
        if adapter.effect is adapter.tool.effect:
            theirs.setdefault(adapter.tool.name, adapter.name)
    ours = {tool.name for tool in ALL_TOOLS if "_" in tool.name} - listed
    changed = {name: theirs[name] for name in ours & theirs.keys()}
    return (_any(changed), changed), _any(ours - changed.keys())


def _any(names: Iterable[str]) -> re.Pattern[str]:
    listed = sorted(names)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, listed)) or '(?!)'})(?![\w-])")

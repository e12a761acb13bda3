"""Calls of tools that a model wrote as text, in the forms that models and their servers have."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

LONGEST = 60_000
MOST_OBJECTS = 40
"""Characters of a text, and objects in it, that are looked at."""

_NAMES = ("name", "tool", "tool_name", "function", "function_name", "action", "recipient_name")
_ARGUMENTS = (
    *("arguments", "parameters", "args", "input", "params", "tool_input", "action_input"),
    *("kwargs", "tool_arguments", "function_arguments"),
)
_TAGGED = re.compile(
    r"(?:<function=|<invoke name=[\"']?|<tool_call>\s*|<tool_call name=[\"']?|"
    r"commentary to=(?:functions\.)?|\[TOOL_CALLS\]\s*|tool▁sep｜>|function_name>\s*|"
    r"<function_call name=[\"']?|<\|tool_call>\s*call:|<function>\s*)(\w{3,40})"
)
_NAME = re.compile(r"[a-z]+(?:_[a-z]+){1,5}")
_DEEPEST = 6
_DECODER = json.JSONDecoder()


def written_call(text: str, tools: Collection[str]) -> str:
    """Name of the tool that a text calls; empty where it calls none. A name that is in the form of
    a call counts also where it is none of `tools`: models make names up."""
    text = text[:LONGEST]
    if found := _TAGGED.search(text):
        return found[1]
    for value in _objects(text):
        if name := _named(value, tools):
            return name
    return _called(text, tools)


def _called(text: str, tools: Collection[str]) -> str:
    """`search_messages(query="x")`, on a line of its own."""
    for line in text.splitlines()[:MOST_OBJECTS]:
        bare = line.strip().strip("`").removeprefix("print(").lstrip()
        name, bracket, _ = bare.partition("(")
        if bracket and name.rpartition(".")[2].strip() in tools and bare.rstrip(";)`").strip():
            return name.rpartition(".")[2].strip()
    return ""


def _objects(text: str) -> Iterator[Any]:
    """JSON objects in a text, at the outermost."""
    place = 0
    for _ in range(MOST_OBJECTS):
        place = text.find("{", place)
        if place < 0:
            return
        try:
            value, place = _DECODER.raw_decode(text, place)
        except (ValueError, RecursionError):
            place += 1
            continue
        yield value


def _named(value: Any, tools: Collection[str], depth: int = 0) -> str:
    """Name of the tool that an object calls."""
    if not isinstance(value, Mapping) or depth > _DEEPEST:
        return ""
    for key in ("tool_calls", "function_call", "tool_call"):
        inner = value.get(key)
        for each in inner if isinstance(inner, list) else [inner]:
            if inside := _named(each, tools, depth + 1):
                return inside
    has_arguments = any(key in value for key in _ARGUMENTS)
    for key in _NAMES:
        name = value.get(key)
        if isinstance(name, Mapping):
            return _named(name, tools, depth + 1)
        plain = str(name).removeprefix("functions.")
        if plain in tools and (has_arguments or len(value) == 1):
            return plain
        if _NAME.fullmatch(plain) and has_arguments:
            return plain
    only = str(next(iter(value), "")) if len(value) == 1 else ""
    return only if only in tools and isinstance(value[only], Mapping) else ""

"""What a model's server says of a refusal, and what it means: too much for its window, or no tools.

Servers have no code in common: vLLM, llama.cpp, LM Studio, Ollama, OpenRouter, Groq, Mistral,
Anthropic and Google each word it in a way of their own. Pure.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from desktop_app.mail.words.confidential import redacted

MOST = 600
"""Characters of a server's words that are kept."""

_DEPTH = 5

_TOO_LONG = re.compile(
    r"maximum context length|max(?:imum)? (?:sequence|model|prompt|input) length|context[ _]window"
    r"|context[ _]length|context[ _]size|context overflow|exceed_context|context the overflow"
    r"|prompt (?:is )?too long|prompt contains|input (?:is )?too long|input length"
    r"|input token count|too many (?:input )?tokens|token limit|tokens? exceed"
    r"|reduce (?:the length|your (?:prompt|message))|too large for model|must be <= ?\d"
    r"|number of tokens to keep|exceeds max length|request too large|context shift|n_ctx"
    r"|max_new_tokens|maximum allowed (?:number of )?(?:input )?(?:tokens|length)|string_above_max",
    re.IGNORECASE,
)
_NOT_ABOUT_SIZE = re.compile(r"max_(?:completion_)?tokens (?:is|must|should)|insufficient_quota")
_NUMBER = r"(\d{1,3}(?:[,.]\d{3})+|\d{3,8})"
_WINDOWS = tuple(
    re.compile(pattern.replace("#", _NUMBER), re.IGNORECASE)
    for pattern in (
        r"maximum (?:context|model|sequence|prompt|input) length (?:is|of|for this model is)? ?#",
        r"#(?: tokens?)? maximum(?: context length)?",
        r"context (?:length|size|window)(?: is| of)?(?: only)? ?[:(]? ?#",
        r"max(?:imum)? context (?:length|size|window)(?! by)[^\d]{0,20}#",
        r"[\"']?n_ctx[\"']?\s*[:=]\s*#",
        r"tokens allowed \(?#",
        r"must be <= ?#",
        r"max length of #",
        r"limit(?: is| of)?:? #",
        r"maximum of #",
        r"truncat\w+ limit[^\d]{0,20}#",
    )
)
_NO_TOOLS = re.compile(
    r"(?:not|n't|no) support[^.]{0,40}tool"
    r"|tool[^.]{0,40}(?:not|n't) (?:supported|available|enabled)"
    r"|enable-auto-tool-choice|tool-call-parser|requires? --jinja|no endpoints? found that support"
    r" tool|does not support (?:function|tool)",
    re.IGNORECASE,
)


def server_words(error: BaseException) -> str:
    """The server's own words about a refusal, in one line and without secrets; empty where it says
    nothing."""
    body = getattr(error, "body", None)
    words = next((word for word in _messages(body) if word.strip()), "")
    if not words and getattr(error, "status_code", None) is None and body is None:
        return ""
    if not words and body is not None:
        words = body if isinstance(body, str) else json.dumps(body, default=str)
    return redacted(" ".join(words.split()))[:MOST]


def _messages(value: Any, depth: int = 0) -> Iterator[str]:
    """Texts of an error's body, the innermost first: gateways put a server's body into their
    own."""
    if depth > _DEPTH:
        return
    if isinstance(value, str):
        text = value.strip()
        if text.startswith(("{", "[")):
            try:
                yield from _messages(json.loads(text), depth + 1)
            except (ValueError, RecursionError):
                yield text
        else:
            yield text
    elif isinstance(value, list):
        for each in value[:3]:
            yield from _messages(each, depth + 1)
    elif isinstance(value, dict):
        for name in ("metadata", "raw", "error", "message", "detail", "msg", "error_message"):
            if name in value:
                yield from _messages(value[name], depth + 1)


def says_too_long(error: BaseException) -> bool:
    """Whether a server refused a request since it is longer than the model's window."""
    if getattr(error, "status_code", None) in {401, 403, 404}:
        return False
    words = _all(error)
    return bool(_TOO_LONG.search(words)) and not _NOT_ABOUT_SIZE.search(words)


def window_said(error: BaseException) -> int:
    """The window in tokens that a server names when it refuses; 0 where it names none."""
    words = _all(error)
    for pattern in _WINDOWS:
        if found := pattern.search(words):
            return int(re.sub(r"[,.]", "", found[1]))
    return 0


def says_no_tools(error: BaseException) -> bool:
    """Whether a server refused a request since its model has no tools there."""
    return bool(_NO_TOOLS.search(_all(error)))


def _all(error: BaseException) -> str:
    """All that an error says, with its codes."""
    body = getattr(error, "body", None)
    told = body if isinstance(body, str) else json.dumps(body, default=str)
    return f"{told if body is not None else ''} {error}"[:20_000]

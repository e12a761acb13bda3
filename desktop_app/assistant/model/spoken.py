"""What a model says to the person, out of what it writes: reasoning, marks of its template and
calls of tools that it wrote as text are kept apart while the text streams in.

Pure. The marks are those that the models' own templates have (their model cards, and the reasoning
parsers of vLLM and llama.cpp).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from desktop_app.assistant.model.written_calls import written_call

_CLOSED_BY = {
    "<think>": "</think>",
    "<thinking>": "</thinking>",
    "<thought>": "</thought>",
    "<thoughts>": "</thoughts>",
    "<reasoning>": "</reasoning>",
    "<reflection>": "</reflection>",
    "<scratchpad>": "</scratchpad>",
    "<seed:think>": "</seed:think>",
    "[think]": "[/think]",
    "◁think▷": "◁/think▷",
    "<|begin_of_thought|>": "<|end_of_thought|>",
    "<|start_thinking|>": "<|end_thinking|>",
    "<|channel|>analysis<|message|>": "<|end|>",
    "<|channel>thought": "<channel|>",
}
"""Marks around reasoning."""

_MARKS = (
    "<|channel|>final<|message|>",
    "<|channel|>commentary<|message|>",
    "<|start|>assistant",
    "<|im_start|>assistant",
    "<|start_header_id|>assistant<|end_header_id|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|end_of_text|>",
    "<|endoftext|>",
    "<|end|>",
    "<|return|>",
    "<|message|>",
    "<|assistant|>",
    "<|begin_of_solution|>",
    "<|end_of_solution|>",
    "<|start_response|>",
    "<|end_response|>",
    "<end_of_turn>",
    "<start_of_turn>model",
    "[/inst]",
    "</s>",
)
"""Marks of templates, which are no words."""

_CALLS = (
    "<tool_call",
    "<tool_code",
    "<function=",
    "<function_call",
    "<invoke name=",
    "<|tool_call",
    "<|python_tag|>",
    "<｜tool▁call",
    "[tool_calls]",
    "[tool_call]",
    "<|channel|>commentary to=",
    "```json",
    "```tool",
)
"""Beginnings of what may be a call that was written as text: it is held until its end is known."""

_CODE = "`"
_JSON = re.compile(r"\s*(?:\{|\[\s*\{)")


@dataclass(frozen=True, slots=True)
class Back:
    """What was said so far was reasoning: it is taken back."""


Said = str | Back


@dataclass(slots=True)
class Spoken:
    """One message of a model's, fed a piece at a time. `tools` are the names of what it can
    call."""

    tools: Collection[str] = ()
    called: str = ""
    """Name of the tool that the message calls in its text, known at its end."""

    _text: str = ""
    """What has come and is not decided yet."""

    _closing: str = ""
    """The mark that ends the reasoning under way."""

    _held: list[str] = field(default_factory=list)
    """What may be a call."""

    _before: str = ""
    """The last character that was said."""

    _marks: re.Pattern[str] | None = None
    _longest: int = 0

    def __post_init__(self) -> None:
        names = [f"{name}(" for name in self.tools]
        marks = [*_CLOSED_BY, *_CLOSED_BY.values(), *_MARKS, *_CALLS, *names]
        marks = sorted(dict.fromkeys(marks), key=len, reverse=True)
        self._longest = len(marks[0])
        self._marks = re.compile("|".join(map(re.escape, marks)), re.IGNORECASE)

    def feed(self, piece: str) -> Iterator[Said]:
        """What can be said now."""
        if self._held:
            self._held.append(piece)
            return
        self._text += piece
        yield from self._decide(ended=False)

    def end(self) -> Iterator[Said]:
        """The rest, when nothing more comes. What is a call of a tool is never said."""
        yield from self._decide(ended=True)
        held, self._held = "".join(self._held), []
        if not held:
            return
        self.called = written_call(held, self.tools)
        if not self.called:
            yield _without_marks(held)

    def whole(self, text: str) -> Iterator[str]:
        """What is said of a whole text; nothing that is taken back."""
        said: list[str] = []
        for each in (*self.feed(text), *self.end()):
            said = [] if isinstance(each, Back) else [*said, each]
        yield from said

    def _decide(self, *, ended: bool) -> Iterator[Said]:
        while self._text and not self._held:
            if self._closing:
                if not self._skip_reasoning(ended=ended):
                    return
                continue
            if self._begins_call():
                return
            found = self._marks.search(self._text) if self._marks is not None else None
            if found is None:
                yield from self._say(len(self._text) if ended else self._sure())
                return
            yield from self._say(found.start())
            yield from self._mark(found[0])

    def _mark(self, mark: str) -> Iterator[Said]:
        """Deal with the mark that the text begins with."""
        low = mark.lower()
        if self._before == _CODE and low not in _CALLS:
            yield from self._say(len(mark))  # a word about a mark, in code
        elif low in _CLOSED_BY:
            self._closing = _CLOSED_BY[low]
            self._text = self._text[len(mark) :]
        elif low in _CLOSED_BY.values() and low not in _MARKS:
            self._text = self._text[len(mark) :].lstrip()
            self._before = ""
            yield Back()  # its beginning stood in the prompt
        elif low in _MARKS:
            self._text = self._text[len(mark) :]
        else:
            self._held, self._text = [self._text], ""

    def _skip_reasoning(self, *, ended: bool) -> bool:
        """Drop reasoning up to its end; False when that has not come."""
        place = self._text.lower().find(self._closing)
        if place < 0:
            self._text = "" if ended else self._text[-len(self._closing) :]
            return False
        rest = self._text[place + len(self._closing) :]
        self._text = rest if self._before and self._before.strip() else rest.lstrip()
        self._closing = ""
        return True

    def _begins_call(self) -> bool:
        """Hold a message that begins as JSON."""
        if self._before.strip() or not _JSON.match(self._text):
            return False
        self._held, self._text = [self._text], ""
        return True

    def _sure(self) -> int:
        """How much of the text cannot be the beginning of a mark."""
        assert self._marks is not None
        for place in range(max(0, len(self._text) - self._longest), len(self._text)):
            if self._could_begin(self._text[place:].lower()):
                return place
        return len(self._text)

    def _could_begin(self, tail: str) -> bool:
        marks = (*_CLOSED_BY, *_CLOSED_BY.values(), *_MARKS, *_CALLS)
        names = (f"{name}(" for name in self.tools)
        return any(mark.lower().startswith(tail) for mark in (*marks, *names))

    def _say(self, end: int) -> Iterator[Said]:
        said, self._text = self._text[:end], self._text[end:]
        if not self._before:
            said = said.lstrip()
        if said:
            self._before = said[-1]
            yield said


def _without_marks(text: str) -> str:
    """Text without reasoning and marks of templates."""
    for opening, closing in _CLOSED_BY.items():
        block = f"{re.escape(opening)}.*?(?:{re.escape(closing)}|$)"
        text = re.sub(block, "", text, flags=re.IGNORECASE | re.DOTALL)
    return re.sub("|".join(map(re.escape, _MARKS)), "", text, flags=re.IGNORECASE)


def said_of(text: str, tools: Collection[str] = ()) -> str:
    """What a whole message says to the person."""
    return "".join(Spoken(tools).whole(text)).strip()

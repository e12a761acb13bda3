"""Run of one request by a language model, in the model library's own agent loop.

It runs in a job, and its event loop lives and ends here. The model has the tools of `ToolBox` and
no other way out.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterable, Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic_ai import Agent, UsageLimits, capture_run_messages
from pydantic_ai.capabilities import ProcessHistory
from pydantic_ai.exceptions import (
    ModelAPIError,
    ModelContextWindowExceededError,
    ModelRetry,
    UnexpectedModelBehavior,
    UsageLimitExceeded,
)
from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelRequest,
    ModelResponse,
    ModelResponsePart,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
)
from pydantic_ai.models import Model
from pydantic_ai.usage import RunUsage

from desktop_app.assistant.answer_events import Unsaid
from desktop_app.assistant.model.call_arguments import ObjectArguments
from desktop_app.assistant.model.context_window import (
    LEAST_ROOM,
    condensed,
    fixed_size,
    room_of,
    size_of,
    too_long,
    too_small,
)
from desktop_app.assistant.model.equipment import CHARS_A_TOKEN as CHARS_A_WINDOW_TOKEN
from desktop_app.assistant.model.model_errors import CallsAsText, NoAnswer
from desktop_app.assistant.model.model_tools import ToolBox
from desktop_app.assistant.model.server_words import says_too_long, window_said
from desktop_app.assistant.model.spoken import Back, Said, Spoken, said_of
from desktop_app.assistant.model.stopping import stopping
from desktop_app.assistant.model.surrogates import whole, whole_messages
from desktop_app.assistant.transcript import Notice, TextDelta, Used

_log = logging.getLogger(__name__)

CHARS_A_TOKEN = 4

MOST_EMPTY = 10
"""Answers without a word or a call, after which a run ends."""

_SPENT = "Exceeded maximum output retries"
"""How the library says that they are used up."""

EMPTY = "Your answer was empty. Answer the person, or call a tool."
AS_TEXT = (
    "You wrote a call of a tool as text, so nothing was done. Call the tool itself, or answer the "
    "person in words."
)
CONDENSED = "Older parts of this conversation were shortened to fit the model."


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one run. `context_chars` is what a model holds at once: instructions, tools, words,
    results and its answer."""

    requests: int
    tool_calls: int
    tokens: int
    context_chars: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model for one run, and what closes its connections. `window` is what it holds at once in
    tokens, 0 where that is not known."""

    model: Model
    close: Callable[[], Awaitable[object]]
    window: int = 0


@dataclass(frozen=True, slots=True)
class Brief:
    """What a model is told: the system prompt, and the person's request."""

    instructions: str
    question: str


@dataclass(slots=True)
class Talk:
    """What a model remembers of a conversation."""

    messages: list[ModelMessage]

    def dump(self) -> bytes:
        return ModelMessagesTypeAdapter.dump_json(self.messages)

    @classmethod
    def load(cls, history: bytes) -> Talk:
        return cls(ModelMessagesTypeAdapter.validate_json(history) if history else [])


class ModelRun:
    """One run. `talk` is changed in place, also when the run ends early."""

    def __init__(
        self, endpoint: Endpoint, box: ToolBox, brief: Brief, limits: Limits, talk: Talk
    ) -> None:
        self._endpoint, self._box, self._limits, self._talk = endpoint, box, limits, talk
        self._brief, self._tools = brief, box.tools()
        self.usage = RunUsage()
        fixed = self._fixed = fixed_size(brief.instructions, self._tools)
        self._room = room_of(limits.context_chars, fixed)
        self._small = too_small(limits.context_chars, fixed) if self._room < LEAST_ROOM else None
        self._told = self._reminded = False
        self._spoke = False
        self.said: list[str] = []
        """The pieces of what was said."""

        self._chars = 0
        """Characters of the answer that is being given."""

    def run(self) -> None:
        """Answer `box.ask`. Raises the model library's exceptions, `RunCancelled` after Stop."""
        asyncio.run(self._run())

    async def _run(self) -> None:
        asyncio.get_running_loop().set_exception_handler(self._on_loop_error)
        prompt: str | None = self._brief.question
        try:
            if self._small is not None:
                raise self._small
            while await self._too_long(prompt):
                prompt = None
        finally:
            await self._endpoint.close()

    def _on_loop_error(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """After Stop the loop closes what the client's library left half read, the outer stream and
        the inner one at once: that the one finds the other closing is no error."""
        twice = "asyncgen" in context and isinstance(context.get("exception"), RuntimeError)
        if twice and self._box.cancelled.is_set():
            _log.debug("A stream that was stopped was closed twice")
            return
        loop.default_exception_handler(context)

    @property
    def words(self) -> str:
        """All that was said."""
        return "".join(self.said)

    @property
    def _names(self) -> list[str]:
        return [tool.name for tool in self._tools]

    async def _too_long(self, prompt: str | None) -> bool:
        """Continue to the end of the run; True when the model's window was too small and something
        can be left out. Messages so far are kept, however it ends."""
        with capture_run_messages() as messages:
            try:
                await self._once(prompt)
            except UnexpectedModelBehavior as error:
                if _SPENT not in str(error):
                    raise
                raise NoAnswer from error
            except ModelAPIError as error:
                too_long = isinstance(error, ModelContextWindowExceededError)
                if not (too_long or says_too_long(error)) or not self._shrink(messages, error):
                    raise
                return True
            finally:
                if messages:
                    self._talk.messages = [_kept(each) for each in whole_messages(messages)]
        return False

    async def _once(self, prompt: str | None) -> None:
        agent = Agent(
            self._endpoint.model,
            instructions=self._brief.instructions,
            tools=self._tools,
            retries={  # a call in a wrong form is told so, and ends nothing
                "tools": self._limits.requests,
                "output": MOST_EMPTY - 1,
            },
            capabilities=[ProcessHistory(self._fit), ObjectArguments()],
        )
        agent.output_validator(self._checked)
        limits = self._limits
        async with stopping(self._box.cancelled) as token:
            await agent.run(
                prompt,
                message_history=self._talk.messages,
                usage=self.usage,
                usage_limits=UsageLimits(  # tokens are counted in `_within_tokens`
                    request_limit=limits.requests, tool_calls_limit=limits.tool_calls
                ),
                cancellation_token=token,
                timeout=limits.seconds,
                event_stream_handler=self._stream,
            )

    async def _stream(self, _: Any, events: AsyncIterable[Any]) -> None:
        spoken, begins = Spoken(self._names), self._spoke
        async for event in events:
            match event:
                case PartStartEvent(part=TextPart(content=text)):
                    begins = self._hear(spoken.feed(text), begins or self._spoke)
                case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
                    begins = self._hear(spoken.feed(text), begins)
                case _:
                    pass
        self._hear(spoken.end(), begins)
        used = self.usage
        cost = float(used.cost) if used.cost is not None else None
        self._box.emit(Used(used.requests, used.input_tokens, used.output_tokens, cost))

    def _hear(self, pieces: Iterable[Said], begins: bool) -> bool:
        """Say what can be said; whether the next words begin a paragraph."""
        for piece in pieces:
            if isinstance(piece, Back):
                self._take_back()
                begins = False
            elif piece:
                self._say(f"\n\n{piece}" if begins else piece)
                begins = False
        return begins

    def _take_back(self) -> None:
        """What was said since the last row of a tool was reasoning."""
        self._spoke = False
        self.said.clear()
        self._box.emit(Unsaid())

    def _checked(self, answer: str) -> str:
        """The answer of a run; what is none goes back to the model, a call that it wrote as text
        once. Raises `CallsAsText` the second time."""
        spoken = Spoken(self._names)
        words = "".join(spoken.whole(answer)).strip()
        if spoken.called:
            if self._reminded:
                raise CallsAsText
            self._reminded = True
            raise ModelRetry(AS_TEXT)
        if not words:
            raise ModelRetry(EMPTY)
        return answer

    def _say(self, text: str) -> None:
        if text:
            self._spoke = True
            self.said.append(text)
            self._chars += len(text)
            self._within_tokens(self._chars // CHARS_A_TOKEN)
            self._box.emit(TextDelta(whole(text)))

    # WORKAROUND With a limit of tokens pydantic-ai puts the whole answer together for each of its
    # pieces, so tokens are counted here; no report known; pydantic-ai 2.68; remove when its limit
    # costs the same for each piece.
    def _within_tokens(self, being_said: int = 0) -> None:
        """Raises `UsageLimitExceeded`. Most providers count a request when it is over."""
        if self.usage.total_tokens + being_said > self._limits.tokens:
            raise UsageLimitExceeded(f"more than {self._limits.tokens} tokens")

    def _fit(self, messages: list[ModelMessage]) -> list[ModelMessage]:
        """Leave out old results until the request fits, and emit one notice."""
        self._within_tokens()
        self._chars = 0
        fitting = condensed(messages, self._room)
        size = size_of(fitting)
        if size > self._room:
            raise too_long()
        self._box.free = self._room - size
        self._box.rounds += 1
        if fitting is not messages:
            self._box.log.forget_texts()
        if fitting is not messages and not self._told:
            self._told = True
            self._box.emit(Notice(CONDENSED))
        return list(whole_messages(fitting))

    def _shrink(self, messages: Sequence[ModelMessage], error: ModelAPIError) -> bool:
        """Take the room that the server names after it refused, or the half; False when nothing
        can be left out."""
        used = min(self._room, size_of(messages))
        named = room_of(window_said(error) * CHARS_A_WINDOW_TOKEN, self._fixed)
        self._room = named if LEAST_ROOM <= named < used else used // 2
        return condensed(list(messages), self._room) != list(messages)


def _kept(message: ModelMessage) -> ModelMessage:
    """Message without the system prompt, which is made anew for each run, and without reasoning
    among its words."""
    if isinstance(message, ModelRequest) and message.instructions is not None:
        return replace(message, instructions=None)
    if isinstance(message, ModelResponse):
        return replace(message, parts=[_spoken_part(part) for part in message.parts])
    return message


def _spoken_part(part: ModelResponsePart) -> ModelResponsePart:
    if not isinstance(part, TextPart):
        return part
    words = said_of(part.content)
    return replace(part, content=words) if words and words != part.content.strip() else part

"""Rewriting: one request to a model for other words of a draft, without tools."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterable
from threading import Event
from typing import Any

from pydantic_ai import Agent, UsageLimits
from pydantic_ai.usage import RunUsage

from desktop_app.assistant.model import prompts
from desktop_app.assistant.model.context_window import too_long
from desktop_app.assistant.model.model_errors import NoRewrite
from desktop_app.assistant.model.model_run import Endpoint, Limits
from desktop_app.assistant.model.rewrite import rewritten
from desktop_app.assistant.model.stopping import stopping
from desktop_app.assistant.transcript import Refine
from desktop_app.mail.words.confidential import redacted


def refine(
    endpoint: Endpoint,
    request: Refine,
    cancelled: Event,
    limits: Limits,
    usage: RunUsage,
    *,
    redact: bool,
    told: str,
) -> str:
    """Rewrite the words of a draft: one request under the system prompt `told`, counted into
    `usage`. Raises like `ModelRun.run`, and `NoRewrite`."""
    said = prompts.refinement(request)
    if len(said) + len(told) + len(request.words) > limits.context_chars:
        raise too_long()
    if redact:
        told, said = redacted(told), redacted(said)
    answer = one_answer(endpoint, told, said, cancelled, limits, usage)
    words = rewritten(answer, request.words)
    if not words.strip():
        raise NoRewrite
    return words


def one_answer(
    endpoint: Endpoint,
    told: str,
    said: str,
    cancelled: Event,
    limits: Limits,
    usage: RunUsage,
) -> str:
    """The answer of a model that has no tools, as it wrote it. Raises the model library's
    exceptions, `RunCancelled` after Stop."""

    async def run() -> str:
        agent = Agent(endpoint.model, instructions=told)
        try:
            async with stopping(cancelled) as token:
                result = await agent.run(
                    said,
                    usage=usage,
                    usage_limits=UsageLimits(request_limit=2, total_tokens_limit=limits.tokens),
                    cancellation_token=token,
                    timeout=limits.seconds,
                    event_stream_handler=_listen,
                )
        finally:
            await endpoint.close()
        return result.output

    return asyncio.run(run())


async def _listen(_: Any, events: AsyncIterable[Any]) -> None:
    """Streaming lets Stop break off in the middle of an answer."""
    async for _event in events:
        pass

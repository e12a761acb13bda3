"""Prompts a person can pick in their program: the words of the panel's starters.

Arguments are the person's own words; nothing of a mail enters here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mcp_types import GetPromptResult, Prompt, PromptArgument, PromptMessage, TextContent

from desktop_app.model.errors import BadInput
from desktop_app.tools.listed_names import told


@dataclass(frozen=True, slots=True)
class Starter:
    prompt: Prompt
    words: Callable[[Mapping[str, str]], str]


def _reply(given: Mapping[str, str]) -> str:
    about = f" about {given['about']}" if given.get("about") else ""
    say = f" Say: {given['say']}" if given.get("say") else ""
    return (
        f"Find the newest conversation with {given['person']}{about}, read it, and draft a reply "
        f"with draft_reply.{say} Write in its language. What you do not know becomes a "
        "[placeholder]. Do not ask to send it."
    )


def _unread(given: Mapping[str, str]) -> str:
    return (
        f"Search my unread mail of the last {given.get('days') or '3'} days, read what looks "
        "important, and summarise it: who wants what by when, most urgent first."
    )


def _waiting(given: Mapping[str, str]) -> str:
    return (
        f"Find mails of the last {given.get('days') or '14'} days that wait for an answer from me: "
        "questions and requests to me that I have not answered. List them with sender, date and "
        "what is asked."
    )


def _argument(name: str, description: str, *, required: bool = False) -> PromptArgument:
    return PromptArgument(name=name, description=description, required=required)


_STARTERS = (
    Starter(
        Prompt(
            name="reply_to_conversation",
            title="Draft a reply",
            description="Read a conversation and draft the answer to it.",
            arguments=[
                _argument("person", "With whom.", required=True),
                _argument("about", "What it is about."),
                _argument("say", "What the answer should say."),
            ],
        ),
        _reply,
    ),
    Starter(
        Prompt(
            name="summarise_unread",
            title="Summarise my unread mail",
            description="Who wants what by when, most urgent first.",
            arguments=[_argument("days", "How many days back; 3 unless told.")],
        ),
        _unread,
    ),
    Starter(
        Prompt(
            name="waiting_for_answer",
            title="What needs an answer?",
            description="Questions and requests that are not answered yet.",
            arguments=[_argument("days", "How many days back; 14 unless told.")],
        ),
        _waiting,
    ),
)
PROMPTS = [starter.prompt for starter in _STARTERS]


def make(name: str, arguments: Mapping[str, Any], family: str = "") -> GetPromptResult | None:
    """The prompt with the person's words in it; None where it is none of ours.

    Raises `BadInput` when something needed is missing or something unknown is given.
    """
    starter = next((s for s in _STARTERS if s.prompt.name == name), None)
    if starter is None:
        return None
    known = {argument.name: argument for argument in starter.prompt.arguments or ()}
    given = {key: " ".join(str(value).split()) for key, value in arguments.items()}
    missing = [n for n, argument in known.items() if argument.required and not given.get(n)]
    unknown = sorted(given.keys() - known.keys())
    if missing or unknown:
        raise BadInput(f"Give {', '.join(known)}, and nothing else.")
    text = TextContent(type="text", text=told(starter.words(given), family))
    return GetPromptResult(
        description=starter.prompt.description,
        messages=[PromptMessage(role="user", content=text)],
    )

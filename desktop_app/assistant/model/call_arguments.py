"""Arguments of a model's tool calls: whatever shape they have, a call gets an answer that the model
can act on, and the run goes on."""

from __future__ import annotations

import json
from typing import Any

from pydantic_ai import RunContext
from pydantic_ai.capabilities import AbstractCapability
from pydantic_ai.messages import ToolCallPart
from pydantic_ai.tools import ToolDefinition

from desktop_app.tools.calls.arguments import printable

WRONG = "\0wrong"
"""Name under which the words about unusable arguments reach a tool; no tool has such a one."""
_KINDS = {
    type(None): "null",
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "a text",
    list: "a list",
}


class ObjectArguments(AbstractCapability[None]):
    """Gives every tool an object of named arguments; anything else becomes words under `WRONG`."""

    async def before_tool_validate(
        self,
        ctx: RunContext[None],  # noqa: ARG002  # the library calls it by these names
        *,
        call: ToolCallPart,  # noqa: ARG002
        tool_def: ToolDefinition,  # noqa: ARG002
        args: Any,
    ) -> dict[str, Any]:
        return named(args)


def named(args: Any) -> dict[str, Any]:
    """Arguments as an object, or what is wrong with them under `WRONG`. None and an empty text are
    a call without arguments."""
    if args is None or args == "":
        return {}
    if isinstance(args, str):
        try:
            args = json.loads(args, parse_constant=_refuse)
        except (ValueError, RecursionError):
            return {WRONG: f"no JSON: {printable(args)}"}
    if not isinstance(args, dict):
        return {WRONG: _KINDS.get(type(args), "no object")}
    return args


def _refuse(constant: str) -> None:
    raise ValueError(constant)  # NaN and Infinity are JSON to Python alone


def wrong_arguments(arguments: dict[str, Any], known: str) -> dict[str, str] | None:
    """The error for a model whose arguments could not be used, None for usable ones. `known` says
    which arguments there are."""
    given = arguments.get(WRONG)
    if given is None:
        return None
    return {
        "error": "bad_input",
        "sentence": f"The arguments have to be one JSON object; they were {given}.",
        "next_step": known,
    }

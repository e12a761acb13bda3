"""Several mails fit: where the client can ask its person, they pick. Never a way to approve
anything: all that comes back is which mail was meant."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from mcp.server.mcpserver import Context
from mcp.shared.exceptions import MCPError
from mcp_types import (
    ClientCapabilities,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from desktop_app.tools.calls.results import Candidates

PICK = "pick"
QUESTION = "Several mails fit. Which one do you mean?"


async def ask(
    found: Candidates,
    arguments: Mapping[str, Any],
    hints: Collection[str],
    context: Context[Any, Any],
) -> InputRequiredResult | dict[str, Any] | None:
    """The arguments with the mail that was picked; what makes a client of the newer protocol ask
    and call again; or None where nobody can be asked or nobody chose. `hints` are the arguments
    that a pick takes the place of."""
    capabilities: ClientCapabilities | None = context.client_capabilities
    if capabilities is None or capabilities.elicitation is None or _answer(context) is not None:
        return None
    if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
        params = ElicitRequestFormParams(message=QUESTION, requested_schema=_schema(found))
        return InputRequiredResult(input_requests={PICK: ElicitRequest(params=params)})
    try:
        answer = await context.request_context.session.elicit_form(
            message=QUESTION,
            requested_schema=_schema(found),
            related_request_id=context.request_context.request_id,
        )
    except MCPError:
        return None
    return _picked(answer, arguments, hints)


def with_answer(
    arguments: Mapping[str, Any], hints: Collection[str], context: Context[Any, Any] | None
) -> Mapping[str, Any]:
    """The arguments of a call that was made again with its person's answer."""
    answer = _answer(context)
    if answer is None:
        return arguments
    return _picked(answer, arguments, hints) or arguments


def _answer(context: Context[Any, Any] | None) -> ElicitResult | None:
    given = (context.input_responses or {}) if context is not None else {}
    answer = given.get(PICK)
    return answer if isinstance(answer, ElicitResult) else None


def _picked(
    answer: ElicitResult, arguments: Mapping[str, Any], hints: Collection[str]
) -> dict[str, Any] | None:
    chosen = (answer.content or {}).get("message_id") if answer.action == "accept" else None
    if not isinstance(chosen, str) or not chosen:
        return None
    kept = {name: value for name, value in arguments.items() if name not in hints}
    return {**kept, "message_id": chosen}


def _schema(found: Candidates) -> dict[str, Any]:
    options = [
        {
            "const": row.message_id,
            "title": f"{row.date[:10]} {row.from_}: {row.subject or '(no subject)'}"[:120],
        }
        for row in found.candidates
    ]
    return {
        "type": "object",
        "properties": {"message_id": {"type": "string", "title": "Mail", "oneOf": options}},
        "required": ["message_id"],
    }

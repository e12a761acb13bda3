"""The tool layer in the protocol's words: tools with their schemas, and what a call came to.

Constant: nothing of a mail, a profile or a person enters names, descriptions or schemas.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import msgspec
from mcp_types import CallToolResult, ContentBlock, TextContent, Tool, ToolAnnotations

from desktop_app.mcp_bridge import answers
from desktop_app.mcp_bridge.problems import FIELDS, described
from desktop_app.model.draft import Origin
from desktop_app.model.errors import KnownError, Refused
from desktop_app.tools.adapters.adapter import AnyAdapter
from desktop_app.tools.adapters.schema import family_schema
from desktop_app.tools.adapters.table import BY_FAMILY
from desktop_app.tools.answers.mail_words import PREFIX
from desktop_app.tools.calls.base import AnyTool, Decision, Effect, ToolResult
from desktop_app.tools.catalogue import listed
from desktop_app.tools.listed_names import beside, told
from desktop_app.tools.listing import listed_schema


def tools(without: frozenset[str], family: str = "", impossible: Container[str] = ()) -> list[Tool]:
    """What a program gets to see; groups that are off are not among them, nor what is impossible.
    With a family of other names these, and of our own what they lack (`beside`)."""
    if family in BY_FAMILY:
        theirs = [a for a in BY_FAMILY[family].adapters if a.tool.group not in without]
        ours = [tool for tool in tools(without) if tool.name in beside(family)]
        return [*map(_adapted, theirs), *ours]
    return [
        Tool(
            name=tool.name,
            title=tool.title,
            description=tool.description,
            input_schema=listed_schema(tool),
            output_schema=output_schema(tool),
            annotations=_annotations(tool),
        )
        for tool in listed(Origin.MCP, without)
        if tool.name not in impossible
    ]


def _adapted(adapter: AnyAdapter) -> Tool:
    """A name of another family. Its answers have that family's shape, which no schema bounds."""
    read, destroys = adapter.effect is Effect.READ, adapter.effect is Effect.DESTROY
    hints = ToolAnnotations(read_only_hint=True)
    return Tool(
        name=adapter.name,
        title=adapter.title,
        description=adapter.description,
        input_schema=family_schema(adapter.params),
        annotations=hints if read else ToolAnnotations(destructive_hint=destroys),
    )


def output_schema(tool: AnyTool) -> dict[str, Any]:
    """The names of the fields that a result can have, no more: every model carries it in its
    context. Those of an error are among them: some clients hold it against the schema too. A tool
    that only asks the person has no result but what it says, and what waits for them."""
    new = not tool.picks and "draft_id" not in tool.params.__struct_fields__
    names = [*(_fields(tool.result, new=new) if tool.effect is not Effect.SEND else ("display",))]
    if tool.several is not None:
        names += [name for name in _fields(tool.several) if name not in names]
    if tool.picks:
        names.append("candidates")
    if tool.effect is not Effect.READ:
        names += ["display", "decision", "request_id", "draft_id"]
    ours = [name for name in (*names, *FIELDS) if not name.startswith(PREFIX)]
    pattern = "|".join(dict.fromkeys((*ours, f"{PREFIX.rstrip('_')}.*")))
    return {
        "type": "object",
        "patternProperties": {f"^({pattern})$": {"minLength": 0}},
        "additionalProperties": False,
    }


def _fields(result: type[Any], *, new: bool = False) -> tuple[str, ...]:
    """The names of the fields that an answer has of a result; `new`: of something that is made of
    no mail and no draft, and may have the caller's words alone."""
    (_,), components = msgspec.json.schema_components([result], ref_template="{name}")
    left_out = answers.LEFT_OUT.get(result, frozenset())
    names = [name for name in components[result.__name__]["properties"] if name not in left_out]
    return tuple(answers.field_names(result, names, new=new))


def _annotations(tool: AnyTool) -> ToolAnnotations:
    if tool.effect is Effect.READ:
        return ToolAnnotations(read_only_hint=True)
    return ToolAnnotations(destructive_hint=tool.effect is Effect.DESTROY)


def result(
    found: ToolResult[Any], family: str = "", *, of_a_family: bool = False
) -> CallToolResult:
    """The text to show, and the same as data; in the shape of another family where it is one's."""
    if found.decision is Decision.DENY:
        return failure(Refused(found.reason), family)
    if found.value is None:
        return _asked(found)
    asked = found.decision is Decision.ASK
    if of_a_family:
        data = answers.family_data_of(found.value, notice=not asked)
    else:
        data = answers.data_of(found.value)
    if found.decision is Decision.ASK:
        data |= _asking(found)
    shown = getattr(found.value, "display", "") or msgspec.json.encode(data).decode()
    return CallToolResult(content=_text(shown), structured_content=data)


def _asked(found: ToolResult[Any]) -> CallToolResult:
    """What was asked of the person, and the id by which it can be looked at again."""
    data = {"display": found.reason, **_asking(found)}
    ids = {"request_id": found.request_id, "draft_id": found.draft_id}
    unsaid = [f"{name}={id_}" for name, id_ in ids.items() if id_ and str(id_) not in found.reason]
    said, line_end, fenced = found.reason.partition("\n")
    shown = " ".join((said, *unsaid)) + line_end + fenced
    return CallToolResult(content=_text(shown), structured_content=data)


def _asking(found: ToolResult[Any]) -> dict[str, Any]:
    ids = {"request_id": found.request_id, "draft_id": found.draft_id}
    return {"decision": found.decision.value, **{name: id_ for name, id_ in ids.items() if id_}}


def failure(error: KnownError, family: str = "") -> CallToolResult:
    """An error in words a model can act on, and the same as data. Its next step names what is
    listed to the program."""
    step = told(error.next_step, family)
    said = " ".join(part for part in (error.sentence, step) if part)
    data = {**described(error), "next_step": step}
    return CallToolResult(content=_text(said), structured_content=data, is_error=True)


def _text(words: str) -> list[ContentBlock]:
    return [TextContent(type="text", text=words)]

"""What a call by name means, for whoever has to know before it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from desktop_app.model.errors import BadInput
from desktop_app.tools.adapters.table import adapter_for
from desktop_app.tools.calls.base import AnyTool, Effect, Params
from desktop_app.tools.calls.other_names import other_names
from desktop_app.tools.calls.spelling import spelled
from desktop_app.tools.catalogue import BY_NAME
from desktop_app.tools.known_names import canonical

HINTS = ("from_", "subject", "text", "number")
"""Arguments by which our own tools name a mail without its id."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a call by name means: our tool that does it, the strongest effect it can have, and the
    arguments that name a mail without its id, empty where nobody has to pick. `of_a_family`: the
    answer has the shape of another family's names."""

    tool: AnyTool
    effect: Effect
    hints: tuple[str, ...] = ()
    of_a_family: bool = False


def meaning_of(name: str, arguments: Mapping[str, Any], family: str = "") -> Meaning | None:
    """What a call means; None for an unknown name."""
    name = canonical(name)
    adapter = adapter_for(name, arguments, family)
    if adapter is not None:
        adapter = (adapter.meant(arguments) if adapter.meant is not None else None) or adapter
        return Meaning(adapter.tool, adapter.effect, adapter.hints, of_a_family=True)
    tool = BY_NAME.get(name)
    if tool is None:
        return None
    counts = _only_counts(tool, arguments)
    return Meaning(tool, Effect.READ if counts else tool.effect, HINTS if tool.picks else ())


def _only_counts(tool: AnyTool, arguments: Mapping[str, Any]) -> bool:
    """Whether a call counts alone. One that will be refused is not said to."""
    if not tool.only_counts:
        return False
    params = cast("type[Params]", tool.params)
    try:
        given = spelled(params, other_names(params), arguments)
    except BadInput:
        return False
    return given.get(tool.only_counts) in (True, "true")

"""Policy: one table of origin and effect, every cell written out.

Cells that a person may change in Settings are in `EDITABLE`, with the values they may take. Sending
by anyone but the person, or telling a stranger's server something, is not editable.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from desktop_app.model.draft import Origin
from desktop_app.tools.calls.base import Decision, Effect

Cell = tuple[Origin, Effect]

POLICY: Mapping[Cell, Decision] = MappingProxyType(
    {
        (Origin.USER, Effect.READ): Decision.ALLOW,
        (Origin.USER, Effect.DRAFT): Decision.ALLOW,
        (Origin.USER, Effect.ORGANISE): Decision.ALLOW,
        (Origin.USER, Effect.DESTROY): Decision.ALLOW,
        (Origin.USER, Effect.SEND): Decision.ALLOW,
        (Origin.USER, Effect.OUTWARD): Decision.ALLOW,
        (Origin.ASSISTANT, Effect.READ): Decision.ALLOW,
        (Origin.ASSISTANT, Effect.DRAFT): Decision.ALLOW,
        (Origin.ASSISTANT, Effect.ORGANISE): Decision.ASK,
        (Origin.ASSISTANT, Effect.DESTROY): Decision.ASK,
        (Origin.ASSISTANT, Effect.SEND): Decision.ASK,
        (Origin.ASSISTANT, Effect.OUTWARD): Decision.ASK,
        (Origin.MCP, Effect.READ): Decision.ALLOW,
        (Origin.MCP, Effect.DRAFT): Decision.ALLOW,
        (Origin.MCP, Effect.ORGANISE): Decision.ASK,
        (Origin.MCP, Effect.DESTROY): Decision.ASK,
        (Origin.MCP, Effect.SEND): Decision.ASK,
        (Origin.MCP, Effect.OUTWARD): Decision.ASK,
    }
)

_ANY = frozenset(Decision)
EDITABLE: Mapping[Cell, frozenset[Decision]] = MappingProxyType(
    {
        (Origin.ASSISTANT, Effect.READ): _ANY - {Decision.ASK},
        (Origin.ASSISTANT, Effect.DRAFT): _ANY,
        (Origin.ASSISTANT, Effect.ORGANISE): _ANY,
        (Origin.MCP, Effect.READ): _ANY - {Decision.ASK},
        (Origin.MCP, Effect.DRAFT): _ANY,
        (Origin.MCP, Effect.ORGANISE): _ANY,
    }
)


def setting_key(origin: Origin, effect: Effect) -> str:
    """The settings key of an editable cell: `policy.assistant_organise`."""
    return f"policy.{origin}_{effect}"


def decide(origin: Origin, effect: Effect, changed: Mapping[Cell, Decision]) -> Decision:
    """The decision for a call; `changed` holds the person's edits, ignored where not allowed."""
    cell = (origin, effect)
    wanted = changed.get(cell)
    if wanted is not None and wanted in EDITABLE.get(cell, frozenset()):
        return wanted
    return POLICY[cell]


def granted(said: Decision, wish: Decision | None, cell: Cell) -> Decision:
    """The decision with what a grant says of the tool: it forbids or asks before anything, and
    allows what the settings could allow. Reading is never asked for."""
    if wish is None or wish is Decision.DENY:
        return wish or said
    if wish is Decision.ALLOW:
        return wish if wish in EDITABLE.get(cell, frozenset()) else said
    return said if cell[1] is Effect.READ or said is Decision.DENY else wish

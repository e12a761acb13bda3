"""The models a provider offers: the test of its connection."""

from __future__ import annotations

from desktop_app.tools.assistant_results import ModelNames
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context


class FindModels(Params, frozen=True, kw_only=True):
    """An empty `base_url` is the provider's own, an empty `key` the one that is kept."""

    provider: str
    base_url: str = ""
    key: str = ""

    def __repr__(self) -> str:
        """Without the key."""
        return f"FindModels({self.provider!r}, {self.base_url!r})"


def run(context: Context, params: FindModels) -> ModelNames:
    """Raises `KnownError` saying what is wrong."""
    found = context.ports.models.find(
        params.provider, params.base_url, params.key, cancelled=context.cancelled
    )
    return ModelNames(found)


TOOL = Tool(
    name="find_models",
    title="Test a connection",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="The models a provider offers: the test of its connection.",
    params=FindModels,
    result=ModelNames,
    run=run,
    origins=PERSON,
)

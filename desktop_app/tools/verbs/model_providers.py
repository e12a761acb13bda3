"""The providers of language models, the keys kept, and whether Ollama runs here."""

from __future__ import annotations

from desktop_app.model.language_model import ProviderList
from desktop_app.tools.base import PERSON, Effect, Group, Params, Tool
from desktop_app.tools.context import Context


class ModelProviders(Params, frozen=True, kw_only=True):
    pass


def run(context: Context, params: ModelProviders) -> ProviderList:
    return context.ports.models.providers()


TOOL = Tool(
    name="model_providers",
    title="List language models",
    effect=Effect.READ,
    group=Group.WINDOW,
    description="The providers of language models, the keys kept, and whether Ollama runs here.",
    params=ModelProviders,
    result=ProviderList,
    run=run,
    origins=PERSON,
)

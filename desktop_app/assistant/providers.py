"""Which agent answers in the panel: one entry per provider. Only app.py chooses.

This is the one file of the room that may reach a model's endpoint.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from desktop_app.assistant.starter import StarterAssistant
from desktop_app.assistant.transcript import Agent
from desktop_app.settings import Settings
from desktop_app.tools.runner import Runner

PROVIDERS: Mapping[str, Callable[[Runner], Agent]] = MappingProxyType({"starter": StarterAssistant})
"""By the values `assistant.provider` can have."""


def chosen_agent(settings: Settings, runner: Runner) -> Agent:
    """The agent the person chose, over a runner stamped ASSISTANT."""
    return PROVIDERS[settings.text("assistant.provider")](runner)

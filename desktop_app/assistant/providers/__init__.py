"""Providers: the language model that answers in the panel, and the way to it.

This is the one place of the room that may reach a network, and it reaches one host: the model's own
endpoint. A payload is recorded before it leaves. Only app.py chooses.
"""

from __future__ import annotations

from desktop_app.assistant.providers.connecting import (
    agent_name,
    cannot_prepare,
    chosen_agent,
    gate_of,
    readable_accounts,
)
from desktop_app.assistant.providers.directory import ModelDirectory, find_models
from desktop_app.assistant.providers.table import PROVIDERS, key_name

__all__ = [
    "PROVIDERS",
    "ModelDirectory",
    "agent_name",
    "cannot_prepare",
    "chosen_agent",
    "find_models",
    "gate_of",
    "key_name",
    "readable_accounts",
]

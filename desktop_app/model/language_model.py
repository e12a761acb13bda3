"""What the window knows of the providers of language models."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModelProvider:
    """One provider. `base_url` is its own address, empty where the person gives one. `key_page`
    is where a key is made. `local` when nothing leaves this computer."""

    name: str
    title: str
    base_url: str
    needs_key: bool
    key_page: str
    key_kept: bool
    local: bool


@dataclass(frozen=True, slots=True)
class ProviderList:
    """All of them, those on this computer first. `found` are the models of an Ollama that runs
    here, None when none does. `session_only` are those whose key is kept until the end alone."""

    providers: tuple[ModelProvider, ...]
    found: tuple[str, ...] | None
    session_only: frozenset[str] = frozenset()

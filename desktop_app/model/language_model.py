"""Providers of language models, as the window shows them."""

from __future__ import annotations

from dataclasses import dataclass

from desktop_app.model.local_model import LocalModel


@dataclass(frozen=True, slots=True)
class ModelProvider:
    """Provider of models. `base_url` is its address, empty where the person gives one;
    `key_page` is where a key is made; `local`: nothing leaves this computer."""

    name: str
    title: str
    base_url: str
    needs_key: bool
    key_page: str
    key_kept: bool
    local: bool


@dataclass(frozen=True, slots=True)
class ProviderList:
    """List of providers, those on this computer first. `found` are the models of a running
    Ollama, None when none runs. `session_only` are providers whose key is kept for this session
    only. `fitting` are models that this computer's memory holds."""

    providers: tuple[ModelProvider, ...]
    found: tuple[str, ...] | None
    session_only: frozenset[str] = frozenset()
    fitting: tuple[LocalModel, ...] = ()

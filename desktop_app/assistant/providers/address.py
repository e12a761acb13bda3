"""Addresses of model servers as people write them: with the page they were copied from, without
`/v1`, without `http://`. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from urllib.parse import urlsplit

from desktop_app.model.reach import with_scheme

OPENAI_PATH = "/v1"

_CALLS = ("/chat/completions", "/completions", "/responses", "/embeddings", "/models", "/messages")
"""Ends of addresses that are a call and no server."""

_OWN_ENDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "ollama": ("/api/chat", "/api/generate", "/api/tags", "/api", "/v1"),
        "anthropic": ("/v1",),
        "google": ("/v1beta", "/v1"),
        "mistral": ("/v1",),
    }
)
"""Ends that the client of a provider adds by itself."""


def endpoint_of(provider: str, url: str) -> str:
    """The address under which a provider's calls stand; empty for none."""
    url = with_scheme(url).partition("?")[0].partition("#")[0].rstrip("/")
    for end in _CALLS:
        if url.lower().endswith(end):
            url = url[: -len(end)].rstrip("/")
            break
    for end in _OWN_ENDS.get(provider, ()):
        if url.lower().endswith(end):
            url = url[: -len(end)].rstrip("/")
    if provider in {"openai", "openai_compatible"} and url and not urlsplit(url).path:
        url += OPENAI_PATH
    return url


def root_of(base_url: str) -> str:
    """The server of an OpenAI-compatible endpoint, where its other interfaces stand."""
    return base_url.removesuffix(OPENAI_PATH).rstrip("/")

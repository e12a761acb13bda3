"""Table of the providers of language models: endpoint, maker of a model, and list of models."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from desktop_app.assistant.providers.address import root_of
from desktop_app.assistant.providers.ollama_window import ollama_window
from desktop_app.assistant.providers.server_window import ServerLook, look_at
from desktop_app.model.errors import NeedsSignIn, Unavailable
from desktop_app.optional_parts import Part

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model

OLLAMA = "http://127.0.0.1:11434"

Make = Callable[[str, str, str, "httpx2.AsyncClient"], "Model"]
Find = Callable[["httpx2.Client", str, str], "list[str]"]
Look = Callable[["httpx2.Client", str, str, int], ServerLook]
Translate = Callable[["httpx2.AsyncBaseTransport", int], "httpx2.AsyncBaseTransport"]


@dataclass(frozen=True, slots=True)
class Provider:
    """`base_url` is where its models are reached; `make` takes model, base_url, key and client.
    `look` finds how many tokens requests may have, and where they go; `translate` puts a transport
    that says so in front of the network's, where the server is an Ollama. `part` is its own
    library, which an installation may be without."""

    name: str
    title: str
    base_url: str
    needs_key: bool
    make: Make
    find: Find
    key_page: str = ""
    look: Look | None = None
    translate: Translate | None = None
    part: Part | None = None


def _openai(model: str, base_url: str, key: str, client: httpx2.AsyncClient) -> Model:
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    own = AsyncOpenAI(base_url=base_url, api_key=key or "none", http_client=client, max_retries=0)
    return OpenAIChatModel(model, provider=OpenAIProvider(openai_client=own))


def _compatible(model: str, base_url: str, key: str, client: httpx2.AsyncClient) -> Model:
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    own = AsyncOpenAI(base_url=base_url, api_key=key or "none", http_client=client, max_retries=0)
    provider = OpenAICompatibleProvider("openai_compatible", openai_client=own)
    return OpenAIChatModel(model, provider=provider)


def _ollama(model: str, base_url: str, key: str, client: httpx2.AsyncClient) -> Model:
    from openai import AsyncOpenAI
    from pydantic_ai.models.ollama import OllamaModel
    from pydantic_ai.providers.ollama import OllamaProvider

    own = AsyncOpenAI(
        base_url=f"{base_url}/v1", api_key=key or "none", http_client=client, max_retries=0
    )
    return OllamaModel(model, provider=OllamaProvider(openai_client=own))


def _look_at_ollama(client: httpx2.Client, base_url: str, model: str, wanted: int) -> ServerLook:
    window = ollama_window(client, base_url, model, wanted)
    return ServerLook(window, base_url, ollama=True)


def _native_ollama(inner: httpx2.AsyncBaseTransport, window: int) -> httpx2.AsyncBaseTransport:
    from desktop_app.assistant.providers.ollama_native import NativeOllama

    return NativeOllama(inner, window)


def _anthropic(model: str, base_url: str, key: str, client: httpx2.AsyncClient) -> Model:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel, AnthropicModelSettings
    from pydantic_ai.providers.anthropic import AnthropicProvider

    own = AsyncAnthropic(base_url=base_url, api_key=key, http_client=client, max_retries=0)
    cached = AnthropicModelSettings(  # the prefix that stays: tools, instructions, what was said
        anthropic_cache_tool_definitions=True,
        anthropic_cache_instructions=True,
        anthropic_cache_messages=True,
    )
    provider = AnthropicProvider(anthropic_client=own)
    return AnthropicModel(model, provider=provider, settings=cached)


def _google(model: str, base_url: str, key: str, client: httpx2.AsyncClient) -> Model:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(
        model, provider=GoogleProvider(api_key=key, base_url=base_url, http_client=client)
    )


def _mistral(model: str, base_url: str, key: str, client: httpx2.AsyncClient) -> Model:
    from pydantic_ai.models.mistral import MistralModel
    from pydantic_ai.providers.mistral import MistralProvider

    return MistralModel(
        model, provider=MistralProvider(api_key=key, base_url=base_url, http_client=client)
    )


def _find_openai(client: httpx2.Client, base_url: str, key: str) -> list[str]:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    found = _listed(client, base_url, headers)
    rows = found.get("data") or found.get("models") or []
    return [str(each["id"]) for each in rows if isinstance(each, dict) and "id" in each]


def _listed(client: httpx2.Client, base_url: str, headers: Mapping[str, str]) -> dict[str, Any]:
    """List of models, also where it does not stand under the usual path."""
    import httpx2

    try:
        return _json(client, f"{base_url}/models", headers)
    except (httpx2.HTTPStatusError, Unavailable):
        if root_of(base_url) == base_url:
            raise
        return _json(client, f"{root_of(base_url)}/models", headers)


def _find_mistral(client: httpx2.Client, base_url: str, key: str) -> list[str]:
    return _find_openai(client, f"{base_url}/v1", key)


def _find_ollama(client: httpx2.Client, base_url: str, _: str) -> list[str]:
    found = _json(client, f"{base_url}/api/tags", {})
    return [str(each["name"]) for each in found.get("models", [])]


def _find_anthropic(client: httpx2.Client, base_url: str, key: str) -> list[str]:
    headers = {"x-api-key": key, "anthropic-version": "2023-06-01"}
    found = _json(client, f"{base_url}/v1/models?limit=200", headers)
    return [str(each["id"]) for each in found.get("data", [])]


def _find_google(client: httpx2.Client, base_url: str, key: str) -> list[str]:
    found = _json(client, f"{base_url}/v1beta/models?pageSize=200", {"x-goog-api-key": key})
    return [
        str(each["name"]).removeprefix("models/")
        for each in found.get("models", [])
        if "generateContent" in each.get("supportedGenerationMethods", ())
    ]


PROVIDERS: Mapping[str, Provider] = MappingProxyType(
    {
        row.name: row
        for row in (
            Provider(
                "ollama",
                "Ollama",
                OLLAMA,
                False,
                _ollama,
                _find_ollama,
                look=_look_at_ollama,
                translate=_native_ollama,
            ),
            Provider(
                "openai_compatible",
                "OpenAI-compatible server",
                "",
                False,
                _compatible,
                _find_openai,
                look=look_at,
                translate=_native_ollama,
            ),
            Provider(
                "google",
                "Google Gemini",
                "https://generativelanguage.googleapis.com",
                True,
                _google,
                _find_google,
                "https://aistudio.google.com/apikey",
                part=Part.GOOGLE,
            ),
            Provider(
                "openai",
                "OpenAI",
                "https://api.openai.com/v1",
                True,
                _openai,
                _find_openai,
                "https://platform.openai.com/api-keys",
            ),
            Provider(
                "anthropic",
                "Anthropic",
                "https://api.anthropic.com",
                True,
                _anthropic,
                _find_anthropic,
                "https://console.anthropic.com/settings/keys",
                part=Part.ANTHROPIC,
            ),
            Provider(
                "mistral",
                "Mistral",
                "https://api.mistral.ai",
                True,
                _mistral,
                _find_mistral,
                "https://console.mistral.ai/api-keys",
                part=Part.MISTRAL,
            ),
        )
    }
)
"""Providers by the values of `assistant.provider`, besides `starter`."""


def key_name(provider: str) -> str:
    """Name of a provider's key in the keyring."""
    return f"assistant/{provider}/api_key"


def _json(client: httpx2.Client, url: str, headers: Mapping[str, str]) -> dict[str, Any]:
    answer = client.get(url, headers=dict(headers))
    if answer.status_code in {401, 403}:
        raise NeedsSignIn("The key was not accepted.", next_step="Enter it anew.")
    answer.raise_for_status()
    try:
        found = answer.json()
    except ValueError as error:
        raise Unavailable("There is no language model's server at that address.") from error
    if isinstance(found, list):
        return {"data": found}
    if not isinstance(found, dict):
        raise Unavailable("There is no language model's server at that address.")
    return found

"""Which agent answers in the panel, and how a model is reached: one entry per provider.

This is the one file of the room that may reach a network, and it reaches one host: the model's
own endpoint. Everything that leaves is written down before it does. Only app.py chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from desktop_app.assistant.agent import ModelAgent
from desktop_app.assistant.notebook import Notebook
from desktop_app.assistant.starter import StarterAssistant
from desktop_app.assistant.transcript import Agent, AgentDescription, Place, Refinement
from desktop_app.model.clock import Clock
from desktop_app.model.conversation import SentPayload
from desktop_app.model.errors import BadInput, NeedsSignIn, Refused, Unavailable
from desktop_app.settings import Settings
from desktop_app.tools.runner import Runner

if TYPE_CHECKING:
    import httpx2
    from pydantic_ai.models import Model

    from desktop_app.assistant.model_run import Endpoint

OLLAMA = "http://127.0.0.1:11434"
PROBE_SECONDS = 1.5
ANSWER_SECONDS = 120.0
"""How long a server may be silent in the middle of an answer."""

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


class Keys(Protocol):
    """The keyring, as far as it concerns this room."""

    def get(self, name: str) -> str | None:
        """The secret, or None. Raises `NoKeyring`."""

    def set(self, name: str, value: str, *, session_only: bool = False) -> None:
        """Keep a secret. Raises `NoKeyring`."""

    def delete(self, name: str) -> None:
        """Forget a secret. Raises `NoKeyring`."""


Make = Callable[[str, str, str, "httpx2.AsyncClient"], "Model"]
Find = Callable[["httpx2.Client", str, str], "list[str]"]


@dataclass(frozen=True, slots=True)
class Provider:
    """`base_url` is where its models are reached; `make` takes model, base_url, key and client."""

    name: str
    title: str
    base_url: str
    needs_key: bool
    make: Make
    find: Find
    key_page: str = ""


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


def _anthropic(model: str, base_url: str, key: str, client: httpx2.AsyncClient) -> Model:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    own = AsyncAnthropic(base_url=base_url, api_key=key, http_client=client, max_retries=0)
    return AnthropicModel(model, provider=AnthropicProvider(anthropic_client=own))


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
    found = _json(client, f"{base_url}/models", headers)
    return [str(each["id"]) for each in found.get("data", [])]


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
            Provider("ollama", "Ollama", OLLAMA, False, _ollama, _find_ollama),
            Provider(
                "openai_compatible",
                "OpenAI-compatible server",
                "",
                False,
                _compatible,
                _find_openai,
            ),
            Provider(
                "google",
                "Google Gemini",
                "https://generativelanguage.googleapis.com",
                True,
                _google,
                _find_google,
                "https://aistudio.google.com/apikey",
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
            ),
            Provider(
                "mistral",
                "Mistral",
                "https://api.mistral.ai",
                True,
                _mistral,
                _find_mistral,
                "https://console.mistral.ai/api-keys",
            ),
        )
    }
)
"""By the values `assistant.provider` can have, besides `starter`."""


def key_name(provider: str) -> str:
    """Under which name a provider's key is in the keyring."""
    return f"assistant/{provider}/api_key"


@dataclass(frozen=True, slots=True)
class Connection:
    """Where a model is: read from the settings at the moment it is needed."""

    provider: Provider
    model: str
    base_url: str

    @property
    def host(self) -> str:
        from urllib.parse import urlsplit

        return urlsplit(self.base_url).hostname or ""

    @property
    def local(self) -> bool:
        """Whether nothing leaves this computer."""
        return self.host in LOOPBACK


def connection(settings: Settings) -> Connection | None:
    """The chosen model, or None for the starter assistant."""
    provider = PROVIDERS.get(settings.text("assistant.provider"))
    if provider is None:
        return None
    base_url = settings.text("assistant.base_url") or provider.base_url
    return Connection(provider, settings.text("assistant.model"), base_url.rstrip("/"))


def agent_name(settings: Settings) -> str:
    """Who writes what the chosen agent proposes."""
    found = connection(settings)
    return StarterAssistant.NAME if found is None else describe(found).name


def chosen_agent(
    settings: Settings, runner: Runner, *, keys: Keys, notebook: Notebook, clock: Clock
) -> Agent:
    """The agent the person chose, over a runner stamped ASSISTANT."""
    found = connection(settings)
    if found is None:
        return StarterAssistant(runner)
    return ModelAgent(
        runner,
        settings,
        describe(found),
        connect=lambda conversation: connect(settings, keys, notebook, clock, conversation),
        notebook=notebook,
        clock=clock,
    )


def readable_accounts(settings: Settings) -> frozenset[str] | None:
    """The accounts whose mail the chosen agent may read: all, as long as nothing leaves this
    computer; for a model in the cloud those the person has allowed."""
    found = connection(settings)
    if found is None or found.local:
        return None
    return frozenset(settings.items("assistant.cloud_accounts"))


def describe(found: Connection) -> AgentDescription:
    name = found.model or found.provider.title
    if found.local:
        place, sent = Place.THIS_COMPUTER, "Nothing leaves this computer."
    else:
        place, sent = Place.CLOUD, f"What it reads is sent to {found.host}."
    return AgentDescription(
        name,
        place,
        f"I am {name}. I search and read your mail with tools you can watch, and propose drafts. "
        "I can be wrong: you review every draft, and only you can send it.",
        sent,
        tuple(Refinement),
    )


def connect(
    settings: Settings, keys: Keys, notebook: Notebook, clock: Clock, conversation_id: str
) -> Endpoint:
    """The model for one run. Raises `BadInput` when something is missing in the settings,
    `NeedsSignIn` without a key, `NoKeyring`."""
    found = connection(settings)
    if found is None or not found.model or not found.base_url:
        missing = "address" if found is not None and not found.base_url else "model"
        raise BadInput(f"No {missing} is chosen.", next_step="Open Settings → Assistant.")
    key = key_of(settings, keys, found.provider)

    def keep(endpoint: str, body: bytes) -> None:
        notebook.keep_payload(SentPayload(conversation_id, clock(), endpoint, found.model, body))

    from desktop_app.assistant.model_run import Endpoint

    client = guarded_client(found.base_url, keep)
    model = found.provider.make(found.model, found.base_url, key, client)
    return Endpoint(model, client.aclose)


def key_of(settings: Settings, keys: Keys, provider: Provider) -> str:
    """From the environment for one run, else from the keyring. Raises `NeedsSignIn`."""
    key = settings.text("assistant.api_key") or (keys.get(key_name(provider.name)) or "")
    if not key and provider.needs_key:
        raise NeedsSignIn(
            f"{provider.title} needs a key.", next_step="Enter it in Settings → Assistant."
        )
    return key


def find_models(name: str, base_url: str, key: str) -> tuple[str, ...]:
    """The models a provider offers: the connection's test. Raises `KnownError`."""
    import httpx2

    provider = PROVIDERS[name]
    root = (base_url or provider.base_url).rstrip("/")
    if not root:
        raise BadInput(
            "Give the server's address.", next_step="For example http://127.0.0.1:1234/v1"
        )
    patience = PROBE_SECONDS if provider.name == "ollama" else 15.0
    with httpx2.Client(timeout=patience, trust_env=not _is_local(root)) as client:
        try:
            return tuple(sorted(provider.find(client, root, key)))
        except httpx2.HTTPError as error:
            raise Unavailable(
                f"{provider.title} can't be reached at {root}.",
                next_step="Look whether it runs, and at the address.",
            ) from error


def guarded_client(base_url: str, keep: Callable[[str, bytes], None]) -> httpx2.AsyncClient:
    """A client that reaches the endpoint's own origin and nothing else, follows no redirect, and
    hands every body to `keep` before it leaves."""
    import httpx2

    origin = httpx2.URL(base_url)

    class Guard(httpx2.AsyncBaseTransport):
        def __init__(self) -> None:
            self._inner = httpx2.AsyncHTTPTransport(proxy=_proxy(base_url))

        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            url = request.url
            if (url.scheme, url.host, url.port) != (origin.scheme, origin.host, origin.port):
                raise Refused(f"The model may not reach {url.host}.")
            keep(f"{url.scheme}://{url.netloc.decode()}{url.path}", await request.aread())
            return await self._inner.handle_async_request(request)

        async def aclose(self) -> None:
            await self._inner.aclose()

    patience = httpx2.Timeout(ANSWER_SECONDS, connect=10)
    return httpx2.AsyncClient(transport=Guard(), timeout=patience, follow_redirects=False)


def _proxy(url: str) -> str | None:
    """The system's proxy for an address, if any; none for this computer."""
    from urllib.parse import urlsplit
    from urllib.request import getproxies, proxy_bypass

    parts = urlsplit(url)
    if parts.hostname in LOOPBACK or proxy_bypass(parts.hostname or ""):
        return None
    return getproxies().get(parts.scheme)


def _is_local(url: str) -> bool:
    from urllib.parse import urlsplit

    return urlsplit(url).hostname in LOOPBACK


def _json(client: httpx2.Client, url: str, headers: Mapping[str, str]) -> dict[str, Any]:
    answer = client.get(url, headers=dict(headers))
    if answer.status_code in {401, 403}:
        raise NeedsSignIn("The key was not accepted.", next_step="Enter it anew.")
    answer.raise_for_status()
    try:
        found = answer.json()
    except ValueError as error:
        raise Unavailable("There is no language model's server at that address.") from error
    if not isinstance(found, dict):
        raise Unavailable("There is no language model's server at that address.")
    return found

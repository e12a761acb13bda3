"""The model the person chose, as the settings say it: who answers, where, with which key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from desktop_app.assistant.model.gate import Gate
from desktop_app.assistant.model.notebook import Notebook
from desktop_app.assistant.providers.address import endpoint_of
from desktop_app.assistant.providers.guarded import guarded_client, is_local
from desktop_app.assistant.providers.server_window import ServerLook
from desktop_app.assistant.providers.table import PROVIDERS, Provider, key_name
from desktop_app.assistant.starter.starter import StarterAssistant
from desktop_app.assistant.transcript import Agent, AgentDescription, AgentPlace, Refinement
from desktop_app.model.clock import Clock
from desktop_app.model.conversation import SentPayload
from desktop_app.model.errors import BadInput, NeedsSignIn
from desktop_app.model.reach import Reach, reach_of
from desktop_app.optional_parts import need
from desktop_app.settings import Settings
from desktop_app.tools.runner import Runner

if TYPE_CHECKING:
    from desktop_app.assistant.model.model_run import Endpoint


KEYS_KEPT = "assistant.keys_kept"
PLAIN_HTTP = "assistant.plain_http"


class Keys(Protocol):
    """Keyring, as far as it concerns this room."""

    def get(self, name: str) -> str | None:
        """The secret, or None. Raises `NoKeyring`."""

    def set(self, name: str, value: str, *, session_only: bool = False) -> None:
        """Keep a secret. Raises `NoKeyring`."""

    def delete(self, name: str) -> None:
        """Forget a secret. Raises `NoKeyring`."""

    def in_memory(self, name: str) -> bool:
        """Whether it is kept for this session only. Asks no keyring."""


@dataclass(frozen=True, slots=True)
class Connection:
    """Endpoint of a model: read from the settings when it is needed."""

    provider: Provider
    model: str
    base_url: str

    @property
    def host(self) -> str:
        return urlsplit(self.base_url).hostname or ""

    @property
    def local(self) -> bool:
        """Whether nothing leaves this computer."""
        return is_local(self.base_url)

    @property
    def reach(self) -> Reach:
        return reach_of(self.base_url)


def connection(settings: Settings) -> Connection | None:
    """The chosen model, or None for the starter assistant."""
    provider = PROVIDERS.get(settings.text("assistant.provider"))
    if provider is None:
        return None
    typed = settings.text("assistant.base_url")
    base_url = endpoint_of(provider.name, typed) or provider.base_url.rstrip("/")
    return Connection(provider, settings.text("assistant.model"), base_url)


def agent_name(settings: Settings) -> str:
    """Author of what the chosen agent proposes."""
    found = connection(settings)
    return StarterAssistant.NAME if found is None else describe(found).name


def cannot_prepare(settings: Settings) -> str:
    """Why the chosen assistant can't prepare answers by itself, a sentence; empty where it can."""
    if connection(settings) is None:
        return "The starter assistant can't write answers by itself: it writes what you tell it to."
    if settings.flag("assistant.ask_before_sending"):
        return "You want to see each request first, so no answer is prepared by itself."
    return ""


def gate_of(settings: Settings) -> Gate:
    """Gate that makes requests wait where the settings say so."""
    return Gate(lambda: settings.flag("assistant.ask_before_sending"))


def chosen_agent(
    settings: Settings,
    runner: Runner,
    *,
    keys: Keys,
    notebook: Notebook,
    clock: Clock,
    gate: Gate | None = None,
) -> Agent:
    """The agent the person chose, over a runner stamped ASSISTANT. `gate` where several agents
    have one together."""
    found = connection(settings)
    if found is None:
        return StarterAssistant(runner)
    through = Outlet(settings, keys, notebook, clock, gate or gate_of(settings))
    from desktop_app.assistant.model.agent import ModelAgent

    return ModelAgent(
        runner,
        settings,
        describe(found),
        connect=lambda conversation: connect(found, through, conversation),
        notebook=notebook,
        clock=clock,
        gate=through.gate,
    )


def readable_accounts(settings: Settings) -> frozenset[str] | None:
    """Accounts whose mail the chosen agent may read: all when nothing leaves this computer, for a
    model in the cloud those the person has allowed."""
    found = connection(settings)
    if found is None or found.local:
        return None
    return frozenset(settings.items("assistant.cloud_accounts"))


def describe(found: Connection) -> AgentDescription:
    name = found.model or found.provider.title
    if found.local:
        place, sent = AgentPlace.THIS_COMPUTER, "Nothing leaves this computer."
    elif found.reach is Reach.OWN_NETWORK:
        place = AgentPlace.OWN_NETWORK
        sent = f"What it reads is sent to {found.host} on your network, unencrypted."
    else:
        place, sent = AgentPlace.CLOUD, f"What it reads is sent to {found.host}."
    return AgentDescription(
        name,
        place,
        f"I am {name}. I search and read your mail with tools you can watch, and propose drafts. "
        "I can be wrong: you review every draft, and only you can send it.",
        sent,
        tuple(Refinement),
        found.host,
    )


@dataclass(frozen=True, slots=True)
class Outlet:
    """What a request passes on its way out: the key, the notebook, the gate."""

    settings: Settings
    keys: Keys
    notebook: Notebook
    clock: Clock
    gate: Gate


def connect(found: Connection, through: Outlet, conversation_id: str) -> Endpoint:
    """The model for one run. Raises `BadInput` when something is missing in the settings,
    `NeedsSignIn` without a key, `NoKeyring`, `Unavailable` without the provider's library."""
    if not found.model or not found.base_url:
        missing = "model" if found.base_url else "address"
        raise BadInput(f"No {missing} is chosen.", next_step="Open Settings → Assistant.")
    refuse_unencrypted(through.settings, found)
    if found.provider.part is not None:
        need(found.provider.part)
    key = ""
    if carries_keys(found.base_url):
        key = key_of(through.settings, through.keys, found.provider)

    async def leave(endpoint: str, body: bytes) -> None:
        payload = SentPayload(conversation_id, through.clock(), endpoint, found.model, body)
        payload_id = through.notebook.keep_payload(payload)
        try:
            await through.gate.passed(payload_id, endpoint, len(body))
        except BaseException:
            through.notebook.forget_payload(payload_id)
            raise

    from desktop_app.assistant.model.model_run import Endpoint

    look = _look(found, key, through.settings.number("assistant.window_tokens"))
    window, translate = look.window, found.provider.translate
    if window and look.ollama and translate is not None:
        client = guarded_client(look.base_url, leave, lambda inner: translate(inner, window))
    else:
        client = guarded_client(look.base_url, leave)
    model = found.provider.make(found.model, look.base_url, key, client)
    return Endpoint(model, client.aclose, window)


def _look(found: Connection, key: str, wanted: int) -> ServerLook:
    """What the server says of the model's window, and where its calls stand; nothing where its
    provider has no way to ask. Raises `BadInput` for a model that is of no use here."""
    import httpx2

    if found.provider.look is None:
        return ServerLook(0, found.base_url)
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    with httpx2.Client(trust_env=not found.local, headers=headers) as client:
        return found.provider.look(client, found.base_url, found.model, wanted)


def refuse_unencrypted(settings: Settings, found: Connection) -> None:
    """Raises `BadInput` for an address whose requests others can read, other than the one computer
    of the own network that the person has allowed."""
    allowed = found.reach is Reach.OWN_NETWORK and settings.text(PLAIN_HTTP) == found.host
    if not allowed and not carries_keys(found.base_url):
        raise BadInput(
            f"What is sent to {found.host} could be read on the way.",
            next_step="Use an https address, or allow it in Settings → Assistant.",
        )


def carries_keys(url: str) -> bool:
    """Whether a key may be sent there: encrypted, or on this computer."""
    return reach_of(url) in {Reach.THIS_COMPUTER, Reach.ENCRYPTED}


def key_of(settings: Settings, keys: Keys, provider: Provider) -> str:
    """Key from the environment for one run, else from the keyring. Raises `NeedsSignIn`;
    `NoKeyring` where a key is needed. A keyring may ask for its password, so it is opened only when
    a key is needed."""
    key = settings.text("assistant.api_key")
    if not key and (provider.needs_key or has_key(settings, keys, provider.name)):
        key = keys.get(key_name(provider.name)) or ""
    if not key and provider.needs_key:
        raise NeedsSignIn(
            f"{provider.title} needs a key.", next_step="Enter it in Settings → Assistant."
        )
    return key


def has_key(settings: Settings, keys: Keys, provider: str) -> bool:
    """Whether a key is stored, as far as that is known without opening the keyring."""
    return provider in settings.items(KEYS_KEPT) or keys.in_memory(key_name(provider))

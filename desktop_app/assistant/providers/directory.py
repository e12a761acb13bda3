"""Directory of the providers for Settings: their names, models and keys."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event

from desktop_app.assistant.model.stoppable_wait import unless_stopped
from desktop_app.assistant.providers import ollama
from desktop_app.assistant.providers.address import endpoint_of
from desktop_app.assistant.providers.connecting import KEYS_KEPT, Keys, carries_keys, has_key
from desktop_app.assistant.providers.guarded import is_local
from desktop_app.assistant.providers.table import PROVIDERS, key_name
from desktop_app.model.errors import BadInput, KnownError, NeedsSignIn, Unavailable
from desktop_app.model.language_model import ModelProvider, ProviderList
from desktop_app.model.local_model import Trial, fitting
from desktop_app.model.progress import Progress
from desktop_app.model.reach import Reach, reach_of
from desktop_app.optional_parts import why_not
from desktop_app.settings import Settings

PROBE_SECONDS = 1.5
LISTING_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class ModelDirectory:
    """Implements `tools.calls.ports.Models`. Which keys are in the keyring is written down, so
    that it need not be opened to say so."""

    settings: Settings
    keys: Keys

    def providers(self) -> ProviderList:
        kept = {name for name in PROVIDERS if has_key(self.settings, self.keys, name)}
        session = {name for name in PROVIDERS if self.keys.in_memory(key_name(name))}
        rows = tuple(
            ModelProvider(
                each.name,
                each.title,
                each.base_url,
                each.needs_key,
                each.key_page,
                each.name in kept,
                is_local(each.base_url),
            )
            for each in PROVIDERS.values()
        )
        return ProviderList(rows, self._found_here(), frozenset(session), fitting(_memory()))

    def find(self, provider: str, base_url: str, key: str, *, cancelled: Event) -> tuple[str, ...]:
        if provider not in PROVIDERS:
            raise BadInput("There is no such provider.")
        sent = carries_keys(_root(provider, base_url))
        return unless_stopped(
            cancelled,
            lambda: find_models(provider, base_url, (key or self._key(provider)) if sent else ""),
        )

    def pull(
        self, model: str, base_url: str, *, progress: Callable[[Progress], None], cancelled: Event
    ) -> None:
        root = _root("ollama", base_url)
        unless_stopped(
            cancelled, lambda: ollama.pull(root, model, progress=progress, cancelled=cancelled)
        )

    def first_sentence(self, model: str, base_url: str, *, cancelled: Event) -> Trial:
        root = _root("ollama", base_url)
        return unless_stopped(
            cancelled, lambda: ollama.first_sentence(root, model, cancelled=cancelled)
        )

    def keep_key(self, provider: str, key: str, *, session_only: bool, cancelled: Event) -> None:
        if provider not in PROVIDERS or not key.strip():
            raise BadInput("Enter the key.")
        name, secret = key_name(provider), key.strip()

        def keep() -> None:
            self.keys.set(name, secret, session_only=session_only)
            self._note(provider, kept=not session_only)

        unless_stopped(cancelled, keep)

    def forget_key(self, provider: str, *, cancelled: Event) -> None:
        def forget() -> None:
            self.keys.delete(key_name(provider))
            self._note(provider, kept=False)

        unless_stopped(cancelled, forget)

    def _key(self, provider: str) -> str:
        """Stored key; the keyring is not opened where there is none."""
        if has_key(self.settings, self.keys, provider):
            return self.keys.get(key_name(provider)) or ""
        return ""

    def _note(self, provider: str, *, kept: bool) -> None:
        """Record that a provider has a key."""
        names = [name for name in self.settings.items(KEYS_KEPT) if name != provider]
        self.settings.change(KEYS_KEPT, (*names, provider) if kept else tuple(names))

    @staticmethod
    def _found_here() -> tuple[str, ...] | None:
        try:
            return find_models("ollama", "", "")
        except KnownError:
            return None


def find_models(name: str, base_url: str, key: str) -> tuple[str, ...]:
    """The models a provider offers: the connection's test. Raises `KnownError`; what is missing
    here is said before it is asked."""
    import httpx2

    provider, root = PROVIDERS[name], _root(name, base_url)
    if provider.part is not None and (missing := why_not(provider.part)):
        raise missing
    patience = PROBE_SECONDS if provider.name == "ollama" else LISTING_SECONDS
    with httpx2.Client(timeout=patience, trust_env=not is_local(root)) as client:
        try:
            return tuple(sorted(provider.find(client, root, key)))
        except NeedsSignIn as error:
            if carries_keys(root):
                raise
            raise NeedsSignIn(
                "This server wants a key, and a key is only sent encrypted.",
                next_step="Give it an https address.",
            ) from error
        except httpx2.HTTPError as error:
            raise Unavailable(
                f"{provider.title} can't be reached at {root}.",
                next_step="Look whether it runs, and at the address.",
            ) from error


def _root(provider: str, base_url: str) -> str:
    """The address that is asked. Raises `BadInput` where none is given, or anyone could read what
    is sent there."""
    root = endpoint_of(provider, base_url) or PROVIDERS[provider].base_url.rstrip("/")
    if not root:
        raise BadInput(
            "Give the server's address.", next_step="For example http://127.0.0.1:1234/v1"
        )
    if reach_of(root) is Reach.OPEN:
        raise BadInput(
            "That is no address of a web server that is safe to use.",
            next_step="Use https, or http to this computer or one of your own network.",
        )
    return root


def _memory() -> int:
    """Memory of this computer in bytes; 0 where the system does not tell."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 0

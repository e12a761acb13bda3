"""Window of a model behind an OpenAI-compatible server, asked of the server in the ways that
servers have.

The list of models says it (vLLM and SGLang `max_model_len`, OpenRouter `context_length`, Groq
`context_window`), or an interface of the server's own: llama.cpp and llamafile `/props`, LM Studio
`/api/v0/models`, KoboldCpp `/api/v1/config/max_context_length`, text-generation-inference `/info`.
An Ollama says it as itself, and is then spoken to as one: its OpenAI interface takes no window and
leaves out silently what does not fit.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from desktop_app.assistant.providers.address import OPENAI_PATH, root_of
from desktop_app.assistant.providers.ollama_window import ollama_window
from desktop_app.model.reach import Reach, reach_of

if TYPE_CHECKING:
    import httpx2

LOOK_SECONDS = 4.0
"""Seconds for one look, and after which no further one is made."""

LARGEST = 8_000_000
"""Bytes of an answer that are read, and tokens that are believed."""

LEAST = 512
"""Tokens of a window below which a number is no window."""

_IN_LISTS = (
    *("max_model_len", "loaded_context_length", "context_length", "context_window"),
    *("max_context_length", "max_input_tokens", "max_context_window_tokens", "n_ctx"),
)
"""Names of a window in a list of models, what is in force before what is possible."""


@dataclass(frozen=True, slots=True)
class ServerLook:
    """What a server says. `window` in tokens, 0 where it does not say; `base_url` where its calls
    stand; `ollama`: whether it is one, and takes a window with each request."""

    window: int
    base_url: str
    ollama: bool = False


def look_at(client: httpx2.Client, base_url: str, model: str, wanted: int) -> ServerLook:
    """Ask a server; `wanted` is the window that the person has set for an Ollama, 0 for none. What
    cannot be asked is not known: the run will say why. Raises `BadInput` for a model of an Ollama
    that cannot use tools."""
    ends = time.monotonic() + LOOK_SECONDS
    root = root_of(base_url)
    status, listed = _asked(client, f"{base_url}/models")
    if status == 0:
        return ServerLook(0, base_url)
    if status == _NOT_FOUND and base_url != root:
        _, plain = _asked(client, f"{root}/models")
        if next(_entries(plain), None) is not None:
            base_url, listed = root, plain
    if window := _in_list(listed, model):
        return ServerLook(window, base_url)
    own = reach_of(base_url) is not Reach.ENCRYPTED
    if not own and not _is_own_make(listed):
        return ServerLook(0, base_url)
    for path, read in _WAYS:
        if time.monotonic() > ends:
            break
        _, found = _asked(client, root + path)
        if window := _believed(read(found, model)):
            return ServerLook(window, base_url)
    if time.monotonic() < ends and "version" in _asked(client, f"{root}/api/version")[1]:
        window = ollama_window(client, root, model, wanted)
        return ServerLook(window, f"{root}{OPENAI_PATH}", ollama=True)
    return ServerLook(0, base_url)


_NOT_FOUND = 404


def _asked(client: httpx2.Client, url: str) -> tuple[int, dict[str, Any]]:
    """Status and answer: 0 where the server cannot be reached, nothing where it is no object."""
    import httpx2

    try:
        answer = client.get(url, timeout=LOOK_SECONDS)
        if answer.status_code != httpx2.codes.OK or len(answer.content) > LARGEST:
            return answer.status_code, {}
        found = answer.json()
    except httpx2.HTTPError:
        return 0, {}
    except (ValueError, RecursionError):
        return -1, {}
    if isinstance(found, list):
        found = {"data": found}
    return answer.status_code, found if isinstance(found, dict) else {}


def _entries(listed: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Models of a list."""
    for name in ("data", "models"):
        rows = listed.get(name)
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, Mapping):
                yield row


def _in_list(listed: Mapping[str, Any], model: str) -> int:
    rows = [*_entries(listed)]
    named = [r for r in rows if model in {r.get("id"), r.get("name"), r.get("model")}]
    for row in named or (rows if len(rows) == 1 else []):
        inner = [row, row.get("meta"), row.get("top_provider"), row.get("capabilities")]
        for values in (each for each in inner if isinstance(each, Mapping)):
            for name in _IN_LISTS:
                if window := _believed(values.get(name)):
                    return window
    return 0


def _is_own_make(listed: Mapping[str, Any]) -> bool:
    """Whether a list is that of a server that people run themselves."""
    makers = {"llamacpp", "library", "organization_owner", "koboldcpp"}
    return any(row.get("owned_by") in makers for row in _entries(listed))


def _believed(value: Any) -> int:
    """A number of tokens, 0 for anything else."""
    number = value if isinstance(value, int) and not isinstance(value, bool) else 0
    return number if LEAST <= number <= LARGEST else 0


def _props(found: Mapping[str, Any], _: str) -> Any:
    settings = found.get("default_generation_settings")
    inner = settings.get("n_ctx") if isinstance(settings, Mapping) else None
    return inner if inner is not None else found.get("n_ctx")


def _lm_studio(found: Mapping[str, Any], model: str) -> Any:
    """What the model is loaded with."""
    for row in _entries(found):
        if row.get("id") == model:
            return row.get("loaded_context_length")
    return 0


def _lm_studio_new(found: Mapping[str, Any], model: str) -> Any:
    for row in _entries(found):
        loaded = row.get("loaded_instances")
        for each in loaded if isinstance(loaded, list) else ():
            if isinstance(each, Mapping) and model in {each.get("id"), row.get("key")}:
                config = each.get("config")
                return config.get("context_length") if isinstance(config, Mapping) else 0
    return 0


def _value(found: Mapping[str, Any], _: str) -> Any:
    return found.get("value")


def _info(found: Mapping[str, Any], _: str) -> Any:
    return found.get("max_total_tokens") or found.get("max_input_tokens")


Read = Callable[[Mapping[str, Any], str], Any]

_WAYS: tuple[tuple[str, Read], ...] = (
    ("/props", _props),
    ("/api/v0/models", _lm_studio),
    ("/api/v1/models", _lm_studio_new),
    ("/api/v1/config/max_context_length", _value),
    ("/info", _info),
)
"""Other interfaces, and how each says it."""

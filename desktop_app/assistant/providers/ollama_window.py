"""Window of a model in Ollama: what it can hold, what it is loaded with, and what is asked for.

Ollama gives a model a small window unless a request says how large, and leaves out silently what
does not fit (docs.ollama.com/context-length).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from desktop_app.model.errors import BadInput

if TYPE_CHECKING:
    import httpx2

LOOK_SECONDS = 5.0
BY_ITSELF = 16_384
"""Tokens that are asked for when the person has set nothing: enough for the assistant, and little
memory for a model of eight billion parameters."""

UNKNOWN = 8_192
"""Tokens asked for where the server does not say what the model can hold."""

_NUM_CTX = re.compile(r"^num_ctx\s+(\d+)\s*$", re.MULTILINE)


def ollama_window(client: httpx2.Client, base_url: str, model: str, wanted: int) -> int:
    """Window for requests to a model, in tokens; `wanted` is what the person set, 0 for nothing.
    Raises `BadInput` for a model that says it cannot use tools."""
    shown = _asked(client, "POST", f"{base_url}/api/show", {"model": model})
    able = shown.get("capabilities")
    if isinstance(able, list) and able and "tools" not in able:
        raise BadInput(
            f"{model} can't use tools, and the assistant needs them.",
            next_step="Choose another model in Settings → Assistant.",
        )
    most = _longest(shown.get("model_info"))
    if not wanted:
        loaded = _loaded(_asked(client, "GET", f"{base_url}/api/ps"), model)
        wanted = max(_set_in_model(shown) or (BY_ITSELF if most else UNKNOWN), loaded)
    return min(wanted, most) if most else wanted


def _asked(
    client: httpx2.Client, method: str, url: str, body: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Answer of the server, empty where it gives none that can be used: the run will say why."""
    import httpx2

    try:
        answer = client.request(method, url, json=body, timeout=LOOK_SECONDS)
        found = answer.json() if answer.status_code == httpx2.codes.OK else None
    except (httpx2.HTTPError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _longest(model_info: Any) -> int:
    """What the model was made for: `llama.context_length` and the like; 0 where it is not said."""
    if not isinstance(model_info, dict):
        return 0
    found = [
        value
        for name, value in model_info.items()
        if str(name).endswith(".context_length") and isinstance(value, int) and value > 0
    ]
    return min(found, default=0)


def _set_in_model(shown: Mapping[str, Any]) -> int:
    """The window that the person gave the model in Ollama itself."""
    match = _NUM_CTX.search(str(shown.get("parameters", "")))
    return int(match[1][:9]) if match else 0


def _loaded(running: Mapping[str, Any], model: str) -> int:
    """The window that the model is loaded with: another one would load it anew."""
    rows = running.get("models")
    for row in rows if isinstance(rows, list) else ():
        size = row.get("context_length") if isinstance(row, dict) else None
        if isinstance(size, int) and _tagged(str(row.get("name", ""))) == _tagged(model):
            return size
    return 0


def _tagged(name: str) -> str:
    return name if ":" in name else f"{name}:latest"

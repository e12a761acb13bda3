"""Models of an Ollama server: getting one, and a first sentence from it.

Source: https://github.com/ollama/ollama/blob/main/docs/api.md (pull, chat). Ollama itself
downloads; nothing but the name of the model is sent.
"""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from desktop_app.model.errors import Cancelled, NotFound, Unavailable
from desktop_app.model.local_model import Trial
from desktop_app.model.progress import Progress

if TYPE_CHECKING:
    import httpx2

FIRST_SENTENCE = "Say in one short sentence that you are ready to help with mail."
SILENT_SECONDS = 300.0
"""How long a model may take to load and to say its first word."""
LOOK_SECONDS = 0.1
_NANOSECONDS = 1e9
_MOST_CHARACTERS = 300


def pull(
    base_url: str, model: str, *, progress: Callable[[Progress], None], cancelled: Event
) -> None:
    """Have Ollama download a model. What is downloaded stays when it is stopped, and is gone on
    with. Raises `Cancelled`, `NotFound` for a name it does not know, `Unavailable`."""
    sizes: dict[str, tuple[int, int]] = {}
    began = time.monotonic()
    ended = False
    with _lines(f"{base_url}/api/pull", {"model": model, "stream": True}, cancelled) as lines:
        for told in lines:
            _raise_told(told, model)
            if told.get("digest"):
                sizes[told["digest"]] = (int(told.get("completed") or 0), int(told["total"]))
            ended = told.get("status") == "success"
            progress(_progress(sizes, str(told.get("status", "")), time.monotonic() - began))
    if not ended:
        raise Unavailable("The download ended before it was whole.", next_step="Try it again.")


def first_sentence(base_url: str, model: str, *, cancelled: Event) -> Trial:
    """Ask a model for a sentence. Raises as `pull`."""
    body = {
        "model": model,
        "messages": [{"role": "user", "content": FIRST_SENTENCE}],
        "think": False,
        "stream": True,
    }
    words: list[str] = []
    speed = 0.0
    with _lines(f"{base_url}/api/chat", body, cancelled) as lines:
        for told in lines:
            _raise_told(told, model)
            words.append(str(told.get("message", {}).get("content", "")))
            if told.get("done"):
                speed = _words_a_second("".join(words), told)
    answer = " ".join("".join(words).split())
    if not answer:
        raise Unavailable(f"{model} gave no answer.", next_step="Try another model.")
    return Trial(answer[:_MOST_CHARACTERS], speed)


def _words_a_second(answer: str, told: dict[str, Any]) -> float:
    """By the time that writing took, without loading the model."""
    seconds = float(told.get("eval_duration") or 0) / _NANOSECONDS
    return len(answer.split()) / seconds if seconds > 0 else 0.0


def _progress(sizes: dict[str, tuple[int, int]], phase: str, seconds: float) -> Progress:
    done, total = (sum(each[place] for each in sizes.values()) for place in (0, 1))
    eta = seconds * (total - done) / done if done else -1.0
    return Progress(0, 0, done, total, eta, phase)


def _raise_told(told: dict[str, Any], model: str) -> None:
    error = str(told.get("error", ""))
    if "does not exist" in error or "not found" in error:
        raise NotFound(f"Ollama knows no model {model}.", next_step="Look at its name.")
    if error:
        raise Unavailable(f"Ollama says: {error[:_MOST_CHARACTERS]}", next_step="Try it again.")


@contextmanager
def _lines(url: str, body: dict[str, Any], cancelled: Event) -> Iterator[Iterator[dict[str, Any]]]:
    """The lines of an answer as they come; a press of Cancel closes the connection."""
    import httpx2

    patience = httpx2.Timeout(SILENT_SECONDS, connect=5)
    try:
        with (
            httpx2.Client(timeout=patience, trust_env=False) as client,
            client.stream("POST", url, json=body) as answer,
            _closed_when(cancelled, answer),
        ):
            yield _decoded(answer)
    except (httpx2.HTTPError, httpx2.StreamError, OSError, ValueError) as error:
        if cancelled.is_set():
            raise Cancelled("Stopped.") from error
        raise Unavailable(
            "Ollama does not answer.", next_step="Look whether it runs, and try again."
        ) from error
    if cancelled.is_set():
        raise Cancelled("Stopped.")


def _decoded(answer: httpx2.Response) -> Iterator[dict[str, Any]]:
    for line in answer.iter_lines():
        found = json.loads(line) if line.strip() else {}
        if isinstance(found, dict):
            yield found


@contextmanager
def _closed_when(cancelled: Event, answer: httpx2.Response) -> Iterator[None]:
    ended = Event()

    def watch() -> None:
        while not ended.is_set():
            if cancelled.wait(LOOK_SECONDS):
                # Closing a socket wakes nobody who reads from it; shutting it down does.
                with suppress(OSError):
                    connection = answer.extensions["network_stream"].get_extra_info("socket")
                    connection.shutdown(socket.SHUT_RDWR)
                return

    thread = Thread(target=watch, name="ollama cancelling", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()

"""Models on this computer: got from Ollama over real HTTP, and where a key may go."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from desktop_app.assistant.providers import ModelDirectory
from desktop_app.assistant.providers.connecting import (
    Connection,
    carries_keys,
    describe,
    refuse_unencrypted,
)
from desktop_app.assistant.providers.table import PROVIDERS
from desktop_app.assistant.transcript import AgentPlace
from desktop_app.model.errors import BadInput, Cancelled, KnownError, NotFound, Unavailable
from desktop_app.model.local_model import MODELS, fitting
from desktop_app.model.progress import Progress
from desktop_app.settings import Settings

GB = 1_000_000_000


class _Ollama(BaseHTTPRequestHandler):
    """Answers every request with `lines`, then stalls while `held`."""

    lines: ClassVar[list[dict[str, Any]]] = []
    asked: ClassVar[list[tuple[str, dict[str, Any], dict[str, str]]]] = []
    held: ClassVar[threading.Event] = threading.Event()
    waits: ClassVar[threading.Event] = threading.Event()
    stalls = False

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append((self.path, body, dict(self.headers)))
        self.send_response(200)
        self.end_headers()
        for line in self.lines:
            self.wfile.write(json.dumps(line).encode() + b"\n")
        self.wfile.flush()
        if type(self).stalls:
            self.waits.set()
            self.held.wait(20)

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture
def ollama() -> Iterator[str]:
    _Ollama.lines, _Ollama.stalls = [], False
    _Ollama.asked.clear()
    _Ollama.held.clear()
    _Ollama.waits.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Ollama)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    _Ollama.held.set()
    server.shutdown()
    thread.join()
    server.server_close()


class Keys(dict[str, str]):
    """A keyring in memory that counts who looks into it."""

    looked = 0

    def get(self, name: str, default: Any = None) -> Any:
        self.looked += 1
        return super().get(name, default)

    def set(self, name: str, value: str, *, session_only: bool = False) -> None:
        self[name] = value

    def delete(self, name: str) -> None:
        self.pop(name, None)

    def in_memory(self, name: str) -> bool:
        return name in self


@pytest.fixture
def directory(tmp_path: Path) -> ModelDirectory:
    return ModelDirectory(Settings(tmp_path, {}), Keys())


PULL: list[dict[str, Any]] = [
    {"status": "pulling manifest"},
    {"status": "pulling a", "digest": "a", "total": 3 * GB, "completed": GB},
    {"status": "pulling b", "digest": "b", "total": GB},
    {"status": "pulling a", "digest": "a", "total": 3 * GB, "completed": 3 * GB},
    {"status": "success"},
]


def pull(directory: ModelDirectory, url: str, cancelled: threading.Event) -> list[Progress]:
    told: list[Progress] = []
    directory.pull("qwen3:4b", url, progress=told.append, cancelled=cancelled)
    return told


def test_a_model_is_got_with_progress(directory: ModelDirectory, ollama: str) -> None:
    _Ollama.lines = PULL
    told = pull(directory, ollama, threading.Event())
    assert [(p.bytes_done, p.bytes_total) for p in told] == [
        (0, 0), (GB, 3 * GB), (GB, 4 * GB), (3 * GB, 4 * GB), (3 * GB, 4 * GB),
    ]  # fmt: skip
    [(path, body, headers)] = _Ollama.asked
    assert path == "/api/pull"
    assert body == {"model": "qwen3:4b", "stream": True}
    assert "Authorization" not in headers


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ([{"error": "pull model manifest: file does not exist"}], NotFound),
        ([{"error": "write /models: no space left on device"}], Unavailable),
        (PULL[:2], Unavailable),
        ([{"status": "pulling", "digest": "a", "total": "much"}], Unavailable),
    ],
)
def test_a_download_that_fails_says_why(
    directory: ModelDirectory, ollama: str, lines: list[dict[str, Any]], error: type[KnownError]
) -> None:
    _Ollama.lines = lines
    with pytest.raises(error):
        pull(directory, ollama, threading.Event())


def test_a_download_can_be_stopped_while_nothing_comes(
    directory: ModelDirectory, ollama: str
) -> None:
    _Ollama.lines, _Ollama.stalls = PULL[:2], True
    cancelled = threading.Event()

    def stop() -> None:
        _Ollama.waits.wait(20)
        cancelled.set()

    threading.Thread(target=stop).start()
    with pytest.raises(Cancelled):
        pull(directory, ollama, cancelled)


def test_the_first_sentence_tells_how_fast_a_model_writes(
    directory: ModelDirectory, ollama: str
) -> None:
    _Ollama.lines = [
        {"message": {"content": "I am "}},
        {"message": {"content": "ready now."}},
        {"message": {"content": ""}, "done": True, "eval_count": 6, "eval_duration": 500_000_000},
    ]
    trial = directory.first_sentence("qwen3:4b", ollama, cancelled=threading.Event())
    assert trial.answer == "I am ready now."
    assert trial.words_a_second == pytest.approx(8.0)


def test_an_ollama_that_is_not_there_is_said(directory: ModelDirectory) -> None:
    with pytest.raises(Unavailable, match="Ollama does not answer"):
        pull(directory, "http://127.0.0.1:1", threading.Event())


@pytest.mark.parametrize(
    ("memory", "names"),
    [
        (64 * GB, ["gpt-oss:20b", "qwen3:14b", "qwen3:8b"]),
        (16 * GB, ["qwen3:14b", "qwen3:8b", "qwen3:4b"]),
        (8 * GB, ["qwen3:4b", "qwen3:1.7b"]),
        (4 * GB, []),
        (0, ["qwen3:4b", "qwen3:1.7b"]),
    ],
)
def test_models_are_offered_that_fit_the_memory(memory: int, names: list[str]) -> None:
    assert [model.name for model in fitting(memory)] == names
    assert all(model in MODELS for model in fitting(memory))


HOME = "http://192.168.1.5:1234/v1"


def connection_to(url: str) -> Connection:
    return Connection(PROVIDERS["openai_compatible"], "m", url)


@pytest.mark.parametrize(
    ("url", "sent"),
    [
        ("http://127.0.0.1:1234/v1", True),
        ("https://models.example/v1", True),
        (HOME, False),
        ("http://models.example/v1", False),
    ],
)
def test_a_key_goes_encrypted_or_stays_on_this_computer(url: str, sent: bool) -> None:
    assert carries_keys(url) is sent


def test_the_own_network_is_reached_once_the_person_allows_that_computer(tmp_path: Path) -> None:
    settings = Settings(tmp_path, {})
    with pytest.raises(BadInput, match=r"192\.168\.1\.5 could be read"):
        refuse_unencrypted(settings, connection_to(HOME))
    settings.change("assistant.plain_http", "192.168.1.5")
    refuse_unencrypted(settings, connection_to(HOME))
    with pytest.raises(BadInput):
        refuse_unencrypted(settings, connection_to("http://192.168.1.6:1234/v1"))
    settings.change("assistant.plain_http", "models.example")
    with pytest.raises(BadInput):
        refuse_unencrypted(settings, connection_to("http://models.example/v1"))


def test_a_model_of_the_own_network_is_called_that() -> None:
    told = describe(connection_to(HOME))
    assert told.place is AgentPlace.OWN_NETWORK
    assert told.data_sent == "What it reads is sent to 192.168.1.5 on your network, unencrypted."


def test_the_settings_take_an_address_of_the_own_network_and_no_open_one(tmp_path: Path) -> None:
    settings = Settings(tmp_path, {})
    settings.change("assistant.base_url", HOME)
    for key, url in (
        ("assistant.base_url", "http://models.example/v1"),
        ("google.token_uri", "http://192.168.1.5/token"),
    ):
        with pytest.raises(BadInput):
            settings.change(key, url)


@pytest.mark.parametrize("url", ["http://models.example/v1", "http://8.8.8.8"])
def test_an_open_address_is_not_even_asked(directory: ModelDirectory, url: str) -> None:
    work: tuple[Callable[[], object], ...] = (
        lambda: directory.find("openai_compatible", url, "k", cancelled=threading.Event()),
        lambda: directory.first_sentence("m", url, cancelled=threading.Event()),
    )
    for ask in work:
        with pytest.raises(BadInput):
            ask()

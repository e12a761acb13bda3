"""Language models that run on one's own computer: which fit its memory."""

from __future__ import annotations

from dataclasses import dataclass

GIGABYTE = 1_000_000_000
_BESIDES = 3 * GIGABYTE
"""What the system, this program and the model's window need besides the model."""


@dataclass(frozen=True, slots=True)
class LocalModel:
    """Model that calls tools. `name` is Ollama's, `size` the download in bytes, `good_for` a
    few words. Source: the library's page of each model at ollama.com/library."""

    name: str
    title: str
    size: int
    good_for: str


MODELS = (
    LocalModel("gpt-oss:20b", "gpt-oss 20B", 14 * GIGABYTE, "the best of these"),
    LocalModel("qwen3:14b", "Qwen3 14B", int(9.3 * GIGABYTE), "careful answers"),
    LocalModel("qwen3:8b", "Qwen3 8B", int(5.2 * GIGABYTE), "most mail"),
    LocalModel("qwen3:4b", "Qwen3 4B", int(2.6 * GIGABYTE), "small computers"),
    LocalModel("qwen3:1.7b", "Qwen3 1.7B", int(1.4 * GIGABYTE), "quick, and often wrong"),
)
"""The largest first."""
MOST_OFFERED = 3


@dataclass(frozen=True, slots=True)
class Trial:
    """What a model answered to a first sentence, and words a second; 0 where it was not told."""

    answer: str
    words_a_second: float


def fitting(memory: int) -> tuple[LocalModel, ...]:
    """The largest models that a computer with so many bytes of memory runs; 0 is not known."""
    room = memory - _BESIDES if memory else 8 * GIGABYTE - _BESIDES
    return tuple(model for model in MODELS if model.size * 1.2 <= room)[:MOST_OFFERED]

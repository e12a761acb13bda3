"""Lone surrogates in a model's text, replaced: JSON can hold half a surrogate pair, which can be
neither stored nor sent back to the model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelMessagesTypeAdapter
from pydantic_core import PydanticSerializationError


def whole_messages(messages: Sequence[ModelMessage]) -> Sequence[ModelMessage]:
    """Messages with valid text: the same ones where all of it is, else copies."""
    try:
        ModelMessagesTypeAdapter.dump_json(list(messages))
    except PydanticSerializationError:
        plain = ModelMessagesTypeAdapter.dump_python(list(messages))
        return ModelMessagesTypeAdapter.validate_python(_whole(plain))
    return messages


def whole(text: str) -> str:
    """Text with a question mark for each lone surrogate."""
    return text.encode("utf-8", "replace").decode()


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return whole(value)
    if isinstance(value, dict):
        return {_whole(key): _whole(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_whole(each) for each in value]
    return value

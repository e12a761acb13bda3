"""By what mail is counted: sender, day or label."""

from __future__ import annotations

from collections.abc import Callable

from desktop_app.model.clock import as_datetime
from desktop_app.model.message import Message


def most_first(item: tuple[str, int]) -> tuple[int, str]:
    """Order of counts: the commonest first, then by their keys."""
    return (-item[1], item[0])


def _day(message: Message) -> tuple[str, ...]:
    return (as_datetime(message.date).astimezone().date().isoformat(),)


def _sender(message: Message) -> tuple[str, ...]:
    return (message.sender.key,)


def _labels(message: Message) -> tuple[str, ...]:
    return tuple(message.labels)


KEYS: dict[str, Callable[[Message], tuple[str, ...]]] = {
    "sender": _sender,
    "day": _day,
    "label": _labels,
}

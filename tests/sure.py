"""What a test is sure of: an answer that is there, one of a kind, a state as it is by now."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def there(value: T | None) -> T:
    """The value, which is not None."""
    assert value is not None, "nothing is there"
    return value


def of_kind(kind: type[T], value: object) -> T:
    """The value, which is of that kind."""
    assert isinstance(value, kind), f"{value!r} is no {kind.__name__}"
    return value


def anew(look: Callable[[], T]) -> T:
    """The state as it is by now: what was asserted of it before says nothing of it."""
    return look()

"""Lazy object, made when one of its attributes is first used."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar, cast

T = TypeVar("T")


def later(make: Callable[[], T]) -> T:
    """Proxy for the result of `make`, which is called at most once, by the first thread that
    needs it. It passes on methods and attributes; operators and `isinstance` do not work."""
    return cast("T", _Later(make))


class _Later:
    def __init__(self, make: Callable[[], object]) -> None:
        self._make: Callable[[], object] | None = make
        self._made: object = None
        self._lock = Lock()

    def __getattr__(self, name: str) -> Any:
        with self._lock:
            if self._make is not None:
                self._made, self._make = self._make(), None
        return getattr(self._made, name)

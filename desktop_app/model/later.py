"""What is made when it is first used: an object, or an attribute of one."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock, RLock
from typing import Any, Generic, TypeVar, cast

S = TypeVar("S")
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


class made_once(Generic[S, T]):  # noqa: N801 - a decorator
    """Attribute that is made by the first thread that needs it, and at most once: what
    `functools.cached_property` does not promise since Python 3.12."""

    def __init__(self, make: Callable[[S], T]) -> None:
        self._make = make
        self._lock = RLock()
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, thing: S, owner: type | None = None) -> T:
        kept = vars(thing)
        with self._lock:
            if self._name not in kept:
                kept[self._name] = self._make(thing)
        return cast("T", kept[self._name])

"""Mapping of errors of the client library and the network to own ones, in one place."""

from __future__ import annotations

from typing import Any

from desktop_app.accounts.google.errors import known_error, offline, unreadable
from desktop_app.model.clock import Clock
from desktop_app.model.errors import Cancelled, KnownError


class Expired(Exception):
    """Google refused the access token itself."""

    def __init__(self, error: KnownError) -> None:
        super().__init__(error.sentence)
        self.error = error


def is_foreign(answer: Any) -> bool:
    """Whether an answer is no JSON."""
    # The library hands out text that is no JSON as it came.
    return isinstance(answer, str) and bool(answer.strip())


def checked(answer: Any) -> Any:
    """The answer. Raises `Unavailable` where it is not Google's."""
    if is_foreign(answer):
        raise unreadable()
    return answer


class mapped:  # noqa: N801 - reads as the statement it is used in
    """Context manager that maps errors of the library to own ones."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, Exception) and not isinstance(error, KnownError | Cancelled):
            ours = _known(error, self._clock)
            if ours is not None:
                raise ours from error


def _known(error: Exception, clock: Clock) -> Exception | None:
    """Own error for an error of the library or the network; None for a bug."""
    import requests
    from googleapiclient.errors import HttpError

    if isinstance(error, requests.exceptions.RequestException):
        return offline(error)
    if isinstance(error, HttpError):
        known = known_error(error.resp.status, "", error.content, error.resp, clock=clock)
        return Expired(known) if error.resp.status == 401 else known
    if isinstance(error, ValueError | KeyError | IndexError):
        return unreadable()
    return None

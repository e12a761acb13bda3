"""What can go wrong between here and Google, as values a test hands to the proxy."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from fnmatch import fnmatchcase


class Kind(Enum):
    STATUS = "status"
    """Google answers with an error; the request has done nothing."""
    RESET = "reset"
    """The connection is reset when the request has been read; it has done nothing."""
    REPLY_LOST = "reply lost"
    """The request is carried out, then the connection is reset without an answer."""
    REPLY_CUT = "reply cut"
    """The request is carried out; half the answer comes, then the connection closes."""
    HANG = "hang"
    """Nothing is carried out and nothing answers for `seconds`, then the connection closes."""
    REPLY_HANGS = "reply hangs"
    """The request is carried out; nothing answers for `seconds`, then the connection closes."""
    GARBAGE = "garbage"
    """The request is carried out; the answer is an HTML page with status 200."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Happens to the `times` calls of `method` that follow the first `skip` of them.

    `method` is a pattern over the ids of the discovery documents (`gmail.users.messages.get`,
    `gmail.*`) and over `batch`, `oauth.token`, `oauth.revoke`, `oauth.auth`. `reason` is
    Google's reason string; `body` overrides the whole error body. `target` is a part of the
    address it happens to alone.
    """

    method: str = "*"
    kind: Kind = Kind.STATUS
    status: int = 500
    reason: str = "backendError"
    message: str = ""
    body: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 5.0
    times: int = 1
    skip: int = 0
    target: str = ""


MESSAGES = {
    "authError": "Invalid Credentials",
    "insufficientPermissions": "Request had insufficient authentication scopes.",
    "accessNotConfigured": (
        "Gmail API has not been used in project 1234567890 before or it is disabled. Enable it by"
        " visiting https://console.developers.google.com/apis/api/gmail.googleapis.com/overview"
        "?project=1234567890 then retry."
    ),
    "rateLimitExceeded": "Rate Limit Exceeded",
    "userRateLimitExceeded": "User Rate Limit Exceeded",
    "dailyLimitExceeded": "Daily Limit Exceeded",
    "domainPolicy": "The domain administrators have disabled Gmail apps.",
    "notFound": "Requested entity was not found.",
    "failedPrecondition": "Precondition check failed.",
    "badRequest": "Bad Request",
    "backendError": "Backend Error",
}
_STATUS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    503: "UNAVAILABLE",
}


def error_body(status: int, reason: str, message: str = "") -> bytes:
    """Google's JSON error. Source: https://developers.google.com/gmail/api/guides/handle-errors"""
    text = message or MESSAGES.get(reason, reason)
    return json.dumps(
        {
            "error": {
                "code": status,
                "message": text,
                "errors": [{"message": text, "domain": "global", "reason": reason}],
                "status": _STATUS.get(status, "UNKNOWN"),
            }
        }
    ).encode()


class FaultBook:
    """The faults that are still to come; thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._faults: list[list[object]] = []

    def add(self, fault: Fault) -> None:
        with self._lock:
            self._faults.append([fault, fault.skip, fault.times])

    def clear(self) -> None:
        with self._lock:
            self._faults.clear()

    @property
    def pending(self) -> bool:
        """Whether any fault has not happened as often as it should."""
        with self._lock:
            return bool(self._faults)

    def next(self, method: str, target: str = "") -> Fault | None:
        """The fault that happens to this call, counted down."""
        with self._lock:
            for entry in self._faults:
                fault: Fault = entry[0]  # type: ignore[assignment]
                if not fnmatchcase(method, fault.method) or fault.target not in target:
                    continue
                if entry[1]:
                    entry[1] -= 1  # type: ignore[operator]
                    continue
                entry[2] -= 1  # type: ignore[operator]
                if not entry[2]:
                    self._faults.remove(entry)
                return fault
        return None


class Quota:
    """Units used in any 60 seconds; the strictest reading of "per minute per user"."""

    def __init__(
        self, units_per_minute: int = 0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.units_per_minute = units_per_minute
        self._clock = clock
        self.refused = 0
        self._lock = threading.Lock()
        self._used: list[tuple[float, int]] = []

    def take(self, units: int) -> float:
        """0 when there was room (the units are counted then), else the seconds until there is."""
        now = self._clock()
        with self._lock:
            self._used.append((now, units))
            if not self.units_per_minute:
                return 0.0
            recent = [(at, n) for at, n in self._used if at > now - 60]
            if sum(n for _, n in recent) <= self.units_per_minute:
                return 0.0
            self._used.pop()
            self.refused += 1
            return max(1.0, recent[0][0] + 60 - now)

    def log(self) -> list[tuple[float, int]]:
        """Every grant: when (monotonic seconds), units."""
        with self._lock:
            return list(self._used)

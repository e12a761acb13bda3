"""Use of the services of accounts: calls, the quota they took, and what became of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

HOUR = 3600


@dataclass(frozen=True, slots=True)
class Call:
    """Calls that are alike. `service` is gmail, drive, calendar, imap or smtp; `error` the code of
    the error they came to, empty where they went well."""

    account_id: str
    service: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class ServiceUse:
    """Use of one service of one account. `units` are of its quota, 0 where it has none; `errors`
    counts the calls that failed, by the code of their error."""

    service: str
    calls: int
    units: int = 0
    errors: Mapping[str, int] = field(default_factory=dict)

    @property
    def failed(self) -> int:
        return sum(self.errors.values())


_TITLES = {
    "gmail": "Gmail",
    "drive": "Drive",
    "calendar": "Calendar",
    "imap": "IMAP",
    "smtp": "SMTP",
}
_ERRORS = {
    "slow_down": "asked to wait",
    "unavailable": "not reached",
    "needs_sign_in": "not signed in",
    "refused": "refused",
    "not_found": "not there any more",
    "bad_input": "not understood",
    "cancelled": "called off",
}


def use_words(used: Sequence[ServiceUse]) -> str:
    """`Gmail 1,204 calls (24,080 units), 3 failed (2 asked to wait, 1 not reached); Drive 4 calls`;
    empty without any."""
    return "; ".join(_service(use) for use in used)


def _service(use: ServiceUse) -> str:
    words = f"{_TITLES.get(use.service, use.service)} {use.calls:,} call{'s' * (use.calls != 1)}"
    if use.units:
        words += f" ({use.units:,} units)"
    if use.failed:
        kinds = (f"{count:,} {_ERRORS.get(code, code)}" for code, count in use.errors.items())
        words += f", {use.failed:,} failed ({', '.join(kinds)})"
    return words


class CountCall(Protocol):
    """Counts calls as they are made; it waits for nothing and raises nothing."""

    def __call__(self, call: Call, *, calls: int = 1, units: int = 0) -> None: ...


def not_counted(call: Call, *, calls: int = 1, units: int = 0) -> None:
    """For where nobody wants to know."""
    del call, calls, units

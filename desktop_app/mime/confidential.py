"""Numbers and keys that hardly anyone means to mail: found, never kept."""

from __future__ import annotations

import re

_CARD = re.compile(r"(?<![\d-])(?:\d[ -]?){12,18}\d(?![\d-])")
_KEYS = (
    re.compile(r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----"),
    re.compile(r"\bAKIA[0-9A-Z]{16}\b"),
    re.compile(r"\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)[-_][A-Za-z0-9_-]{16,}"),
    re.compile(r"\bgh[pousr]_[A-Za-z0-9]{30,}"),
    re.compile(r"\bgithub_pat_[A-Za-z0-9_]{30,}"),
    re.compile(r"\bxox[abprs]-[A-Za-z0-9-]{10,}"),
    re.compile(r"\bAIza[0-9A-Za-z_-]{35}\b"),
    re.compile(r"\bya29\.[0-9A-Za-z_-]{20,}"),
    re.compile(r"\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}"),
)


def has_card_number(text: str) -> bool:
    """Whether a payment card's number stands in `text` (13 to 19 digits, Luhn's check right)."""
    return any(_luhn(re.sub(r"\D", "", match)) for match in _CARD.findall(text))


def has_key(text: str) -> bool:
    """Whether something with the shape of an access key or a private key stands in `text`."""
    return any(pattern.search(text) for pattern in _KEYS)


def _luhn(digits: str) -> bool:
    if not 13 <= len(digits) <= 19 or len(set(digits)) < 2 or digits[0] not in "3456":
        return False
    total = 0
    for index, digit in enumerate(reversed(digits)):
        doubled = int(digit) * (2 if index % 2 else 1)
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0

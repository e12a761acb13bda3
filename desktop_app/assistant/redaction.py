"""Takes what nobody needs to send to a model out of a text: card numbers, keys, one-time codes.

What was taken out is named in square brackets, so that a draft that repeats it cannot be sent
before a person fills it in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

CARD, KEY, CODE = "[card number removed]", "[key removed]", "[code removed]"

_CARD = re.compile(r"(?<![\w.+/-])\d(?:[ -]?\d){12,18}(?![\w/-])")
_KEYS = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"
    r"|\bsk-[A-Za-z0-9_-]{16,}"
    r"|\bgh[pousr]_[A-Za-z0-9]{20,}"
    r"|\bgithub_pat_[A-Za-z0-9_]{20,}"
    r"|\bglpat-[A-Za-z0-9_-]{16,}"
    r"|\bxox[abprs]-[A-Za-z0-9-]{10,}"
    r"|\bAKIA[0-9A-Z]{16}\b"
    r"|\bAIza[0-9A-Za-z_-]{35}"
    r"|\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}",
    re.DOTALL,
)
_NAMED = re.compile(
    r"(?i)\b(password|passwort|passphrase|mot de passe|contraseña|api[ _-]?key|secret key|"
    r"access token|client secret)\b(\s*(?:is|ist|:|=)\s*)(?!\[)(\S{6,})"
)
_CODE_NAME = (
    r"(?:(?:one[- ]time|verification|security|confirmation|log-?in|sign-?in|access|2fa|two-factor|"
    r"authentication|bestätigungs|sicherheits|verifizierungs|einmal|anmelde)[ -]?"
    r"(?:code|passcode|password|passwort|pin)"
    r"|code de (?:vérification|sécurité|confirmation)|código de (?:verificación|seguridad)"
    r"|otp|passcode|pin(?:[ -]code)?|tan)"
)
_DIGITS = r"(?:\d{4,8}|\d{3}[ -]\d{3}|[A-Z]{1,2}-\d{4,8})"
_CODE_AFTER = re.compile(
    rf"(?i)(\b{_CODE_NAME}\b[^\d\n]{{0,25}}?)(?<![\d.,/-]){_DIGITS}(?![\d/]|[.,]\d)"
)
_CODE_BEFORE = re.compile(
    rf"(?i)(?<![\w#/.,-]){_DIGITS}(?![\d/.,-])"
    rf"(\s+(?:is|ist|est|es)\s+(?:your|ihr|dein|votre|su|tu)\b[^\n]{{0,40}}?\b(?:{_CODE_NAME}|code|código)\b)"
)


def redacted(text: str) -> str:
    """`text` with card numbers (that pass Luhn's check, ISO/IEC 7812-1), private keys, tokens
    of known shapes, named passwords and one-time codes replaced."""
    text = _KEYS.sub(KEY, text)
    text = _CARD.sub(lambda m: CARD if _luhn(m[0]) else m[0], text)
    text = _NAMED.sub(lambda m: f"{m[1]}{m[2]}{KEY}", text)
    text = _CODE_BEFORE.sub(lambda m: f"{CODE}{m[1]}", text)
    return _CODE_AFTER.sub(lambda m: f"{m[1]}{CODE}", text)


def redacted_all(value: Any) -> Any:
    """The same in every text of a JSON value; names of fields stay."""
    if isinstance(value, str):
        return redacted(value)
    if isinstance(value, dict):
        return {key: redacted_all(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [redacted_all(each) for each in value]
    return value


def _luhn(text: str) -> bool:
    return len(set(text) - set(" -")) > 1 and sum(_weighted(text)) % 10 == 0


def _weighted(text: str) -> Iterator[int]:
    digits = [int(c) for c in text if c.isdigit()]
    for place, digit in enumerate(reversed(digits)):
        doubled = digit * 2 if place % 2 else digit
        yield doubled - 9 if doubled > 9 else doubled

"""Card numbers, keys and codes that hardly anyone means to send: found and removed, never
stored."""

from __future__ import annotations

import re

_CARD = re.compile(r"(?<![\d-])(?:\d[ -]?){12,18}\d(?![\d-])")
_ID = re.compile(r"\b([0-9a-f]{32})\b")
"""An id of our own: digits in it are no card number, whatever their sum."""
CARD, KEY, CODE = "[card number removed]", "[key removed]", "[code removed]"
"""Replacements for what was removed from a text."""

_PRIVATE_KEY = re.compile(
    r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----"
    r"(?:[\s\S]*?-----END (?:[A-Z]+ )*PRIVATE KEY-----|[\s\S]*)"
)
_KEYS = (
    _PRIVATE_KEY,
    re.compile(r"\bAKIA[0-9A-Z]{16}\b"),
    re.compile(r"\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)[-_][A-Za-z0-9_-]{16,}"),
    re.compile(r"\bsk-[A-Za-z0-9_-]{20,}"),
    re.compile(r"\bgh[pousr]_[A-Za-z0-9]{30,}"),
    re.compile(r"\bgithub_pat_[A-Za-z0-9_]{30,}"),
    re.compile(r"\bxox[abprs]-[A-Za-z0-9-]{10,}"),
    re.compile(r"\bAIza[0-9A-Za-z_-]{35}\b"),
    re.compile(r"\bya29\.[0-9A-Za-z_-]{20,}"),
    re.compile(r"(?<![\w-])eyJ[A-Za-z0-9_-]{10,}+\.eyJ[A-Za-z0-9_-]{10,}+\.[A-Za-z0-9_-]{10,}+"),
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
    rf"(?i)(\b{_CODE_NAME}\b[^\d]{{0,40}}?)(?<![\d.,/-]){_DIGITS}(?![\d/]|[.,]\d)"
)
_CODE_BEFORE = re.compile(
    rf"(?i)(?<![\w#/.,-]){_DIGITS}(?![\d/.,-])"
    rf"(\s+(?:is|ist|est|es)\s+(?:your|ihr|dein|votre|su|tu)\b[^\n]{{0,40}}?"
    rf"\b(?:{_CODE_NAME}|code|código)\b)"
)


def redacted(text: str) -> str:
    """`text` with card numbers, keys, named passwords and one-time codes replaced by their kind,
    in square brackets."""
    for pattern in _KEYS:
        text = pattern.sub(KEY, text)
    parts = _ID.split(text)  # every second one is an id
    parts[::2] = [_CARD.sub(_without_card, part) for part in parts[::2]]
    text = "".join(parts)
    text = _NAMED.sub(lambda m: f"{m[1]}{m[2]}{KEY}", text)
    text = _CODE_BEFORE.sub(lambda m: f"{CODE}{m[1]}", text)
    return _CODE_AFTER.sub(lambda m: f"{m[1]}{CODE}", text)


def has_card_number(text: str) -> bool:
    """Whether `text` has a payment card's number (13 to 19 digits, valid by Luhn's check)."""
    return any(_is_card(match) for part in _ID.split(text)[::2] for match in _CARD.findall(part))


def has_key(text: str) -> bool:
    """Whether `text` has something with the shape of an access key or a private key."""
    return any(pattern.search(text) for pattern in _KEYS)


def _without_card(found: re.Match[str]) -> str:
    return CARD if _is_card(found[0]) else found[0]


def _is_card(text: str) -> bool:
    return _luhn(re.sub(r"\D", "", text))


def _luhn(digits: str) -> bool:
    if not 13 <= len(digits) <= 19 or len(set(digits)) < 2 or digits[0] not in "3456":
        return False
    total = 0
    for index, digit in enumerate(reversed(digits)):
        doubled = int(digit) * (2 if index % 2 else 1)
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0

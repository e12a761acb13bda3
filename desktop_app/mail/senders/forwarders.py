"""Forwarders and lists that write From anew, and say for whom, as those do whose mail has to pass
DMARC: aliases (`news.at.shop.example.k1@alias.example`), lists (`'dana@there' via List`).

Whoever poses as one writes so too: it is a doubt, and no proof of anything.
"""

from __future__ import annotations

import re

from desktop_app.model.address import Address

_MOST = 300
"""Characters of a name or an address that are looked at."""
_VIA = re.compile(
    r"\b(?:via|through|on behalf of|über|im auftrag von|par|au nom de|tramite|per conto di|por|"
    r"através de|en nombre de|em nome de|namens|genom|gjennom|za pośrednictwem|w imieniu|через|"
    r"от имени)\b",
    re.IGNORECASE,
)
_LISTSERV = re.compile(r"\b(?:dmarc|owner)-request$", re.IGNORECASE)
_AT_HOST = re.compile(r"[^\W_](?:[._+-]at[._+-]|=)")
_WORD = re.compile(r"[^\W_]+")
_AT = "at"


def is_passed_on(sender: Address, shown: str) -> bool:
    """Whether a sender says that somebody else wrote: `shown`, an address or a host in its name.
    The name says *via* behind it, or the part before the @ holds the address that is shown, or an
    address at the host that is shown."""
    if not shown:
        return False
    name = sender.name[:_MOST]
    if _VIA.search(name, max(name.find(shown), 0)):
        return True
    local = sender.key[:_MOST].rpartition("@")[0]
    user, _, host = shown.lower().rpartition("@")
    place = _words(host)
    if _LISTSERV.search(local) or any(
        _words(local[found.end() :])[: len(place)] == place for found in _AT_HOST.finditer(local)
    ):
        return True
    return bool(user) and _holds(local, _words(user), place)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _holds(local: str, user: list[str], host: list[str]) -> bool:
    """Whether the words of an address stand in `local`, its user before its host or behind it."""
    words = [word for word in _words(local) if word != _AT]
    user = [word for word in user if word != _AT]
    return any(
        words[start : start + len(wanted)] == wanted
        for wanted in (user + host, host + user)
        for start in range(len(words))
    )

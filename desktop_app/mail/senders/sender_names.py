"""Display names of senders as words: what they claim, and letters that only look like letters."""

from __future__ import annotations

import re
import unicodedata

_COMMON = frozenset(
    "the a an and of for from by via team support service services customer customers care help"
    " desk helpdesk account accounts security info information news newsletter mail email online"
    " notice notification notifications alert alerts update updates billing payment payments"
    " order orders no reply noreply official center centre department office admin administrator"
    " group company inc ltd gmbh llc sa srl kundenservice kundendienst kundensupport und der die"
    " das fur von dein ihr equipo servicio cliente clientes atencion equipe atendimento suporte"
    " le la les du de des do da dos con por para pour votre vous my your our us hello important"
    " urgent new mr mrs ms dr".split()
)
"""Words of names that name nobody."""

_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064"
    "\u2066-\u2069\u3164\ufeff\uffa0\U000e0000-\U000e007f]"
)


def key_words(name: str) -> list[str]:
    """The words of a name that name somebody, in small letters without accents or odd forms."""
    plain = unicodedata.normalize("NFKD", _INVISIBLE.sub("", name)).casefold()
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    words = re.findall(r"[^\W_]+", plain.replace("'s ", " ").replace("’s ", " "))
    return [word for word in words if word not in _COMMON and not word.isdigit()]


def odd_letters(name: str) -> bool:
    """Whether a name has invisible characters between letters, or letters made for formulas."""
    if name.isascii():
        return False
    if re.search(rf"\w{_INVISIBLE.pattern}+\w", name):
        return True
    styled = sum(1 for c in name if 0x1D400 <= ord(c) <= 0x1D7FF or 0x24B6 <= ord(c) <= 0x24E9)
    return styled >= 3

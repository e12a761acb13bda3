"""Emoji by their names: CLDR's short names in four languages, and the usual short ones besides.

The names are those of the library `emoji`, which is imported when the first one is wanted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from desktop_app.ui.review.typed.offer_list import Offer

MOST_OFFERED = 40
LANGUAGES = ("en", "de", "fr", "es")
_SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))


@dataclass(frozen=True, slots=True)
class Named:
    """One emoji; `names` in small letters with spaces, the one to show first."""

    emoji: str
    names: tuple[str, ...]


@cache
def table() -> tuple[Named, ...]:
    """Every emoji as it is shown in colours, without those that differ by the skin alone. Takes a
    tenth of a second the first time."""
    import emoji

    for language in LANGUAGES:
        emoji.config.load_language(language)
    found = []
    for sign, data in emoji.EMOJI_DATA.items():
        if data["status"] == emoji.STATUS["fully_qualified"] and _SKIN_TONES.isdisjoint(sign):
            found.append(Named(sign, tuple(dict.fromkeys(map(plain, _names(data))))))
    return tuple(found)


def _names(data: dict[str, object]) -> Iterator[str]:
    for language in LANGUAGES:
        name = data.get(language)
        if isinstance(name, str):
            yield name
        if language == LANGUAGES[0]:
            also = data.get("alias")
            yield from (str(each) for each in also) if isinstance(also, list) else ()


def plain(name: str) -> str:
    """A name, or what is typed of one, as names are compared."""
    return " ".join(name.strip(":").replace("_", " ").replace("-", " ").lower().split())


def offers(word: str, among: Sequence[Named]) -> list[Offer]:
    """Emoji with a name that begins so, the shortest first, then those with such a word in it."""
    wanted = plain(word)
    ranked = []
    for place, each in enumerate(among):
        rank = min((_rank(wanted, name) for name in each.names), default=_NO)
        if rank != _NO:
            ranked.append((rank, place, each))
    ranked.sort(key=lambda found: found[:2])
    return [Offer(f"{n.emoji} {n.names[0]}", n.emoji) for *_, n in ranked[:MOST_OFFERED]]


_NO = (9, 0)


def _rank(wanted: str, name: str) -> tuple[int, int]:
    if name == wanted:
        return (0, 0)
    if name.startswith(wanted):
        return (1, len(name))
    return (2, len(name)) if f" {wanted}" in name else _NO

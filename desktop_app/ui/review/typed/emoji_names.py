"""Emoji by their names: CLDR's short names in four languages, and the usual short ones besides.

The names are those of the library `emoji`, which is imported when the first one is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from desktop_app.ui.review.typed.offer_list import Offer

MOST_OFFERED = 40
LANGUAGES = ("en", "de", "fr", "es")
_SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))


@dataclass(frozen=True, slots=True)
class Named:
    """One emoji, with its names in small letters with spaces: those in English, and the others."""

    emoji: str
    names: tuple[str, ...]
    elsewhere: tuple[str, ...] = ()


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
            also = data.get("alias")
            aliases = also if isinstance(also, list) else []
            names = dict.fromkeys(plain(str(each)) for each in (data["en"], *aliases))
            others = dict.fromkeys(plain(str(data[n])) for n in LANGUAGES[1:] if n in data)
            found.append(Named(sign, tuple(names), tuple(others)))
    return tuple(found)


def plain(name: str) -> str:
    """A name, or what is typed of one, as names are compared."""
    return " ".join(name.strip(":").replace("_", " ").replace("-", " ").lower().split())


def offers(word: str, among: Sequence[Named]) -> list[Offer]:
    """Emoji with a name that begins so, the shortest first, then those with such a word in it;
    English names before others. Each is shown by the name that fits."""
    wanted = plain(word)
    ranked = []
    for place, each in enumerate(among):
        fit = [(_rank(wanted, name, far=False), name) for name in each.names if wanted in name]
        fit += [(_rank(wanted, name, far=True), name) for name in each.elsewhere if wanted in name]
        rank, name = min(fit, default=(_NO, ""))
        if rank != _NO:
            ranked.append((rank, place, Offer(f"{each.emoji} {name}", each.emoji)))
    ranked.sort(key=lambda found: found[:2])
    return [offer for *_, offer in ranked[:MOST_OFFERED]]


_NO = (9, 0)


def _rank(wanted: str, name: str, *, far: bool) -> tuple[int, int]:
    if name == wanted:
        return (0, 0)
    if name.startswith(wanted):
        return (3 if far else 1, len(name))
    return (4 if far else 2, len(name)) if f" {wanted}" in name else _NO

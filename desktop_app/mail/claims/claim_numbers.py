"""Amounts, percentages, numbers in digits and in words, and codes as claims."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from desktop_app.mail.claims.claim import Claim, ClaimKind

_UNITS = {
    "eur": r"€|EUR|euros?",
    "usd": r"\$|USD|dollars?|dólar(?:es)?",
    "gbp": r"£|GBP|pounds?|Pfund|libras?|livres",
    "chf": r"CHF|francs?|Franken|francos?",
    "percent": r"%|per\s?cent|Prozent|pour cent|por ciento",
}
_UNIT = "|".join(_UNITS.values())
_SCALES = {
    "thousand": 1_000, "tausend": 1_000, "mille": 1_000, "mil": 1_000, "k": 1_000, "tsd": 1_000,
    "million": 1_000_000, "millions": 1_000_000, "millionen": 1_000_000, "millones": 1_000_000,
    "mio": 1_000_000, "millón": 1_000_000, "billion": 10**9, "bn": 10**9, "milliarden": 10**9,
    "hundred": 100, "hundert": 100, "cien": 100,
}  # fmt: skip
_SCALE = "|".join(sorted(_SCALES, key=len, reverse=True))
_DIGITS = r"\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d{1,2})?(?!\w)|\d+(?:[.,]\d+)*"
_COUNTED = (
    "days?|weeks?|months?|years?|hours?|minutes?|people|persons?|pieces|tage?n?|wochen?|monate?n?|jahre?n?"
    "|stunden?|minuten?|personen|stück|jours?|semaines?|mois|ans|heures?|personnes|días?|semanas?|mes(?:es)?"
    "|años?|horas?|personas|km|kg|m²|m2|mm|cm"
)
_AMOUNT = re.compile(
    rf"(?<!\w)(?:(?P<before>{_UNIT})\s?)?(?P<number>{_DIGITS})(?:\s?(?P<scale>{_SCALE})\b(?:(?<=mio)\.|(?<=tsd)\.)?)?"
    rf"(?:\s?(?P<after>{_UNIT})(?!\w))?",
    re.I,
)
_COUNT = re.compile(rf"(?<![\w.,:])(?P<number>\d)\s(?:{_COUNTED})(?!\w)", re.I)
CODE = re.compile(
    r"(?<![\w-])(?=[\w-]*\d[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9][\w-]{3,40}(?![\w-])"
)
_NO_CODE = re.compile(
    r"\d+(?:st|nd|rd|th|h\d*|am|pm|k|m|s|x|kg|km|cm|mm|uhr|er|e|eur|usd|chf)", re.I
)


def _numbered(words: str) -> Mapping[str, int]:
    """A table out of `word=number word=number`."""
    pairs = (pair.split("=") for pair in words.split())
    return MappingProxyType({word: int(number) for word, number in pairs})


_WORDS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {
        "en": _numbered(
            "one=1 two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 "
            "twelve=12 thirteen=13 fourteen=14 fifteen=15 sixteen=16 seventeen=17 eighteen=18 "
            "nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 seventy=70 eighty=80 "
            "ninety=90 hundred=100 thousand=1000 million=1000000 dozen=12"
        ),
        "de": _numbered(
            "zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 "
            "zwölf=12 dreizehn=13 vierzehn=14 fünfzehn=15 sechzehn=16 siebzehn=17 achtzehn=18 "
            "neunzehn=19 zwanzig=20 dreißig=30 vierzig=40 fünfzig=50 sechzig=60 siebzig=70 "
            "achtzig=80 neunzig=90 hundert=100 tausend=1000 million=1000000 millionen=1000000 "
            "dutzend=12"
        ),
        "fr": _numbered(
            "deux=2 trois=3 quatre=4 cinq=5 six=6 sept=7 huit=8 neuf=9 dix=10 onze=11 "
            "douze=12 treize=13 quatorze=14 quinze=15 seize=16 vingt=20 trente=30 quarante=40 "
            "cinquante=50 soixante=60 cent=100 cents=100 mille=1000 million=1000000"
        ),
        "es": _numbered(
            "dos=2 tres=3 cuatro=4 cinco=5 seis=6 siete=7 ocho=8 nueve=9 diez=10 once=11 "
            "doce=12 trece=13 catorce=14 quince=15 veinte=20 treinta=30 cuarenta=40 "
            "cincuenta=50 sesenta=60 setenta=70 ochenta=80 noventa=90 cien=100 ciento=100 "
            "mil=1000"
        ),
    }
)
NUMBER_WORDS = frozenset(word for table in _WORDS.values() for word in table)
_TENS_DE = {word: value for word, value in _WORDS["de"].items() if 20 <= value <= 90}
_ONES_DE = {"ein": 1} | {word: value for word, value in _WORDS["de"].items() if value < 10}
_COMPOUND_DE = re.compile(rf"({'|'.join(_ONES_DE)})und({'|'.join(_TENS_DE)})", re.I)
_LEAST_WORD = 10
"""Smallest number in words that is a claim where it counts nothing: *one of you*, *two ways*."""

_DIGIT_WORDS: Mapping[str, str] = MappingProxyType(
    {"zero": "0", "null": "0", "zéro": "0", "cero": "0", "oh": "0", "eins": "1", "un": "1"}
    | {
        word: str(value)
        for table in _WORDS.values()
        for word, value in table.items()
        if value < _LEAST_WORD
    }
)
_SPOKEN = re.compile(
    rf"\b(?:{'|'.join(_DIGIT_WORDS)})(?:[\s,-]{{1,2}}(?:{'|'.join(_DIGIT_WORDS)})\b){{2,19}}", re.I
)

_IDIOM = re.compile(r"\s+(?:thanks|dank|mercis?|gracias|times|mal)\b", re.I)
_IDIOM_BEFORE = re.compile(r"\bthanks a\s$", re.I)


def numbers(text: str, language: str) -> Iterator[Claim]:
    """Numbers that are claims: of two digits or more, with a unit, or in words from ten on."""
    for match in CODE.finditer(text):
        if not _NO_CODE.fullmatch(match[0]):
            yield _code(match)
    for match in _AMOUNT.finditer(text):
        unit = _unit(match["before"] or match["after"] or "")
        if len(match["number"]) > 1 or unit or match["scale"]:
            value = _scaled(number_key(match["number"]), match["scale"] or "")
            start = match.start() if match["before"] else match.start("number")
            yield _number(text, start, match.end(), value, unit)
    for match in _COUNT.finditer(text):
        yield _number(text, match.start(), match.end(), match["number"], "")
    for start, end, counted, unit in _in_words(text, language):
        counts = unit or re.match(rf"\s(?:{_COUNTED})(?!\w)", text[end : end + 20], re.I)
        idiom = _IDIOM.match(text[end : end + 12]) or _IDIOM_BEFORE.search(text[:start][-12:])
        if (counted >= _LEAST_WORD or counts) and not idiom:
            yield _number(text, start, end, str(counted), unit)


def numbers_said(text: str, language: str) -> frozenset[str]:
    """Keys of every number of a source, also of those that would be no claim; one without a unit
    supports the same with any. Number words are read in all languages where that of the text is
    unclear: *at ten*, *um zehn*."""
    found = [
        (number_key(match["number"]), match["before"] or match["after"])
        for match in _AMOUNT.finditer(text)
    ]
    for each in (language,) if language else _WORDS:
        found += [(str(value), unit) for _, _, value, unit in _in_words(text, each)]
    bare = {f"bare:{value}" for value, unit in found if not unit}
    return frozenset(bare | {f"number:{value}" for value, _ in found})


def amounts(text: str, language: str) -> Iterator[tuple[int, int, str, str]]:
    """Every number, in digits and in words: its place, its key and its unit, empty without one."""
    for match in _AMOUNT.finditer(text):
        value = _scaled(number_key(match["number"]), match["scale"] or "")
        start = match.start() if match["before"] else match.start("number")
        yield start, match.end(), value, _unit(match["before"] or match["after"] or "")
    for start, end, counted, unit in _in_words(text, language):
        yield start, end, str(counted), unit


def digits_in_words(text: str) -> Iterator[tuple[int, int, str]]:
    """Digits spoken one by one, three or more: `four seven one one`."""
    for match in _SPOKEN.finditer(text):
        said = re.findall(r"[^\W\d_]+", match[0].lower())
        yield match.start(), match.end(), "".join(_DIGIT_WORDS[word] for word in said)


def number_key(words: str) -> str:
    """The key of a number: equal for 1,250.00, 1.250,00 and 1250."""
    digits = re.sub(r"[ ']", "", words)
    whole, _, rest = digits.replace(",", ".").rpartition(".")
    if whole and len(rest) != 3:
        return f"{whole.replace('.', '')}.{rest}".rstrip("0").rstrip(".")
    return digits.replace(",", "").replace(".", "")


def _scaled(number: str, scale: str) -> str:
    factor = _SCALES.get(scale.lower().rstrip("."), 1)
    return number if factor == 1 else f"{float(number) * factor:.2f}".rstrip("0").rstrip(".")


def _unit(words: str) -> str:
    found = (name for name, form in _UNITS.items() if words and re.fullmatch(form, words, re.I))
    return next(found, "")


def _number(text: str, start: int, end: int, value: str, unit: str) -> Claim:
    """A number; with a unit it needs that unit in the source, or none beside the number there."""
    keys = {f"{unit}:{value}", f"bare:{value}"} if unit else {f"number:{value}"}
    says = {f"number:{value}", f"{unit or 'bare'}:{value}"}
    words = text[start:end]
    return Claim(ClaimKind.NUMBER, start, end, words, frozenset(keys), frozenset(says))


def _code(match: re.Match[str]) -> Claim:
    """A code of letters and digits; its digits alone may stand for it."""
    digits = [f"number:{each}" for each in re.findall(r"\d{4,}", match[0])]
    keys = frozenset((f"code:{re.sub(r'[-_]', '', match[0]).casefold()}", *digits))
    return Claim(ClaimKind.NUMBER, match.start(), match.end(), match[0], keys)


def _in_words(text: str, language: str) -> Iterator[tuple[int, int, int, str]]:
    """Numbers in words with their places and units: `two hundred and fifty euros`."""
    table = _WORDS.get(language, _WORDS["en"])
    run: list[tuple[int, int, int]] = []
    for match in re.finditer(r"[^\W\d_]+", text):
        value = _word_value(match[0].lower(), table, language)
        near = bool(run) and re.fullmatch(r"[\s-]+(?:and\s+)?", text[run[-1][1] : match.start()])
        if run and not (value and near):
            if match[0].lower() in {"and", "y", "et"}:
                continue
            yield _whole(text, run)
            run = []
        if value:
            run.append((match.start(), match.end(), value))
    if run:
        yield _whole(text, run)


def _word_value(word: str, table: Mapping[str, int], language: str) -> int:
    compound = _COMPOUND_DE.fullmatch(word) if language == "de" else None
    if compound is not None:
        return _ONES_DE[compound[1]] + _TENS_DE[compound[2]]
    return table.get(word, 0)


def _whole(text: str, run: list[tuple[int, int, int]]) -> tuple[int, int, int, str]:
    total, current = 0, 0
    for _, _, value in run:
        if value < 100:
            current += value
        elif value == 100:
            current = max(current, 1) * value
        else:
            total, current = total + max(current, 1) * value, 0
    start, end = run[0][0], run[-1][1]
    unit = re.match(rf"\s(?P<unit>{_UNIT})(?!\w)", text[end : end + 16], re.I)
    if unit is not None:
        return start, end + unit.end(), total + current, _unit(unit["unit"])
    return start, end, total + current, ""

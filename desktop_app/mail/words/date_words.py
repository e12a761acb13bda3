"""Words of dates in English, German, French and Spanish, and the patterns of dates in a text."""

from __future__ import annotations

import re

from desktop_app.model import calendar_names

_SHORT = (
    *("jan", "feb", "mar", "apr", "", "jun", "jul", "aug", "sep sept", "oct okt", "nov", "dec dez"),
)
MONTHS = {
    name: number
    for number, (*names, short) in enumerate(
        zip(*calendar_names.MONTHS.values(), _SHORT, strict=True), start=1
    )
    for name in (*names, *short.split())
}
WEEKDAYS = {
    name: number
    for number, names in enumerate(zip(*calendar_names.WEEKDAYS.values(), strict=True), start=1)
    for name in names
}
MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DAY = "|".join(WEEKDAYS)
_YEAR = r"(?:,?\s+(?:de\s+)?(?P<y>(?:19|20)\d\d)\b)?"
DATES = (
    re.compile(r"\b(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})\b"),
    re.compile(
        r"\b(?P<d>\d{1,2})\.\s?(?P<m>\d{1,2})\.(?:\s?(?P<y>\d{4}|\d{2})\b(?![:h]|\s?[Uu]hr))?"
    ),
    re.compile(r"\b(?P<a>\d{1,2})/(?P<b>\d{1,2})/(?P<y>\d{4}|\d{2})\b"),
    re.compile(
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th|\.|er)?\s+(?:of\s+|de\s+)?(?P<n>{MONTH})\b\.?{_YEAR}",
        re.I,
    ),
    re.compile(rf"\b(?P<n>{MONTH})\.?\s+(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?!\d|:){_YEAR}", re.I),
    re.compile(rf"\b(?P<w>{_DAY})s?\b", re.I),
)

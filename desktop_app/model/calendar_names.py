"""Names of months and weekdays in the four languages of dates: the one table of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

MONTHS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        language: tuple(names.split())
        for language, names in {
            "en": "january february march april may june july august september october november"
            " december",
            "de": "januar februar märz april mai juni juli august september oktober november"
            " dezember",
            "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre"
            " décembre",
            "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre"
            " diciembre",
        }.items()
    }
)
"""Of each language, January first."""

WEEKDAYS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        language: tuple(names.split())
        for language, names in {
            "en": "monday tuesday wednesday thursday friday saturday sunday",
            "de": "montag dienstag mittwoch donnerstag freitag samstag sonntag",
            "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
            "es": "lunes martes miércoles jueves viernes sábado domingo",
        }.items()
    }
)
"""Of each language, Monday first (ISO 8601)."""

SHORT_MONTHS = tuple(name[:3] for name in MONTHS["en"])
"""As mail writes them (RFC 5322 section 3.3), in small letters."""

"""Words for units, by what they measure."""

from __future__ import annotations

from desktop_app.mail.claims.statements import root
from desktop_app.mail.claims.telling_words import folded

UNITS = tuple(
    frozenset(folded(words).split())
    for words in """
second seconds minute minutes hour hours day days week weeks month months quarter quarters year
years working business sekunde sekunden minuten stunde stunden tag tage tagen woche wochen monat
monate monaten jahr jahre jahren heure heures jour jours semaine semaines mois an ans hora horas
dia dias semana semanas mes meses ano anos werktage

g gram grams kg kilo kilos kilogram kilograms t ton tons tonne tonnes tonnen gramm pfund lb lbs oz
gramme grammes

mm cm m km metre metres meter meters kilometre kilometres metro mile miles inch inches feet ft yard
yards metros millas

m3 m³ cubic kubikmeter ml cl l litre litres liter liters gallon gallons litros

kb mb gb tb

w kw kwh mw mwh watt watts kilowatt kilowatts

person persons people family families household households personen familien

box boxes piece pieces pallet pallets pack packs bag bags bottle bottles crate crates karton
kartons stuck palette paletten kiste kisten carton cartons caisses cajas piezas
""".split("\n\n")
)
"""Units that measure the same, so that one can stand for another by mistake."""

MEASURES = frozenset(root(word) for units in UNITS for word in units) | {"square"}
MONEY = frozenset({"eur", "usd", "gbp", "chf"})

_SAME = """
g gram grams gramm gramme grammes
kg kilo kilos kilogram kilograms
t ton tons tonne tonnes tonnen
m metre metres meter meters metro metros
km kilometre kilometres
l litre litres liter liters litro litros
w watt watts
kw kilowatt kilowatts
second seconds sekunde sekunden
minute minutes minuten
hour hours stunde stunden heure heures hora horas
day days tag tage tagen jour jours dia dias
week weeks woche wochen semaine semaines semana semanas
month months monat monate monaten mois mes meses
year years jahr jahre jahren an ans ano anos
m3 m³ cubic kubikmeter
"""
_NAMES = {word: line.split()[0] for line in _SAME.splitlines() for word in line.split()}


def unit_name(word: str) -> str:
    """One name for all spellings of a unit: *m*, *metre*, *metres*."""
    return _NAMES.get(word, word[:3] if len(word) > len("kwh") else word.removesuffix("s"))

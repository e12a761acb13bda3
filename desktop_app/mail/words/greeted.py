"""Who is greeted at the beginning of a mail, where that is a person by name. Pure.

*Hello all of you* and *Hi from the coast* name nobody: a greeting is judged only where it is made
of names, that is of words with a capital letter (or of a script without any), titles, and what
joins them. A word in small letters is a name where somebody of the conversation is called so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from desktop_app.model.address import Address

_GREETING = re.compile(
    r"\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|liebe[rs]?"
    r"|guten (?:tag|morgen)"
    r"|bonjour|cher|chère|salut|hola|estimad[oa]|querid[oa]|ciao|gentile|car[oa]|olá|oi|prezad[oa]"
    r"|beste|hej|hei|cześć|ahoj|merhaba)\s+(?P<names>[^\n,!.:;–-]{2,60})\s*[,!.:–-]?\s*(?:\n|$)",
    re.IGNORECASE,
)
_HEAD = 400
"""Characters at the beginning of a text that can hold its greeting."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_MOST_WORDS = 6

_BESIDE_NAMES = frozenset(
    "mr mrs ms mx dr prof professor sir madam herr herrn frau mme monsieur madame mademoiselle sr"
    " sra srta sig signor signora don doña dom dona pan pani and und et og och en ja und de da di"
    " del della van von der den la le el dear dearest my mein meine meiner lieber liebe liebes mi"
    " mon ma chère cher querido querida caro cara beste kære kära".split()
)
_GROUPS = frozenset(
    "all team teams everyone everybody folks both again there together guys gang crew class group"
    " ladies gentlemen sirs friend friends colleague colleagues parent parents neighbour neighbours"
    " neighbor neighbors member members customer customers client clients partner partners"
    " supplier suppliers subscriber subscribers reader readers resident residents tenant tenants"
    " student students teacher teachers staff volunteer volunteers applicant applicants candidate"
    " candidates family hiring committee manager support service office desk reception board"
    " alle allen zusammen miteinander beide beiden leute eltern nachbarn nachbarinnen kollegen"
    " kolleginnen kollegium mitglieder kunde kunden kundinnen freund freunde freundinnen damen"
    " herren familie schüler schülerinnen mieter runde gruppe"
    " tous toutes équipe collègues amis amies voisins voisines clientes messieurs mesdames famille"
    " todos todas equipo colegas amigo amiga amigos amigas vecinos padres señores señoras familia"
    " tutti tutte squadra colleghi colleghe amici amiche vicini genitori clienti soci signori"
    " famiglia equipe pessoal allemaal collega vrienden buren ouders leden familie hele"
    " alla kollegor vänner kolleger venner naboer kollegen wszyscy państwo drodzy všichni"
    " herkese arkadaşlar".split()
)


def greeted(text: str, people: Iterable[Address] = ()) -> tuple[str, tuple[str, ...]]:
    """(the greeted as written, the names in it, folded) of a text that begins by greeting somebody
    by name; ("", ()) of any other. `people` took part in the conversation."""
    match = _GREETING.match(text.lstrip()[:_HEAD])
    if match is None:
        return "", ()
    called = {part.lower() for one in people for part in _WORD.findall(one.name)}
    names = []
    for word in _WORD.findall(match["names"]):
        folded = word.lower()
        if folded in _BESIDE_NAMES or (folded in _GROUPS and folded not in called):
            continue
        if word[0].islower() and folded not in called:
            return "", ()
        names.append(folded)
    if not names or len(names) > _MOST_WORDS:
        return "", ()
    return match["names"].strip(), tuple(names)

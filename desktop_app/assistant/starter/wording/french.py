"""French instructions, and what each says in the person's voice.

The order of a French clause stays; only who is meant changes, and the verb with it where it is one
of those known here.
"""

from __future__ import annotations

import re

from desktop_app.assistant.starter.wording.acts import Act, Gist, Meaning, Sentence, Unclear
from desktop_app.assistant.starter.wording.rules import (
    Found,
    Make,
    Rules,
    days_or,
    known,
    plain,
    reworded,
    rows,
    stating,
)
from desktop_app.assistant.starter.wording.text import (
    as_sentence,
    formed,
    is_word,
    like,
    said_plainly,
    words_of,
)

_LUI = r"(?:[-\s](?:lui|leur)\b|-(?:la|le|les)\b)?"
_WH = (
    r"(?P<wh>(?:à partir de |jusqu'à )?quand|où|pourquoi|comment|combien(?: de \w+)?|à quelle \w+"
    r"|à quel \w+|quelles? \w+|quels? \w+|qui|ce que|ce qui|ce qu')"
)
_REST = r"(?P<rest>.+?)"
_ASK = rf"(?:demandes?|demander|demandant){_LUI}"
_SAY = r"(?:dis|dites|réponds|écris|indique|précise|informe|annonce)"
_POLITELY = r"(?:poliment|gentiment|volontiers|avec plaisir)"
GISTS = known(
    (r"oui|d'accord|ok|oui,? volontiers|avec plaisir", Meaning.YES),
    (r"non|malheureusement non", Meaning.NO),
    (r"merci(?: beaucoup| bien)?", Meaning.THANKS),
    (r"je ne (?:peux|pourrai|pourrais) pas (?:venir|être là)(?: (?P<days>.+))?",
     Meaning.CANNOT_COME),
    (r"je (?:viendrai|viens|serai là)(?: (?P<days>.+))?", Meaning.WILL_COME),
    ((r"(?P<days>.+?),? (?:me convient|me va|ça marche|ça me va|c'est bon"
     r"|c'est parfait)(?: très bien| bien)?"), Meaning.SUITS),
    (r"ça marche|ça me va|c'est d'accord", Meaning.YES),
    (r"(?P<days>.+) ne me convient pas", Meaning.SUITS_NOT),
    (r"je reviendrai vers (?:vous|toi|lui|elle|eux)(?: (?P<days>.+))?", Meaning.GET_BACK),
    (r"je (?:lui |vous |te )?répondrai(?: (?P<days>.+))?", Meaning.GET_BACK),
    (r"je serai en retard", Meaning.LATE),
)  # fmt: skip
_VERBS = {
    "est": ("êtes", "es"), "a": ("avez", "as"), "va": ("allez", "vas"), "doit": ("devez", "dois"),
    "peut": ("pouvez", "peux"), "veut": ("voulez", "veux"), "vient": ("venez", "viens"),
    "fait": ("faites", "fais"), "sait": ("savez", "sais"), "prend": ("prenez", "prends"),
    "était": ("étiez", "étais"), "avait": ("aviez", "avais"), "arrive": ("arrivez", "arrives"),
    "envoie": ("envoyez", "envoies"), "accepte": ("acceptez", "acceptes"),
    "pense": ("pensez", "penses"),
    "livre": ("livrez", "livres"), "souhaite": ("souhaitez", "souhaites"),
    "pourrait": ("pourriez", "pourrais"), "devrait": ("devriez", "devrais"),
    "propose": ("proposez", "proposes"), "aime": ("aimez", "aimes"), "reste": ("restez", "restes"),
}  # fmt: skip
_POSSESSIVES = {
    "son": ("votre", "ton"), "sa": ("votre", "ta"), "ses": ("vos", "tes"),
    "leur": ("votre", "ton"), "leurs": ("vos", "tes"),
}  # fmt: skip
_BETWEEN = frozenset("ne n y en nous me m se pas".split())


def to_you(clause: str, *, familiar: bool) -> str | None:
    """The clause as it is said to the reader; None where somebody else may be meant, or where the
    verb's form is not known."""
    clause = re.sub(r"^qu'(?=ils?\b|elles?\b)", "", clause.replace("’", "'"))
    tokens, made, agree = words_of(clause), list[str](), False
    for place, token in enumerate(tokens):
        word = token.lower()
        third = word in _POSSESSIVES or word in {"il", "elle"}
        if third and _names_somebody(tokens[:place]):
            return None
        if word in {"il", "elle"} and not _impersonal(tokens, place):
            made.append(like("tu" if familiar else "vous", token))
            agree = True
        elif word in _POSSESSIVES:
            made.append(like(_POSSESSIVES[word][familiar], token))
        elif word in {"ils", "elles", "lui", "eux"}:
            return None
        elif agree and is_word(token) and word not in _BETWEEN:
            form = _second_person(word, familiar)
            if form is None:
                return None
            made.append(form)
            agree = False
        else:
            made.append(token)
    return "".join(made)


def _impersonal(tokens: list[str], place: int) -> bool:
    """Whether `il` is nobody: il y a, il faut, il pleut, il est possible."""
    following = " ".join(t.lower() for t in tokens[place + 1 :] if is_word(t))[:24]
    return bool(
        re.match(
            r"(?:n )?(?:y a|faut|faudra|pleut|manque|reste|est (?:possible|tard|prévu))", following
        )
    )


def _names_somebody(tokens: list[str]) -> bool:
    return any(t[:1].isupper() and len(t) > 1 for t in tokens if is_word(t))


def _second_person(verb: str, familiar: bool) -> str | None:
    if verb in _VERBS:
        return _VERBS[verb][familiar]
    if verb.endswith("ra"):
        return f"{verb[:-1]}{'as' if familiar else 'ez'}"
    return None


def _put(template: str, end: str = ".", gist: Gist | None = None) -> Make:
    def make(match: Found, familiar: bool) -> Act:
        rest = to_you(said_plainly(match["rest"]), familiar=familiar)
        if rest is None:
            return Unclear(match[0])
        text = _elided(formed(template, familiar).format(rest))
        return Sentence(as_sentence(text, end), "fr", gist)

    return make


def _elided(text: str) -> str:
    """`si il` and `que il` as they are written."""
    text = re.sub(
        r"\b(q)ue (?=[aeiouéèêh][^\s]* ?)(?=(?:il|elle|on|un|une)\b)", r"\1u'", text, flags=re.I
    )
    return re.sub(r"\bsi (?=ils?\b)", "s'", text)


_OF_OTHERS = re.compile(
    r"\b(?:lui|eux|elles?|ils)\b|\bil\b(?! (?:y a|n'y|faut|ne faut|est|fait|pleut|reste|manque|me"
    r"|nous|suffit))",
    re.I,
)
_SOMEBODY = re.compile(r"\b(?:mon|ma|mes|notre|nos|le|la|les|un|une)\s+\w+|[A-ZÀ-Ý]\w+", re.I)


def _to_reader(words: str) -> str | None:
    """The words as they are; None where they speak of somebody whom nothing before names: the
    reader, or who knows whom."""
    match = _OF_OTHERS.search(words)
    return words if match is None or _SOMEBODY.search(words[: match.start()]) else None


_COULD = "Pourriez-vous me dire {}|Pourrais-tu me dire {}"
_ASKING = "\xa0?"


def _question(match: Found, familiar: bool) -> Act:
    clause = to_you(said_plainly(match["rest"]), familiar=familiar)
    if clause is None:
        return Unclear(match[0])
    wh = match.groupdict().get("wh") or "si"
    space = "" if wh.endswith("'") else " "
    text = _elided(formed(_COULD, familiar).format(f"{wh}{space}{clause}"))
    return Sentence(as_sentence(text, _ASKING), "fr")


_state = stating(to_you, "fr", GISTS)


def _days_or(meaning: Meaning, otherwise: Make) -> Make:
    return days_or(meaning, otherwise, "fr", lambda rest: re.sub(r"^(?:pour|à)\s+(?!\d)", "", rest))


def _without_a(template: str) -> Make:
    """`au devis` after `oui` is `le devis` after `pour`."""
    return reworded(_put(template), _as_object)


def _as_object(rest: str) -> str:
    return re.sub(r"^au\b", "le", re.sub(r"^aux\b", "les", re.sub(r"^(?:à|pour) ", "", rest)))


RULES = Rules(
    "fr",
    rows(
        (rf"(?:{_SAY}{_LUI}\s+)?(?:que )?oui", plain(Meaning.YES)),
        (rf"(?:{_SAY}{_LUI}\s+)?(?:que )?non", plain(Meaning.NO)),
        (
            rf"(?:{_SAY}{_LUI}\s+)?oui (?P<rest>(?:à|au|aux|pour) .+?)",
            _days_or(Meaning.YES, _without_a("oui, je suis d'accord pour {}")),
        ),
        (
            rf"(?:{_SAY}{_LUI}\s+)?non (?P<rest>(?:à|au|aux|pour) .+?)",
            _days_or(
                Meaning.SUITS_NOT,
                _without_a("merci, mais je ne suis malheureusement pas d'accord pour {}"),
            ),
        ),
        (rf"(?:{_SAY}{_LUI}\s+)?merci|remerci(?:e|er|es){_LUI}", plain(Meaning.THANKS)),
        (
            (
                rf"remerci(?:e|er){_LUI} (?:pour|de) (?P<rest>(?:le|la|les|son|sa|ses|leurs?"
                r"|l'|cette|ce|vos) ?.+?)"
            ),
            _put("merci beaucoup pour {}"),
        ),
        (rf"remerci(?:e|er){_LUI} (?P<rest>(?:d'|de |pour )\S.+?)", _put("merci beaucoup {}")),
        (r"merci (?P<rest>(?:pour|de|d') ?.+?)", _put("merci {}")),
        (rf"(?:décline|refuse|refuser|décliner)(?: {_POLITELY})?", plain(Meaning.DECLINE)),
        (
            rf"(?:décline|refuse)(?: {_POLITELY})? {_REST}(?: {_POLITELY})?",
            _put("merci beaucoup, mais je dois malheureusement décliner {}"),
        ),
        (rf"accepte(?:r)?(?: {_POLITELY})?", plain(Meaning.ACCEPT)),
        (rf"accepte(?:r)?(?: {_POLITELY})? {_REST}", _put("j'accepte volontiers {}")),
        (rf"confirme(?:r)?{_LUI}", plain(Meaning.CONFIRM)),
        (
            rf"confirme(?:r)?{_LUI} (?P<rest>(?:que |qu').+?)",
            _put("je vous confirme {}|je te confirme {}"),
        ),
        (rf"confirme(?:r)?{_LUI} {_REST}", _days_or(Meaning.CONFIRM, _put("je confirme {}"))),
        (r"annule(?:r)?", plain(Meaning.CANCEL)),
        (rf"annule(?:r)? {_REST}", _put("je dois malheureusement annuler {}")),
        (
            rf"propose(?:r)?{_LUI} {_REST}",
            _days_or(Meaning.PROPOSE, _put("je vous propose {}|je te propose {}")),
        ),
        (
            (
                r"(?:excuse-toi|excusez-vous|présente (?:des|mes) excuses"
                r"|demande pardon)(?: auprès de \w+)?"
            ),
            plain(Meaning.SORRY),
        ),
        (
            (
                r"(?:excuse-toi|présente des excuses|présente mes excuses"
                r"|demande pardon) (?P<rest>(?:pour|de) .+?)"
            ),
            _put("je vous prie de m'excuser {}|je te prie de m'excuser {}"),
        ),
        (rf"rappelle{_LUI}", plain(Meaning.REMIND)),
        (
            rf"rappelle{_LUI} (?P<rest>(?:que |qu').+?)",
            _put("je me permets de vous rappeler {}|je me permets de te rappeler {}"),
        ),
        (rf"rappelle{_LUI} (?P<rest>(?:de |d').+?)", _put("merci de ne pas oublier {}")),
        (
            rf"rappelle{_LUI} {_REST}",
            _put("je me permets de vous rappeler {}|je me permets de te rappeler {}"),
        ),
        (rf"félicite{_LUI}", lambda _m, _f: Sentence("Félicitations.", "fr")),
        (rf"félicite{_LUI} (?P<rest>(?:pour|de) .+?)", _put("félicitations {}")),
        (rf"souhaite{_LUI} {_REST}", _put("je vous souhaite {}|je te souhaite {}")),
        (rf"{_ASK} (?:plus|davantage) (?:de détails|d'informations)", plain(Meaning.MORE_DETAILS)),
        (rf"{_ASK} si {_REST}", _question),
        (rf"{_ASK} s'(?P<rest>ils? .+?)", _question),
        (
            (
                rf"{_ASK} (?P<rest>à quelle \w+|à quel \w+|quelles? \w+|quels? \w+|quand|où|combien"
                rf"|comment|pourquoi)"
            ),
            _put("Pourriez-vous me dire {}|Pourrais-tu me dire {}", _ASKING),
        ),
        (rf"{_ASK} {_WH}(?:(?<=')|\s){_REST}", _question),
        (
            rf"{_ASK} (?:de |d'){_REST}",
            _put("Pourriez-vous {}, s'il vous plaît|Pourrais-tu {}, s'il te plaît", _ASKING),
        ),
        (
            rf"{_ASK} {_REST}",
            _put(
                "Pourriez-vous me donner {}, s'il vous plaît|Pourrais-tu me donner {}, "
                "s'il te plaît",
                _ASKING,
            ),
        ),
        (
            rf"{_SAY}{_LUI} de (?P<rest>\w+(?:er|ir|re)\b.*?)",
            _put("Pourriez-vous {}, s'il vous plaît|Pourrais-tu {}, s'il te plaît", _ASKING),
        ),
        (rf"(?:{_SAY}|fais[-\s](?:lui|leur) savoir){_LUI} que {_REST}", _state),
        (rf"(?:{_SAY}|fais[-\s](?:lui|leur) savoir){_LUI} qu'{_REST}", _state),
        (rf"que {_REST}", _state),
        (rf"qu'{_REST}", _state),
    ),
    starts=(
        r"(?:demandes?\b"
        r"|(?:dis|réponds|écris)(?:-(?:lui|leur)\b|\s+(?:que\b|qu'|oui\b|non\b|merci\b))"
        r"|remercie|excuse-toi|rappelle|propose|décline|refuse|accepte|confirme|félicite|souhaite"
        r"|annule)"
    ),
    joins=r"et(?: puis| aussi)?|puis|ensuite|mais",
    saying=re.compile(
        r"^(?:en disant|disant|dis|écris|avec les mots)(?:-(?:lui|leur))?\s*(?::|(?<=disant)\s)\s*",
        re.I,
    ),
    vague=re.compile(
        r"^(?:sois|fais|explique|décris|mentionne|exprime|quelque|comment|pourquoi|poliment"
        r"|gentiment|dis|demande|rappelle|convaincs|insiste|donne)\b",
        re.I,
    ),
    gists=GISTS,
    own=re.compile(r"\b(?:je\b|nous\b|j')[^,;.]*$", re.I),
    addressed=re.compile(r"-(?:lui|leur|la|le|les|toi)\b", re.I),
    before_quote=re.compile(r"^(?:avec|dis|écris|réponds|en disant)?(?:-(?:lui|leur))?", re.I),
    still_instruction=re.compile(
        r"^(?:(?:oui|non) (?:à|au|aux|pour)\b|que\b|qu'|merci (?:pour|de|d'))", re.I
    ),
    certain=re.compile(
        r"(?:demandes?\b|remercie(?:-|\s)|dis-(?:lui|leur)\b|excuse-toi\b)",
        re.I,
    ),
    things=re.compile(
        r"(?:décline|refuse|accepte|confirme(?! que)|annule|remercie|excuse-toi|propose|félicite"
        r"|souhaite|(?:dis(?:-lui)? )?(?:que )?(?:oui|non)\b)",
        re.I,
    ),
    about_reader=re.compile(r"^(?:il|elle|sa|son|ses)\b", re.I),
    that="que",
    speaks_of_reader=_to_reader,
)

"""Spanish instructions, and what each says in the person's voice.

What is said of a third person is said the same way to a reader who is addressed as usted; to one
who is addressed as tú only what needs no other verb.
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

_REST = r"(?P<rest>.+?)"
_WH = (
    r"(?P<wh>(?:a|desde|hasta|para|de|con) (?:qué|que|cuándo|cuando|quién"
    r"|quien) ?(?:hora|día|fecha)?|cuándo|cuando|dónde|donde|por qué|cómo|como"
    r"|cuánto|cuanto|cuánt[oa]s? \w+|cuánta \w+|qué|quién|cuáles|cuál)"
)
_ASK = r"(?:pregunta|pregúnta|preguntar|preguntando|preguntándo)(?:le|les)?"
_REQUEST = r"(?:pide|píde|pedir|pidiendo|pidiéndo|solicita|solicíta)(?:le|les)?"
_SAY = (
    r"(?:di|dile|diles|responde|respóndele|contesta|contéstale|escribe|escríbele"
    r"|cuéntale|infórmale|hazle saber|avísale|avisa)"
)
_POLITELY = r"(?:amablemente|educadamente|cortésmente|con gusto)"
GISTS = known(
    (r"s[ií]|vale|de acuerdo|sí,? con gusto|claro", Meaning.YES),
    (r"no", Meaning.NO),
    (r"(?:muchas )?gracias", Meaning.THANKS),
    (r"no (?:puedo|podré|voy a poder) (?:ir|venir|asistir)(?: (?P<days>.+))?", Meaning.CANNOT_COME),
    (r"(?:iré|voy|asistiré|voy a ir)(?: (?P<days>.+))?", Meaning.WILL_COME),
    (r"(?P<days>.+?),? (?:me viene bien|me va bien|va bien|está bien|perfecto)", Meaning.SUITS),
    (r"me viene bien (?P<days>.+)", Meaning.SUITS),
    (
        (
            r"(?P<days>.+) no(?: (?:me viene bien|me va bien|va bien|puede ser|es posible"
            r"|puedo))?"
        ),
        Meaning.SUITS_NOT,
    ),
    (r"(?:le |te |les )?(?:responderé|contestaré)(?: (?P<days>.+))?", Meaning.GET_BACK),
    (r"(?:llegaré|voy a llegar) tarde", Meaning.LATE),
)
_ACCENTS = {
    "cuando": "cuándo", "donde": "dónde", "como": "cómo", "cuanto": "cuánto", "que": "qué",
    "quien": "quién",
}  # fmt: skip
_NOT_A_VERB = frozenset(
    "el la los las un una unos unas su sus mi mis nuestro nuestra este esta ese "
    "esa yo usted él ella "
    "ellos ellas nosotros todo todos".split()
)


def to_you(clause: str, *, familiar: bool) -> str | None:
    """The clause as it is said to the reader; None where somebody else may be meant, or where a
    verb would have to change."""
    tokens, made = words_of(clause), list[str]()
    for place, token in enumerate(tokens):
        word = token.lower()
        named = any(t[:1].isupper() and len(t) > 1 for t in tokens[:place] if is_word(t))
        if named and word in {"él", "ella", "ellos", "ellas", "su", "sus"}:
            return None
        if word in {"él", "ella", "ellos", "ellas"}:
            if familiar:
                return None
            made.append(
                like("ustedes" if word.startswith("ell") and word != "ella" else "usted", token)
            )
        elif familiar and word in {"su", "sus"}:
            made.append(like("tu" if word == "su" else "tus", token))
        elif familiar and word in {"le", "les"}:
            made.append(like("te", token))
        else:
            made.append(token)
    return "".join(made)


def _put(template: str, *, asks: bool = False, gist: Gist | None = None) -> Make:
    def make(match: Found, familiar: bool) -> Act:
        rest = to_you(said_plainly(match["rest"]), familiar=familiar)
        if rest is None:
            return Unclear(match[0])
        text = formed(template, familiar).format(rest)
        return Sentence(_asked(text) if asks else as_sentence(text), "es", gist)

    return make


def _asked(text: str) -> str:
    return f"¿{as_sentence(text, '?')}"


_OF_OTHERS = re.compile(r"\b(?:él|ella|ellos|ellas)\b", re.I)
_SOMEBODY = re.compile(r"\b(?:mi|mis|nuestr\w+|el|la|los|las|un|una)\s+\w+|[A-ZÀ-Ý]\w+")


def _to_reader(words: str) -> str | None:
    """The words as they are; None where they speak of somebody whom nothing before names."""
    match = _OF_OTHERS.search(words)
    return words if match is None or _SOMEBODY.search(words[: match.start()]) else None


_COULD = "podría decirme {}|podrías decirme {}"


def _question(match: Found, familiar: bool) -> Act:
    clause = to_you(said_plainly(match["rest"]), familiar=familiar)
    if clause is None:
        return Unclear(match[0])
    wh = " ".join(_ACCENTS.get(w, w) for w in (match.groupdict().get("wh") or "").strip().split())
    first = clause.split(" ")[0].lower()
    if wh and not familiar and first not in _NOT_A_VERB and not clause[:1].isupper():
        return Sentence(_asked(f"{wh} {clause}"), "es")
    return Sentence(_asked(formed(_COULD, familiar).format(f"{wh or 'si'} {clause}")), "es")


_state = stating(to_you, "es", GISTS)


def _days_or(meaning: Meaning, otherwise: Make) -> Make:
    return days_or(meaning, otherwise, "es", _bare_days)


def _bare_days(rest: str) -> str:
    return re.sub(r"^(?:a|para)\s+(?!las?\b)", "", re.sub(r"^al\s+", "el ", rest))


def _without_a(template: str) -> Make:
    return reworded(_put(template), _as_object)


def _as_object(rest: str) -> str:
    return re.sub(r"^al\b", "el", re.sub(r"^a ", "", rest))


RULES = Rules(
    "es",
    rows(
        (rf"(?:{_SAY}\s+)?(?:que )?s[ií]", plain(Meaning.YES)),
        (rf"(?:{_SAY}\s+)?(?:que )?no", plain(Meaning.NO)),
        (
            rf"(?:{_SAY}\s+)?(?:que )?s[ií] (?P<rest>(?:a|al|para) .+?)",
            _days_or(Meaning.YES, _without_a("sí, estoy de acuerdo con {}")),
        ),
        (
            rf"(?:{_SAY}\s+)?(?:que )?no (?P<rest>(?:a|al) .+?)",
            _days_or(
                Meaning.SUITS_NOT,
                _without_a("muchas gracias, pero lamentablemente no puedo aceptar {}"),
            ),
        ),
        (
            (
                rf"(?:{_SAY}\s+)?(?:muchas )?gracias|(?:dale|da|dales)(?: las)? gracias"
                r"|agradécele(?:lo)?"
            ),
            plain(Meaning.THANKS),
        ),
        (
            rf"(?:(?:dale|da|dales)(?: las)? gracias|(?:muchas )?gracias) por {_REST}",
            _put("muchas gracias por {}"),
        ),
        (rf"agradéce(?:le|les) {_REST}", _put("muchas gracias por {}")),
        (rf"agradece {_REST}", _put("muchas gracias por {}")),
        (rf"(?:rechaza|declina|recházalo|declínalo)(?: {_POLITELY})?", plain(Meaning.DECLINE)),
        (
            rf"(?:rechaza|declina)(?: {_POLITELY})? {_REST}(?: {_POLITELY})?",
            _put("muchas gracias, pero lamentablemente no puedo aceptar {}"),
        ),
        (rf"(?:acepta|acéptalo)(?: {_POLITELY})?", plain(Meaning.ACCEPT)),
        (rf"acepta(?: {_POLITELY})? {_REST}", _put("acepto con gusto {}")),
        (r"(?:confirma|confírma)(?:lo|le|selo)?", plain(Meaning.CONFIRM)),
        (r"(?:confirma|confírmale) (?P<rest>que .+?)", _put("le confirmo {}|te confirmo {}")),
        (rf"(?:confirma|confírmale) {_REST}", _days_or(Meaning.CONFIRM, _put("confirmo {}"))),
        (r"cancela(?:lo)?", plain(Meaning.CANCEL)),
        (rf"cancela {_REST}", _put("lamentablemente tengo que cancelar {}")),
        (
            rf"(?:propón|propon|propónle|proponle|propone|sugiere|sugiérele) {_REST}",
            _days_or(Meaning.PROPOSE, _put("le propongo {}|te propongo {}")),
        ),
        (
            (
                r"(?:discúlpate|pide disculpas|pídele disculpas|pide perdón"
                r"|pídele perdón)"
            ),
            plain(Meaning.SORRY),
        ),
        (
            (
                r"(?:discúlpate|pide disculpas|pídele disculpas|pide perdón"
                r"|pídele perdón) (?P<rest>por .+?)"
            ),
            _put("le pido disculpas {}|te pido disculpas {}"),
        ),
        (r"recuérda(?:le|les|selo)", plain(Meaning.REMIND)),
        (rf"(?:recuérda(?:le|les)|recuerda) {_REST}", _put("le recuerdo {}|te recuerdo {}")),
        (r"felicíta(?:lo|la|le|los|las)", lambda _m, _f: Sentence("Felicidades.", "es")),
        (r"(?:felicíta(?:lo|la|le|los|las)|felicita) (?P<rest>por .+?)", _put("felicidades {}")),
        (rf"deséa(?:le|les) {_REST}", _put("le deseo {}|te deseo {}")),
        (rf"(?:{_ASK}|{_REQUEST}) más (?:detalles|información)", plain(Meaning.MORE_DETAILS)),
        (rf"{_ASK} si {_REST}", _question),
        (
            rf"{_ASK} por {_REST}",
            _put("podría decirme algo sobre {}|podrías decirme algo sobre {}", asks=True),
        ),
        (rf"{_ASK} {_WH} {_REST}", _question),
        (rf"{_REQUEST} (?P<rest>que .+?)", _put("le pido {}, por favor")),
        (
            rf"{_REQUEST} {_REST}",
            _put("podría darme {}, por favor|podrías darme {}, por favor", asks=True),
        ),
        (rf"{_SAY} que {_REST}", _state),
        (rf"que {_REST}", _state),
    ),
    starts=(
        r"(?:pregunta(?:le|les)?\b|pregúntale?s?\b|pide\b|pídeles?\b|(?:dile|diles"
        r"|di|responde|escribe) que\b"
        r"|(?:dile|diles|di) (?:gracias|sí|no)\b|(?:dale|dales|da)(?: las)? gracias\b|agradéce\w*"
        r"|agradece\b|discúlpate\b|recuérda\w+|propón\w*|sugiere\b|rechaza\b|acepta\b"
        r"|confirma\b|confírma\w+|felicíta\w+|deséa\w+|cancela\b)"
    ),
    joins=r"y(?: luego| también| además)?|e|luego|también|además|pero",
    saying=re.compile(r"^(?:diciendo|di|dile|escribe)\s*(?::|(?<=diciendo)\s)\s*", re.I),
    vague=re.compile(
        r"^(?:sé|haz|explica|describe|menciona|expresa|algo|cómo|por qué|educadamente"
        r"|amablemente|dile|di|pregunta|pide|recuérdale|convence|insiste|dale)\b",
        re.I,
    ),
    gists=GISTS,
    own=re.compile(
        r"\b(?:yo|nosotros|voy|vamos|puedo|podemos|quiero|\w+(?:ré|remos))\b[^,;.]*$", re.I
    ),
    addressed=re.compile(r"(?:le|les|lo|la)\b", re.I),
    before_quote=re.compile(r"^(?:con|diciendo|dile|di|escribe|responde)?", re.I),
    still_instruction=re.compile(r"^(?:que|(?:s[ií]|no) (?:a|al)|gracias por)\b", re.I),
    certain=re.compile(
        r"(?:pregunta|pregúnta\w+|pide\b|pídele|dile|diles|dale|da (?:las )?gracias|discúlpate)",
        re.I,
    ),
    things=re.compile(
        r"(?:rechaza|declina|acepta|confirma(?! que)|confírma\w*(?! que)|cancela|agradece"
        r"|agradéce\w+|da(?:le|les)?(?: las)? gracias|discúlpate|pide (?:disculpas|perdón)|propón"
        r"|sugiere|felicita|deséa\w+|(?:di(?:le)? )?(?:que )?(?:s[ií]|no)\b)",
        re.I,
    ),
    about_reader=re.compile(r"^(?:él|ella)\b", re.I),
    that="que",
    speaks_of_reader=_to_reader,
)

"""German clauses: from `dass seine Rechnung zu spät ist` to `Ihre Rechnung ist zu spät`.

The verb moves where it is one of those known here; elsewhere the answer is None and the caller
leaves the clause behind its `dass`, `ob` or `wann`.
"""

from __future__ import annotations

import re

from desktop_app.assistant.starter.wording.text import capitalised, is_word, like, words_of

_THIRD = {
    "er": ("Sie", "du"), "ihm": ("Ihnen", "dir"), "ihn": ("Sie", "dich"),
    "ihnen": ("Ihnen", "dir"),
}  # fmt: skip
_VERBS = {
    "ist": ("sind", "bist"), "hat": ("haben", "hast"), "kann": ("können", "kannst"),
    "wird": ("werden", "wirst"), "muss": ("müssen", "musst"), "soll": ("sollen", "sollst"),
    "darf": ("dürfen", "darfst"), "will": ("wollen", "willst"), "war": ("waren", "warst"),
    "hatte": ("hatten", "hattest"), "könnte": ("könnten", "könntest"),
    "sollte": ("sollten", "solltest"), "möchte": ("möchten", "möchtest"),
    "würde": ("würden", "würdest"), "gibt": ("geben", "gibst"), "nimmt": ("nehmen", "nimmst"),
    "weiß": ("wissen", "weißt"), "sieht": ("sehen", "siehst"), "liest": ("lesen", "liest"),
    "hält": ("halten", "hältst"), "fährt": ("fahren", "fährst"), "hilft": ("helfen", "hilfst"),
    "braucht": ("brauchen", "brauchst"), "kommt": ("kommen", "kommst"),
    "schickt": ("schicken", "schickst"), "liefert": ("liefern", "lieferst"),
    "sendet": ("senden", "sendest"), "hätte": ("hätten", "hättest"), "wäre": ("wären", "wärst"),
    "bekommt": ("bekommen", "bekommst"), "macht": ("machen", "machst"), "geht": ("gehen", "gehst"),
}  # fmt: skip
_PLURALS = frozenset(plural for plural, _ in _VERBS.values())
_FINITE = frozenset(
    (
        "bin bist sind habe haben hast kann können muss müssen soll sollen darf dürfen will wollen "
        "werde werden wird war waren hatte hatten möchte möchten könnte könnten "
        "sollte sollten würde "
        "würden komme kommt kommen brauche brauchen freue gehe nehme passt reicht "
        "kostet fehlt stimmt "
        "gilt bleibt bleibe schicke liefert liefern dauert beginnt endet steht "
        "liegt rufe melde hoffe "
        "kosten passen warten stimmen reichen fehlen gelten bleiben hoffen denken brauchen "
        "denke zahle bezahle warte bestelle hätte wäre gefällt klappt läuft funktioniert"
    ).split()
) | frozenset(form for verb, forms in _VERBS.items() for form in (verb, *forms))
_PREFIXES = "an|ab|auf|aus|ein|mit|vor|zu|zurück|nach|los|weg|vorbei|statt|fest"
_SEPARABLE = re.compile(
    rf"^(?P<prefix>{_PREFIXES})(?P<verb>komme|kommt|kommen|rufe|ruft|rufen|nehme|nimmt|nehmen|"
    r"sage|sagt|schicke|schickt|schicken|hole|holt|holen|findet|finden|fange|fängt|fahre|fährt|"
    r"schaue|schaut|bringe|bringt|bringen|liefert|stimme|stimmt|reicht|gebe|gibt|lade|lädt|biete|"
    r"bietet|bieten|läuft|laufen|fällt|fallen|steht|stehen|mache|macht|machen|geht|gehen)$"
)
_SUBJECT = re.compile(
    r"^(?P<subject>(?:ich|wir|sie|Sie|du|es|er|das|alles|niemand|jemand)"
    r"|(?:(?:der|die|das|den|ein|eine|mein|meine|unser|unsere|Ihr|Ihre|dein|deine|diese|dieser|"
    r"dieses|sein|seine|ihr|ihre)\s+(?:[a-zäöüß-]+\s+){0,2}[A-ZÄÖÜ][\w-]*)|[A-ZÄÖÜ][\wäöüß-]+)\s+",
)
_POSSESSIVE = re.compile(r"^(?P<stem>sein|ihr)(?P<ending>|e|en|em|er|es)$")
HIM, HER, THEM = "ihm", "ihr", "ihnen"


def to_you(clause: str, whom: str, *, familiar: bool) -> str | None:
    """The clause as it is said to the person that `whom` (ihm, ihr, ihnen, or empty) means. None
    where another person named in it may be meant."""
    tokens, made = words_of(clause), list[str]()
    subject = False
    for place, word in enumerate(tokens):
        changed = _changed(tokens, place, whom, familiar)
        if changed and _names_somebody(tokens[:place]):
            return None
        nominative = word == "er" or (word == "sie" and whom == HER)
        subject = subject or (nominative and bool(changed))
        made.append(changed or word)
    if not subject:
        return "".join(made)
    return _agreeing(made, familiar)


def _changed(tokens: list[str], place: int, whom: str, familiar: bool) -> str:
    word = tokens[place]
    masculine, feminine = whom in {HIM, ""}, whom in {HER, THEM}
    possessive = _POSSESSIVE.match(word.lower())
    if possessive is not None and (possessive["stem"] == "sein") == masculine:
        if word.lower() == "sein" and place and _last_word(tokens) == place:
            return ""
        if word.lower() == "ihr" and not _noun_follows(tokens, place):
            return like("dir" if familiar else "Ihnen", word)
        stem = "dein" if familiar else "Ihr"
        return like(f"{stem}{possessive['ending']}", word)
    if word == "sie" and feminine:
        return "du" if familiar else "Sie"
    if word.lower() in {"er", "ihn", "ihm"} and masculine:
        return like(_THIRD[word.lower()][familiar], word)
    if word == "ihnen" and whom == THEM:
        return _THIRD[word][familiar]
    return ""


def _last_word(tokens: list[str]) -> int:
    return max((n for n, t in enumerate(tokens) if is_word(t)), default=-1)


def _noun_follows(tokens: list[str], place: int) -> bool:
    following = [t for t in tokens[place + 1 :] if is_word(t)][:3]
    return any(t[:1].isupper() for t in following)


_TITLES = frozenset("Herr Herrn Frau".split())


def _names_somebody(tokens: list[str]) -> bool:
    """Whether a name stands there: a capital word that no article or adjective leads to."""
    words = [t for t in tokens if is_word(t)]
    return bool(words) and (
        any(w in _TITLES for w in words)
        or (words[0][:1].isupper() and words[0] not in {"Sie", "Ihr"})
    )


def _agreeing(made: list[str], familiar: bool) -> str | None:
    """The clause with its last verb, or its only known one, as after Sie or du."""
    places = [n for n, token in enumerate(made) if token.lower() in _VERBS]
    if places:
        made[places[-1]] = _VERBS[made[places[-1]].lower()][familiar]
        return "".join(made)
    last = _last_word(made)
    if made[last].lower() in _PLURALS and not familiar:
        return "".join(made)  # they are several, and Sie has the same verb
    if made[last].endswith("iert"):
        made[last] = f"{made[last][:-1]}{'st' if familiar else 'en'}"
        return "".join(made)
    separable = _SEPARABLE.match(made[last])
    if separable is not None and separable["verb"] in _VERBS:
        made[last] = separable["prefix"] + _VERBS[separable["verb"]][familiar]
        return "".join(made)
    return None


def main_clause(clause: str) -> str | None:
    """A clause after `dass` in the order of a sentence: `die Rechnung zu spät ist` gives `Die
    Rechnung ist zu spät`."""
    parts = _parts(clause)
    if parts is None:
        return None
    subject, verb, rest, prefix = parts
    return capitalised(" ".join(filter(None, (subject, verb, rest, prefix))))


def question(clause: str, wh: str = "") -> str | None:
    """A clause after `ob` or a question word as a question."""
    parts = _parts(clause)
    if parts is None:
        return None
    subject, verb, rest, prefix = parts
    return capitalised(" ".join(filter(None, (wh, verb, subject, rest, prefix))))


def _parts(clause: str) -> tuple[str, str, str, str] | None:
    """Subject, finite verb, the rest, and the prefix of a verb that is written apart."""
    plain = clause.strip(" .?!,")
    match = _SUBJECT.match(plain)
    if match is None or "," in plain:
        return None
    rest, _, last = plain[match.end() :].rpartition(" ")
    separable = _SEPARABLE.match(last)
    if separable is not None:
        return match["subject"], separable["verb"], rest, separable["prefix"]
    if last.lower() in _FINITE:
        return match["subject"], last, rest, ""
    return None


_WITH_ZU = re.compile(rf"^(?P<prefix>{_PREFIXES}|bei|her|hin|teil)zu(?P<verb>\w+n)$")


def infinitive(clause: str) -> str:
    """`die Datei zu schicken` without its zu."""
    words = clause.strip(" .?!,").split(" ")
    joined = _WITH_ZU.match(words[-1])
    if joined is not None:
        words[-1] = joined["prefix"] + joined["verb"]
    elif len(words) > 1 and words[-2] == "zu":
        del words[-2]
    return " ".join(words)

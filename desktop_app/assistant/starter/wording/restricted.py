"""Restrictions of whom something is for: `only`, `not Tom`, `but not Claire`. Pure.

They stand behind the person, or before, and are no words to be said.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from desktop_app.assistant.starter.wording.text import without_gaps
from desktop_app.model.calendar_names import MONTHS, WEEKDAYS

_DATES = "|".join(
    name for names in (*WEEKDAYS.values(), *MONTHS.values()) for name in names if name
)
_ONLY = (
    r"(?:only|alone|just|nur|allein|ausschließlich|seulement|uniquement|seule?|solo|sólo"
    r"|solamente|únicamente|sola|exclusively|exclusivement)"
)
_NOT = (
    r"(?:not|nicht|pas|no|without telling|except|ohne|sauf|salvo|excepto|außer|instead of|statt"
    r"|anstatt)"
)
_BUT = r"(?:and|but|und|aber|et|mais|y|pero)"
_TO = r"(?:to|for|an|für|à|pour|a|para|bei)"
_WHOM = r"(?!that\b|dass\b|que\b|if\b|ob\b|si\b|to\b|yet\b|sure\b)[^\W\d][\w.'@-]*"
_NO_CONTENT = (
    r"(?:that|dass|que|qu'|if|whether|ob|si|s'|when|wann|quand|cuándo|to|zu|de|about|asking"
    r"|saying|for|where|what|how|why|who|wo|wie|was|warum|où|comment|dónde|cómo|know|bescheid|:)"
)
_EXCEPT = (
    rf"[\s,;(–-]*(?:\b{_BUT}\s+)?\b{_NOT}\s+(?:{_TO}\s+)?(?:auch\s+)?"
    rf"{_WHOM}(?:\s+(?-i:[A-ZÀ-Ý])[\w'-]+|(?:,?\s+(?:or|nor|oder|ou|o|ni|and|und|et|y)\s+)"
    rf"(?:{_TO}\s+)?{_WHOM})?\)?"
)
_TELLS = (
    r"(?:tell|let|ask|inform|remind|thank|invite|congratulate|write|e-?mail|mail|message|text|ping"
    r"|reply|answer|respond|send|forward|fwd|say|beg|sage?|frage?|schreibe?|antworte|bitte"
    r"|erinnere?|danke|informiere?|dis|demande|écris|réponds|rappelle|remercie|informe|diles?|di"
    r"|pregunta(?:le)?|pregúntale|escribe(?:le)?|escríbele|responde(?:le)?|respóndele|contesta"
    r"|contéstale|pídele|recuérdale|avisa|avísale|cuéntale)"
)
_MADE = r"(?:\s+(?:an?\s+|eine\s+|un\s+)?(?:mail|e-?mail|note|message|nachricht|correo|mensaje))?"
_NO_WORDS = (
    r"(?:all|everyone|everybody|allen|alle|tous|todos|only|nur|it|this|that|the|ja|nein|oui|non|sí"
    r"|si|no|yes|thanks?|danke|merci|gracias|what|was|dass|que|ask|tell|say|i|we|ich|wir|je)\b"
)
_NAMED = (
    rf"(?!{_NO_WORDS})[^\W\d][\w.'@-]*(?:\s+(?-i:[A-ZÀ-Ý])[\w.'-]+)?"
    rf"(?:(?:,\s*|\s+(?:and|und|et|y)\s+)(?!{_NOT}\b|{_ONLY}\b|{_BUT}\b|{_NO_WORDS})"
    rf"[^\W\d][\w.'@-]*(?=[\s,(]))*"
)
_SAID = rf"(?=\s*[,:]?\s+{_NO_CONTENT}(?!\w)|\s*[:,]\s|[\s.!]*$)"
_BEFORE = re.compile(
    rf"^(?:(?P<only1>{_ONLY})\s+)?(?P<verb>{_TELLS}{_MADE})(?:\s+{_ONLY})?(?P<to>\s+{_TO})?"
    rf"(?:\s+{_ONLY})?(?P<who>\s+{_NAMED})"
    rf"(?P<cut>(?:[\s,(]+(?:and\s+)?{_ONLY}\)?)?(?:{_EXCEPT})*(?:[\s,(]+{_ONLY}\)?)?){_SAID}"
    r"(?P<rest>.*)$",
    re.I | re.S,
)
_ALONE = re.compile(
    rf"^(?P<verb>tell|let|ask|inform|remind|thank|invite|sage?|frage?|bitte|erinnere?|informiere?"
    rf"|(?:(?:write|reply|respond|dis|demande|écris|réponds|diles?|di|escribe(?:le)?|pregunta(?:le)?"
    rf"|pregúntale)\b(?=\s+{_ONLY}\s+{_TO}\s)))\s+{_ONLY}(?=\s+(?:{_TO}\s+)?(?!{_NO_WORDS})\w)",
    re.I,
)
_PASSED_ON = re.compile(
    rf"^(?P<what>(?:forward|fwd|pass on|share|send|transf[èé]re|fais suivre|envoie|reenvía|envía"
    rf"|leite?|schicke?)\b.*?)(?:\s+{_ONLY})?(?P<to>\s+{_TO})(?:\s+{_ONLY})?(?P<who>\s+{_NAMED})"
    rf"(?P<cut>(?:[\s,(]+{_ONLY}\)?)?(?:{_EXCEPT})*(?:[\s,(]+{_ONLY}\)?)?)"
    r"(?P<rest>\s+weiter\b.*|,?\s+(?:and|saying|asking|with|und|mit|et|avec|y|con)\s.*|[,:]\s.*"
    r"|[\s.!]*)$",
    re.I | re.S,
)


def without_restriction(text: str) -> str:
    """`tell Nina only, not Tom, that …` as `tell Nina that …`; what is for all but somebody stays
    as it is."""
    text = without_gaps(text)
    passed = _PASSED_ON.match(text)
    if passed is not None and _is_passed_to(text, passed):
        return f"{passed['what']}{passed['to']}{passed['who']}{passed['rest']}"
    text = _ALONE.sub(r"\g<verb>", text)
    match = _BEFORE.match(text)
    if match is None:
        return text
    to = match["to"] or ""
    told = f"{match['verb']}{to}{match['who']}".rstrip(" ,")
    rest = match["rest"]
    if told + rest == text or not _is_restricted(text, match):
        return text
    if match["cut"].strip(" ,(") and re.match(r"\s*,\s+", rest):
        rest = re.sub(r"^\s*,\s+", ", " if told.lower().startswith(_GERMAN) else " ", rest)
    return f"{told}{rest}"


_GERMAN = ("sag", "frag", "schreib", "antwort", "bitte", "erinner", "informier")
_SPANISH = re.compile(r"(?:di(?:le|les)?|(?:pregunt|pregúnt|escrib|escríb|respond|respónd|contest"
                      r"|contést|píd|recuérd|avis|avís|cuént)\w+)$", re.I)  # fmt: skip
_NO_NAME = re.compile(
    rf"\b{_NOT}\s+(?:{_TO}\s+)?(?:{_DATES}|tomorrow|today|now|later|really|always|only|even|just"
    r"|because|everyone|morgen|heute|jetzt|demain|maintenant|mañana|hoy|ahora|thanks?|problem"
    r"|gracias|merci|danke|sorry)\b",
    re.I,
)
_SMALL = re.compile(rf"(?P<sign>[,;(–-]\s*|\b{_BUT}\s+|\s){_NOT}\s+(?P<to>{_TO}\s+)?[a-zà-ÿ]")
_ONLY_IF = re.compile(r"\b(?:only|just|nur|seulement|uniquement|solo|sólo|solamente)$", re.I)


def _is_passed_to(text: str, match: re.Match[str]) -> bool:
    head = text[len(match["what"]) : match.start("rest")]
    restricted = re.search(rf"\b(?:{_ONLY}|{_NOT})(?!\w)", head, re.I) is not None
    return restricted and not _NO_NAME.search(match["cut"])


def _is_restricted(text: str, match: re.Match[str]) -> bool:
    """Whether what would be cut restricts for whom it is, and is no part of what is said (`not to
    come if …`, `only if …`)."""
    head, cut, rest = text[: match.start("rest")], match["cut"], match["rest"]
    if not re.search(rf"\b(?:{_ONLY}|{_NOT})(?!\w)", head, re.I) or _NO_NAME.search(cut):
        return False
    if re.search(r"\bno\s", cut, re.I) and not _SPANISH.match(match["verb"]):
        return False
    if _ONLY_IF.search(cut) and not re.match(r"\s*[,:]|\s+(?:that|know|dass|que|qu')", rest, re.I):
        return False
    for small in _SMALL.finditer(cut):
        if bool(small["to"]) > bool(match["to"]) or not (small["to"] or rest.strip(" .!")):
            return False
        if not small["sign"].strip() and not re.match(r",?\s+(?:that|dass|que|qu')", rest, re.I):
            return False
    return True


_NO_ONE = rf"(?!(?:{_DATES}|english|german|french|spanish|i|sie|ihnen|ihre?\w*)\b)"
_LEFT: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        language: re.compile(
            rf"^(?:{only}),?\s+(?:{no}|{to})\b|^(?:{only}),"
            rf"|(?:^|[,;(]\s*(?:(?:{but})\s+)?|\b(?:{but})\s+){no}\s+{name}"
            rf"(?=\)?\s*(?:[,;.!)]|$))",
            re.I,
        )
        for language, only, no, to, but, name in (
            ("en", "only|alone|just", r"(?:not|no)", "to|for", "but|and",
             rf"(?:(?:to|for)\s+)?{_NO_ONE}(?-i:[A-ZÀ-Ý])[\w-]*[^\W\d](?:\s+(?-i:[A-Z])[\w-]+)?"),
            ("de", "nur|allein", "nicht", "an|für", "aber",
             rf"(?:(?:an|für)\s+)?{_NO_ONE}(?-i:[A-ZÄÖÜ])\w+"),
            ("fr", "seulement|uniquement", "pas", "à|pour", "mais",
             rf"(?:à|pour|au)?\s*{_NO_ONE}(?-i:[A-ZÀ-Ý])\w+"),
            ("es", "solo|sólo|solamente", "no", "a|para", "pero",
             rf"(?:(?:a|para|al)\s+)?{_NO_ONE}(?-i:[A-ZÀ-Ý])\w+"),
        )
    }
)  # fmt: skip
_LAST = re.compile(
    rf"(?:^|[,;(–]\s*(?:{_BUT}\s+)?|\s{_BUT}\s+){_NOT}\s+(?:{_TO}\s+)?"
    r"(?P<name>[^\W\d][\w.'-]*(?:\s+[^\W\d][\w'-]*)?)\)?[\s.!]*$",
    re.I,
)


_SAID_TO = re.compile(
    rf"^(?:{_BUT}\s+)?(?:(?:{_ONLY}|{_NOT})[\s,]+){{1,2}}(?:{_TO}\s+)?[^\W\d][\w'-]*,?"
    r"\s+(?:that|dass|que)\b",
    re.I,
)


def restricts(sentence: str, language: str) -> bool:
    """Whether a sentence says for whom it is and for whom not (`not Tom`)."""
    return bool(_LEFT[language].search(sentence) or _SAID_TO.match(sentence))


def left_out(message: str) -> str:
    """Who may be left out at the end of a message (`…, but not Tom`); empty for nobody."""
    match = _LAST.search(message)
    return match["name"] if match is not None else ""

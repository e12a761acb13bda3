"""Filler around a request, which says nothing of what is wanted. Pure."""

from __future__ import annotations

import re

_BEFORE = re.compile(
    r"^(?:(?:oh |ok(?:ay)? |so )*(?:please|pls|plz|kindly|just|ok(?:ay)?(?! (?:for|with|to|by|pour"
    r"|para|für|con|mit)\b)|so|well|hey|hi|hello|right"
    r"|also|now"
    r"|(?:could|can|would|will) (?:you|u|ya)(?: (?:please|pls|just|quickly|kindly|maybe))*"
    r"|i (?:want|need|would like|'d like) you to|i'd like you to|draftdesk"
    r"|bitte(?! (?:ihn|sie|um|ihnen)\b| (?-i:[A-ZÄÖÜ])\S+(?: um\b|,? .+ zu\b))"
    r"|(?:kannst|könntest|würdest) du(?: (?:mir|bitte|mal|kurz))*|mal|kurz|also|so|hallo"
    r"|s'il te plaît|s'il vous plaît|stp|svp|(?:peux|pourrais|veux)-tu|tu (?:peux|pourrais)|alors"
    r"|bon|salut"
    r"|por favor|porfa|(?:puedes|podrías|me puedes|me podrías)|bueno|oye|vale,|hola"
    r"))[,:\s]+(?=\S)",
    re.I,
)
_AFTER = re.compile(r"(?<=\S)\s*,?\s+(?:pls|plz|stp|svp|porfa)(?P<end>[\s.!?]*)$", re.I)
_AND = re.compile(
    r"^(?:and(?: then| also)?|also|then|und(?: dann| auch)?|dann|et(?: puis| aussi)?|puis"
    r"|y(?: luego| también)?|luego)[,\s]+(?=\S)",
    re.I,
)
_PLEASE = re.compile(
    r"(?<=\S)\s*,?\s+(?:please|for me|if you can|bitte|s'il (?:te|vous) plaît"
    r"|por favor)(?P<end>[\s.!?]*)$",
    re.I,
)
_WANTS = re.compile(
    r"^(?:i (?:want|need|would like|have) to|i'd like to|i wanna|let's|we (?:need|have) to"
    r"|ich (?:möchte|will|muss)"
    r"|je (?:veux|voudrais|dois)|j'aimerais|quiero|quisiera|necesito|tengo que)\s+(?=\S)",
    re.I,
)


_INFINITIVE_DE = re.compile(
    r"^(?P<who>\S+(?: \S+)?) (?P<verb>fragen|bitten|sagen|schreiben|antworten),? (?=(?:ob|wann|wo"
    r"|wie|was|dass|nach|um|warum|wer)\b)",
    re.I,
)
_INFINITIVE_FR = re.compile(
    r"^(?P<who>lui|leur) (?P<verb>demander|dire|écrire|répondre"
    r"|rappeler)\b",
    re.I,
)
_INFINITIVE_ES = re.compile(
    r"^(?P<verb>pregunt|dec|ped|escrib|respond|d|record|agradec"
    r"|contest)[aei]r(?P<who>les?)\b",
    re.I,
)
_VERBS = {
    "fragen": "frag", "bitten": "bitte", "sagen": "sag", "schreiben": "schreib",
    "antworten": "antworte", "demander": "demande", "dire": "dis", "écrire": "écris",
    "répondre": "réponds", "rappeler": "rappelle", "pregunt": "pregúnta", "dec": "di",
    "ped": "píde", "escrib": "escríbe", "respond": "respónde", "d": "da",
    "record": "recuérda", "agradec": "agradéce", "contest": "contésta",
}  # fmt: skip
_PARTICLES = re.compile(
    r"^(?P<verb>(?:frag|sag|schreib|bitte?|markier|lösch|archivier|antwort|schick|erinner|setz"
    r"|mach)e?(?: (?:ihn|ihm|ihr|ihnen|sie|das|es|die|den))?)"
    r"(?: (?:mal|bitte|noch|doch|kurz|eben|schnell|gleich))+\b",
    re.I,
)


_PLEASED = re.compile(
    r"^(?:(?:great|good|perfect|fine|nice|yes|ok|okay|super|gut|perfekt|ja|parfait|oui|perfecto|sí"
    r"|vale)[,.!\s]+)+"
    r"(?=(?:send|schick|sende|envoie|envía)\b)",
    re.I,
)
_PRELUDE = re.compile(
    r"^(?:i was wondering (?:if|whether) you (?:could|can|would)|would you mind"
    r"|do you think you (?:could|can)"
    r"|(?:it would|it'd) be (?:great|nice) if you (?:could|can)|maybe(?: you (?:can|could|should))?"
    r"|(?:you|we|i) should(?: probably)?"
    r"|(?:you|we) (?:can|could)|remember to|(?:don't|dont|do not) forget to|make sure to"
    r"|go ahead and|try to|help me(?: to)?|time to"
    r"|is it possible to|first|quick(?:ly)?|yes|yeah|no|denk (?:bitte )?daran,?|vergiss nicht,?"
    r"|n'oublie pas de|pense à|acuérdate de)[,:]?\s+"
    r"(?=(?:tell|ask|reply|answer|write to|send|forward|remind|thank|find|search|show|archive"
    r"|delete|star|label|mark|draft|email|let"
    r"|frag|sag|antworte|schreib|leite|such|zeig|archivier|lösch|demande|dis|réponds|écris"
    r"|transfère|cherche|archive|supprime"
    r"|pregunta|dile|responde|escribe|reenvía|busca|archiva|borra)\w*\b)",
    re.I,
)


def without_filler(text: str) -> str:
    """The request by itself: `ok so can you tell Sam …, pls` is `tell Sam …`."""
    text = re.sub(r"\bthem both\b|\bboth of them\b", "them", text, flags=re.I)
    text = _PLEASED.sub("", text)
    before, first = "", text
    while before != text:
        before, text = text, _AFTER.sub(r"\g<end>", _PRELUDE.sub("", _BEFORE.sub("", text))).strip()
    return _PARTICLES.sub(r"\g<verb>", _as_told(text) if text != first else text)


def _as_told(text: str) -> str:
    """`(can you) ihn fragen, ob …` as `frag ihn, ob …`."""
    for pattern, joint in ((_INFINITIVE_DE, " "), (_INFINITIVE_FR, "-"), (_INFINITIVE_ES, "")):
        match = pattern.match(text)
        if match is not None:
            told = f"{_VERBS[match['verb'].lower()]}{joint}{match['who']}"
            rest = text[match.end() :].lstrip()
            return f"{told}, {rest}" if pattern is _INFINITIVE_DE else f"{told} {rest}"
    return text


def without_and(text: str) -> str:
    """Without the word that goes on from something said before."""
    return _AND.sub("", text)


def without_please(text: str) -> str:
    """Without the word at the end that asks, which may also be a part of what is to be said."""
    return _PLEASE.sub(r"\g<end>", text)


def without_wish(text: str) -> str:
    """Without `I want to` and the like, which may also be what somebody else is to be told."""
    return _WANTS.sub("", text)


_BEGIN = (
    r"(?P<begin>^|[,;.:]\s+|\b(?:and|but|then|also|und|aber|dann|et|mais|puis|y|pero|luego)\s+)"
)
_BEGS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(f"{_BEGIN}{pattern}", re.I), rf"\g<begin>{instead}")
    for pattern, instead in (
        (r"(?:beg|implore|plead with|urge)(?= (?:him|her|them|everyone|for|to)\b)", "ask"),
        (r"plead(?= for\b)", "ask"),
        (r"(?:beg|implore|plead with|urge) (?=[\w.@'-]+ (?:for|to)\b)", "ask "),
        (r"(?:flehe?|ersuche?) (?P<who>ihn|sie|[^\W\d][\w.-]*)(?: an)? um\b", r"bitte \g<who> um"),
        (r"supplie-l(?:e|a|es)\b", "demande-lui"),
        (r"(?:implore|prie)-l(?:e|a|es)\b", "demande-lui"),
        (r"(?:supplie|implore|prie) (?P<who>(?!de\b)[^\W\d][\w.-]*) (?=de |d')",
         r"demande à \g<who> "),
        (r"(?:ruégal(?:e|es)|suplícal(?:e|es))\b", "pídele"),
        (r"(?:ruega|suplica)\b", "pide"),
    )
)  # fmt: skip


def as_asked(text: str) -> str:
    """Begging as asking, where an instruction begins and nothing is quoted."""
    if re.search(r"[\"“”„«»]", text):
        return text
    for pattern, instead in _BEGS:
        text = pattern.sub(instead, text)
    return text

"""The guard: words to be said hold no further instruction. Pure.

Where one is left in them, nothing of them is a sentence. The same guard looks at the words before
they become one (`instructs_inside`) and at every finished sentence (`is_no_sentence`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from desktop_app.assistant.starter.wording.manner import is_about_manner
from desktop_app.assistant.starter.wording.restricted import restricts
from desktop_app.assistant.starter.wording.whether import is_whether

_VERBS: Mapping[str, str] = MappingProxyType(
    {
        "en": r"ask|beg|implore|plead|urge|warn|assure|insist|explain|complain|notify|advise"
        r"|recommend"
        r"|inquire|enquire|tell|say|remind|thank|apologi[sz]e|congratulate|invite|forward|cc|bcc"
        r"|attach"
        r"|add|mention|suggest|propose|offer|confirm|decline"
        r"|accept|refuse|wish|let (?:him|her|them|me|\w+) know|inform|reply|answer|write|request"
        r"|promise|cancel|agree|don't (?:say|mention|tell)"
        r"|make (?:it|sure)|keep it|(?:archive|delete|star|label|mark|trash|file|close|print|save"
        r"|bin|snooze|move|put)(?= (?:it|this|that|them|the|as))|copy (?:him|her|them|in)"
        r"|send (?:it|this|them|him|her)",
        "de": r"frage?|flehe?|ersuche?|warne?|versichere?|versprich|empfiehl|erkläre?"
        r"|beschwere? dich"
        r"|grüße?|melde? (?:ihm|ihr|ihnen)|sage?|erinnere?|bedanke?|danke (?:ihm|ihr|ihnen)"
        r"|entschuldige? dich"
        r"|gratuliere?|lade|leite|schicke? (?:ihm|ihr|ihnen|es|das)"
        r"|erwähne?|schlage? (?:ihm|ihr|ihnen|\w+ vor)|biete?|bestätige?|lehne?|nimm|wünsche?"
        r"|gib (?:ihm|ihr|ihnen)|teile? (?:ihm|ihr|ihnen)"
        r"|(?:archiviere?|lösche?|markiere?|drucke?|verschiebe?|speichere?)(?= (?:es|das|die|den"
        r"|sie|diese|als))|antworte|schreibe?|bitte (?:ihn|sie|um)|hänge?|füge?",
        "fr": r"demande|supplie|implore|prie(?=-)|préviens|assure|conseille|recommande|salue"
        r"|insiste"
        r"|explique|plains-toi|fais(?:-| )(?:lui|leur)|présente|dis|rappelle|remercie|excuse-toi"
        r"|félicite|invite|transfère|mentionne"
        r"|suggère|propose|offre|confirme|décline|accepte|refuse"
        r"|(?:archive|supprime|efface|marque|imprime|classe|déplace)(?:-l[ea]s?)?(?= |$)|souhaite"
        r"|informe|réponds|écris|promets|annule|ajoute|joins",
        "es": r"pregunta(?:le|les)?|ruega|suplica|promete|avisa|advierte|recomienda|saluda|insiste"
        r"|explica|quéjate"
        r"|(?:ruég|suplíc|promét|avís|asegúr|recomiénd|salúd|explíc|cuént|ofréc|adviért)\w*l[aeo]s?"
        r"|pregúnta\w+|di(?:le|les)?|recuérda\w+|agradece|agradéce\w+"
        r"|da(?:le|les)? (?:las )?gracias|discúlpate|felicita"
        r"|(?:archív|bórr|elimín|márc|imprím)\w*l[oa]s?|(?:archiva|borra|elimina|marca"
        r"|imprime)(?= )|invita|reenvía|menciona|sugiere|propón|ofrece|confirma|rechaza|acepta"
        r"|desea|deséa\w+|informa|responde|contesta|escribe|pide|pídele"
        r"|cancela|añade|adjunta",
    }
)
_AGAIN = {
    "en": r"and|but|then|also|plus",
    "de": r"und|aber|dann|außerdem|auch",
    "fr": r"et|mais|puis|ensuite|aussi",
    "es": r"y|e|pero|luego|también",
}
_INSIDE: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        language: re.compile(
            rf"(?:\b(?:{_AGAIN[language]})\s+(?:(?:{_AGAIN[language]}|please|bitte|politely|kindly"
            rf"|just)\s+)*|[,;.:!?]\s+)(?:{verbs})(?![\w'’])",
            re.I,
        )
        for language, verbs in _VERBS.items()
    }
)


_MINE = "".join(
    f"(?<!\\b{word} )"
    for word in "to will ll can could would should must i we you they please may might did do don't"
    " not".split()
)
_ALSO_TO: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "en": re.compile(
            r"\band (?!(?:hope|think|know|believe|say|said|see|feel|guess|agree|mean|so|now|all|is"
            r"|was"
            r"|sure|glad|sorry|afraid|i|we|hopes|thinks|knows|says)\b)[\w-]+ that (?:the|i|we|it|he"
            r"|she|they|my|our)\b"
            rf"|{_MINE}\b(?:tell|ask|remind|thank|inform|let) (?:him|her|them)\b",
            re.I,
        ),
        "de": re.compile(r"\b(?:frag|sag|erinner|bitte) (?:ihn|ihm|ihr|ihnen|sie)\b", re.I),
        "fr": re.compile(
            r"\b(?:dis|demande|réponds|remercie|rappelle|écris)-(?:lui|leur|l[ea]s?)\b", re.I
        ),
        "es": re.compile(
            r"\b(?:diles?|pregúntales?|pídeles?|recuérdales?|agradéceles?|respóndeles?)\b", re.I
        ),
    }
)
"""Somebody who is told or asked something, wherever it stands (`and Nina that it is on Friday`)."""


_BEGINS: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "en": re.compile(
            rf"^(?:please |politely |kindly |just |also |then |and |but )*(?:{_VERBS['en']})"
            r"(?![\w'’])(?!,? (?:me|us|you|i|we|is|was|are|has|will|would|could|can"
            r"|accepted|received|to me)\b)(?!:)",
            re.I,
        ),
        "de": re.compile(
            rf"^(?:bitte |dann |auch |und |aber )*(?:{_VERBS['de']})(?![\w'’])"
            r"(?!,? (?:mir|mich|uns|dir|dich|euch|ist|war|und)\b)(?! (?-i:Ihnen|Sie)\b)(?!:)",
            re.I,
        ),
        "fr": re.compile(
            rf"^(?:puis |et |mais |aussi )*(?:{_VERBS['fr']})(?![\w'’])(?![- ](?:moi|nous)\b)"
            r"(?! (?:est|a|sera)\b)(?!\s?:)",
            re.I,
        ),
        "es": re.compile(
            rf"^(?:luego |y |pero |también )*(?:{_VERBS['es']})(?![\w'’])"
            r"(?! (?:es|está|ha)\b)(?!:)",
            re.I,
        ),
    }
)
"""Sentences that begin as an instruction, and are no request to the reader (`tell me`)."""

_NOT_TO: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "en": re.compile(
            r"\b(?:don't|dont|do not|never) (?:tell|say|mention|write|let|cc|copy|show|forward"
            r"|send)\b(?! (?:me|us)\b)",
            re.I,
        ),
        "de": re.compile(
            r"(?:^|[,;.]\s+|\b(?:und|aber) )(?:sage?|schreibe?|verrate?|erzähle?|zeige?|schicke?)"
            r" [\w ]{0,30}\b(?:nichts?|kein\w*)\b",
            re.I,
        ),
        "fr": re.compile(
            r"(?:^|[,;.]\s+|\b(?:et|mais) )(?:ne |n['’])(?:l[ea]s? |lui |leur |en |pas )*(?:dis"
            r"|écris|dire|envoie|montre|parle|préviens)\b",
            re.I,
        ),
        "es": re.compile(
            r"(?:^|[,;.]\s+|\b(?:y|pero) )no (?:se |l[eoa]s? )*(?:digas|escribas|cuentes|envíes"
            r"|muestres|menciones|avises)\b",
            re.I,
        ),
    }
)
"""Who is not to be told, or what is not to be said."""

_SENTENCES = re.compile(r"(?<=[.?!…])\s+")


def instructs_inside(words: str | None, language: str) -> bool:
    """Whether an instruction follows in words that are to be said."""
    if not words:
        return False
    return (
        _ALSO_TO[language].search(words) is not None
        or _INSIDE[language].search(words) is not None
        or _NOT_TO[language].search(words) is not None
    )


def is_no_sentence(text: str, language: str) -> bool:
    """Whether finished words of a letter still hold an instruction anywhere: one that begins or
    follows, for whom they are not, how they are to be said, or a whether-clause that nothing
    follows."""
    return instructs_inside(text, language) or any(
        _BEGINS[language].match(each) is not None
        or restricts(each, language)
        or is_about_manner(each, language)
        or is_whether(each, language)
        for each in _SENTENCES.split(text.strip())
    )

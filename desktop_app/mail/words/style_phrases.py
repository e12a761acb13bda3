"""Greetings, sign-offs and forms of address by which a writing style is told, by language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

LANGUAGES: Mapping[str, str] = MappingProxyType(
    {
        "en": "English",
        "de": "German",
        "fr": "French",
        "es": "Spanish",
        "it": "Italian",
        "pt": "Portuguese",
        "nl": "Dutch",
        "sv": "Swedish",
        "da": "Danish",
        "no": "Norwegian",
        "fi": "Finnish",
        "pl": "Polish",
        "cs": "Czech",
        "tr": "Turkish",
        "ja": "Japanese",
        "ko": "Korean",
        "zh": "Chinese",
        "he": "Hebrew",
        "ar": "Arabic",
        "el": "Greek",
        "th": "Thai",
        "hi": "Hindi",
        "ru": "Russian",
    }
)

_OPENINGS = {
    "en": "hi|hello|hey|dear|good morning|good afternoon|good evening|morning",
    "de": "hallo|liebe|lieber|guten tag|guten morgen|guten abend|sehr geehrte|sehr geehrter|moin"
    "|servus|grüezi|grüß gott|grüß dich",
    "fr": "bonjour|bonsoir|salut|coucou|cher|chère|chers|chères",
    "es": "hola|buenos días|buenas tardes|buenas noches|estimado|estimada|estimados|querido"
    "|querida",
    "it": "ciao|buongiorno|buonasera|salve|gentile|caro|cara|egregio",
    "pt": "olá|oi|bom dia|boa tarde|boa noite|caro|cara|prezado|prezada",
    "nl": "hoi|beste|geachte|dag|goedemorgen|goedemiddag|goedendag|lieve",
}
_CLOSINGS = {
    "en": "best|best regards|kind regards|warm regards|regards|best wishes|all the best|cheers"
    "|thanks|thank you|many thanks|thanks again|sincerely|yours|yours sincerely|take care"
    "|talk soon|see you|see you soon|love",
    "de": "viele grüße|liebe grüße|beste grüße|schöne grüße|herzliche grüße|freundliche grüße"
    "|mit freundlichen grüßen|mit besten grüßen|mit herzlichen grüßen|grüße|gruß|lieber gruß"
    "|viele gruesse|liebe gruesse|lg|vg|mfg|danke|vielen dank|bis bald|bis dann|herzlich|dein"
    "|deine|ihr|ihre",
    "fr": "cordialement|bien cordialement|bien à vous|bien à toi|à bientôt|amicalement"
    "|amitiés|bises|salutations|sincères salutations|merci|merci d'avance|bonne journée",
    "es": "saludos|un saludo|saludos cordiales|cordialmente|atentamente|un abrazo|abrazos"
    "|gracias|muchas gracias|hasta pronto|hasta luego",
    "it": "cordiali saluti|saluti|un saluto|distinti saluti|a presto|grazie|un abbraccio",
    "pt": "cumprimentos|atenciosamente|abraço|abraços|um abraço|obrigado|obrigada|até breve",
    "nl": "met vriendelijke groet|met vriendelijke groeten|vriendelijke groet|groet|groeten"
    "|groetjes|mvg|bedankt|dank|tot snel",
}
OPENINGS: Mapping[str, str] = MappingProxyType(
    {phrase: code for code, phrases in _OPENINGS.items() for phrase in phrases.split("|")}
)
"""Greeting, lower case, to its language."""

CLOSINGS: Mapping[str, str] = MappingProxyType(
    {phrase: code for code, phrases in _CLOSINGS.items() for phrase in phrases.split("|")}
)
"""Sign-off, lower case, to its language."""

TITLES = frozenset(
    "herr herrn frau mr mrs ms mx dr prof monsieur madame m mme mlle señor señora sr sra signor"
    " signora dott senhor senhora meneer mevrouw doctor professor".split()
)
EVERYONE = frozenset(
    "all everyone everybody there team both again folks guys zusammen alle allerseits ihr beiden"
    " leute tous toutes à tout le monde a todos todas tutti allemaal iedereen together".split()
)
"""Words after a greeting that are nobody's name."""

ADDRESS: Mapping[str, tuple[tuple[str, re.Pattern[str]], ...]] = MappingProxyType(
    {
        "de": (
            ("du", re.compile(r"\b(?:[Dd]u|[Dd]ich|[Dd]ir|[Dd]ein(?:e[nmrs]?)?)\b")),
            ("Sie", re.compile(r"(?<=[a-zäöüß,] )(?:Sie|Ihnen|Ihr(?:e[nmrs]?)?)\b")),
        ),
        "fr": (
            ("tu", re.compile(r"\b(?:tu|te|toi|ton|ta|tes)\b", re.IGNORECASE)),
            ("vous", re.compile(r"\b(?:vous|votre|vos)\b", re.IGNORECASE)),
        ),
        "es": (
            ("tú", re.compile(r"\b(?:tú|te|ti|tu|tus|contigo)\b", re.IGNORECASE)),
            ("usted", re.compile(r"\b(?:usted|ustedes)\b", re.IGNORECASE)),
        ),
        "it": (
            ("tu", re.compile(r"\b(?:tu|ti|te|tuo|tua|tuoi|tue)\b", re.IGNORECASE)),
            ("Lei", re.compile(r"(?<=[a-zàèéìòù,] )(?:Lei|Le|Suo|Sua|Suoi|Sue)\b")),
        ),
        "nl": (
            ("je", re.compile(r"\b(?:je|jij|jou|jouw)\b", re.IGNORECASE)),
            ("u", re.compile(r"\b(?:u|uw)\b", re.IGNORECASE)),
        ),
    }
)
"""Familiar and formal address, and the words that show each."""

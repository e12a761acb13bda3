"""Words of a request as a query in Gmail's query language."""

from __future__ import annotations

import re

_MAILS = r"(?:e-?mails?|messages?|mails?|nachrichten?|courriels?|mensajes?|correos?)"
_QUERY_WORDS = (
    ((r"\b(?:with|mit|avec|con) (?:an? |einem |une? |un )?(?:attachments?|anhang|anhängen|"
     r"pièces? jointes?|archivos? adjuntos?|adjuntos?)(?!\w)"), "has:attachment"),
    (r"\b(?:from (?:the )?)?(?:last week|letzten? woche|la semaine dernière|la semana pasada)\b",
     "newer_than:7d"),
    (r"\b(?:from )?(?:the )?last month\b", "newer_than:1m"),
    (r"\b(?:from )?(?:today|heute|aujourd'hui|hoy)\b", "newer_than:1d"),
    (r"\b(?:from )?yesterday\b", "newer_than:2d"),
    (r"\b(?:from|by|von) (?=\S)(\S+@\S+|(?-i:[A-Z]\S+ [A-Z]\S+))",
     lambda m: f'from:"{m[1]}"' if " " in m[1] else f"from:{m[1]}"),
    (r"\b(?:from|by|von) (?=\S)(\S+)", r"from:\1"),
    (r"\bde (?=(?-i:[A-Z]))(\S+)", r"from:\1"),
    (r"\bto (?!the\b)(\S+@\S+)", r"to:\1"),
    (
        (r"\b(?:about|on|regarding|concerning|that mentions?|mentioning|called|that|which|über|"
        r"sobre|à propos de)\b ?"),
        "",
    ),
    (r"\b(?:the|a|an|die|das|der|les|le|la|los|las|el)\b ", ""),
)  # fmt: skip


def as_query(words: str) -> str:
    """`mails from Dana about the budget last week` as a query."""
    leading = r"^(?:all\s+|any\s+|my\s+|the\s+|me\s+|alle\s+|meine\s+|mes\s+|mis\s+|les\s+|los\s+)*"
    text = re.sub(
        rf"{leading}(?:unread\s+|ungelesenen?\s+)?{_MAILS}\b\s*",
        "",
        words.strip(" .?!"),
        flags=re.I,
    )
    new = r"\b(?:unread|ungelesenen?|non lus?|(?:no|sin) le[ií]dos?|sin leer)\b\s*"
    unread = "is:unread " if re.search(new, words, re.I) else ""
    text = re.sub(new, "", text, flags=re.I)
    for pattern, replacement in _QUERY_WORDS:
        text = re.sub(pattern, replacement, text, flags=re.I)
    return f"{unread}{text}".strip()


def from_person(name: str) -> str:
    """A from: term for a name or an address."""
    plain = name.strip(" .?!\"'“”")
    return f'from:"{plain}"' if " " in plain else f"from:{plain}"

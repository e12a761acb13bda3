"""Requests for a template: *use template Offer*, *answer Dana with the template Thanks*.

What stands behind the word is the name, perhaps with whom the mail is for: only who knows the names
can tell them apart.
"""

from __future__ import annotations

import re

from desktop_app.assistant.starter.asked.requested import UseTemplate

_TEMPLATE = r"(?:template|vorlage|modèle|modele|plantilla)"
_THE = r"(?:(?:the|my|a|die|der|meine[rn]?|das|le|la|mon|ma|mi|el)\s+)?"
_NAME = rf"(?:{_TEMPLATE}\s+(?P<name>\S.{{0,119}})|(?P<named>\S.{{0,79}}?)\s+{_TEMPLATE})"
_WITH = r"(?:with|using|from|mit|aus|avec|con)"
_REPLY = re.compile(
    r"(?:please\s+|bitte\s+)?(?:reply|answer|respond|antworte?|beantworte|réponds?|répondez|responde)"
    rf"(?:\s+(?:to|an|à|a))?(?:\s+(?P<hint>\S.{{0,79}}?))?\s+{_WITH}\s+{_THE}{_NAME}$",
    re.IGNORECASE,
)
_WRITE = re.compile(
    r"(?:please\s+|bitte\s+)?(?:write|draft|send|mail|schreibe?|écris|escribe)"
    r"(?:\s+(?:a|an|eine|un|une)\s+(?:mail|e-mail|message|draft|nachricht|correo|mensaje))?"
    rf"(?:\s+(?:to|an|à|a))?\s+(?P<person>\S.{{0,79}}?)\s+{_WITH}\s+{_THE}{_NAME}$",
    re.IGNORECASE,
)
_USE = re.compile(
    r"(?:please\s+|bitte\s+)?(?:use|take|apply|insert|benutze?|verwende|nimm|nutze?|utilise|utilisez"
    rf"|prends|usa|utiliza|aplica)\s+{_THE}{_NAME}$",
    re.IGNORECASE,
)
_QUOTES = "\"'“”„«»‘’ "
_FOR = re.compile(r"\s+(?:to|for|an|für|à|pour|para|a)\s+(?=\S)", re.IGNORECASE)


def template_asked(text: str) -> UseTemplate | None:
    """The request for a template in a sentence; None where it is none."""
    bare = text.strip().rstrip(".!")
    for pattern, replies in ((_REPLY, True), (_WRITE, False), (_USE, False)):
        match = pattern.match(bare)
        if match is not None:
            found = match.groupdict()
            words = (found["name"] or found["named"] or "").strip()
            person, hint = found.get("person") or "", found.get("hint") or ""
            return UseTemplate(words, hint=hint, person=person, replies=replies)
    return None


def named_and_for(words: str, names: list[str]) -> tuple[str, str] | None:
    """The template that is named, the longest one that fits, and whom it is for, empty where
    nobody is named; None where there is none of the name."""
    for name in sorted(names, key=len, reverse=True):
        for start in (words, words.lstrip(_QUOTES)):
            if start[: len(name)].casefold() != name.casefold():
                continue
            rest = start[len(name) :].lstrip("\"'“”„«»‘’")
            if not rest.strip():
                return name, ""
            if (between := _FOR.match(rest)) is not None:
                return name, rest[between.end() :].strip(_QUOTES)
    return None

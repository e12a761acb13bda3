"""What a writer tells of themselves: the sentences of a mail with their address or number."""

from __future__ import annotations

import re

_OF_ONESELF = re.compile(
    r"\b(?:my|our|meine?[rnms]?|unsere?[rnms]?|mon|ma|mes|notre|nos|mi|mis|nuestr[oa]s?)\b[^.!?\n]{0,40}"
    r"\b(?:address|phone|telephone|number|mobile|iban|bank|account|e-?mail|adresse|anschrift|nummer"
    r"|handy|telefon\w*|konto\w*|bankverbindung|téléphone|numéro|compte|dirección|teléfono|número"
    r"|cuenta)\b",
    re.I,
)
_LINE = re.compile(r"(?<=[.!?])\s+|\n+")


def own_facts(text: str) -> str:
    """The sentences of a mail of the person's own that give their own contact details: *my
    address is …*. They are theirs to tell anybody."""
    lines = _LINE.split(text)
    return "\n".join(line for line in lines if _OF_ONESELF.search(line))

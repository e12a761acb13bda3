"""What follows the thing that an instruction is about: another clause, no reason. Pure.

`decline the offer, we have enough` declines the offer, and says that we have enough.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from desktop_app.assistant.starter.wording.rules import Rules

_NO_REASON = re.compile(
    r"[,;]?\s*(?:\b(?:and|but|und|aber|et|mais|y|pero)\s+)?\b(?:(?:with )?no (?:reasons?"
    r"|explanations?|excuses?|details)(?: given| needed)?"
    r"|without (?:(?:giving|saying|any|a|the|an)\s+)*(?:reasons?|explanations?|why"
    r"|explaining(?: why)?|comments?|details)"
    r"|(?:do not|don't|dont) (?:say|tell|give|explain|mention)(?: (?:him|her|them))? (?:why|(?:a"
    r"|any|the) reasons?)"
    r"|ohne (?:angabe von |einen |jeden )?(?:grund|gründen?|begründung|erklärung(?:en)?|kommentar)"
    r"|sag(?:e)? nicht,? (?:warum|wieso)"
    r"|sans (?:(?:donner|dire|de|d'|la|aucune)\s*)*(?:raisons?|explications?|pourquoi|justifier"
    r"|expliquer|motif)"
    r"|sin (?:(?:dar|decir|ninguna|más)\s+)*(?:motivos?|razón|razones|explicaciones|explicación"
    r"|explicar(?:lo)?|por qué))(?=\s*(?:[.,;!]|$))",
    re.I,
)
_JOINT = re.compile(
    r"\s*(?P<sign>[,;.!?]|\s[-–])\s+(?:(?:and|but|because|since|as|so|und|aber|denn|weil|et|mais"
    r"|car|parce que|y|pero|porque|ya que)\s+)?"
    r"|\s+(?P<word>but|because|aber|denn|mais|car|parce que|pero|porque)\s+",
    re.I,
)
_CLAUSE: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "en": re.compile(
            r"(?:i|i'?m|i'?ll|i'?ve|i'?d|we|we're|we'll|we've|it|it's|he|she|they|there|you"
            r"|that's)\b"
            r"|(?:the|my|our|his|her|their|this|that|these|\w+day|tomorrow"
            r"|today)\b[\w' -]{0,40}?\b(?:is|are|was|were|has|have|will|can|can't|does"
            r"|doesn't|don't|works?|won't|would|suits?)\b|(?:when|where|what|who|how|which|why|can"
            r"|could|would|will|do|does|is|are)\b.*\?",
            re.I,
        ),
        "de": re.compile(
            r"(?:ich|wir|er|sie|es|das|da|mir|uns|mein\w*|unser\w*|der|die|am|\w+tag)\b.*\b(?:bin"
            r"|ist|sind|war|habe|haben|hat|kann|können|muss"
            r"|müssen|geht|passt|komme?n?|will|wollen|wird|werden|reicht|brauche?n?|möchte\w*"
            r"|wäre\w*)\b|(?:wann|wo|was|wer|wie|warum)\b.*\?",
            re.I,
        ),
        "fr": re.compile(
            r"(?:je|j'|nous|on|il|elle|c'est|ça|ce|mon|ma|mes|le|la|les|notre)\s*.*\b(?:est|sont|ai"
            r"|a|avons|suis|sommes|peux|peut|pouvons|dois"
            r"|doit|faut|vais|va|serai|sera|viens|préfère|convient|marche)\b|(?:quand|où|combien"
            r"|comment|pourquoi|qui)\b.*\?",
            re.I,
        ),
        "es": re.compile(
            r".*\b(?:es|son|está|están|estoy|tengo|tiene|tenemos|puedo|puede|podemos|hay|voy|vamos"
            r"|prefiero|me (?:va|viene)|será|sería)\b",
            re.I,
        ),
    }
)
_DAY = re.compile(
    r"[\w' .]{2,40}(?:\?|\b(?:instead|rather|stattdessen|plutôt"
    r"|mejor))[\s.!]*$",
    re.I,
)


_ASKED = re.compile(r"(?:ask|asking|tell (?:him|her|them|everyone) to|request)\b(?! for)", re.I)
_OWN = re.compile(r"[,;]\s+(?=(?:i|we)(?:'\w+)?\s)", re.I)
"""Where the person goes on about themselves behind a question."""


def head_and_tail(piece: str, rules: Rules) -> tuple[str, str]:
    """The instruction about a thing by itself, and what is to be said behind it; the whole piece
    where it is about no thing."""
    own = _OWN.search(piece) if rules.language == "en" and _ASKED.match(piece) else None
    if own is not None:
        return piece[: own.start()], piece[own.end() :]
    if not rules.things.match(piece):
        return piece, ""
    plain = _NO_REASON.sub("", piece).strip() or piece
    for joint in _JOINT.finditer(plain):
        rest = plain[joint.end() :].strip()
        if not rest or not plain[: joint.start()].strip():
            continue
        if joint["word"] or _CLAUSE[rules.language].match(rest) or _DAY.match(rest):
            return plain[: joint.start()], rest
    return plain, ""

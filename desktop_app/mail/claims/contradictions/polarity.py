"""Sentences that say *not* where a source does not, and the reverse."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from desktop_app.mail.claims.contradictions.compared import Contradiction, There
from desktop_app.mail.claims.statements import TIME_STEMS, Statement, statements

LONGEST = 90
WISH = re.compile(
    r"\b(?:would|could|should|shall|please|hope|wish|want|wants|let us|let['’]s|if|unless|might|may"
    r"|möchten?|würden?|könnten?|sollten?|bitte|hoffe|wenn|falls|voudrais|souhaite|pourriez|si"
    r"|espère|quisiera|podría|espero)\b",
    re.I,
)
"""A sentence with one of these states no fact."""

_RESTRICTS = re.compile(
    r"\b(?:only|until|till|before|except|unless|without|as long as|while|apart from|but for|nur"
    r"|erst|bis|bevor|außer|solange|ohne|avant|sauf|seulement|tant que|jusqu['’]\w*|hormis|solo"
    r"|sólo|hasta|antes|salvo|excepto|mientras)\b|\b(?:ne|n['’])\s?(?:[^\W\d_]+\s){1,4}qu(?:e\b|['’])",
    re.I,
)
"""A sentence with one of these denies, or says, a part only."""

_OPPOSITES = tuple(
    tuple(frozenset(side.split()) for side in line.split("/"))
    for line in """
included include includes inklusive inbegriffen/excluded exclude excludes excluding exklusive
before until by vor bis avant antes/after nach apres despues
accept accepts accepted accepting/reject rejects rejected decline declined declines refuse refused
increase increased increases rise rises higher/decrease decreased decreases falls fell lower
more mehr plus mas/less fewer weniger moins menos
open opens opened offen/closed closes close geschlossen
possible moglich/impossible unmoglich
early earlier fruher/late later spater
buy buys bought kaufen/sell sells sold verkaufen
free kostenlos/charged kostenpflichtig
can could kann/cannot
keep keeps kept/cancel cancels cancelled canceled
minimum least mindestens/maximum most hochstens
""".strip().splitlines()
)
"""Folded words that say the reverse of each other."""


def opposites(draft: str, there: Sequence[There], _: Sequence[str]) -> Iterator[Contradiction]:
    """A sentence that says *not* where the same sentence of a source does not, or the reverse."""
    for statement in statements(draft):
        if statement.asks or len(statement.stems) < 2 or WISH.search(statement.text):
            continue
        best = _likest(statement, there)
        if best is None or (best.said.own and best.said.by == ()):
            continue
        if _says_opposite(statement, best.statement):
            about = best.statement.negated | statement.negated or best.statement.stems
            start, end = _place(statement, about)
            first, last = _place(best.statement, about)
            words, theirs = draft[start:end].strip(), best.said.text[first:last]
            sentence = f"“{_cut(words)}” reads as the opposite of “{_cut(theirs)}”."
            yield Contradiction(start, end, words, sentence)


def _place(statement: Statement, about: frozenset[str]) -> tuple[int, int]:
    """The clause that is meant; the whole sentence where none is about it."""
    clause = max(statement.clauses, key=lambda c: len(c.stems & about))
    if clause.stems & about:
        return clause.start, clause.end
    return statement.start, statement.end


def _likest(statement: Statement, there: Sequence[There]) -> There | None:
    """The sentence of a source that speaks of the same: two telling words, and half of one side."""
    best, most = None, 0.0
    for each in there:
        theirs = each.statement
        common = statement.stems & theirs.stems
        shared = len(common)
        least = min(len(statement.stems), len(theirs.stems))
        if (
            shared < 2
            or common <= TIME_STEMS
            or shared * 2 < least
            or theirs.asks
            or not _may_be_same(statement, each)
        ):
            continue
        score = shared + shared / len(statement.stems | theirs.stems)
        if score > most:
            best, most = each, score
    return best


def _may_be_same(mine: Statement, each: There) -> bool:
    """Whether both can have the same subject: who writes *I* is another than who is answered."""
    theirs = each.statement
    if each.said.own:
        return True
    mine_i, mine_you = mine.speaks, mine.addresses
    theirs_i, theirs_you = theirs.speaks, theirs.addresses
    if mine_i and not mine_you and theirs_i and not theirs_you:
        return False
    return not (mine_you and not mine_i and theirs_you and not theirs_i)


def _says_opposite(mine: Statement, theirs: Statement) -> bool:
    if mine.negative != theirs.negative:
        if _restrictions(mine) != _restrictions(theirs):
            return False
        negative, other = (mine, theirs) if mine.negative else (theirs, mine)
        return _bears(negative, other)
    for first, second in _OPPOSITES:
        for a, b in ((first, second), (second, first)):
            if mine.words & a and theirs.words & b and not (mine.words & b or theirs.words & a):
                return True
    return False


def _restrictions(statement: Statement) -> frozenset[str]:
    return frozenset(match.lower() for match in _RESTRICTS.findall(statement.text))


def _bears(negative: Statement, other: Statement) -> bool:
    """Whether what is negated is what the other sentence says."""
    for clause in negative.clauses:
        here = negative.negated & clause.stems
        about = clause.stems - here
        denied = [c for c in other.clauses if c.stems & here]
        if (
            clause.negative
            and (not about or about & other.stems)
            and denied
            and not any(c.negative for c in denied)
        ):
            return True
    return False


def _cut(text: str) -> str:
    text = " ".join(text.split()).rstrip(".!,;")
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"

"""Agreements that nobody tells of, and words of one given to another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from desktop_app.mail.claims.contradictions.compared import Contradiction, There, all_values
from desktop_app.mail.claims.statements import Statement, root, statements
from desktop_app.mail.claims.telling_words import folded

_AGREED = re.compile(
    r"\b(?:as (?:we |you |was |previously |already )?(?:have |had )?(?:agreed|arranged|discussed"
    r"|promised|settled|confirmed|approved|accepted)(?: (?:on|with|by|in|last|yesterday)"
    r"\b[^,.;\n]{0,30})?"
    r"|as per our (?:agreement|call|conversation|discussion)|(?:we|you)(?: have| had|['’]ve|['’]d)?"
    r"(?: already| both)? (?:agreed|promised|accepted|approved|settled on)\b|our agreement"
    r"|wie (?:\w+ )?(?:vereinbart|besprochen|abgesprochen|abgemacht|zugesagt|versprochen)"
    r"|(?:wir|ihr|sie) (?:haben|hatten|habt) (?:\w+ ){0,4}"
    r"(?:vereinbart|abgemacht|zugesagt|zugestimmt)"
    r"|comme (?:vous |tu )(?:l['’])?(?:avez|as) (?:confirmé|accepté|promis|dit)"
    r"|como (?:usted |ya )?(?:confirmó|confirmaste|prometió|aceptó|acordamos)"
    r"|wie (?:sie|du|ihr) (?:bestätigt|zugesagt|versprochen|angenommen) (?:haben|hast|habt)"
    r"|comme (?:convenu|prévu|promis|discuté)"
    r"|como (?:acordamos|acordado|convenido|hablamos|quedamos)"
    r"|nous (?:avons|avions) convenu|vous avez accepté)\b",
    re.I,
)
_AGREEING = re.compile(
    r"\b(?:agree\w*|accept\w*|approv\w*|confirm\w*|promis\w*|settled|arranged|discuss\w*|deal"
    r"|sounds? (?:good|great|fine)|works for (?:me|us)|that works|fine (?:with|by) (?:me|us)|okay"
    r"|ok|perfect|go ahead|vereinbar\w*|besprochen|abgemacht|abgesprochen|einverstanden|zugesagt"
    r"|zugestimmt|versprochen|passt|geht klar|in ordnung|convenu|d['’]accord|accepté|accepte|promis"
    r"|entendu|prévu|acord\w*|de acuerdo|convenido|acept\w*|vale|quedamos|as (?:we|you) said)\b",
    re.I,
)
_TO_COME = re.compile(
    r"\b(?:have to|has to|needs? to|must|need) (?:\w+ ){0,4}(?:approved|accepted|confirmed"
    r"|agreed)\b"
    r"|\b(?:needs?|have|has) (?:my|your|his|her|their|our) [^,.;\n]{0,30}approval\b",
    re.I,
)
_CONSENTS = re.compile(
    r"^\W*(?:yes|good|great|fine|sure|alright|right|gut|gern|gerne|ja|super|bien|parfait|oui|sí|claro"
    r"|perfecto|bueno)\b[,.!]",
    re.I,
)
_SAYS = (
    r"(?:said|says|told|tells|wrote|writes|mentioned|mentions|confirmed|confirms|asked|asks|suggested"
    r"|suggests|offered|offers|proposed|proposes|promised|explained|explains|reported|reports|thinks"
    r"|wants|wanted|needs|noted|announced|agreed|recommended|recommends|requested|insisted|warned|advises?|advised|prefers?|preferred|needs|fears"
    r"|sagte|sagt|schrieb|schreibt|meinte|meint|bestätigte|bestätigt|bat|bittet|möchte|will|schlug"
    r"|empfiehlt|fragte|a (?:dit|écrit|confirmé|proposé|demandé)|dijo|escribió|confirmó|propuso"
    r"|pidió|pide|dice|propone|quiere|demande|propose|souhaite|veut|préfère"
    r"|rät|schlägt|has \w+ed|hat)"
)
_ASKS = re.compile(r"\b(?:ask\w*|request\w*|wonder\w*|frag\w*|demand\w*|pregunt\w*|pid\w*)\b", re.I)
_NAME = (
    r"(?!(?:mrs?|ms|dr|prof|herrn?|frau|mme|madame|monsieur|señora?|sra?)\b)"
    r"(?P<who>(?-i:[A-ZÀ-Þ])[\w'’-]{1,40})"
)
_PRONOUNS = frozenset(["he", "she", "er", "il", "elle", "el", "ella"])
"""Folded words for somebody who was named before."""
_REPORTS = (
    re.compile(
        rf"\b{_NAME}(?: (?-i:[A-ZÀ-Þ])[\w'’-]{{1,40}})?,? (?:has |have |also |already )?{_SAYS}\b",
        re.I,
    ),
    re.compile(
        rf"\b(?:according to|as per|laut|selon|según|nach|thanks to|from|by|von) {_NAME}\b"
        r"(?!\s*\d)",
        re.I,
    ),
    re.compile(
        rf"\b{_NAME}['’]?s (?:offer|proposal|mail|message|idea|suggestion|request|estimate|opinion"
        r"|view|angebot|vorschlag|mail|bitte)\b",
        re.I,
    ),
    re.compile(
        r"\b(?P<who>you|du|vous|usted) (?:said|wrote|told|mentioned|confirmed|asked|suggested"
        r"|offered|proposed|promised|schriebst|sagtest|avez (?:dit|écrit))\b",
        re.I,
    ),
)


def agreements(draft: str, there: Sequence[There], to: Sequence[str]) -> Iterator[Contradiction]:
    """*As we agreed*, where neither the person nor a recipient tells of an agreement; anybody may
    where no recipient has written."""
    wrote = any(set(to) & set(each.said.by) for each in there)
    told = [
        each.statement
        for each in there
        if not each.statement.asks
        and (not wrote or each.said.own or not each.said.by or set(to) & set(each.said.by))
    ]
    if any(_tells_of_one(each) for each in told):
        return
    for match in _AGREED.finditer(draft):
        sentence = f"“{match[0]}”: no source tells of that."
        yield Contradiction(match.start(), match.end(), match[0], sentence)


def _tells_of_one(statement: Statement) -> bool:
    """Whether somebody agrees; *I have to get it approved* is still to come."""
    text = _TO_COME.sub(" ", statement.text)
    return _AGREEING.search(text) is not None or _CONSENTS.search(text) is not None


def attributions(draft: str, there: Sequence[There], to: Sequence[str]) -> Iterator[Contradiction]:
    """Words of one given to another who is named for them."""
    writers = {each.said.by: each.said for each in there if each.said.by}
    before: Statement | None = None
    for statement in statements(draft):
        last, before = before, statement
        for match in chain.from_iterable(p.finditer(statement.text) for p in _REPORTS):
            who = folded(match["who"])
            who = to[0] if to and who in {"you", "du", "vous", "usted"} else who
            if who in _PRONOUNS:
                who = _only_person(last, there)
            other = who and _real_writer(statement, who, there)
            if not other or (not any(who in by for by in writers) and not _is_named(who, there)):
                continue
            start = draft.index(match["who"], statement.start)
            sentence = f"“{match['who']}” is named for this; it stands in a mail of {other}."
            yield Contradiction(start, start + len(match["who"]), match["who"], sentence)


def _only_person(before: Statement | None, there: Sequence[There]) -> str:
    """The one writer of a source whom the sentence before names; empty without one, or with a
    second."""
    words = frozenset[str]() if before is None else before.words
    named = {each.said.by: word for each in there for word in each.said.by if word in words}
    return next(iter(named.values())) if len(named) == 1 else ""


def _is_named(who: str, there: Sequence[There]) -> bool:
    return any(who in each.statement.words for each in there)


def _real_writer(statement: Statement, who: str, there: Sequence[There]) -> str | None:
    """Who wrote what the sentence says, where it is not `who` and names nobody of that name."""
    stems = statement.stems - {root(who)}
    theirs = others = 0
    name: str | None = None
    for each in there:
        shared = len(stems & each.statement.stems) + _same_values(statement, each.statement)
        before = each.before is not None and who in each.before.words
        if each.statement.asks and not _ASKS.search(statement.text):
            continue
        if who in each.said.by or who in each.statement.words or before:
            theirs = max(theirs, shared)
        elif each.said.by and shared > others:
            others, name = shared, each.said.name
    return name if others >= 2 and theirs * 2 <= others else None


def _same_values(one: Statement, other: Statement) -> int:
    keys = {v.key for v in all_values(one)}
    return len(keys & {v.key for v in all_values(other)})

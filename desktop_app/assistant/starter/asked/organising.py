"""Actions of the window asked for in words: read here, carried out in `organised.py`. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from desktop_app.assistant.starter.asked.organise_words import (
    LABEL,
    MOVE,
    SNOOZE,
    TABLES,
    UNLABEL,
    UNSUBSCRIBE,
)
from desktop_app.assistant.starter.asked.requested import (
    DropDraft,
    Organise,
    Request,
    Snooze,
    Target,
    Unsubscribe,
)
from desktop_app.assistant.starter.asked.targets import DRAFT, target_of
from desktop_app.assistant.starter.wording.days import CALENDARS, read_days

_AND = re.compile(
    r"\s*(?:,\s*)?\b(?:and then|and also|and|then|und dann|und|dann|et puis|et|puis|y luego|y"
    r"|luego)\s+"
    r"|\s*[,;]\s+",
    re.I,
)
_CLITIC_FR = re.compile(r"^(\w+)-(les|l[ea])\b", re.I)
_CLITIC_ES = re.compile(
    r"^(archív|bórr|elimín|márc|destác|etiquét|tír|muév|recupér|restáur)(a|e)l[oa](s?)\b"
    r"|^(archiv|borr|elimin|marc|destac|etiquet|tir|mov)(ar|er)l[oa](s?)\b",
    re.I,
)
_PLAIN = str.maketrans("áéíóú", "aeiou")
_SUBORDINATE = re.compile(
    r"\b(?:if|whether|that|when|because|ob|dass|wenn|weil|si|que|parce|porque|cuando)\b", re.I
)
MOST_HINT = 8
"""Words of what one mail is called; more of them are no hint."""


def organised(text: str, language: str) -> Request | None:
    """The action, or the actions for one and the same mails, that a text asks for; None where any
    part of it is something else."""
    pieces = [_without_clitics(piece) for piece in _AND.split(text) if piece.strip()]
    found = [_one(piece, language) for piece in pieces]
    acts = [each for each in found if isinstance(each, Organise)]
    together = _together(acts) if 1 < len(acts) == len(found) else None
    return together or _one(_without_clitics(text), language)


def _without_clitics(text: str) -> str:
    """`bórralos` as `borra estos`, `archive-les` as `archive ceux-ci`."""
    text = _CLITIC_FR.sub(lambda m: f"{m[1]} {'ceux-ci' if m[2] == 'les' else 'ça'}", text)
    return _CLITIC_ES.sub(_apart, text)


def _apart(match: re.Match[str]) -> str:
    stem, ending, several = match.groups()[:3] if match[1] else match.groups()[3:]
    return f"{stem.translate(_PLAIN)}{ending} {'estos' if several else 'esto'}"


def _one(text: str, language: str) -> Request | None:
    plain = text.strip()
    for action, pattern in TABLES[language]:
        match = pattern.match(plain)
        if match is None:
            continue
        found = match.groupdict()
        words = (found.get("t") or "").strip()
        request = _made(action, words, (found.get("l") or "").strip(), plain)
        if request is not None:
            return request
    return None


def _made(action: str, words: str, label: str, text: str) -> Request | None:
    if action == SNOOZE:
        return Snooze(target_of(words), text)
    if action == "trash" and DRAFT.match(words):
        return DropDraft()
    target = target_of(words)
    if target.hint and (len(target.hint.split()) > MOST_HINT or _SUBORDINATE.search(target.hint)):
        return None
    if action == UNSUBSCRIBE:
        return Unsubscribe(target)
    if action == MOVE:
        no_label = any(read_days(label, language) is not None for language in CALENDARS)
        if no_label or target.hint or len(label.split()) > 3:
            return None
        return Organise("", target, label=label, sure=False)
    if action == LABEL:
        return Organise("", target, label=label)
    if action == UNLABEL:
        return Organise("", target, unlabel=label)
    return Organise(action, target)


def _together(acts: Iterable[Organise]) -> Organise | None:
    """Several actions for the mails that one of them names."""
    acts = list(acts)
    named = [act.target for act in acts if act.target != Target()]
    if any(target != named[0] for target in named):
        return None
    actions = [act.action for act in acts if act.action]
    return Organise(
        actions[0] if actions else "",
        named[0] if named else Target(),
        tuple(actions[1:]),
        next((act.label for act in acts if act.label), ""),
        next((act.unlabel for act in acts if act.unlabel), ""),
        all(act.sure for act in acts),
    )

"""Questions of a mail that only the person can answer, with the answers to press. Pure.

Only what the mail names is offered: yes and no where it asks so, and what it lets choose from. A
question that can't be read so is left for the person's own words.
"""

from __future__ import annotations

import re
from itertools import islice

from desktop_app.assistant.starter.alternatives import has_or
from desktop_app.assistant.starter.offers import LONGEST_SENTENCE, Part, offered, parts_of
from desktop_app.assistant.starter.wording.acts import Gist, Meaning
from desktop_app.assistant.starter.wording.composing import Voice, Words, compose
from desktop_app.assistant.starter.wording.days import read_days
from desktop_app.assistant.starter.wording.instructions import Introduced
from desktop_app.assistant.starter.wording.meanings import in_words
from desktop_app.assistant.starter.wording.text import as_sentence
from desktop_app.assistant.transcript import Question
from desktop_app.mail.words.asking import is_question

MOST_ANSWERS = 6
YES, NO, OPEN = "Yes", "No", "[your answer]"
MOST = 3
_PLAIN = {
    "en": ("Yes.", "No, I am afraid not."),
    "de": ("Ja.", "Nein, leider nicht."),
    "fr": ("Oui.", "Non, malheureusement pas."),
    "es": ("Sí.", "No, lamentablemente no."),
}
_ASKS = {
    "en": re.compile(
        r"(?:(?:and|so|also|but|hi|hello|or)\b,?\s+(?:\w+,\s+)?)?(?:can|could|would|will|shall"
        r"|should|may|is"
        r"|are|was|were|do|does|did|have|has|am|you)\b",
        re.I,
    ),
    "de": re.compile(
        r"(?:und|also|aber|hallo)?,?\s*(?:können|kannst|könnten|könntest|kann|dürfen|darf|möchten"
        r"|möchtest"
        r"|wollen|willst|sollen|soll|sind|ist|bist|haben|hast|hat|passt|kommen|kommst|wäre|würden"
        r"|würdest"
        r"|brauchen|brauchst|geht|stimmt|reicht|gilt|du|sie)\b",
        re.I,
    ),
    "fr": re.compile(
        r"(?:et|alors|mais|salut|bonjour)?,?\s*(?:est-ce que|est-ce|pouvez|peux"
        r"|pourriez|pourrais|voulez|veux"
        r"|tu|vous|c'est|ça|avez|as|êtes|es|viens|venez|souhaitez|serait|seriez|sera|faut|dois"
        r"|devons|puis)\b",
        re.I,
    ),
    "es": re.compile(
        r"¿?\s*(?:y\s+)?(?:puede|puedes|podría|podrías|está|estás|es|tiene|tienes|quiere|quieres"
        r"|vienes|viene"
        r"|le|te|hay|necesita|necesitas|sería|va|vas|confirma|acepta)\b",
        re.I,
    ),
}

_WANTS_TOLD = {
    "en": re.compile(
        r"\b(?:(?:give|name|choose|pick) (?:me |us )?(?:a|an|one|another|the)\b|(?:tell"
        r"|show) (?:me|us)"
        r"|let (?:me|us) know|say (?:which|when|how)|which|prefer|rather|better)\b",
        re.I,
    ),
    "de": re.compile(
        r"\b(?:lieber|besser|nennen|sagen|mitteilen|angeben|wählen|aussuchen|verraten|geben "
        r"sie mir|welche\w*"
        r"|(?:mir|uns) (?:einen?|ein) (?:termin|tag|datum)\b.*\bgeben)\b",
        re.I,
    ),
    "fr": re.compile(
        r"\b(?:(?:me|nous) (?:dire|donner|indiquer|préciser)|indiquer|choisir|quel(?:le)?s?|lequel"
        r"|laquelle|mieux|préf[éè]r\w+)\b",
        re.I,
    ),
    "es": re.compile(
        r"\b(?:decirme|darme|indicarme|decirnos|darnos|indicarnos|indicar|elegir|cuál(?:es)?|mejor"
        r"|prefier\w+)\b",
        re.I,
    ),
}
"""Questions that have the form of a polar one, and want something told."""

_LETS_CHOOSE = {
    "en": re.compile(
        r"\b(?:let (?:me|us) know|tell (?:me|us)|please (?:choose|pick|confirm|say|reply)"
        r"|choose|pick)\b"
        r".*\b(?:which|whether|if|one|either|option|between|date|day|time|when)\b",
        re.I,
    ),
    "de": re.compile(
        r"\b(?:bitte|sagen? (?:sie|mir)|sag|gib|geben sie|teilen sie|wählen sie|schreiben? "
        r"(?:sie|mir)"
        r"|nennen sie)\b.*\b(?:welche\w*|ob|einen?|eine[rs]?|option|wann|termin)\b",
        re.I,
    ),
    "fr": re.compile(
        r"\b(?:merci de|dites|dis-moi|indiquez|choisissez|choisis|veuillez|faites-(?:moi"
        r"|nous) savoir"
        r"|fais-moi savoir)\b.*\b(?:quel(?:le)?s?|lequel|laquelle|si|un|une|option|quand)\b",
        re.I,
    ),
    "es": re.compile(
        r"\b(?:por favor|díga(?:me|nos)|dime|dinos|avíse(?:me|nos)|avísame|elija|elige"
        r"|indique(?:me|nos)?"
        r"|confirme)\b.*\b(?:cuál(?:es)?|qué|si|un[oa]?|opción|cuándo)\b",
        re.I,
    ),
}
"""Sentences without a question mark that let the reader choose."""


def asked_in(text: str, language: str) -> tuple[Question, ...]:
    """The first questions of a mail in `language`, oldest first, at most three; none of them has
    answers where only the person's own words can answer."""
    if language not in _ASKS:
        return ()
    parts = parts_of(text[:20_000], language)
    read = (
        Question(part.text, answers)
        for place, part in enumerate(parts)
        if 4 < len(part.text) <= LONGEST_SENTENCE
        and (answers := _answers(parts, place, language)) is not None
    )
    return tuple(islice(read, MOST))


def _answers(parts: list[Part], place: int, language: str) -> tuple[str, ...] | None:
    """The answers to press; None where the part asks nothing."""
    text = parts[place].text
    if not is_question(text):
        wants = not text.endswith("?") and _LETS_CHOOSE[language].search(text)
        return (offered(parts, place, language)[:MOST_ANSWERS] or None) if wants else None
    found = offered(parts, place, language)[:MOST_ANSWERS]
    polar = is_polar(text, language)
    if found:
        return (*found[: MOST_ANSWERS - 1], NO) if polar else found
    return (YES, NO) if polar and not has_or(text, language) else ()


def is_polar(question: str, language: str) -> bool:
    """Whether yes or no answers a question: not where it wants something told or chosen."""
    pattern = _ASKS[language]
    clause = re.split(r",\s+(?=\S)", question)[-1]
    asks = pattern.match(question) or pattern.match(clause)
    return asks is not None and _WANTS_TOLD[language].search(question) is None


def answered(questions: tuple[Question, ...], answers: tuple[str, ...], voice: Voice) -> Words:
    """The words of an answer: a sentence where one thing was asked, else each question as the mail
    has it with its answer below."""
    if len(questions) == 1:
        return _one(questions[0], answers[0], voice)
    texts, left, foreign = list[str](), list[str](), list[str]()
    for question, answer in zip(questions, answers, strict=True):
        words = _one(question, answer, voice) if answer != OPEN else Words(OPEN)
        texts.append(f"> {question.text}\n{words.text}")
        left += words.left
        foreign += words.foreign
    return Words("\n\n".join(texts), tuple(left), tuple(foreign))


def _one(question: Question, answer: str, voice: Voice) -> Words:
    if answer in {YES, NO}:
        return Words(_PLAIN[voice.writes][answer == NO])
    days = read_days(answer, voice.writes)
    if days is not None:
        meaning = Meaning.YES if NO in question.answers else Meaning.SUITS
        told = in_words(Gist(meaning, days), voice.writes, familiar=voice.familiar)
        return Words(told or answer)
    if answer in question.answers:  # the mail's own words, in its language
        return Words(as_sentence(answer))
    return compose(answer, voice, Introduced.COLON)

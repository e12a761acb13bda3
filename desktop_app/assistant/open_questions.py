"""Questions of a mail that only the person can answer, with the answers to press. Pure.

Only what the mail names is offered: yes and no where it asks so, the days it names. A question that
can't be read so is left for the person's own words.
"""

from __future__ import annotations

import re

from desktop_app.assistant.transcript import Question
from desktop_app.assistant.wording.acts import Gist, Meaning, Quote
from desktop_app.assistant.wording.composing import Voice, Words, compose
from desktop_app.assistant.wording.days import days_named, read_days
from desktop_app.assistant.wording.instructions import Introduced
from desktop_app.assistant.wording.meanings import in_words

YES, NO, OPEN = "Yes", "No", "[your answer]"
MOST = 3
_PLAIN = {
    "en": ("Yes.", "No, I am afraid not."),
    "de": ("Ja.", "Nein, leider nicht."),
    "fr": ("Oui.", "Non, malheureusement pas."),
    "es": ("Sí.", "No, lamentablemente no."),
}
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n{2,}|\s(?=¿)")
_ASKS = {
    "en": re.compile(
        r"(?:(?:and|so|also|but|hi|hello|or)\b,?\s+(?:\w+,\s+)?)?(?:can|could|would|will|shall|should|may|is"
        r"|are|was|were|do|does|did|have|has|am)\b",
        re.I,
    ),
    "de": re.compile(
        r"(?:und|also|aber|hallo)?,?\s*(?:können|kannst|könnten|könntest|kann|dürfen|darf|möchten|möchtest"
        r"|wollen|willst|sollen|soll|sind|ist|bist|haben|hast|hat|passt|kommen|kommst|wäre|würden|würdest"
        r"|brauchen|brauchst|geht|stimmt|reicht|gilt)\b",
        re.I,
    ),
    "fr": re.compile(
        r"(?:et|alors|mais|salut|bonjour)?,?\s*(?:est-ce que|est-ce|pouvez|peux"
        r"|pourriez|pourrais|voulez|veux"
        r"|avez|as|êtes|es|viens|venez|souhaitez|serait|seriez|sera|faut|dois|devons|puis)\b",
        re.I,
    ),
    "es": re.compile(
        r"¿?\s*(?:y\s+)?(?:puede|puedes|podría|podrías|está|estás|es|tiene|tienes|quiere|quieres|vienes|viene"
        r"|le|te|hay|necesita|necesitas|sería|va|vas|confirma|acepta)\b",
        re.I,
    ),
}


def asked_in(text: str, language: str) -> tuple[Question, ...]:
    """The first questions of a mail in `language`, oldest first, at most three; none of them has
    answers where only the person's own words can answer."""
    sentences = (" ".join(each.split()) for each in _SENTENCE.split(text[:20_000]))
    asked = [each for each in sentences if each.endswith("?") and 4 < len(each) <= 300]
    return tuple(Question(each, _answers(each, language)) for each in asked[:MOST])


def _answers(question: str, language: str) -> tuple[str, ...]:
    pattern = _ASKS.get(language)
    if pattern is None:
        return ()
    named = days_named(question, language)
    if len(named) > 1:
        return (*named, NO)
    clause = re.split(r",\s+(?=\S)", question)[-1] if "," in question else question
    polar = pattern.match(question) or pattern.match(clause)
    either = re.search(r"\b(?:or|oder|ou|o)\b", question, re.I)
    return (YES, NO) if polar and not either else ()


def answered(questions: tuple[Question, ...], answers: tuple[str, ...], voice: Voice) -> Words:
    """The words of an answer: a sentence where one thing was asked, else each question as the mail
    has it with its answer below."""
    if len(questions) == 1:
        return _one(answers[0], voice)
    texts, left, foreign = list[str](), list[str](), list[str]()
    for question, answer in zip(questions, answers, strict=True):
        words = _one(answer, voice) if answer != OPEN else Words(OPEN)
        texts.append(f"> {question.text}\n{words.text}")
        left += words.left
        foreign += words.foreign
    return Words("\n\n".join(texts), tuple(left), tuple(foreign))


def _one(answer: str, voice: Voice) -> Words:
    act = _act(answer, voice)
    if isinstance(act, Gist):
        return Words(in_words(act, voice.writes, familiar=voice.familiar) or answer)
    if act.text != answer:
        return Words(act.text)
    return compose(answer, voice, Introduced.COLON)


def _act(answer: str, voice: Voice) -> Gist | Quote:
    if answer in {YES, NO}:
        return Quote(_PLAIN[voice.writes][answer == NO])
    days = read_days(answer, voice.writes)
    return Gist(Meaning.YES, days) if days is not None else Quote(answer)

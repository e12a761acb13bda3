"""Questions to the person, each with answers to press: what they are, and how a press reads.

Nothing waits for an answer: it comes as the person's next words, and other words may come instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from desktop_app.assistant.transcript import Question, Questions
from desktop_app.tools.calls.arguments import storable

NAME = "ask_person"
DESCRIPTION = (
    "Ask the person what only they know instead of guessing: up to three questions, each with "
    "answers to press. Then end your turn."
)
MOST_QUESTIONS = 3
MOST_ANSWERS = 6
LONGEST_QUESTION = 200
LONGEST_ANSWER = 120
"""Most characters. An answer is shown in full, because pressing it
makes it the person's own words."""

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "questions": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "question": {"type": "string"},
                    "answers": {"type": "array", "items": {"type": "string"}},
                },
                "required": ["question"],
            },
        }
    },
    "required": ["questions"],
}
CORRECTION = "Give questions: a list of {question: text, answers: list of texts}."


def read_questions(arguments: dict[str, Any]) -> Questions | None:
    """The questions of a model's call; None where the arguments have another shape."""
    if "question" in arguments and arguments.keys() <= {"question", "options"}:
        one = {"question": arguments["question"], "answers": arguments.get("options", [])}
        arguments = {"questions": [one]}  # as models that learnt an older form ask
    given = arguments.get("questions")
    if arguments.keys() != {"questions"} or not isinstance(given, list):
        return None
    read = [_question(each) for each in given[:MOST_QUESTIONS]]
    found = tuple(question for question in read if question is not None)
    return Questions(found) if found and len(found) == len(read) else None


def _question(given: object) -> Question | None:
    if not isinstance(given, dict) or not given.keys() <= {"question", "answers"}:
        return None
    text, answers = given.get("question"), given.get("answers", [])
    if not isinstance(answers, list) or not all(_sound(each) for each in (text, *answers)):
        return None
    pressed = [" ".join(answer.split())[:LONGEST_ANSWER] for answer in answers if answer.strip()]
    words = " ".join(str(text).split())[:LONGEST_QUESTION]
    return Question(words, tuple(dict.fromkeys(pressed))[:MOST_ANSWERS]) if words else None


def _sound(text: object) -> bool:
    return isinstance(text, str) and storable(text)


def reply_of(questions: Sequence[Question], answers: Sequence[str]) -> str:
    """What the person says by their answers: the answer alone where there is one question, else a
    line for each."""
    if len(questions) == 1:
        return answers[0]
    pairs = zip(questions, answers, strict=True)
    return "\n".join(f"{question.text} {answer}" for question, answer in pairs)


def answers_in(questions: Sequence[Question], reply: str) -> tuple[str, ...] | None:
    """The answers of `reply_of` again; None where it says anything else."""
    lines = reply.split("\n") if len(questions) > 1 else [reply]
    if len(lines) != len(questions):
        return None
    found = []
    for question, line in zip(questions, lines, strict=True):
        start = f"{question.text} " if len(questions) > 1 else ""
        if not line.startswith(start):
            return None
        found.append(line.removeprefix(start).strip())
    return tuple(found)

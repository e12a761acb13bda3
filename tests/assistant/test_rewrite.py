"""Other words for a draft: no talk about them, no reasoning, and nothing for a refusal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.assistant.model.rewrite import rewritten
from desktop_app.assistant.transcript import Ended, Refined, Trouble
from tests.assistant.talking import talk
from tests.fakes.house import TestHouse

ORIGINAL = "Hi Dana,\n\nI would like to let you know that Thursday is fine for me.\n\nBest,\nAlex"
WANTED = "Hi Dana,\n\nThursday is fine.\n\nBest,\nAlex"

TALK = [
    WANTED,
    f"Here is a shorter version:\n\n{WANTED}",
    f"Here's a shorter version of your mail:\n\n{WANTED}\n\nLet me know if you want it warmer!",
    f"Sure! Here is the shortened text:\n{WANTED}",
    f"Shorter version:\n\n{WANTED}",
    f"**Revised:**\n\n{WANTED}",
    f"Hier ist eine kürzere Fassung:\n\n{WANTED}",
    f"Voici une version plus courte :\n\n{WANTED}",
    f"```\n{WANTED}\n```",
    f"Here is a shorter version:\n\n```text\n{WANTED}\n```",
    f'"{WANTED}"',
    f"“{WANTED}”",
    f"<think>They want it short.</think>\n{WANTED}",
    f"They want it short.</think>\n\n{WANTED}",
    f"Here it is:\n\n---\n{WANTED}\n---\n\nI shortened the sentence in the middle.",
    WANTED.replace("\n", "\\n"),
    f"Subject: Thursday\n\n{WANTED}",
    f"{WANTED}<|im_end|>",
    f"Instruction: Shorter\n\nThe words to change:\n{WANTED}",
]


@pytest.mark.parametrize("answer", TALK)
def test_talk_about_the_words_is_none_of_them(answer: str) -> None:
    assert rewritten(answer, ORIGINAL) == WANTED


NONE = [
    "I'm sorry, but I can't assist with that.",
    "As an AI language model, I cannot change this mail.",
    "I cannot fulfil your request.",
    "Es tut mir leid, ich kann dabei nicht helfen.",
    "<think>Hm.</think>",
    "   ",
    "Instruction: Shorter",
]


@pytest.mark.parametrize("answer", NONE)
def test_a_refusal_is_no_rewrite(answer: str) -> None:
    assert rewritten(answer, ORIGINAL) == ""


KEPT = [
    "I'm sorry, but I can't come on Thursday.",
    "Sorry, I can't make it. Could you help?",
    "Here is the list:\n\n- oak\n- ash",
    "Here is what we need:\n\n- oak\n- ash",
    "Dana said “yes” and “no”.",
    "Use <b>this</b> as an HTML tag.",
    "The plan:\nwe meet at nine.",
    "Hi Dana:\n\nThursday.",
    "“Yes” is what she said, and “no”",
]


@pytest.mark.parametrize("words", KEPT)
def test_words_that_only_look_like_talk_stay(words: str) -> None:
    assert rewritten(words, words) == words
    assert rewritten(words, f"{words} indeed") == words
    assert rewritten(words, words.replace("Here is", "This would be")) == words


@given(st.text(max_size=200), st.text(max_size=60))
def test_any_answer_can_be_read(answer: str, original: str) -> None:
    assert isinstance(rewritten(answer, original), str)


def test_a_refusal_and_an_echo_are_offered_as_nothing(house: TestHouse) -> None:
    one = talk(house, "I'm sorry, but I can't assist with that.", ORIGINAL, f"Sure: {WANTED}")
    [refused] = one.refine(ORIGINAL, "shorter")
    assert isinstance(refused, Ended)
    assert refused.error == "Model gave no other words for it."
    assert refused.trouble is Trouble.MODEL
    assert one.refine(ORIGINAL, "shorter") == [Ended()]
    assert [type(each) for each in one.refine(ORIGINAL, "shorter")] == [Refined, Ended]

"""Placeholders, asking to send, and choices that are the person's."""

from __future__ import annotations

from tests.assistant.conversations.answering import BUDGET, DANA, LUNCH, YES
from tests.assistant.conversations.telling import (
    Conversation,
    Drafted,
    Turn,
    ask_person,
    letter,
    read,
    reply,
    revise,
    search,
    send,
)
from tests.assistant.talking import Call

CONVERSATIONS = (
    Conversation(
        "what is not known is a placeholder, and nothing leaves before it is filled in",
        (LUNCH,),
        (
            Turn(
                "Tell Kim when and where",
                (
                    search("lunch"),
                    read(),
                    reply("I can make it to the [place] at [time] on Tuesday."),
                    "Please fill in.",
                ),
            ),
        ),
        (
            Drafted(
                ("kim@park.example",),
                "Re: Lunch",
                answers="lunch",
                references=("lunch",),
                reads=("lunch",),
                has=("[place]", "[time]"),
                blocked=True,
            ),
        ),
    ),
    Conversation(
        "clearly asked to send, it asks, and still nothing leaves",
        (BUDGET,),
        (
            Turn(
                "Reply that I will and send it",
                (search("budget"), read(), reply(YES), send, "It waits for you under To review."),
            ),
        ),
        (
            Drafted(
                ("dana@lee.example",),
                "Re: Budget",
                answers="budget",
                references=("budget",),
                reads=("budget",),
                asks_to_send=True,
            ),
        ),
        asked=1,
    ),
    Conversation(
        "a revision after asking to send takes the asking back",
        (BUDGET,),
        (
            Turn("Reply that I will and send it", (search("budget"), reply(YES), send, "Waiting.")),
            Turn(
                "wait, say Friday",
                (revise(body="I will look at it on Friday, and tell you."), "Changed."),
            ),
        ),
        (
            Drafted(
                ("dana@lee.example",),
                "Re: Budget",
                answers="budget",
                references=("budget",),
                reads=("budget",),
                requests=2,
                revision=2,
                has=("Friday",),
            ),
        ),
        asked=1,
    ),
    Conversation(
        "several mails fit: the person picks, nothing is written",
        (BUDGET, letter("budget2", "Budget of next year", "Have a look.", from_=DANA)),
        (
            Turn(
                "Reply to Dana about the budget",
                (
                    Call("draft_reply", {"from_": "dana", "subject": "budget", "body": YES}),
                    reply(YES),
                    "Which one?",
                ),
            ),
        ),
        choices=2,
        errors=("waiting",),
    ),
    Conversation(
        "two people of one name: a question, then the right one",
        (
            letter("ann1", "Keys", "Where are the keys?", from_="Ann Roth <ann@roth.example>"),
            letter("ann2", "Keys", "I have the keys.", from_="Ann Bell <ann@bell.example>"),
        ),
        (
            Turn(
                "Thank Ann",
                (
                    search("from:ann"),
                    ask_person("Which Ann?", "Ann Roth", "Ann Bell"),
                    "Which one?",
                ),
            ),
            Turn(
                "Ann Bell",
                (
                    search("from:ann@bell.example"),
                    read(),
                    reply("Thank you for that, it is good to have the keys."),
                    "Done.",
                ),
            ),
        ),
        (
            Drafted(
                ("ann@bell.example",),
                "Re: Keys",
                answers="ann2",
                references=("ann2",),
                reads=("ann2",),
            ),
        ),
        choices=2,
    ),
)

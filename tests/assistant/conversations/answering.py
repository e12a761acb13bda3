"""Replies: to one, to all, revised, refused, several at once."""

from __future__ import annotations

from tests.assistant.conversations.telling import (
    SENT,
    Conversation,
    Drafted,
    Turn,
    letter,
    read,
    reply,
    revise,
    search,
)
from tests.assistant.talking import Call

DANA = "Dana Lee <dana@lee.example>"
KIM = "Kim Park <kim@park.example>"
BUDGET = letter("budget", "Budget", "Could you look at the budget by Friday?", from_=DANA)
LUNCH = letter("lunch", "Lunch", "Are you free for lunch on Tuesday?", from_=KIM)
GROUP = letter(
    "group",
    "Team day",
    "Who can come on the 12th?",
    from_=DANA,
    to="Alex Morgan <alex@fernhill.example>, Kim Park <kim@park.example>",
    more="Cc: Sam Roe <sam@roe.example>\r\n",
)
MOVED = letter(
    "moved",
    "Order 5512",
    "Your order is ready.",
    from_="Shop <noreply@shop.example>",
    more="Reply-To: Service <service@shop.example>\r\n",
)
CHAIN = (
    letter("q1", "Lease", "Shall we renew the lease?", from_=DANA),
    letter(
        "q2",
        "Re: Lease",
        "Let me think.",
        from_="Alex Morgan <alex@fernhill.example>",
        to=DANA,
        after=("q1",),
        labels=SENT,
    ),
    letter("q3", "Re: Lease", "Any news on the lease?", from_=DANA, after=("q1", "q2")),
)
YES = "I will look at it on Thursday and tell you what I think of the figures."

CONVERSATIONS = (
    Conversation(
        "a reply",
        (BUDGET,),
        (
            Turn(
                "Reply to Dana that I will look on Thursday",
                (search("budget"), read(), reply(YES), "I drafted the reply."),
            ),
        ),
        (
            Drafted(
                ("dana@lee.example",),
                "Re: Budget",
                answers="budget",
                references=("budget",),
                reads=("budget",),
                has=("Thursday",),
            ),
        ),
    ),
    Conversation(
        "a reply to the mail that is open, without a search",
        (BUDGET, LUNCH),
        (
            Turn(
                "Say yes, gladly",
                (
                    lambda seen: Call(
                        "draft_reply",
                        {"from_": "kim", "body": "I would love to, and the time is good for me."},
                    ),
                    "Done.",
                ),
                opens="lunch",
            ),
        ),
        (
            Drafted(
                ("kim@park.example",),
                "Re: Lunch",
                answers="lunch",
                references=("lunch",),
                reads=("lunch",),
            ),
        ),
    ),
    Conversation(
        "a reply to all keeps everybody but me",
        (GROUP,),
        (
            Turn(
                "Tell them all that I can come",
                (
                    search("team"),
                    read(),
                    reply("I can come and will bring the list with me.", reply_all=True),
                    "Done.",
                ),
            ),
        ),
        (
            Drafted(
                ("dana@lee.example",),
                "Re: Team day",
                cc=("kim@park.example", "sam@roe.example"),
                answers="group",
                references=("group",),
                reads=("group",),
            ),
        ),
    ),
    Conversation(
        "a reply to one of a group goes to the one",
        (GROUP,),
        (
            Turn(
                "Tell Dana alone that I can't",
                (
                    search("team"),
                    reply("I am sorry to say that I will not be in town that day."),
                    "Done.",
                ),
            ),
        ),
        (
            Drafted(
                ("dana@lee.example",),
                "Re: Team day",
                answers="group",
                references=("group",),
                reads=("group",),
            ),
        ),
    ),
    Conversation(
        "Reply-To is where a reply goes",
        (MOVED,),
        (
            Turn(
                "Ask them where I can pick it up",
                (
                    search("order"),
                    read(),
                    reply("Thank you. Where is it that I can pick this up?"),
                    "Done.",
                ),
            ),
        ),
        (
            Drafted(
                ("service@shop.example",),
                "Re: Order 5512",
                answers="moved",
                references=("moved",),
                reads=("moved",),
            ),
        ),
    ),
    Conversation(
        "the newest mail of a thread is answered with the whole chain",
        CHAIN,
        (
            Turn(
                "Answer Dana about the lease: yes, for two years",
                (
                    search("from:dana lease"),
                    Call("get_thread", {"number": 1}),
                    reply("Yes, we would like to renew it for two years.", number=3),
                    "Done.",
                ),
            ),
        ),
        (
            Drafted(
                ("dana@lee.example",),
                "Re: Lease",
                answers="q3",
                references=("q1", "q2", "q3"),
                reads=("q1", "q2", "q3"),
            ),
        ),
    ),
    Conversation(
        "three revisions are one draft",
        (BUDGET,),
        (
            Turn(
                "Reply to Dana that I will",
                (
                    search("budget"),
                    read(),
                    reply("Of course I will look at it and tell you what I think."),
                    "Drafted.",
                ),
            ),
            Turn("shorter", (revise(body="I will look at it and tell you."), "Shorter.")),
            Turn(
                "add that I need the old figures",
                (revise(body="I will look at it. Can you send the old figures to me?"), "Added."),
            ),
            Turn(
                "more formal",
                (
                    revise(
                        body="Dear Dana, I will look at it. Could you send the old figures to me?"
                    ),
                    "Done.",
                ),
            ),
        ),
        (
            Drafted(
                ("dana@lee.example",),
                "Re: Budget",
                answers="budget",
                references=("budget",),
                reads=("budget",),
                requests=4,
                revision=4,
                has=("Dear Dana", "old figures"),
            ),
        ),
    ),
    Conversation(
        "a second draft for the same mail becomes a revision of the first",
        (BUDGET,),
        (
            Turn(
                "Reply to Dana",
                (
                    search("budget"),
                    reply("I will do that and tell you."),
                    reply("I can do that for you."),
                    revise(body="I can do that for you on Monday, and will."),
                    "One draft.",
                ),
            ),
        ),
        (
            Drafted(
                ("dana@lee.example",),
                "Re: Budget",
                answers="budget",
                references=("budget",),
                reads=("budget",),
                revision=2,
                has=("Monday",),
            ),
        ),
        errors=("conflict",),
    ),
    Conversation(
        "two replies in one go are two drafts, each to its own",
        (BUDGET, LUNCH),
        (
            Turn(
                "Tell Dana yes and Kim no",
                (
                    search("budget"),
                    read(),
                    reply(YES),
                    search("lunch"),
                    read(),
                    reply("I am sorry, I will be away on that day."),
                    "Two drafts.",
                ),
            ),
        ),
        (
            Drafted(
                ("dana@lee.example",),
                "Re: Budget",
                answers="budget",
                references=("budget",),
                reads=("budget",),
            ),
            Drafted(
                ("kim@park.example",),
                "Re: Lunch",
                answers="lunch",
                references=("lunch",),
                reads=("budget", "lunch"),
            ),
        ),
    ),
)

"""Calls of the family `gmail_drafts`."""

from __future__ import annotations

from tests.tools.adapters.contract import Case

MAIL = {"to": "dana@lee.example", "subject": "Hi", "body": "Hello."}

CASES = (
    Case(
        "gmail_draft_create",
        MAIL,
        says=["Draft saved, not sent"],
        has={"draftId": "{draft}", "revision": 1, "subject": "Hi", "gmailLink": None},
        draft={"to": ["dana@lee.example"], "subject": "Hi", "body": "Hello.", "cc": []},
    ),
    Case(
        "gmail_draft_create",
        {**MAIL, "to": ["dana@lee.example", "Eve <eve@lee.example>"]},
        draft={"to": ["dana@lee.example", "eve@lee.example"]},
    ),
    Case(
        "gmail_draft_create",
        {**MAIL, "cc": "eve@lee.example", "bcc": ["me@x.example"]},
        draft={"cc": ["eve@lee.example"], "bcc": ["me@x.example"]},
    ),
    Case(
        "gmail_draft_create",
        {"body": "Yes.", "replyToMessageId": "{budget}"},
        draft={
            "to": ["dana@lee.example"],
            "subject": "Re: Budget",
            "in_reply_to": "one@lee.example",
        },
    ),
    Case(
        "gmail_draft_create",
        {"body": "Yes.", "replyToMessageId": "<one@lee.example>"},
        draft={"subject": "Re: Budget"},
    ),
    Case(
        "gmail_draft_create",
        {**MAIL, "replyToMessageId": "<nobody@x.example>"},
        error="No mail here has the id <nobody@x.example>.",
    ),
    Case(
        "gmail_draft_create",
        {**MAIL, "contentType": "text/html", "body": "<p>Hello.</p>"},
        draft={"content_type": "text/html"},
    ),
    Case(
        "gmail_draft_create",
        {**MAIL, "account": "alex@gmail.example"},
        says=["In Gmail: https://mail.google.com/mail/?authuser=alex%40gmail.example#drafts"],
        has={"gmailLink": "https://mail.google.com/mail/?authuser=alex%40gmail.example#drafts"},
        draft={"account": "g1"},
    ),
    Case("gmail_draft_create", {**MAIL, "account": "nobody"}, error="There is no account nobody."),
    Case(
        "gmail_draft_create",
        MAIL,
        asks=True,
        settings={"policy.mcp_draft": "ask"},
        has={"status": "asked", "requestId": "{request}"},
    ),
    Case(
        "gmail_send",
        MAIL,
        asks=True,
        says=["Not sent."],
        has={"status": "asked", "sent": False, "draftId": "{draft}"},
        draft={"asks_to_send": True, "body": "Hello."},
    ),
    Case(
        "gmail_send",
        {"draftId": "{draft}"},
        asks=True,
        before=[("gmail_draft_create", MAIL)],
        has={"draftId": "{draft}"},
        draft={"asks_to_send": True},
    ),
    Case(
        "gmail_send",
        {"draftId": "{draft}", "to": "eve@lee.example", "subject": "Ho", "body": "New."},
        asks=True,
        before=[("gmail_draft_create", MAIL)],
        draft={"to": ["eve@lee.example"], "subject": "Ho", "body": "New.", "asks_to_send": True},
    ),
    Case(
        "gmail_send",
        {**MAIL, "cc": "eve@lee.example", "bcc": "me@x.example", "contentType": "text/html",
         "account": "work"},
        asks=True,
        draft={"cc": ["eve@lee.example"], "bcc": ["me@x.example"], "content_type": "text/html"},
    ),
    Case(
        "gmail_send",
        {"body": "Yes.", "replyToMessageId": "{budget}"},
        asks=True,
        draft={"subject": "Re: Budget"},
    ),
    Case(
        "gmail_send",
        {"draftId": "{draft}", "replyToMessageId": "{budget}"},
        before=[("gmail_draft_create", MAIL)],
        error="A draft answers what it answers.",
    ),
    Case("gmail_send", {"draftId": "nothing"}, error="There is no such draft."),
)  # fmt: skip

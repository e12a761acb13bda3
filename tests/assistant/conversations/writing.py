"""New mails, forwards, attachments, calendar and files."""

from __future__ import annotations

from desktop_app.model.calendar_event import Attendee, CalendarEvent
from desktop_app.model.cloud_file import CloudFile
from tests.assistant.conversations.telling import (
    Conversation,
    Drafted,
    Turn,
    letter,
    read,
    reply,
    revise,
    search,
    with_file,
    write,
)
from tests.assistant.talking import Call

DANA = "Dana Lee <dana@lee.example>"
KIM = "Kim Park <kim@park.example>"
INVOICE = with_file(
    "invoice",
    "Invoice 88",
    "The invoice is attached.",
    from_="Billing <billing@firm.example>",
    name="invoice-88.txt",
    text="Invoice 88\r\nTotal: 1,240.00 EUR\r\nDue: 30 September 2026",
)
MEETING = letter("meet", "Meeting", "When are you free on Thursday?", from_=DANA)
CALENDAR = (
    CalendarEvent(
        "e1",
        "Dentist",
        "2026-09-24T09:00:00+00:00",
        "2026-09-24T10:00:00+00:00",
        link="https://calendar.example/e1",
    ),
    CalendarEvent(
        "e2",
        "Review",
        "2026-09-24T14:00:00+00:00",
        "2026-09-24T15:00:00+00:00",
        attendees=(Attendee("Kim Park", "kim@park.example"),),
        link="https://calendar.example/e2",
    ),
)
LEASE = {
    "f1": (
        CloudFile("f1", "Lease.txt", "text/plain", link="https://drive.example/f1"),
        "The lease runs for three years. Notice is given in writing.",
    )
}

CONVERSATIONS = (
    Conversation(
        "a new mail to somebody who has written before",
        (letter("old", "Hello", "My new address.", from_=KIM),),
        (
            Turn(
                "Write to Kim and ask how the move went",
                (
                    search("from:kim"),
                    write(
                        "Kim Park <kim@park.example>",
                        "How are you?",
                        "How was the move? I hope that it is all good with you.",
                    ),
                    "Drafted.",
                ),
            ),
        ),
        (Drafted(("kim@park.example",), "How are you?"),),
    ),
    Conversation(
        "a new mail to somebody unknown, whose address the person gave",
        (),
        (
            Turn(
                "Write to lee@new.example that I will come at nine",
                (
                    write(
                        "lee@new.example",
                        "Tomorrow",
                        "I will come to you at nine, and have the papers with me.",
                    ),
                    "Drafted.",
                ),
            ),
        ),
        (Drafted(("lee@new.example",), "Tomorrow", has=("nine",)),),
    ),
    Conversation(
        "a new mail whose recipient is added later",
        (letter("old", "Hello", "My new address.", from_=KIM),),
        (
            Turn(
                "Draft an invitation for Friday",
                (
                    Call(
                        "create_draft",
                        {
                            "subject": "Friday",
                            "body": "Can you come to us on Friday? It will be good to have you.",
                        },
                    ),
                    "To whom?",
                ),
            ),
            Turn("to Kim", (revise(to=["kim@park.example"]), "Added.")),
        ),
        (Drafted(("kim@park.example",), "Friday", requests=2, revision=2),),
    ),
    Conversation(
        "a copy for somebody, added and taken away again",
        (MEETING,),
        (
            Turn(
                "Answer Dana: at ten, with a copy for Kim",
                (
                    search("meeting"),
                    read(),
                    reply("I will have time for you at ten."),
                    revise(cc=["kim@park.example"]),
                    "Done.",
                ),
            ),
            Turn("no copy after all", (revise(cc=[]), "Removed.")),
        ),
        (
            Drafted(
                ("dana@lee.example",),
                "Re: Meeting",
                answers="meet",
                references=("meet",),
                reads=("meet",),
                requests=2,
                revision=3,
            ),
        ),
    ),
    Conversation(
        "a forward with its attachment",
        (INVOICE,),
        (
            Turn(
                "Forward the invoice to Kim",
                (
                    search("invoice"),
                    Call(
                        "draft_forward",
                        {
                            "number": 1,
                            "to": ["kim@park.example"],
                            "body": "This is the invoice. Can you have a look at it for me?",
                        },
                    ),
                    "Drafted.",
                ),
            ),
        ),
        (
            Drafted(
                ("kim@park.example",),
                "Fwd: Invoice 88",
                references=("invoice",),
                reads=("invoice",),
                revision=1,
                attachments=("invoice-88.txt",),
            ),
        ),
    ),
    Conversation(
        "an attachment summarised: read, and nothing written",
        (INVOICE,),
        (
            Turn(
                "What does the invoice say?",
                (
                    search("invoice"),
                    Call("get_attachment", {"number": 1}),
                    "1,240 euros, due on 30 September.",
                ),
            ),
        ),
        told=("Total: 1,240.00 EUR",),
    ),
    Conversation(
        "an answer that rests on an attachment names it as a source",
        (INVOICE,),
        (
            Turn(
                "Tell them that I will pay on the day it is due",
                (
                    search("invoice"),
                    read(),
                    Call("get_attachment", {"number": 1}),
                    reply("Thank you for the invoice. I will pay 1,240.00 EUR on 30 September."),
                    "Done.",
                ),
            ),
        ),
        (
            Drafted(
                ("billing@firm.example",),
                "Re: Invoice 88",
                answers="invoice",
                references=("invoice",),
                reads=("invoice",),
                other=1,
                has=("30 September",),
            ),
        ),
    ),
    Conversation(
        "an attachment put into a new mail",
        (INVOICE,),
        (
            Turn(
                "Send the invoice's file to Kim",
                (
                    search("invoice"),
                    read(),
                    lambda seen: write(
                        "kim@park.example",
                        "The file",
                        "This is the file that you have to have, with the total on it.",
                        attachments=[
                            f"{seen.last['message_id']}/{seen.last['attachments'][0]['attachment_id']}"
                        ],
                    ),
                    "Drafted.",
                ),
            ),
        ),
        (
            Drafted(
                ("kim@park.example",),
                "The file",
                reads=("invoice",),
                revision=1,
                attachments=("invoice-88.txt",),
            ),
        ),
    ),
    Conversation(
        "a time proposed from the calendar, which is a source",
        (MEETING,),
        (
            Turn(
                "Propose a time to Dana",
                (
                    search("meeting"),
                    read(),
                    Call("search_calendar_events", {"days_ahead": 10}),
                    reply("On Thursday I have time for you from ten to two."),
                    "Drafted.",
                ),
            ),
        ),
        (
            Drafted(
                ("dana@lee.example",),
                "Re: Meeting",
                answers="meet",
                references=("meet",),
                reads=("meet",),
                other=2,
                has=("Thursday",),
            ),
        ),
        told=("Dentist", "Kim Park <kim@park.example>"),
        events=CALENDAR,
    ),
    Conversation(
        "a calendar looked at, and nothing written",
        (),
        (
            Turn(
                "What do I have on Thursday?",
                (
                    Call("search_calendar_events", {"days_ahead": 10}),
                    "The dentist at nine and a review at two.",
                ),
            ),
        ),
        told=("https://calendar.example/e1",),
        events=CALENDAR,
    ),
    Conversation(
        "an answer from a file, which is a source",
        (letter("notice", "Notice", "How is notice given?", from_=DANA),),
        (
            Turn(
                "Answer Dana from the lease",
                (
                    search("notice"),
                    read(),
                    Call("search_drive_files", {"query": "lease"}),
                    Call("read_drive_file", {"file_id": "f1"}),
                    reply("Notice is to be given in writing, and the lease is for three years."),
                    "Done.",
                ),
            ),
        ),
        (
            Drafted(
                ("dana@lee.example",),
                "Re: Notice",
                answers="notice",
                references=("notice",),
                reads=("notice",),
                other=1,
                has=("in writing",),
            ),
        ),
        told=("three years",),
        files=LEASE,
    ),
    Conversation(
        "a proposal thrown away at the person's wish",
        (MEETING,),
        (
            Turn(
                "Answer Dana",
                (search("meeting"), reply("I will have time for you on that day."), "Drafted."),
            ),
            Turn(
                "forget it",
                (
                    lambda seen: Call("delete_draft", {"draft_id": seen.results[-1]["draft_id"]}),
                    "Gone.",
                ),
            ),
        ),
    ),
)

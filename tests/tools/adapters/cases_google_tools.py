"""Calls of the family `google_tools`."""

from __future__ import annotations

from tests.tools.adapters.contract import Case

ON = {"tools.mcp_off": ""}
LEASE = "https://docs.google.com/document/d/lease-id/edit"

CASES = (
    Case("list_emails", {}, has={"count": 3, "emails.0.subject": "Lease"}, says=["Budget"]),
    Case("list_emails", {"max_results": 1}, has={"count": 1, "has_more": True}),
    Case("list_emails", {"max_results": 2, "page": 2}, has={"emails.0.subject": "Budget note"}),
    Case("list_emails", {"query": "prize"}, display="No emails found."),
    Case("list_emails", {"query": "prize", "include_spam_trash": True}, has={"count": 1}),
    Case("list_emails", {"label_ids": ["UNREAD"]}, has={"emails.0.message_id": "{budget}"}),
    Case("list_emails", {"label_ids": "UNREAD"}, has={"count": 1}),
    Case("list_emails", {"account": "alex@gmail.example"}, display="No emails found."),
    Case("list_emails", {"account": "Work"}, has={"count": 3}),
    Case("list_emails", {"max_results": None}, has={"count": 3}),
    Case("search_emails", {"query": "from:dana budget"}, has={"count": 1}, says=["{budget}"]),
    Case("search_emails", {"query": "zzz"}, display="No emails found."),
    Case("search_emails", {"query": "in:inbox", "max_results": 2}, has={"count": 2}),
    Case("search_emails", {"query": "", "page": 2, "max_results": 2}, has={"count": 1}),
    Case("search_emails", {"query": "", "label_ids": ["SPAM"], "include_spam_trash": True},
         has={"count": 1}),
    Case("search_emails", {"query": "", "account": "work"}, has={"count": 3}),
    Case(
        "create_email_draft",
        {"to": "dana@lee.example", "subject": "Hi", "body": "Hello."},
        says=["Draft saved, not sent: Hi, to dana@lee.example."],
        has={"draft_id": "{draft}"},
        draft={"to": ["dana@lee.example"], "subject": "Hi", "body": "Hello."},
    ),
    Case(
        "create_email_draft",
        {"to": ["a@x.example", "b@x.example"], "subject": "Hi", "body": "Hello.",
         "cc": "c@x.example", "bcc": "d@x.example", "account": "g1"},
        draft={"to": ["a@x.example", "b@x.example"], "cc": ["c@x.example"],
               "bcc": ["d@x.example"], "account": "g1"},
    ),
    Case(
        "create_email_draft", {"to": "nobody", "subject": "", "body": ""},
        error="nobody is not a mail address.",
    ),
    Case("search_drive_files", {"query": "lease"}, settings=ON,
         has={"count": 1, "results.0.file_id": "lease-id", "has_more": True}, says=[LEASE]),
    Case("search_drive_files", {"query": "lease", "page": 2}, settings=ON,
         has={"results.0.file_id": "plan-id", "results.0.number": 21}),
    Case("search_drive_files", {"query": "nothing"}, settings=ON, says=["0 files"]),  # it is ours
    Case("search_drive_files", {"query": "nothing", "account": "g1"}, settings=ON, listed=True,
         display="No results. Try different keywords."),
    Case("read_drive_file", {"file_id": "lease-id"}, settings=ON, says=["three years"]),
    Case("read_drive_file", {"link": LEASE}, settings=ON, says=["three years"]),
    Case("read_drive_file", {"link": "https://drive.google.com/open?id=lease-id"}, settings=ON,
         says=["three years"]),
    Case("read_drive_file", {"file_id": LEASE, "row": 0}, settings=ON, says=["three years"]),
    Case("read_drive_file", {"row": 1}, settings=ON, says=["three years"],
         before=[("search_drive_files", {"query": "lease"})]),
    Case("read_drive_file", {"row": 3}, settings=ON,
         error="There is no row 3 in the last list of files.",
         before=[("search_drive_files", {"query": "lease"})]),
    Case("read_drive_file", {"link": "https://evil.example/d/lease-id"}, settings=ON,
         error="Which file? Give file_id, a link to it, or its row in the last list."),
    Case("read_drive_file", {"link": LEASE, "offset": 10, "max_chars": 200, "account": "g1"},
         settings=ON, has={"truncated": True, "next_offset": 210}),
    Case("list_calendar_events", {}, settings=ON, has={"count": 1}, says=["Open day"]),
    Case("list_calendar_events", {"query": "nothing"}, settings=ON,
         display="No events found matching 'nothing' in the next 1 days."),
    Case("list_calendar_events",
         {"days_back": 2, "days_ahead": 3, "max_results": 4, "account": "g1"}, settings=ON,
         has={"count": 1}),
    Case("search_calendar_events", {"query": "nothing"}, settings=ON, says=["0 events"]),  # ours
    Case("search_calendar_events", {"query": "nothing"}, settings=ON, listed=True,
         display="No events found matching 'nothing' in the next 30 days."),
    Case("search_calendar_events", {"q": "nothing", "days_back": 2, "days_ahead": 3}, settings=ON,
         display="No events found matching 'nothing' in the last 2 days or the next 3 days."),
    Case("search_calendar_events", {"q": "day", "max_results": 5, "account": "g1"}, settings=ON,
         has={"count": 1, "results.0.title": "Open day"}),
)  # fmt: skip

"""Guesses about finding and reading, with our own names."""

from __future__ import annotations

from tests.tools.guesses.guess import Guess

ONE = {"count": 1, "results.0.message_id": "{lease}"}
LEASE = {"message.message_id": "{lease}"}
CHOICES = ["full", "metadata", "minimal", "raw"]

READING = (
    # how many, which page, where
    Guess("search_messages", {}, {"count": 4}),
    Guess("search_messages", {"query": None}, {"count": 4}),
    Guess("search_messages", {"query": "lease", "max_results": None, "account": None}, ONE),
    Guess("search_messages", {"query": "lease", "limit": 5}, ONE),
    Guess("search_messages", {"query": "lease", "maxResults": 5}, ONE),
    Guess("search_messages", {"query": "lease", "max_results": "5"}, ONE),
    Guess("search_messages", {"query": "lease", "max_results": 5.0}, ONE),
    Guess("search_messages", {"query": "lease", "count": 3}, ONE),
    Guess("search_messages", {"query": "lease", "top": 3}, ONE),
    Guess("search_messages", {"q": "lease"}, ONE),
    Guess("search_messages", {"search": "lease"}, ONE),
    Guess("search_messages", {"search_query": "lease"}, ONE),
    Guess("search_messages", {"query": "lease", "page": 0}, ONE),
    Guess("search_messages", {"query": "lease", "page": "1"}, ONE),
    Guess("search_messages", {"query": "lease", "max_results": 0}, ONE),
    Guess("search_messages", {"query": "lease", "max_results": 100000}, way=["500"]),
    Guess("search_messages", {"query": "lease", "page_token": ""}, ONE),
    Guess("search_messages", {"limit": 1, "pageToken": "2"}, {"page": 2, "count": 1}),
    Guess("search_messages", {"query": "lease", "folder": "INBOX"}, ONE),
    Guess("search_messages", {"query": "lease", "folder": "inbox"}, ONE),
    Guess("search_messages", {"query": "lease", "mailbox": "INBOX"}, ONE),
    Guess("search_messages", {"query": "lease", "labelIds": ["INBOX"]}, ONE),
    Guess("search_messages", {"query": "lease", "labels": "inbox"}, ONE),
    Guess("search_messages", {"query": "lease", "label_ids": '["INBOX"]'}, ONE),
    Guess("search_messages", {"query": "lease", "label_ids": "INBOX"}, ONE),
    Guess("search_messages", {"query": "lease", "label_ids": "INBOX, UNREAD"}, {"count": 0}),
    Guess("search_messages", {"query": "lease", "label_ids": "[]"}, ONE),
    Guess("search_messages", {"query": "lease", "label_ids": ""}, ONE),
    Guess("search_messages", {"query": "lease", "label_ids": [""]}, ONE),
    Guess("search_messages", {"label_ids": ["Nowhere"]}, way=["Nowhere", "list_labels"]),
    Guess("search_messages", {"query": "label:nowhere"}, way=["nowhere", "list_labels"]),
    Guess("search_messages", {"query": "lease", "account": "work"}, ONE),
    Guess("search_messages", {"query": "lease", "account": "WORK"}, ONE),
    Guess("search_messages", {"query": "lease", "email": "work"}, ONE),
    Guess("search_messages", {"query": "lease", "account": ""}, ONE),
    Guess("search_messages", {"query": "lease", "account": "all"}, ONE),
    Guess("search_messages", {"query": "lease", "account": "nobody"}, way=["nobody", "work", "g1"]),
    Guess("search_messages", {"query": "prize", "includeSpamTrash": True}, {"count": 1}),
    Guess("search_messages", {"query": "prize", "include_spam_trash": "true"}, {"count": 1}),
    Guess("search_messages", {"query": "prize", "include_spam_trash": "False"}, {"count": 0}),
    # what is asked
    Guess(
        "search_messages", {"query": "in:archive"}, {"count": 1, "results.0.message_id": "{old}"}
    ),
    Guess("search_messages", {"query": "in:archived"}, way=["archived", "list_labels"]),
    Guess("search_messages", {"query": "in:all lease"}, ONE),
    Guess("search_messages", {"query": "date:2026-09-15"}, way=["date:", "after:", "before:"]),
    Guess("search_messages", {"query": "body:lease"}, way=["body:"]),
    Guess("search_messages", {"query": "sender:dana"}, way=["sender:", "from:"]),
    Guess("search_messages", {"query": "lease last 7 days"}, {"count": 0}, says=["newer_than:7d"]),
    Guess("search_messages", {"query": "from:dana AND subject:lease"}, ONE),
    Guess("search_messages", {"query": "from: dana subject: lease"}, way=["from:dana"]),
    Guess("search_messages", {"query": "FROM:dana Subject:Lease"}, ONE),
    Guess("search_messages", {"query": "is:starred"}, {"count": 0}),
    Guess("search_messages", {"query": "is:important-ish"}, way=["is:"]),
    Guess("search_messages", {"query": "after:last week"}, way=["2026/01/31"]),
    Guess("search_messages", {"query": "since:2026-09-15 lease"}, ONE),
    Guess("search_messages", {"from": "dana", "subject": "lease"}, way=["query", "from:"]),
    Guess(
        "search_messages", {"query": "lease", "unread_only": True}, way=["unread_only", "is:unread"]
    ),
    Guess("search_messages", {"query": "lease", "sort": "date"}, way=["sort", "newest first"]),
    Guess("search_messages", {"query": {"from": "dana"}}, way=["query"]),
    Guess("search_messages", {"query": ["lease"]}, ONE),
    Guess("search_emails", {"query": "lease"}, {"emails.0.message_id": "{lease}"}),
    Guess("search_mail", {"query": "lease"}, way=["search_messages"]),
    Guess("list_messages", {"max_results": 3}, way=["search_messages"]),
    Guess("read_email", {"id": "{lease}"}, way=["get_message"]),
    Guess(
        "send_email", {"to": "dana@lee.example", "body": "Hi"}, way=["create_draft", "send_draft"]
    ),
    Guess("reply_to_email", {"id": "{lease}", "body": "Hi"}, way=["draft_reply"]),
    Guess("archive_email", {"id": "{lease}"}, way=["modify_messages"]),
    Guess("searchMessages", {"query": "lease"}, ONE),
    Guess("search-messages", {"query": "lease"}, ONE),
    Guess("draftdesk_search_messages", {"query": "lease"}, ONE),
    Guess("mcp__draftdesk__search_messages", {"query": "lease"}, ONE),
    # a mail
    Guess("get_message", {"message_id": "{lease}"}, LEASE),
    Guess("get_message", {"messageId": "{lease}"}, LEASE),
    Guess("get_message", {"id": "{lease}"}, LEASE),
    Guess("get_message", {"email_id": "{lease}"}, LEASE),
    Guess(
        "get_message",
        {
            "message_id": "{lease}",
            "number": 0,
            "from_": "",
            "subject": "",
            "text": "",
            "ids": [],
            "format": "",
            "quoted": False,
            "offset": 0,
            "max_chars": 0,
        },
        LEASE,
    ),
    Guess(
        "get_message", {"message_id": "{lease}", "number": None, "ids": None, "format": None}, LEASE
    ),
    Guess("get_message", {"ids": "{lease}"}, {"messages.0.message.message_id": "{lease}"}),
    Guess("get_message", {"ids": '["{lease}", "{note}"]'}, {"count": 2}),
    Guess("get_message", {"message_ids": ["{lease}", "{note}"]}, {"count": 2}),
    Guess("get_message", {"message_id": ["{lease}"]}, LEASE),
    Guess("get_message", {"message_id": "<lease@lee.example>"}, LEASE),
    Guess("get_message", {"message_id": "message_id={lease}"}, LEASE),
    Guess("get_message", {"message_id": "mail://message/{lease}"}, LEASE),
    Guess("get_message", {"number": "1"}, LEASE, before=[("search_messages", {"query": "lease"})]),
    Guess("get_message", {"index": 1}, LEASE, before=[("search_messages", {"query": "lease"})]),
    Guess(
        "get_message", {"message_id": "1"}, LEASE, before=[("search_messages", {"query": "lease"})]
    ),
    Guess(
        "get_message", {"message_id": "#1"}, LEASE, before=[("search_messages", {"query": "lease"})]
    ),
    Guess("get_message", {"number": 7}, way=["row", "Search"]),
    Guess("get_message", {"from": "dana", "subject": "lease"}, LEASE),
    Guess("get_message", {"subject": "nothing like it"}, way=["fewer words"]),
    Guess("get_message", {}, way=["message_id", "number"]),
    Guess("get_message", {"message_id": ""}, way=["message_id", "number"]),
    Guess("get_message", {"message_id": "18c2f0d1a3b4c5d6"}, way=["18c2f0d1a3b4c5d6", "Search"]),
    Guess("get_message", {"message_id": "latest"}, way=["latest"]),
    Guess("get_message", {"message_id": "{lease}", "format": "FULL"}, LEASE),
    Guess("get_message", {"message_id": "{lease}", "format": "Metadata"}, LEASE),
    Guess("get_message", {"message_id": "{lease}", "format": "text"}, way=CHOICES),
    Guess("get_message", {"message_id": "{lease}", "format": "html"}, way=CHOICES),
    Guess("get_message", {"message_id": "{lease}", "maxChars": 500}, LEASE),
    Guess("get_message", {"message_id": "{lease}", "include_quoted": True}, LEASE),
    Guess("get_message", {"thread_id": "{thread}"}, {"message.message_id": "{budget}"}),
    # a conversation
    Guess("get_thread", {"thread_id": "{thread}"}, {"messages.0.message.message_id": "{budget}"}),
    Guess("get_thread", {"threadId": "{thread}"}, {"messages.0.message.message_id": "{budget}"}),
    Guess("get_thread", {"id": "{thread}"}, {"messages.0.message.message_id": "{budget}"}),
    Guess("get_thread", {"thread_id": "{budget}"}, {"messages.0.message.message_id": "{budget}"}),
    Guess("get_thread", {"message_id": "{budget}"}, {"messages.0.message.message_id": "{budget}"}),
    Guess("get_thread", {"thread_ids": "{thread}"}, says=["Budget"]),
    Guess(
        "get_thread",
        {
            "thread_id": "{thread}",
            "page": 0,
            "quoted": None,
            "thread_ids": [],
            "number": 0,
            "message_id": "",
        },
        {"messages.0.message.message_id": "{budget}"},
    ),
    # what is attached
    Guess("get_attachment", {"message_id": "{lease}"}, {"filename": "plan.txt"}),
    Guess(
        "get_attachment",
        {"message_id": "{lease}", "filename": "plan.txt"},
        {"filename": "plan.txt"},
    ),
    Guess(
        "get_attachment",
        {"messageId": "{lease}", "attachmentId": "plan.txt"},
        {"filename": "plan.txt"},
    ),
    Guess(
        "get_attachment",
        {"message_id": "{lease}", "attachment_id": "Plan.TXT"},
        {"filename": "plan.txt"},
    ),
    Guess(
        "get_attachment",
        {"message_id": "{lease}", "attachment_id": "{lease}/plan.txt"},
        {"filename": "plan.txt"},
    ),
    Guess(
        "get_attachment",
        {"message_id": "{lease}", "attachment_id": ["plan.txt"]},
        {"filename": "plan.txt"},
    ),
    Guess(
        "get_attachment",
        {"message_id": "{lease}", "attachment_ids": ["plan.txt"]},
        {"filename": "plan.txt"},
    ),
    Guess(
        "get_attachment", {"message_id": "{lease}", "attachment_id": "plan.pdf"}, way=["plan.txt"]
    ),
    Guess("get_attachment", {"message_id": "{lease}", "as": "TEXT"}, {"filename": "plan.txt"}),
    Guess(
        "get_attachment", {"message_id": "{lease}", "as": "bytes"}, way=["base64", "file", "text"]
    ),
    Guess(
        "get_attachment", {"message_id": "{lease}", "format": "base64"}, {"filename": "plan.txt"}
    ),
    # the rest
    Guess("list_labels", {"account": None}, says=["Projects"]),
    Guess("list_labels", {"random": "x"}, way=["random", "account"]),
    Guess("list_drafts", {"limit": 10}, {"count": 0}),
    Guess("list_drafts", {"page": 0, "max_results": 0, "account": ""}, {"count": 0}),
    Guess("connection_status", {"account": "work"}, way=["account", "no arguments"]),
    Guess("connection_status", {}, says=["work"]),
    Guess("mailbox_stats", {"query": "", "by": "Sender"}, says=["dana@lee.example"]),
    Guess("mailbox_stats", {"group_by": "sender"}, says=["dana@lee.example"]),
    Guess("mailbox_stats", {"by": "month"}, way=["day", "label", "sender"]),
    Guess("get_request", {"request_id": "999"}, way=["999"]),
    Guess("get_request", {"id": 999}, way=["999"]),
)

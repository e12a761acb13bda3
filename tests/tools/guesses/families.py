"""Guesses with names of other tools."""

from __future__ import annotations

from tests.tools.guesses.guess import Guess

LEASE = {"message_id": "{lease}"}
MAIL = {"to": "dana@lee.example", "subject": "Hi", "body": "Hello."}

FAMILIES = (
    # Gmail drafts
    Guess(
        "gmail_draft_create",
        {**MAIL, "cc": None, "replyToMessageId": None},
        draft={"to": ["dana@lee.example"]},
    ),
    Guess(
        "gmail_draft_create",
        {**MAIL, "to": '["dana@lee.example"]'},
        draft={"to": ["dana@lee.example"]},
    ),
    Guess(
        "gmail_draft_create",
        {**MAIL, "cc": "", "bcc": "", "replyToMessageId": "", "account": ""},
        draft={"to": ["dana@lee.example"]},
    ),
    Guess(
        "gmail_draft_create", {**MAIL, "contentType": "html"}, draft={"content_type": "text/html"}
    ),
    Guess("gmail_draft_create", {"to": "", "subject": "", "body": ""}, way=["to", "body"]),
    Guess("gmail_draft_create", {**MAIL, "to": "Dana Lee"}, way=["Dana Lee", "dana@lee.example"]),
    Guess("gmail_send", {**MAIL, "draftId": ""}, asks=True, draft={"asks_to_send": True}),
    Guess(
        "gmail_send",
        {"draft_id": "{draft}", "to": "", "subject": "", "body": ""},
        asks=True,
        before=[("gmail_draft_create", MAIL)],
    ),
    # Google tools
    Guess("list_emails", {"max_results": "5", "query": None, "page": 0}, says=["Lease"]),
    Guess("list_emails", {"label_ids": "INBOX"}, says=["Lease"]),
    Guess("list_emails", {"label_ids": ["Nowhere"]}, way=["Nowhere"]),
    Guess("search_emails", {"query": "zeppelin"}, says=["No emails found"]),
    Guess("search_emails", {"q": "lease", "maxResults": 5}, says=["Lease"]),
    Guess("search_emails", {"query": "lease", "limit": 3}, says=["Lease"]),
    Guess(
        "create_email_draft",
        {"to": '["dana@lee.example"]', "subject": "Hi", "body": "x", "cc": ""},
        draft={"to": ["dana@lee.example"]},
    ),
    # IMAP drafts
    Guess("draft_reply", {"uid": "6", "body": "Yes."}, draft={"to": ["office@lee.example"]}),
    Guess(
        "draft_reply",
        {"uid": 6, "body": "Yes.", "folder": "INBOX"},
        draft={"to": ["office@lee.example"]},
    ),
    Guess("draft_reply", {"uid": 7, "body": "Yes."}, draft={"to": ["eve@lee.example"]}),
    Guess(
        "draft_reply",
        {
            "uid": 6,
            "body": "Yes.",
            "number": 0,
            "message_id": "",
            "from_": "",
            "subject": "",
            "text": "",
            "request_key": "",
            "folder": "",
        },
        draft={"to": ["office@lee.example"]},
        family="imap_drafts",
    ),
    Guess("draft_reply", {"uid": 99, "body": "Yes."}, way=["Email with UID 99 not found."]),
    Guess(
        "create_draft",
        {**MAIL, "in_reply_to": "", "folder": "", "reply_all": False},
        draft={"to": ["dana@lee.example"]},
        family="imap_drafts",
    ),
    Guess("create_draft", {**MAIL, "in_reply_to": 6}, draft={"in_reply_to": "lease@lee.example"}),
    # a chat agent
    Guess("listEmails", {"filters": '{"from": "dana"}'}, says=["Lease"]),
    Guess("listEmails", {"filters": None, "maxResults": "2", "page": 0}, says=["Lease"]),
    Guess(
        "listEmails",
        {
            "filters": {
                "from": "dana",
                "to": "",
                "subjectContains": "",
                "labelIds": [],
                "maxResults": 0,
            }
        },
        says=["Lease"],
    ),
    Guess("listEmails", {"labelIds": ["INBOX"]}, says=["Lease"]),
    Guess("listEmails", {"from": "dana"}, says=["Lease"]),
    Guess("getEmailById", {"id": "{lease}"}, {"id": "{lease}"}),
    Guess(
        "getEmailById",
        {"messageId": "{lease}", "selectionIndex": 0, "filters": {}},
        {"id": "{lease}"},
    ),
    Guess(
        "getEmailById",
        {"messageId": "", "selectionIndex": 1},
        {"id": "{lease}"},
        before=[("listEmails", {"query": "lease"})],
    ),
    Guess("getLatestEmail", {"filters": {"from": "nobody"}}, says=["No emails found"]),
    Guess(
        "replyPreview",
        {
            "messageId": "{lease}",
            "body": "Yes.",
            "to": [],
            "cc": [],
            "bcc": [],
            "subject": "",
            "draftId": "",
        },
        draft={"to": ["office@lee.example"]},
    ),
    Guess("sendConfirm", MAIL, asks=True, draft={"asks_to_send": True}),
    Guess("sendConfirm", {}, way=["draftId"]),
    Guess("markAsRead", {"messageId": "{budget}"}, asks=True),
    Guess(
        "gmail",
        {
            "operation": "listEmails",
            "messageId": "",
            "to": [],
            "maxResults": 0,
            "selectionIndex": 0,
            "filters": None,
            "page": 0,
            "body": "",
            "offset": 0,
            "contentType": "text/plain",
        },
        says=["Lease"],
    ),
    Guess("gmail", {"operation": "LIST_EMAILS"}, says=["Lease"]),
    Guess("gmail", {"operation": "sendEmail"}, way=["sendPreview", "sendConfirm"]),
    Guess("gmail", {}, way=["listEmails"]),
    # a Gmail server
    Guess(
        "gmail_search_messages", {"query": "lease", "pageToken": "", "labelIds": []}, says=["Lease"]
    ),
    Guess("gmail_search_messages", {"query": "lease", "labelIds": '["INBOX"]'}, says=["Lease"]),
    Guess("gmail_search_messages", {"labelIds": ["Label_999"]}, way=["Label_999"]),
    Guess("gmail_search_messages", {"query": "date:today"}, way=["date:"]),
    Guess("gmail_get_message", {"messageId": "{lease}", "format": "FULL"}, {"id": "{lease}"}),
    Guess("gmail_get_message", {"message_id": "{lease}", "format": ""}, {"id": "{lease}"}),
    Guess("gmail_get_message", {"messageId": "{lease}", "format": "text"}, way=["full", "raw"]),
    Guess("gmail_get_message", {"messageId": "{thread}"}, {"id": "{budget}"}),
    Guess(
        "gmail_send_message",
        {
            **MAIL,
            "to": ["dana@lee.example"],
            "threadId": "",
            "inReplyTo": "",
            "references": [],
            "attachments": [],
            "htmlBody": "",
        },
        asks=True,
    ),
    Guess(
        "gmail_create_draft",
        {**MAIL, "threadId": None, "attachments": "[]"},
        draft={"to": ["dana@lee.example"]},
    ),
    Guess(
        "gmail_modify_message",
        {"messageId": "{lease}", "addLabelIds": '["STARRED"]', "removeLabelIds": []},
        asks=True,
    ),
    Guess("gmail_delete_message", {"messageId": "{note}", "permanent": "false"}, asks=True),
    Guess("gmail_create_label", {"name": "Clients", "labelListVisibility": "show"}, asks=True),
    Guess(
        "gmail_create_label", {"name": "Clients", "labelListVisibility": "showIfUnread"}, asks=True
    ),
    Guess(
        "gmail_create_label",
        {"name": "Clients", "labelListVisibility": "visible"},
        way=["labelShow", "labelHide"],
    ),
    Guess(
        "gmail_get_attachment",
        {"messageId": "{lease}", "attachmentId": "", "filename": "plan.txt"},
        {"filename": "plan.txt"},
    ),
    Guess("gmail_get_attachment", {"messageId": "{lease}"}, {"filename": "plan.txt"}),
)

"""Guesses about drafts and about changing mail, with our own names."""

from __future__ import annotations

from tests.tools.guesses.guess import Guess

DANA = {"to": ["dana@lee.example"], "subject": "Hi", "body": "Hello."}
OFFICE = {"to": ["office@lee.example"], "body": "Yes."}
REPLY = {"message_id": "{lease}", "body": "Yes."}
NEW = {"to": "dana@lee.example", "subject": "Hi", "body": "Hello."}
FORMATTED = {"content_type": "text/html", "body": "<div>Hello.</div>"}
EMPTY_EVENT = {"title": "", "start": "", "end": "", "place": ""}
ALLOWED = {"policy.mcp_organise": "allow"}
EVENT = {"title": "Visit", "start": "2026-12-01T10:00"}

FORMATTED = {"content_type": "text/html", "body": "<div>Hello.</div>"}
WRITING = (
    # a new mail
    Guess("create_draft", NEW, draft=DANA),
    Guess("create_draft", {**NEW, "to": ["dana@lee.example"]}, draft=DANA),
    Guess("create_draft", {**NEW, "to": '["dana@lee.example"]'}, draft=DANA),
    Guess("create_draft", {**NEW, "to": "Dana Lee <dana@lee.example>"}, draft=DANA),
    Guess(
        "create_draft", {**NEW, "to": [{"name": "Dana", "email": "dana@lee.example"}]}, draft=DANA
    ),
    Guess(
        "create_draft",
        {"recipients": ["dana@lee.example"], "subject": "Hi", "body": "Hello."},
        draft=DANA,
    ),
    Guess(
        "create_draft",
        {"recipient": "dana@lee.example", "subject": "Hi", "body": "Hello."},
        draft=DANA,
    ),
    Guess(
        "create_draft", {"to": "dana@lee.example", "subject": "Hi", "content": "Hello."}, draft=DANA
    ),
    Guess(
        "create_draft", {"to": "dana@lee.example", "subject": "Hi", "message": "Hello."}, draft=DANA
    ),
    Guess(
        "create_draft",
        {"to": ["dana@lee.example; eve@lee.example"], "subject": "Hi", "body": "x"},
        draft={"to": ["dana@lee.example", "eve@lee.example"]},
    ),
    Guess("create_draft", {**NEW, "to": ["Dana Lee"]}, way=["Dana Lee", "dana@lee.example"]),
    Guess("create_draft", {**NEW, "to": "Dana"}, way=["Dana", "dana@lee.example"]),
    Guess("create_draft", {**NEW, "to": "Nobody Known"}, way=["Nobody Known", "address"]),
    Guess("create_draft", {**NEW, "to": "me"}, way=["me", "alex@fernhill.example"]),
    Guess(
        "create_draft",
        {
            **NEW,
            "cc": "",
            "bcc": None,
            "content_type": None,
            "attachments": [],
            "files": [],
            "event": None,
            "send_as": "",
            "reply_to_message_id": "",
            "account": "",
            "request_key": "",
        },
        draft=DANA,
    ),
    Guess(
        "create_draft",
        {
            **NEW,
            "cc": [""],
            "bcc": [],
            "event": EMPTY_EVENT,
            "attachments": [""],
            "request_key": None,
        },
        draft={**DANA, "files": []},
    ),
    Guess(
        "create_draft",
        {**NEW, "files": [{"filename": "", "content": "", "mime_type": ""}]},
        draft={**DANA, "files": []},
    ),
    Guess("create_draft", {**NEW, "event": "null"}, draft={**DANA, "files": []}),
    Guess("create_draft", {**NEW, "event": {}}, draft={**DANA, "files": []}),
    Guess(
        "create_draft",
        {**NEW, "event": '{"title": "Visit", "start": "2026-12-01"}'},
        draft={"files": ["invitation.ics"]},
    ),
    Guess("create_draft", {**NEW, "event": {"title": "Visit"}}, way=["start"]),
    Guess("create_draft", {**NEW, "content_type": "html"}, draft={**DANA, **FORMATTED}),
    Guess("create_draft", {**NEW, "contentType": "TEXT/PLAIN"}, draft=DANA),
    Guess("create_draft", {**NEW, "content_type": "markdown"}, way=["text/html", "text/plain"]),
    Guess("create_draft", {**NEW, "attachments": ["{lease}"]}, way=["{lease}/", "plan.txt"]),
    Guess(
        "create_draft", {**NEW, "attachments": ["{lease}/plan.txt"]}, draft={"files": ["plan.txt"]}
    ),
    Guess(
        "create_draft", {**NEW, "attachments": "{lease}/plan.txt"}, draft={"files": ["plan.txt"]}
    ),
    Guess("create_draft", {**NEW, "attachments": ["plan.txt"]}, way=["message_id/attachment_id"]),
    Guess("create_draft", {**NEW, "attachments": ["/etc/passwd"]}, way=["handed-in/"]),
    Guess(
        "create_draft",
        {**NEW, "attachments": [{"filename": "a.txt", "content": "QUJD"}]},
        draft={"files": ["a.txt"]},
    ),
    Guess(
        "create_draft",
        {**NEW, "attachments": [{"message_id": "{lease}", "attachment_id": "plan.txt"}]},
        draft={"files": ["plan.txt"]},
    ),
    Guess("create_draft", {}, way=["to", "body"]),
    Guess("create_draft", {"to": [], "subject": "", "body": ""}, way=["to", "body"]),
    Guess("create_draft", {**NEW, "from": "alex@fernhill.example"}, draft=DANA),
    Guess(
        "create_draft", {**NEW, "threadId": "{thread}"}, draft={"in_reply_to": "one@lee.example"}
    ),
    Guess(
        "create_draft",
        {**NEW, "in_reply_to": "{lease}"},
        draft={"in_reply_to": "lease@lee.example"},
    ),
    Guess(
        "create_draft",
        {**NEW, "reply_to_message_id": "{lease}"},
        draft={"in_reply_to": "lease@lee.example"},
    ),
    Guess("create_draft", {**NEW, "priority": "high"}, way=["priority", "arguments are"]),
    # an answer
    Guess("draft_reply", REPLY, draft=OFFICE),
    Guess("draft_reply", {**REPLY, "invitation": ""}, draft=OFFICE),
    Guess("draft_reply", {**REPLY, "invitation": None}, draft=OFFICE),
    Guess("draft_reply", {**REPLY, "invitation": "none"}, draft=OFFICE),
    Guess("draft_reply", {**REPLY, "invitation": "accepted"}, way=["accept", "decline", "maybe"]),
    Guess("draft_reply", {**REPLY, "invitation": "ACCEPT"}, way=["invit"]),
    Guess("draft_reply", {"messageId": "{lease}", "body": "Yes."}, draft=OFFICE),
    Guess("draft_reply", {"id": "{lease}", "content": "Yes."}, draft=OFFICE),
    Guess("draft_reply", {"message_id": "{lease}", "message": "Yes."}, draft=OFFICE),
    Guess(
        "draft_reply", {"thread_id": "{thread}", "body": "Yes."}, draft={"to": ["dana@lee.example"]}
    ),
    Guess(
        "draft_reply",
        {"message_id": "{budget}", "body": "Yes.", "replyAll": True},
        draft={"cc": ["eve@lee.example"]},
    ),
    Guess(
        "draft_reply",
        {"message_id": "{budget}", "body": "Yes.", "reply_all": "true"},
        draft={"cc": ["eve@lee.example"]},
    ),
    Guess(
        "draft_reply",
        {**REPLY, "cc": ["eve@lee.example"]},
        draft={**OFFICE, "cc": ["eve@lee.example"]},
    ),
    Guess(
        "draft_reply",
        {**REPLY, "bcc": "eve@lee.example"},
        draft={**OFFICE, "bcc": ["eve@lee.example"]},
    ),
    Guess("draft_reply", {**REPLY, "cc": "Eve"}, way=["Eve", "eve@lee.example"]),
    Guess("draft_reply", {**REPLY, "event": EVENT}, draft={**OFFICE, "files": ["invitation.ics"]}),
    Guess("draft_reply", {**REPLY, "event": EMPTY_EVENT}, draft={**OFFICE, "files": []}),
    Guess(
        "draft_reply",
        {
            **REPLY,
            "number": 0,
            "from_": "",
            "subject": "",
            "text": "",
            "reply_all": False,
            "attachments": [],
            "files": [],
            "send_as": "",
            "invitation": "",
            "request_key": "",
            "cc": [],
            "bcc": [],
            "event": None,
        },
        draft=OFFICE,
    ),
    Guess("draft_reply", {"message_id": "{lease}"}, way=["body"]),
    Guess("draft_reply", {"message_id": "{lease}", "body": ""}, way=["body"]),
    Guess("draft_reply", {"message_id": "{lease}", "text": "Yes."}, way=["body"]),
    Guess("draft_reply", {"body": "Yes."}, way=["message_id"]),
    # passing on
    Guess(
        "draft_forward",
        {"message_id": "{lease}", "to": "eve@lee.example"},
        draft={"to": ["eve@lee.example"], "files": ["plan.txt"]},
    ),
    Guess(
        "draft_forward",
        {
            "message_id": "{lease}",
            "to": "eve@lee.example",
            "cc": "dana@lee.example",
            "bcc": ["x@lee.example"],
        },
        draft={"cc": ["dana@lee.example"], "bcc": ["x@lee.example"]},
    ),
    Guess(
        "draft_forward",
        {"messageId": "{lease}", "recipients": ["eve@lee.example"]},
        draft={"to": ["eve@lee.example"]},
    ),
    Guess(
        "draft_forward",
        {"message_id": "{lease}", "to": "eve@lee.example", "note": "See below."},
        draft={"body": "See below."},
    ),
    Guess("draft_forward", {"message_id": "{lease}"}, way=["to"]),
    Guess("draft_forward", {"message_id": "{lease}", "to": []}, way=["to"]),
    # changing it
    Guess(
        "update_draft",
        {"draft_id": "{draft}", "base_revision": "1", "body": "Better."},
        draft={"to": ["dana@lee.example"], "subject": "Hi", "body": "Better."},
        before=[("create_draft", NEW)],
    ),
    Guess(
        "update_draft",
        {"draftId": "{draft}", "revision": 1, "body": "Better."},
        draft={"body": "Better."},
        before=[("create_draft", NEW)],
    ),
    Guess(
        "update_draft",
        {
            "id": "{draft}",
            "base_revision": 1,
            "body": "Better.",
            "to": None,
            "cc": None,
            "bcc": None,
            "subject": None,
            "attachments": None,
        },
        draft={"to": ["dana@lee.example"], "subject": "Hi", "body": "Better."},
        before=[("create_draft", NEW)],
    ),
    Guess(
        "update_draft",
        {
            "draft_id": "{draft}",
            "base_revision": 1,
            "body": "Better.",
            "to": [],
            "subject": "",
            "attachments": [],
            "files": [],
            "remove_attachments": [],
            "send_as": "",
        },
        draft={"to": ["dana@lee.example"], "subject": "Hi", "body": "Better."},
        before=[("create_draft", NEW)],
    ),
    Guess(
        "update_draft",
        {"draft_id": "{draft}", "body": "Better."},
        way=["base_revision"],
        before=[("create_draft", NEW)],
    ),
    Guess(
        "update_draft",
        {"draft_id": "{draft}", "base_revision": 0, "body": "Better."},
        way=["base_revision"],
        before=[("create_draft", NEW)],
    ),
    Guess(
        "update_draft",
        {"draft_id": "nothing", "base_revision": 1, "body": "x"},
        way=["no such draft"],
    ),
    Guess(
        "get_draft",
        {"id": "{draft}"},
        {"draft.draft_id": "{draft}"},
        before=[("create_draft", NEW)],
    ),
    Guess(
        "get_draft",
        {"draft_id": "draftdesk://draft/{draft}"},
        {"draft.draft_id": "{draft}"},
        before=[("create_draft", NEW)],
    ),
    Guess("delete_draft", {"draftId": "{draft}"}, before=[("create_draft", NEW)]),
    Guess(
        "send_draft",
        {"draft_id": "{draft}", "revision": "1"},
        asks=True,
        before=[("create_draft", NEW)],
    ),
    Guess(
        "send_draft",
        {"draftId": "{draft}", "base_revision": 1},
        asks=True,
        before=[("create_draft", NEW)],
    ),
    Guess(
        "send_draft",
        {"draft_id": "{draft}"},
        way=["revision", "get_draft"],
        before=[("create_draft", NEW)],
    ),
    Guess("send_draft", {"to": "dana@lee.example", "body": "Hi"}, way=["create_draft"]),
    # putting mail in order
    Guess(
        "modify_messages", {"ids": "{lease}", "action": "archive"}, {"count": 1}, settings=ALLOWED
    ),
    Guess(
        "modify_messages",
        {"ids": '["{lease}"]', "action": "ARCHIVE"},
        {"count": 1},
        settings=ALLOWED,
    ),
    Guess(
        "modify_messages",
        {"message_ids": ["{lease}"], "action": "mark_as_unread"},
        {"count": 1},
        settings=ALLOWED,
    ),
    Guess(
        "modify_messages",
        {"messageId": "{budget}", "action": "mark_read"},
        {"count": 1},
        settings=ALLOWED,
    ),
    Guess(
        "modify_messages",
        {"ids": ["{lease}"], "action": "markUnread"},
        {"count": 1},
        settings=ALLOWED,
    ),
    Guess(
        "modify_messages",
        {"ids": ["{lease}"], "action": "move_to_trash"},
        {"count": 1},
        settings=ALLOWED,
    ),
    Guess("modify_messages", {"ids": ["{lease}"], "action": "delete"}, way=["trash", "archive"]),
    Guess(
        "modify_messages",
        {"ids": ["{lease}"], "action": "label", "add_label_ids": ["Projects"]},
        way=["add_label_ids"],
    ),
    Guess(
        "modify_messages",
        {
            "ids": ["{lease}"],
            "action": "",
            "add_label_ids": ["Projects"],
            "remove_label_ids": [],
            "thread_ids": [],
            "query": "",
            "account": "",
            "only_count": False,
        },
        {"count": 1},
        says=["Label"],
        settings=ALLOWED,
    ),
    Guess(
        "modify_messages",
        {"ids": ["{lease}"], "addLabelIds": "Projects"},
        {"count": 1},
        settings=ALLOWED,
    ),
    Guess(
        "modify_messages",
        {"ids": ["{lease}"], "add_labels": ["projects"]},
        {"count": 1},
        settings=ALLOWED,
    ),
    Guess(
        "modify_messages",
        {"ids": ["{lease}"], "add_label_ids": ["Nowhere"]},
        way=["Nowhere", "list_labels"],
    ),
    Guess("modify_messages", {"ids": ["{lease}"]}, way=["action"]),
    Guess("modify_messages", {"action": "archive"}, way=["ids", "query"]),
    Guess("modify_messages", {"query": "from:nobody", "action": "archive"}, way=["fewer words"]),
    Guess(
        "modify_messages",
        {"thread_ids": "{thread}", "action": "read"},
        {"count": 1},
        settings=ALLOWED,
    ),
    Guess("create_label", {"label_name": "Clients"}, settings=ALLOWED),
    Guess("create_label", {"name": ""}, way=["name"]),
    Guess("delete_messages", {"message_id": "{note}"}, asks=True),
    Guess("delete_messages", {"ids": []}, way=["ids"]),
    Guess("ask_to_unsubscribe", {"messageId": "{note}"}, way=["list"]),
)

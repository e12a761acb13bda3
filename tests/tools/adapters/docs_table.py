"""The tables of names in docs/mcp-bridge.md: `python -m tests.tools.adapters.docs_table` writes
them anew from the adapters, the contracts and the notes here."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from desktop_app.model.bridge import NAME_FAMILIES
from desktop_app.tools.adapters.adapter import AnyAdapter
from desktop_app.tools.adapters.table import BY_FAMILY
from tests.tools.adapters.families import CASES

PAGE = Path(__file__).parents[3] / "docs" / "mcp-bridge.md"
BEGIN, END = "<!-- names: made by tests.tools.adapters.docs_table -->", "<!-- end of names -->"
ASKS = "`status: asked`, `sent: false`, `draftId`, `link`"
DRAFTED = "`draft_id`, `revision`, `subject`, `to`, `date`, `link`"
ROWS = "`messages` (id, threadId, labelIds, from, to, subject, date, snippet), `nextPageToken`"
MAIL = "the mail: ids, people, `body {plain, html}`, `attachments`, `headers`"

NOTES: Mapping[str, tuple[str, str]] = {
    "gmail_draft_create": (
        "`draftId`, `revision`, `to`, `subject`, `link`, `gmailLink`",
        (
            "the draft is Draftdesk's and comes to Gmail's Drafts with the next sync; `gmailLink` "
            "opens those, and is left out where the account is not at Gmail"
        ),
    ),
    "gmail_send": (ASKS, "never sends: the draft waits for the press on Send"),
    "list_emails": ("`emails`, or “No emails found.”", "mail here, and what Gmail finds besides"),
    "search_emails": ("`emails`, or “No emails found.”", "mail here, and what Gmail finds besides"),
    "create_email_draft": (DRAFTED, "a draft of Draftdesk's"),
    "search_drive_files": (
        "`results`, or “No results. Try different keywords.”",
        "pages count from 1 and have 20 files; a query of the Drive API goes to Drive as it is",
    ),
    "read_drive_file": ("the text, `truncated`, `next_offset`", "20,000 characters at once"),
    "list_calendar_events": (
        "`results`, or “No events found in the next N days.”",
        "whole days of this computer's zone, today among them",
    ),
    "search_calendar_events": (
        "`results`, or “No events found matching '…' in the next N days.”",
        "whole days of this computer's zone, today among them",
    ),
    "create_draft": (
        f"{DRAFTED}, `uid`",
        (
            "`uid` is the UID once the server has this revision, until then the `draft_id`, which "
            "every `uid` takes; of several "
            "folders with the UID the inbox, else the mails to pick from"
        ),
    ),
    "draft_reply": (
        f"{DRAFTED}, `uid`",
        "Reply-To counts; signature and quote are added; “Email with UID … not found.”",
    ),
    "update_draft": (
        f"{DRAFTED}, `uid`",
        (
            "what is left out stays, by `uid` but Cc and Bcc, which are replaced, as the answer "
            "says; the draft keeps its id; “You can only update drafts. The email you provided is "
            "not in the drafts folder.”"
        ),
    ),
    "gmail": ("that of its operation", "refuses arguments that the operation has not"),
    "listEmails": (ROWS, "`selectionIndex` counts from 1; `includeBody` for up to 20 mails"),
    "getLatestEmail": (MAIL, "“No emails found.” where nothing fits"),
    "getEmailById": (MAIL, "several that fit, or one but for a typo: the mails to pick from"),
    "sendPreview": (
        "`draftId`, `revision`, people, `subject`, `body` (its first 20,000 characters), `checks`",
        "the preview is a draft already",
    ),
    "sendConfirm": (ASKS, "never sends; the revision is the newest that was shown"),
    "replyPreview": (
        "`draftId`, `revision`, people, `subject`, `body` (its first 20,000 characters), `checks`",
        "again for the same mail: the same draft, changed",
    ),
    "replyConfirm": (ASKS, "never sends; the revision is the newest that was shown"),
    "markAsRead": ("`id`, `ids`, `undo`", "asks the person, unless they allowed organising"),
    "markAsUnread": ("`id`, `ids`, `undo`", "asks the person, unless they allowed organising"),
    "gmail_search_messages": (
        ROWS,
        (
            "ids are Draftdesk's; `pageToken` is of this conversation; `resultSizeEstimate` is "
            "of the page"
        ),
    ),
    "gmail_get_message": (
        f"{MAIL}; metadata: no body; minimal: ids, labels, snippet; raw: `raw`",
        (
            "text as a reader shows it, hidden text apart; 20,000 characters at once, `offset` "
            "reads on; `historyId` is the mailbox's"
        ),
    ),
    "gmail_send_message": (ASKS, "never sends; signature and quote are added to an answer"),
    "gmail_create_draft": (
        "`id`, `draftId`, `revision`, `to`, `subject`, `link`, `gmailLink`",
        "attachments of 3 MB together; `inReplyTo` before `threadId` before `references`",
    ),
    "gmail_modify_message": (
        "`id`, `ids`, `addedLabelIds`, `removedLabelIds`, `undo`",
        "asks the person, unless they allowed organising; an unknown label is an error",
    ),
    "gmail_delete_message": ("`id`, `ids`, `undo`", "to the trash; `permanent` always asks"),
    "gmail_list_labels": (
        "`labels` (id, name, type, visibilities, messagesTotal, messagesUnread)",
        "a user label's id is its name; its id at Gmail is taken too",
    ),
    "gmail_create_label": (
        "`id`, `name`, `type`, visibilities",
        "a new label is shown: it is hidden in Gmail",
    ),
    "gmail_get_attachment": (
        "`data` (base64), `filename`, `mimeType`, `size`",
        "5 MB; ids are those of `gmail_get_message`",
    ),
}
"""Of each name: what it answers, and what is different from elsewhere."""


def tables() -> str:
    """The tables, with the number of calls that hold each family."""
    parts = []
    for family in NAME_FAMILIES:
        adapters, calls = BY_FAMILY[family.id].adapters, len(CASES[family.id])
        parts.append(f"### {family.title} (`{family.id}`)\n\n{calls} calls of its contract.\n")
        parts.append("| name | arguments (default) | result | difference |\n|---|---|---|---|")
        parts[-1] += "".join(f"\n{_row(adapter)}" for adapter in adapters) + "\n"
    total = sum(len(cases) for cases in CASES.values())
    head = f"{total} calls in all, argument by argument: `pytest tests/tools/adapters`.\n"
    return "\n".join([head, *parts])


def _row(adapter: AnyAdapter) -> str:
    result, difference = NOTES[adapter.name]
    fields = msgspec.structs.fields(adapter.params)
    arguments = ", ".join(_argument(field) for field in fields if field.name != "operation")
    if adapter.name == "gmail":
        arguments = "`operation`, and the arguments of each operation"
    return f"| `{adapter.name}` | {arguments} | {result} | {difference} |"


def _argument(field: msgspec.structs.FieldInfo) -> str:
    if field.default in {msgspec.NODEFAULT, "", None, ()}:
        return f"`{field.encode_name}`"
    return f"`{field.encode_name}` ({str(field.default).lower()})"


def written(page: str) -> str:
    """The page with the tables in their place."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{tables()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")

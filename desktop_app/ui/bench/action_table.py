"""Table of every action of the window: words, keys, menu, icon and what it needs.

Menus, toolbar, shortcuts, command palette and the `?` help are all made from it. A row is
invisible until something answers to it (`ActionRegistry.on`). No code comes in here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Menu(StrEnum):
    FILE = "File"
    EDIT = "Edit"
    VIEW = "View"
    MESSAGE = "Message"
    DRAFT = "Draft"
    ASSISTANT = "Assistant"
    ACCOUNTS = "Accounts"
    HELP = "Help"


class Need(StrEnum):
    """What must be there for an action to be valid. `ANYTHING` is always met."""

    ANYTHING = "anything"
    CONVERSATIONS = "conversations selected or open"
    THREAD = "a thread open"
    DRAFT = "a draft open"
    REDOABLE = "something to redo"
    REVIEWABLE = "something to review"
    WAITING = "a conversation that waits for others"
    LISTED = "a mail of a list that takes answers"
    OWN_MAIL = "a mail that you wrote"
    IN_GMAIL = "a mail that Gmail shows too"
    DRAFT_IN_GMAIL = "a draft that Gmail shows too"
    ARCHIVABLE = "a conversation of the inbox"
    TRASHABLE = "a conversation outside Trash"
    REPORTABLE = "a conversation outside Spam"
    NO_SPAM = "a conversation in Spam"
    MOVABLE = "a conversation outside the inbox"
    UNREAD = "an unread conversation"
    LABELLED = "a conversation with a label"
    KEPT = "a conversation outside Trash and Spam"
    SNOOZED = "a conversation that is snoozed"
    ANSWERABLE = "a conversation in which you wrote"
    REMINDED = "a conversation with a reminder"
    STOPPED = "assistants and programs that are stopped"
    FULL_TRASH = "mail in Trash, shown"
    FULL_SPAM = "mail in Spam, shown"


UNSEEN_WITHOUT = frozenset(
    {
        *(Need.LISTED, Need.OWN_MAIL, Need.IN_GMAIL, Need.DRAFT_IN_GMAIL),
        Need.STOPPED,
        *(Need.NO_SPAM, Need.FULL_TRASH, Need.FULL_SPAM, Need.SNOOZED, Need.REMINDED),
    }
)
"""What is not there for everybody: the actions are left out of the menus then."""

LEFT_OUT_WITHOUT = frozenset(
    {
        *(Need.ARCHIVABLE, Need.TRASHABLE, Need.REPORTABLE, Need.MOVABLE, Need.UNREAD),
        *(Need.LABELLED, Need.KEPT, Need.SNOOZED, Need.ANSWERABLE, Need.REMINDED),
    }
)
"""What verbs need to make sense where a conversation lies: a context menu leaves them out
otherwise. Menu bar and toolbar keep their places."""


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One action. `keys` are Qt key sequences; single letters never fire while typing.

    `toolbar` is its group on the toolbar, 0 when it is not there. `pane` marks a key that the
    pane itself binds to its own widgets (it is listed in the help, not bound to the window).
    """

    id: str
    text: str
    menu: Menu
    keys: tuple[str, ...] = ()
    icon: str = ""
    need: Need = Need.ANYTHING
    toolbar: int = 0
    checkable: bool = False
    separator: bool = False
    pane: bool = False
    short: str = ""


Row = ActionRow
_SELECTED = Need.CONVERSATIONS

_FILE = (
    Row("compose", "New mail", Menu.FILE, ("C", "Ctrl+N"), "compose", toolbar=1, short="Compose"),
    Row("move_in", "Move in from another program…", Menu.FILE, (), "import", separator=True),
    Row("import_mail", "Import mail…", Menu.FILE, (), "import"),
    Row("move_out", "Move mail out…", Menu.FILE, (), "export"),
    Row("export_thread", "Save conversation as…", Menu.FILE, (), "export", Need.THREAD),
    Row("print", "Print message…", Menu.FILE, ("Ctrl+P",), "", Need.THREAD),
    Row("save_pdf", "Save message as PDF…", Menu.FILE, (), "", Need.THREAD),
    Row("backups", "Backups…", Menu.FILE),
    Row("sync", "Check for new mail", Menu.FILE, ("F5",), "sync", toolbar=4, short="Sync"),
    Row("settings", "Settings…", Menu.FILE, ("Ctrl+,",), "settings", separator=True),
    Row("close", "Close window", Menu.FILE, ("Ctrl+W",)),
    Row("quit", "Quit", Menu.FILE, ("Ctrl+Q",)),
)
_EDIT = (
    Row("undo", "Undo", Menu.EDIT, ("Z", "Ctrl+Z"), "undo"),
    Row("redo", "Redo", Menu.EDIT, ("Shift+Z",), "", Need.REDOABLE),
    Row("cut", "Cut", Menu.EDIT, ("Ctrl+X",), separator=True, pane=True),
    Row("copy", "Copy", Menu.EDIT, ("Ctrl+C",), pane=True),
    Row("paste", "Paste", Menu.EDIT, ("Ctrl+V",), pane=True),
    Row("select_all", "Select all", Menu.EDIT, ("*, A",), separator=True),
    Row("select_none", "Select none", Menu.EDIT, ("*, N",)),
    Row("toggle_selection", "Select or deselect", Menu.EDIT, ("X",)),
    Row("search", "Search mail", Menu.EDIT, ("/", "Ctrl+Shift+F"), "find", separator=True),
    Row("save_search", "Save this search…", Menu.EDIT, (), "saved_search"),
    Row("find", "Find in conversation", Menu.EDIT, ("Ctrl+F",), "find", Need.THREAD),
)
_VIEW = (
    Row("palette", "Command palette", Menu.VIEW, ("Ctrl+K",)),
    Row("go_review", "Go to To review", Menu.VIEW, ("G, R",), "review", separator=True),
    Row("go_inbox", "Go to Inbox", Menu.VIEW, ("G, I",), "inbox"),
    Row("go_needs_reply", "Go to Needs reply", Menu.VIEW, ("G, N",), "needs_reply"),
    Row("go_waiting", "Go to Waiting for others", Menu.VIEW, ("G, W",), "waiting"),
    Row("go_later", "Go to Later", Menu.VIEW, ("G, L",), "later"),
    Row("go_news", "Go to News", Menu.VIEW, ("G, E",), "news"),
    Row("go_starred", "Go to Starred", Menu.VIEW, ("G, S",), "star"),
    Row("go_sent", "Go to Sent", Menu.VIEW, ("G, T",), "sent"),
    Row("go_drafts", "Go to Drafts", Menu.VIEW, ("G, D",), "drafts"),
    Row("go_outbox", "Go to Outbox", Menu.VIEW, ("G, O",), "outbox"),
    Row("go_all", "Go to All mail", Menu.VIEW, ("G, A",), "all"),
    Row("go_people", "Go to People", Menu.VIEW, ("G, P",), "people"),
    Row("next_conversation", "Next conversation", Menu.VIEW, ("J",), separator=True),
    Row("previous_conversation", "Previous conversation", Menu.VIEW, ("K",)),
    Row("open_conversation", "Open conversation", Menu.VIEW, ("O",)),
    Row("next_pane", "Next pane", Menu.VIEW, ("F6",), separator=True),
    Row("previous_pane", "Previous pane", Menu.VIEW, ("Shift+F6",)),
    Row("sidebar", "Sidebar", Menu.VIEW, (), "", checkable=True),
    Row("zoom_in", "Larger mail", Menu.VIEW, ("Ctrl++", "Ctrl+="), separator=True),
    Row("zoom_out", "Smaller mail", Menu.VIEW, ("Ctrl+-",)),
    Row("zoom_reset", "Mail at its usual size", Menu.VIEW, ("Ctrl+0",)),
    Row("original", "Original view", Menu.VIEW, ("Shift+V",), "", Need.THREAD, separator=True),
    Row("source", "Message source", Menu.VIEW, (), "", Need.THREAD),
    Row("senders", "Who writes most", Menu.VIEW, (), ""),
    Row("audit", "Activity record", Menu.VIEW, (), ""),
    Row("seen", "Mail that assistants saw", Menu.VIEW, (), ""),
)
_MESSAGE = (
    Row("reply", "Reply", Menu.MESSAGE, ("R", "Ctrl+R"), "reply", Need.THREAD, toolbar=2),
    Row(
        "reply_all",
        "Reply all",
        Menu.MESSAGE,
        ("A", "Ctrl+Shift+R"),
        "reply_all",
        Need.THREAD,
        toolbar=2,
    ),
    Row(
        "reply_list",
        "Reply to list",
        Menu.MESSAGE,
        ("Ctrl+Shift+L",),
        "reply_all",
        Need.LISTED,
    ),
    Row("forward", "Forward", Menu.MESSAGE, ("F", "Ctrl+L"), "forward", Need.THREAD, toolbar=2),
    Row("edit_as_new", "Edit as new", Menu.MESSAGE, (), "", Need.THREAD),
    Row("answer_line", "Answer this…", Menu.MESSAGE, ("Shift+A",), "reply", Need.THREAD),
    Row("quote_reply", "Quote in reply", Menu.MESSAGE, ("Shift+R",), "reply", Need.THREAD),
    Row(
        "archive",
        "Archive",
        Menu.MESSAGE,
        ("E",),
        "archive",
        Need.ARCHIVABLE,
        toolbar=3,
        separator=True,
    ),
    Row("trash", "Delete", Menu.MESSAGE, ("#",), "trash", Need.TRASHABLE, toolbar=3),
    Row("star", "Star", Menu.MESSAGE, ("S",), "star", _SELECTED, toolbar=3),
    Row("spam", "Report spam", Menu.MESSAGE, ("!",), "spam", Need.REPORTABLE),
    Row("not_spam", "Not spam", Menu.MESSAGE, (), "inbox", Need.NO_SPAM),
    Row("to_inbox", "Move to Inbox", Menu.MESSAGE, (), "inbox", Need.MOVABLE),
    Row("mark_read", "Mark as read", Menu.MESSAGE, ("Shift+I",), "read", Need.UNREAD),
    Row("mark_unread", "Mark as unread", Menu.MESSAGE, ("Shift+U",), "unread", _SELECTED),
    Row("label", "Label…", Menu.MESSAGE, ("L",), "label", _SELECTED),
    Row("unlabel", "Take off label…", Menu.MESSAGE, ("Y",), "label", Need.LABELLED),
    Row("move", "Move to…", Menu.MESSAGE, ("V",), "label", _SELECTED),
    Row("snooze", "Snooze…", Menu.MESSAGE, ("B",), "later", Need.KEPT, separator=True),
    Row("end_snooze", "Back to Inbox now", Menu.MESSAGE, (), "inbox", Need.SNOOZED),
    Row("mute", "Mute", Menu.MESSAGE, ("M",), "", Need.KEPT),
    Row("remind", "Remind me if nobody answers…", Menu.MESSAGE, (), "later", Need.ANSWERABLE),
    Row("no_reminder", "Take the reminder away", Menu.MESSAGE, (), "", Need.REMINDED),
    Row("needs_a_reply", "Needs a reply", Menu.MESSAGE, (), "", _SELECTED, separator=True),
    Row("needs_no_reply", "Needs no reply", Menu.MESSAGE, (), "", _SELECTED),
    Row("this_is_news", "This is news", Menu.MESSAGE, (), "", _SELECTED),
    Row("nudge", "Draft a reminder", Menu.MESSAGE, (), "", Need.WAITING),
    Row("delete_forever", "Delete for good…", Menu.MESSAGE, (), "", _SELECTED),
    Row("empty_trash", "Empty Trash…", Menu.MESSAGE, (), "trash", Need.FULL_TRASH),
    Row("empty_spam", "Empty Spam…", Menu.MESSAGE, (), "spam", Need.FULL_SPAM),
    Row("next_message", "Next message", Menu.MESSAGE, ("N",), "", Need.THREAD, separator=True),
    Row("previous_message", "Previous message", Menu.MESSAGE, ("P",), "", Need.THREAD),
    Row("expand_all", "Expand all messages", Menu.MESSAGE, (";",), "", Need.THREAD),
    Row("collapse_all", "Collapse all messages", Menu.MESSAGE, (":",), "", Need.THREAD),
    Row("star_message", "Star this message", Menu.MESSAGE, (), "", Need.THREAD, separator=True),
    Row("unread_from_here", "Mark unread from here", Menu.MESSAGE, (), "", Need.THREAD),
    Row("copy_message", "Copy text of this message", Menu.MESSAGE, (), "", Need.THREAD),
    Row("save_message", "Save message as .eml…", Menu.MESSAGE, (), "", Need.THREAD),
    Row("message_template", "Save message as template…", Menu.MESSAGE, (), "", Need.OWN_MAIL),
    Row("unsubscribe", "Unsubscribe…", Menu.MESSAGE, (), "", Need.THREAD),
    Row("open_in_gmail", "Open in Gmail", Menu.MESSAGE, (), "", Need.IN_GMAIL),
    Row("back", "Back to the list", Menu.MESSAGE, ("U",), "back"),
)
_DRAFT = (
    Row("review_next", "Review the next draft", Menu.DRAFT, (), "review", Need.REVIEWABLE),
    Row("read_through", "Read through…", Menu.DRAFT, ("Shift+O",), "review"),
    Row("draft_send", "Send", Menu.DRAFT, ("Ctrl+Return",), "send", Need.DRAFT, pane=True),
    Row("draft_send_later", "Send later…", Menu.DRAFT, ("Ctrl+Shift+Return",), "clock", Need.DRAFT),
    Row(
        "draft_window",
        "Open in a window of its own",
        Menu.DRAFT,
        ("Ctrl+Shift+O",),
        "open",
        Need.DRAFT,
    ),
    Row("draft_compare", "Compare versions", Menu.DRAFT, ("Ctrl+D",), "", Need.DRAFT),
    Row("draft_older", "Older version", Menu.DRAFT, ("Alt+Left",), "", Need.DRAFT),
    Row("draft_newer", "Newer version", Menu.DRAFT, ("Alt+Right",), "", Need.DRAFT),
    Row("draft_next_check", "Next check", Menu.DRAFT, ("Ctrl+.",), "", Need.DRAFT),
    Row("spelling", "Check spelling", Menu.DRAFT, (), "", checkable=True, separator=True),
    Row("spelling_next", "Next misspelt word", Menu.DRAFT, ("F7",), "", Need.DRAFT),
    Row("spelling_previous", "Previous misspelt word", Menu.DRAFT, ("Shift+F7",), "", Need.DRAFT),
    Row("draft_format", "Format the text", Menu.DRAFT, (), "", Need.DRAFT, separator=True),
    Row("draft_plain", "Make it plain text…", Menu.DRAFT, (), "", Need.DRAFT),
    Row("draft_insert_picture", "Insert picture…", Menu.DRAFT, (), "", Need.DRAFT),
    Row("draft_picture", "Picture…", Menu.DRAFT, (), "", Need.DRAFT),
    Row("draft_smaller_pictures", "Make pictures smaller…", Menu.DRAFT, (), "", Need.DRAFT),
    Row("draft_template", "Insert template…", Menu.DRAFT, (), "", Need.DRAFT, separator=True),
    Row("draft_save_template", "Save draft as template…", Menu.DRAFT, (), "", Need.DRAFT),
    Row("templates", "Templates…", Menu.DRAFT),
    Row("draft_ignore", "Ignore draft", Menu.DRAFT, ("Alt+I",), "", Need.DRAFT, separator=True),
    Row("draft_not_like_this", "Not like this…", Menu.DRAFT, ("Alt+Shift+I",), "", Need.DRAFT),
    Row("draft_export", "Save draft as .eml…", Menu.DRAFT, (), "export", Need.DRAFT),
    Row("draft_in_gmail", "Open draft in Gmail", Menu.DRAFT, (), "", Need.DRAFT_IN_GMAIL),
    Row("draft_close", "Close draft", Menu.DRAFT, ("Esc",), "back", Need.DRAFT, pane=True),
)
_ASSISTANT = (
    Row(
        "assistant",
        "Show assistant",
        Menu.ASSISTANT,
        ("Ctrl+J",),
        "assistant",
        toolbar=4,
        checkable=True,
        short="Assistant",
    ),
    Row("assistant_new", "New conversation", Menu.ASSISTANT, ()),
    Row("requests", "What it asked for", Menu.ASSISTANT, ()),
    Row(
        "prepare_answers",
        "Draft replies for all that need one",
        Menu.ASSISTANT,
        (),
        separator=True,
    ),
    Row(
        "stop_all",
        "Stop all assistants and programs",
        Menu.ASSISTANT,
        ("Ctrl+Shift+X",),
        separator=True,
    ),
    Row("go_on", "Let them go on", Menu.ASSISTANT, (), "", Need.STOPPED),
)
_ACCOUNTS = (
    Row("add_account", "Add account…", Menu.ACCOUNTS, (), "add"),
    Row("accounts", "Accounts…", Menu.ACCOUNTS, (), "account"),
    Row("all_accounts", "Show all accounts", Menu.ACCOUNTS, ("Alt+0",), separator=True),
    *(
        Row(f"account_{n}", f"Show account {n}", Menu.ACCOUNTS, (f"Ctrl+{n}",))
        for n in range(1, 10)
    ),
)
_HELP = (
    Row("guide", "User guide", Menu.HELP, ("F1",), "info"),
    Row("help", "Keyboard shortcuts", Menu.HELP, ("?",), "info"),
    Row("whats_new", "What changed…", Menu.HELP),
    Row("check_updates", "Look for a newer version…", Menu.HELP),
    Row("about", "About Draftdesk", Menu.HELP),
)

ACTIONS: tuple[ActionRow, ...] = (
    _FILE + _EDIT + _VIEW + _MESSAGE + _DRAFT + _ASSISTANT + _ACCOUNTS + _HELP
)
GOES_ON = frozenset(
    {
        *("next_conversation", "previous_conversation", "next_message", "previous_message"),
        *("next_pane", "previous_pane", "zoom_in", "zoom_out"),
        *("spelling_next", "spelling_previous"),
    }
)
"""Actions that go on while their key is held. Every other is done once for each press."""

SEPARATOR = ""
CONVERSATION_MENU = (
    *("open_conversation", SEPARATOR, "reply", "reply_all", "forward", SEPARATOR, "archive"),
    *("trash", "star", "mark_read", "mark_unread", "label", "unlabel", "move"),
    *(SEPARATOR, "snooze", "end_snooze", "mute", "remind", "no_reminder"),
    SEPARATOR,
    *("needs_a_reply", "needs_no_reply", "this_is_news", SEPARATOR, "spam", "not_spam"),
    *("to_inbox", "export_thread", "open_in_gmail", "delete_forever", "empty_trash", "empty_spam"),
)
"""The context menu of the conversations that are selected."""

MESSAGE_MENU = (
    *(
        "reply",
        "reply_all",
        "reply_list",
        "forward",
        "edit_as_new",
        "answer_line",
        "quote_reply",
        SEPARATOR,
        "star_message",
        "unread_from_here",
        "label",
    ),
    *(
        SEPARATOR,
        "copy_message",
        "save_message",
        "message_template",
        "save_pdf",
        "print",
        "source",
        "original",
    ),
    *("unsubscribe", "open_in_gmail"),
)
"""The context menu of the message that is current."""

ROWS: Mapping[str, ActionRow] = MappingProxyType({row.id: row for row in ACTIONS})

"""Table of the sidebar's places: a place is a query, or a tab of the drafts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from desktop_app.model.message import SystemLabel


@dataclass(frozen=True, slots=True)
class Folder:
    """`tab` names the drafts pane's tab, or the people, where the place is that; then `query` is
    empty. `label`
    is the system label whose unread count is shown. The last two fields are for when it is
    empty: what to say, and the action whose button stands below."""

    name: str
    title: str
    icon: str
    query: str = ""
    tab: str = ""
    label: str = ""
    empty: str = ""
    offer: str = ""


FOLDERS: tuple[Folder, ...] = (
    Folder("review", "To review", "review", tab="review"),
    Folder(
        "inbox",
        "Inbox",
        "inbox",
        "in:inbox",
        label=SystemLabel.INBOX,
        empty="Your inbox is empty. Archived conversations are in All mail.",
        offer="go_all",
    ),
    Folder(
        "needs_reply",
        "Needs reply",
        "needs_reply",
        "is:needs-reply",
        empty="Nobody waits for an answer of yours.",
        offer="go_inbox",
    ),
    Folder(
        "waiting",
        "Waiting for others",
        "waiting",
        "is:waiting",
        empty="You wait for nobody: whatever you asked has been answered.",
        offer="go_inbox",
    ),
    Folder(
        "later",
        "Later",
        "later",
        "is:later",
        empty="Nothing comes back later. Press B on a conversation to snooze it.",
        offer="go_inbox",
    ),
    Folder(
        "news",
        "News",
        "news",
        "is:news",
        empty="There are no newsletters, lists or notices of programs.",
        offer="go_inbox",
    ),
    Folder(
        "starred",
        "Starred",
        "star",
        "is:starred",
        empty="Nothing is starred. Press S on a conversation to keep it here.",
        offer="go_inbox",
    ),
    Folder("drafts", "Drafts", "drafts", tab="mine"),
    Folder(
        "sent",
        "Sent",
        "sent",
        "in:sent",
        empty="You have not sent anything from here yet.",
        offer="compose",
    ),
    Folder("outbox", "Outbox", "outbox", tab="outbox"),
    Folder(
        "all",
        "All mail",
        "all",
        "",
        empty="There is no mail yet. Import mail files to begin.",
        offer="import_mail",
    ),
    Folder(
        "spam",
        "Spam",
        "spam",
        "in:spam",
        label=SystemLabel.SPAM,
        empty="No spam. What you report as spam is kept here.",
        offer="go_inbox",
    ),
    Folder(
        "trash",
        "Trash",
        "trash",
        "in:trash",
        empty="The trash is empty.",
        offer="go_inbox",
    ),
    Folder("people", "People", "people", tab="people"),
)
BY_NAME: Mapping[str, Folder] = MappingProxyType({f.name: f for f in FOLDERS})
BY_QUERY: Mapping[str, Folder] = MappingProxyType({f.query: f for f in FOLDERS if not f.tab})


def label_query(name: str) -> str:
    """The query that shows one user label."""
    return f'label:"{name}"' if not name.isalnum() else f"label:{name}"


def title_of(query: str) -> str:
    """What the list is called while it shows `query`."""
    if query in BY_QUERY:
        return BY_QUERY[query].title
    if query.startswith("label:") and (" " not in query or query.count('"') == 2):
        return query.removeprefix("label:").strip('"')
    return "Search results"

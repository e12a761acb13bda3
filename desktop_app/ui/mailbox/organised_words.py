"""Sentences about changes of conversations, made of what has changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from desktop_app.model.message import SystemLabel
from desktop_app.tools.answers.mail_verbs import VERBS, counted
from desktop_app.tools.person.organising import Deleted, OrganiseConversations, Organised
from desktop_app.ui.widgets.dates import number

WORDS: Mapping[str, str] = MappingProxyType(
    {
        "archive": "archived",
        "inbox": "moved to Inbox",
        "trash": "moved to Trash",
        "untrash": "taken out of Trash",
        "spam": "reported as spam",
        "star": "starred",
        "unstar": "no longer starred",
        "read": "marked as read",
        "unread": "marked as unread",
        "mute": "muted",
        "unmute": "followed again",
    }
)


@dataclass(frozen=True, slots=True)
class Change:
    """What to do to whole conversations, or to these messages alone. `words` says it (`archived`),
    `left` what is said of one and of several that it does not change."""

    thread_ids: tuple[int, ...]
    action: str = ""
    add: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()
    words: str = ""
    message_ids: tuple[int, ...] = ()
    left: tuple[str, str] = ("", "")


def labelling(thread_ids: tuple[int, ...], label_id: str, name: str, *, move: bool) -> Change:
    """The conversations get a label; `move` takes them out of the inbox too."""
    remove = (SystemLabel.INBOX.value,) if move else ()
    words = f"moved to {name}" if move else f"labelled {name}"
    left = (f"has the label {name} already", f"have the label {name} already")
    return Change(thread_ids, add=(label_id,), remove=remove, words=words, left=left)


def taking_off(thread_ids: tuple[int, ...], label_id: str, name: str) -> Change:
    """The conversations lose a label."""
    left = (f"has no label {name}", f"have no label {name}")
    return Change(thread_ids, remove=(label_id,), words=f"no longer labelled {name}", left=left)


def parameters(change: Change) -> OrganiseConversations:
    """The call that makes the change."""
    return OrganiseConversations(
        thread_ids=change.thread_ids,
        message_ids=change.message_ids,
        action=change.action,  # type: ignore[arg-type]  # one of WORDS
        add_label_ids=change.add,
        remove_label_ids=change.remove,
    )


def sentence(change: Change, done: Organised) -> str:
    """`2 conversations archived. 1 is not in the inbox.`"""
    by_message = bool(change.message_ids)
    noun = "message" if by_message else "conversation"
    changed = done.mails if by_message else done.conversations
    left = done.mails_left if by_message else done.conversations_left
    verb = VERBS[change.action]
    one, several = change.left if change.left[0] else (verb.so_already, verb.so_before)
    if changed:
        rest = f" {number(left)} {one if left == 1 else several}." if left else ""
        return f"{counted(changed, noun)} {change.words}.{rest}"
    if not left:
        return f"Nothing was changed: the {noun} is not here any more."
    what = f"this {noun} {one}" if left == 1 else f"the {counted(left, noun)} {several}"
    return f"Nothing was changed: {what}."


def deleted_sentence(done: Deleted) -> str:
    """What went for good."""
    if not done.mails:
        return "Nothing was there to delete."
    return f"{counted(done.conversations, 'conversation')} deleted for good."


def emptied_sentence(title: str, done: Deleted) -> str:
    """What went when Trash or Spam was emptied."""
    if not done.mails:
        return f"{title} is empty already."
    return f"{title} emptied: {counted(done.mails, 'mail')} deleted for good."

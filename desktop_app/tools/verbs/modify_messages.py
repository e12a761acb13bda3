"""Read, unread, archive, star, label, spam, trash: in batches, each undoable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, structs

from desktop_app.model.draft import Origin
from desktop_app.model.errors import BadInput
from desktop_app.model.message import SystemLabel
from desktop_app.model.sign_in import Permission
from desktop_app.tools import which_mails
from desktop_app.tools.base import Effect, Group, Params, Subject, Tool
from desktop_app.tools.context import Context
from desktop_app.tools.resolving import message_ids, named
from desktop_app.tools.results import Done

Action = Literal[
    "", "read", "unread", "archive", "inbox", "star", "unstar", "spam", "trash", "untrash"
]
_NONE: frozenset[str] = frozenset()
INBOX, UNREAD, STARRED = (
    frozenset({str(SystemLabel.INBOX)}),
    frozenset({str(SystemLabel.UNREAD)}),
    frozenset({str(SystemLabel.STARRED)}),
)
SPAM, TRASH = frozenset({str(SystemLabel.SPAM)}), frozenset({str(SystemLabel.TRASH)})

CHANGES: dict[str, tuple[frozenset[str], frozenset[str], str]] = {
    "": (_NONE, _NONE, "Labels changed"),
    "read": (_NONE, UNREAD, "Marked as read"),
    "unread": (UNREAD, _NONE, "Marked as unread"),
    "archive": (_NONE, INBOX, "Archived"),
    "inbox": (INBOX, SPAM | TRASH, "Moved to the inbox"),
    "star": (STARRED, _NONE, "Starred"),
    "unstar": (_NONE, STARRED, "Star removed"),
    "spam": (SPAM, INBOX | TRASH, "Marked as spam"),
    "trash": (TRASH, INBOX | SPAM, "Moved to trash"),
    "untrash": (INBOX, TRASH, "Taken out of trash"),
}
"""Each action: labels it adds, labels it removes, and how it is told."""

ASKED: dict[str, str] = {
    "read": "Mark as read",
    "unread": "Mark as unread",
    "archive": "Archive",
    "inbox": "Move to the inbox",
    "star": "Star",
    "unstar": "Remove the star",
    "spam": "Mark as spam",
    "trash": "Move to trash",
    "untrash": "Take out of trash",
}
"""Each action as it is asked for."""

_FIXED = frozenset({str(SystemLabel.SENT), str(SystemLabel.DRAFT)})


class ModifyMessages(Params, frozen=True, kw_only=True):
    ids: Annotated[tuple[str, ...], Meta(max_length=which_mails.MOST)] = ()
    thread_ids: Annotated[tuple[str, ...], Meta(max_length=which_mails.MOST)] = ()
    query: Annotated[str, Meta(description="All mails that it finds; instead of ids.")] = ""
    account: str = ""
    only_count: bool = False
    action: Action = ""
    add_label_ids: tuple[str, ...] = ()
    remove_label_ids: tuple[str, ...] = ()


def run(context: Context, params: ModifyMessages) -> Done:
    """Raises `NotFound` for an unknown id, `BadInput`; then nothing is changed."""
    add, remove = _changed(params)
    told = CHANGES[params.action][2]
    if params.only_count:
        return _counted(context, params)
    ids = _meant(context, params)
    before = context.store.messages.modify(ids, add=frozenset(add), remove=frozenset(remove))
    if params.action == "read" and context.origin is Origin.USER:
        _want_permission(context, ids)
    key = context.store.undos.keep(dict(before), now=context.clock())
    what = "1 mail" if len(ids) == 1 else f"{len(ids)} mails"
    return Done(f"{told}: {what}.", len(ids), key)


def _changed(params: ModifyMessages) -> tuple[frozenset[str], frozenset[str]]:
    """The labels to add and to remove. Raises `BadInput`."""
    add, remove, _ = CHANGES[params.action]
    add, remove = add | set(params.add_label_ids), remove | set(params.remove_label_ids)
    if not add and not remove:
        raise BadInput("Say what to change: an action, or labels to add or remove.")
    if (add | remove) & _FIXED:
        raise BadInput("SENT and DRAFT can't be added or removed.")
    return add, remove


def _meant(context: Context, params: ModifyMessages) -> Sequence[int]:
    """The mails that are named; of a request those that were found when it was made."""
    if params.ids and (context.conversation.of_a_request or not _found_by(params)):
        return named(context, params.ids)
    return which_mails.meant(
        context, params.ids, params.thread_ids, params.query, account=params.account
    )


def _found_by(params: ModifyMessages) -> bool:
    return bool(params.query or params.thread_ids)


def _counted(context: Context, params: ModifyMessages) -> Done:
    count = len(_meant(context, params))
    words = ASKED.get(params.action, "Change labels")
    mails = "1 mail" if count == 1 else f"{count:,} mails"
    return Done(f"{words}: {mails}. Counted only; nothing has been changed or asked.", count)


def in_full(context: Context, params: ModifyMessages) -> ModifyMessages | Done:
    """The parameters with the ids of mails, or their count where that alone is wanted. Raises like
    `run`."""
    _changed(params)
    if params.only_count:
        return _counted(context, params)
    ids = tuple(map(str, _meant(context, params)))
    return structs.replace(params, ids=ids, thread_ids=())


def subject(context: Context, params: ModifyMessages) -> Subject:
    """Raises like `run`."""
    _changed(params)
    found = f"Found by “{params.query}” when it was asked." if params.query else ""
    ids = message_ids(context, params.ids)
    wanted = [ASKED[params.action]] if params.action else []
    wanted += [f"Add “{name}”" for name in _names(context, params.add_label_ids)]
    wanted += [f"Remove “{name}”" for name in _names(context, params.remove_label_ids)]
    return Subject(" · ".join(wanted), ids, note=found)


def _names(context: Context, label_ids: tuple[str, ...]) -> list[str]:
    known = {label.id: label.name for label in context.store.labels.list()}
    return [known.get(each, each) for each in label_ids]


def _want_permission(context: Context, ids: Sequence[int]) -> None:
    """Note that the account wants a permission: the person marks as read by a press. Opening a mail
    makes the same change and notes nothing (see `mark_opened`)."""
    for account_id in {message.account_id for message in context.store.messages.get_many(ids)}:
        context.store.sign_ins.note_wanted(account_id, Permission.ORGANISE)


TOOL = Tool(
    name="modify_messages",
    title="Organise mail",
    done="Organising mail",
    effect=Effect.ORGANISE,
    group=Group.ORGANISING,
    description=(
        "Mark read or unread, archive, move to inbox, star, spam, trash, or change labels of up "
        "to 1000 mails: by ids, whole conversations, or all that a query finds (no ids needed; "
        "only_count first tells how many). Undoable."
    ),
    params=ModifyMessages,
    only_counts="only_count",
    result=Done,
    run=run,
    resolve=in_full,
    subject=subject,
)

"""Organising of conversations by the person: what changed is counted, and only that is undone."""

from __future__ import annotations

from desktop_app.model.message import MessageId, SystemLabel, ThreadId
from desktop_app.model.query import Query, Term
from desktop_app.tools.answers.mail_verbs import VERBS, Action
from desktop_app.tools.answers.relabelling import PORTION, relabel, want_permission
from desktop_app.tools.calls.base import Effect, Params, person_tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Result

NEWEST_ALONE = frozenset({"star", "unread"})
"""What people expect to happen to the newest mail of a conversation, not to all of it."""


class Organised(Result, frozen=True):
    """How many conversations and mails changed, and how many are as they were. `undo` is the key
    for `undo_change`, empty where nothing changed."""

    conversations: int
    conversations_left: int
    mails: int
    mails_left: int
    undo: str


class Deleted(Result, frozen=True):
    conversations: int
    mails: int


class OrganiseConversations(Params, frozen=True, kw_only=True):
    """Whole conversations, or `message_ids` alone."""

    thread_ids: tuple[ThreadId, ...] = ()
    message_ids: tuple[MessageId, ...] = ()
    action: Action = ""
    add_label_ids: tuple[str, ...] = ()
    remove_label_ids: tuple[str, ...] = ()


class DeleteConversations(Params, frozen=True, kw_only=True):
    """`lying_in` (TRASH or SPAM) leaves out the mails of the conversations that are elsewhere."""

    thread_ids: tuple[ThreadId, ...]
    lying_in: str = ""


class EmptyPlace(Params, frozen=True, kw_only=True):
    """`place` is TRASH or SPAM; `account` empty for all accounts. `counting` deletes nothing."""

    place: SystemLabel
    account: str = ""
    counting: bool = False


def organise_conversations(context: Context, params: OrganiseConversations) -> Organised:
    """Change labels of what is still there of them."""
    verb = VERBS[params.action]
    done = relabel(
        context,
        params.message_ids or _mails(context, params),
        add=verb.add | set(params.add_label_ids),
        remove=verb.remove | set(params.remove_label_ids),
    )
    if params.action == "read":
        want_permission(context, done)
    return Organised(*done.conversations, *done.mails, done.undo)


def delete_conversations(context: Context, params: DeleteConversations) -> Deleted:
    """Delete for good, on the accounts' servers too."""
    threads = context.store.threads.mails(params.thread_ids)
    if not params.lying_in:
        return _deleted(context, threads)
    ids = [id_ for mails in threads.values() for id_ in mails]
    there = {m.id for m in context.store.messages.get_many(ids) if params.lying_in in m.labels}
    kept = {t: tuple(m for m in mails if m in there) for t, mails in threads.items()}
    return _deleted(context, {thread: mails for thread, mails in kept.items() if mails})


def empty_place(context: Context, params: EmptyPlace) -> Deleted:
    """Delete for good every mail that lies there, and nothing else of its conversations."""
    query = Query("", Term("in", params.place.lower()))
    ids = context.store.finder.thread_ids(query, account_id=params.account)
    if params.counting:
        mails = context.store.finder.count(query, account_id=params.account)
        return Deleted(len(ids), mails)
    wanted = DeleteConversations(thread_ids=ids, lying_in=params.place)
    return delete_conversations(context, wanted)


def _mails(context: Context, params: OrganiseConversations) -> tuple[MessageId, ...]:
    threads = context.store.threads.mails(params.thread_ids)
    alone = params.action in NEWEST_ALONE
    return tuple(id_ for mails in threads.values() for id_ in (mails[-1:] if alone else mails))


def _deleted(context: Context, threads: dict[ThreadId, tuple[MessageId, ...]]) -> Deleted:
    ids = [id_ for mails in threads.values() for id_ in mails]
    parts = (ids[start : start + PORTION] for start in range(0, len(ids), PORTION))
    return Deleted(len(threads), sum(context.store.messages.delete(part) for part in parts))


ORGANISE_CONVERSATIONS = person_tool(
    organise_conversations, Effect.ORGANISE, OrganiseConversations, "Organise mail"
)
DELETE_CONVERSATIONS = person_tool(
    delete_conversations, Effect.DESTROY, DeleteConversations, "Delete for good"
)
EMPTY_PLACE = person_tool(empty_place, Effect.DESTROY, EmptyPlace, "Empty Trash or Spam")

TOOLS = (ORGANISE_CONVERSATIONS, DELETE_CONVERSATIONS, EMPTY_PLACE)

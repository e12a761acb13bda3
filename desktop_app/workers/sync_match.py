"""Matching of imported mail (a Takeout mbox) with the server's messages, without fetching them.

Takeout keeps the server's thread id; within a thread the Message-ID decides. A thread with one
message on either side needs no request, any other message one cheap listing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from desktop_app.accounts.base import Mailbox
from desktop_app.model.message import Message, MessageId
from desktop_app.model.remote import RemoteRef
from desktop_app.store.rows.message_record import key_of
from desktop_app.store.store import Store
from desktop_app.workers.sync_labels import LabelNames

_ALL = 10_000_000


def match_imported(
    store: Store,
    account_id: str,
    mailbox: Mailbox,
    names: LabelNames,
    thread_key: Callable[[str], str],
) -> int:
    """Give imported messages the server's ids and labels; returns how many were matched."""
    if not store.remote_mail.without_source(account_id):
        return 0
    here = _by_thread(store, account_id)
    there: dict[str, list[RemoteRef]] = defaultdict(list)
    for ref in store.sync_state.todo(account_id, limit=_ALL):
        there[ref.thread_id].append(ref)
    found: dict[str, MessageId] = {}
    for thread_id, refs in there.items():
        thread = store.remote_mail.thread_of(key_of(account_id, "gmail", thread_key(thread_id)))
        ours = here.get(thread, [])
        found.update(_matched(store, ours, refs, mailbox))
    _adopt(store, account_id, mailbox, names, found)
    return len(found)


def _by_thread(store: Store, account_id: str) -> dict[int, list[MessageId]]:
    found: dict[int, list[MessageId]] = defaultdict(list)
    for message, thread in store.remote_mail.without_source(account_id):
        found[thread].append(message)
    return found


def _matched(
    store: Store, ours: Sequence[MessageId], refs: Sequence[RemoteRef], mailbox: Mailbox
) -> dict[str, MessageId]:
    if len(ours) == len(refs) == 1:
        return {refs[0].id: ours[0]}
    wanted = {ref.id for ref in refs}
    found: dict[str, MessageId] = {}
    for message in store.messages.get_many(ours):
        for ref in _asked(mailbox, message):
            if ref.id in wanted and ref.id not in found:
                found[ref.id] = message.id
    return found


def _asked(mailbox: Mailbox, message: Message) -> Sequence[RemoteRef]:
    if not message.rfc822_message_id:
        return ()
    return mailbox.list(f"rfc822msgid:{message.rfc822_message_id}").refs


def _adopt(
    store: Store,
    account_id: str,
    mailbox: Mailbox,
    names: LabelNames,
    found: dict[str, MessageId],
) -> None:
    """Store ids and labels of matched messages. Labels come from one listing per label."""
    if not found:
        return
    labels: dict[str, set[str]] = defaultdict(set)
    for remote_id in names.remote_ids:
        token = ""
        while True:
            page = mailbox.list(token=token, label=remote_id)
            for ref in page.refs:
                if ref.id in found:
                    labels[ref.id].add(remote_id)
            token = page.token
            if not token:
                break
    ours = {id_: names.ours(carried) for id_, carried in labels.items()}
    ids = list(found)
    for start in range(0, len(ids), 500):
        some = {id_: found[id_] for id_ in ids[start : start + 500]}
        store.remote_mail.adopt(account_id, some, ours)

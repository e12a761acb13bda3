"""Read, unread, archive, star, label, spam, trash: in batches, each undoable."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from msgspec import Meta, structs

from desktop_app.model.coming_back import BACK, timed
from desktop_app.model.draft import Origin
from desktop_app.model.errors import BadInput
from desktop_app.model.local_forms import PLAIN
from desktop_app.model.message import SystemLabel
from desktop_app.model.moments import MORNING, is_ahead, wall
from desktop_app.tools.answers.mail_verbs import VERBS, Action, counted, done_words
from desktop_app.tools.answers.relabelling import relabel, want_permission
from desktop_app.tools.calls.base import Effect, Group, Params, Subject, Tool
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import Done
from desktop_app.tools.names import named_labels, which_mails
from desktop_app.tools.names.resolving import message_ids, named

_FIXED = frozenset({str(SystemLabel.SENT), str(SystemLabel.DRAFT)})


class ModifyMessages(Params, frozen=True, kw_only=True):
    ids: Annotated[tuple[str, ...], Meta(max_length=which_mails.MOST)] = ()
    thread_ids: Annotated[tuple[str, ...], Meta(max_length=which_mails.MOST)] = ()
    query: Annotated[str, Meta(description="All mails that it finds; instead of ids.")] = ""
    account: str = ""
    only_count: bool = False
    action: Action = ""
    snooze_until: Annotated[
        str, Meta(max_length=40, description="For snooze: ISO 8601; empty: until an answer.")
    ] = ""
    add_label_ids: tuple[str, ...] = ()
    remove_label_ids: tuple[str, ...] = ()


def run(context: Context, params: ModifyMessages) -> Done:
    """Raises `NotFound` for an unknown id, `BadInput`; then nothing is changed."""
    params = _with_labels(context, params)
    if params.only_count:
        return _counted(context, params)
    ids = asked = _meant(context, params)
    params = _with_labels(context, params, ids)
    add, remove = _changed(params)
    if params.action == "snooze":
        ids, add, remove = _snoozed(context, params, ids)
    done = relabel(context, ids, add=add, remove=remove)
    if params.action == "read":
        want_permission(context, done)
    changed, left = done.mails
    words = done_words(params.action, changed, left + len(asked) - len(ids))
    return Done(words, len(done.changes), done.undo)


def _with_labels(
    context: Context, params: ModifyMessages, ids: Sequence[int] = ()
) -> ModifyMessages:
    """The parameters with the ids of labels that are there, for the mails `ids` in the account of
    each; the person may put a label on mail of an account that has none of that name yet. Raises
    `NotFound`, `BadInput`."""
    _changed(params)
    if not (params.add_label_ids or params.remove_label_ids):
        return params
    strict = bool(params.add_label_ids) and context.origin is not Origin.USER
    mails = context.store.messages.get_many(ids) if strict else ()
    known = named_labels.KnownLabels(context)
    accounts = {message.account_id for message in mails}
    return structs.replace(
        params,
        add_label_ids=known.ids(params.add_label_ids, accounts=accounts),
        remove_label_ids=known.ids(params.remove_label_ids),
    )


def _changed(params: ModifyMessages) -> tuple[frozenset[str], frozenset[str]]:
    """The labels to add and to remove. Raises `BadInput`."""
    verb = VERBS[params.action]
    if params.snooze_until and params.action != "snooze":
        raise BadInput("snooze_until belongs to the action snooze.")
    add, remove = verb.add | set(params.add_label_ids), verb.remove | set(params.remove_label_ids)
    if not add and not remove:
        raise BadInput("Say what to change: an action, or labels to add or remove.")
    if (add | remove) & _FIXED:
        raise BadInput("SENT and DRAFT can't be added or removed.")
    return add, remove


def _snoozed(
    context: Context, params: ModifyMessages, ids: Sequence[int]
) -> tuple[Sequence[int], frozenset[str], frozenset[str]]:
    """The mails of the inbox, or snoozed already, among `ids`, and the labels that a snooze adds
    and removes. Raises `BadInput` for what is no time ahead."""
    add, remove = _changed(params)
    at = _until(context, params)
    mails = context.store.messages.get_many(ids)
    meant = [m for m in mails if m.labels & {str(SystemLabel.INBOX), *add}]
    before = {label for m in meant for label in m.labels if label.startswith(BACK)}
    new = {timed(BACK, at)} if at else set()
    return [m.id for m in meant] or ids[:0], add | new, remove | (before - new)


def _until(context: Context, params: ModifyMessages) -> float:
    """The moment that is asked for, 0 for an answer; a day means its morning. Raises `BadInput`."""
    text = params.snooze_until.strip()
    if not text:
        return 0.0
    try:
        when = datetime.fromisoformat(text)
    except ValueError as error:
        raise BadInput("snooze_until is a time such as 2026-11-30T08:00.") from error
    if len(text) == len("2026-11-30"):
        when = datetime.combine(when.date(), MORNING)
    at = _seconds(when)
    if not is_ahead(at, context.clock()):
        raise BadInput("snooze_until is a time that is ahead, in five years at most.")
    return at


def _seconds(when: datetime) -> float:
    try:
        return when.timestamp()
    except (OverflowError, ValueError, OSError):  # a year that no clock has
        return 0.0


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
    mails = counted(count, "mail")
    words = f"{VERBS[params.action].asked}: {mails}."
    return Done(f"{words} Counted only; nothing has been changed or asked.", count)


def in_full(context: Context, params: ModifyMessages) -> ModifyMessages | Done:
    """The parameters with the ids of mails, or their count where that alone is wanted. Raises like
    `run`."""
    params = _with_labels(context, params)
    if params.only_count:
        return _counted(context, params)
    ids = _meant(context, params)
    params = _with_labels(context, params, ids)
    return structs.replace(params, ids=tuple(map(str, ids)), thread_ids=())


def subject(context: Context, params: ModifyMessages) -> Subject:
    """Raises like `run`."""
    ids = message_ids(context, params.ids)
    params = _with_labels(context, params, ids)
    added, removed = len(params.add_label_ids), len(params.remove_label_ids)
    wanted = [VERBS[params.action].asked] if params.action else []
    if params.action == "snooze":
        at = _until(context, params)
        there = wall(at)
        said = f"{PLAIN.weekday_in_words(there)}, {PLAIN.time(there)}"
        when = said if at else "an answer"
        wanted = [f"Snooze until {when}"]
    wanted += [f"Add {_labels(added)}"] if added else []
    wanted += [f"Remove {_labels(removed)}"] if removed else []
    known = named_labels.KnownLabels(context)
    quotes = (
        *known.quotes("Label to add", params.add_label_ids),
        *known.quotes("Label to remove", params.remove_label_ids),
        *((("Found when it was asked, by the search", params.query),) if params.query else ()),
    )
    return Subject(" · ".join(wanted), ids, quotes=quotes)


def _labels(count: int) -> str:
    return "a label" if count == 1 else f"{count} labels"


TOOL = Tool(
    name="modify_messages",
    title="Organise mail",
    done="Organising mail",
    effect=Effect.ORGANISE,
    group=Group.ORGANISING,
    description=(
        "Mark read or unread, archive, snooze, mute, move to inbox, star, spam, trash, or change "
        "labels of up to 1000 mails: by ids, whole conversations, or all that a query finds ("
        "only_count tells how many). Undoable."
    ),
    params=ModifyMessages,
    only_counts="only_count",
    result=Done,
    run=run,
    resolve=in_full,
    subject=subject,
)
